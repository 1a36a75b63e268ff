/* Sixteen ways per level, as many levels as the largest key needs. A node with one reference is written in place. */
#include "explorer/pmap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BITS 4u
#define WAYS (1u << BITS)

struct pmap_node {
  uint32_t refs;
  void *slot[WAYS]; /* nodes, at the lowest level values */
};

static pmap_node *node_new(void) {
  pmap_node *n = calloc(1, sizeof *n);
  if (!n) {
    fputs("summ: out of memory\n", stderr);
    abort();
  }
  n->refs = 1;
  return n;
}

static uint32_t reach(uint32_t height) { /* largest key */
  return height * BITS >= 32 ? UINT32_MAX : ((uint32_t)1 << height * BITS) - 1;
}

pmap_value *pmap_get(pmap m, uint32_t key) {
  if (!m.root || key > reach(m.height)) return NULL;
  void *p = m.root;
  for (uint32_t level = m.height; level-- > 0 && p;)
    p = ((pmap_node *)p)->slot[key >> level * BITS & (WAYS - 1)];
  return p;
}

pmap pmap_share(pmap m) {
  if (m.root) m.root->refs++;
  return m;
}

static void value_unref(pmap_value *v, pmap_drop *drop) {
  if (v && --v->refs == 0) drop(v);
}

static void node_unref(pmap_node *n, uint32_t height, pmap_drop *drop) {
  if (!n || --n->refs) return;
  for (unsigned i = 0; i < WAYS; i++) {
    if (height > 1)
      node_unref(n->slot[i], height - 1, drop);
    else
      value_unref(n->slot[i], drop);
  }
  free(n);
}

void pmap_unref(pmap m, pmap_drop *drop) { node_unref(m.root, m.height, drop); }

/* A node that may be written: the same when nobody else has it. */
static pmap_node *own(pmap_node *n, uint32_t height) {
  if (!n) return node_new();
  if (n->refs == 1) return n;
  pmap_node *c = node_new();
  memcpy(c->slot, n->slot, sizeof c->slot);
  for (unsigned i = 0; i < WAYS; i++)
    if (c->slot[i]) {
      if (height > 1)
        ((pmap_node *)c->slot[i])->refs++;
      else
        ((pmap_value *)c->slot[i])->refs++;
    }
  n->refs--;
  return c;
}

void pmap_set(pmap *m, uint32_t key, pmap_value *v, pmap_drop *drop) {
  if (!m->root) {
    m->height = 1;
    while (key > reach(m->height)) m->height++;
    m->root = node_new();
  }
  while (key > reach(m->height)) {
    pmap_node *top = node_new();
    top->slot[0] = m->root;
    m->root = top;
    m->height++;
  }
  m->root = own(m->root, m->height);
  pmap_node *n = m->root;
  for (uint32_t level = m->height; level-- > 1;) {
    void **slot = &n->slot[key >> level * BITS & (WAYS - 1)];
    n = *slot = own(*slot, level);
  }
  pmap_value *old = n->slot[key & (WAYS - 1)];
  n->slot[key & (WAYS - 1)] = v;
  value_unref(old, drop);
}

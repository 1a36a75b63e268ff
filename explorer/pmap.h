/* A persistent map from small integers to counted objects: a radix tree whose nodes are shared between versions and
 * copied when written. A path condition keeps one version per node. For the solver only. */
#ifndef EXPLORER_PMAP_H
#define EXPLORER_PMAP_H

#include <stdint.h>

/* Every value begins with this; the map holds one reference per place. */
typedef struct pmap_value {
  uint32_t refs;
} pmap_value;
typedef void pmap_drop(pmap_value *v); /* called when the last reference goes */

typedef struct pmap_node pmap_node;
typedef struct pmap {
  pmap_node *root;
  uint32_t height; /* 0: empty */
} pmap;

pmap_value *pmap_get(pmap m, uint32_t key); /* NULL: none */
pmap pmap_share(pmap m);                    /* another reference to the same version */
/* Writes into *m, which must be a reference of its own; takes over the caller's reference to v. */
void pmap_set(pmap *m, uint32_t key, pmap_value *v, pmap_drop *drop);
void pmap_unref(pmap m, pmap_drop *drop);

#endif

// A binary search tree: insert, depth, in-order walk with a callback, removal, and a tree from an array.
#include <stdio.h>
#include <stdlib.h>

struct tree {
  int key, count;
  struct tree *kid[2];
};

static struct tree *insert(struct tree *t, int key) {
  if (t == NULL) {
    t = calloc(1, sizeof *t);
    if (t == NULL)
      abort();
    t->key = key;
  }
  if (key != t->key)
    t->kid[key > t->key] = insert(t->kid[key > t->key], key);
  else
    t->count++;
  return t;
}

static int depth(const struct tree *t) {
  if (t == NULL)
    return 0;
  int l = depth(t->kid[0]), r = depth(t->kid[1]);
  return 1 + (l > r ? l : r);
}

static void walk(const struct tree *t, void (*f)(const struct tree *, void *), void *arg) {
  if (t) {
    walk(t->kid[0], f, arg);
    f(t, arg);
    walk(t->kid[1], f, arg);
  }
}

static struct tree *take_min(struct tree **at) {
  while ((*at)->kid[0])
    at = &(*at)->kid[0];
  struct tree *m = *at;
  *at = m->kid[1];
  return m;
}

static struct tree *delete(struct tree *t, int key) {
  if (t == NULL)
    return NULL;
  if (key != t->key) {
    t->kid[key > t->key] = delete(t->kid[key > t->key], key);
    return t;
  }
  struct tree *up = t->kid[0] ? t->kid[0] : t->kid[1];
  if (t->kid[0] && t->kid[1]) {
    up = take_min(&t->kid[1]);
    up->kid[0] = t->kid[0];
    up->kid[1] = t->kid[1];
  }
  free(t);
  return up;
}

static void print(const struct tree *t, void *arg) {
  (void)arg;
  printf("%dx%d ", t->key, t->count);
}
static void add(const struct tree *t, void *arg) { *(long *)arg += (long)t->key * t->count; }
static void release(struct tree *t) {
  if (t) {
    release(t->kid[0]);
    release(t->kid[1]);
    free(t);
  }
}

int main(void) {
  struct tree *t = NULL;
  unsigned s = 7;
  for (int i = 0; i < 30; i++) {
    s = s * 75u % 65537u;
    t = insert(t, (int)(s % 40));
  }
  walk(t, print, NULL);
  long sum = 0;
  walk(t, add, &sum);
  printf("\n%d %ld\n", depth(t), sum);
  for (int k = 0; k < 40; k += 3)
    t = delete(t, k);
  walk(t, print, NULL);
  printf("\n%d\n", depth(t));
  release(t);
  return 0;
}

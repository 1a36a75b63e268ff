// malloc, calloc, realloc (grow, shrink, from NULL), free of NULL, aligned_alloc, an arena on top.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena {
  char *base;
  size_t used, size;
};

static void *take(struct arena *a, size_t n) {
  n = (n + 15) & ~(size_t)15;
  if (a->size - a->used < n)
    return NULL;
  void *p = a->base + a->used;
  a->used += n;
  return p;
}

int main(void) {
  int *v = NULL;
  size_t cap = 0, n = 0;
  for (int i = 0; i < 100; i++) {
    if (n == cap) {
      cap = cap ? cap * 2 : 1;
      int *w = realloc(v, cap * sizeof *v);
      if (w == NULL)
        return 1;
      v = w;
    }
    v[n++] = i * i;
  }
  long s = 0;
  for (size_t i = 0; i < n; i++)
    s += v[i];
  printf("%ld %zu\n", s, cap);
  int *w = realloc(v, 10 * sizeof *v);
  if (w == NULL)
    return 1;
  printf("%d %d\n", w[0], w[9]);
  free(w);
  free(NULL);
  unsigned char *z = calloc(7, 9);
  if (z == NULL)
    return 1;
  int any = 0;
  for (int i = 0; i < 63; i++)
    any |= z[i];
  printf("%d\n", any);
  free(z);
  char *al = aligned_alloc(64, 128);
  if (al == NULL)
    return 1;
  printf("%d\n", (int)((uintptr_t)al % 64));
  free(al);
  struct arena a = {malloc(256), 0, 256};
  if (a.base == NULL)
    return 1;
  int count = 0;
  char *p;
  while ((p = take(&a, (size_t)(count + 1) * 10)) != NULL) {
    memset(p, 'a' + count, (size_t)(count + 1) * 10);
    count++;
  }
  printf("%d %zu %c%c\n", count, a.used, a.base[0], a.base[a.used - 16]);
  free(a.base);
  char **lines = malloc(5 * sizeof *lines);
  if (lines == NULL)
    return 1;
  for (int i = 0; i < 5; i++) {
    lines[i] = malloc(16);
    if (lines[i] == NULL)
      return 1;
    snprintf(lines[i], 16, "line %d", i * 11);
  }
  for (int i = 4; i >= 0; i--) {
    puts(lines[i]);
    free(lines[i]);
  }
  free(lines);
  return 0;
}

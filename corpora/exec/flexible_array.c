// Flexible array members and their old form: allocation, access, copying, nested headers, static initialiser.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vec {
  unsigned n;
  short tag;
  double v[];
};

struct msg {
  unsigned char len;
  char text[];
};

static struct msg fixed = {5, "fixed"};

static struct vec *make(unsigned n) {
  struct vec *p = malloc(sizeof *p + n * sizeof p->v[0]);
  if (p == NULL)
    exit(2);
  p->n = n;
  p->tag = (short)-n;
  for (unsigned i = 0; i < n; i++)
    p->v[i] = i / 4.0;
  return p;
}

static struct vec *grow(struct vec *p, unsigned n) {
  p = realloc(p, sizeof *p + n * sizeof p->v[0]);
  if (p == NULL)
    exit(2);
  while (p->n < n)
    p->v[p->n++] = -1;
  return p;
}

int main(void) {
  printf("%zu %zu %zu\n", sizeof(struct vec), offsetof(struct vec, v), sizeof(struct msg));
  struct vec *p = make(5);
  p = grow(p, 8);
  double s = 0;
  for (unsigned i = 0; i < p->n; i++)
    s += p->v[i];
  printf("%u %d %g\n", p->n, p->tag, s);
  free(p);
  printf("%d %.5s\n", fixed.len, fixed.text);
  struct msg *m = malloc(sizeof *m + 4);
  if (m == NULL)
    return 2;
  *m = (struct msg){3};
  memcpy(m->text, "abc", 4);
  printf("%d %s\n", m->len, m->text);
  free(m);
  return 0;
}

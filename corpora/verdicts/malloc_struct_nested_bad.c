// verdict: error null dereference line 25
// options: --alloc-fails
// A structure on the heap with a second block inside; the second allocation may fail as well.
#include <stdlib.h>

struct vec {
  int n;
  int *data;
};

static struct vec *make(int n) {
  struct vec *v = malloc(sizeof *v);
  if (v == NULL)
    return NULL;
  v->n = n;
  v->data = malloc((size_t)n * sizeof *v->data);
  return v;
}

int main(void) {
  struct vec *v = make(3);
  if (v == NULL)
    return 0;
  for (int i = 0; i < v->n; i++)
    v->data[i] = i;
  int r = v->data[2];
  free(v->data);
  free(v);
  return r;
}

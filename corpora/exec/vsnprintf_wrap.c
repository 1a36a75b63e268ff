// Wrappers over vprintf, vsnprintf and vsprintf: growing buffer, truncation, return values.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buf {
  char *p;
  size_t len, cap;
};

__attribute__((format(printf, 2, 3))) static int addf(struct buf *b, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  va_list again;
  va_copy(again, ap);
  int need = vsnprintf(b->p + b->len, b->cap - b->len, fmt, ap);
  va_end(ap);
  if (need >= 0 && b->len + (size_t)need >= b->cap) {
    b->cap = (b->len + (size_t)need + 1) * 2;
    char *q = realloc(b->p, b->cap);
    if (q == NULL)
      exit(1);
    b->p = q;
    vsnprintf(b->p + b->len, b->cap - b->len, fmt, again);
  }
  va_end(again);
  b->len += (size_t)need;
  return need;
}

static int out(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  int n = vprintf(fmt, ap);
  va_end(ap);
  return n;
}

int main(void) {
  struct buf b = {malloc(4), 0, 4};
  if (b.p == NULL)
    return 1;
  b.p[0] = 0;
  printf("%d\n", addf(&b, "%s", "ab"));
  printf("%d\n", addf(&b, "%d-%05.1f-%c", -42, 3.14159, 'x'));
  for (int i = 0; i < 5; i++)
    addf(&b, "[%*d]", i + 1, i);
  printf("%s %zu\n", b.p, b.len);
  free(b.p);
  char small[8];
  int n = snprintf(small, sizeof small, "%s", "longer than eight");
  printf("%d %s %zu\n", n, small, strlen(small));
  printf("%d\n", snprintf(NULL, 0, "%x %o", 255, 8));
  n = out("%s %ld %g\n", "mixed", 123456789012L, 0.5);
  printf("%d\n", n);
  return 0;
}

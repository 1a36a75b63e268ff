// restrict, inline functions (static, extern), noinline, const, register, array parameters with static.
#include <stdio.h>

static inline int clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
inline int twice(int v) { return v * 2; }
extern inline int twice(int v);
static __attribute__((noinline)) int thrice(register int v) { return v * 3; }
static __attribute__((always_inline)) inline int quad(int v) { return twice(twice(v)); }

static void add(int n, int *restrict out, const int *restrict a, const int *restrict b) {
  for (int i = 0; i < n; i++)
    out[i] = a[i] + b[i];
}

static int first(const int a[static 3]) { return a[0] * 100 + a[1] * 10 + a[2]; }
static int last(int n, const int a[const n]) { return a[n - 1]; }

static int count_char(const char *restrict s, const char c) {
  register int n = 0;
  for (; *s; s++)
    n += *s == c;
  return n;
}

__attribute__((pure)) static int len(const char *s) {
  const char *p = s;
  while (*p)
    p++;
  return (int)(p - s);
}

_Noreturn static void finish(int code);

int main(void) {
  printf("%d %d %d\n", clamp(5, 0, 3), clamp(-5, 0, 3), clamp(2, 0, 3));
  printf("%d %d %d\n", twice(4), thrice(4), quad(4));
  int (*p)(int) = twice;
  printf("%d\n", p(21));
  int a[4] = {1, 2, 3, 4}, b[4] = {10, 20, 30, 40}, c[4];
  add(4, c, a, b);
  printf("%d %d\n", first(c), last(4, c));
  printf("%d %d\n", count_char("mississippi", 's'), len("mississippi"));
  finish(0);
}

#include <stdlib.h>
static void finish(int code) {
  puts("end");
  exit(code + 3);
}

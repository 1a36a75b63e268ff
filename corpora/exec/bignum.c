// Big numbers in base 10^9: addition, multiplication, factorial, powers, printing with padding.
#include <stdint.h>
#include <stdio.h>

#define LIMBS 40
#define BASE 1000000000u

typedef struct {
  int n;
  uint32_t d[LIMBS];
} big;

static big from(uint64_t v) {
  big b = {0, {0}};
  while (v) {
    b.d[b.n++] = (uint32_t)(v % BASE);
    v /= BASE;
  }
  return b;
}

static big add(big a, const big *b) {
  uint32_t carry = 0;
  for (int i = 0; i < b->n || carry || i < a.n; i++) {
    uint32_t s = carry + (i < a.n ? a.d[i] : 0) + (i < b->n ? b->d[i] : 0);
    a.d[i] = s % BASE;
    carry = s / BASE;
    if (i >= a.n)
      a.n = i + 1;
  }
  return a;
}

static big mul(const big *a, const big *b) {
  big r = {0, {0}};
  for (int i = 0; i < a->n; i++) {
    uint64_t carry = 0;
    for (int j = 0; j < b->n || carry; j++) {
      uint64_t t = r.d[i + j] + carry + (j < b->n ? (uint64_t)a->d[i] * b->d[j] : 0);
      r.d[i + j] = (uint32_t)(t % BASE);
      carry = t / BASE;
      if (i + j >= r.n)
        r.n = i + j + 1;
    }
  }
  while (r.n && r.d[r.n - 1] == 0)
    r.n--;
  return r;
}

static void print(const big *b) {
  printf("%u", b->n ? b->d[b->n - 1] : 0);
  for (int i = b->n - 2; i >= 0; i--)
    printf("%09u", b->d[i]);
  putchar('\n');
}

int main(void) {
  big f = from(1);
  for (uint64_t i = 2; i <= 60; i++) {
    big k = from(i);
    f = mul(&f, &k);
  }
  print(&f);
  big a = from(0), b = from(1);
  for (int i = 0; i < 300; i++) {
    big t = add(a, &b);
    a = b;
    b = t;
  }
  print(&a);
  big p = from(2), q = from(1);
  for (int e = 200; e; e >>= 1) {
    if (e & 1)
      q = mul(&q, &p);
    p = mul(&p, &p);
  }
  print(&q);
  big z = from(0);
  print(&z);
  big m = from(18446744073709551615ULL);
  m = mul(&m, &m);
  print(&m);
  return 0;
}

// Rational numbers as structs by value, with operators as functions, and a polynomial type holding an array.
#include <stdio.h>

typedef struct { long n, d; } rat;

static long gcd(long a, long b) { return b ? gcd(b, a % b) : a < 0 ? -a : a; }
static rat mk(long n, long d) {
  long g = gcd(n, d);
  if (d < 0)
    g = -g;
  return (rat){n / g, d / g};
}
static rat add(rat a, rat b) { return mk(a.n * b.d + b.n * a.d, a.d * b.d); }
static rat mul(rat a, rat b) { return mk(a.n * b.n, a.d * b.d); }
static rat neg(rat a) { return mk(-a.n, a.d); }
static int cmp(rat a, rat b) { return (a.n * b.d > b.n * a.d) - (a.n * b.d < b.n * a.d); }

typedef struct {
  int deg;
  rat c[6];
} poly;

static poly derive(poly p) {
  for (int i = 1; i <= p.deg; i++)
    p.c[i - 1] = mul(mk(i, 1), p.c[i]);
  if (p.deg > 0)
    p.deg--;
  return p;
}

static rat at(const poly *p, rat x) {
  rat r = mk(0, 1);
  for (int i = p->deg; i >= 0; i--)
    r = add(mul(r, x), p->c[i]);
  return r;
}

static poly product(poly a, poly b) {
  poly r = {a.deg + b.deg, {{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}}};
  for (int i = 0; i <= a.deg; i++)
    for (int j = 0; j <= b.deg; j++)
      r.c[i + j] = add(r.c[i + j], mul(a.c[i], b.c[j]));
  return r;
}

static void show(rat r) { r.d == 1 ? printf("%ld ", r.n) : printf("%ld/%ld ", r.n, r.d); }

int main(void) {
  rat h = mk(0, 1);
  for (int i = 1; i <= 15; i++)
    h = add(h, mk(i & 1 ? 1 : -1, i));
  show(h);
  show(mk(6, -4));
  show(neg(mk(-3, 9)));
  printf("%d %d %d\n", cmp(mk(1, 3), mk(2, 6)), cmp(mk(1, 2), mk(1, 3)), cmp(mk(-1, 2), mk(1, 3)));
  poly p = {2, {{1, 1}, {-3, 2}, {1, 4}}}, q = {1, {{2, 1}, {1, 1}}};
  poly r = product(p, q), d = derive(r);
  for (int i = 0; i <= r.deg; i++)
    show(r.c[i]);
  putchar('\n');
  for (int i = 0; i <= d.deg; i++)
    show(d.c[i]);
  putchar('\n');
  show(at(&r, mk(2, 3)));
  show(at(&d, mk(-1, 2)));
  putchar('\n');
  return 0;
}

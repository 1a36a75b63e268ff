// Structs of every SysV class: float pairs, doubles, int and float in one or two eightbytes, nested structs,
// unions, arrays, long double, and structs in memory.
#include <stdio.h>

struct f1 { float x; };
struct f2 { float x, y; };
struct f3 { float x, y, z; };
struct f4 { float v[4]; };
struct d1 { double x; };
struct d2 { double x, y; };
struct d3 { double x, y, z; };
struct id { int i; double d; };
struct di { double d; int i; };
struct fi { float f; int i; };
struct ffi { float a, b; int c; };
struct cf { char c; float f; };
struct lf { long l; float f; };
struct nest { struct f2 p; struct fi q; };
union uif { int i; float f; };
union uid { long l; double d; };
struct ld { long double v; };
struct empty_tail { double d; char c[5]; };

static struct f1 a(struct f1 s) { s.x += 1; return s; }
static struct f2 b(struct f2 s, float k) { return (struct f2){s.y * k, s.x * k}; }
static struct f3 c(struct f3 s) { return (struct f3){s.z, s.x, s.y}; }
static struct f4 d(struct f4 s, int i) { s.v[i] = -s.v[i]; return s; }
static struct d1 e(struct d1 s) { s.x /= 4; return s; }
static struct d2 f(struct d2 s, struct d2 t) { return (struct d2){s.x - t.y, s.y - t.x}; }
static struct d3 g(struct d3 s) { return (struct d3){s.y, s.z, s.x}; }
static struct id h(struct id s) { s.i++; s.d += s.i; return s; }
static struct di k(struct di s) { s.i--; s.d *= s.i; return s; }
static struct fi l(struct fi s) { return (struct fi){(float)s.i, (int)s.f}; }
static struct ffi m(struct ffi s) { return (struct ffi){s.b, s.a, s.c * 2}; }
static struct cf n(struct cf s) { s.c++; s.f *= 2; return s; }
static struct lf o(struct lf s) { s.l <<= 33; s.f += 0.5f; return s; }
static struct nest p(struct nest s) { s.p = b(s.p, 2); s.q = l(s.q); return s; }
static union uif q(union uif s) { s.i ^= -2147483647 - 1; return s; }
static union uid r(union uid s, int dbl) { if (dbl) s.d *= 2; else s.l *= 2; return s; }
static struct ld t(struct ld s) { s.v *= 3; return s; }
static struct empty_tail u(struct empty_tail s) { s.c[4] = 'x'; s.d = -s.d; return s; }

static double mix(struct d2 x, int a1, struct id y, float b1, struct f2 z, struct lf w, struct di v, struct d2 last,
                  struct d2 over, struct f4 over2) {
  return x.x + x.y + a1 + y.i + y.d + b1 + z.x + z.y + (double)w.l + w.f + v.d + v.i + last.x * last.y +
         over.x * 100 + over.y * 1000 + over2.v[3];
}

int main(void) {
  printf("%g\n", a((struct f1){2.5f}).x);
  struct f2 b1 = b((struct f2){1, 2}, 3);
  printf("%g %g\n", b1.x, b1.y);
  struct f3 c1 = c((struct f3){1, 2, 3});
  printf("%g %g %g\n", c1.x, c1.y, c1.z);
  struct f4 d4 = d((struct f4){{1, 2, 3, 4}}, 2);
  printf("%g %g %g %g\n", d4.v[0], d4.v[1], d4.v[2], d4.v[3]);
  printf("%g\n", e((struct d1){1}).x);
  struct d2 f1 = f((struct d2){1, 2}, (struct d2){10, 20});
  printf("%g %g\n", f1.x, f1.y);
  struct d3 g1 = g((struct d3){1, 2, 3});
  printf("%g %g %g\n", g1.x, g1.y, g1.z);
  struct id h1 = h((struct id){4, 0.5});
  struct di k1 = k((struct di){1.5, 5});
  printf("%d %g %g %d\n", h1.i, h1.d, k1.d, k1.i);
  struct fi l1 = l((struct fi){7.9f, 3});
  struct ffi m1 = m((struct ffi){1, 2, 3});
  struct cf n1 = n((struct cf){'a', 1.25f});
  struct lf o1 = o((struct lf){3, 1});
  printf("%g %d %g %g %d %c %g %ld %g\n", l1.f, l1.i, m1.a, m1.b, m1.c, n1.c, n1.f, o1.l, o1.f);
  struct nest p1 = p((struct nest){{1, 2}, {3, 4}});
  printf("%g %g %g %d\n", p1.p.x, p1.p.y, p1.q.f, p1.q.i);
  printf("%g %g %ld\n", q((union uif){.f = 1.5f}).f, r((union uid){.d = 1.5}, 1).d, r((union uid){.l = 21}, 0).l);
  printf("%Lg\n", t((struct ld){1.5L}).v);
  struct empty_tail u1 = u((struct empty_tail){1, "abcd"});
  printf("%g %.5s\n", u1.d, u1.c);
  printf("%g\n", mix(f1, 1, h1, 0.5f, b1, (struct lf){2, 0.25f}, k1, (struct d2){2, 3}, (struct d2){4, 5}, d4));
  return 0;
}

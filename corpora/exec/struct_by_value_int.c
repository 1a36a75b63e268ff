// Structs of integers passed and returned by value: one and two eightbytes, odd sizes, and large ones.
#include <stdio.h>

struct s1 { char a; };
struct s3 { char a[3]; };
struct s4 { short a, b; };
struct s6 { short a, b, c; };
struct s8 { int a; char b; };
struct s12 { int a, b, c; };
struct s16 { long a, b; };
struct s13 { char a[13]; };
struct s24 { long a, b, c; };
struct s40 { int v[10]; };

static struct s1 f1(struct s1 x) { x.a++; return x; }
static struct s3 f3(struct s3 x) { x.a[0] += x.a[2]; return x; }
static struct s4 f4(struct s4 x, struct s4 y) { return (struct s4){(short)(x.a + y.b), (short)(x.b - y.a)}; }
static struct s6 f6(struct s6 x) { return (struct s6){x.c, x.b, x.a}; }
static struct s8 f8(struct s8 x) { x.a *= x.b; x.b = (char)-x.b; return x; }
static struct s12 f12(struct s12 x) { return (struct s12){x.b, x.c, x.a}; }
static struct s16 f16(struct s16 x, int k) { return (struct s16){x.a + k, x.b * k}; }
static struct s13 f13(struct s13 x) { for (int i = 0; i < 13; i++) x.a[i] = (char)(x.a[i] + i); return x; }
static struct s24 f24(struct s24 x, struct s24 y) { return (struct s24){x.a + y.c, x.b + y.b, x.c + y.a}; }
static struct s40 f40(struct s40 x, int i) { x.v[i] = x.v[9 - i] * 2; return x; }

// More arguments than registers: some structs go to the stack whole.
static long many(struct s16 a, struct s16 b, struct s12 c, struct s8 d, struct s4 e, struct s24 f, int g) {
  return a.a + 2 * a.b + 3 * b.a + 4 * b.b + 5 * c.a + 6 * c.c + 7 * d.a + 8 * d.b + 9 * e.a + 10 * f.b + 11 * g;
}

int main(void) {
  printf("%d\n", f1((struct s1){41}).a);
  struct s3 a3 = f3((struct s3){{1, 2, 3}});
  printf("%d %d %d\n", a3.a[0], a3.a[1], a3.a[2]);
  struct s4 a4 = f4((struct s4){1, 2}, (struct s4){30, -40});
  printf("%d %d\n", a4.a, a4.b);
  struct s6 a6 = f6((struct s6){1, -2, 3});
  printf("%d %d %d\n", a6.a, a6.b, a6.c);
  struct s8 a8 = f8((struct s8){100, 7});
  printf("%d %d\n", a8.a, a8.b);
  struct s12 a12 = f12((struct s12){1, 2, 3});
  printf("%d %d %d\n", a12.a, a12.b, a12.c);
  struct s16 a16 = f16((struct s16){1L << 40, -5}, 3);
  printf("%ld %ld\n", a16.a, a16.b);
  struct s13 a13 = f13((struct s13){"aaaaaaaaaaa"});
  printf("%.11s %d %d\n", a13.a, a13.a[11], a13.a[12]);
  struct s24 a24 = f24((struct s24){1, 2, 3}, (struct s24){10, 20, 30});
  printf("%ld %ld %ld\n", a24.a, a24.b, a24.c);
  struct s40 a40 = f40((struct s40){{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}, 3);
  printf("%d %d\n", a40.v[3], a40.v[4]);
  printf("%ld\n", many(a16, (struct s16){1, 2}, a12, a8, a4, a24, 99));
  return 0;
}

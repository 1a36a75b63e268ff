// Bit-fields: signed and unsigned, wrap-around, zero width, mixed with plain members, compound assignment.
#include <stdio.h>

struct s {
  unsigned a : 3;
  signed b : 4;
  unsigned c : 1;
  unsigned : 0;
  unsigned d : 17;
  int e : 15;
  unsigned char f : 5;
  long long g : 40;
  unsigned long long h : 24;
  char tail;
};

static void show(const struct s *p) {
  printf("%u %d %u %u %d %u %lld %u %d\n", p->a, p->b, p->c, p->d, p->e, p->f, (long long)p->g,
         (unsigned)p->h, p->tail);
}

static struct s bump(struct s v) {
  v.a++;
  v.b--;
  v.c ^= 1;
  v.d += 70000;
  v.e -= 100;
  v.f <<= 1;
  v.g *= -3;
  v.h |= 0xabc;
  return v;
}

int main(void) {
  struct s x = {7, -8, 1, 131071, -16384, 31, -500000000000LL, 0xffffff, 'z'};
  show(&x);
  struct s y = bump(x);
  show(&y);
  y = bump(y);
  show(&y);
  struct s z = {.b = 5, .h = 1};
  show(&z);
  z.a = 9 & 7;
  z.d = (unsigned)z.b * 1000u;
  z.e = z.b - 10;
  show(&z);
  printf("%zu\n", sizeof(struct s));
  int sum = 0;
  for (z.a = 0; z.a < 7; z.a++)
    sum += z.a;
  printf("%d\n", sum);
  return 0;
}

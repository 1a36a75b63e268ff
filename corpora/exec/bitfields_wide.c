// Packed bit-fields whose storage unit is wider than 128 bits: read, write, sign, neighbours left alone.
// compilers differ: in the arithmetic type of a bit-field wider than int; the expected output is clang's.
#include <stdio.h>

#pragma pack(push)
#pragma pack(1)
struct wide {
  signed a : 29;
  signed b : 30;
  unsigned c : 8;
  signed d : 31;
  unsigned e : 17;
  signed f : 21;
};
struct wider {
  unsigned long long a : 60;
  signed long long b : 50;
  unsigned c : 1;
  signed d : 1;
  unsigned long long e : 64;
  signed f : 24;
};
#pragma pack(pop)

static struct wide g = {-5, 77, 200, -1000000000, 99999, -1048576};

static void show(const struct wide *w) { printf("%d %d %u %d %u %d\n", w->a, w->b, w->c, w->d, w->e, w->f); }

int main(void) {
  struct wide l = g;
  show(&g);
  printf("%zu %zu\n", sizeof(struct wide), sizeof(struct wider));
  for (int i = 0; i < 4; i++) {
    l.a += 3 * i;
    l.b = -l.b * 2 + i;
    l.c++;
    l.d ^= l.a;
    l.e = (unsigned)l.d >> 3;
    l.f = l.f + l.c;
    show(&l);
  }
  struct wider w = {0};
  for (int i = 0; i < 5; i++) {
    w.a = w.a * 31 + 0x123456789abcdefULL;
    w.b = ~w.b + (long long)(w.a >> 20);
    w.c = (unsigned)i;
    w.d = i;
    w.e = w.e ^ (w.a << 7);
    w.f -= 3 << i;
    printf("%llu %lld %u %d %llu %d\n", (unsigned long long)w.a, (long long)w.b, w.c, w.d, (unsigned long long)w.e, w.f);
  }
  if (w.b) puts("b");
  return l.c > w.c;
}

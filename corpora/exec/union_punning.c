// Unions: type punning, common initial sequences, arrays in unions, anonymous members, tagged unions.
#include <stdint.h>
#include <stdio.h>

union word {
  uint32_t u;
  int32_t i;
  float f;
  uint8_t b[4];
  struct {
    uint16_t lo, hi;
  } h;
};

struct value {
  enum { INT, DBL, STR, LIST } tag;
  union {
    long i;
    double d;
    const char *s;
    struct {
      const struct value *items;
      int n;
    };
  };
};

static double eval(const struct value *v) {
  switch (v->tag) {
  case INT: return (double)v->i;
  case DBL: return v->d;
  case STR: return v->s[0];
  case LIST: {
    double s = 0;
    for (int i = 0; i < v->n; i++)
      s += eval(&v->items[i]);
    return s;
  }
  }
  return -1;
}

union big {
  char c;
  long long l[3];
};

int main(void) {
  union word w = {.f = 1.0f};
  printf("%08x %d %02x%02x%02x%02x %04x %04x\n", w.u, w.i, w.b[0], w.b[1], w.b[2], w.b[3], w.h.lo, w.h.hi);
  w.b[3] |= 0x80;
  printf("%g\n", w.f);
  w.h.lo = 0xffff;
  printf("%x\n", w.u);
  const struct value kids[] = {{INT, .i = 4}, {DBL, .d = 0.5}, {STR, .s = "A"}};
  const struct value inner = {LIST, .items = kids, .n = 2};
  const struct value two[] = {inner, kids[2]};
  printf("%g %g\n", eval(&inner), eval(&(struct value){LIST, .items = two, .n = 2}));
  union big x = {'a'}, y = x;
  y.l[2] = 5;
  printf("%c %zu %lld\n", x.c, sizeof x, y.l[2]);
  union { double d; uint64_t u; } bits = {.d = -2.0};
  printf("%llx %d\n", (unsigned long long)bits.u, (int)((bits.u >> 52) & 0x7ff) - 1023);
  return 0;
}

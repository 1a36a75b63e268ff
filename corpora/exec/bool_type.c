// _Bool: conversions from every kind of scalar, in structs, arrays, bit-fields and as results.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct flags {
  bool a;
  _Bool b : 1;
  bool c[3];
};

static bool from_int(int v) { return v; }
static bool from_double(double v) { return v; }
static bool from_ptr(const void *v) { return v; }

int main(void) {
  printf("%d %d %d\n", from_int(256), from_int(0), from_int(-1));
  printf("%d %d %d\n", from_double(0.25), from_double(0.0), from_double(-0.0));
  printf("%d %d\n", from_ptr("x"), from_ptr(0));
  bool t = true;
  t += 5;
  printf("%d\n", t);
  t = 0.5f;
  printf("%d %d\n", t, !t);
  struct flags f = {2, 1, {0, 4, 0}};
  printf("%d %d %d%d%d %zu\n", f.a, f.b, f.c[0], f.c[1], f.c[2], sizeof(bool));
  f.b = 0;
  f.c[2] = f.c[1] && !f.b;
  printf("%d %d\n", f.b, f.c[2]);
  unsigned char raw;
  memcpy(&raw, &f.a, 1);
  printf("%d\n", raw);
  int count = 0;
  for (int i = 0; i < 8; i++)
    count += (i & 1) == 0 && (i > 2 || i == 0);
  printf("%d\n", count);
  bool x = (bool)0x100, y = (bool)(char)0x100;
  printf("%d %d %d %d\n", x, y, x ^ y, x | y);
  return 0;
}

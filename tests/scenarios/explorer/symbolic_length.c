// A block whose length is an input multiplies no paths: bytes at its end are conditional on the length.
// RUN: summ run --replay --json %s
// JSON: functions[name=part].cases == 6
// JSON: functions[name=part].status == "complete"
// JSON: functions[name=fill].cases == 2
// JSON: functions[name=fill].status == "complete"
// JSON: functions[name=shift].cases == 3
// JSON: functions[name=shift].status == "complete"
// JSON: functions[name=huge].status == "partial"
// JSON: totals.diverged == 0
// RUN: summ show part
// CHECK: out of bounds at .*: outside buf, which has 8 bytes
// CHECK: returns +n > 3 && src\[3\] == 7
// RUN: summ show huge
// CHECK: cut: array bound
#include <string.h>
struct s { int a, b, c, d; };
int part(const unsigned char *src, unsigned n) {
  unsigned char buf[8] = {1,2,3,4,5,6,7,8};
  memcpy(buf, src, n);
  return buf[0] == 9 && buf[7] == 8 && buf[3] == 7;
}
int fill(unsigned n) {
  struct s v[4] = {{0}};
  if (n > 4) return -1;
  memset(v, 0xff, n * sizeof *v);
  return v[2].c == -1;
}
int shift(char *p, unsigned n) {
  char b[6] = "abcde";
  if (n > 4) return -1;
  memmove(b + 1, b, n);
  return b[3] == 'c' ? b[1] : b[2] == 'c';
}
char big[1 << 20];
int huge(const char *src, unsigned n) {
  if (n > sizeof big) return -1;
  memcpy(big, src, n);
  return n > 3 && big[3] == 'x';
}

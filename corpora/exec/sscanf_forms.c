// sscanf: integers, floats, strings, sets, widths, suppression, %n, literal matching, failure counts.
#include <stdio.h>

int main(void) {
  int a = 0, b = 0, n = 0;
  unsigned u = 0;
  long l = 0;
  short h = 0;
  float f = 0;
  double d = 0;
  char s[16] = "", t[16] = "", c = 0;
  printf("%d", sscanf("12 -34", "%d %d", &a, &b));
  printf(" %d %d\n", a, b);
  printf("%d", sscanf("0x1f 077 99", "%i %i %u", &a, &b, &u));
  printf(" %d %d %u\n", a, b, u);
  printf("%d", sscanf("ff 17", "%x %o", &u, (unsigned *)&a));
  printf(" %u %d\n", u, a);
  printf("%d", sscanf("3.5 -2e3", "%f %lf", &f, &d));
  printf(" %g %g\n", f, d);
  printf("%d", sscanf("  word next", "%s %c", s, &c));
  printf(" %s %c\n", s, c);
  printf("%d", sscanf("key = value;", "%[a-z] = %[^;]", s, t));
  printf(" %s %s\n", s, t);
  printf("%d", sscanf("123456", "%3d%2d%n", &a, &b, &n));
  printf(" %d %d %d\n", a, b, n);
  printf("%d", sscanf("10,20", "%*d,%d", &b));
  printf(" %d\n", b);
  printf("%d", sscanf("9000000000 -7", "%ld %hd", &l, &h));
  printf(" %ld %d\n", l, h);
  printf("%d %d %d\n", sscanf("x", "%d", &a), sscanf("", "%d", &a), sscanf("5 x", "%d %d", &a, &b));
  printf("%d", sscanf("2009-02-03", "%4d-%2d-%2d", &a, &b, &n));
  printf(" %d %d %d\n", a, b, n);
  printf("%d", sscanf("abc", "%2s%c", s, &c));
  printf(" %s %c\n", s, c);
  printf("%d\n", sscanf("100%", "%d%%", &a));
  return 0;
}

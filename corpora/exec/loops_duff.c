// Loop forms: for, while, do, empty bodies, break and continue at depth, Duff's device, unsigned countdown.
#include <stdio.h>

static void copy(char *to, const char *from, int n) {
  int rounds = (n + 7) / 8;
  switch (n % 8) {
  case 0: do { *to++ = *from++; /* fall through */
  case 7: *to++ = *from++; /* fall through */
  case 6: *to++ = *from++; /* fall through */
  case 5: *to++ = *from++; /* fall through */
  case 4: *to++ = *from++; /* fall through */
  case 3: *to++ = *from++; /* fall through */
  case 2: *to++ = *from++; /* fall through */
  case 1: *to++ = *from++;
  } while (--rounds > 0);
  }
}

static int pairs(int limit) {
  int found = 0;
  for (int a = 1;; a++) {
    if (a > limit)
      break;
    for (int b = a; b <= limit; b++) {
      if ((a + b) % 3)
        continue;
      for (int c = b;; c++) {
        if (c * c > a * a + b * b)
          break;
        if (c * c == a * a + b * b)
          found += c;
      }
    }
  }
  return found;
}

int main(void) {
  char b[32] = {0};
  const char *s = "the device copies this text";
  for (int n = 1; n < 27; n += 5) {
    copy(b, s, n);
    b[n] = '|';
  }
  puts(b);
  printf("%d\n", pairs(30));
  unsigned u = 5;
  while (u-- > 0)
    printf("%u ", u);
  printf("%u\n", u);
  int i = 10;
  do
    i -= 3;
  while (i > 0);
  printf("%d\n", i);
  for (i = 0; i < 1000 && i * i < 500; i++)
    ;
  printf("%d\n", i);
  int n = 0;
  for (signed char c = 120; c > 0; c = (signed char)(c + 1))
    n++;
  printf("%d\n", n);
  for (double x = 0; x < 1; x += 0.25)
    printf("%g ", x);
  long k = 1;
  while (k < 1L << 40)
    k *= 7;
  printf("%ld\n", k);
  return 0;
}

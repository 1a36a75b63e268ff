// Less used parts of libc: the environment, rounding and exception flags, linear search, reopened streams, file positions.
#define _GNU_SOURCE
#include <errno.h>
#include <fenv.h>
#include <libgen.h>
#include <math.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void environment(void) {
  char own[] = "SUMM_OWN=first";
  printf("%d %d\n", setenv("SUMM_A", "1", 0), setenv("SUMM_A", "2", 0));
  printf("%s\n", getenv("SUMM_A"));
  setenv("SUMM_A", "a longer value", 1);
  putenv(own);
  own[9] = 'F';
  printf("%s %s\n", getenv("SUMM_A"), getenv("SUMM_OWN"));
  unsetenv("SUMM_A");
  errno = 0;
  int bad = setenv("A=B", "x", 1);
  printf("%s %s %d %d\n", getenv("SUMM_A") ? "set" : "unset", getenv("SUMM_OWN"), bad, errno == EINVAL);
}

static void rounding(void) {
  volatile double one = 1, three = 3, half = 2.5;
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (int i = 0; i < 4; i++) {
    fesetround(modes[i]);
    double q = one / three, r = rint(half), n = -one / three;
    long whole = lrint(half);
    int kept = fegetround() == modes[i];
    fesetround(FE_TONEAREST);
    printf("%.20g %g %.20g %ld %d\n", q, r, n, whole, kept);
  }
  fenv_t env;
  feclearexcept(FE_ALL_EXCEPT);
  printf("%d\n", fetestexcept(FE_DIVBYZERO | FE_INVALID));
  volatile double zero = 0, inf = one / zero;
  printf("%d %d\n", fetestexcept(FE_DIVBYZERO) == FE_DIVBYZERO, isinf(inf));
  feholdexcept(&env);
  volatile double nan = zero / zero;
  printf("%d %d\n", fetestexcept(FE_DIVBYZERO), fetestexcept(FE_INVALID) == FE_INVALID && nan != nan);
  fesetenv(&env);
  printf("%d %d\n", fetestexcept(FE_DIVBYZERO) == FE_DIVBYZERO, fetestexcept(FE_INVALID));
  feraiseexcept(FE_OVERFLOW);
  printf("%d\n", fetestexcept(FE_OVERFLOW) == FE_OVERFLOW);
}

static int same(const void *a, const void *b) { return *(const int *)a != *(const int *)b; }

static void searching(void) {
  int list[6] = {5, 3, 9}, key = 9, other = 4;
  size_t n = 3;
  int *at = lfind(&key, list, &n, sizeof *list, same);
  printf("%td %d\n", at - list, lfind(&other, list, &n, sizeof *list, same) == NULL);
  at = lsearch(&other, list, &n, sizeof *list, same);
  printf("%td %zu %d\n", at - list, n, list[3]);
  printf("%d %d\n", strverscmp("file9", "file10") < 0, strverscmp("a", "a"));
  char two[] = "abcdef", swapped[7] = "";
  swab(two, swapped, 6);
  printf("%s %td\n", swapped, (char *)rawmemchr(two, 'd') - two);
  char path[] = "/usr/lib/name.c", again[] = "plain";
  printf("%s ", basename(path));
  printf("%s %s\n", dirname(path), dirname(again));
}

static void files(void) {
  char name[64], other[72], line[64];
  snprintf(name, sizeof name, "/tmp/summ-exec-%d", (int)getpid());
  snprintf(other, sizeof other, "%s.2", name);
  FILE *f = fopen(name, "w+");
  fpos_t at;
  fputs("first\n", f);
  fgetpos(f, &at);
  fputs("second\n", f);
  fsetpos(f, &at);
  printf("%s", fgets(line, sizeof line, f));
  fclose(f);
  printf("%d\n", rename(name, other));
  f = fopen(other, "r");
  f = freopen(other, "a", f);
  fputs("third\n", f);
  f = freopen(other, "r", f);
  while (fgets(line, sizeof line, f)) printf("%s", line);
  fclose(f);
  f = freopen(other, "r", stdin);
  printf("%c\n", getchar());
  fflush(stdout);
  dprintf(1, "%s %d\n", "direct", 7);
  printf("%d %d\n", remove(other), rename(name, other) < 0 && errno == ENOENT);
  struct timespec ts;
  printf("%d\n", timespec_get(&ts, TIME_UTC) == TIME_UTC && ts.tv_sec > 0);
}

int main(void) {
  environment();
  rounding();
  searching();
  files();
  printf("%.6f %.6f %.6f\n", j0(1.5), jn(2, 3.0), y1(2.0));
  return 0;
}

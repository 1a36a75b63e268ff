// Variable length arrays: loops over sizes, sizeof at run time, in a loop, as parameter, freed per iteration.
#include <stdio.h>
#include <string.h>

static int sum(int n, const int a[n]) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

static int fill(int n) {
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = i * i - n;
  printf("%zu ", sizeof a);
  return sum(n, a);
}

static unsigned checksum(const char *s) {
  char copy[strlen(s) + 1];
  strcpy(copy, s);
  unsigned h = 5381;
  for (size_t i = 0; i + 1 < sizeof copy; i++)
    h = h * 33 + (unsigned char)copy[sizeof copy - 2 - i];
  return h;
}

static int next(int *n) { return ++*n; }

int main(void) {
  for (int n = 1; n <= 40; n += 13)
    printf("%d\n", fill(n));
  printf("%u %u\n", checksum(""), checksum("variable length"));
  int k = 2;
  int b[next(&k)];
  printf("%d %zu\n", k, sizeof b / sizeof *b);
  size_t z = sizeof(char[next(&k)]);
  printf("%d %zu\n", k, z);
  typedef long row[k];
  row r;
  for (int i = 0; i < k; i++)
    r[i] = i + 0x100000000L;
  k = 100;
  printf("%zu %ld\n", sizeof(row), r[3]);
  long (*p)[] = &r;
  printf("%ld\n", (*p)[2]);
  int total = 0;
  for (int i = 1; i < 2000; i++) {
    char tmp[i];
    tmp[0] = 1;
    tmp[i - 1] = (char)(i & 3);
    total += tmp[0] + tmp[i / 2 ? i - 1 : 0];
  }
  printf("%d\n", total);
  return 0;
}

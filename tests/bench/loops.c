// Loop-heavy: the inner loops of a sieve, a matrix product, a bytewise checksum, a heap sort and a double sum. SCALE
// stretches the run; the result depends on all of it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SCALE
#define SCALE 10
#endif

static unsigned char sieve[200000];
static int a[96][96], b[96][96], c[96][96];
static unsigned table[256];

static unsigned primes(void) {
  unsigned n = 0;
  memset(sieve, 1, sizeof sieve);
  for (unsigned i = 2; i < sizeof sieve; i++) {
    if (!sieve[i]) continue;
    n++;
    for (unsigned j = 2 * i; j < sizeof sieve; j += i) sieve[j] = 0;
  }
  return n;
}

static int product(int seed) {
  int n = 96, sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i][j] = i * seed + j, b[i][j] = i - j * seed;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int s = 0;
      for (int k = 0; k < n; k++) s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
  for (int i = 0; i < n; i++) sum ^= c[i][n - 1 - i];
  return sum;
}

static unsigned checksum(const unsigned char *p, unsigned n) {
  unsigned crc = ~0u;
  for (unsigned i = 0; i < n; i++) crc = table[(crc ^ p[i]) & 255] ^ crc >> 8;
  return ~crc;
}

static void sift(int *v, int root, int n) {
  for (;;) {
    int child = 2 * root + 1;
    if (child >= n) return;
    if (child + 1 < n && v[child] < v[child + 1]) child++;
    if (v[root] >= v[child]) return;
    int t = v[root];
    v[root] = v[child];
    v[child] = t;
    root = child;
  }
}

static int sorted(int n, unsigned seed) {
  int *v = malloc((unsigned)n * sizeof *v);
  for (int i = 0; i < n; i++) v[i] = (int)((seed = seed * 1103515245u + 12345u) >> 8);
  for (int i = n / 2; i-- > 0;) sift(v, i, n);
  for (int i = n; i-- > 1;) {
    int t = v[0];
    v[0] = v[i];
    v[i] = t;
    sift(v, 0, i);
  }
  int r = v[n / 2];
  free(v);
  return r;
}

static double harmonic(int n) {
  double s = 0;
  for (int i = 1; i <= n; i++) s += 1.0 / i - s * 1e-9;
  return s;
}

int main(void) {
  for (unsigned i = 0; i < 256; i++) {
    unsigned r = i;
    for (int k = 0; k < 8; k++) r = r & 1 ? r >> 1 ^ 0xedb88320u : r >> 1;
    table[i] = r;
  }
  unsigned h = 0;
  double d = 0;
  for (int i = 0; i < SCALE; i++) {
    h = h * 31 + primes();
    h = h * 31 + (unsigned)product(i);
    h = h * 31 + checksum(sieve, sizeof sieve);
    h = h * 31 + (unsigned)sorted(20000, h);
    d += harmonic(200000);
  }
  printf("%08x %.9f\n", h, d);
  return 0;
}

// Vector extensions: arithmetic, comparison, shuffles, element access, conversion, passing by value.
#include <stdio.h>

typedef int v4i __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef double v2d __attribute__((vector_size(16)));
typedef unsigned char v16b __attribute__((vector_size(16)));
typedef long v2l __attribute__((vector_size(16)));

static v4i axpy(int a, v4i x, v4i y) { return a * x + y; }
static v4f scale(v4f x, float k) { return x * k; }

static void show(v4i v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }

static int sum(v4i v) {
  int s = 0;
  for (int i = 0; i < 4; i++)
    s += v[i];
  return s;
}

int main(void) {
  v4i a = {1, 2, 3, 4}, b = {10, -20, 30, -40};
  show(axpy(3, a, b));
  show(a > 2);
  show(a == (v4i){1, 0, 3, 0});
  show((a << 2) ^ b);
  show(-b / a);
  show(b % 7);
  a[2] = 99;
  show(a);
  printf("%d\n", sum(b));
  show(__builtin_shufflevector(a, b, 0, 4, 1, 5));
  v4f f = scale((v4f){0.5f, 1.5f, -2, 4}, 2);
  printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
  v4i back = __builtin_convertvector(f, v4i);
  show(back);
  v2d d = {1.5, 2.5};
  d += 1;
  d *= d;
  printf("%g %g\n", d[0], d[1]);
  v2l bits = (v2l)(v2d){1.0, -0.0};
  printf("%lx %lx\n", bits[0], bits[1]);
  v16b c;
  for (int i = 0; i < 16; i++)
    c[i] = (unsigned char)(i * 17);
  c = (c >> 1) + 1;
  printf("%d %d %d\n", c[0], c[7], c[15]);
  v4i arr[2] = {a, b};
  arr[0] += arr[1];
  show(arr[0]);
  show(~a & 0xff);
  return 0;
}

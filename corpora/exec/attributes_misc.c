// Attributes and linkage: constructor, destructor, weak, alias, section-free, used, packed enum, old-style code.
#include <stdio.h>

static int boot;

__attribute__((constructor)) static void start(void) { boot = 42; }
__attribute__((destructor)) static void stop(void) { printf("stop %d\n", boot); }

int real_impl(int x) { return x + 1; }
int other_name(int x) __attribute__((alias("real_impl")));
__attribute__((weak)) int maybe(int x) { return -x; }
extern int absent(int) __attribute__((weak));

static int unused __attribute__((unused)) = 3;
static const int kept __attribute__((used)) = 4;

struct __attribute__((packed)) tight {
  char c;
  int i;
  short s;
};
struct __attribute__((aligned(16))) wide {
  char c;
};

struct anon {
  int a;
  struct {
    int b;
    union {
      int c;
      float d;
    };
  };
};

static int two(a, b) int a; int b; { return a * 10 + b; }

int tentative;
int tentative;
int tentative = 9;

int main(void) {
  printf("%d %d %d\n", boot, other_name(4), maybe(4));
  printf("%d\n", absent == 0);
  struct tight t[2] = {{1, 2, 3}, {4, 5, 6}};
  printf("%zu %d %d %zu\n", sizeof t, t[1].i, t[1].s, sizeof(struct wide));
  struct anon n = {1, {2, {3}}};
  n.b += n.a;
  printf("%d %d\n", n.b, n.c);
  printf("%d %d %d\n", two(4, 2), tentative, kept);
  boot++;
  __asm__ volatile("" ::: "memory");
  if (__builtin_expect(boot != 43, 0))
    __builtin_unreachable();
  printf("%s\n", __func__);
  return 0;
}

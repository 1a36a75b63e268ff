// _Generic, _Static_assert, typeof, _Alignof, _Alignas and __builtin_choose_expr.
#include <stddef.h>
#include <stdio.h>

#define kind(x)                                                                                              \
  _Generic((x), char: "char", signed char: "schar", int: "int", unsigned: "uint", long: "long", float: "float", \
      double: "double", char *: "str", const char *: "cstr", int *: "intp", void *: "ptr", default: "other")

#define max(a, b)                                                                                            \
  ({                                                                                                         \
    __typeof__(a) a_ = (a);                                                                                  \
    __typeof__(b) b_ = (b);                                                                                  \
    a_ > b_ ? a_ : b_;                                                                                       \
  })

static int abs_i(int x) { return x < 0 ? -x : x; }
static double abs_d(double x) { return x < 0 ? -x : x; }
#define my_abs(x) _Generic((x), int: abs_i, double: abs_d)(x)

_Static_assert(sizeof(long) == 8, "LP64");
_Static_assert(offsetof(struct { char c; int i; }, i) == 4, "padding");

struct aligned {
  char c;
  _Alignas(32) int v;
};

int main(void) {
  int i = -3;
  const char *cs = "s";
  printf("%s %s %s %s\n", kind('a'), kind((char)1), kind(1u), kind(1L));
  printf("%s %s %s %s %s\n", kind(1.0f), kind(1.0), kind(cs), kind(&i), kind((void *)0));
  printf("%s %s\n", kind((short)1), kind(&cs));
  printf("%d %g\n", my_abs(i), my_abs(-2.5));
  printf("%d %g %ld\n", max(i, 4), max(1.5, i), max(5L, 3));
  printf("%zu %zu %zu\n", sizeof(struct aligned), offsetof(struct aligned, v), _Alignof(struct aligned));
  struct aligned a = {1, 2};
  printf("%d\n", (int)((unsigned long)&a.v % 32));
  __typeof__(int[3]) arr = {1, 2, 3};
  printf("%zu %d\n", sizeof arr, arr[2]);
  printf("%d\n", __builtin_choose_expr(1, 10, "no"));
  printf("%d\n", __builtin_types_compatible_p(int, __typeof__(i)));
  return 0;
}

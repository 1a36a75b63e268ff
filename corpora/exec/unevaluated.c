// Operands that C does not evaluate: __builtin_constant_p, sizeof, typeof and the unselected arm of _Generic may name
// what could not be read.
#include <stdio.h>

static int constant(const char *text) { return __builtin_constant_p(text[123456]); }
static int none(const int *p) { return __builtin_constant_p(*p) + (int)sizeof *p + (int)sizeof(p[99]); }
static int calls;
static int count(void) { return ++calls; }

int main(void) {
  typeof(count()) x = 5;
  printf("%d %d\n", constant("hi"), none(&x));
  printf("%d %d\n", (int)sizeof(count()), x);
  printf("%d\n", _Generic(x, int: 1, default: count()));
  printf("%d %d\n", __builtin_constant_p(3 + 4), __builtin_constant_p("text"));
  printf("%d\n", __builtin_choose_expr(1, 2, count()));
  printf("%d\n", calls);
  return 0;
}

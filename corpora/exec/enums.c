// Enumerations: values, negative, large, in switch, arrays and bit-fields, arithmetic on them.
#include <stdio.h>

enum color { RED, GREEN = 5, BLUE, NEG = -3, ZERO = GREEN - 5 };
enum big { SMALL = 1, HUGE_ = 0x7fffffffffLL };
enum { ANON = 12, MASK = 1 << 3 | 1 << 1 };
typedef enum op { ADD, SUB, LAST_ = SUB } op;

static const char *name(enum color c) {
  switch (c) {
  case RED: return "red";
  case GREEN: return "green";
  case BLUE: return "blue";
  case NEG: return "neg";
  }
  return "?";
}

struct packed {
  enum color c : 4;
  op o : 2;
};

static int weights[LAST_ + 1] = {[ADD] = 3, [SUB] = -3};

int main(void) {
  for (int i = -3; i <= 6; i++)
    printf("%s ", name((enum color)i));
  printf("\n%d %zu %zu\n", ZERO, sizeof(enum color), sizeof(enum big));
  printf("%lld\n", (long long)HUGE_ + SMALL);
  enum color c = RED;
  c++;
  c += 4;
  printf("%d %s %d\n", c, name(c), c > RED);
  struct packed p = {NEG, SUB};
  printf("%d %d\n", p.c, p.o);
  int s = 0;
  for (op o = ADD; o <= LAST_; o++)
    s = s * 10 + weights[o];
  printf("%d %d %d\n", s, ANON, MASK);
  return BLUE;
}

// Statement expressions, nested conditional expressions, the comma operator, and the omitted middle operand.
#include <stdio.h>

#define SWAP(a, b)                                                                                           \
  ({                                                                                                         \
    __typeof__(a) t_ = (a);                                                                                  \
    (a) = (b);                                                                                               \
    (b) = t_;                                                                                                \
  })

static int calls;
static int once(int v) {
  calls++;
  return v;
}

static const char *grade(int n) {
  return n >= 90 ? n >= 97 ? "A+" : "A" : n >= 80 ? "B" : n >= 70 ? n == 77 ? "C!" : "C" : "F";
}

static int digits(long n) {
  return ({
    int c = 0;
    do {
      c++;
      n /= 10;
    } while (n);
    c;
  });
}

int main(void) {
  int x = 1, y = 2;
  SWAP(x, y);
  printf("%d %d\n", x, y);
  printf("%s %s %s %s %s %s\n", grade(99), grade(93), grade(85), grade(77), grade(71), grade(3));
  printf("%d %d %d\n", digits(0), digits(12345), digits(-1000000000000L));
  int a = (x++, y += x, x * y);
  printf("%d %d %d\n", a, x, y);
  int i, j;
  for (i = 0, j = 10; i < j; i += 2, j--)
    ;
  printf("%d %d\n", i, j);
  printf("%d ", once(0) ?: once(7));
  printf("%d ", once(5) ?: once(7));
  printf("%d\n", calls);
  int v = ({
    int s = 0;
    for (int k = 0; k < 5; k++) {
      if (k == 3)
        continue;
      s += ({ int sq = k * k; sq; });
    }
    s;
  });
  printf("%d\n", v);
  int m = 3, n = 0;
  (m > 2 ? &m : &n)[0] = 50;
  printf("%d %d\n", m, n);
  printf("%d\n", (m, n, 8));
  return 0;
}

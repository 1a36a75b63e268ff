// Recursion and mutual recursion: a recursive descent calculator, Ackermann, Hanoi, even and odd, gcd.
#include <ctype.h>
#include <stdio.h>

static const char *at;
static long expr(void);

static long atom(void) {
  while (*at == ' ')
    at++;
  if (*at == '(') {
    at++;
    long v = expr();
    at++;
    return v;
  }
  if (*at == '-') {
    at++;
    return -atom();
  }
  long v = 0;
  while (isdigit((unsigned char)*at))
    v = v * 10 + (*at++ - '0');
  while (*at == ' ')
    at++;
  return v;
}

static long product(void) {
  long v = atom();
  while (*at == '*' || *at == '/' || *at == '%') {
    char op = *at++;
    long w = atom();
    v = op == '*' ? v * w : op == '/' ? v / w : v % w;
  }
  return v;
}

static long expr(void) {
  long v = product();
  while (*at == '+' || *at == '-') {
    char op = *at++;
    long w = product();
    v = op == '+' ? v + w : v - w;
  }
  return v;
}

static long eval(const char *s) {
  at = s;
  return expr();
}

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static unsigned ack(unsigned m, unsigned n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }

static int moves;
static void hanoi(int n, char a, char b, char c) {
  if (n == 0)
    return;
  hanoi(n - 1, a, c, b);
  moves++;
  if (n == 4)
    printf("%c%c ", a, c);
  hanoi(n - 1, b, a, c);
}

int main(void) {
  printf("%ld %ld %ld\n", eval("1 + 2 * 3"), eval("(1+2)*3 - -4"), eval("100/7 % 5 * (2 - (3 - 8))"));
  printf("%d %d\n", even(101), odd(77));
  printf("%u %d\n", ack(2, 3), gcd(1071, 462));
  hanoi(6, 'A', 'B', 'C');
  printf("%d\n", moves);
  return 0;
}

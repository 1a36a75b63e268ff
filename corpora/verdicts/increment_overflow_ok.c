// verdict: ok
// options: --check overflow
// A counter that is incremented once more than its guard allows for.
extern int nondet_int(void);

int main(void) {
  int n = nondet_int();
  if (n < 0 || n == 0x7fffffff)
    return 0;
  n = n + 1;
  return n > 100;
}

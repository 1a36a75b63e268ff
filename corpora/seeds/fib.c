// entry: fib
//
// CAUT section 2.1 and Fig. 2: recursive Fibonacci numbers. The paper's `error` is `return -1` here.
// The paper: four tests cover all paths, n < 0, n == 0, n == 1 and n > 1. The recursive calls feed no
// decision of the unit, so they need no symbolic analysis.
// summ must find: 4 cases, complete; the slicer says that neither recursive call reaches a decision; the
// case n > 1 returns fib(n - 1) + fib(n - 2) as call terms.

int fib(int n) {
  if (n < 0)
    return -1;
  else if (n == 0 || n == 1)
    return 1;
  else
    return fib(n - 1) + fib(n - 2);
}

// verdict: ok
// options: --check all,-uninit
// A pointer that was never set is only looked at.
int main(void) {
  int *p, x = 3;
  if (p == &x) return 1;
  p = &x;
  return *p;
}

// verdict: error out of bounds line 10
// A pointer that walks an array two by two and is compared for inequality with the end.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[6] = {1, 2, 3, 4, 5, 6}, s = 0;
  int odd = __VERIFIER_nondet_int();
  const int *p = a + (odd == 1), *end = a + 6;
  while (p != end) {
    s += *p;
    p += 2;
  }
  return s;
}

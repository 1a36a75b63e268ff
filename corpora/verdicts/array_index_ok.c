// verdict: ok
// An index from outside into a local array, checked off by one in the bad version.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[10];
  for (int i = 0; i < 10; i++)
    a[i] = i * i;
  int idx = __VERIFIER_nondet_int();
  if (idx < 0 || idx >= 10)
    return 0;
  return a[idx] > 50;
}

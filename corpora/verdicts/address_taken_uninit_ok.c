// verdict: ok
// Written and read through a pointer that is itself a local.
int main(void) {
  int x;
  int *p = &x;
  *p = 2;
  if (*p == 3) return 1;
  return 0;
}

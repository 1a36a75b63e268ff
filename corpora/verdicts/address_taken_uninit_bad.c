// verdict: error uninitialised read line 6
// Never written, and read through a pointer that is itself a local.
int main(void) {
  int x;
  int *p = &x;
  if (*p == 3) return 1;
  return 0;
}

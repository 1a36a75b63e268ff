// verdict: error use after free line 6
// options: --check all,-uninit
// A pointer that was never set leads nowhere, also when uninitialised values are let pass.
int main(void) {
  int *p;
  return *p;
}

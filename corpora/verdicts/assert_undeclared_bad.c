// verdict: error assertion failed line 8
// assert without its header is a function nobody defines; it means the same.
extern int nondet_int(void);
void assert(int);
int main(void) {
  int x = nondet_int();
  if (x > 3)
    assert(x > 4);
  return 0;
}

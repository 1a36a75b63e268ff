// verdict: ok
// What follows a loop that never ends is not reached.
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int state;
static int next(int x) { return x ? 0 : state; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3) {
    while (1) {
      if (next(x)) reach_error();
    }
  }
  for (;;)
    if (x > 3) reach_error();
}

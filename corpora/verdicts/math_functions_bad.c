// verdict: error assertion failed line 9
// remainder goes to the nearest multiple, fmod towards zero.
#include <math.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  double y = 3.0;
  if (__VERIFIER_nondet_int() == 17) y = 4.0;
  if (remainder(7.0, y) == -fmod(7.0, y) / 3.0) reach_error();
  return 0;
}

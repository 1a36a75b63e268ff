// verdict: error assertion failed line 16
// Building a symmetric matrix from inputs.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int m[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j <= i; j++) {
      m[i][j] = __VERIFIER_nondet_int();
      m[j][i] = m[i][j];
    }
  m[2][0] = m[1][1];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      assert(m[i][j] == m[j][i]);
  return 0;
}

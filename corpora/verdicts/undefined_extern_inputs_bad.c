// verdict: error assertion failed line 10
// Any function without a body gives inputs: a sensor read twice may answer differently.
#include <assert.h>
extern int read_sensor(void);

int main(void) {
  int a = read_sensor();
  int b = read_sensor();
  if (a > 0 && a < 10)
    assert(b > 0);
  return 0;
}

// verdict: error division by zero line 5
#include <stdlib.h>
int main(void) {
  int a = rand() % 10;
  return 100 / a;
}

// verdict: error null dereference line 4
#include <time.h>
int main(void) {
  return localtime(0)->tm_sec;
}

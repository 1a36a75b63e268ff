// verdict: ok
#include <assert.h>
#include <time.h>
int main(void) {
  time_t now = time(NULL);
  struct tm *t = localtime(&now);
  assert(t->tm_mon >= 0 && t->tm_mon < 12);
  return 0;
}

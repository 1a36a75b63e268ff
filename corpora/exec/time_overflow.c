// A time whose year does not fit an int has no broken-down form.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <time.h>

int main(void) {
  time_t far = LONG_MAX, near = 86400;
  struct tm tm = {0};
  errno = 0;
  printf("%d", gmtime(&far) == NULL);
  printf(" %d\n", errno == EOVERFLOW);
  printf("%d %d\n", localtime(&far) == NULL, gmtime_r(&far, &tm) == NULL);
  printf("%d %d\n", gmtime_r(&near, &tm) == &tm, tm.tm_mday);
  return 0;
}

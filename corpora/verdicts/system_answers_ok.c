// verdict: ok
// System calls answer within what the manual promises.
#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
void reach_error(void);
int main(void) {
  struct timespec want = {0, 1000}, left;
  int r = nanosleep(&want, &left), ends[2];
  if (r != 0 && r != -1) reach_error();
  if (r && (left.tv_nsec < 0 || left.tv_nsec > 999999999 || !errno)) reach_error();
  if (!pipe(ends)) {
    if (ends[0] < 0 || ends[0] == ends[1]) reach_error();
    close(ends[0]);
  }
  if (!strerror(errno)) reach_error();
  return 0;
}

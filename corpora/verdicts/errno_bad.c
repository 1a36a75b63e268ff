// verdict: error assertion failed line 8
// A system call may set errno.
#include <errno.h>
int poll_sensor(void);
void reach_error(void);
int main(void) {
  errno = 0;
  if (poll_sensor() < 0 && errno == EINTR) reach_error();
  return 0;
}

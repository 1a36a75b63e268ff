// verdict: ok
// errno begins at 0, keeps what is assigned, and any system call may change it.
#include <errno.h>
int poll_sensor(void);
void reach_error(void);
int main(void) {
  if (errno) reach_error();
  errno = EDOM;
  if (errno != EDOM) reach_error();
  errno = 0;
  int r = poll_sensor();
  if (r < 0 && errno == 0) return 1;
  return 0;
}

// verdict: error assertion failed line 6
// A pipe may not come about.
#include <unistd.h>
void reach_error(void);
int main(void) {
  int ends[2]; if (pipe(ends)) reach_error();
  return ends[0] < 0;
}

// verdict: ok
#include <assert.h>
int main(int argc, char **argv) {
  assert(argc >= 1);
  if (argc == 2) {
    assert(argv[0] && argv[1] && !argv[2]);
    return argv[1][0];
  }
  return 0;
}

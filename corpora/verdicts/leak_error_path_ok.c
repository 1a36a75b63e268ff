// verdict: ok
// options: --check leak
#include <stdlib.h>
extern int nondet_int(void);
static char *kept;
static void drop(void) { free(kept); }
int main(void) {
  atexit(drop);
  kept = malloc(4);
  char *b = realloc(malloc(2), 8);
  if (nondet_int()) exit((free(b), 1));
  free(b);
  return 0;
}

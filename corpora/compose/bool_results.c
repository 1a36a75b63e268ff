// entry: gatekeeper
// _Bool parameters and results, short-circuit evaluation with calls in conditions.
#include <stdbool.h>

static int asked;

static bool member(int id) {
  asked++;
  return id >= 100 && id < 200;
}

static bool banned(int id) {
  asked++;
  return id == 150;
}

int gatekeeper(int id, bool open) {
  asked = 0;
  if (open || (member(id) && !banned(id)))
    return asked == 2 ? 2 : asked == 0 ? 0 : 1;
  if (asked == 1)
    return -1;
  return -2;
}

// entry: safe_len
// A callee that follows its argument; the caller passes NULL in one case.
#include <stddef.h>

struct s {
  int len;
  int cap;
};

static int room(const struct s *x) { return x->cap - x->len; }

int safe_len(int use, int len) {
  struct s x = {len & 15, 16};
  const struct s *p = use > 5 ? &x : NULL;
  if (use == 0)
    return -1;
  int r = room(p);
  if (r < 4)
    return 1;
  return 0;
}

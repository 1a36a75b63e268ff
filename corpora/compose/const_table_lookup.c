// entry: code_of
// A search in a constant table of structures with strings.
#include <stddef.h>

struct kw {
  const char *name;
  int code;
};
static const struct kw table[3] = {{"a", 5}, {"ab", 6}, {"b", 7}};

static int equal(const char *x, const char *y) {
  while (*x != 0 && *x == *y) {
    x++;
    y++;
  }
  return *x == *y;
}

static const struct kw *lookup(const char *s) {
  for (int i = 0; i < 3; i++)
    if (equal(table[i].name, s))
      return &table[i];
  return NULL;
}

int code_of(const char s[3]) {
  if (s[0] != 0 && s[1] != 0 && s[2] != 0)
    return -2;
  const struct kw *k = lookup(s);
  if (k == NULL)
    return -1;
  if (k->code == 6)
    return 2;
  return 1;
}

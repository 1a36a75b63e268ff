// Error handling without setjmp: codes, out-parameters, cleanup attribute, errno-style state, early returns.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum err { OK, E_SYNTAX, E_RANGE, E_MEMORY };

static int open_count;

static void release(char **p) {
  free(*p);
  open_count--;
}

static enum err parse(const char *s, int lo, int hi, int *out) {
  char *end;
  errno = 0;
  long v = strtol(s, &end, 10);
  if (end == s || *end != 0)
    return E_SYNTAX;
  if (errno == ERANGE || v < lo || v > hi)
    return E_RANGE;
  *out = (int)v;
  return OK;
}

static enum err twice(const char *s, char **result) {
  __attribute__((cleanup(release))) char *copy = malloc(strlen(s) * 2 + 1);
  open_count++;
  if (copy == NULL)
    return E_MEMORY;
  if (*s == 0)
    return E_SYNTAX;
  strcpy(copy, s);
  strcat(copy, s);
  *result = strdup(copy);
  return *result ? OK : E_MEMORY;
}

static const char *name(enum err e) {
  static const char *const names[] = {[OK] = "ok", [E_SYNTAX] = "syntax", [E_RANGE] = "range", [E_MEMORY] = "memory"};
  return names[e];
}

int main(void) {
  const char *in[] = {"42", "-7", "x", "", "12x", "500", "99999999999999999999"};
  for (unsigned i = 0; i < sizeof in / sizeof *in; i++) {
    int v = -1;
    enum err e = parse(in[i], -10, 100, &v);
    printf("%s %d\n", name(e), v);
  }
  char *r = NULL;
  printf("%s ", name(twice("ab", &r)));
  printf("%s %d\n", r, open_count);
  free(r);
  printf("%s ", name(twice("", &r)));
  printf("%d\n", open_count);
  return E_RANGE;
}

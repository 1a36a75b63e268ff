// Near names by the restricted Damerau-Levenshtein distance (insert, delete, replace, swap neighbours), three
// rows of the table at a time. A name is near if at most a third of its letters, and at least one, would have
// to change; a name that starts with what was typed is near too.
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

static size_t min2(size_t a, size_t b) { return a < b ? a : b; }

size_t cli_distance(const char *a, const char *b, size_t limit) {
  size_t n = strlen(a), m = strlen(b);
  if ((n > m ? n - m : m - n) > limit) return limit + 1;
  size_t *rows = cli_realloc(NULL, 3 * (m + 1) * sizeof *rows);
  size_t *before = rows, *last = rows + m + 1, *now = rows + 2 * (m + 1);
  for (size_t j = 0; j <= m; j++) last[j] = j;
  for (size_t i = 1; i <= n; i++) {
    now[0] = i;
    for (size_t j = 1; j <= m; j++) {
      now[j] = min2(last[j - 1] + (a[i - 1] != b[j - 1]), min2(last[j], now[j - 1]) + 1);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        now[j] = min2(now[j], before[j - 2] + 1);
    }
    size_t *spare = before;
    before = last, last = now, now = spare;
  }
  size_t distance = last[m];
  free(rows);
  return min2(distance, limit + 1);
}

typedef struct {
  const char *name;
  size_t distance, position;
} candidate;

static int by_distance(const void *a, const void *b) {
  const candidate *x = a, *y = b;
  if (x->distance != y->distance) return x->distance < y->distance ? -1 : 1;
  return x->position < y->position ? -1 : x->position > y->position;
}

size_t cli_nearest(const char *name, const char *const *names, size_t count, const char **out, size_t limit) {
  size_t length = strlen(name), found = 0;
  if (!length || !count) return 0;
  candidate *near = cli_realloc(NULL, count * sizeof *near);
  for (size_t i = 0; i < count; i++) {
    size_t bound = length / 3 > 1 ? length / 3 : 1;
    size_t distance = cli_distance(name, names[i], bound);
    if (distance > bound && length >= 3 && !strncmp(name, names[i], length)) distance = bound;
    if (distance <= bound) near[found++] = (candidate){names[i], distance, i};
  }
  qsort(near, found, sizeof *near, by_distance);
  found = min2(found, limit);
  for (size_t i = 0; i < found; i++) out[i] = near[i].name;
  free(near);
  return found;
}

char *cli_suggest(const char *name, const char *const *names, size_t count) {
  const char *near[3];
  size_t found = cli_nearest(name, names, count, near, 3);
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) abort();
  for (size_t i = 0; i < found; i++)
    fprintf(out, "%s'%s'%s", i ? ", " : " (near: ", near[i], i + 1 == found ? ")" : "");
  fclose(out);
  return text;
}

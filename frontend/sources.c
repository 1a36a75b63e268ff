/* What to read: file names given by hand, or the entries of a compile database. */
#include "frontend/project.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static fe_unit *new_unit(fe_sources *s, const char *path, const char *dir) {
  if (s->n == s->cap) {
    s->cap = s->cap ? 2 * s->cap : 16;
    s->units = fe_xrealloc(s->units, s->cap * sizeof *s->units);
  }
  fe_unit *u = &s->units[s->n++];
  *u = (fe_unit){.path = fe_xstrdup(path), .dir = fe_xstrdup(dir)};
  return u;
}

static fe_sources *new_sources(void) {
  fe_sources *s = fe_xrealloc(NULL, sizeof *s);
  *s = (fe_sources){0};
  return s;
}

void fe_sources_add(fe_sources *s, const char *path, const char *const *flags, size_t nflags) {
  char *dir = getcwd(NULL, 0);
  fe_unit *u = new_unit(s, path, dir ? dir : "/");
  free(dir);
  for (size_t i = 0; i < nflags; i++) fe_strv_add(&u->args, flags[i]);
  /* Given by hand, it is C whatever it is called. */
  const char *dot = strrchr(path, '.');
  if (!dot || (strcmp(dot, ".c") && strcmp(dot, ".i"))) {
    fe_strv_add(&u->args, "-x");
    fe_strv_add(&u->args, "c");
  }
}

fe_sources *fe_sources_files(const char *const *paths, size_t n, const char *const *flags, size_t nflags) {
  fe_sources *s = new_sources();
  for (size_t i = 0; i < n; i++) fe_sources_add(s, paths[i], flags, nflags);
  return s;
}

size_t fe_sources_count(const fe_sources *s) { return s->n; }

void fe_sources_free(fe_sources *s) {
  if (!s) return;
  for (size_t i = 0; i < s->n; i++) {
    free(s->units[i].path);
    free(s->units[i].dir);
    free(s->units[i].error);
    fe_strv_free(&s->units[i].args);
  }
  fe_strv_free(&s->notes);
  free(s->units);
  free(s);
}

/* Owned strings, string lists, paths and whole files: the ground the project reader stands on. */
#include "frontend/project.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void *fe_xrealloc(void *p, size_t size) {
  void *q = realloc(p, size ? size : 1);
  if (q) return q;
  fputs("summ: out of memory\n", stderr);
  abort();
}

char *fe_xstrdup(const char *s) {
  size_t n = strlen(s) + 1;
  return memcpy(fe_xrealloc(NULL, n), s, n);
}

char *fe_xformat(const char *format, ...) {
  va_list ap, again;
  va_start(ap, format);
  va_copy(again, ap);
  int n = vsnprintf(NULL, 0, format, ap);
  va_end(ap);
  char *s = fe_xrealloc(NULL, (size_t)n + 1);
  vsnprintf(s, (size_t)n + 1, format, again);
  va_end(again);
  return s;
}

void fe_strv_take(fe_strv *l, char *s) {
  if (l->n + 1 >= l->cap) {
    l->cap = l->cap ? 2 * l->cap : 16;
    l->v = fe_xrealloc(l->v, l->cap * sizeof *l->v);
  }
  l->v[l->n++] = s;
}

void fe_strv_add(fe_strv *l, const char *s) { fe_strv_take(l, fe_xstrdup(s)); }

void fe_strv_terminate(fe_strv *l) {
  fe_strv_take(l, NULL);
  l->n--;
}

void fe_strv_free(fe_strv *l) {
  for (size_t i = 0; i < l->n; i++) free(l->v[i]);
  free(l->v);
  *l = (fe_strv){0};
}

char *fe_path_join(const char *dir, const char *path) {
  char *full = *path == '/' || !*dir ? fe_xstrdup(path) : fe_xformat("%s/%s", dir, path);
  bool absolute = *full == '/';
  char *out = full;
  size_t floor = 0; /* what a leading ".." of a relative path has made untouchable */
  size_t n = 0;
  if (absolute) out[n++] = '/', floor = 1;
  for (char *p = full; *p;) {
    char *end = p + strcspn(p, "/");
    size_t len = (size_t)(end - p);
    bool up = len == 2 && p[0] == '.' && p[1] == '.';
    if (!len || (len == 1 && *p == '.')) {
      /* nothing */
    } else if (up && n > floor) {
      while (n > floor && out[n - 1] != '/') n--;
      if (n > floor) n--;
    } else if (!up || !absolute) {
      if (n && out[n - 1] != '/') out[n++] = '/';
      memmove(out + n, p, len);
      n += len;
      if (up) floor = n;
    }
    p = *end ? end + 1 : end;
  }
  if (!n) out[n++] = '.';
  out[n] = 0;
  return out;
}

uint8_t *fe_read_file(const char *path, size_t *len) {
  struct stat st;
  if (stat(path, &st) || !S_ISREG(st.st_mode)) return NULL;
  FILE *f = fopen(path, "rb");
  if (!f) return NULL;
  size_t cap = (size_t)st.st_size + 1, n = 0;
  uint8_t *buf = fe_xrealloc(NULL, cap);
  for (size_t got; (got = fread(buf + n, 1, cap - n, f)) > 0;) {
    n += got;
    if (n == cap) buf = fe_xrealloc(buf, cap *= 2);
  }
  bool bad = ferror(f);
  fclose(f);
  if (bad) return free(buf), NULL;
  buf[n] = 0;
  *len = n;
  return buf;
}

/* Looking things up by the names people use. */
#include "frontend/project.h"

#include <string.h>

/* Does path end with the components of suffix? */
static bool path_ends(const char *path, const char *suffix, size_t n) {
  size_t len = strlen(path);
  return len >= n && !strncmp(path + len - n, suffix, n) && (len == n || path[len - n - 1] == '/' || *suffix == '/');
}

size_t fe_find_func(const fe_program *p, const char *name, uint32_t *out, size_t cap) {
  size_t found = 0;
  const char *colon = strrchr(name, ':');
  for (uint32_t i = 0; i < p->nfuncs; i++) {
    const fe_func *f = &p->funcs[i];
    bool hit = !strcmp(f->name, name) || (f->usr && !strcmp(f->usr, name));
    if (!hit && colon && !strcmp(f->name, colon + 1) && f->file != FE_NONE)
      hit = path_ends(p->files[f->file].path, name, (size_t)(colon - name));
    if (!hit) continue;
    if (found < cap) out[found] = i;
    found++;
  }
  return found;
}

uint32_t fe_find_global(const fe_program *p, const char *name) {
  const char *colon = strrchr(name, ':');
  for (uint32_t i = 0; i < p->nglobals; i++) {
    const fe_global *g = &p->globals[i];
    if (!strcmp(g->name, name) || (g->usr && !strcmp(g->usr, name))) return i;
    if (colon && !strcmp(g->name, colon + 1) && g->file != FE_NONE &&
        path_ends(p->files[g->file].path, name, (size_t)(colon - name)))
      return i;
  }
  return FE_NONE;
}

const char *fe_reg_name(const fe_func *f, fe_reg r, bool *is_object) {
  uint32_t lo = 0, hi = f->nnames;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (f->names[mid].reg < r)
      lo = mid + 1;
    else
      hi = mid;
  }
  if (lo == f->nnames || f->names[lo].reg != r) return NULL;
  if (is_object) *is_object = f->names[lo].is_object;
  return f->names[lo].name;
}

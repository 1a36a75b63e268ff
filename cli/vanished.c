#include "cli/vanished.h"

#include "cli/cli.h"
#include "cli/input.h"

#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool has(const char **sorted, size_t n, const char *text) {
  return n && bsearch(&text, sorted, n, sizeof *sorted, by_text);
}

static bool failed(const fe_program *p, const char *file) {
  for (uint32_t i = 0; i < p->nfailures; i++)
    if (!strcmp(p->failures[i].file, file)) return true;
  return false;
}

int cli_drop_vanished(const cli_options *o, store *st, const fe_program *p, const cli_result *r,
                      store_error *err) {
  store_briefs *all;
  int code = store_list(st, &all, err);
  if (code) return code;
  const char **usrs = cli_realloc(NULL, (p->nfuncs + 1) * sizeof *usrs);
  const char **files = cli_realloc(NULL, (p->nfiles + 1) * sizeof *files);
  bool everything = !o->entry && !o->functions.count;
  size_t nusrs = 0;
  for (uint32_t i = 0; i < p->nfuncs; i++) {
    bool idle = p->funcs[i].is_model && everything && r->units[i].state < CLI_UNIT_CURRENT;
    if (p->funcs[i].has_body && !idle) usrs[nusrs++] = p->funcs[i].usr;
  }
  for (uint32_t i = 0; i < p->nfiles; i++) files[i] = p->files[i].path;
  if (nusrs) qsort(usrs, nusrs, sizeof *usrs, by_text);
  if (p->nfiles) qsort(files, p->nfiles, sizeof *files, by_text);
  bool project = cli_database(o) && !p->nfailures;
  for (uint32_t i = 0; i < all->n && !code; i++) {
    const store_brief *b = &all->items[i];
    if (has(usrs, nusrs, b->usr) || failed(p, b->file)) continue;
    if (project || has(files, p->nfiles, b->file)) code = store_delete_function(st, b->usr, err);
  }
  free(usrs), free(files);
  store_briefs_free(all);
  return code;
}

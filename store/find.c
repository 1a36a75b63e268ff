/* Lists of functions: all, by name, by callee. They come from the table `names`, which is sorted by name and small. */
#define _GNU_SOURCE
#include "store/records.h"

#include <stdlib.h>
#include <string.h>

typedef struct gather {
  mem_arena *arena;
  store_briefs *out;
  uint32_t cap;
  /* filters; NULL: none */
  const char *name, *file;
  bool damaged;
} gather;

/* Does path end in the parts of wanted? "util/a.c" matches "src/util/a.c" and not "src/futil/a.c". */
static bool path_ends(const char *path, const char *wanted) {
  size_t n = strlen(path), m = strlen(wanted);
  return m <= n && !strcmp(path + n - m, wanted) && (m == n || path[n - m - 1] == '/');
}

static int gather_one(void *self, const uint8_t *k, size_t nkey, const uint8_t *data, size_t len,
                      store_error *err) {
  gather *g = self;
  (void)k, (void)nkey, (void)err;
  store_brief b = {0};
  if (!data || !brief_decode(g->arena, data, len, &b)) {
    g->damaged = true;
    return 0;
  }
  if (g->name && strcmp(b.name, g->name)) return 0;
  if (g->file && !path_ends(b.file, g->file)) return 0;
  if (g->out->n == g->cap) { /* the arena keeps the old array; doubling wastes at most as much again */
    g->cap = g->cap ? 2 * g->cap : 16;
    store_brief *items = mem_alloc(g->arena, g->cap * sizeof *items);
    if (g->out->n) memcpy(items, g->out->items, g->out->n * sizeof *items);
    g->out->items = items;
  }
  g->out->items[g->out->n++] = b;
  return 0;
}

static int gather_all(store *st, gather *g, store_briefs **out, store_error *err) {
  g->out = record_new(sizeof *g->out, &g->arena);
  key k = g->name ? key_name(g->name, "")
                  : (key){0}; /* what the keys of all functions of that name begin with */
  db_lock(st);
  int status = db_each(st, DB_NAMES, k.bytes, k.n, gather_one, g, err);
  db_unlock(st);
  if (!status && g->damaged)
    status = store_fail(err, STORE_CORRUPT,
                        "%s: entries of table 'names' are damaged: run summ check, then summ run to make "
                        "them anew",
                        st->file);
  if (status)
    record_free(g->out);
  else
    *out = g->out;
  return status;
}

int store_list(store *st, store_briefs **out, store_error *err) {
  gather g = {0};
  return gather_all(st, &g, out, err);
}

void store_briefs_free(store_briefs *b) { record_free(b); }

/* A USR: straight to its entry. */
static int find_usr(store *st, const char *usr, store_briefs **out, store_error *err) {
  store_function *f;
  int status = store_get_function(st, usr, &f, err);
  if (status) return status;
  gather g = {.name = f->name};
  store_briefs *all;
  status = gather_all(st, &g, &all, err);
  if (!status) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < all->n; i++)
      if (!strcmp(all->items[i].usr, usr)) all->items[n++] = all->items[i];
    all->n = n;
    *out = all;
  }
  store_function_free(f);
  return status;
}

/* A name that is not there may be one whose key was damaged; only then the whole table is looked at. */
static int not_found(store *st, const char *name, store_error *err) {
  store_briefs *all;
  int status = store_list(st, &all, err);
  if (status) return status;
  store_briefs_free(all);
  return store_fail(err, STORE_NOT_FOUND, "the store %s has no function '%s'", st->path, name);
}

int store_find(store *st, const char *name, store_briefs **out, store_error *err) {
  if (!strncmp(name, "c:", 2)) {
    int status = find_usr(st, name, out, err);
    if (status != STORE_NOT_FOUND) return status;
  }
  char *copy = strcpy(mem_realloc(NULL, strlen(name) + 1), name), *colon = strrchr(copy, ':');
  gather g = {.name = copy};
  if (colon) *colon = 0, g.file = copy, g.name = colon + 1;
  store_briefs *found;
  int status = gather_all(st, &g, &found, err);
  if (!status && !found->n) {
    store_briefs_free(found);
    status = not_found(st, name, err);
  } else if (!status) {
    *out = found;
  }
  free(copy);
  return status;
}

/* ---- callers ---- */

typedef struct callers {
  const char *callee;
  mem_arena *arena;
  const char **usrs; /* in order of the keys, not of the USRs: long ones are keyed by a hash */
  uint32_t n, cap;
  bool damaged;
} callers;

static int has_callee(void *self, const uint8_t *k, size_t nkey, const uint8_t *data, size_t len,
                      store_error *err) {
  callers *c = self;
  (void)k, (void)nkey, (void)err;
  mem_arena *a = mem_arena_new();
  state s;
  if (!data || !state_decode(a, data, len, &s)) {
    c->damaged = true;
    s.ncallees = 0;
  }
  bool calls = false;
  for (uint32_t i = 0; !calls && i < s.ncallees; i++) calls = !strcmp(s.callees[i], c->callee);
  if (calls) {
    if (c->n == c->cap) c->usrs = mem_realloc(c->usrs, (c->cap = 2 * c->cap + 16) * sizeof *c->usrs);
    c->usrs[c->n++] = mem_strdup(c->arena, s.usr);
  }
  mem_arena_free(a);
  return STORE_OK;
}

static int compare_texts(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int store_callers(store *st, const char *usr, store_briefs **out, store_error *err) {
  callers c = {.callee = usr, .arena = mem_arena_new()};
  store_briefs *all;
  db_lock(st);
  int status = db_each(st, DB_STATES, NULL, 0, has_callee, &c, err);
  if (!status && c.damaged)
    status = store_fail(err, STORE_CORRUPT,
                        "%s: entries of table 'states' are damaged: run summ check, then summ run to make "
                        "them anew",
                        st->file);
  if (!status) status = store_list(st, &all, err);
  db_unlock(st);
  if (!status) {
    uint32_t n = 0;
    if (c.n) qsort(c.usrs, c.n, sizeof *c.usrs, compare_texts);
    for (uint32_t i = 0; i < all->n; i++)
      if (c.n && bsearch(&all->items[i].usr, c.usrs, c.n, sizeof *c.usrs, compare_texts))
        all->items[n++] = all->items[i];
    all->n = n;
    *out = all;
  }
  free(c.usrs);
  mem_arena_free(c.arena);
  return status;
}

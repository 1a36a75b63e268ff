/* What the store's tests share: temporary folders, records made from a number. */
#ifndef TESTS_STORE_COMMON_H
#define TESTS_STORE_COMMON_H

#include "store/store.h"
#include "tests/synth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static inline char *temp_folder(void) {
  const char *base = getenv("TMPDIR");
  char *path = malloc(200);
  snprintf(path, 200, "%s/summ-store-XXXXXX", base && *base ? base : "/tmp");
  if (!mkdtemp(path)) abort();
  return path;
}

static inline void remove_folder(const char *path) {
  static const char *const files[] = {"data.mdb",         "lock.mdb",         "writer",
                                      "compact/data.mdb", "compact/lock.mdb", "compact"};
  char file[400];
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    snprintf(file, sizeof file, "%s/%s", path, files[i]);
    remove(file);
  }
  rmdir(path);
}

/* Function number n in its version v: name f<n>, three places, callees f<n+1> and f<n+2>. */
typedef struct made {
  store_function f;
  sum_summary *s;
  char usr[64], name[32], file[32], callee[2][64];
  const char *callees[2], *params[2], *edges[3];
  store_place places[3];
} made;

static inline void make_function(made *m, uint32_t n, uint64_t v) {
  memset(m, 0, sizeof *m);
  snprintf(m->name, sizeof m->name, "f%u", n);
  snprintf(m->usr, sizeof m->usr, "c:@F@f%u", n);
  snprintf(m->file, sizeof m->file, "src/m%u.c", n % 7);
  for (uint32_t i = 0; i < 2; i++) {
    snprintf(m->callee[i], sizeof m->callee[i], "c:@F@f%u", n + 1 + i);
    m->callees[i] = m->callee[i];
  }
  m->params[0] = "p0", m->params[1] = "p1";
  m->edges[0] = "default", m->edges[1] = "case 1", m->edges[2] = "case 2";
  m->places[0] =
      (store_place){.insn = 3, .kind = STORE_BRANCH, .line = 10 + n, .col = 7, .text = "p0 != NULL"};
  m->places[1] = (store_place){
      .insn = 9, .kind = STORE_SWITCH, .line = 12 + n, .text = "p1", .edges = m->edges, .nedges = 3};
  m->places[2] = (store_place){.insn = 12, .kind = STORE_CALL, .line = 14 + n, .col = 3, .text = "g(p1)"};
  m->f = (store_function){.usr = m->usr,
                          .name = m->name,
                          .signature = "int f(node *p0, int p1)",
                          .file = m->file,
                          .line = 9 + n,
                          .engine = "engine 1",
                          .params = m->params,
                          .nparams = 2,
                          .callees = m->callees,
                          .ncallees = 2,
                          .places = m->places,
                          .nplaces = 3};
  memset(m->f.body, (int)(n + v), 32);
  memset(m->f.options, 7, 32);
  m->s = synth_summary(m->usr, m->name, n * UINT64_C(1000003) + v, 1 + (uint32_t)((n + v) % 12));
}

#endif

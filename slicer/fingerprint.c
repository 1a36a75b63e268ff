/* What a unit's summary owes to the slicer, as one hash. The verdicts rest on facts of the whole program (who writes which
 * memory, which functions a pointer leads to, who may not return); an edit anywhere can change them while the unit's own
 * body stays as it was. Hashed are the conclusions, not the facts: an edit that moves facts but no conclusion leaves the
 * hash alone. Functions are named by USR, places by their position in the body, so that nothing depends on how many
 * other functions the program has or on line numbers. */
#include "slicer/impl.h"

#include <llvm-c/blake3.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT = 1 }; /* change when the meaning of a verdict changes */

static void put(llvm_blake3_hasher *h, uint64_t v) { llvm_blake3_hasher_update(h, &v, sizeof v); }

static void put_text(llvm_blake3_hasher *h, const char *s) {
  size_t n = s ? strlen(s) : 0;
  put(h, n); /* the length keeps neighbours apart */
  if (n) llvm_blake3_hasher_update(h, s, n);
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void put_functions(llvm_blake3_hasher *h, const fe_program *p, const uint32_t *funcs, uint32_t n) {
  const char **names = slice_alloc(n, sizeof *names);
  for (uint32_t i = 0; i < n; i++) {
    const fe_func *f = &p->funcs[funcs[i]];
    names[i] = f->usr ? f->usr : f->name ? f->name : "";
  }
  if (n) qsort(names, n, sizeof *names, by_text);
  put(h, n);
  for (uint32_t i = 0; i < n; i++) put_text(h, names[i]);
  free(names);
}

static void put_site(llvm_blake3_hasher *h, const slice_program *sp, uint32_t func, const slice_site *s) {
  put(h, s->insn);
  put(h, (uint64_t)s->verdict | (uint64_t)s->by_data << 8 | (uint64_t)s->may_not_return << 9 |
             (uint64_t)s->reaches_exit << 10);
  put(h, s->ndecisions);
  for (uint32_t i = 0; i < s->ndecisions; i++) put(h, s->decisions[i]);
  put(h, s->nchecks);
  for (uint32_t i = 0; i < s->nchecks; i++) put(h, s->checks[i].insn << 8 | s->checks[i].kind);
  uint32_t n;
  bool complete;
  const uint32_t *targets = slice_targets(sp, func, s->call, &n, &complete);
  put(h, complete);
  put_functions(h, sp->p, targets, n);
}

void slice_fingerprint(slice_program *sp, uint32_t func, uint8_t out[32]) {
  const slice_result *r = slice_func(sp, func);
  slice_scc scc = slice_scc_at(sp, slice_scc_of(sp, func));
  llvm_blake3_hasher h;
  llvm_blake3_hasher_init(&h);
  put(&h, FORMAT);
  put(&h, scc.recursive);
  put_functions(&h, sp->p, scc.funcs, scc.n);
  put(&h, r->nsites);
  for (uint32_t i = 0; i < r->nsites; i++) put_site(&h, sp, func, &r->sites[i]);
  llvm_blake3_hasher_finalize(&h, out, 32);
}

/* Inside the slicer: what slice_new computes once and slice_func reads. */
#ifndef SLICER_IMPL_H
#define SLICER_IMPL_H

#include "slicer/pointsto.h"
#include "slicer/slicer.h"

#include <pthread.h>
#include <stdatomic.h>

/* A cell is a piece of an object that the program only ever reads and writes as a whole, or (blob) all of an object that
 * no scalar access names. Two accesses can touch the same bytes only if they touch a common cell. */
typedef struct slice_cell {
  uint32_t obj;
  int64_t off;
  uint32_t size; /* bytes; 0: blob */
  bool folded;   /* stands for several elements */
} slice_cell;

/* Memory a function touches directly through a parameter: told per parameter, so that each call site can say which
 * objects that means there. */
typedef struct slice_access {
  uint32_t param;
  int64_t off;
  uint64_t len; /* SLICE_SCALAR, or a block's length, SLICE_ANY when unknown */
  bool write;
} slice_access;
#define SLICE_SCALAR UINT64_C(0)
#define SLICE_ANY UINT64_MAX

typedef struct slice_effect { /* of one call site: numbers of cell sets, in effect_sets */
  uint32_t first, nmod, nref; /* mods, then refs */
  bool may_not_return;
  const char *reason; /* why it is a guess, NULL when it is not */
} slice_effect;

typedef struct slice_summary {
  uint32_t mod, ref; /* cell sets; of the whole SCC when it is recursive */
  uint32_t naccess, capaccess;
  slice_access *access;
} slice_summary;

typedef struct slice_memo { /* (points-to set, offset, length) -> cell set */
  uint32_t pts, cells;
  int64_t off;
  uint64_t len;
} slice_memo;

struct slice_program {
  const fe_program *p;
  slice_options opt;
  pt_graph *g;
  /* points-to sets of the solution, each once; 0 is the empty one */
  slice_pool ptsets;
  uint32_t *ptset_of; /* [node] */
  /* cells, and sets of them, each once; 0 is the empty one */
  uint32_t ncells, capcells;
  slice_cell *cells;
  uint32_t *cell_of_loc, *blob_of, *first_cell; /* first_cell[obj] … first_cell[obj+1]: its cells */
  slice_pool csets;
  slice_memo *memo;
  uint32_t nmemo, memo_size;
  slice_set escaped; /* cells of the outside and of all that escaped to it */
  uint32_t ext_mod, ext_ref,
      all_cells; /* cell sets: what unknown code may write and read; everything writable */
  /* calls */
  uint32_t *targets, *target0; /* [site] first target; targets of all sites in one array */
  uint32_t nsccs, *scc_of, *scc_first, *scc_funcs;
  bool *scc_rec, *not_return;
  bool ext_not_return;
  slice_summary *sums;
  slice_effect *effects; /* [site] */
  uint32_t *effect_sets, neffect_sets, capeffect_sets;
  uint32_t *mem_set;  /* [insn0[func] + insn]: cell set a LOAD, STORE or block operation touches through a */
  uint32_t *mem_set2; /* the same for b (block copies) */
  uint32_t *insn0;    /* [func] */
  char **reasons;
  uint32_t nreasons, capreasons;
  _Atomic(slice_result *) *results;
  pthread_mutex_t lock;
  slice_stats stats;
};

/* callgraph.c */
void slice_build_callgraph(slice_program *sp);
bool slice_call_dies(const slice_program *sp, uint32_t func, const fe_insn *in); /* never returns */

/* cells.c */
void slice_build_cells(slice_program *sp);
uint32_t slice_cells_of(slice_program *sp, uint32_t ptset, int64_t off, uint64_t len);
static inline uint32_t slice_ptset(const slice_program *sp, uint32_t func, fe_reg r) {
  return sp->ptset_of[pt_reg(sp->g, func, r)];
}
bool slice_single(const slice_program *sp, uint32_t cell,
                  uint32_t func); /* one piece of memory at run time, seen from func */

/* modref.c */
void slice_build_modref(slice_program *sp);
const char *slice_reason(slice_program *sp, const char *fmt, const char *arg);

/* control.c: shape of one body */
typedef struct slice_cfg {
  uint32_t nblocks, norder;
  uint32_t *order;          /* reachable blocks in reverse postorder */
  uint32_t *edge0, *nedges; /* [block]: its out-edges */
  uint32_t *ctl0, *ctl;     /* ctl[ctl0[b] … ctl0[b+1]): blocks whose decision says whether b runs */
  bool ctl_all;             /* too many to list: take every decision */
} slice_cfg;
void slice_cfg_build(slice_cfg *c, const fe_func *f);
void slice_cfg_free(slice_cfg *c);
uint32_t slice_out_edges(const fe_func *f, const fe_block *b, uint32_t *first);

/* classes.c: the memory of one body, as few classes of cells as tell its accesses apart */
typedef struct slice_span {
  uint32_t first, n; /* into slice_classes.list */
} slice_span;
typedef struct slice_classes {
  uint32_t n; /* class n-1 is "cells nobody reads here" */
  uint32_t *list;
  slice_span *mem, *mem2; /* [insn]: classes touched through a, through b */
  slice_span *mod, *ref;  /* [call] */
  bool *strong;           /* [insn]: a STORE that overwrites all of its one class */
  bool *outlives;         /* [class]: still there after return */
  uint32_t *member;       /* [class]: one cell of it, FE_NONE; for printing */
} slice_classes;
void slice_classes_build(slice_classes *k, const slice_program *sp, uint32_t func);
void slice_classes_naive(slice_classes *k, const slice_program *sp, uint32_t func);
void slice_classes_free(slice_classes *k);

/* flow.c */
typedef struct slice_flow slice_flow;
/* Called for each instruction of the final pass over a batch: what is active before it, as masks over the batch's sites
 * (bit i: site first + i). Used to print; NULL for none. */
typedef void slice_watch(void *self, uint32_t first, uint32_t insn, const uint64_t *regs,
                         const uint64_t *classes);
slice_result *slice_compute(const slice_program *sp, uint32_t func, slice_watch *watch, void *self);
void slice_result_free(slice_result *r);

#endif

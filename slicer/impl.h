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
  uint64_t len;  /* SLICE_SCALAR, or a block's length, SLICE_ANY when unknown */
  uint32_t size; /* of a scalar */
  bool exact;    /* off is the offset; else a variable one was added to it */
  bool write;
} slice_access;
#define SLICE_SCALAR UINT64_C(0)
#define SLICE_ANY UINT64_MAX

/* A register as a base plus an offset (places.c). */
typedef struct slice_base {
  uint32_t root; /* register with one value per activation, or nregs + global; FE_NONE: none known */
  int64_t off;
  bool exact; /* false: a variable offset was added */
} slice_base;

/* Memory an instruction or a call touches: cells, and where known bytes [lo, hi) from a base. */
typedef struct slice_touch {
  uint32_t cells, root; /* cell set; FE_NONE: no base */
  int64_t lo, hi;
  bool whole; /* exactly [lo, hi); else somewhere within */
} slice_touch;

typedef struct slice_effect { /* of one call site, in touches */
  uint32_t first, nmod, nref; /* mods, then refs */
  bool may_not_return;        /* set last, by ends.c */
  const char *reason;         /* why it is a guess, NULL when it is not */
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
  slice_touch *touches;
  uint32_t ntouches, captouches;
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

/* ends.c */
void slice_build_ends(slice_program *sp); /* after the effects: which functions and calls may not return */
bool slice_call_dies(const slice_program *sp, uint32_t func, const fe_insn *in); /* never returns */

/* cells.c */
void slice_build_cells(slice_program *sp);
uint32_t slice_cells_of(slice_program *sp, uint32_t ptset, int64_t off, uint64_t len);
static inline uint32_t slice_ptset(const slice_program *sp, uint32_t func, fe_reg r) {
  return sp->ptset_of[pt_reg(sp->g, func, r)];
}
uint32_t slice_existing(const pt_graph *g, uint32_t loc,
                        int64_t off); /* location at an offset from another, FE_NONE: nobody computed it */
bool slice_single(const slice_program *sp, uint32_t cell,
                  uint32_t func); /* one piece of memory at run time, seen from func */

/* modref.c */
void slice_build_modref(slice_program *sp);
uint64_t slice_write_length(const fe_func *f,
                            const fe_insn *in); /* bytes written through a, SLICE_ANY unknown, 0 none */
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

/* places.c: memory of one body named by base and offset */
typedef struct slice_place {
  uint32_t root, cells;
  int64_t off;
  uint32_t size;
} slice_place;
typedef struct slice_hit {
  uint32_t place;
  bool must; /* overwrites it; else may change it */
} slice_hit;
typedef struct slice_span {
  uint32_t first, n; /* into a list */
} slice_span;
typedef struct slice_places {
  uint32_t n;
  slice_place *v;
  uint32_t *of_load; /* [insn]: the place a LOAD reads, FE_NONE */
  slice_span *hit;   /* [insn]: places a write or a call may change, in list */
  slice_span *read;  /* [insn]: places a call reads, in reads */
  slice_hit *list;
  uint32_t *reads;
} slice_places;
slice_base *slice_bases(const fe_func *f);                  /* [reg], to be freed */
slice_base slice_step(const fe_func *f, const fe_insn *in); /* what a PTRADD adds; root means nothing */
slice_touch slice_touch_at(const slice_base *of, fe_reg r, int64_t off, uint64_t len, uint32_t cells);
void slice_places_build(slice_places *k, const slice_program *sp, uint32_t func);
void slice_places_none(slice_places *k, const fe_func *f);            /* no load is a place */
uint32_t slice_place_of(const slice_places *k, const slice_touch *t); /* that is exactly this, FE_NONE */
void slice_places_free(slice_places *k);

/* refine.c: points-to sets of the registers of one body, per program point also for pointers that were in memory */
bool slice_refine(slice_program *sp, uint32_t func); /* did a set become smaller? */

/* classes.c: the memory of one body, as few classes of cells as tell its accesses apart */
typedef struct slice_classes {
  uint32_t n; /* class n-1 is "cells nobody reads here" */
  uint32_t *list;
  slice_span *mem, *mem2; /* [insn]: classes touched through a, through b */
  slice_span *mod, *ref;  /* [call]; ref: what is not a place */
  bool *strong;           /* [insn]: a STORE that overwrites all of its one class */
  bool *outlives;         /* [class]: still there after return */
  uint32_t *member;       /* [class]: one cell of it, FE_NONE; for printing */
} slice_classes;
void slice_classes_build(slice_classes *k, const slice_program *sp, uint32_t func,
                         const slice_places *places);
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

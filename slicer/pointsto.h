/* Inside the slicer: the whole-program points-to graph (object.c, solve.c, constrain.c, libc.c).
 *
 * An object is a global, a stack or heap allocation site, a function, the unknown memory of a parameter (one object per
 * pointed-to type) or the outside world. A location is an object and a byte offset; variable indices fold the offsets of
 * an array onto its first element (pt_range). A node carries a points-to set: one per register of every function, one
 * per returned scalar, one per location for its contents. Edges are inclusions between nodes. */
#ifndef SLICER_POINTSTO_H
#define SLICER_POINTSTO_H

#include "frontend/frontend.h"
#include "slicer/set.h"

typedef enum pt_kind {
  PT_UNKNOWN, /* the outside world: its one location stands for every object that escaped as well */
  PT_UNKFN,   /* a function the program does not name */
  PT_TABLE,   /* constants without pointers: string literals, tables of the C library */
  PT_ERRNO,
  PT_IO,      /* the C library's own state: files, random numbers, locale */
  PT_GLOBAL,  /* a: global */
  PT_FUNC,    /* a: function */
  PT_ALLOCA,  /* a: function, b: instruction */
  PT_HEAP,    /* a: function, b: instruction of the allocating call */
  PT_BYVAL,   /* a: function, b: parameter: the callee's copy */
  PT_VARARGS, /* a: function */
  PT_SYM,     /* a: type: what an input pointer of that type points to */
  PT_TEMP     /* the bytes in flight in a block copy */
} pt_kind;

/* Offsets in [lo, hi) count modulo m, relative to base. Ranges of an object are disjoint. */
typedef struct pt_range {
  int64_t lo, hi, base;
  uint64_t m;
} pt_range;

/* A block copy out of an object: bytes [from, from + len) go to offset to of object dst. */
typedef struct pt_link {
  uint32_t dst;
  int64_t from, to;
  uint64_t len; /* 0: unknown */
} pt_link;

typedef struct pt_obj {
  uint8_t kind;
  bool escaped, is_const;
  uint32_t a, b;
  uint64_t size;  /* 0: unknown */
  uint32_t ctype; /* FE_NONE: unknown */
  uint32_t nranges, nlocs, caplocs, nlinks, caplinks;
  pt_range *ranges;
  uint32_t *locs; /* by offset */
  pt_link *links;
  slice_set copied_from,
      copied_to;                 /* locations block copies into, or (PT_TEMP) out of, this object start at */
  slice_set smear_in, smear_out; /* nodes included in, or including, the contents of every location */
} pt_obj;

typedef struct pt_loc {
  uint32_t obj, node, rep;
  uint32_t stepped; /* variable step from here that was applied last: doing it again changes nothing */
  int64_t off;
} pt_loc;

typedef enum pt_con_kind {
  PT_LOAD,
  PT_STORE,
  PT_GEP,
  PT_COPY_SRC,
  PT_COPY_DST,
  PT_CALL,
  PT_ESCAPE
} pt_con_kind;
/* A constraint waits at the node of a pointer and is applied to each location that arrives there. */
typedef struct pt_con {
  uint8_t kind;
  uint32_t other;  /* node; PT_COPY_*: temp object; PT_CALL: call site */
  int64_t off;     /* PT_GEP */
  uint64_t stride; /* PT_GEP: step of the variable index, 0 for none; PT_COPY_*: length, 0 unknown */
  uint32_t next;
} pt_con;

typedef struct pt_callsite {
  uint32_t func, call, insn;
  slice_set bound;    /* functions already bound */
  slice_set rejected; /* functions the pointer leads to whose type does not agree with the call's */
  bool unknown;       /* may enter code outside the program */
  bool escaped;       /* its arguments were handed to the outside */
} pt_callsite;

typedef enum pt_returns { PT_RETURNS_ANY, PT_RETURNS_PARAM, PT_RETURNS_FRESH } pt_returns;
typedef struct pt_shortcut {
  uint8_t kind;   /* pt_returns */
  uint32_t param; /* PT_RETURNS_PARAM: this parameter plus off, or null */
  int64_t off;
} pt_shortcut;

typedef struct pt_graph {
  const fe_program *p;
  uint32_t nnodes, capnodes;
  uint32_t *rep, *cons, *cons_tail;
  slice_pool pool;
  uint32_t *pts, *done; /* points-to set; the one the constraints were last applied to */
  slice_set *succ;
  uint8_t *dirty; /* bit 0: contents to push on, bit 1: constraints to apply */
  uint32_t nobjs, capobjs, nlocs, caplocs, ncons, capcons, nsites, capsites;
  pt_obj *objs;
  pt_loc *locs;
  pt_con *con;
  pt_callsite *sites;
  uint32_t *site_of;     /* [func]: first entry of its calls in sites (calls in order of fe_func.calls) */
  uint32_t *reg0, *ret0; /* [func]: node of register 0, of returned scalar 0 */
  uint32_t *gobj, *fobj; /* objects of globals and functions */
  uint32_t *vaobj;       /* [func]: varargs object or FE_NONE */
  uint32_t **byval;      /* [func][param]: byval object or FE_NONE; NULL when none */
  uint32_t *heap;        /* [site]: heap object or FE_NONE */
  pt_shortcut *shortcut; /* [func] */
  uint32_t unknown, unkfn, table, err, io; /* objects */
  uint32_t out;    /* node: what escapes; its targets are marked, never propagated from here */
  uint32_t src, u; /* node and location: what comes from outside is this one location */
  uint32_t npending, cappending;
  uint32_t *pending; /* locations whose object's links are to be applied */
  uint32_t nfresh, capfresh;
  struct pt_fresh *fresh; /* links that are to be applied to the locations of their object */
  struct pt_symkey *syms;
  uint32_t nsyms, capsyms;
  uint64_t *typekey; /* [type], 0 not computed */
  uint32_t *reads, *writes,
      capreads; /* [set]: node that includes, or is included in, the contents of its locations */
  struct pt_stepped *stepped;  /* remembered pointer steps */
  uint32_t *order, norder;     /* nodes, successors first, as of the last search for cycles */
  uint64_t nedges, edges_then; /* edges ever added; at that time */
  uint32_t nodes_then;
  bool memory_streams; /* the program makes streams over its own memory: writing to one writes what escaped */
  bool any_external;   /* some call may enter code the program does not have */
} pt_graph;

/* object.c */
uint32_t pt_new_node(pt_graph *g);
uint32_t pt_new_obj(pt_graph *g, pt_kind kind, uint32_t a, uint32_t b, uint64_t size, uint32_t ctype);
uint32_t pt_loc_at(pt_graph *g, uint32_t obj, int64_t off);
/* The node of that location. Making a location may move g->locs, so the two steps are not to be one expression. */
static inline uint32_t pt_node_at(pt_graph *g, uint32_t obj, int64_t off) {
  uint32_t loc = pt_loc_at(g, obj, off);
  return g->locs[loc].node;
}
uint32_t pt_loc_find(pt_graph *g, uint32_t loc);
uint32_t pt_loc_step(pt_graph *g, uint32_t loc, int64_t off, uint64_t stride);
uint32_t pt_sym(pt_graph *g,
                uint32_t ctype); /* location an input pointer to ctype has: PT_SYM, or PT_UNKFN, PT_UNKNOWN */
void pt_widen(pt_graph *g, uint32_t obj, int64_t off, uint64_t stride);
void pt_link_add(pt_graph *g, uint32_t obj, pt_link l);
void pt_smear_in(pt_graph *g, uint32_t obj, uint32_t node);
void pt_smear_out(pt_graph *g, uint32_t obj, uint32_t node);
void pt_drain(pt_graph *g);
bool pt_one_cell(const pt_obj *o);
const pt_range *pt_range_at(const pt_obj *o, int64_t off);

/* solve.c */
uint32_t pt_find(pt_graph *g, uint32_t node);
void pt_unify(pt_graph *g, uint32_t a, uint32_t b);
bool pt_edge(pt_graph *g, uint32_t from, uint32_t to);
void pt_add(pt_graph *g, uint32_t node, uint32_t loc);
void pt_constrain(pt_graph *g, uint32_t node, pt_con c);
void pt_solve(pt_graph *g);

/* constrain.c */
pt_graph *pt_build(const fe_program *p); /* constraints of the whole program, solved */
void pt_free(pt_graph *g);
void pt_bind(pt_graph *g, uint32_t site, uint32_t func); /* a call site enters a function */
void pt_offer(pt_graph *g, uint32_t site,
              uint32_t func); /* its pointer leads to one: bind it if the types agree */
void pt_bind_unknown(pt_graph *g, uint32_t site);
void pt_escape(pt_graph *g, uint32_t obj);
static inline uint32_t pt_reg(const pt_graph *g, uint32_t func, fe_reg r) { return g->reg0[func] + r; }

/* shortcut.c */
void pt_find_shortcuts(pt_graph *g);

/* libc.c: what the functions of the C library do, for those the program calls without having their bodies. */
enum { LIBC_REST = 1u << 7 }; /* in argument masks: argument 7 and all later ones, and all variable ones */
typedef enum libc_ret {
  LIBC_RET_NONE,
  LIBC_RET_ARG0,
  LIBC_RET_INTO0,
  LIBC_RET_ALLOC,
  LIBC_RET_OUT,
  LIBC_RET_STATE, /* memory of the C library: a stream, a static buffer */
  LIBC_RET_TABLE,
  LIBC_RET_ERRNO
} libc_ret;
typedef struct libc_model {
  const char *name;
  uint8_t ret;           /* libc_ret */
  uint8_t writes, reads; /* argument masks: the object the argument points to */
  uint8_t stream; /* argument mask: streams, which are the library's state; see pt_graph.memory_streams */
  bool copies;    /* the bytes at argument 1 go to argument 0 (and keep their pointers) */
  bool keeps;     /* the allocation starts with the bytes at argument 0 (realloc, strdup) */
  bool ends;      /* stores a pointer into argument 0 at argument 1 (strtol) */
  bool sets_errno, state; /* state: reads and changes PT_IO */
  uint8_t sizes;          /* argument mask: sizes and lengths */
  bool noreturn;
} libc_model;
bool libc_may_end(const char *name);           /* does not return in some cases: raise, error, exec */
const libc_model *libc_find(const char *name); /* NULL: unknown, may do anything to what it can reach */
static inline bool libc_arg(uint8_t mask, uint32_t i, uint32_t nfixed) {
  return i >= nfixed || i >= 7 ? (mask & LIBC_REST) != 0 : (mask >> i & 1) != 0;
}

#endif

/* What the files of the symbolic machine share. Not for other folders.
 *
 *   unit.c      one exploration: set-up, worklist, bounds
 *   coverage.c  own branch edges: covered, still to be opened, infeasible
 *   state.c     states, frames and their copying
 *   memory.c    objects, bytes and terms in them
 *   input.c     input objects and atoms: materialisation and their names
 *   pointer.c   from an address term to an object and an offset
 *   block.c     memcpy, memmove, memset
 *   arith.c     one register-to-register instruction on values
 *   step.c      the interpreter
 *   varargs.c   va_start, and the unit's own unnamed arguments
 *   branch.c    decisions and other forks
 *   call.c      calls: which way, inline
 *   builtin.c   calls: functions the machine knows itself (and convention.c: what tools call assume, assert, error)
 *   primitive.c calls: what other tools let a program ask about its pointers
 *   math_call.c calls: libm on numbers
 *   stub.c      calls: functions without a body
 *   volatile.c  reads of volatile memory, which ask the outside too
 *   apply.c     calls: by summary (and members.c, context.c, effect.c; apply.h)
 *   variant.c   re-analysis: a callee under a caller's aliasing
 *   block.c     memcpy, memmove, memset
 *   reach.c     which objects a value leads to
 *   endless.c   loops that never end
 *   finish.c    from a finished path to a case */
#ifndef EXPLORER_INTERNAL_H
#define EXPLORER_INTERNAL_H

#include "explorer/explorer.h"
#include "explorer/facts.h"
#include "explorer/outside.h"

#include <assert.h>

/* ---- values ---- */

/* A register's value: t == 0: the number c (width up to 64); else the term t. Object addresses are numbers here
 * (term_addr_value) and become T_ADDR leaves when they enter a term. Wider values are always terms. */
typedef struct ex_val {
  uint64_t c;
  term t;
} ex_val;
#define EX_UNDEF \
  UINT32_MAX /* as t: a constant register holding an undefined value; replaced when it is read */

/* ---- memory ---- */

enum { EX_CHUNK = 64 };
enum { EX_UNSET, EX_BYTE, EX_TERM };
typedef struct ex_cell {
  term t; /* EX_TERM: byte k of t */
  uint8_t k;
  uint8_t byte; /* EX_BYTE */
  uint8_t state;
  uint8_t dirty; /* written by the path, not only read from the input */
} ex_cell;
typedef struct ex_chunk {
  uint32_t refs;
  ex_cell cell[EX_CHUNK];
} ex_chunk;

/* What unset bytes are. */
typedef enum ex_fill {
  EX_FILL_UNINIT,
  EX_FILL_ZERO,
  EX_FILL_INPUT,
  EX_FILL_IMAGE,
  EX_FILL_STUB /* written by a stub */
} ex_fill;
enum { EX_MAX_OBJECTS = 900000 };
#define EX_ANON_STUB (UINT32_MAX - 1)    /* in place of a function: a call through an input pointer */
#define EX_UNNAMED_STUB (UINT32_MAX - 2) /* … the caller, who gave the unit its unnamed arguments */
#define EX_VOLATILE (UINT32_MAX - 3)     /* … no call: volatile memory is read */

typedef struct ex_obj {
  uint32_t refs;
  uint32_t id;  /* shape object */
  uint8_t kind; /* shape_obj_kind */
  uint8_t fill; /* ex_fill */
  bool alive, read_only, growable, dirty, on_heap;
  uint32_t global; /* EX_FILL_IMAGE: program global */
  uint32_t stub, stub_count,
      stub_arg;   /* EX_FILL_STUB: who wrote it, its how-manieth answer, through which argument */
  uint32_t ctype; /* C type of one element, FE_NONE unknown */
  ex_val size;    /* bytes; growable: what the path needs so far */
  int64_t lo, hi; /* INPUT: bytes [lo, hi) are needed */
  uint32_t nchunks, cap;
  int64_t *index; /* chunk numbers (floor(offset / EX_CHUNK)), ascending */
  ex_chunk **chunks;
} ex_obj;

enum { EX_PAGE = 32 };
typedef struct ex_page {
  uint32_t refs;
  ex_obj *obj[EX_PAGE];
} ex_page;

/* ---- states ---- */

/* What happens when an activation returns. */
typedef enum ex_role {
  EX_CALLED,  /* the call gets its result */
  EX_HANDLER, /* the instruction below is executed again: a handler of atexit on the way out */
  EX_THREAD   /* the call is pthread_create, and gives 0 */
} ex_role;

typedef struct ex_round ex_round;
typedef struct ex_frame {
  uint32_t refs;
  ex_role role;
  struct ex_frame *caller;
  uint32_t func, depth;
  uint64_t born; /* symbolic decisions on the path when the frame was made */
  uint32_t insn; /* next instruction */
  uint32_t
      rest; /* 1 + depth of the path condition before the cases of a summary were left out; 0: none were */
  uint32_t nregs, nstays;
  ex_val *regs;     /* registers from nconsts on */
  uint32_t nlocals; /* stack objects of this activation */
  uint32_t *locals;
  ex_round *round;   /* an earlier visit to the head of a loop (endless.c) */
  uint32_t rounds;   /* such visits */
  uint16_t *stays;   /* per instruction of a loop decision: symbolic iterations so far; NULL until needed */
  uint32_t nvarargs; /* variadic arguments of this activation */
  ex_val *varargs;
  fe_ty *vararg_ty;
  uint32_t *vararg_bytes; /* a struct passed in memory: its size, else 0 */
  uint8_t *vararg_place;  /* fe_place of each */
} ex_frame;

typedef struct ex_model {
  uint32_t refs;
  term_model *m;
} ex_model;

/* Persistent lists, newest first; nodes live in the unit's arena. */
typedef struct ex_bind { /* pointer atom → where it points */
  struct ex_bind *next;
  uint32_t atom, obj;
  int64_t offset;
} ex_bind;
typedef struct ex_node { /* own decisions taken */
  struct ex_node *next;
  uint32_t insn, edge, length;
  bool lost; /* with all before: ex_lose_path has marked them */
} ex_node;
typedef struct ex_count { /* how many answers each stub gave */
  struct ex_count *next;
  uint32_t func, count;
  uint32_t obj;       /* EX_VOLATILE: the object that was read */
  uint32_t via, step; /* a callback: the pointer atom it was called through; answers this entry adds */
} ex_count;
typedef struct ex_left { /* an input pointer that nobody followed yet was handed to a stub */
  struct ex_left *next;
  uint32_t atom, func, count, arg;
} ex_left;
typedef struct ex_handler { /* functions atexit was given */
  struct ex_handler *next;
  uint32_t func;
} ex_handler;
typedef struct ex_need_node { /* input objects in order of first use */
  struct ex_need_node *next;
  uint32_t obj;
} ex_need_node;

typedef struct ex_left_out ex_left_out; /* apply.h */
typedef struct ex_pick ex_pick;

typedef struct ex_state {
  ex_frame *top;
  uint32_t npages;
  ex_page **pages;
  ex_pc *pc;
  ex_model *model;
  ex_bind *binds;
  ex_node *path;
  ex_count *answers;
  ex_left *left;
  ex_need_node *needs;
  ex_handler *handlers;
  uint64_t steps, nsymbolic; /* instructions; decisions that had another feasible side */
  uint64_t copied, held; /* bytes: of tables copied since the last fork; kept alive by this state waiting */
  uint64_t changes;      /* of memory, path condition and witness so far */
  bool came_round;       /* at the head of a loop, from inside */
  uint32_t nallocs, nlocals, nuninit, ninputs;
  uint32_t nstubbed,
      errno_seen;              /* calls of functions without a body; how many when errno was last asked for */
  const ex_pick *pick;         /* the call at which the state stands has this result; NULL: not known */
  const ex_left_out *left_out; /* … and none of these */
  uint32_t rest;               /* as in a frame: of the call at which the state stands */
  uint32_t resolves;           /* forks made while following one address: bounds enumeration */
  term pending;                /* not solved yet: this constraint is to be added before running (0: none) */
  uint32_t pending_edge;       /* the own edge it was put aside for; FE_NONE: no open one */
  bool resumed;                /* it was put aside at a decision, which is to be executed again */
} ex_state;

/* ---- one exploration ---- */

typedef struct ex_func_info {
  ex_val *consts; /* values of the constant registers */
  uint32_t *scc;  /* per block: loop number (strongly connected component of the flow graph), 0: in no loop */
  uint32_t nloops;
  uint8_t *header;    /* per block: a loop is entered here */
  uint32_t *block_of; /* per instruction */
} ex_func_info;

/* States to run: the newest first, or from next on in order of discovery. */
typedef struct ex_queue {
  ex_state **state;
  uint32_t n, cap, next;
} ex_queue;

typedef struct ex_budget {
  uint64_t effort, steps, paths;
} ex_budget;

/* A unit that calls itself (unit.c, rounds): how these calls are answered this time. */
typedef struct ex_own {
  const sum_summary *sum; /* by the cases of the round before; NULL: executed */
  bool rest_cut;          /* what those cases leave over is cut, as too deep; else executed */
  bool none;              /* cut, unless on numbers alone */
  bool trial;             /* once there is one, only a share of each budget may be spent */
  bool met;               /* there was one that was executed, or cut */
  ex_budget spent;        /* in the rounds before */
} ex_own;

typedef struct ex_pattern { /* alias patterns the unit asked for */
  struct ex_pattern *next;
  const char *text;
} ex_pattern;

typedef struct ex_unit {
  ex_engine *e;
  const fe_program *p;
  uint32_t func;
  const fe_func *fn;
  sum_summary *sum;
  shape_space *space;
  term_ctx *tc;
  ex_solver *solver;
  struct ex_arena *arena;
  ex_func_info *info;   /* per program function, filled on first use */
  uint32_t *global_obj; /* per program global: object id, 0 not yet */
  uint32_t *func_obj;
  uint32_t *obj_ctype; /* per object id: element type */
  uint32_t obj_ctype_cap;
  uint32_t *atom_ctype, atom_ctype_cap;
  uint32_t *obj_global, obj_global_cap; /* per object id: program global, FE_NONE */
  uint32_t *obj_func, obj_func_cap;
  uint32_t *uninit, uninit_cap; /* per atom id: 1 for an uninitialised value */
  ex_queue work;                /* a stack; of a whole program also taken from below */
  uint64_t ntaken, held;        /* states taken from it; bytes that those in it keep alive */
  ex_queue waiting;             /* of a whole program: ran longer than the turn allows, while others wait */
  uint64_t turn;                /* instructions a path may run before it waits */
  uint64_t most_steps, most_effort,
      most_paths; /* what is left of the options' budgets: less after an error */
  ex_queue opening,
      later; /* in search of branches: put aside, for an edge that was open or without such a hope */
  uint32_t bounds_cap;
  bool last_unsat;       /* the last side that was not queued was shown infeasible */
  bool dropped;          /* a branch was not followed, because no open edge lies behind it */
  uint8_t *edge_covered; /* own branch edges: taken by a finished path */
  uint8_t *edge_tried;   /* taken by any */
  uint8_t *lost;         /* own blocks in which the search gave up something */
  uint32_t *ahead;       /* own blocks: what ex_open_ahead found */
  uint32_t *edge0;       /* per own instruction: first edge number, FE_NONE when no decision */
  uint32_t nedges, ncovered;
  uint32_t *fixed, nfixed;          /* atoms of the cells the precondition read */
  uint32_t *param_atom;             /* per parameter, 0: none (passed in memory) */
  uint64_t steps, npaths, recorded; /* recorded: bytes of cases */
  bool stop;                        /* the unit's own budget is spent */
  bool has_error;                   /* of a whole program */
  bool no_calls;                    /* no call is left standing as a term */
  bool call_decides;                /* a constraint depends on such a term */
  uint32_t argv;                    /* main's vector of arguments: an object of non-null strings; 0: none */
  bool narrowed;                    /* something was assumed: the cases do not cover every context */
  bool compares_pointers; /* the program may compare input pointers: materialisation considers aliases */
  struct ex_case_index *cases;
  const sum_case *inner_stack;  /* applying a callee's case: where in the callee it ends */
  struct ex_relation *relation; /* evaluating a precondition: finished paths go here */
  uint32_t callback;            /* calling a callback: its pointer's atom */
  const sum_alias *aliases;     /* re-analysis: the context's alias pattern */
  uint32_t naliases;
  ex_pattern *patterns;
  ex_own own; /* recursion */
} ex_unit;

struct ex_engine {
  const fe_program *p;
  slice_program *slices;
  ex_options opt;
  ex_provider provider;
  ex_stats stats;
  const ex_facts *facts;
  ex_facts *own_facts; /* the same, when the provider had none */
  uint8_t *extending;  /* per function: 1 while it is analysed again */
};

/* ---- the trace: whatever is read of the program beyond bodies and summaries (facts.h) ---- */
static inline void ex_consult(const ex_unit *u, ex_fact kind, uint32_t index) {
  if (u->e->provider.consulted) u->e->provider.consulted(u->e->provider.self, kind, index);
}
static inline const fe_ctype *ex_type(const ex_unit *u, uint32_t type) {
  ex_consult(u, EX_FACT_TYPE, type);
  return &u->p->types[type];
}

/* The function without a body that a summary calls so, EX_ANON_STUB for a callback; FE_NONE: there is none. */
static inline uint32_t ex_stub_by_symbol(const ex_unit *u, const char *symbol) {
  uint32_t func = symbol[0] == '(' ? EX_ANON_STUB : ex_stub_by_name(u->e->facts, symbol);
  if (func < u->p->nfuncs) ex_consult(u, EX_FACT_DECLARATION, func);
  return func;
}

/* ---- arena ---- */
typedef struct ex_arena ex_arena;
ex_arena *ex_arena_new(void);
void *ex_arena_alloc(ex_arena *a, size_t n); /* zeroed */
/* Room for n results of a call: few in the caller's array of EX_FEW, more (a vector's elements) in the arena. */
#define EX_FEW 8
#define EX_ROOM(arena, few, n) ((n) <= EX_FEW ? (few) : ex_arena_alloc(arena, (n) * sizeof *(few)))
char *ex_arena_printf(ex_arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void ex_arena_free(ex_arena *a);
void *ex_xrealloc(void *p, size_t n);

/* ---- unit.c ---- */
/* The unit has come to a call of itself. */
void ex_meet_own(ex_unit *u);

/* ---- state.c ---- */
ex_state *ex_state_new(ex_unit *u);
ex_state *ex_state_fork(ex_unit *u, const ex_state *s);
void ex_state_free(ex_unit *u, ex_state *s);
ex_frame *ex_frame_push(ex_unit *u, ex_state *s, uint32_t func);
void ex_frame_pop(ex_unit *u, ex_state *s); /* kills its locals */
ex_frame *ex_frame_own(ex_state *s);        /* the top frame, not shared with another state */
ex_func_info *ex_info(ex_unit *u, uint32_t func);
void ex_block_edges(const fe_func *fn, uint32_t block, uint32_t *e0, uint32_t *n);
/* f is owned by its state. */
static inline void ex_set(const ex_unit *u, ex_frame *f, fe_reg r, ex_val v) {
  f->regs[r - u->p->funcs[f->func].nconsts] = v;
}
void ex_set_model(ex_state *s, term_model *m);           /* takes m */
term ex_uninit(ex_unit *u, ex_state *s, unsigned width); /* a fresh uninitialised value */
static inline ex_val ex_get(ex_unit *u, ex_state *s, fe_reg r) {
  const fe_func *fn = &u->p->funcs[s->top->func];
  if (r >= fn->nconsts) return s->top->regs[r - fn->nconsts];
  ex_val v = u->info[s->top->func].consts[r];
  return v.t == EX_UNDEF ? (ex_val){0, ex_uninit(u, s, fn->reg_ty[r].bits)} : v;
}

/* ---- values ---- */
static inline ex_val ex_num(uint64_t c) { return (ex_val){c, 0}; }
term ex_term(ex_unit *u, ex_val v, unsigned width);
ex_val ex_from_term(ex_unit *u, term t);
/* An address so far outside of its object that its number would be another's stays a term. */
ex_val ex_address(ex_unit *u, uint32_t obj, int64_t offset);
static inline unsigned ex_bits(fe_ty ty) { return ty.bits; }
ex_val ex_const_val(ex_unit *u, uint32_t func, const fe_const *c);

/* ---- memory.c ---- */
ex_obj *ex_obj_at(const ex_state *s, uint32_t id); /* NULL when the state has none */
ex_obj *ex_obj_own(ex_state *s, uint32_t id);      /* for writing */
ex_obj *ex_obj_add(ex_state *s, uint32_t id, shape_obj_kind kind, ex_fill fill, ex_val size);
/* Bytes [offset, offset+n) of an object, n <= 16. The access was checked. */
ex_val ex_mem_read(ex_unit *u, ex_state *s, uint32_t id, int64_t offset, unsigned n);
void ex_mem_write(ex_unit *u, ex_state *s, uint32_t id, int64_t offset, unsigned n, ex_val v, bool dirty);
void ex_mem_copy(ex_unit *u, ex_state *s, uint32_t dst, int64_t doff, uint32_t src, int64_t soff, uint64_t n);
void ex_mem_set(ex_unit *u, ex_state *s, uint32_t id, int64_t offset, ex_val byte, uint64_t n);
ex_cell ex_mem_cell(const ex_obj *o, int64_t offset);       /* raw look; EX_UNSET when nothing was stored */
void ex_mem_mark(ex_state *s, uint32_t id, int64_t offset); /* a byte that is set counts as written */
void ex_mem_release(ex_state *s);
/* The object's contents become unknown: what stub func wrote through argument arg. */
void ex_mem_forget(ex_unit *u, ex_state *s, uint32_t id, uint32_t func, uint32_t arg);

/* ---- input.c ---- */
/* Puts the initial bytes of a global image into cells. */
void ex_image_fill(ex_unit *u, ex_obj *o, int64_t offset, unsigned n,
                   void (*put)(ex_obj *, int64_t, ex_cell));
uint32_t ex_global_id(ex_unit *u, uint32_t global); /* object id */
ex_obj *ex_find_obj(ex_unit *u, ex_state *s,
                    uint32_t id); /* adds a global on first use; NULL: no such object here */
uint32_t ex_func_object(ex_unit *u, uint32_t func);
void ex_set_ctype(ex_unit *u, uint32_t obj, uint32_t ctype);
uint32_t ex_get_ctype(const ex_unit *u, uint32_t obj);
/* The atom of the cell; the natural cell of the type around it when it has one that is still untouched. *off and *n are
 * set to the cell's extent. */
uint32_t ex_cell_atom(ex_unit *u, const ex_obj *o, int64_t *off, unsigned *n);
void ex_fix_cells(ex_unit *u,
                  const ex_pc *pc); /* the cells in these constraints are read as they are, not otherwise */
bool ex_mentions_uninit(ex_unit *u, term t);
bool ex_depends_on_uninit(ex_unit *u, ex_state *s, term t);
/* The object behind a pointer atom that is followed for the first time (known not to be NULL); binds it and adds
 * atom == address to the path condition. 0: the state ended. */
uint32_t ex_materialise(ex_unit *u, ex_state *s, uint32_t atom);
uint32_t ex_param_atom(ex_unit *u, uint32_t index);
uint32_t ex_stub_atom(ex_unit *u, ex_state *s, uint32_t func, const char *symbol, uint32_t piece, fe_ty ty,
                      uint32_t ctype);
uint32_t ex_stub_count(ex_unit *u, ex_state *s,
                       uint32_t func); /* counts one more answer; returns its number */
/* Counts n more, for a callback (EX_ANON_STUB) through the pointer atom via. Returns the last one's number. */
uint32_t ex_stub_advance(ex_unit *u, ex_state *s, uint32_t func, uint32_t via, uint32_t n);
uint32_t ex_stub_answers(const ex_state *s, uint32_t func); /* so far */
uint32_t ex_stub_cell(ex_unit *u, const ex_obj *o, int64_t *off, unsigned *n);
const char *ex_stub_name(const ex_unit *u, uint32_t func);
/* A callback is asked by the name of the pointer it came through, which no function can have: (*compare). */
#define EX_CALLBACK "(*callback)"
void ex_callback_symbol(const ex_unit *u, uint32_t atom, char *out, size_t cap);
bool ex_bound(const ex_state *s, uint32_t atom, uint32_t *obj, int64_t *offset);
/* A pointer atom that is bound to an object is that address. */
ex_val ex_known(ex_unit *u, const ex_state *s, ex_val v);
/* a == b, of one width; what the unit received never is the address of an object that was made on the path. */
term ex_equal(ex_unit *u, term a, term b);
bool ex_declared_nonnull(const ex_unit *u, uint32_t atom);
void ex_need_extent(ex_unit *u, ex_state *s, uint32_t obj, int64_t lo, int64_t hi);
/* C type reached from element type ctype at byte offset with this size (a scalar): FE_NONE when there is none. name is
 * written behind base. */
uint32_t ex_type_at(ex_unit *u, uint32_t ctype, int64_t offset, unsigned bytes, int64_t *cell_off,
                    unsigned *cell_bytes, char *name, size_t cap);

/* The C type of exactly these bytes, FE_NONE when there is none, and what a person calls them. */
uint32_t ex_describe_cell(ex_unit *u, const ex_obj *o, int64_t off, unsigned n, char *name, size_t cap);
uint32_t ex_typed_atom(ex_unit *u, shape_atom *a, uint32_t ctype); /* interned, with what the type tells */

/* ---- finish.c ---- */
/* A struct passed in memory is the callee's own copy: what happens to it is no effect. */
bool ex_is_own_copy(const ex_unit *u, const ex_obj *o);

/* ---- volatile.c ---- */
bool ex_reads_input(const ex_unit *u, const ex_state *s,
                    const fe_insn *in);                /* is the load volatile in that sense? */
bool ex_is_outside(const ex_unit *u, const ex_obj *o); /* memory of which it holds */
/* Of an object: read so often, n more times. */
uint32_t ex_volatile_reads(const ex_state *s, uint32_t obj);
void ex_volatile_advance(ex_unit *u, ex_state *s, uint32_t obj, uint32_t n);
term ex_volatile_atom(ex_unit *u, const ex_obj *o, int64_t off, unsigned bytes, uint32_t index);

/* ---- naming.c ---- */
void ex_cell_name(const shape_obj *o, const char *base, const char *path, char *out, size_t cap);

/* ---- coverage.c ---- */
void ex_coverage_init(ex_unit *u);
void ex_try_edge(ex_unit *u, uint32_t insn, uint32_t outcome); /* the unit's own decision went this way */
bool ex_edge_tried(const ex_unit *u, uint32_t edge);
void ex_cover_path(ex_unit *u, const ex_state *s); /* a path has come to its end */
bool ex_open_ahead(ex_unit *u, uint32_t block); /* does the flow graph lead from the block to an open edge? */
bool ex_worthwhile(ex_unit *u, const ex_state *s); /* the same from where s stands in the unit's own body */
void ex_lose(ex_unit *u,
             const ex_state *s); /* not everything that can happen from here on will be looked at */
void ex_lose_path(ex_unit *u, const ex_state *s); /* not even the edges it took count as taken */
void ex_coverage_done(ex_unit *u);                /* figures and infeasible edges into the summary */
bool ex_branches_decided(const ex_unit *u);       /* after that: every edge is covered or infeasible */

/* ---- branch.c ---- */
typedef enum ex_go { EX_GO, EX_FORKED /* this state was queued or ended; take another */ } ex_go;
/* Which value does cond (width 1) take on this state? Forks the other side when it is feasible: the fork is a copy of s that
 * will execute the current instruction again with the negation assumed. Adds the constraint. */
bool ex_choose(ex_unit *u, ex_state *s, term cond);
/* Queues the part of s where cond holds, which will execute the current instruction again; s stays as it is. NULL: it is not
 * feasible (u->last_unsat), not known to be, or in search of branches not worth following (u->dropped). */
ex_state *ex_fork(ex_unit *u, ex_state *s, term cond);
/* Restricts the path to cond; false: infeasible, the state is to be dropped (silently). */
bool ex_assume(ex_unit *u, ex_state *s, term cond);
/* An error when bad holds. Makes the error case where feasible and goes on with !bad; false: nothing is left of s. */
bool ex_guard(ex_unit *u, ex_state *s, term bad, sum_outcome kind, const char *detail);
/* The same for any outcome, without asking whether its kind is searched for. */
bool ex_end_if(ex_unit *u, ex_state *s, term cond, sum_outcome kind, const char *detail);
/* The path is restricted to where beyond does not hold; what is cut off, if anything, is recorded as this bound. false: nothing
 * is left of s. */
bool ex_limit(ex_unit *u, ex_state *s, term beyond, sum_bound_kind kind);
/* The path ends here. The caller frees or drops s afterwards. */
void ex_error(ex_unit *u, ex_state *s, sum_outcome kind, const char *detail);
void ex_cut(ex_unit *u, ex_state *s, sum_bound_kind kind);
void ex_note_bound(ex_unit *u, const ex_state *s, sum_bound_kind kind);
/* The same for a place that is not where s stands. */
void ex_note_bound_at(ex_unit *u, const ex_state *s, const char *usr, uint32_t insn, sum_bound_kind kind);
/* The part of s where cond holds, as a state of the caller's own; NULL when there is none. s is restricted to the other part;
 * *left says whether that one is feasible. */
ex_state *ex_split(ex_unit *u, ex_state *s, term cond, bool *left);
void ex_assumed(ex_unit *u, const char *text); /* into the summary, once */
/* Terminators with several edges. */
ex_go ex_branch(ex_unit *u, ex_state *s, const fe_insn *in);
void ex_take_edge(ex_unit *u, ex_state *s, uint32_t edge);
void ex_push(ex_unit *u, ex_queue *q, ex_state *s);
void ex_enough(ex_unit *u); /* a whole program has an error: the search ends soon */
bool ex_solve_pending(ex_unit *u, ex_state *s);
void ex_add_constraint(ex_unit *u, ex_state *s, term c); /* the witness satisfies it */

/* ---- pointer.c ---- */
/* Finds object and offset of an access of n bytes. EX_GO: *obj is alive and the access in bounds; a symbolic offset was
 * fixed to one value, with a fork for the others. EX_FORKED: the state ended (error, or nothing feasible left). */
ex_go ex_access(ex_unit *u, ex_state *s, ex_val addr, uint64_t n, bool write, uint32_t *obj, int64_t *off);
/* asks: the load is volatile, and what lies outside of the unit gives a new value each time. */
ex_go ex_load(ex_unit *u, ex_state *s, ex_val addr, fe_ty ty, bool asks, ex_val *out);
ex_go ex_store(ex_unit *u, ex_state *s, ex_val addr, fe_ty ty, ex_val v);
/* Which cell does a T_READ give here? Forks over the others. Equal cells at a table's end are kept once, for all indices from
 * there on. */
term ex_choose_cell(ex_unit *u, ex_state *s, term read);
/* The value as a number: fixed to the witness's, with a fork for the others. */
uint64_t ex_fix(ex_unit *u, ex_state *s, ex_val v, unsigned width);
/* Where a pointer points, without an access: NULL gives *obj == 0. Forks over the possibilities. */
ex_go ex_resolve(ex_unit *u, ex_state *s, ex_val addr, uint32_t *obj, ex_val *off);

/* The greatest number known to divide a term: of its addends' coefficients and constant. */
uint64_t ex_stride(ex_unit *u, term t);
void ex_bounds_detail(ex_unit *u, uint32_t obj, char *detail,
                      size_t cap); /* "outside a, which has 40 bytes" */

/* ---- block.c ---- */
typedef struct ex_block {
  ex_val dst, length; /* 64 bits */
  bool copies;        /* from src; else filled with byte */
  bool apart;         /* source and target must not overlap, unless they are the same */
  ex_val src, byte;
} ex_block;
ex_go ex_block_op(ex_unit *u, ex_state *s, const ex_block *b);

/* ---- arith.c ---- */
term ex_overflows(ex_unit *u, term_op op, bool is_signed, term a, term b); /* T_ADD, T_SUB, T_MUL */
/* EX_FORKED when the instruction failed on this path (division by zero). out[1] for two-result instructions. */
ex_go ex_arith(ex_unit *u, ex_state *s, const fe_insn *in, ex_val a, ex_val b, ex_val c, ex_val out[2]);

/* ---- varargs.c ---- */
ex_go ex_va_start(ex_unit *u, ex_state *s, const fe_insn *in);

/* ---- step.c ---- */
void ex_run(ex_unit *u, ex_state *s); /* until the state ends; frees it */

/* ---- call.c, apply.c ---- */
ex_go ex_call(ex_unit *u, ex_state *s, const fe_insn *in);
ex_go ex_return(ex_unit *u, ex_state *s, const ex_val *vals, uint32_t n); /* from the top frame */
void ex_call_done(ex_unit *u, ex_state *s, const fe_insn *in, const ex_val *vals,
                  uint32_t n); /* results, and on */
void ex_give_result(ex_unit *u, ex_state *s, const fe_insn *in, const fe_call *c, const ex_val *vals,
                    uint32_t n);
/* The function a pointer leads to, or an input (a callback): *func FE_NONE and *name its name. */
ex_go ex_find_callee(ex_unit *u, ex_state *s, ex_val target, uint32_t *func, const char **name);
/* A value of `from` bits as one of `to`: cut, or zeros in front. */
ex_val ex_fit(ex_unit *u, ex_val v, unsigned from, unsigned to);
/* Starts an activation of func that no call instruction asks for; arguments are 64 bits wide. */
ex_go ex_enter(ex_unit *u, ex_state *s, uint32_t func, const ex_val *args, uint32_t n, ex_role role);
/* Starts the handler atexit was given last, if there is one left; the current instruction will be executed again. */
bool ex_run_handler(ex_unit *u, ex_state *s);
ex_go ex_stub(ex_unit *u, ex_state *s, const fe_insn *in, const fe_call *c, uint32_t func, const char *name,
              const ex_val *args);
bool ex_builtin(ex_unit *u, ex_state *s, const fe_insn *in, const fe_call *c, uint32_t func,
                const ex_val *args, ex_go *go);
/* true when the callee's summary was applied (*go tells how it went). */
bool ex_apply(ex_unit *u, ex_state *s, const fe_insn *in, const fe_call *c, uint32_t callee,
              const ex_val *args, ex_go *go);
uint32_t ex_import_atom(shape_space *to, const shape_space *from,
                        uint32_t id); /* the equal atom of another space */
/* Under n aliases, as text the pattern says. */
sum_summary *ex_explore_aliased(ex_engine *e, uint32_t func, const char *pattern, const shape_space *space,
                                const sum_alias *aliases, uint32_t n);
void ex_used(const ex_unit *u, uint32_t callee, bool executed); /* for the trace */
void ex_record_stub(ex_unit *u, const char *name);              /* in the summary */
/* What a function without a body may have written: the object behind the pointer holds unknown bytes from now on. An input
 * pointer that nobody followed stays so: the bytes are the stub's once somebody does. */
void ex_leave_to_stub(ex_unit *u, ex_state *s, ex_val arg, uint32_t func, uint32_t nth, uint32_t answer);
/* The input pointer that t is, perhaps some bytes further on; 0: something else. */
uint32_t ex_plain_pointer(const ex_unit *u, term t);
uint32_t ex_new_local(ex_unit *u, ex_state *s, const char *name, uint32_t site, ex_val size, ex_fill fill);

/* ---- reach.c ---- */
typedef struct ex_reach { /* start from {.u = u} */
  ex_unit *u;
  uint32_t *obj, n, cap, closed; /* in order of discovery */
  term *terms;                   /* looked at already: a hash set */
  uint32_t nterms, terms_cap;
  bool open; /* met a pointer input whose object the path does not know */
} ex_reach;
void ex_reach_value(ex_reach *r, const ex_state *s, ex_val v); /* the objects whose address v may be */
void ex_reach_close(ex_reach *r, ex_state *s);                 /* and all that can be reached from these */
bool ex_reached(const ex_reach *r, uint32_t obj);
void ex_reach_free(ex_reach *r);

/* ---- endless.c ---- */
bool ex_is_endless(ex_state *s); /* at the head of a loop: has it been here, all else equal? */
void ex_round_free(ex_round *r);
void ex_round_share(ex_round *r);

/* ---- finish.c ---- */
/* A path that ends with memory nobody can free any more: made a leak case, if leaks are searched for; true then. */
bool ex_leaks(ex_unit *u, ex_state *s, const ex_val *ret, uint32_t nret);
void ex_finish(ex_unit *u, ex_state *s, sum_outcome outcome, sum_bound_kind bound, const char *detail,
               const ex_val *ret, const fe_ty *ret_ty, uint32_t nret);
void ex_cases_done(ex_unit *u); /* moves the cases into the summary, in order of their decisions */
/* One finished path of a precondition. */
typedef struct ex_leaf {
  ex_pc *pc;
  term allowed; /* the result is not zero */
  struct ex_leaf *next;
} ex_leaf;
typedef struct ex_relation {
  ex_leaf *leaves;
} ex_relation;

#endif

/* Private to the lowering: the builder's symbol tables, one translation unit being lowered (lw_unit) and one function
 * being lowered (lw_fn). Prefix lw_. */
#ifndef FRONTEND_LOWER_H
#define FRONTEND_LOWER_H

#include "frontend/arena.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

/* ---- symbols of all units (link.c) ---- */

typedef enum lw_strength { LW_UNDEFINED, LW_INLINE, LW_WEAK, LW_COMMON, LW_STRONG } lw_strength;

/* A function or variable. External ones of one name share a symbol; its definition is the strongest seen, the first of
 * equals. A symbol that is an alias has target set and no definition of its own. */
typedef struct lw_sym {
  const char *linkage; /* interned; "" when it has none */
  uint8_t strength;    /* lw_strength */
  bool is_static;
  bool second;                /* a further strong definition: belongs to its unit alone */
  uint32_t unit;              /* of the definition, FE_NONE */
  uint32_t target;            /* alias: symbol of the same table, else FE_NONE */
  int64_t addend;             /* alias of a variable: byte offset */
  uint32_t order;             /* counts the definitions */
  uint32_t again, again_unit; /* how many second definitions there are; the unit of the first of them */
} lw_sym;

/* An entry of llvm.global_ctors or llvm.global_dtors. */
typedef struct lw_ctor {
  uint32_t func, priority;
  bool is_dtor;
} lw_ctor;

struct fe_builder {
  fe_arena *arena;
  FE_VEC(lw_sym) fsyms; /* functions, with … */
  FE_VEC(fe_func) funcs;
  FE_VEC(lw_sym) gsyms; /* variables, with … */
  FE_VEC(fe_global) globals;
  fe_map fmap, gmap; /* interned linkage name → symbol, externals only */
  FE_VEC(fe_file) units;
  FE_VEC(fe_map) unit_f, unit_g; /* per unit: interned linkage name → symbol */
  FE_VEC(fe_file) headers;       /* file numbers LW_HEADER + i until linked */
  fe_map header_map;             /* interned dir/path → i */
  FE_VEC(fe_failure) failures;
  FE_VEC(const char *) notes;
  FE_VEC(lw_ctor) ctors;
  uint32_t ndefined;
  uint32_t first_library; /* units from here on are models; FE_NONE before the first */
  uint32_t noted_unit;    /* the unit for which a repeated compilation was noted */
  const char *root;       /* see fe_builder_root; NULL: none */
};
#define LW_HEADER 0x80000000u

/* The symbol of that name in the unit, made when new. defined: the unit has a strong definition of it. */
uint32_t lw_sym_func(fe_builder *b, uint32_t unit, const char *linkage, bool is_static, bool defined);
uint32_t lw_sym_global(fe_builder *b, uint32_t unit, const char *linkage, bool is_static, bool defined);
/* Whether a definition of this strength is to be taken (then the symbol is marked defined by the unit). Notes a
 * duplicate or an overridden weak definition. */
bool lw_sym_define(fe_builder *b, lw_sym *s, uint32_t unit, lw_strength strength);
void lw_note(fe_builder *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* fingerprint.c. Functions and globals are told apart by USR, literals by content. */
typedef struct lw_digest {
  uint8_t b[32];
} lw_digest;
/* The digest of every global with all it leads to; malloc'ed. */
lw_digest *fe_global_digests(const fe_program *p);
/* Fills fe_func.fingerprint of every function with a body. */
void fe_fingerprint_all(fe_program *p, const lw_digest *globals);
/* Adds what the interfaces say, once they are attached (fingerprint_types.c). */
void fe_fingerprint_interfaces(fe_program *p);

/* ---- one unit ---- */

typedef struct lw_leaf {
  fe_ty ty;
  uint64_t offset;
} lw_leaf;
typedef struct lw_type {
  uint32_t first, n; /* its scalars, in lw_unit.leaves */
  bool packed;       /* a vector of bits: elements are not byte-addressable */
  const char *why;   /* not NULL: a type we cannot hold */
} lw_type;

typedef struct lw_unit {
  fe_builder *b;
  fe_arena *arena;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  uint32_t unit;
  const char *path, *dir;
  fe_map types; /* LLVMTypeRef → index in type_list */
  FE_VEC(lw_type) type_list;
  FE_VEC(lw_leaf) leaves;
  fe_map files;    /* DIFile → file number */
  fe_map fsym;     /* LLVMValueRef of a function (or alias, ifunc) → symbol */
  fe_map gsym;     /* … of a variable or alias of one → symbol */
  fe_map internal; /* switches the compiler made → 1 */
  fe_map labels;   /* address-taken LLVMBasicBlockRef → block number */
  fe_map varnames; /* variable metadata → index in names */
  FE_VEC(const char *) names;
  unsigned attr_byval, attr_align, attr_noreturn, attr_returns_twice, attr_elementtype;
} lw_unit;

const lw_type *lw_type_of(lw_unit *u, LLVMTypeRef t);
static inline const lw_leaf *lw_leaves(const lw_unit *u, const lw_type *t) { return u->leaves.p + t->first; }
uint32_t lw_file(lw_unit *u, LLVMMetadataRef difile);

/* An address as a constant: symbol + addend. A label is its function + the number of its block. */
typedef struct lw_addr {
  enum { LW_A_NONE, LW_A_INT, LW_A_GLOBAL, LW_A_FUNC } kind; /* INT: addend alone */
  uint32_t sym;
  int64_t addend;
} lw_addr;
/* Folds a constant of pointer type, or an integer made from one, to an address; kind LW_A_NONE when it is not one. */
lw_addr lw_const_addr(lw_unit *u, LLVMValueRef c);
/* Byte offset of a getelementptr whose indices are all constant. */
bool lw_gep_offset(lw_unit *u, LLVMValueRef gep, int64_t *out);
bool lw_const_int(LLVMValueRef c, fe_val *out); /* integer, null or float constant to its bits */
/* Writes the initialiser of a global. NULL, or why it cannot be represented. */
const char *lw_init_global(lw_unit *u, LLVMValueRef g, fe_global *out);

/* ---- one function ---- */

#define LW_CONST 0x80000000u /* constant registers are LW_CONST + k until the function is finished */

typedef FE_VEC(fe_insn) lw_insns;

typedef struct lw_block {
  LLVMBasicBlockRef bb;
  bool reached;
  uint32_t number;       /* in the finished function */
  uint32_t first, count; /* in lw_fn.code */
} lw_block;

/* From which block to which an edge goes, as indices in lw_fn.blocks. */
typedef struct lw_ends {
  uint32_t from, to;
} lw_ends;

typedef struct lw_fn {
  lw_unit *u;
  LLVMValueRef fn;
  const char *bad;   /* first reason why the function cannot be lowered */
  lw_insns code;     /* blocks in the order they were lowered */
  lw_insns prologue; /* constant expressions: go in front of the entry block */
  bool in_prologue;
  uint32_t loc;            /* current position */
  FE_VEC(lw_block) blocks; /* LLVM's order */
  fe_map block_map;        /* LLVMBasicBlockRef → index in blocks */
  FE_VEC(fe_const) consts;
  fe_map const_map;
  fe_map values; /* LLVMValueRef → first slot */
  FE_VEC(fe_reg) slots;
  FE_VEC(fe_ty) reg_ty; /* of registers that are not constants */
  FE_VEC(fe_edge) edges;
  FE_VEC(lw_ends) edge_ends;
  FE_VEC(fe_move) moves;
  FE_VEC(fe_switch) switches;
  FE_VEC(fe_call) calls;
  FE_VEC(fe_reg) lists;
  FE_VEC(fe_loc) locs;
  fe_map loc_map; /* DILocation → index in locs */
  FE_VEC(fe_name) names;
  FE_VEC(LLVMValueRef) declares; /* llvm.dbg.* calls, named at the end */
} lw_fn;

/* leaving scopes (lower_scope.c) */
bool lw_is_lifetime(LLVMValueRef in, bool start); /* a call of llvm.lifetime.start, or of llvm.lifetime.end */
void lw_thread_cleanups(LLVMValueRef fn, LLVMBuilderRef ir);
/* Enters the switches that slot decides in u->internal, if it is a slot of the compiler's. */
void lw_internal_switches(lw_unit *u, LLVMValueRef fn, LLVMValueRef slot);

void lw_fail(lw_fn *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* lower_func.c */
void lw_function(lw_fn *f, LLVMValueRef fn, fe_func *out); /* f is {.u = u} or was used before */
void lw_fn_free(lw_fn *f);
uint32_t lw_edge(lw_fn *f, LLVMBasicBlockRef from, LLVMBasicBlockRef to);

/* registers and values (lower_value.c) */
fe_reg lw_reg(lw_fn *f, fe_ty ty);
fe_ty lw_reg_type(const lw_fn *f, fe_reg r);
fe_reg lw_const(lw_fn *f, fe_const c);
fe_reg lw_int(lw_fn *f, fe_ty ty, unsigned __int128 v);
fe_insn *lw_emit(lw_fn *f, fe_op op, fe_ty ty); /* with a fresh dst unless ty is void */
fe_reg lw_op2(lw_fn *f, fe_op op, fe_ty ty, fe_reg a, fe_reg b);
fe_reg lw_cast(lw_fn *f, fe_op op, fe_ty to, fe_ty from, fe_reg a);
fe_reg lw_icmp(lw_fn *f, fe_pred p, fe_ty ty, fe_reg a, fe_reg b);
fe_reg lw_select(lw_fn *f, fe_ty ty, fe_reg c, fe_reg a, fe_reg b);
fe_reg lw_ptradd(lw_fn *f, fe_reg base, int64_t offset, uint8_t flags); /* base itself when offset is 0 */
/* A load or a store of ty, offset bytes behind base; flags: of the access. */
fe_reg lw_load_at(lw_fn *f, fe_ty ty, fe_reg base, uint64_t offset, uint8_t flags);
void lw_store_at(lw_fn *f, fe_ty ty, fe_reg base, uint64_t offset, fe_reg v, uint8_t flags);
/* The scalars of a value: index of the first in f->slots. Their number is that of lw_type_of(type). */
uint32_t lw_use(lw_fn *f, LLVMValueRef v);
fe_reg lw_use1(lw_fn *f, LLVMValueRef v);
/* Gives an instruction its result: n registers that are pushed to slots now. */
uint32_t lw_bind(lw_fn *f, LLVMValueRef v, const fe_reg *regs, uint32_t n);
void lw_bind1(lw_fn *f, LLVMValueRef v, fe_reg r);
void lw_bind_undef(lw_fn *f, LLVMValueRef v);

/* instructions */
void lw_insn(lw_fn *f, LLVMValueRef in); /* lower_insn.c */
void lw_gep(lw_fn *f, LLVMValueRef v, bool constant_expr);
void lw_memory(lw_fn *f, LLVMValueRef in); /* lower_mem.c: alloca, load, store, gep, atomics */
void lw_vector(lw_fn *f, LLVMValueRef in); /* lower_vec.c: (insert|extract)*, shuffle */
void lw_bitcast(lw_fn *f, LLVMValueRef v, LLVMValueRef from, LLVMTypeRef to);
fe_reg lw_pack(lw_fn *f, const fe_reg *regs,
               uint32_t n);              /* concatenates scalars to one integer, first lowest */
void lw_call(lw_fn *f, LLVMValueRef in); /* lower_call.c */
bool lw_intrinsic(lw_fn *f, LLVMValueRef in, const char *name); /* lower_intrin.c; false: unknown */

bool lw_atomic_call(lw_fn *f, LLVMValueRef in,
                    const char *name); /* lower_atomic.c; false: not one of libatomic's */

/* integers wider than 128 bits (lower_wide.c) */
enum { LW_WIDE_BITS = 1024 };
bool lw_is_wide(LLVMTypeRef t);
/* The words of an integer constant of any width, lowest first; n words are written. */
void lw_wide_words(LLVMValueRef c, uint64_t *word, uint32_t n);
void lw_wide_constant(lw_fn *f, LLVMValueRef v);
bool lw_wide(lw_fn *f, LLVMValueRef in); /* false: nothing special about it */
void lw_wide_overflow(lw_fn *f, LLVMValueRef in, fe_op op);
bool lw_wide_count(lw_fn *f, LLVMValueRef in, fe_op op); /* false: not an operation that counts bits */
fe_reg lw_wide_switch(lw_fn *f, LLVMValueRef in);        /* i32 */

/* positions and names (lower_dbg.c) */
uint32_t lw_loc(lw_fn *f, LLVMValueRef in);
void lw_names(lw_fn *f);
const char *lw_place(lw_fn *f); /* "f.c:12" of the current position; "f.c" when unknown */

static inline fe_ty lw_ty(fe_kind kind, unsigned bits) { return (fe_ty){(uint8_t)kind, (uint8_t)bits}; }
#define LW_VOID lw_ty(FE_VOID, 0)
#define LW_PTR lw_ty(FE_PTR, 64)
#define LW_INT(n) lw_ty(FE_INT, n)

#endif

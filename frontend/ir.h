/* The IR: what every later stage reads instead of C or LLVM.
 *
 * A program (fe_program, see frontend.h) is a flat table of functions and globals of all its files, already linked: a
 * call names its callee by index. A function body is one array of instructions cut into basic blocks, over typed scalar
 * registers in SSA-like form (each register has one defining instruction, or is a parameter, a constant, or the target
 * of edge moves that stand for phis; FE_BEGIN renews the address its FE_ALLOCA gave).
 *
 * Registers of a function, in this order:
 *   [0, nconsts)                  constants, fe_func.consts[r]; an interpreter fills them in when a frame is made
 *   [nconsts, nconsts + nparams)  parameters as the ABI passes them (see fe_param for the source's view)
 *   the rest                      results of instructions and edge moves
 * Aggregates and vectors never live in a register: the lowering splits them into scalars. An instruction that yields
 * several scalars (a call of a function returning {i64,i64}, an overflow builtin) writes consecutive registers from dst.
 *
 * docs/ir.md is the complete reference: one entry per opcode with operands, semantics and undefined cases. */
#ifndef FRONTEND_IR_H
#define FRONTEND_IR_H

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t fe_reg;
#define FE_NONE UINT32_MAX

/* Type of a register. bits is the value width: 1..128 for FE_INT, 64 for FE_PTR, 32/64/80 for the floats. */
typedef enum fe_kind { FE_VOID, FE_INT, FE_PTR, FE_F32, FE_F64, FE_F80 } fe_kind;
typedef struct fe_ty {
  uint8_t kind; /* fe_kind */
  uint8_t bits;
} fe_ty;

/* Bytes a load or store of this type touches (x86-64): i1..i8 1, i24 3, i33..i40 5, i128 16, f80 10. */
uint32_t fe_ty_size(fe_ty ty);

/* A concrete scalar. Integers are kept zero-extended: bits above the type's width are 0. */
typedef union fe_val {
  unsigned __int128 u;
  struct {
    uint64_t lo, hi;
  };
  float f;
  double d;
  long double ld;
} fe_val;

typedef enum fe_op {
  /* moves and integer arithmetic: dst = a op b */
  FE_MOV,
  FE_ADD,
  FE_SUB,
  FE_MUL,
  FE_UDIV,
  FE_SDIV,
  FE_UREM,
  FE_SREM,
  FE_SHL,
  FE_LSHR,
  FE_ASHR,
  FE_AND,
  FE_OR,
  FE_XOR,
  /* comparison: sub is an fe_pred; operand type in ty2, result i1 */
  FE_ICMP,
  FE_FCMP,
  /* float arithmetic */
  FE_FADD,
  FE_FSUB,
  FE_FMUL,
  FE_FDIV,
  FE_FREM,
  FE_FNEG,
  /* casts: from ty2 to ty */
  FE_TRUNC,
  FE_ZEXT,
  FE_SEXT,
  FE_FPTOUI,
  FE_FPTOSI,
  FE_UITOFP,
  FE_SITOFP,
  FE_FPTRUNC,
  FE_FPEXT,
  FE_PTRTOINT,
  FE_INTTOPTR,
  FE_BITCAST,
  /* dst = a ? b : c, a is i1 */
  FE_SELECT,
  /* bit builtins, unary, binary or (fshl/fshr) ternary */
  FE_BSWAP,
  FE_BITREVERSE,
  FE_CTPOP,
  FE_CTLZ,
  FE_CTTZ,
  FE_FSHL,
  FE_FSHR,
  FE_ABS,
  FE_SMIN,
  FE_SMAX,
  FE_UMIN,
  FE_UMAX,
  FE_SADD_SAT,
  FE_UADD_SAT,
  FE_SSUB_SAT,
  FE_USUB_SAT,
  /* two results: dst = value, dst+1 = overflow flag (i1) */
  FE_SADD_OVF,
  FE_UADD_OVF,
  FE_SSUB_OVF,
  FE_USUB_OVF,
  FE_SMUL_OVF,
  FE_UMUL_OVF,
  /* float builtins: sub is an fe_fmath; operands a, b, c as it needs; operand type in ty2 where it differs */
  FE_FMATH,
  /* memory */
  FE_ALLOCA, /* dst = address of a new stack object of imm bytes (a == FE_NONE) or a * imm bytes; alignment in aux */
  FE_LOAD,    /* dst = *(ty*)a; flags FE_F_VOLATILE, FE_F_ATOMIC */
  FE_STORE,   /* *(ty*)a = b */
  FE_PTRADD,  /* dst = a + sext(b) * aux + imm, bytes; b == FE_NONE: no index; ty2 is the index type */
  FE_MEMCPY,  /* a = destination, b = source, c = length */
  FE_MEMMOVE, /* as MEMCPY, overlap allowed */
  FE_MEMSET,  /* a = destination, b = byte (i8), c = length */
  FE_STACKSAVE,
  FE_STACKRESTORE, /* frees the stack objects made since the FE_STACKSAVE that gave a */
  FE_BEGIN, /* the stack object whose FE_ALLOCA is a, imm bytes, begins a new life; a gets its new address */
  FE_END,   /* the stack object at a ends */
  /* varargs: a (and b for VACOPY's source) is the address of a va_list as the target ABI lays it out */
  FE_VASTART,
  FE_VAEND,
  FE_VACOPY,
  /* calls: fe_func.calls[aux] has the rest; dst is the first of nres result registers */
  FE_CALL,
  FE_ASM,    /* inline assembly, opaque: operands and results as for a call */
  FE_TRAP,   /* llvm.trap, llvm.ubsantrap, llvm.debugtrap */
  FE_NONDET, /* dst = some value of ty (undef or poison made explicit): an uninitialised value */
  /* terminators */
  FE_BR,     /* edge aux */
  FE_CBR,    /* a is i1: edge aux when 1, edge aux+1 when 0 */
  FE_SWITCH, /* a of ty2: cases in fe_func.switches[aux] */
  FE_IBR,    /* computed goto: a is a block address; possible edges in fe_func.switches[aux] */
  FE_RET,    /* b results; their registers are fe_func.lists[aux … aux+b) */
  FE_UNREACHABLE,
  FE_OP_COUNT
} fe_op;

typedef enum fe_pred {
  FE_EQ,
  FE_NE,
  FE_UGT,
  FE_UGE,
  FE_ULT,
  FE_ULE,
  FE_SGT,
  FE_SGE,
  FE_SLT,
  FE_SLE,
  /* float predicates with LLVM's meaning: O.. false on NaN, U.. true on NaN */
  FE_FP_FALSE,
  FE_FP_OEQ,
  FE_FP_OGT,
  FE_FP_OGE,
  FE_FP_OLT,
  FE_FP_OLE,
  FE_FP_ONE,
  FE_FP_ORD,
  FE_FP_UEQ,
  FE_FP_UGT,
  FE_FP_UGE,
  FE_FP_ULT,
  FE_FP_ULE,
  FE_FP_UNE,
  FE_FP_UNO,
  FE_FP_TRUE
} fe_pred;

typedef enum fe_fmath {
  FE_M_FABS,
  FE_M_SQRT,
  FE_M_FMA,
  FE_M_COPYSIGN,
  FE_M_FLOOR,
  FE_M_CEIL,
  FE_M_TRUNC,
  FE_M_RINT,
  FE_M_NEARBYINT,
  FE_M_ROUND,
  FE_M_ROUNDEVEN,
  FE_M_MINNUM,
  FE_M_MAXNUM,
  FE_M_SIN,
  FE_M_COS,
  FE_M_EXP,
  FE_M_EXP2,
  FE_M_LOG,
  FE_M_LOG2,
  FE_M_LOG10,
  FE_M_POW,
  FE_M_POWI,
  FE_M_LDEXP,
  FE_M_LRINT,
  FE_M_LROUND,
  FE_M_IS_FPCLASS /* class mask in imm */
} fe_fmath;

/* Instruction flags. */
enum {
  FE_F_NSW = 1, /* signed overflow is undefined here (C's signed arithmetic) */
  FE_F_NUW = 2,
  FE_F_EXACT = 4,
  FE_F_VOLATILE = 8,
  FE_F_ATOMIC = 16,
  FE_F_INBOUNDS = 32,
  FE_F_POISON = 64,   /* CTLZ/CTTZ: a zero operand is undefined; ABS: INT_MIN is undefined */
  FE_F_INTERNAL = 128 /* CBR, SWITCH: the compiler's, not the source's (va_arg choosing register or stack, the
                       * way out of a scope with cleanups) */
};

typedef struct fe_insn {
  uint8_t op;  /* fe_op */
  uint8_t sub; /* fe_pred or fe_fmath */
  uint8_t flags;
  uint8_t pad;
  fe_ty ty;   /* result type (STORE: stored type) */
  fe_ty ty2;  /* operand type where it differs from ty */
  fe_reg dst; /* FE_NONE when there is no result */
  fe_reg a, b, c;
  uint32_t aux;
  uint32_t loc; /* index in fe_func.locs, FE_NONE when the compiler gave none */
  int64_t imm;
} fe_insn;

/* A control-flow edge. Its moves are done one after the other (already sequentialised) before going to block. */
typedef struct fe_edge {
  uint32_t block;
  uint32_t move0, nmoves; /* into fe_func.moves */
} fe_edge;
typedef struct fe_move {
  fe_reg dst, src;
} fe_move;

typedef struct fe_block {
  uint32_t first, count; /* instructions; the last one is the terminator */
} fe_block;

/* FE_SWITCH: values[i] leads to edge edge0 + 1 + i, anything else to edge0.
 * FE_IBR: edge0 + i is taken when the address is that of block values[i].lo. */
typedef struct fe_switch {
  uint32_t ncases;
  uint32_t edge0;
  fe_val *values;
} fe_switch;

/* A variadic argument by value: the logarithm of its alignment where that is over 8 bytes; a vector of 16 bytes, held in
 * an integer of 128 bits, travels in an SSE register. */
typedef enum fe_place { FE_PLACE_PLAIN = 0, FE_PLACE_SSE = 0xff } fe_place;

typedef struct fe_call {
  bool indirect;
  uint32_t func; /* direct: index into fe_program.funcs (a declaration when the program has no body for it) */
  fe_reg target; /* indirect: register with the address */
  uint32_t nargs;
  fe_reg *args;
  fe_ty *arg_ty;
  uint32_t
      *byval; /* per argument: bytes of a copy the call makes, 0 for an ordinary argument; FE_ASM: bytes the
                     * assembly may write through this pointer (a memory output) */
  uint8_t *
      place; /* per argument, NULL when all are 0: how a variadic one lies in memory where its type does not tell
                   * (fe_place) */
  uint32_t nres; /* scalars returned, written to insn.dst, dst+1, … */
  fe_ty *res_ty;
  bool variadic; /* called through a variadic type: the first nfixed arguments are named */
  uint32_t nfixed;
  bool noreturn;
  const char
      *asm_text; /* FE_ASM only: "text : constraints", or the name of a target intrinsic ("llvm.x86.…") */
} fe_call;

typedef enum fe_const_kind {
  FE_C_INT,
  FE_C_FLOAT,
  FE_C_NULL,
  FE_C_GLOBAL,
  FE_C_FUNC,
  FE_C_BLOCK,
  FE_C_UNDEF
} fe_const_kind;
typedef struct fe_const {
  uint8_t kind; /* fe_const_kind */
  fe_ty ty;
  fe_val val;     /* INT and FLOAT */
  uint32_t index; /* GLOBAL/FUNC: program index; BLOCK: block of this function (its address: see fe_reloc) */
  int64_t addend; /* GLOBAL: byte offset */
} fe_const;

typedef struct fe_loc {
  uint32_t file; /* index in fe_program.files */
  uint32_t line, col;
} fe_loc;

/* The source variable a register stands for, where debug information tells. */
typedef struct fe_name {
  fe_reg reg;
  bool is_object; /* the register is the address of the variable (FE_ALLOCA), not its value */
  const char *name;
} fe_name;

typedef struct fe_iface fe_iface; /* the source's view of the function: frontend.h */

typedef struct fe_func {
  const char *name; /* C name */
  const char *usr;  /* identity across runs; a static function's includes its file */
  uint32_t file;    /* FE_NONE for a declaration */
  uint32_t line;
  uint32_t ret_n; /* scalars returned */
  fe_ty *ret_ty;
  uint32_t nparams; /* as the ABI passes them, sret pointer included */
  fe_ty *param_ty;
  uint32_t *param_byval; /* per parameter: bytes of a byval copy, else 0 */
  bool variadic, is_static, is_weak, noreturn;
  bool is_model;           /* from a library given to fe_load, not from the sources */
  bool has_body;           /* false: external, or unsupported */
  const char *unsupported; /* why the body was not lowered ("setjmp at f.c:12"), NULL when it was */
  uint32_t nregs, nconsts;
  fe_const *consts;
  fe_ty *reg_ty; /* [nregs] */
  uint32_t nblocks, ninsns, nedges, nmoves, nswitches, ncalls, nlists, nlocs, nnames;
  fe_block *blocks; /* blocks[0] is the entry */
  fe_insn *insns;
  fe_edge *edges;
  fe_move *moves;
  fe_switch *switches;
  fe_call *calls;
  fe_reg *lists;
  fe_loc *locs;
  fe_name *names;  /* sorted by reg */
  fe_iface *iface; /* NULL when libclang gave none */
  uint8_t fingerprint
      [32]; /* BLAKE3 of the canonical body and of everything outside it that decides its behaviour */
} fe_func;

/* An address in an initialiser. The address of block k of a function (k > 0, for computed goto) is by definition the
 * function's address + k, so a table of labels has relocations with is_func and addend k, and the difference of two
 * labels is a plain number. */
typedef struct fe_reloc {
  uint64_t offset; /* where in the initialiser 8 bytes are an address */
  bool is_func;
  uint32_t index; /* global or function */
  int64_t addend;
} fe_reloc;

typedef struct fe_global {
  const char *name;
  const char *usr;
  uint32_t file, line;
  uint64_t size;
  uint32_t align;
  bool is_const, is_static, is_thread_local, is_weak;
  bool is_literal; /* a string or compound literal or compiler-made constant: its name means nothing */
  bool has_init;   /* false: defined elsewhere (extern), contents unknown */
  uint8_t *init;   /* size bytes, NULL when all zero; relocations are added to it */
  uint32_t nrelocs;
  fe_reloc *relocs;
  uint32_t ctype; /* index in fe_program.types, FE_NONE when unknown */
} fe_global;

/* Decisions: the FE_CBR, FE_SWITCH and FE_IBR terminators whose condition is not a constant register and that the
 * source has, in order of position. This is the numbering cases, coverage and the slicer use. */
static inline bool fe_is_decision(const fe_func *f, const fe_insn *in) {
  return (in->op == FE_CBR || in->op == FE_SWITCH || in->op == FE_IBR) && in->a >= f->nconsts &&
         !(in->flags & FE_F_INTERNAL);
}
#endif

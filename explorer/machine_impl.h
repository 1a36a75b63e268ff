/* Internals of the machine, shared by machine*.c and libc_*.c only. */
#ifndef EXPLORER_MACHINE_IMPL_H
#define EXPLORER_MACHINE_IMPL_H

#include "explorer/machine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- objects ---- */

#define EXM_BIAS 0x80000000u
#define EXM_MAX_SIZE 0x7fffffffu
#define EXM_SLOT_BITS 24
#define EXM_TAG_FUNC 0xF0u
#define EXM_STACK_BYTES ((size_t)64 << 20)
#define EXM_REG_SLOTS ((size_t)8 << 20)

/* id is generation << 24 | slot; the generation changes when the object dies, so one comparison tells a live object.
 * wsize is size, or 0 for a read-only object, so one comparison tells a permitted write. */
typedef struct exm_obj {
  uint8_t *mem;
  uint8_t *init; /* one byte per byte: 0 uninitialised, 0xff initialised */
  uint32_t id;
  uint32_t size;
  uint32_t wsize;
  uint8_t kind; /* exm_kind */
  uint8_t live;
} exm_obj;

/* ---- decoded code ---- */

/* Opcodes of the decoded form. Suffixes: 32/64 width, N any width up to 64 (mask or shift in the instruction). */
// clang-format off
#define EXM_OPS(X)                                                                                           \
  X(MOV) X(MOV2)                                                                                             \
  X(ADD32) X(ADD64) X(ADDN) X(SUB32) X(SUB64) X(SUBN) X(MUL32) X(MUL64) X(MULN)                              \
  X(AND) X(OR) X(XOR) X(SHL32) X(SHL64) X(LSHR32) X(LSHR64) X(ASHR32) X(ASHR64)                              \
  X(UDIV32) X(UDIV64) X(SDIV32) X(SDIV64) X(UREM32) X(UREM64) X(SREM32) X(SREM64)                            \
  X(EQ) X(NE) X(ULT) X(ULE) X(SLT32) X(SLE32) X(SLT64) X(SLE64) X(SLTN) X(SLEN) \
  X(BEQ) X(BNE) X(BULT) X(BULE) X(BSLT32) X(BSLE32) X(BSLT64) X(BSLE64) \
  X(MASK) X(SEXT) X(SEXT3264) X(SELECT)                                                                      \
  X(FADD32) X(FSUB32) X(FMUL32) X(FDIV32) X(FADD64) X(FSUB64) X(FMUL64) X(FDIV64)                            \
  X(FOEQ64) X(FUNE64) X(FOLT64) X(FOLE64) X(FOLT32) X(FOLE32)                                                \
  X(S32F64) X(S64F64) X(F64S32) X(F32F64) X(F64F32)                                                          \
  X(GEN)                                                                                                     \
  X(LOAD8) X(LOAD16) X(LOAD32) X(LOAD64) X(LOADN) X(LOADC8) X(LOADC16) X(LOADC32) X(LOADC64)                 \
  X(STORE8) X(STORE16) X(STORE32) X(STORE64) X(STOREN)                                                       \
  X(PADDI) X(PADDIS) X(PADDX) X(PADDX64) X(PADDXS)                                                           \
  X(ALLOCA) X(ALLOCAX) X(MEMCPY) X(MEMMOVE) X(MEMSET) X(STACKSAVE) X(STACKRESTORE) X(BEGIN) X(END)           \
  X(VASTART) X(VACOPY) X(NOP) X(CALL) X(CALLX) X(CALLI) X(CALLH) X(ASM) X(TRAP) X(NONDET) X(UNINIT)          \
  X(BR) X(CBR) X(SWITCH) X(IBR) X(RET0) X(RET1) X(RETN) X(UNREACHABLE) X(OBSERVE) X(HALT)
// clang-format on

enum exm_opcode {
#define X(op) EXM_##op,
  EXM_OPS(X)
#undef X
      EXM_OPCODES
};

/* One decoded instruction. dst, a, b are register slots. Branch targets are relative to the instruction itself. */
typedef struct exm_ins {
  uint16_t op;
  uint16_t x; /* shift, or for branches the steps to charge */
  uint32_t dst, a, b;
  union {
    int64_t imm;
    struct {
      int32_t t, f; /* BR, CBR and fused compare-and-branch */
    };
    struct {
      int32_t disp; /* PADDX */
      uint32_t scale;
    };
    const void *p; /* exm_gen, exm_switch, exm_callsite */
  };
} exm_ins;

typedef struct exm_gen { /* GEN, NONDET, LOADN, STOREN: the rare ones, by way of fe_eval */
  const fe_insn *in;
  uint32_t dst, dst2, a, b, c; /* slots, FE_NONE when absent */
  uint8_t wa, wb, wc;          /* operand takes two slots */
  uint8_t wd, wd2;
  uint32_t bytes; /* LOADN, STOREN */
  bool check;     /* LOADN: uninitialised bytes are an error */
  bool asks;      /* LOADN: the hook for volatile reads */
} exm_gen;

#define EXM_NO_TARGET INT32_MIN
typedef struct exm_switch {
  uint64_t lo;     /* dense: table[v - lo] */
  uint32_t ntable; /* 0: sorted search */
  uint32_t ncases;
  bool wide;      /* two-slot value */
  int32_t *table; /* relative targets */
  unsigned __int128 *values;
  int32_t *to;
  int32_t otherwise;
} exm_switch;

struct exm_code;
struct exm_libc;
typedef struct exm_callsite {
  const fe_call *call;
  struct exm_code *callee; /* CALL, direct: decoded lazily */
  uint32_t nslots;         /* argument slots */
  uint32_t *slots;         /* where each comes from; two in a row for a wide argument */
  uint32_t *arg_slot;      /* per argument: its first slot */
  uint32_t target;         /* slot of an indirect target */
  uint32_t res_slots;
  uint64_t sig; /* of what the caller passes and expects; 0: has byval or variadic arguments */
  const exm_call_hook *hook;
} exm_callsite;

typedef struct exm_code {
  const fe_func *f;
  uint32_t index;
  bool decoded;
  bool host_known;
  const struct exm_libc *host; /* what libc has for a function without a body, once host_known */
  uint32_t nins;
  exm_ins *ins;
  uint32_t *src;  /* per decoded instruction: the IR instruction it comes from */
  uint32_t *slot; /* per register */
  uint32_t nparam_slots, nconst_slots, nslots, ret_slots;
  uint64_t *consts;
  uint64_t sig; /* 0: variadic or byval */
  exm_decision_fn *observer;
  void *observer_self;
  void *arena; /* everything the decoder made, freed at once */
} exm_code;

typedef struct exm_frame {
  exm_code *code;    /* NULL: the host's own frame */
  const exm_ins *ip; /* while a callee runs: the call */
  uint64_t *fp;
  uint32_t nstack; /* stack objects when it was entered */
  uint32_t va_gp, va_fp;
  exm_addr va_regs, va_rest;
} exm_frame;

/* ---- libc ---- */

/* A call of a host-implemented function. Functions return false when the run is over (an error was set, or exit). */
typedef struct exm_hostcall {
  exm_machine *m;
  const char *name;
  uint32_t nargs;
  uint32_t nfixed;
  fe_val *args;
  const fe_ty *arg_ty;
  fe_val res[2]; /* the second for functions that return two scalars (ldiv) */
} exm_hostcall;
typedef bool exm_hostfn(exm_hostcall *c);
typedef struct exm_libc {
  const char *name;
  exm_hostfn *fn;
  uint32_t min_args;
} exm_libc;
typedef struct exm_libc_state exm_libc_state;

const exm_libc *exm_libc_find(const char *name);
exm_libc_state *exm_libc_new(exm_machine *m);
void exm_libc_free(exm_libc_state *s);
/* The first value of an extern variable of libc (stdout, environ, …), zeroed before; false when unknown. */
bool exm_libc_variable(exm_machine *m, const char *name, uint8_t *mem, uint64_t size);
/* What exit runs: atexit functions, last registered first, then destructors. */
bool exm_libc_run_atexit(exm_machine *m);
void exm_libc_flush(exm_machine *m);

/* ---- the machine ---- */

typedef struct exm_hooked_site {
  exm_site site;
  exm_call_hook hook;
} exm_hooked_site;

struct exm_machine {
  exm_obj *objs;
  uint32_t mask; /* capacity - 1 */
  const fe_program *p;
  uint64_t budget;  /* steps left */
  exm_frame *frame; /* innermost */
  /* stack objects: slot numbers in order of allocation, kept for re-use */
  uint32_t *stack_slots;
  uint32_t nstack, stack_made, stack_cap;
  uint8_t *stack_mem; /* EXM_STACK_BYTES of memory, then as many flags */
  size_t sp;
  uint64_t *regs, *regs_end;
  exm_frame *frames, *frames_end;
  uint32_t nobjs;       /* slots handed out */
  uint32_t *free_slots; /* first in, first out: a freed slot rests as long as possible */
  uint32_t free_head, free_count, free_cap;
  exm_code *code; /* per function */
  exm_addr *global_addr;
  exm_options opt;
  exm_libc_state *libc;
  exm_hooked_site *hooked;
  uint32_t nhooked;
  uint32_t host_depth; /* nested exm_run */
  bool stopped;
  exm_outcome out;
};

static inline bool exm_wide(fe_ty ty) { return ty.kind == FE_F80 || (ty.kind == FE_INT && ty.bits > 64); }
static inline uint32_t exm_id(exm_addr a) { return (uint32_t)(a >> 32); }
static inline uint32_t exm_off(exm_addr a) { return (uint32_t)a - EXM_BIAS; }
static inline exm_addr exm_base(const exm_obj *o) { return (uint64_t)o->id << 32 | EXM_BIAS; }
/* base + offset; where that is too far for an address of the object, its last address, which no object has. */
static inline exm_addr exm_strict_sum(exm_addr base, __int128 offset) {
  uint64_t r = base + (uint64_t)offset;
  bool object = base >> 56 && base >> 56 < EXM_TAG_FUNC;
  bool far = offset != (int64_t)offset || r >> 32 != base >> 32;
  return object && far ? base | UINT32_MAX : r;
}

/* The object when n bytes at a may be read (written), else NULL. */
static inline exm_obj *exm_readable(const exm_machine *m, exm_addr a, uint64_t n) {
  exm_obj *o = &m->objs[exm_id(a) & m->mask];
  return __builtin_expect(o->id == exm_id(a) && n <= EXM_MAX_SIZE && exm_off(a) + n <= o->size, 1) ? o : NULL;
}
static inline exm_obj *exm_writable(const exm_machine *m, exm_addr a, uint64_t n) {
  exm_obj *o = &m->objs[exm_id(a) & m->mask];
  return __builtin_expect(o->id == exm_id(a) && n <= EXM_MAX_SIZE && exm_off(a) + n <= o->wsize, 1) ? o
                                                                                                    : NULL;
}

/* Out of memory is fatal, here only. */
void *exm_xalloc(size_t n);
void *exm_xrealloc(void *p, size_t n);

/* machine_mem.c */
void exm_mem_init(exm_machine *m);
void exm_mem_free(exm_machine *m);
void exm_mem_reset(exm_machine *m);
/* Gives o zeroed storage of size bytes, none of it initialised. */
void exm_obj_storage(exm_obj *o, uint64_t size);
exm_obj *exm_obj_new(exm_machine *m, exm_kind kind, uint64_t size);
void exm_obj_free(exm_machine *m, exm_obj *o);
exm_obj *exm_stack_new(exm_machine *m, uint64_t size); /* NULL: stack full, error set */
/* The stack object begins a new life, of size bytes, under a new id; or it ends, and waits for that or for its release. */
void exm_stack_begin(exm_obj *o, uint64_t size);
void exm_stack_end(exm_obj *o);
void exm_stack_release(exm_machine *m, uint32_t down_to);
/* Sets the error for a failed access of n bytes. Always false. */
bool exm_bad_access(exm_machine *m, exm_addr a, uint64_t n, bool write);
/* A pointer to n readable (writable) bytes, NULL with the error set. n == 0 gives a non-NULL pointer. Writable bytes
 * are marked initialised. */
uint8_t *exm_rd(exm_machine *m, exm_addr a, uint64_t n);
uint8_t *exm_wr(exm_machine *m, exm_addr a, uint64_t n);
/* The string at a: its length, or -1 with the error set when it is not terminated inside its object. */
int64_t exm_strlen(exm_machine *m, exm_addr a);
bool exm_memcpy(exm_machine *m, exm_addr dst, exm_addr src, uint64_t n, bool overlap_ok);
bool exm_memset(exm_machine *m, exm_addr dst, int byte, uint64_t n);
exm_addr exm_malloc(exm_machine *m, uint64_t n, bool zero);
bool exm_heap_free(exm_machine *m, exm_addr a, const char *what);

/* machine_decode.c */
void exm_decode(exm_machine *m, exm_code *c);
void exm_undecode(exm_code *c);
uint64_t exm_signature(uint32_t nargs, const fe_ty *args, uint32_t nres, const fe_ty *res);

/* machine_call.c */
/* Pushes a frame for code; arguments are scalars, byval and place (both may be NULL) as in fe_call. false: error set. */
bool exm_enter(exm_machine *m, exm_code *code, const fe_val *args, const fe_ty *ty, const uint32_t *byval,
               const uint8_t *place, uint32_t nargs);
/* The slow ways to make a call from the running frame. true: go on (a frame may have been pushed). */
typedef enum exm_flow { EXM_FLOW_STOP, EXM_FLOW_NEXT, EXM_FLOW_ENTERED } exm_flow;
exm_flow exm_call_slow(exm_machine *m, const exm_ins *ip, const exm_callsite *s, uint32_t func);
exm_flow exm_call_hooked(exm_machine *m, const exm_ins *ip, const exm_callsite *s, uint32_t func);
bool exm_call_any(exm_machine *m, exm_hook_call *c, const uint32_t *byval, const uint8_t *place,
                  uint32_t nfixed);
exm_flow exm_call_asm(exm_machine *m, const exm_ins *ip, const exm_callsite *s);
bool exm_va_start(exm_machine *m, exm_addr list);
/* Calls code from the host and runs it to its end; false: the run is over. */
bool exm_invoke(exm_machine *m, exm_code *code, const fe_val *args, const fe_ty *ty, const uint32_t *byval,
                const uint8_t *place, uint32_t nargs, fe_val *res);

/* machine.c */
exm_addr exm_block_addr(uint32_t func, uint32_t block);
/* Ends the run without an error: EXM_EXITED or EXM_STEPS. */
void exm_end(exm_machine *m, exm_stop stop, int exit_code);

/* machine_run.c */
/* Runs the innermost frame until the host frame below it is reached. false: stopped. */
bool exm_run(exm_machine *m);

fe_val exm_get(const uint64_t *fp, uint32_t slot, fe_ty ty);
void exm_put(uint64_t *fp, uint32_t slot, fe_ty ty, fe_val v);
/* v cut to what a register of this type holds. */
fe_val exm_clip(fe_val v, fe_ty ty);

#endif

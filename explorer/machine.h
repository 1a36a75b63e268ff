/* machine: runs a program of the frontend's IR on concrete values and checks every access it makes.
 *
 *   exm_machine *m = exm_new(program, &(exm_options){0});
 *   const exm_outcome *o = exm_run_main(m, main_index, argc, argv);     or exm_call(m, func, args, nargs)
 *   … o->stop tells how it ended; o is valid until the next run, reset or free …
 *   exm_free(m);
 *
 * What it promises: a program whose behaviour C defines computes what code compiled at -O0 for x86-64 computes, the
 * standard output and the exit code included. A wrong access ends the run with an error kind, a source position and
 * the call stack; it never touches memory of the host.
 *
 * Addresses are ordinary 64-bit values, so casts to and from integers, xor-linked lists and tag bits work:
 *
 *     63      56 55        32 31             0
 *    | generation |   slot   | 2^31 + offset  |      an object
 *    | 0xF0       |   func   |     block      |      a function (block 0) or a label of it (computed goto)
 *
 * NULL is 0. A slot that is used again gets the next generation, so an old pointer into it is known to be dangling (the
 * same generation comes back after 239 uses). The offset starts in the middle of its range: a pointer below or past its
 * object still names that object. An object has at most 2^31 - 1 bytes; every object looks aligned to all of them.
 *
 * Uninitialised memory. Each byte has an "initialised" flag, copied along by memcpy and its kin. A load of an
 * uninitialised byte is an error only where the value itself is sure to decide something at once: in the same block of
 * code, or the one it jumps to, it is compared for a branch (unchanged or only widened), or is a switch value, an address,
 * an index or a divisor. All other loads (struct copies, padding, the storage unit of a bit-field being written) are
 * silent and take the bytes as they are. So an uninitialised value can get past arithmetic unseen, but correct programs
 * are not blamed.
 *
 * The same program and the same inputs give the same run, addresses included. A machine is used by one thread. */
#ifndef EXPLORER_MACHINE_H
#define EXPLORER_MACHINE_H

#include "frontend/frontend.h"

typedef struct exm_machine exm_machine;
typedef uint64_t exm_addr;

/* ---- how a run ends ---- */

typedef enum exm_stop {
  EXM_RETURNED, /* the called function returned: ret */
  EXM_EXITED,   /* exit, _Exit, quick_exit, or main returned under exm_run_main: exit_code */
  EXM_ERROR,    /* error, message, stack */
  EXM_STEPS     /* the step limit was reached; stack tells where */
} exm_stop;

typedef enum exm_error {
  EXM_E_NONE,
  EXM_E_NULL,     /* access through a null pointer */
  EXM_E_WILD,     /* access through a value that was never an object's address */
  EXM_E_DANGLING, /* use of freed memory, or of a local variable after its function returned */
  EXM_E_BOUNDS,   /* outside the object */
  EXM_E_READONLY, /* write to a constant or a string literal */
  EXM_E_FREE,     /* free or realloc of something that is no start of a heap object */
  EXM_E_DOUBLE_FREE,
  EXM_E_UNINIT, /* an uninitialised value decides (see above) */
  EXM_E_DIV_ZERO,
  EXM_E_DIV_OVERFLOW, /* INT_MIN / -1: the processor traps */
  EXM_E_OVERFLOW,     /* signed overflow, with check_overflow */
  EXM_E_SHIFT,        /* shift amount out of range, with check_overflow */
  EXM_E_UNREACHABLE,
  EXM_E_TRAP,
  EXM_E_ASSERT, /* __assert_fail was called; its message has been written to err */
  EXM_E_ABORT,
  EXM_E_OVERLAP,  /* memcpy of overlapping objects */
  EXM_E_STACK,    /* the stack is full: recursion too deep or a variable too big */
  EXM_E_BAD_CALL, /* call through a value that is no function, or with arguments the function cannot take */
  EXM_E_NO_BODY,  /* a function, a variable or a libc feature the machine does not have */
  EXM_E_UNSUPPORTED, /* the function has a construct the frontend could not lower, or inline assembly */
  EXM_E_COUNT
} exm_error;

/* A place in the program: instruction insn of function func. */
typedef struct exm_site {
  uint32_t func;
  uint32_t insn;
} exm_site;

#define EXM_MAX_STACK 64
#define EXM_MAX_RET 16 /* scalars one call returns */
typedef struct exm_outcome {
  exm_stop stop;
  exm_error error;
  int exit_code;
  uint32_t nret;
  fe_val ret[EXM_MAX_RET];
  uint64_t steps;    /* IR instructions executed, counted by block */
  char message[320]; /* ERROR: what happened, one line without position */
  uint32_t depth;    /* activations on the call stack when it stopped */
  uint32_t nstack;   /* of these, how many are listed, innermost first */
  exm_site stack[EXM_MAX_STACK];
} exm_outcome;

/* A short name for an error kind: "null-dereference", "out-of-bounds", … */
const char *exm_error_name(exm_error e);
/* The source position of a place: file index, line, column of the instruction or, where the compiler gave none, of the
 * nearest one before it. false when the function has no positions at all. */
bool exm_site_loc(const fe_program *p, exm_site site, fe_loc *loc);
/* Writes an error as "file:line:col: error: what (kind)" and one "  in f at file:line:col" line per activation. */
void exm_print_error(FILE *out, const fe_program *p, const exm_outcome *o);

/* ---- hooks ---- */

/* One argument list and its answer, as the ABI passes scalars. */
typedef struct exm_hook_call {
  exm_machine *m;
  uint32_t func; /* callee; FE_NONE for an indirect call whose target is not known yet */
  exm_site site; /* the call instruction; func FE_NONE when the host made the call */
  uint32_t nargs;
  fe_val *args;
  const fe_ty *arg_ty;
  uint32_t nres;
  const fe_ty *res_ty;
  fe_val res[EXM_MAX_RET];
} exm_hook_call;

typedef enum exm_hook_result {
  EXM_HOOK_PASS, /* go on as if there were no hook */
  EXM_HOOK_DONE, /* the hook answered: res is the result, the callee is not run */
  EXM_HOOK_STOP  /* stop the run; the hook has called exm_fail */
} exm_hook_result;

typedef struct exm_hooks {
  void *self;
  /* Instead of every function without a body, before the machine's own libc is asked. */
  exm_hook_result (*stub)(void *self, exm_hook_call *c);
  /* The value of an FE_NONDET of this type (an undefined value made explicit). NULL: zero. */
  fe_val (*nondet)(void *self, exm_site site, fe_ty ty);
  /* A volatile load of n bytes that is allowed, not in a library function: true: *v is what it gives instead of what memory
   * holds. Only looked at when the machine is made. */
  bool (*volatile_read)(void *self, exm_addr a, uint32_t n, fe_val *v);
} exm_hooks;

/* Called at each decision of the observed function, in every activation: insn is the terminator, edge its place in
 * fe_func.edges, depth the activation's place on the call stack (the function called by the host is 1). */
typedef void exm_decision_fn(void *self, exm_site site, uint32_t edge, uint32_t depth);
/* Called before (may change args or answer itself) and after (may change res; the callee's writes are done) the calls of
 * a chosen site. after is not called when before answered. Either may be NULL. */
typedef struct exm_call_hook {
  void *self;
  exm_hook_result (*before)(void *self, exm_hook_call *c);
  exm_hook_result (*after)(void *self, exm_hook_call *c);
} exm_call_hook;

/* ---- the machine ---- */

typedef struct exm_options {
  uint64_t max_steps;  /* 0: no limit */
  uint32_t max_depth;  /* activations; 0: 200,000 */
  bool check_overflow; /* report signed overflow and bad shifts instead of wrapping */
  bool
      strict_pointers; /* an index too big for an address to hold stays outside the object it started from, where
                           plain arithmetic would wrap around into another one, or into the same one again */
  bool no_libc;        /* body-less functions are only answered by hooks.stub */
  FILE *in, *out, *err; /* the program's standard streams; NULL: the host's */
  exm_hooks hooks;
} exm_options;

/* The program must outlive the machine. Global variables have their initial values. */
exm_machine *exm_new(const fe_program *p, const exm_options *opt);
void exm_free(exm_machine *m);
/* Memory as after exm_new; hooks and decoded code stay. All addresses but those of globals and functions are invalid. */
void exm_reset(exm_machine *m);
const fe_program *exm_program(const exm_machine *m);

/* Observes the decisions of a function; fn NULL ends it. Costs nothing for other functions. Not during a run. */
void exm_observe(exm_machine *m, uint32_t func, exm_decision_fn *fn, void *self);
/* Hooks the call at a place (an FE_CALL instruction); hook NULL removes it. Not during a run. */
void exm_hook_call_site(exm_machine *m, exm_site site, const exm_call_hook *hook);

/* Calls a function with scalar arguments as the ABI passes them (fe_func.param_ty; further ones are its variable
 * arguments, with types in extra_ty). A by-value struct is passed as the address of an object, which is copied.
 * Memory stays as the call left it, so calls can follow each other. */
const exm_outcome *exm_call(exm_machine *m, uint32_t func, const fe_val *args, uint32_t nargs);
const exm_outcome *exm_call_variadic(exm_machine *m, uint32_t func, const fe_val *args, uint32_t nargs,
                                     const fe_ty *extra_ty);
/* Runs the program's constructors, calls a function as main(argc, argv, environ), takes what it returns as exit code,
 * runs atexit functions and destructors, and flushes. */
const exm_outcome *exm_run_main(exm_machine *m, uint32_t func, int argc, char *const *argv);

/* ---- memory, from outside a run or from hooks ---- */

typedef enum exm_kind { EXM_GLOBAL, EXM_STACK, EXM_HEAP, EXM_INPUT, EXM_HOST /* libc's own data */ } exm_kind;

typedef struct exm_object {
  exm_addr base;
  uint64_t size;
  exm_kind kind;
  bool read_only;
  uint32_t global; /* EXM_GLOBAL: its index, else FE_NONE */
} exm_object;

/* A new object of size bytes; bytes NULL: contents uninitialised. EXM_HEAP may be freed by the program, EXM_INPUT not.
 * 0 when size exceeds the limit. */
exm_addr exm_alloc(exm_machine *m, exm_kind kind, uint64_t size, const void *bytes);
exm_addr exm_global_addr(const exm_machine *m, uint32_t global);
exm_addr exm_func_addr(const exm_machine *m, uint32_t func);
/* The function an address names, FE_NONE when none. */
uint32_t exm_addr_func(const exm_machine *m, exm_addr a);
/* The live object an address points into or one past the end of (or beside: look at base and size). */
bool exm_object_at(const exm_machine *m, exm_addr a, exm_object *out);
/* Reads or writes n bytes; false, and nothing done, unless all of them lie in one live object. exm_poke may write
 * read-only objects and marks the bytes initialised. */
bool exm_peek(const exm_machine *m, exm_addr a, void *buf, uint64_t n);
bool exm_poke(exm_machine *m, exm_addr a, const void *buf, uint64_t n);
/* Marks bytes uninitialised. */
bool exm_forget(exm_machine *m, exm_addr a, uint64_t n);
/* Gives an extern variable without initialiser a value, size bytes (so its object exists). */
exm_addr exm_define_global(exm_machine *m, uint32_t global, uint64_t size, const void *bytes);
/* Live heap objects in order of allocation slot, for leak checks: fills out[0..cap), returns how many there are. */
size_t exm_heap_objects(const exm_machine *m, exm_addr *out, size_t cap);

/* For hooks: ends the run with an error at the current place. */
void exm_fail(exm_machine *m, exm_error e, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* For hooks: calls back into the program. false: the run is over, return EXM_HOOK_STOP. */
bool exm_callback(exm_machine *m, exm_addr func, const fe_val *args, uint32_t nargs, fe_val *res);

#endif

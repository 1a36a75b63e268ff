/* What the host-implemented libc functions share. Each libc_*.c defines functions with LIBC and one table of them. */
#ifndef EXPLORER_LIBC_IMPL_H
#define EXPLORER_LIBC_IMPL_H

#include "explorer/machine_impl.h"

#include <stdio.h>

#define LIBC(name) static bool f_##name(exm_hostcall *c)
#define ARG(i) (c->args[i].lo)
#define ARGI(i) ((int32_t)(uint32_t)c->args[i].lo)
/* Returns v, cut to the result's type by the caller. */
#define RET(v) return c->res[0].lo = (uint64_t)(v), true
#define ENTRY(name, nargs) {#name, f_##name, nargs}
#define ALIAS(name, other, nargs) {#name, f_##other, nargs}

typedef struct exm_stream {
  exm_addr addr; /* 0: free */
  FILE *file;
  bool ours; /* opened by the program: to be closed */
} exm_stream;

enum { EXM_MAX_STREAMS = 64, EXM_MAX_ATEXIT = 256, EXM_MAX_SIGNALS = 65, EXM_MAX_ENVIRON = 63 };

struct exm_libc_state {
  exm_machine *m;
  exm_stream streams[EXM_MAX_STREAMS];            /* 0 stdin, 1 stdout, 2 stderr */
  exm_addr errno_addr, strtok_next, environ_addr; /* environ_addr: EXM_MAX_ENVIRON + 1 pointers */
  exm_addr ctype_b, ctype_lower, ctype_upper;     /* addresses of pointers to the middle of the tables */
  exm_addr static_tm, static_text;                /* results of localtime, asctime, strerror */
  exm_addr atexit[EXM_MAX_ATEXIT];
  uint32_t natexit;
  exm_addr handlers[EXM_MAX_SIGNALS];
  uint32_t ndtors; /* destructors run so far */
  struct exm_random *random;
  bool fenv_changed;
  FILE *saved[2]; /* where stdin, stdout were reopened: what the machine was given */
};

/* Sets the program's errno. */
void exm_set_errno(exm_machine *m, int e);
/* Runs a host expression that may set errno and hands that on. */
#define WITH_ERRNO(m, stmt)             \
  do {                                  \
    errno = 0;                          \
    stmt;                               \
    if (errno) exm_set_errno(m, errno); \
  } while (0)

/* The length of the string at a, at most max: only that many bytes need to be readable. -1: error set. */
int64_t exm_strnlen(exm_machine *m, exm_addr a, uint64_t max);
/* The host's view of the terminated string at a; NULL with the error set. */
const char *exm_str(exm_machine *m, exm_addr a);
/* A host object with these bytes, kept for the run; text is written again in place when it fits. */
exm_addr exm_static_text(exm_machine *m, const char *text);

/* Arguments of the printf and scanf families, from a call or from a va_list of the program. */
typedef struct exm_varargs {
  exm_machine *m;
  const char *name;
  const fe_val *args; /* from a call: the arguments not yet taken */
  const fe_ty *ty;
  uint32_t n;
  bool from_list;
  const fe_val *all; /* where %1$ counts from; NULL when the format has no such thing */
  const fe_ty *all_ty;
  uint32_t nall;
  uint32_t gp, fp;
  exm_addr rest, regs;
} exm_varargs;
exm_varargs exm_varargs_call(exm_hostcall *c, uint32_t first);
bool exm_varargs_list(exm_hostcall *c, uint32_t arg, exm_varargs *out);
bool exm_next_int(exm_varargs *v, uint64_t *out);
bool exm_next_f64(exm_varargs *v, double *out);
bool exm_next_f80(exm_varargs *v, long double *out);

typedef struct exm_text {
  char *s;
  size_t n, cap;
} exm_text;
void exm_text_add(exm_text *t, const char *s, size_t n);
/* Formats as printf does; false with the error set. *negative: an encoding error, printf returns -1. */
bool exm_format(exm_machine *m, exm_addr fmt, exm_varargs *v, exm_text *out, bool *negative);

FILE *exm_stream_file(exm_machine *m, exm_addr a);

extern const exm_libc exm_libc_string[], exm_libc_stdlib[], exm_libc_stdio[], exm_libc_printf[],
    exm_libc_scanf[], exm_libc_ctype[], exm_libc_math[], exm_libc_complex[], exm_libc_wide[], exm_libc_time[],
    exm_libc_bitint[], exm_libc_fenv[], exm_libc_misc[];

#endif

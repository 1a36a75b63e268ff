/* frontend: from C files or a compile database to one linked program in the IR of ir.h.
 *
 *   fe_sources *s = fe_sources_files(paths, n, flags, nflags);        or fe_sources_database(path, &err)
 *   fe_program *p = fe_load(s, &(fe_options){.jobs = 2});
 *   … p->funcs, p->globals, p->types; p->failures lists the files that could not be read, each with a message …
 *   fe_program_free(p); fe_sources_free(s);
 *
 * A file that fails costs that file; a construct that cannot be lowered costs that function (fe_func.unsupported).
 * Everything reachable from the program is owned by it and immutable after fe_load, so threads may share it. */
#ifndef FRONTEND_H
#define FRONTEND_H

#include "frontend/ir.h"

#include <stddef.h>
#include <stdio.h>

/* ---- C types, for people and for shapes ---- */

typedef enum fe_ctype_kind {
  FE_T_VOID,
  FE_T_BOOL,
  FE_T_INT,
  FE_T_FLOAT,
  FE_T_ENUM,
  FE_T_PTR,
  FE_T_ARRAY,
  FE_T_STRUCT,
  FE_T_UNION,
  FE_T_FUNC,
  FE_T_OTHER /* complex, vector, …: size only */
} fe_ctype_kind;

typedef struct fe_field {
  const char *name; /* "" for an anonymous member */
  uint32_t type;
  uint64_t bit_offset;
  uint32_t bit_width; /* 0 unless a bit-field */
} fe_field;
typedef struct fe_enumerator {
  const char *name;
  int64_t value;
} fe_enumerator;

typedef struct fe_ctype {
  uint8_t kind;
  bool is_signed; /* INT, ENUM */
  bool is_const;
  const char *name; /* as written in C, typedef names kept ("node *", "unsigned char", "perm") */
  uint64_t size;    /* bytes; 0 when incomplete */
  uint32_t align;
  uint32_t to;    /* PTR: pointee; ARRAY: element; FUNC: result; ENUM: underlying */
  uint64_t count; /* ARRAY: elements, 0 when flexible or unknown */
  uint32_t nfields;
  fe_field *fields; /* STRUCT, UNION */
  uint32_t nenumerators;
  fe_enumerator *enumerators;
} fe_ctype;

/* How one source parameter (or the result) travels in the lowered signature. */
typedef enum fe_abi { FE_ABI_DIRECT, FE_ABI_COERCED, FE_ABI_BYVAL, FE_ABI_SRET, FE_ABI_IGNORED } fe_abi;
typedef struct fe_piece {
  uint32_t index;  /* lowered parameter (or result scalar) */
  uint32_t offset; /* byte offset in the source object */
} fe_piece;
typedef struct fe_param {
  const char *name; /* "" when unnamed; the result: "" */
  uint32_t ctype;   /* index in fe_program.types; array parameters appear as pointers */
  uint64_t bound;   /* int p[N]: N, else 0 */
  bool nonnull;
  uint8_t
      abi; /* fe_abi; BYVAL and SRET: pieces[0].index is the pointer parameter; COERCED: a piece per scalar */
  uint32_t npieces;
  fe_piece *pieces;
} fe_param;

struct fe_iface {
  uint32_t nparams; /* as the source has them */
  fe_param *params;
  fe_param result;
  uint32_t begin_line, begin_col, end_line, end_col;
};

/* ---- the program ---- */

typedef struct fe_failure {
  const char *file;
  const char
      *message; /* the compiler's first error as file:line:col: text, or why the entry could not be used */
} fe_failure;

typedef struct fe_file {
  const char *path;    /* as given or as in the compile database */
  const char *dir;     /* working directory of its compile command */
  uint8_t content[32]; /* BLAKE3 of the command and of everything the compiler read; zero for headers */
} fe_file;

typedef struct fe_program {
  uint32_t nfuncs, nglobals, ntypes, nfiles, nfailures, nnotes;
  fe_func *funcs;
  fe_global *globals;
  fe_ctype *types;
  fe_file *files; /* translation units first, then headers that positions refer to */
  fe_failure *failures;
  const char **notes; /* worth telling but no failure: duplicate definitions, an overridden weak one */
  uint32_t nctors, ndtors;
  uint32_t *ctors, *dtors; /* __attribute__((constructor)) and destructor functions, in the order they run */
  uint64_t compile_usec, lower_usec; /* for --stats: processor time of clang and of the lowering */
  uint32_t ncompiled, ncached;       /* translation units compiled / taken from the cache */
  struct fe_texts *texts;            /* private: the files' text, read when fe_source_text first needs it */
  void *impl;
} fe_program;

typedef struct fe_sources fe_sources;

/* A cache of compiled modules the caller provides (the store, in cli/); either function may be NULL. get returns
 * malloc'ed bytes or NULL. Both may be called from several threads. */
typedef struct fe_cache {
  void *self;
  uint8_t *(*get)(void *self, const uint8_t key[32], size_t *len);
  void (*put)(void *self, const uint8_t key[32], const uint8_t *data, size_t len);
} fe_cache;

/* A module compiled beforehand (models of libc), linked after the sources as from an archive: only if it defines something that is
 * not defined yet, and what the sources define wins. */
typedef struct fe_library {
  const char *name; /* its functions' file */
  const uint8_t *bitcode;
  size_t len;
  const char *defines; /* the names it defines, a line each; NULL: it is always linked */
} fe_library;

typedef struct fe_options {
  int jobs; /* compilations in parallel; 0: number of cores */
  fe_cache cache;
  const fe_library *libraries;
  size_t nlibraries;
  const char *clang; /* compiler driver, NULL: clang-19 */
  bool
      bodies_only; /* no interfaces (fe_func.iface, ctypes) and no use of the cache: all that running a program takes */
  void (*progress)(void *self, uint32_t done, uint32_t total, const char *file);
  void *progress_self;
} fe_options;

/* Sources from file names, all compiled with the same flags. Strings are copied. */
fe_sources *fe_sources_files(const char *const *paths, size_t n, const char *const *flags, size_t nflags);
/* Sources from a compile database: path of compile_commands.json or of its directory. NULL and *err (malloc'ed, one
 * line with file and reason) when it cannot be read at all; bad entries become failures of fe_load instead. */
fe_sources *fe_sources_database(const char *path, char **err);
/* Adds a file (a model, a precondition given by --with) to be compiled with these flags and linked in. */
void fe_sources_add(fe_sources *s, const char *path, const char *const *flags, size_t nflags);
size_t fe_sources_count(const fe_sources *s);
void fe_sources_free(fe_sources *s);
/* A hash of everything fe_load would read, without starting a compiler: true when the cache knows, for every unit, which
 * files the last compilation read. Equal hashes mean fe_load would give the same program. opt as for fe_load. */
bool fe_sources_unchanged_key(const fe_sources *s, const fe_options *opt, uint8_t out[32]);

/* The same hash of the sources that the program was loaded from, as the compiler read them; false when some failed. */
bool fe_program_key(const fe_program *p, const fe_sources *s, uint8_t out[32]);

/* Compiles, lowers and links. Never NULL; look at failures. */
fe_program *fe_load(const fe_sources *s, const fe_options *opt);
void fe_program_free(fe_program *p);

/* ---- looking things up ---- */

/* By C name ("max3"; a library's function only where the sources have none), "file.c:name" or USR. Returns the number of matches, fills out[0..cap). */
size_t fe_find_func(const fe_program *p, const char *name, uint32_t *out, size_t cap);
uint32_t fe_find_global(const fe_program *p, const char *name); /* FE_NONE when absent */
/* The source text of an instruction: the condition of a decision, the expression of a call. A condition is true when
 * the branch's register is 1: of "!p" it is "p", of one side of "a && b" that side. Written to buf, one line, blanks and
 * comments folded, cut to fit; "" when the file cannot be read. Returns its length. */
size_t fe_source_text(const fe_program *p, const fe_func *f, const fe_insn *in, char *buf, size_t cap);
/* The source variable register r holds (or, *is_object, whose address it is); NULL when none. */
const char *fe_reg_name(const fe_func *f, fe_reg r, bool *is_object);

/* ---- printing (docs/ir.md has the grammar) ---- */

void fe_print_func(FILE *out, const fe_program *p, const fe_func *f);
void fe_print_insn(FILE *out, const fe_program *p, const fe_func *f, const fe_insn *in);
const char *fe_op_name(fe_op op);

/* ---- concrete semantics, shared by everything that evaluates ---- */

typedef enum fe_eval_status {
  FE_OK,
  FE_DIV_ZERO,
  FE_DIV_OVERFLOW,
  FE_SIGNED_OVERFLOW,
  FE_BAD_SHIFT,
  FE_UNDEFINED
} fe_eval_status;

/* Evaluates a register-to-register instruction (FE_MOV … FE_FMATH; two-result ones write out[0] and out[1]) on concrete
 * operands. out is what x86-64 code compiled at -O0 computes even when the status is SIGNED_OVERFLOW or BAD_SHIFT
 * (wrapping; shift amount modulo the register width); DIV_* leave out untouched. */
fe_eval_status fe_eval(const fe_insn *in, fe_val a, fe_val b, fe_val c, fe_val out[2]);

#endif

/* Private to frontend/: what sources.c, flags.c, compile.c, iface*.c and load.c share while a project is read. */
#ifndef FRONTEND_PROJECT_H
#define FRONTEND_PROJECT_H

#include "frontend/frontend.h"

/* ---- small helpers (strings.c); memory exhaustion is fatal ---- */

void *fe_xrealloc(void *p, size_t size);
char *fe_xstrdup(const char *s);
char *fe_xformat(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A growing list of owned strings. */
typedef struct fe_strv {
  char **v;
  size_t n, cap;
} fe_strv;

void fe_strv_add(fe_strv *l, const char *s); /* copies s */
void fe_strv_take(fe_strv *l, char *s);      /* owns s from now on */
void fe_strv_terminate(fe_strv *l);          /* v[n] = NULL, for argv */
void fe_strv_free(fe_strv *l);

/* path below dir unless it is absolute; malloc'ed, "." and ".." and double slashes folded by text. */
char *fe_path_join(const char *dir, const char *path);
/* The whole file, with a 0 byte after it; NULL when it cannot be read. */
uint8_t *fe_read_file(const char *path, size_t *len);

/* ---- translation units ---- */

typedef struct fe_unit {
  char *path;   /* as given */
  char *dir;    /* directory the compiler runs in, absolute */
  fe_strv args; /* the entry's arguments without the compiler's name and the file, response files expanded */
  char *error;  /* why the entry cannot be used, NULL when it can */
} fe_unit;

struct fe_sources {
  fe_unit *units;
  size_t n, cap;
  fe_strv notes;
  char *
      root; /* absolute: the compile database's folder, or the working directory; paths in USRs are relative to it */
};

/* Appends the unit's arguments to out, without those that concern output, optimisation, debug information,
 * instrumentation or linking; with those that make clang's code that of the source (flags.c has the table). Returns
 * NULL, or why this program cannot be read at all (another target than x86-64), malloc'ed. */
char *fe_flags_clean(const fe_unit *u, fe_strv *out);
/* Is the argument after this one its value? */
bool fe_flag_takes_value(const char *flag);
/* The flag a line of the compiler's error output rejects, malloc'ed; NULL when the line is about something else. */
char *fe_flags_rejected(const char *line);

/* ---- one compilation ---- */

typedef struct fe_run {
  bool ok;
  uint8_t *out; /* standard output */
  size_t out_len;
  char *deps;       /* make rule with everything the compiler read */
  char *error;      /* one line, when not ok */
  fe_strv rejected; /* flags the compiler does not know, when that is the reason */
  uint64_t usec;    /* of the processor */
} fe_run;

typedef struct fe_process {
  int pid, out_fd, err_fd, dep_fd;
} fe_process;

/* PLAIN: bitcode without FE_INLINE_FLAG. */
typedef enum fe_run_mode { FE_RUN_BITCODE, FE_RUN_PLAIN, FE_RUN_PREPROCESS } fe_run_mode;

/* Starts clang on a unit; false and r->error when it cannot be started. */
bool fe_clang_start(const char *clang, const fe_unit *u, const fe_strv *flags, fe_run_mode mode,
                    fe_process *p, fe_run *r);
/* Waits for it and collects everything. */
void fe_clang_finish(fe_process *p, const fe_unit *u, fe_run *r);
void fe_run_free(fe_run *r);
uint64_t fe_memory_size(void); /* bytes of physical memory, 0 when unknown */

/* ---- one translation unit, from the cache or from the compiler (product.c) ---- */

/* What the units of one load share. */
typedef struct fe_shop fe_shop;
fe_shop *fe_shop_new(const char *clang, const fe_cache *cache); /* clang NULL: the default */
void fe_shop_free(fe_shop *s);

typedef struct fe_product {
  bool ok, cached;
  char *error; /* when not ok */
  uint8_t *bitcode;
  size_t bitcode_len;
  uint8_t *record; /* iface.h; NULL when libclang gave none */
  size_t record_len;
  uint8_t input[32]; /* see fe_file.content */
  uint64_t usec;     /* time the compiler took */
  /* between the two steps */
  fe_strv flags;
  char *deps;
  bool has_key;
  uint8_t key[32], command[32];
} fe_product;

/* Why a unit of this size cannot be read with so much memory (0: unknown), malloc'ed; NULL when it can. */
char *fe_product_too_large(const char *path, uint64_t source, uint64_t bitcode, uint64_t ram);
/* The bitcode, and from the cache also the record. */
void fe_product_compile(fe_shop *s, const fe_unit *u, fe_product *p);
/* The record where it is still missing; fills the cache. */
void fe_product_finish(fe_shop *s, const fe_unit *u, fe_product *p);
void fe_product_free(fe_product *p);
/* The input hash of a unit by its dependency record alone; false when there is none or it is out of date. */
bool fe_product_current(fe_shop *s, const fe_unit *u, uint8_t input[32]);

/* ---- text of the files, for fe_source_text (text.c) ---- */

typedef struct fe_texts fe_texts;
fe_texts *fe_texts_new(uint32_t nfiles);
void fe_texts_free(fe_texts *t);

#endif

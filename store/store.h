/* store: what summ remembers between runs. One LMDB environment in a folder (.summ/) on a local disk.
 *
 * Caveats first:
 *   - The folder must not lie on a network file system; store_open refuses with STORE_NETWORK.
 *   - One handle per folder and process. A handle may be used by several threads. After fork the child leaves it alone.
 *   - Any number of processes read while one writes. A reading handle shows the store as it was when it was opened, so
 *     it never sees half of anything; open it late and close it early.
 *   - What is put becomes durable within STORE_BATCH_MSEC, or at store_sync and store_close: a batch is one LMDB
 *     transaction, and what one call puts is never split. Killing the process at any instant loses at most the last
 *     batch and damages nothing. The handle itself sees what it has put at once.
 *
 * Errors: every function returns STORE_OK (0) or one of the codes below and, if `err` is not NULL, fills it with one line
 * that names the thing and the next step. On error nothing was changed and out parameters are untouched. When the
 * background batch fails (disk full), the next call that writes, store_sync or store_close reports it; what was put stays
 * pending and is tried again then.
 *
 * Ownership: strings and arrays passed in are copied. What comes out through a pointer is one block for the function
 * named in its comment to free.
 *
 * docs/summary-format.md describes every table and value completely, for readers in other languages. */
#ifndef STORE_H
#define STORE_H

#include "summaries/summary.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STORE_SCHEMA 3       /* version of the tables and values */
#define STORE_BATCH_MSEC 500 /* how long something put may wait for its transaction */

enum {
  STORE_OK,
  STORE_NOT_FOUND, /* no such entry: nothing wrong with the store */
  STORE_ABSENT,    /* no store in this folder */
  STORE_BUSY,      /* another process writes; the detail says which */
  STORE_DENIED,    /* no permission, a read-only file system, or a reading handle asked to write */
  STORE_FULL,      /* disk or quota full */
  STORE_IO,        /* the operating system reported another error */
  STORE_NETWORK,   /* on a network file system */
  STORE_VERSION,   /* made by another version of summ */
  STORE_CORRUPT,   /* damaged: truncated, flipped bits, missing parts */
  STORE_ERRORS
};
const char *store_strerror(int code);

typedef struct store_error {
  int code;
  char detail[400]; /* one line, no newline */
} store_error;

typedef struct store store;

/* ---- opening and closing ---- */

enum {
  STORE_READ = 0,
  STORE_WRITE = 1,  /* take the writer's lock; the store must exist unless STORE_CREATE is given too */
  STORE_CREATE = 2, /* make the folder and an empty store if there is none */
  STORE_WAIT = 4    /* wait for another writer to finish instead of STORE_BUSY */
};

/* Opens the store in folder `path`. Before LMDB sees the file, its header, size and page structure are verified, so that a
 * damaged file gives STORE_CORRUPT and never a signal. A store of an older schema is migrated when opened for writing,
 * and refused with STORE_VERSION when opened for reading or newer. */
int store_open(const char *path, unsigned flags, store **out, store_error *err);
/* Makes everything durable and closes; the handle is gone even when an error comes back. NULL is fine. */
int store_close(store *st, store_error *err);
/* Makes everything put so far durable. */
int store_sync(store *st, store_error *err);
/* What one thread puts between these two calls becomes durable together or not at all. To be kept short: others wait, and nothing
 * but puts is allowed in between. */
void store_together(store *st);
int store_together_end(store *st, store_error *err);

/* ---- functions ---- */

/* Where an instruction stands in the source: attached at display time, never part of a summary. */
typedef enum store_place_kind { STORE_AT, STORE_BRANCH, STORE_SWITCH, STORE_CALL } store_place_kind;
typedef struct store_place {
  uint32_t insn; /* the number by which summaries name the instruction */
  uint8_t kind;  /* store_place_kind */
  uint32_t line, col;
  const char *text;   /* condition of a decision, expression of a call; "" otherwise */
  const char **edges; /* STORE_SWITCH: "default", "case 3", …: edge number to label; else NULL */
  uint32_t nedges;
} store_place;

/* What an exploration can have consulted. The first three are about callees and are compared with the store and the bodies;
 * the others are facts about the program, each as small as it can be, so that an edit elsewhere makes stale only what asked
 * about the very thing it changed. */
typedef enum store_dep_kind {
  STORE_DEP_SUMMARY,      /* hash = sum_relation_hash of the callee's summary */
  STORE_DEP_BODY,         /* executed: hash = fingerprint of the callee's body */
  STORE_DEP_NO_BODY,      /* was a stub: hash of what its declaration says; changes when a body appears */
  STORE_DEP_HIDDEN,       /* its summary was not to be seen by this unit: both are part of one recursion */
  STORE_DEP_SLICE,        /* which calls of usr the slicer lets stand as terms */
  STORE_DEP_PURE,         /* whether usr is free of side effects */
  STORE_DEP_COMPARES,     /* whether pointers are compared in usr or below */
  STORE_DEP_ADDRESSES,    /* whether usr or what it calls sees addresses as numbers */
  STORE_DEP_SIGNATURE,    /* how arguments and results of usr are passed */
  STORE_DEP_PRECONDITION, /* the precondition of usr, or that it has none */
  STORE_DEP_INTERFACE,    /* parameters and result of usr as the source declares them */
  STORE_DEP_GLOBAL,       /* size and type of the global usr, and whether anything writes it */
  STORE_DEP_IMAGE,        /* the initial value of the global usr */
  STORE_DEP_TYPE,         /* layout of the types called usr (here a name of a type) */
  STORE_DEP_KINDS
} store_dep_kind;
const char *store_dep_name(store_dep_kind k); /* "its summary", "the layout of type", … */

/* One thing the exploration consulted. Callees found irrelevant are not listed. */
typedef struct store_dep {
  uint8_t kind;
  const char *usr;
  const char *
      viewer; /* STORE_DEP_SUMMARY, STORE_DEP_HIDDEN: consulted while a variant of this function was made; else "" or NULL */
  uint8_t hash[32]; /* of a fact (STORE_DEP_HIDDEN and after) the first STORE_FACT_BYTES count */
} store_dep;
enum { STORE_FACT_BYTES = 16 };

typedef struct store_function {
  const char *usr, *name;
  const char *signature; /* "int max3(int a, int b, int c)", "" when unknown */
  const char *file;      /* as in the compile command */
  uint32_t line;
  /* what the summary was made from: with deps, the key of its currency */
  uint8_t body[32];    /* fe_func.fingerprint */
  uint8_t options[32]; /* hash of the options that can change results */
  const char *engine;  /* engine version */
  store_dep *deps;
  uint32_t ndeps;
  /* filled in by the store from the summary */
  uint8_t summary[32];  /* content hash */
  uint8_t relation[32]; /* sum_relation_hash: what callers depend on */
  uint8_t status;       /* sum_status */
  uint32_t ncases, nerrors, ncut, nbranches, ncovered;
  /* for display */
  const char **params; /* as the source names them */
  uint32_t nparams;
  const char **callees; /* USRs of all functions the body calls by name */
  uint32_t ncallees;
  store_place *places; /* sorted by insn */
  uint32_t nplaces;
} store_function;

/* Puts a function with its summary and trace, all or nothing; findings in another summary of it are dropped. hash and relation, if not NULL, get the content hash and the hash
 * callers depend on. */
int store_put_function(store *st, const store_function *f, const sum_summary *s, uint8_t hash[32],
                       uint8_t relation[32], store_error *err);
/* Brings the display part (file, line, places, names, callees) of a function whose summary is still current up to date;
 * writes nothing when nothing changed. STORE_NOT_FOUND when the function is not there. */
int store_touch_function(store *st, const store_function *f, store_error *err);
int store_get_function(store *st, const char *usr, store_function **out,
                       store_error *err); /* store_function_free */
void store_function_free(store_function *f);
/* Forgets the function; its summary stays as long as a run refers to it. STORE_NOT_FOUND when it is not there. */
int store_delete_function(store *st, const char *usr, store_error *err);

/* The current summary of a function; hash may be NULL. Free with sum_free. */
int store_get_summary(store *st, const char *usr, sum_summary **out, uint8_t hash[32], store_error *err);
int store_get_summary_by_hash(store *st, const uint8_t hash[32], sum_summary **out, store_error *err);

/* ---- listing and finding ---- */

typedef struct store_brief {
  const char *usr, *name, *file;
  uint32_t line;
  uint8_t status;
  uint32_t ncases, nerrors, ncut, nbranches, ncovered;
  uint8_t summary[32];
} store_brief;
typedef struct store_briefs {
  uint32_t n;
  store_brief *items; /* sorted by name, then USR */
} store_briefs;

/* All functions. Free with store_briefs_free. */
int store_list(store *st, store_briefs **out, store_error *err);
/* The functions called `name`: a C name, "file.c:name" (the file's path or its last parts), or a USR. STORE_NOT_FOUND when
 * there is none. Free with store_briefs_free. */
int store_find(store *st, const char *name, store_briefs **out, store_error *err);
void store_briefs_free(store_briefs *b);
/* The functions whose bodies call usr. */
int store_callers(store *st, const char *usr, store_briefs **out, store_error *err);

/* ---- currency ---- */

/* What the program looks like now. */
typedef struct store_lookup {
  void *self;
  /* The fingerprint of a function's body; false when it has none. */
  bool (*body)(void *self, const char *usr, uint8_t fingerprint[32]);
  /* May the viewer use the summary of this callee? It is the unit whose trace is compared, or a callee while a variant of it
   * was made. NULL: always. */
  bool (*visible)(void *self, const char *viewer, bool variant, const char *callee);
  /* The hash of a fact now (STORE_DEP_NO_BODY, STORE_DEP_SLICE and after); false: there is no such thing any more. NULL: facts
   * are taken as unchanged. */
  bool (*fact)(void *self, store_dep_kind kind, const char *usr, uint8_t hash[32]);
} store_lookup;

typedef enum store_reason {
  STORE_CURRENT,
  STORE_NEW,          /* never explored */
  STORE_BODY_CHANGED, /* its own fingerprint */
  STORE_OPTIONS_CHANGED,
  STORE_ENGINE_CHANGED,
  STORE_CALLEE_CHANGED,  /* the summary (or, if executed, the body) of `callee` is another one */
  STORE_CALLEE_GONE,     /* `callee` has no body or no summary any more */
  STORE_CALLEE_LOST,     /* the entry of `callee` is damaged */
  STORE_CALLEE_APPEARED, /* `callee` was a stub and has a body now */
  STORE_FACT_CHANGED,    /* a fact about the program: `kind` says which, `callee` about what */
  STORE_SUMMARY_LOST     /* the entry is damaged or missing: explore again */
} store_reason;
const char *store_reason_name(store_reason r); /* "current", "its body changed", … */

typedef struct store_verdict {
  store_reason reason;
  char *callee;                /* malloc'ed USR for STORE_CALLEE_… and STORE_FACT_CHANGED, else NULL */
  uint8_t kind;                /* store_dep_kind of the entry of the trace that differs */
  uint8_t before[32], now[32]; /* the two hashes that differ, where there are two */
  uint32_t consulted;          /* number of traced callees that were compared */
} store_verdict;

/* Is the stored summary of usr what an exploration would give now? True iff body, options, engine and every traced hash
 * are unchanged. The traced summaries are compared with the store's, so ask for callees (and explore them if need be)
 * before their callers. lookup NULL: take the bodies as stored (for `summ why` without sources). Damage in the entry is
 * no error here but STORE_SUMMARY_LOST: what can be rebuilt is rebuilt. */
int store_current(store *st, const char *usr, const uint8_t body[32], const uint8_t options[32],
                  const char *engine, const store_lookup *lookup, store_verdict *out, store_error *err);

/* ---- variants: a callee explored once more for the aliasing of a caller (SGEN 5.2.2) ----
 *
 * A variant is a record of its own, not part of the callee's summary, so that no content hash depends on which caller asked
 * first. Its key is what it is about: the callee and the alias pattern. It has its own trace, because a body can change and
 * leave the summary for distinct objects as it was; what it traced belongs into the trace of every caller that used it. A lost
 * variant is explored again. */
typedef struct store_variant {
  const char *usr;               /* callee */
  const char *pattern;           /* a text that says which pointers are one, by the ways that lead to them */
  uint8_t body[32], options[32]; /* what it was made from, as for a function */
  const char *engine;
  store_dep *deps;
  uint32_t ndeps;
  uint8_t summary[32]; /* content hash of what the exploration gave; filled in by the store */
} store_variant;
/* s: the exploration of v->usr with the pattern assumed. All or nothing. */
int store_put_variant(store *st, const store_variant *v, const sum_summary *s, store_error *err);
/* The variant for this key, and its summary (sum_free). STORE_NOT_FOUND when there is none or it is damaged. Whether it still
 * holds, store_variant_current tells. Free with store_variant_free. */
int store_get_variant(store *st, const char *usr, const char *pattern, store_variant **out, sum_summary **s,
                      store_error *err);
void store_variant_free(store_variant *v);
/* The patterns of a function's variants, sorted; outdated ones included. Free with store_patterns_free. */
typedef struct store_patterns {
  uint32_t n;
  const char **items;
} store_patterns;
int store_list_variants(store *st, const char *usr, store_patterns **out, store_error *err);
void store_patterns_free(store_patterns *p);
/* As store_current, for a variant that was got. */
int store_variant_current(store *st, const store_variant *v, const uint8_t body[32],
                          const uint8_t options[32], const char *engine, const store_lookup *lookup,
                          store_verdict *out, store_error *err);

/* ---- a base layer: another store, opened for reading, that has summaries of functions many programs share ----
 *
 * Takes over a function of base (record, summary, trace, findings) if that is current for these bodies, options and engine,
 * judged by its trace against st: so callees are to be adopted before their callers. *adopted tells; after it the function is
 * st's own, and base is not needed any more. */
int store_adopt(store *st, store *base, const char *usr, const uint8_t body[32], const uint8_t options[32],
                const char *engine, const store_lookup *lookup, bool *adopted, store_error *err);

/* ---- findings ---- */

typedef struct store_finding {
  const char *usr;       /* unit whose case ends in the error */
  uint32_t ncase;        /* its index in the summary */
  uint8_t outcome;       /* sum_outcome */
  bool manifest;         /* not only for unreasonable callers */
  const char *place_usr; /* innermost place */
  uint32_t place_insn;
  const char *detail;
} store_finding;
typedef struct store_findings {
  uint32_t n;
  store_finding *items;
} store_findings;
/* Replaces all findings of a unit. */
int store_put_findings(store *st, const char *usr, const store_finding *items, uint32_t n, store_error *err);
/* Findings of one unit, or of all when usr is NULL; never STORE_NOT_FOUND. Free with store_findings_free. */
int store_get_findings(store *st, const char *usr, store_findings **out, store_error *err);
void store_findings_free(store_findings *f);

/* ---- caches: rebuilt when lost ---- */

typedef enum store_cache {
  STORE_MODULES /* compiled modules, fe_cache */
} store_cache;
/* A damaged entry counts as STORE_NOT_FOUND. *data is malloc'ed. */
int store_cache_get(store *st, store_cache cache, const uint8_t key[32], uint8_t **data, size_t *len,
                    store_error *err);
int store_cache_put(store *st, store_cache cache, const uint8_t key[32], const uint8_t *data, size_t len,
                    store_error *err);

/* What the solver's last layer was asked and said while a function was explored (explorer/transcript.h): the same questions in
 * the same order get the same answers without asking. No result depends on it. */
typedef struct store_transcript {
  const char *usr;
  const char *part;    /* which exploration of it: "", or the pattern of a variant */
  uint8_t options[32]; /* what it was explored with, as for a function */
  const char *engine;
  const uint8_t *bytes;
  size_t length;
} store_transcript;
#define STORE_TRANSCRIPT_BYTES (64u << 20) /* of all of them: when they take more, no new one is added */
/* Replaces the last one for these options. */
int store_put_transcript(store *st, const store_transcript *t, store_error *err);
/* `which` without its bytes; *bytes is malloc'ed. A damaged one, and that of another engine, count as STORE_NOT_FOUND. */
int store_get_transcript(store *st, const store_transcript *which, uint8_t **bytes, size_t *len,
                         store_error *err);

/* ---- runs ---- */

typedef struct store_count {
  const char *name; /* "explored", "reused", "cases", … */
  uint64_t value;
} store_count;
typedef struct store_run {
  uint64_t id;               /* 1, 2, … */
  int64_t started, finished; /* seconds since 1970; finished 0: interrupted or still going */
  const char *what;          /* the command line, for people */
  const char *options;       /* text of the options that can change results */
  const char *engine;
  store_count *totals;
  uint32_t ntotals;
  uint8_t map[32]; /* content hash of the list of (USR, summary hash) at its end; zero when unfinished */
} store_run;
typedef struct store_runs {
  uint32_t n;
  store_run *items; /* oldest first */
} store_runs;

/* Notes that a run starts. */
int store_begin_run(store *st, const char *what, const char *options, const char *engine, uint64_t *id,
                    store_error *err);
/* Notes its end: totals, and which functions it was about (explored or found current), so that later runs can be compared
 * with it. */
int store_end_run(store *st, uint64_t id, const store_count *totals, uint32_t ntotals,
                  const char *const *usrs, uint32_t nusrs, store_error *err);
int store_get_runs(store *st, store_runs **out, store_error *err); /* store_runs_free */
void store_runs_free(store_runs *r);

/* What a run said, for the next one to say again when nothing has changed since. */
typedef struct store_listed {
  const char *usr, *name, *file;
  uint32_t line;
  const char *unsupported; /* why it was not analysed; "" when it was */
} store_listed;
typedef struct store_answer {
  uint8_t inputs[32]; /* hash of everything it read and was told */
  uint64_t run;
  const store_listed *functions; /* in the program's order */
  const char **notes;
  uint32_t nfunctions, nnotes;
} store_answer;
/* One is kept: that of the last run. */
int store_put_answer(store *st, const store_answer *a, store_error *err);
/* The answer, if it is to the same inputs, no run has begun since, and the summary of every function in it is there and
 * undamaged; else STORE_NOT_FOUND. Free with store_answer_free. */
int store_get_answer(store *st, const uint8_t inputs[32], store_answer **out, store_error *err);
void store_answer_free(store_answer *a);

typedef struct store_map_entry {
  const char *usr;
  uint8_t summary[32];
} store_map_entry;
typedef struct store_map {
  uint32_t n;
  store_map_entry *items; /* sorted by USR */
} store_map;
/* The functions and summaries of a finished run. Free with store_map_free. */
int store_get_map(store *st, uint64_t run, store_map **out, store_error *err);
void store_map_free(store_map *m);

/* ---- upkeep ---- */

typedef struct store_sizes {
  uint64_t functions, summaries, variants, modules, groups, findings, runs; /* entries */
  uint64_t function_bytes, summary_bytes, variant_bytes, finding_bytes, module_bytes, group_bytes,
      run_bytes;                   /* of values, without keys */
  uint64_t cases;                  /* of current summaries */
  uint64_t file_bytes, free_bytes; /* on disk; of that, in free pages */
} store_sizes;
int store_get_sizes(store *st, store_sizes *out, store_error *err);

/* Verifies every checksum, content hash, reference and trace. Calls problem for each thing wrong (one line: which entry,
 * what is wrong, what follows) and returns STORE_CORRUPT if there was any. Entries looked at go to *checked. */
int store_check(store *st, void (*problem)(void *self, const char *line), void *self, uint64_t *checked,
                store_error *err);

typedef struct store_gc_result {
  uint64_t summaries, variants, modules, groups, runs; /* dropped */
  uint64_t bytes_before, bytes_after;                  /* of the file */
} store_gc_result;
/* Drops what no function and none of the last keep_runs finished runs refers to, every damaged entry, and the runs that miss
 * something; then rewrites the file without holes. Needs a writing handle, which stays usable; readers that are open keep
 * the old file until they close. */
int store_gc(store *st, uint32_t keep_runs, store_gc_result *out, store_error *err);

#endif

/* Explores entry functions in four ways: inline (the reference) and composed from callee summaries, each with and without
 * slices, and compares the sets of (own decisions, kind of outcome) wherever both sides are complete. This is the central
 * test of composition: a summary must neither add nor lose a path of its caller. Then both are given the same inputs and must
 * return and write the same.
 *
 *   compare [-v] [-DNAME=…] FILE.c[:ENTRY] …      a file's first line "// entry: NAME …" names its entries; all: every
 *                                                 function of the file with a body is an entry
 * Exit status 1 when some pair differs, 2 when a file cannot be used. */
#include "explorer/explorer.h"
#include "explorer/models.h"
#include "tests/compose/behave.h"
#include "tests/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_FLAGS = 16, MAX_ENTRIES = 64, MODES = 4, INPUTS_PER_CASE = 4 };

typedef struct totals {
  unsigned entries, compared, incomplete, different, paths, inputs;
  ex_stats composed;
} totals;

static ex_options bounded(void) {
  ex_options o = ex_options_default();
  o.total_steps = 60000;
  o.case_bound = 300;
  o.solver.rlimit = 400000;
  return o;
}

static sum_summary *explore(const fe_program *p, slice_program *slices, uint32_t func, bool composed,
                            ex_stats *stats) {
  ex_options opt = bounded();
  opt.no_summaries = !composed;
  opt.no_slice = !slices;
  library l;
  library_open(&l, p, slices, &opt);
  sum_summary *s = library_explore(&l, func);
  *stats = ex_get_stats(l.e);
  library_close(&l);
  return s;
}

/* ---- comparing ---- */

static int order(const void *pa, const void *pb) {
  const sum_case *a = *(const sum_case *const *)pa, *b = *(const sum_case *const *)pb;
  for (uint32_t i = 0; i < a->ndecisions && i < b->ndecisions; i++) {
    if (a->decisions[i].insn != b->decisions[i].insn)
      return a->decisions[i].insn < b->decisions[i].insn ? -1 : 1;
    if (a->decisions[i].edge != b->decisions[i].edge)
      return a->decisions[i].edge < b->decisions[i].edge ? -1 : 1;
  }
  if (a->ndecisions != b->ndecisions) return a->ndecisions < b->ndecisions ? -1 : 1;
  return (a->outcome > b->outcome) - (a->outcome < b->outcome);
}

typedef struct path_set {
  const sum_case **c;
  uint32_t n;
} path_set;

static path_set paths_of(const sum_summary *s) {
  path_set ps = {calloc(s->ncases + 1, sizeof *ps.c), 0};
  for (uint32_t i = 0; i < s->ncases; i++) ps.c[i] = &s->cases[i];
  qsort(ps.c, s->ncases, sizeof *ps.c, order);
  for (uint32_t i = 0; i < s->ncases; i++)
    if (!ps.n || order(&ps.c[ps.n - 1], &ps.c[i])) ps.c[ps.n++] = ps.c[i];
  return ps;
}

static void print_path(const fe_program *p, uint32_t func, const sum_summary *s, const sum_case *c,
                       const char *who) {
  const fe_func *f = &p->funcs[func];
  printf("    only %s: %s", who, sum_outcome_name((sum_outcome)c->outcome));
  if (c->detail && c->detail[0]) printf(" (%s)", c->detail);
  for (uint32_t i = 0; i < c->ndecisions; i++) {
    uint32_t loc = f->insns[c->decisions[i].insn].loc;
    printf("%s %u=%u", i ? "," : " after line", loc == FE_NONE ? 0 : f->locs[loc].line, c->decisions[i].edge);
  }
  printf("\n      when");
  term_names names = sum_names(s);
  for (uint32_t i = 0; i < c->nconstraint; i++) {
    char *text = term_to_string(s->tc, c->constraint[i], &names, 200);
    printf("%s %s", i ? " &&" : "", text);
    free(text);
  }
  printf("\n");
}

static unsigned differences(const fe_program *p, uint32_t func, const sum_summary *a, const char *na,
                            const sum_summary *b, const char *nb) {
  path_set x = paths_of(a), y = paths_of(b);
  unsigned n = 0;
  for (uint32_t i = 0, k = 0; i < x.n || k < y.n;) {
    int o = i == x.n ? 1 : k == y.n ? -1 : order(&x.c[i], &y.c[k]);
    if (o < 0 && ++n <= 6) print_path(p, func, a, x.c[i], na);
    if (o > 0 && ++n <= 6) print_path(p, func, b, y.c[k], nb);
    i += o <= 0;
    k += o >= 0;
  }
  free(x.c);
  free(y.c);
  return n;
}

static void print_bounds(const sum_summary *s, const char *mode) {
  printf("    %s:", mode);
  for (uint32_t i = 0; i < s->nbounds; i++)
    printf(" %s (%s:%u)", sum_bound_name((sum_bound_kind)s->bounds[i].kind), s->bounds[i].place.usr,
           s->bounds[i].place.insn);
  if (s->status == SUM_FAILED) printf(" %s", s->reason);
  printf("\n");
}

static void compare_entry(const char *file, const fe_program *p, slice_program *sp, uint32_t func,
                          bool verbose, totals *t) {
  static const char *const mode[MODES] = {"inline", "composed", "inline sliced", "composed sliced"};
  sum_summary *s[MODES];
  ex_stats stats[MODES];
  double seconds[MODES];
  for (int i = 0; i < MODES; i++) {
    clock_t begin = clock();
    s[i] = explore(p, i >= 2 ? sp : NULL, func, i % 2 == 1, &stats[i]);
    seconds[i] = (double)(clock() - begin) / CLOCKS_PER_SEC;
  }
  t->entries++;
  t->composed.calls_summarised += stats[3].calls_summarised;
  t->composed.calls_inlined += stats[3].calls_inlined;
  t->composed.reanalyses += stats[3].reanalyses;
  bool all = true;
  for (int i = 0; i < MODES; i++) all &= s[i]->status == SUM_COMPLETE;
  t->incomplete += !all;
  t->compared += s[0]->status == SUM_COMPLETE && s[1]->status == SUM_COMPLETE && s[3]->status == SUM_COMPLETE;
  t->paths += s[0]->ncases;
  bool differs = false;
  for (int i = 1; i < MODES; i++) {
    if (s[0]->status != SUM_COMPLETE || s[i]->status != SUM_COMPLETE) continue;
    unsigned n = differences(p, func, s[0], mode[0], s[i], mode[i]);
    if (n)
      printf("  %s: %s: %u paths differ between %s and %s\n", file, p->funcs[func].name, n, mode[0], mode[i]);
    unsigned m = behave_differences(s[0], s[i], INPUTS_PER_CASE, &t->inputs);
    if (m)
      printf("  %s: %s: %u inputs behave otherwise %s than %s\n", file, p->funcs[func].name, m, mode[i],
             mode[0]);
    differs |= n || m;
  }
  t->different += differs;
  if (verbose) {
    printf("%s: %s:%s\n", file, p->funcs[func].name, all ? "" : " incomplete");
    for (int i = 0; i < MODES; i++) {
      printf("    %-16s %5u cases %8llu steps %6llu summarised %6llu inlined %4llu re-analysed %7.3f s\n",
             mode[i], s[i]->ncases, (unsigned long long)stats[i].steps,
             (unsigned long long)stats[i].calls_summarised, (unsigned long long)stats[i].calls_inlined,
             (unsigned long long)stats[i].reanalyses, seconds[i]);
      if (s[i]->status != SUM_COMPLETE) print_bounds(s[i], mode[i]);
    }
  }
  for (int i = 0; i < MODES; i++) sum_free(s[i]);
}

/* ---- the files ---- */

static uint32_t entries_of(const fe_program *p, const char *path, const char *wanted, uint32_t *out) {
  char line[1024] = "";
  FILE *f = fopen(path, "r");
  if (!f || !fgets(line, sizeof line, f)) line[0] = 0;
  if (f) fclose(f);
  if (wanted) snprintf(line, sizeof line, "// entry: %s", wanted);
  if (strncmp(line, "// entry:", 9)) return 0;
  uint32_t n = 0;
  for (char *save, *name = strtok_r(line + 9, " ,\t\n", &save); name && n < MAX_ENTRIES;
       name = strtok_r(NULL, " ,\t\n", &save)) {
    if (!strcmp(name, "all")) {
      for (uint32_t i = 0; i < p->nfuncs && n < MAX_ENTRIES; i++)
        if (p->funcs[i].has_body && p->funcs[i].file < p->nfiles &&
            !strcmp(p->files[p->funcs[i].file].path, path))
          out[n++] = i;
    } else if (fe_find_func(p, name, &out[n], 1) == 1) {
      n++;
    }
  }
  return n;
}

static bool compare_file(const char *path, const char *wanted, const char *const *flags, size_t nflags,
                         bool verbose, totals *t) {
  fe_options fo = {.jobs = 1};
  fo.libraries = ex_models(&fo.nlibraries);
  fe_sources *src = fe_sources_files(&path, 1, flags, nflags);
  fe_program *p = fe_load(src, &fo);
  uint32_t entries[MAX_ENTRIES], n = p->nfailures ? 0 : entries_of(p, path, wanted, entries);
  if (p->nfailures)
    fprintf(stderr, "%s\n", p->failures[0].message);
  else if (!n)
    fprintf(stderr, "%s:1:1: no entry; write \"// entry: NAME\" into the first line\n", path);
  slice_program *sp = slice_new(p, NULL);
  for (uint32_t i = 0; i < n; i++) compare_entry(path, p, sp, entries[i], verbose, t);
  slice_free(sp);
  fe_program_free(p);
  fe_sources_free(src);
  return n > 0;
}

int main(int argc, char **argv) {
  const char *flags[MAX_FLAGS];
  size_t nflags = 0;
  bool verbose = false, usable = true;
  totals t = {0};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "-v")) {
      verbose = true;
    } else if (argv[i][0] == '-' && nflags < MAX_FLAGS) {
      flags[nflags++] = argv[i];
    } else {
      char *colon = strrchr(argv[i], ':');
      if (colon) *colon++ = 0;
      usable &= compare_file(argv[i], colon, flags, nflags, verbose, &t);
      fflush(stdout);
    }
  }
  printf("%u entries, %u compared (%u with something incomplete), %u paths, %u inputs; %llu calls by "
         "summary, %llu "
         "inline, %llu re-analyses; %u differ\n",
         t.entries, t.compared, t.incomplete, t.paths, t.inputs,
         (unsigned long long)t.composed.calls_summarised, (unsigned long long)t.composed.calls_inlined,
         (unsigned long long)t.composed.reanalyses, t.different);
  return !usable ? 2 : t.different ? 1 : 0;
}

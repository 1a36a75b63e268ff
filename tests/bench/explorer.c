/* The explorer's figures, as ratios where two things are compared in this one run. A row that a bound cut off says so.
 *
 *   bench_explorer FOLDER [N]     the folder of the papers' programs (corpora/seeds); N: how far the plain search goes, 6
 *
 * The plain search is the same explorer with every query asked straight from Z3, late aliases as if-then-else chains. Times
 * are of the processor and include neither the compiler nor the slicer. Each row is a process of its own, so that its memory
 * is its own. */
#include "explorer/models.h"
#include "tests/library.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct figures {
  uint32_t cases;
  bool complete;
  double seconds;
  long megabytes; /* at most, the compiler included */
  ex_stats stats;
} figures;

static double now(void) { return (double)clock() / CLOCKS_PER_SEC; }

typedef struct loaded {
  fe_sources *sources;
  fe_program *program;
  slice_program *slices;
  uint32_t func;
} loaded;

static void unload(loaded *l) {
  slice_free(l->slices);
  fe_program_free(l->program);
  fe_sources_free(l->sources);
}

static bool load(loaded *l, const char *path, const char *flag, const char *entry) {
  fe_options fo = {.jobs = 1};
  fo.libraries = ex_models(&fo.nlibraries);
  l->sources = fe_sources_files(&path, 1, &flag, flag != NULL);
  l->program = fe_load(l->sources, &fo);
  l->slices = slice_new(l->program, NULL);
  if (!l->program->nfailures && fe_find_func(l->program, entry, &l->func, 1) == 1) return true;
  printf("  %s: cannot be used\n", path);
  unload(l);
  return false;
}

static bool run(const char *folder, const char *file, const char *entry, const char *flag,
                const ex_options *opt, figures *out) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", folder, file);
  loaded p;
  if (!load(&p, path, flag, entry)) return false;
  library l;
  library_open(&l, p.program, p.slices, opt);
  double start = now();
  sum_summary *s = library_explore(&l, p.func);
  *out = (figures){.cases = s->ncases,
                   .complete = s->status == SUM_COMPLETE || s->status == SUM_COVERED,
                   .seconds = now() - start,
                   .stats = ex_get_stats(l.e)};
  sum_free(s);
  library_close(&l);
  unload(&p);
  return true;
}

static long most_memory;

static bool measure(const char *folder, const char *file, const char *entry, const char *flag,
                    const ex_options *opt, figures *out) {
  int channel[2], status;
  struct rusage used;
  fflush(stdout);
  if (pipe(channel)) return false;
  pid_t child = fork();
  if (child == 0) {
    bool ok = run(folder, file, entry, flag, opt, out) && write(channel[1], out, sizeof *out) == sizeof *out;
    fflush(stdout);
    _exit(!ok);
  }
  close(channel[1]);
  bool ok = child > 0 && read(channel[0], out, sizeof *out) == sizeof *out;
  close(channel[0]);
  if (child < 0 || wait4(child, &status, 0, &used) < 0) return false;
  out->megabytes = used.ru_maxrss / 1024;
  if (out->megabytes > most_memory) most_memory = out->megabytes;
  return ok && status == 0;
}

static const char *mark(const figures *f) { return f->complete ? "" : " (cut by a bound)"; }

static ex_options unbounded(void) {
  ex_options o = ex_options_default();
  o.total_steps = 10000000000u;
  o.total_effort = 0;
  o.case_bound = 10000000;
  o.loop_bound = 1000;
  return o;
}

/* LA Fig. 9. */
static void get_order(const char *folder, int plain_to) {
  double plain_last = 0;
  printf("getOrder: paths, the solver stack, the plain search, how many times faster\n");
  for (int n = 3; n <= 10; n++) {
    char flag[16];
    figures stack, plain;
    snprintf(flag, sizeof flag, "-DN=%d", n);
    ex_options o = unbounded();
    if (!measure(folder, "getorder.c", "getOrder", flag, &o, &stack)) return;
    printf("  N=%-2d %5u paths  %8.3f s %4ld MB%s", n, stack.cases, stack.seconds, stack.megabytes,
           mark(&stack));
    if (n <= plain_to) {
      o.solver.plain = true;
      measure(folder, "getorder.c", "getOrder", flag, &o, &plain);
      plain_last = plain.seconds;
      printf("  %8.3f s%s  %.0f (%llu queries)", plain.seconds, mark(&plain), plain.seconds / stack.seconds,
             (unsigned long long)plain.stats.solver.queries);
    } else if (plain_last > 0) {
      printf("  %.2f of the plain search's N=%d", stack.seconds / plain_last, plain_to);
    }
    putchar('\n');
    fflush(stdout);
  }
}

static void straight(const char *folder) {
  printf("straight comparison code: paths, time, paths a second (reference: 4,500)\n");
  for (int k = 5; k <= 7; k++) {
    char flag[16];
    figures f;
    snprintf(flag, sizeof flag, "-DK=%d", k);
    ex_options o = unbounded();
    if (measure(folder, "straight.c", "straight", flag, &o, &f))
      printf("  5^%d %6u paths  %7.3f s  %8.0f  %4ld MB%s\n", k, f.cases, f.seconds, f.cases / f.seconds,
             f.megabytes, mark(&f));
  }
}

static void branches(const char *folder) {
  static const struct {
    const char *file, *entry, *flag, *reference;
  } rows[] = {{"getorder.c", "getOrder", "-DN=8", "0.4 s"}, {"chain.c", "chain", "-DK=8", "0.05 s"}};
  printf("--cover branches: tests, time (reference: CBMC 6 --cover branch)\n");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    figures f;
    ex_options o = unbounded();
    o.cover_branches = true;
    if (measure(folder, rows[i].file, rows[i].entry, rows[i].flag, &o, &f))
      printf("  %-10s %3u tests  %.3f s  (%s)%s\n", rows[i].entry, f.cases, f.seconds, rows[i].reference,
             mark(&f));
  }
}

/* ---- SGEN Table 1 and Fig. 18: the cost of one path ---- */

enum { PATHS = 10, REPEATS = 30 };

static double path_seconds(library *l, uint32_t func, uint64_t *accesses, uint32_t *cases) {
  double best = 0;
  for (int i = 0; i < REPEATS; i++) {
    uint64_t before = ex_get_stats(l->e).accesses;
    double start = now();
    sum_summary *s = library_explore(l, func);
    double took = now() - start;
    if (!i || took < best) best = took;
    *accesses = ex_get_stats(l->e).accesses - before;
    *cases = s->ncases;
    sum_free(s);
  }
  return best;
}

/* Cases whose lengths are spread evenly between the shortest and the longest. */
static uint32_t choose_paths(const sum_summary *s, const sum_case *out[PATHS]) {
  uint32_t least = UINT32_MAX, most = 0, n = 0;
  for (uint32_t i = 0; i < s->ncases; i++) {
    if (s->cases[i].outcome != SUM_RETURNED) continue;
    if (s->cases[i].ndecisions < least) least = s->cases[i].ndecisions;
    if (s->cases[i].ndecisions > most) most = s->cases[i].ndecisions;
  }
  for (uint32_t k = 0; k < PATHS; k++) {
    const sum_case *best = NULL;
    for (uint32_t i = 0; i < s->ncases; i++) {
      const sum_case *c = &s->cases[i];
      if (c->outcome != SUM_RETURNED || c->ndecisions < least + (most - least) * k / (PATHS - 1)) continue;
      if (!best || c->ndecisions < best->ndecisions) best = c;
    }
    if (best) out[n++] = best;
  }
  return n;
}

static void fit(const char *entry, const double *x, const double *y, uint32_t n) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
  for (uint32_t i = 0; i < n; i++)
    sx += x[i], sy += y[i], sxx += x[i] * x[i], sxy += x[i] * y[i], syy += y[i] * y[i];
  double vx = n * sxx - sx * sx, vy = n * syy - sy * sy, c = n * sxy - sx * sy;
  printf("  %-11s fit: %.2f us per access %+.1f us, r2 = %.3f over %u paths\n", entry, c / vx,
         (sy - c / vx * sx) / n, c * c / (vx * vy), n);
}

static void one_shape(const char *folder, const char *file, const char *entry, uint32_t rounds) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", folder, file);
  loaded p;
  if (!load(&p, path, NULL, entry)) return;
  ex_options all = unbounded(), one;
  all.loop_bound = rounds;
  all.object_bound = 4 * rounds + 8;
  all.case_bound = 30000;
  one = all;
  one.loop_bound = 1000; /* the path is bound enough */
  library l;
  library_open(&l, p.program, p.slices, &all);
  sum_summary *s = library_explore(&l, p.func);
  library_close(&l);
  const sum_case *cases[PATHS];
  double x[PATHS], y[PATHS];
  uint32_t n = choose_paths(s, cases), found = 0;
  for (uint32_t k = 0; k < n; k++) {
    one.path = cases[k]->decisions;
    one.npath = cases[k]->ndecisions;
    library_open(&l, p.program, p.slices, &one);
    uint64_t accesses;
    uint32_t ncases;
    y[k] = path_seconds(&l, p.func, &accesses, &ncases) * 1e6;
    x[k] = (double)accesses;
    found += ncases > 0;
    printf("  %-11s %3u decisions %4llu accesses  %6.1f us\n", entry, one.npath, (unsigned long long)accesses,
           y[k]);
    library_close(&l);
  }
  fit(entry, x, y, found);
  sum_free(s);
  unload(&p);
}

static void shapes(const char *folder) {
  printf("SGEN 6.3: ten paths of growing length each, explored alone: time against loads and stores\n");
  one_shape(folder, "dll_insert.c", "dll_insert", 29);
  one_shape(folder, "poly_add.c", "poly_add", 4);
  one_shape(folder, "bst_delete.c", "bst_delete", 9);
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  straight(argv[1]);
  branches(argv[1]);
  shapes(argv[1]);
  get_order(argv[1], argc > 2 ? atoi(argv[2]) : 6);
  printf("memory: %ld MB at most (wanted: under 300)\n", most_memory);
  return 0;
}

/* The explorer's figures, as ratios where two things are compared in this one run. A row that a bound cut off says so.
 *
 *   bench_explorer FOLDER [N]     the folder of the papers' programs (corpora/seeds); N: how far the plain search goes, 6
 *
 * The plain search is the same explorer with every query asked straight from Z3, late aliases as if-then-else chains. Times
 * are of the processor and include neither the compiler nor the slicer. */
#include "explorer/models.h"
#include "tests/library.h"

#include <math.h>
#include <sys/resource.h>
#include <time.h>

typedef struct figures {
  uint32_t cases;
  bool complete;
  double seconds, cells; /* cells: input cells a path looks at, on average */
  ex_stats stats;
} figures;

static double now(void) { return (double)clock() / CLOCKS_PER_SEC; }

static double cells_per_path(const sum_summary *s) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < s->ncases; i++)
    for (uint32_t k = 0; k < s->cases[i].nwitness; k++)
      n += shape_atom_get(s->space, s->cases[i].witness[k].atom)->kind == SHAPE_CELL;
  return s->ncases ? (double)n / s->ncases : 0;
}

static bool measure(const char *folder, const char *file, const char *entry, const char *flag,
                    const ex_options *opt, figures *out) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", folder, file);
  const char *paths[] = {path}, *flags[] = {flag};
  fe_options fo = {.jobs = 1};
  fo.libraries = ex_models(&fo.nlibraries);
  fe_sources *sources = fe_sources_files(paths, 1, flags, flag != NULL);
  fe_program *p = fe_load(sources, &fo);
  slice_program *slices = slice_new(p, NULL);
  uint32_t func;
  bool found = !p->nfailures && fe_find_func(p, entry, &func, 1) == 1;
  if (found) {
    library l;
    library_open(&l, p, slices, opt);
    double start = now();
    sum_summary *s = library_explore(&l, func);
    *out = (figures){s->ncases, s->status == SUM_COMPLETE, now() - start, cells_per_path(s),
                     ex_get_stats(l.e)};
    sum_free(s);
    library_close(&l);
  } else {
    printf("  %s: cannot be used\n", path);
  }
  slice_free(slices);
  fe_program_free(p);
  fe_sources_free(sources);
  return found;
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
    printf("  N=%-2d %5u paths  %8.3f s%s", n, stack.cases, stack.seconds, mark(&stack));
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
      printf("  5^%d %6u paths  %7.3f s  %8.0f%s\n", k, f.cases, f.seconds, f.cases / f.seconds, mark(&f));
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

/* SGEN Table 1 and Fig. 18: ten sets of paths of growing length. */
static void shapes(const char *folder) {
  static const struct {
    const char *file, *entry;
    uint32_t step;
  } rows[] = {
      {"dll_insert.c", "dll_insert", 3}, {"poly_add.c", "poly_add", 1}, {"bst_delete.c", "bst_delete", 1}};
  printf("SGEN 6.3: cost per path against the cells it looks at (10 sets of paths of growing length)\n");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    double sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
    int n = 0;
    for (uint32_t k = 1; k <= 10; k++) {
      figures f;
      ex_options o = unbounded();
      o.loop_bound = o.recursion_bound = k * rows[i].step;
      o.object_bound = 1000;
      o.case_bound = 20000;
      if (!measure(folder, rows[i].file, rows[i].entry, NULL, &o, &f) || !f.cases) break;
      double y = f.seconds / f.cases * 1e6;
      if (k == 1 || k == 10)
        printf("  %-11s %6u paths  %5.1f cells  %6.1f us a path\n", rows[i].entry, f.cases, f.cells, y);
      sx += f.cells, sy += y, sxx += f.cells * f.cells, sxy += f.cells * y, syy += y * y, n++;
    }
    double vx = n * sxx - sx * sx, slope = (n * sxy - sx * sy) / vx;
    double r2 = (n * sxy - sx * sy) * (n * sxy - sx * sy) / (vx * (n * syy - sy * sy));
    printf("  %-11s fit: %.2f us per cell %+.1f us, r2 = %.3f over %d sets\n", rows[i].entry, slope,
           (sy - slope * sx) / n, r2, n);
  }
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  straight(argv[1]);
  branches(argv[1]);
  shapes(argv[1]);
  get_order(argv[1], argc > 2 ? atoi(argv[2]) : 6);
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  printf("memory: %ld MB at most (wanted: under 300)\n", used.ru_maxrss / 1024);
  return 0;
}

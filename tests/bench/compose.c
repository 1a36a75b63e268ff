/* The tables about composition, next to the papers' figures. A row that a bound cut off says so.
 *
 *   bench_compose FOLDER       the folder of the papers' programs (corpora/seeds)
 *
 * Times are of the processor and include neither the compiler nor the slicer. */
#include "explorer/explorer.h"
#include "explorer/models.h"
#include "tests/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct subject {
  fe_sources *sources;
  fe_program *p;
  slice_program *slices;
  uint32_t entry;
} subject;

typedef struct run {
  uint32_t cases;
  bool complete;
  ex_stats stats;
  double seconds;
} run;

static bool subject_open(subject *s, const char *folder, const char *file, const char *entry,
                         const char *flag) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", folder, file);
  const char *paths[] = {path}, *flags[] = {flag};
  fe_options fo = {.jobs = 1};
  fo.libraries = ex_models(&fo.nlibraries);
  s->sources = fe_sources_files(paths, 1, flags, flag != NULL);
  s->p = fe_load(s->sources, &fo);
  s->slices = slice_new(s->p, NULL);
  if (!s->p->nfailures && fe_find_func(s->p, entry, &s->entry, 1) == 1) return true;
  printf("  %s: cannot be used\n", path);
  return false;
}

static void subject_close(subject *s) {
  slice_free(s->slices);
  fe_program_free(s->p);
  fe_sources_free(s->sources);
}

static run explore(const subject *s, ex_options opt) {
  library l;
  clock_t begin = clock();
  library_open(&l, s->p, opt.no_slice ? NULL : s->slices, &opt);
  sum_summary *sum = library_explore(&l, s->entry);
  run r = {sum->ncases, sum->status == SUM_COMPLETE, ex_get_stats(l.e),
           (double)(clock() - begin) / CLOCKS_PER_SEC};
  sum_free(sum);
  library_close(&l);
  return r;
}

static ex_options bounded(void) {
  ex_options o = ex_options_default();
  o.total_steps = 300000;
  o.case_bound = 3000;
  o.solver.rlimit = 1000000;
  return o;
}

static void chain(const char *folder) {
  printf("\nk callees with five outcomes each, one decision on the sum (seeds/chain.c)\n");
  printf("  reference: KLEE 625 paths for k=4, 15,625 for k=6 (3.3 s), 390,625 for k=8 (95 s); CBMC by paths "
         "854 s for k=8\n");
  printf("  %4s %10s %10s %10s %12s\n", "k", "own paths", "by summary", "time s", "time/k ms");
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
  for (int k = 4; k <= 64; k *= 2) {
    char flag[16];
    snprintf(flag, sizeof flag, "-DK=%d", k);
    subject s;
    if (subject_open(&s, folder, "chain.c", "chain", flag)) {
      run r = explore(&s, ex_options_default());
      printf("  %4d %10u %10llu %10.3f %12.2f%s\n", k, r.cases, (unsigned long long)r.stats.calls_summarised,
             r.seconds, 1000 * r.seconds / k, r.complete ? "" : "  incomplete");
      fflush(stdout);
      double x = k, y = 1000 * r.seconds;
      n++, sx += x, sy += y, sxx += x * x, sxy += x * y, syy += y * y;
    }
    subject_close(&s);
  }
  double dx = n * sxx - sx * sx, dy = n * syy - sy * sy, d = n * sxy - sx * sy;
  if (n > 2 && dx > 0 && dy > 0)
    printf("  time = %.3f ms * k %+.3f ms, r2 = %.3f\n", d / dx, (sy - d / dx * sx) / n, d * d / (dx * dy));
}

static void ablation(const char *folder) {
  static const char *const programs[] = {"first_day", "multinomial_add", "graph"};
  static const char *const modes[] = {"none", "D", "P", "DP"};
  printf("\nCAUT Fig. 4(a): D dependence analysis, P partial execution\n");
  printf("  the paper (no figures printed): P gains most on first day, D on multinomial add and graph, DP is "
         "the fastest\n");
  printf("  %-16s %-5s %8s %10s %10s %8s\n", "", "mode", "paths", "steps", "time s", "to none");
  for (int i = 0; i < 3; i++) {
    char file[64];
    snprintf(file, sizeof file, "%s.c", programs[i]);
    subject s;
    if (subject_open(&s, folder, file, programs[i], NULL)) {
      double none = 0;
      for (int m = 0; m < 4; m++) {
        ex_options opt = bounded();
        opt.no_slice = !(m & 1);
        opt.no_partial = !(m & 2);
        run r = explore(&s, opt);
        if (!m) none = r.seconds;
        printf("  %-16s %-5s %8llu %10llu %10.3f %8.2f%s\n", programs[i], modes[m],
               (unsigned long long)r.stats.paths, (unsigned long long)r.stats.steps, r.seconds,
               none > 0 ? r.seconds / none : 1, r.complete ? "" : "  incomplete");
        fflush(stdout);
      }
    }
    subject_close(&s);
  }
}

/* After SGEN Table 1, which has the cost of single paths against their dereferences. Here a path resumes where it forks off, so
 * no path has a cost of its own: the average over all paths stands against the bound on the structure's size. */
static void linear(const char *folder) {
  static const char *const programs[] = {"dll_insert", "poly_add", "bst_delete"};
  printf("\nAfter SGEN Table 1: average cost of a path against the bound on input objects, common beginnings "
         "run once\n");
  printf("  %-12s %8s %8s %14s %14s\n", "", "objects", "paths", "steps/path", "time/path ms");
  for (int i = 0; i < 3; i++) {
    char file[64];
    snprintf(file, sizeof file, "%s.c", programs[i]);
    subject s;
    if (subject_open(&s, folder, file, programs[i], NULL)) {
      double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
      for (uint32_t size = 2; size <= 8; size += 2) {
        ex_options opt = bounded();
        opt.object_bound = size;
        run r = explore(&s, opt);
        if (!r.stats.paths) continue;
        double x = size, y = (double)r.stats.steps / (double)r.stats.paths;
        printf("  %-12s %8u %8llu %14.1f %14.3f\n", programs[i], size, (unsigned long long)r.stats.paths, y,
               1000 * r.seconds / (double)r.stats.paths);
        fflush(stdout);
        n++, sx += x, sy += y, sxx += x * x, sxy += x * y, syy += y * y;
      }
      double dx = n * sxx - sx * sx, dy = n * syy - sy * sy, d = n * sxy - sx * sy;
      if (n > 2 && dx > 0)
        printf("  %-12s steps/path = %.2f * objects + %.1f, r2 = %.3f\n", programs[i], d / dx,
               (sy - d / dx * sx) / n, dy > 0 ? d * d / (dx * dy) : 1);
    }
    subject_close(&s);
  }
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: bench_compose FOLDER\n");
    return 2;
  }
  chain(argv[1]);
  linear(argv[1]);
  ablation(argv[1]);
  return 0;
}

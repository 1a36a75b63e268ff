/* How much of real code is read, how fast, and in how much memory.
 *
 *   bench_lowering [--list] DIRECTORY | compile_commands.json          or FILE.c... [-- FLAGS]
 *
 * Prints one line: translation units read and failed, functions lowered of all that have a body in the source, clang's processor time
 * for the bitcode, the time of the lowering, and the peak memory of this process, which holds the whole program. With
 * --list also each file that failed and each function that was not lowered, with the reason. */
#include "frontend/frontend.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static fe_sources *sources(int argc, char **argv) {
  size_t n = strlen(argv[0]);
  if (n < 2 || strcmp(argv[0] + n - 2, ".c")) {
    char *err = NULL;
    fe_sources *s = fe_sources_database(argv[0], &err);
    if (!s) fprintf(stderr, "%s\n", err);
    free(err);
    return s;
  }
  int files = 0;
  while (files < argc && strcmp(argv[files], "--")) files++;
  int flags = files < argc ? files + 1 : argc;
  return fe_sources_files((const char *const *)argv, (size_t)files, (const char *const *)argv + flags,
                          (size_t)(argc - flags));
}

int main(int argc, char **argv) {
  bool list = argc > 1 && !strcmp(argv[1], "--list");
  int first = 1 + list;
  if (first >= argc)
    return fprintf(stderr, "usage: bench_lowering [--list] PROJECT | FILE.c... [-- FLAGS]\n"), 2;
  fe_sources *s = sources(argc - first, argv + first);
  if (!s) return 2;
  fe_program *p = fe_load(s, &(fe_options){.jobs = 1});
  uint32_t all = 0, lowered = 0;
  uint64_t insns = 0;
  for (uint32_t i = 0; i < p->nfuncs; i++) {
    const fe_func *f = &p->funcs[i];
    lowered += f->has_body;
    all += f->has_body || f->unsupported;
    insns += f->ninsns;
    if (list && f->unsupported) printf("  %s: %s\n", f->name, f->unsupported);
  }
  for (uint32_t i = 0; list && i < p->nfailures; i++) printf("  failed: %s\n", p->failures[i].message);
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  double clang = (double)p->compile_usec / 1e6, lower = (double)p->lower_usec / 1e6;
  printf("%zu units, %u failed; %u of %u functions lowered (%.2f %%), %llu instructions; clang %.2f s, "
         "lowering %.2f s "
         "(%.2f times), peak %.0f MB\n",
         fe_sources_count(s), p->nfailures, lowered, all, all ? 100.0 * lowered / all : 100.0,
         (unsigned long long)insns, clang, lower, clang > 0 ? lower / clang : 0,
         (double)use.ru_maxrss / 1024);
  fe_program_free(p);
  fe_sources_free(s);
  return 0;
}

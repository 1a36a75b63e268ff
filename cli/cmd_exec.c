// summ exec: runs a program in the machine. Standard output and exit code are the program's own; a wrong access ends it
// with "file:line:col: error: …" and a call stack on stderr and the exit code 1. abort and a failed assertion give 134,
// as a shell shows it for the native program.
#include "cli/cli.h"
#include "explorer/machine.h"

#include <stdlib.h>
#include <string.h>

enum { ABORTED = 134 };

static int run_main(const fe_program *p, uint32_t func, const cli_options *o) {
  exm_machine *m = exm_new(p,
                           &(exm_options){.max_steps = (uint64_t)o->step_limit, .check_overflow = o->strict});
  int argc = 1 + o->rest.count;
  char **argv = cli_realloc(NULL, ((size_t)argc + 1) * sizeof *argv);
  argv[0] = (char *)o->args.items[0];
  for (int i = 0; i < o->rest.count; i++) argv[i + 1] = (char *)o->rest.items[i];
  argv[argc] = NULL;
  const exm_outcome *out = exm_run_main(m, func, argc, argv);
  int status = out->exit_code;
  if (out->stop == EXM_ERROR || out->stop == EXM_STEPS) {
    exm_print_error(stderr, p, out);
    status = out->error == EXM_E_ABORT || out->error == EXM_E_ASSERT ? ABORTED : CLI_EXIT_FINDINGS;
  }
  if (o->stats) fprintf(stderr, "%llu steps\n", (unsigned long long)out->steps);
  free(argv);
  exm_free(m);
  return status;
}

static int run_program(const fe_program *p, const cli_options *o) {
  for (uint32_t i = 0; i < p->nfailures; i++) fprintf(stderr, "%s\n", p->failures[i].message);
  if (p->nfailures) return cli_fail(CLI_EXIT_INPUT, "%u files could not be read", p->nfailures);
  const char *entry = o->entry ? o->entry : "main";
  uint32_t func;
  size_t n = fe_find_func(p, entry, &func, 1);
  if (!n || !p->funcs[func].has_body) {
    if (n && p->funcs[func].unsupported)
      return cli_fail(CLI_EXIT_INPUT, "'%s' could not be read: %s", entry, p->funcs[func].unsupported);
    return cli_fail(CLI_EXIT_USAGE, "no function '%s' in these files; choose one with --entry NAME", entry);
  }
  if (n > 1) return cli_fail(CLI_EXIT_USAGE, "%zu functions are called '%s'; say FILE.c:%s", n, entry, entry);
  return run_main(p, func, o);
}

int cmd_exec(const cli_options *o) {
  if (!o->args.count) return cli_fail(CLI_EXIT_USAGE, "exec needs a C file: summ exec FILE.c... [-- ARGS]");
  fe_sources *s = fe_sources_files(o->args.items, (size_t)o->args.count, o->cflags.items,
                                   (size_t)o->cflags.count);
  fe_program *p = fe_load(s, &(fe_options){.bodies_only = true});
  int status = run_program(p, o);
  fe_program_free(p);
  fe_sources_free(s);
  return status;
}

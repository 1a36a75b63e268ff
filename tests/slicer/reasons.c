/* Why call sites are relevant: what reaches a decision, found by leaving out parts of the slicer in turn.
 *
 *   slicer_reasons FILE.c... [-- CFLAGS]
 *
 * Of the sites with the verdict "decision": those whose result reaches one, of the others those whose callee's writes do, by the
 * kind of callee, then those that reach it by not returning alone. Whether a reason is a true one it cannot say. */
#include "slicer/slicer.h"

#include <string.h>

enum { ALL, RESULT, WRITES, ENDING, NRUNS };
static const uint32_t left_out[NRUNS] = {
    [RESULT] = SLICE_PART_WRITES | SLICE_PART_NOT_RETURNING,
    [WRITES] = SLICE_PART_RESULTS | SLICE_PART_NOT_RETURNING,
    [ENDING] = SLICE_PART_RESULTS | SLICE_PART_WRITES,
};

typedef enum kind { BODY, RECURSIVE, POINTER, LIBRARY, NKINDS } kind;
static const char *const kind_names[] = {"a body", "a recursive body", "a pointer", "no body"};

static kind callee(const fe_program *p, slice_program *sp, uint32_t func, const slice_site *s) {
  const fe_call *c = &p->funcs[func].calls[s->call];
  if (p->funcs[func].insns[s->insn].op == FE_ASM) return LIBRARY;
  if (c->indirect) return POINTER;
  if (!p->funcs[c->func].has_body) return LIBRARY;
  return slice_scc_at(sp, slice_scc_of(sp, c->func)).recursive ? RECURSIVE : BODY;
}

int main(int argc, char **argv) {
  int files = 0;
  while (1 + files < argc && strcmp(argv[1 + files], "--")) files++;
  if (!files) return fprintf(stderr, "usage: slicer_reasons FILE.c... [-- CFLAGS]\n"), 2;
  int flags = 1 + files < argc ? 2 + files : argc;
  fe_sources *src = fe_sources_files((const char *const *)argv + 1, (size_t)files,
                                     (const char *const *)argv + flags, (size_t)(argc - flags));
  fe_program *p = fe_load(src, &(fe_options){.jobs = 1});
  slice_program *sp[NRUNS];
  for (int k = 0; k < NRUNS; k++) sp[k] = slice_new(p, &(slice_options){.leave_out = left_out[k]});
  unsigned sites = 0, relevant = 0, by[NRUNS] = {0}, writes[NKINDS] = {0};
  for (uint32_t f = 0; f < p->nfuncs; f++) {
    if (!p->funcs[f].has_body) continue;
    const slice_result *r[NRUNS];
    for (int k = 0; k < NRUNS; k++) r[k] = slice_func(sp[k], f);
    for (uint32_t i = 0; i < r[ALL]->nsites; i++) {
      sites++;
      if (r[ALL]->sites[i].verdict != SLICE_DECISION) continue;
      int why = RESULT;
      while (why < NRUNS && r[why]->sites[i].verdict != SLICE_DECISION) why++;
      relevant++;
      by[why % NRUNS]++; /* none alone: only together */
      if (why == WRITES) writes[callee(p, sp[ALL], f, &r[ALL]->sites[i])]++;
    }
  }
  printf("%u call sites, %u reach a decision: %u by their result, else %u by what the callee writes, else %u "
         "by not returning, "
         "%u only by several of these\n",
         sites, relevant, by[RESULT], by[WRITES], by[ENDING], by[ALL]);
  for (int k = 0; k < NKINDS; k++) printf("  by writes of %s: %u\n", kind_names[k], writes[k]);
  for (int k = 0; k < NRUNS; k++) slice_free(sp[k]);
  fe_program_free(p);
  fe_sources_free(src);
  return 0;
}

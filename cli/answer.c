#include "cli/answer.h"

#include "cli/cli.h"

#include <llvm-c/blake3.h>
#include <stdlib.h>
#include <string.h>

// ---- the key ----

static void add_text(llvm_blake3_hasher *h, const char *s) {
  uint64_t n = s ? strlen(s) + 1 : 0;
  llvm_blake3_hasher_update(h, &n, sizeof n);
  if (n) llvm_blake3_hasher_update(h, s, n);
}

void cli_answer_key(const cli_options *o, const uint8_t sources[32], const char *options_text,
                    const char *engine, uint8_t inputs[32]) {
  llvm_blake3_hasher h;
  llvm_blake3_hasher_init(&h);
  llvm_blake3_hasher_update(&h, sources, 32);
  add_text(&h, options_text), add_text(&h, engine), add_text(&h, o->entry);
  for (int i = 0; i < o->functions.count; i++) add_text(&h, o->functions.items[i]);
  llvm_blake3_hasher_finalize(&h, inputs, 32);
}

// ---- from the store ----

struct cli_answer {
  store_answer *from;
  store_briefs *briefs;
  fe_program program;
  cli_result result;
};

static int by_usr(const void *a, const void *b) {
  return strcmp((*(const store_brief *const *)a)->usr, (*(const store_brief *const *)b)->usr);
}

static bool fill_unit(store *st, const store_brief *b, cli_unit *u) {
  store_findings *findings;
  *u = (cli_unit){.state = CLI_UNIT_CURRENT, .status = b->status, .ncases = b->ncases, .nerrors = b->nerrors};
  u->ncut = b->ncut, u->nbranches = b->nbranches, u->ncovered = b->ncovered, u->why = STORE_CURRENT;
  memcpy(u->hash, b->summary, sizeof u->hash);
  if (!b->nerrors) return true;
  if (store_get_findings(st, b->usr, &findings, NULL)) return false;
  for (uint32_t i = 0; i < findings->n; i++) u->nfindings += findings->items[i].manifest;
  bool whole = findings->n == b->nerrors;
  store_findings_free(findings);
  return whole;
}

static uint32_t file_index(fe_program *p, const char *path) {
  for (uint32_t i = p->nfiles; i-- > 0;) // functions of one file stand together
    if (!strcmp(p->files[i].path, path)) return i;
  p->files[p->nfiles] = (fe_file){.path = path, .dir = ""};
  return p->nfiles++;
}

static bool fill(store *st, cli_answer *a) {
  const store_answer *from = a->from;
  fe_program *p = &a->program;
  p->funcs = calloc(from->nfunctions + 1, sizeof *p->funcs);
  p->files = calloc(from->nfunctions + 1, sizeof *p->files);
  a->result.units = calloc(from->nfunctions + 1, sizeof *a->result.units);
  const store_brief **sorted = calloc(a->briefs->n + 1, sizeof *sorted);
  if (!p->funcs || !p->files || !a->result.units || !sorted) abort();
  for (uint32_t i = 0; i < a->briefs->n; i++) sorted[i] = &a->briefs->items[i];
  qsort(sorted, a->briefs->n, sizeof *sorted, by_usr);
  bool whole = true;
  for (uint32_t i = 0; i < from->nfunctions && whole; i++) {
    const store_listed *l = &from->functions[i];
    fe_func *f = &p->funcs[p->nfuncs++];
    *f = (fe_func){.usr = l->usr, .name = l->name, .line = l->line, .file = FE_NONE};
    if (*l->file) f->file = file_index(p, l->file);
    if (*l->unsupported) {
      f->unsupported = l->unsupported;
      continue;
    }
    const store_brief wanted = {.usr = l->usr}, *key = &wanted;
    const store_brief **found = bsearch(&key, sorted, a->briefs->n, sizeof *sorted, by_usr);
    whole = found && fill_unit(st, *found, &a->result.units[i]);
  }
  free(sorted);
  p->notes = from->notes;
  p->nnotes = from->nnotes;
  return whole;
}

bool cli_answer_get(store *st, const uint8_t inputs[32], cli_answer **out) {
  cli_answer *a = cli_realloc(NULL, sizeof *a);
  *a = (cli_answer){0};
  if (store_get_answer(st, inputs, &a->from, NULL) || store_list(st, &a->briefs, NULL) || !fill(st, a)) {
    cli_answer_free(a);
    return false;
  }
  *out = a;
  return true;
}

const fe_program *cli_answer_program(const cli_answer *a) { return &a->program; }
cli_result *cli_answer_result(cli_answer *a) { return &a->result; }

void cli_answer_free(cli_answer *a) {
  if (!a) return;
  free(a->program.funcs), free(a->program.files), free(a->result.units);
  store_briefs_free(a->briefs);
  store_answer_free(a->from);
  free(a);
}

// ---- into the store ----

int cli_answer_put(store *st, const uint8_t inputs[32], uint64_t id, const fe_program *p, const cli_result *r,
                   store_error *err) {
  store_answer a = {.run = id, .notes = p->notes, .nnotes = p->nnotes};
  memcpy(a.inputs, inputs, 32);
  store_listed *functions = cli_realloc(NULL, (p->nfuncs + 1) * sizeof *functions);
  for (uint32_t i = 0; i < p->nfuncs; i++) {
    const fe_func *f = &p->funcs[i];
    if (r->units[i].state < CLI_UNIT_CURRENT && !f->unsupported) continue;
    functions[a.nfunctions++] = (store_listed){f->usr, f->name,
                                               f->file == FE_NONE ? "" : p->files[f->file].path, f->line,
                                               f->unsupported ? f->unsupported : ""};
  }
  a.functions = functions;
  int code = store_put_answer(st, &a, err);
  free(functions);
  return code;
}

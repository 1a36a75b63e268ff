// Summaries speak of instruction numbers, so that moving code changes no summary; people want lines and source text. The
// record written beside a summary holds the places of all instructions a case can point to: decisions, calls, and
// whatever can go wrong.
#define _GNU_SOURCE // asprintf
#include "cli/record.h"

#include "cli/cli.h"
#include "cli/input.h"
#include "cli/places.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static char *text_of(const char *s) {
  char *copy = strdup(s ? s : "");
  if (!copy) abort();
  return copy;
}

// "int max3(int a[3])" from the interface, or the bare name.
static char *signature(const fe_program *p, const fe_func *f) {
  if (!f->iface) return text_of(f->name);
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) abort();
  const char *type = p->types[f->iface->result.ctype].name;
  size_t n = strlen(type);
  fprintf(out, "%s%s%s(", type, n && type[n - 1] == '*' ? "" : " ", f->name);
  for (uint32_t i = 0; i < f->iface->nparams; i++) {
    const fe_param *param = &f->iface->params[i];
    const fe_ctype *t = &p->types[param->ctype];
    if (i) fputs(", ", out);
    if (param->bound && t->kind == FE_T_PTR) {
      fprintf(out, "%s %s[%" PRIu64 "]", p->types[t->to].name, param->name, param->bound);
    } else {
      n = strlen(t->name);
      fprintf(out, "%s%s%s", t->name, !*param->name || (n && t->name[n - 1] == '*') ? "" : " ", param->name);
    }
  }
  fputs(f->variadic ? f->iface->nparams ? ", ...)" : "...)" : f->iface->nparams ? ")" : "void)", out);
  fclose(out);
  return text;
}

static void label_switch(store_place *place, const fe_func *f, const fe_insn *in) {
  const fe_switch *sw = &f->switches[in->aux];
  bool by_value = in->op == FE_SWITCH;
  place->nedges = sw->ncases + by_value;
  place->edges = cli_realloc(NULL, place->nedges * sizeof *place->edges);
  for (uint32_t i = 0; i < place->nedges; i++) {
    char *label = NULL;
    unsigned bits = in->ty2.bits;
    int64_t value = i || !by_value ? (int64_t)sw->values[i - by_value].lo : 0;
    if (bits < 64) value = (int64_t)((uint64_t)value << (64 - bits)) >> (64 - bits);
    int n = !by_value ? asprintf(&label, "label %" PRIu32, i)
            : i       ? asprintf(&label, "case %" PRId64, value)
                      : asprintf(&label, "default");
    if (n < 0) abort();
    place->edges[i] = label;
  }
}

static int by_number(const void *a, const void *b) {
  uint32_t x = ((const store_place *)a)->insn, y = ((const store_place *)b)->insn;
  return x < y ? -1 : x > y;
}

// A place without a line of its own, as where a bound was hit, is shown at the line of the nearest one.
static void lend_lines(store_function *r) {
  for (uint32_t i = r->nplaces; i-- > 1;)
    if (!r->places[i - 1].line)
      r->places[i - 1].line = r->places[i].line, r->places[i - 1].col = r->places[i].col;
  for (uint32_t i = 1; i < r->nplaces; i++)
    if (!r->places[i].line)
      r->places[i].line = r->places[i - 1].line, r->places[i].col = r->places[i - 1].col;
}

static void add_places(store_function *r, const cli_world *w, const fe_program *p, uint32_t func) {
  const fe_func *f = &p->funcs[func];
  r->places = cli_realloc(NULL, (f->ninsns + 1) * sizeof *r->places);
  for (uint32_t i = 0; i < f->ninsns; i++) {
    const fe_insn *in = &f->insns[i];
    if (!cli_is_place(f, in)) continue;
    store_place *place = &r->places[r->nplaces++];
    *place = (store_place){.insn = cli_place_number(cli_world_places(w), func, i), .kind = STORE_AT};
    if (in->loc != FE_NONE) place->line = f->locs[in->loc].line, place->col = f->locs[in->loc].col;
    char text[400] = "";
    if (fe_is_decision(f, in)) {
      place->kind = in->op == FE_CBR ? STORE_BRANCH : STORE_SWITCH;
      if (in->op != FE_CBR) label_switch(place, f, in);
      fe_source_text(p, f, in, text, sizeof text);
    } else if (in->op == FE_CALL || in->op == FE_ASM) {
      place->kind = STORE_CALL;
      fe_source_text(p, f, in, text, sizeof text);
    }
    place->text = text_of(text);
  }
  lend_lines(r);
  if (r->nplaces) qsort(r->places, r->nplaces, sizeof *r->places, by_number);
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_callees(store_function *r, const fe_program *p, const fe_func *f) {
  r->callees = cli_realloc(NULL, (f->ncalls + 1) * sizeof *r->callees);
  for (uint32_t i = 0; i < f->ncalls; i++)
    if (!f->calls[i].indirect && !f->calls[i].asm_text)
      r->callees[r->ncallees++] = p->funcs[f->calls[i].func].usr;
  qsort(r->callees, r->ncallees, sizeof *r->callees, by_text);
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->ncallees; i++)
    if (!n || strcmp(r->callees[n - 1], r->callees[i])) r->callees[n++] = r->callees[i];
  r->ncallees = n;
}

store_function *cli_record_new(const cli_world *w, const fe_program *p, uint32_t func) {
  const fe_func *f = &p->funcs[func];
  store_function *r = cli_realloc(NULL, sizeof *r);
  *r = (store_function){.usr = f->usr, .name = f->name, .line = f->line, .engine = ""};
  r->file = f->file == FE_NONE ? "" : p->files[f->file].path;
  r->signature = signature(p, f);
  memcpy(r->body, f->fingerprint, sizeof r->body);
  uint32_t nparams = f->iface ? f->iface->nparams : 0;
  r->params = cli_realloc(NULL, (nparams + 1) * sizeof *r->params);
  for (uint32_t i = 0; i < nparams; i++) r->params[r->nparams++] = f->iface->params[i].name;
  add_callees(r, p, f);
  add_places(r, w, p, func);
  return r;
}

void cli_record_free(store_function *f) {
  if (!f) return;
  for (uint32_t i = 0; i < f->nplaces; i++) {
    for (uint32_t k = 0; k < f->places[i].nedges; k++) free((char *)f->places[i].edges[k]);
    free(f->places[i].edges);
    free((char *)f->places[i].text);
  }
  free(f->places), free(f->callees), free(f->params), free(f->deps), free((char *)f->signature), free(f);
}

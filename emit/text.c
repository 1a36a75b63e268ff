// A summary in text. The inputs of a case are drawn as a tree: the entry shape, with the witness's values in it, so that
// one picture says both what the code looked at and what to pass to get there.
#include "emit/emit.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Width of the left column; of one case: definitions; of one function: places of bounds.
enum { LABEL = 12, MOST_LETS = 40, MOST_BOUNDS = 20 };

typedef struct {
  FILE *out;
  const emit_view *v;
  const sum_case *c;
  const char *label; // not printed yet
  bool *drawn;       // objects already in the tree: a second pointer only names them
} drawing;

// The start of a line: the label once, blanks after that.
static void start(drawing *d) {
  fprintf(d->out, "  %s%-*s%s", emit_paint(d->out, EMIT_DIM), LABEL - 2, d->label,
          emit_paint(d->out, EMIT_PLAIN));
  d->label = "";
}

static void owned_line(drawing *d, char *text) {
  start(d);
  fprintf(d->out, "%s\n", text);
  free(text);
}

static void print_decisions(drawing *d) {
  d->label = "path";
  if (!d->c->ndecisions) return;
  for (uint32_t i = 0; i < d->c->ndecisions; i++) {
    const sum_decision *decision = &d->c->decisions[i];
    emit_place place;
    char edge[64];
    d->v->place(d->v->self, d->v->summary->usr, decision->insn, &place);
    d->v->edge(d->v->self, decision, edge, sizeof edge);
    start(d);
    fprintf(d->out, "%" PRIu32 ": %s is %s\n", place.line, *place.text ? place.text : "decision", edge);
  }
}

static void print_constraint(drawing *d) {
  d->label = "when";
  for (uint32_t i = 0; i < d->c->nconstraint; i++)
    if (!emit_hides(d->v, d->c, i)) owned_line(d, emit_term(d->v, d->c->constraint[i]));
}

// Draws one atom and, below it, the cells of the object it points to.
static void draw_atom(drawing *d, uint32_t atom, const char *indent, const char *branch, const char *deeper);

static void draw_cells(drawing *d, uint32_t obj, const char *indent) {
  const shape_space *space = d->v->summary->space;
  uint32_t count = shape_atom_count(space), last = 0;
  for (uint32_t i = 1; i <= count; i++) {
    const shape_atom *a = shape_atom_get(space, i);
    if (shape_atom_in_object(a) && a->obj == obj && emit_uses(d->v, d->c, i)) last = i;
  }
  for (uint32_t i = 1; i <= last; i++) {
    const shape_atom *a = shape_atom_get(space, i);
    if (shape_atom_in_object(a) && a->obj == obj && emit_uses(d->v, d->c, i))
      draw_atom(d, i, indent, i == last ? "└ " : "├ ", i == last ? "  " : "│ ");
  }
}

static void draw_atom(drawing *d, uint32_t atom, const char *indent, const char *branch, const char *deeper) {
  const shape_atom *a = shape_atom_get(d->v->summary->space, atom);
  int64_t offset;
  uint32_t obj = emit_target(d->v, d->c, atom, &offset);
  const shape_obj *target = obj == SHAPE_NONE ? NULL : shape_obj_get(d->v->summary->space, obj);
  start(d);
  fprintf(d->out, "%s%s%s", indent, branch, a->name);
  if (!target) {
    char *value = emit_value(d->v, d->c, atom);
    int bits = (int)emit_bits(d->c, atom);
    fprintf(d->out, !strcmp(a->type, "char") && isprint(bits) ? " = %s '%c'\n" : " = %s\n", value, bits);
    free(value);
    return;
  }
  fprintf(d->out, " → %s", *target->type ? target->type : "object");
  for (uint32_t i = 0; i < d->c->nneeds; i++)
    if (d->c->needs[i].obj == obj) fprintf(d->out, ", %" PRId64 " bytes", d->c->needs[i].hi);
  if (offset) fprintf(d->out, ", at byte %" PRId64, offset);
  bool again = d->drawn[obj];
  if (again || target->kind != SHAPE_INPUT || target->via != atom) fprintf(d->out, " (%s)", target->name);
  fputc('\n', d->out);
  if (again) return;
  d->drawn[obj] = true;
  char *below = NULL;
  size_t size;
  FILE *text = open_memstream(&below, &size);
  if (!text) abort();
  fprintf(text, "%s%s", indent, deeper);
  fclose(text);
  draw_cells(d, obj, below);
  free(below);
}

// Roots of the picture: what the unit receives directly, and the globals it looked at.
static bool is_root(const emit_view *v, const shape_atom *a) {
  if (!shape_atom_in_object(a)) return true;
  return shape_obj_get(v->summary->space, a->obj)->kind != SHAPE_INPUT;
}

static void print_input(drawing *d) {
  const shape_space *space = d->v->summary->space;
  d->label = "input";
  d->drawn = calloc(shape_obj_count(space) + 1, sizeof *d->drawn);
  if (!d->drawn) abort();
  for (uint32_t i = 1; i <= shape_atom_count(space); i++) {
    const shape_atom *a = shape_atom_get(space, i);
    if (is_root(d->v, a) && (a->kind == SHAPE_PARAM || emit_uses(d->v, d->c, i))) draw_atom(d, i, "", "", "");
  }
  free(d->drawn);
}

static void print_exit(drawing *d) {
  const sum_case *c = d->c;
  const shape_space *space = d->v->summary->space;
  d->label = c->outcome == SUM_EXITED ? "exit status" : "returns";
  for (uint32_t i = 0; i < c->nret; i++) owned_line(d, emit_return(d->v, c, i));
  d->label = "effect";
  for (uint32_t i = 0; i < c->nwrites; i++) {
    const sum_write *w = &c->writes[i];
    char *cell = emit_cell(d->v, w->obj, w->offset, w->bytes), *value = emit_term(d->v, w->value);
    start(d);
    fprintf(d->out, "%s = %s\n", cell, value);
    free(cell), free(value);
  }
  for (uint32_t i = 0; i < c->nallocs; i++) {
    char *size = emit_term(d->v, c->allocs[i].size);
    start(d);
    fprintf(d->out, "allocates %s, %s bytes\n", shape_obj_get(space, c->allocs[i].obj)->name, size);
    free(size);
  }
  for (uint32_t i = 0; i < c->nfrees; i++) {
    start(d);
    fprintf(d->out, "frees %s\n", shape_obj_get(space, c->frees[i])->name);
  }
}

static void print_outcome(FILE *out, const emit_view *v, const sum_case *c, uint32_t number) {
  emit_colour colour = sum_is_error(c->outcome) ? EMIT_RED : c->outcome == SUM_CUT ? EMIT_YELLOW : EMIT_GREEN;
  fprintf(out, "\n%scase %" PRIu32 "%s: %s%s%s", emit_paint(out, EMIT_BOLD), number,
          emit_paint(out, EMIT_PLAIN), emit_paint(out, colour), sum_outcome_name(c->outcome),
          emit_paint(out, EMIT_PLAIN));
  if (c->outcome == SUM_CUT) fprintf(out, " (%s)", sum_bound_name(c->bound));
  for (uint32_t i = 0; i < c->nstack; i++) {
    emit_place place;
    v->place(v->self, c->stack[i].usr, c->stack[i].insn, &place);
    fprintf(out, "%s %s:%" PRIu32, i ? ", called at" : " at", *place.file ? place.file : c->stack[i].usr,
            place.line);
  }
  if (c->detail && *c->detail) fprintf(out, ": %s", c->detail);
  fputc('\n', out);
}

static void print_list(FILE *out, const char *label, const char *const *items, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) fprintf(out, "%s%s", i ? ", " : label, items[i]);
  if (n) fputc('\n', out);
}

void emit_bounds(FILE *out, const emit_view *v) {
  const sum_summary *s = v->summary;
  for (uint32_t i = 0; i < s->nbounds; i++) {
    if (i == MOST_BOUNDS && !v->full) {
      fprintf(out, "cut: … at %" PRIu32 " more places (--full shows them)\n", s->nbounds - i);
      break;
    }
    const sum_bound *b = &s->bounds[i];
    emit_place place;
    v->place(v->self, b->place.usr, b->place.insn, &place);
    fprintf(out, "cut: %s at %s:%" PRIu32 " (%" PRIu32 " time%s)\n", sum_bound_name(b->kind), place.file,
            place.line, b->count, b->count == 1 ? "" : "s");
  }
}

static void print_head(FILE *out, const emit_view *v) {
  const sum_summary *s = v->summary;
  fprintf(out, "%s%s%s", emit_paint(out, EMIT_BOLD), v->signature, emit_paint(out, EMIT_PLAIN));
  if (*v->file) fprintf(out, "  %s:%" PRIu32, v->file, v->line);
  fprintf(out, "\n%s%s%s: %" PRIu32 " case%s",
          emit_paint(out, s->status == SUM_COMPLETE || s->status == SUM_COVERED ? EMIT_GREEN : EMIT_YELLOW),
          emit_status_name(s->status), emit_paint(out, EMIT_PLAIN), s->ncases, s->ncases == 1 ? "" : "s");
  if (s->nbranches) fprintf(out, ", %" PRIu32 " of %" PRIu32 " branches covered", s->ncovered, s->nbranches);
  if (s->ninfeasible) fprintf(out, ", %" PRIu32 " infeasible", s->ninfeasible);
  if (s->status == SUM_FAILED && s->reason) fprintf(out, ": %s", s->reason);
  fputc('\n', out);
  emit_bounds(out, v);
  print_list(out, "stubs: ", (const char *const *)s->stubs, s->nstubs);
  print_list(out, "assumes: ", (const char *const *)s->assumptions, s->nassumptions);
}

// Everything of the case that is printed as a term.
static void choose_lets(const emit_view *v, const sum_case *c) {
  term *all = calloc(c->nconstraint + c->nret + c->nwrites + c->nallocs + 1, sizeof *all);
  uint32_t n = 0;
  if (!all) abort();
  for (uint32_t i = 0; i < c->nconstraint; i++)
    if (!emit_hides(v, c, i)) all[n++] = c->constraint[i];
  for (uint32_t i = 0; i < c->nret; i++) all[n++] = c->ret[i];
  for (uint32_t i = 0; i < c->nwrites; i++) all[n++] = c->writes[i].value;
  for (uint32_t i = 0; i < c->nallocs; i++) all[n++] = c->allocs[i].size;
  term_lets_choose(v->lets, all, n);
  free(all);
}

static void print_lets(drawing *d) {
  term t;
  uint32_t number = 0;
  d->label = "where";
  while ((d->v->full || number < MOST_LETS) && (t = term_lets_next(d->v->lets, &number))) {
    emit_view v = *d->v;
    v.defined = t;
    char *text = emit_term(&v, t);
    start(d);
    fprintf(d->out, "$%" PRIu32 " = %s\n", number, text);
    free(text);
  }
  if (!term_lets_left(d->v->lets)) return;
  start(d);
  fprintf(d->out, "… (--full shows the rest)\n");
}

void emit_text(FILE *out, const emit_view *view) {
  emit_view with_lets = *view, *v = &with_lets;
  v->lets = term_lets_new(v->summary->tc);
  print_head(out, v);
  for (uint32_t i = 0; i < v->summary->ncases; i++) {
    drawing d = {.out = out, .v = v, .c = &v->summary->cases[i]};
    choose_lets(v, d.c);
    print_outcome(out, v, d.c, i + 1);
    print_decisions(&d);
    print_constraint(&d);
    print_input(&d);
    print_exit(&d);
    print_lets(&d);
  }
  term_lets_free(v->lets);
}

void emit_finding(FILE *out, const emit_view *v, uint32_t ncase) {
  drawing d = {.out = out, .v = v, .c = &v->summary->cases[ncase]};
  emit_place place = {.file = v->file, .line = v->line};
  if (d.c->nstack) v->place(v->self, d.c->stack[0].usr, d.c->stack[0].insn, &place);
  fprintf(out, "%s:%" PRIu32 ":%" PRIu32 ": %s%s%s", place.file, place.line, place.column,
          emit_paint(out, EMIT_RED), sum_outcome_name(d.c->outcome), emit_paint(out, EMIT_PLAIN));
  fprintf(out, d.c->detail && *d.c->detail ? ": %s\n" : "%s\n", d.c->detail ? d.c->detail : "");
  for (uint32_t i = 1; i < d.c->nstack; i++) {
    v->place(v->self, d.c->stack[i].usr, d.c->stack[i].insn, &place);
    fprintf(out, "  called at %s:%" PRIu32 ":%" PRIu32 "\n", place.file, place.line, place.column);
  }
  print_input(&d);
}

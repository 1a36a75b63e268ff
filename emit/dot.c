// Entry shapes as Graphviz: a cluster for each case, a box for each object with its cells, an arrow for each pointer.
#include "emit/emit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Inside an HTML-like label.
static void escaped(FILE *out, const char *text) {
  for (; *text; text++) {
    switch (*text) {
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '&': fputs("&amp;", out); break;
    case '"': fputs("&quot;", out); break;
    default: fputc(*text, out);
    }
  }
}

typedef struct {
  FILE *out;
  const emit_view *v;
  const sum_case *c;
  uint32_t number;
  bool *drawn;
} graph;

static void row(const graph *g, uint32_t atom) {
  char *value = emit_value(g->v, g->c, atom);
  int64_t offset;
  bool arrow = emit_target(g->v, g->c, atom, &offset) != SHAPE_NONE;
  fprintf(g->out, "<tr><td port=\"a%" PRIu32 "\" align=\"left\">", atom);
  escaped(g->out, shape_atom_get(g->v->summary->space, atom)->name);
  fputs(arrow ? "" : " = ", g->out);
  escaped(g->out, arrow ? "" : value);
  fputs("</td></tr>", g->out);
  free(value);
}

// A box for the cells that `wanted` owns; SHAPE_NONE owns what the unit receives directly.
static bool belongs(const graph *g, uint32_t atom, uint32_t wanted) {
  const shape_atom *a = shape_atom_get(g->v->summary->space, atom);
  if (!shape_atom_in_object(a))
    return wanted == SHAPE_NONE && (a->kind == SHAPE_PARAM || emit_uses(g->v, g->c, atom));
  return a->obj == wanted && emit_uses(g->v, g->c, atom);
}

static void box(const graph *g, uint32_t obj) {
  const shape_space *space = g->v->summary->space;
  fprintf(g->out,
          "    c%" PRIu32 "_o%" PRIu32
          " [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\"><tr><td><b>",
          g->number, obj == SHAPE_NONE ? 0 : obj);
  escaped(g->out, obj == SHAPE_NONE ? g->v->summary->name : shape_obj_get(space, obj)->name);
  fputs("</b></td></tr>", g->out);
  for (uint32_t i = 1; i <= shape_atom_count(space); i++)
    if (belongs(g, i, obj)) row(g, i);
  fputs("</table>>];\n", g->out);
}

static void arrows(const graph *g, uint32_t from) {
  const shape_space *space = g->v->summary->space;
  for (uint32_t i = 1; i <= shape_atom_count(space); i++) {
    int64_t offset;
    if (!belongs(g, i, from)) continue;
    uint32_t to = emit_target(g->v, g->c, i, &offset);
    if (to == SHAPE_NONE) continue;
    fprintf(g->out, "    c%" PRIu32 "_o%" PRIu32 ":a%" PRIu32 " -> c%" PRIu32 "_o%" PRIu32, g->number,
            from == SHAPE_NONE ? 0 : from, i, g->number, to);
    fprintf(g->out, offset ? " [label=\"+%" PRId64 "\"];\n" : ";\n", offset);
    if (g->drawn[to]) continue;
    g->drawn[to] = true;
    box(g, to);
    arrows(g, to);
  }
}

void emit_dot(FILE *out, const emit_view *v) {
  const sum_summary *s = v->summary;
  fprintf(out, "digraph \"%s\" {\n  rankdir=LR;\n  node [shape=plaintext];\n", s->name);
  for (uint32_t i = 0; i < s->ncases; i++) {
    graph g = {out, v, &s->cases[i], i + 1, calloc(shape_obj_count(s->space) + 1, sizeof(bool))};
    if (!g.drawn) abort();
    fprintf(out, "  subgraph cluster_%" PRIu32 " {\n    label=\"case %" PRIu32 ": %s\";\n", g.number,
            g.number, sum_outcome_name(s->cases[i].outcome));
    box(&g, SHAPE_NONE);
    arrows(&g, SHAPE_NONE);
    for (uint32_t k = 0; k < s->cases[i].nneeds; k++) { // objects no drawn pointer leads to, such as globals
      uint32_t obj = s->cases[i].needs[k].obj;
      if (g.drawn[obj]) continue;
      g.drawn[obj] = true;
      box(&g, obj);
      arrows(&g, obj);
    }
    fputs("  }\n", out);
    free(g.drawn);
  }
  fputs("}\n", out);
}

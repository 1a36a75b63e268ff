// A summary as a person or another program sees it: text, JSON, Graphviz. A view joins the summary, which knows only
// instruction numbers, with the function record, which knows where those stand in the source.
#ifndef EMIT_H
#define EMIT_H

#include "summaries/summary.h"

#include <cjson/cJSON.h>
#include <stdio.h>

typedef struct {
  const char *file; // "" when unknown
  uint32_t line, column;
  const char *text; // of the condition or statement, "" when unknown
} emit_place;

typedef struct {
  const sum_summary *summary;
  const char *file; // where the function is defined; "" when unknown
  uint32_t line;
  const char *signature; // "int max3(int *a)", or just the name
  // Where an instruction of a function stands. Strings live as long as the view.
  void (*place)(void *self, const char *usr, uint32_t insn, emit_place *out);
  // Which way a decision of the unit goes: "true", "false", "case 3", "default".
  void (*edge)(void *self, const sum_decision *d, char *buf, size_t cap);
  void *self;
  bool full;       // no term is cut
  term_lets *lets; // set by the printers: parts of terms that have names …
  term defined;    // … and the one that is being defined
} emit_view;

// The cases as readable text; colour when `out` is a terminal. Parts of long terms get names, defined below them; unless the view is
// full, what is very long all the same is cut.
void emit_text(FILE *out, const emit_view *v);

// The whole summary; the caller frees it with cJSON_Delete.
cJSON *emit_json(const emit_view *v);

// One case as a finding: "file:line: what, in function", the call stack, and the input that gets there.
void emit_finding(FILE *out, const emit_view *v, uint32_t ncase);
cJSON *emit_finding_json(const emit_view *v, uint32_t ncase);

// What was cut and where, a line each; the JSON form is an array.
void emit_bounds(FILE *out, const emit_view *v);
cJSON *emit_bounds_json(const emit_view *v);

// One Graphviz digraph with a cluster for the entry shape of each case.
void emit_dot(FILE *out, const emit_view *v);

// ---- pieces shared by the printers ----

// Colour: escape sequences when `stream` is a terminal, NO_COLOR is unset or empty and TERM is not "dumb"; else "".
typedef enum { EMIT_PLAIN, EMIT_BOLD, EMIT_DIM, EMIT_RED, EMIT_GREEN, EMIT_YELLOW, EMIT_BLUE } emit_colour;
const char *emit_paint(FILE *stream, emit_colour colour);
bool emit_is_terminal(FILE *stream);

// Number of cases whose outcome is an error.
uint32_t emit_errors(const sum_summary *s);
const char *emit_status_name(uint8_t status); // "complete", "partial", "failed", "covered"

// What the code looked at in the case: is the atom in its constraint, or the way to an object in use?
bool emit_uses(const emit_view *v, const sum_case *c, uint32_t atom);

// The witness's value of an atom: decimal (signed if the atom is), a character, a float; pointers "NULL", "&*root->left"
// or hexadecimal. malloc'ed.
char *emit_value(const emit_view *v, const sum_case *c, uint32_t atom);
term_u128 emit_bits(const sum_case *c, uint32_t atom);

// The object an atom's witness value points to (offset in *offset), or SHAPE_NONE.
uint32_t emit_target(const emit_view *v, const sum_case *c, uint32_t atom, int64_t *offset);

// Name of the bytes of an object: the cell's name where the unit has one. malloc'ed.
char *emit_cell(const emit_view *v, uint32_t obj, int64_t offset, uint32_t bytes);
char *emit_term(const emit_view *v, term t);
// The i-th returned scalar: as a term, a constant with the sign its type has.
char *emit_return(const emit_view *v, const sum_case *c, uint32_t i);
// Not worth showing: the i-th conjunct repeats an earlier one, or only says which object a pointer input leads to, as the
// shape does already.
bool emit_hides(const emit_view *v, const sum_case *c, uint32_t i);

#endif

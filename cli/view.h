// A summary as a person or another program sees it: text, JSON, Graphviz. A view joins the summary, which knows only
// instruction numbers, with the function record, which knows where those stand in the source.
#ifndef CLI_VIEW_H
#define CLI_VIEW_H

#include "summaries/summary.h"

#include <cjson/cJSON.h>
#include <stdio.h>

typedef struct {
  const char *file; // "" when unknown
  uint32_t line, column;
  const char *text; // of the condition or statement, "" when unknown
} cli_place;

typedef struct {
  const sum_summary *summary;
  const char *file; // where the function is defined; "" when unknown
  uint32_t line;
  const char *signature; // "int max3(int *a)", or just the name
  // Where an instruction of a function stands. Strings live as long as the view.
  void (*place)(void *self, const char *usr, uint32_t insn, cli_place *out);
  // Which way a decision of the unit goes: "true", "false", "case 3", "default".
  void (*edge)(void *self, const sum_decision *d, char *buf, size_t cap);
  void *self;
} cli_view;

// The cases as readable text; colour when `out` is a terminal.
void cli_view_text(FILE *out, const cli_view *v);

// The whole summary; the caller frees it with cJSON_Delete.
cJSON *cli_view_json(const cli_view *v);

// One case as a finding: "file:line: what, in function", the call stack, and the input that gets there.
void cli_view_finding(FILE *out, const cli_view *v, uint32_t ncase);
cJSON *cli_view_finding_json(const cli_view *v, uint32_t ncase);

// One Graphviz digraph with a cluster for the entry shape of each case.
void cli_view_dot(FILE *out, const cli_view *v);

// ---- pieces shared by the three ----

// Number of cases whose outcome is an error.
uint32_t cli_view_errors(const sum_summary *s);
const char *cli_status_name(uint8_t status); // "complete", "partial", "failed"

// What the code looked at in the case: is the atom in its constraint, or the way to an object in use?
bool cli_view_uses(const cli_view *v, const sum_case *c, uint32_t atom);

// The witness's value of an atom: decimal (signed if the atom is), a character, a float; pointers "NULL", "&*root->left"
// or hexadecimal. malloc'ed.
char *cli_view_value(const cli_view *v, const sum_case *c, uint32_t atom);
term_u128 cli_view_bits(const sum_case *c, uint32_t atom);

// The object an atom's witness value points to (offset in *offset), or SHAPE_NONE.
uint32_t cli_view_target(const cli_view *v, const sum_case *c, uint32_t atom, int64_t *offset);

// Name of the bytes of an object: the cell's name where the unit has one. malloc'ed.
char *cli_view_cell(const cli_view *v, uint32_t obj, int64_t offset, uint32_t bytes);
char *cli_view_term(const cli_view *v, term t);
// The i-th returned scalar: as a term, a constant with the sign its type has.
char *cli_view_return(const cli_view *v, const sum_case *c, uint32_t i);
// Not worth showing: the i-th conjunct repeats an earlier one, or only says which object a pointer input leads to, as the
// shape does already.
bool cli_view_hides(const cli_view *v, const sum_case *c, uint32_t i);

#endif

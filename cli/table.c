// Cells are kept as text until printing, when the widths are known.
#define _GNU_SOURCE // vasprintf
#include "cli/table.h"

#include "cli/cli.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct cli_table {
  const char *alignment;
  size_t columns, count, capacity;
  bool has_head;
  char **cells;
};

static void add(cli_table *t, char *text) {
  if (t->count == t->capacity) {
    t->capacity = t->capacity ? 2 * t->capacity : 64;
    t->cells = cli_realloc(t->cells, t->capacity * sizeof *t->cells);
  }
  t->cells[t->count++] = text;
}

cli_table *cli_table_new(const char *alignment, const char *const *titles) {
  cli_table *t = cli_realloc(NULL, sizeof *t);
  *t = (cli_table){.alignment = alignment, .columns = strlen(alignment), .has_head = titles != NULL};
  assert(t->columns > 0);
  for (size_t i = 0; titles && i < t->columns; i++) cli_table_cell(t, "%s", titles[i]);
  return t;
}

void cli_table_free(cli_table *t) {
  for (size_t i = 0; t && i < t->count; i++) free(t->cells[i]);
  if (t) free(t->cells);
  free(t);
}

void cli_table_cell(cli_table *t, const char *format, ...) {
  va_list args;
  char *text;
  va_start(args, format);
  if (vasprintf(&text, format, args) < 0) abort();
  va_end(args);
  add(t, text);
}

// Characters, not bytes: continuation bytes of UTF-8 take no room.
static size_t width(const char *s) {
  size_t n = 0;
  for (; *s; s++) n += (*s & 0xc0) != 0x80;
  return n;
}

static void blanks(FILE *out, size_t n) {
  while (n--) fputc(' ', out);
}

void cli_table_print(const cli_table *t, FILE *out) {
  assert(t->count % t->columns == 0);
  size_t *widths = cli_realloc(NULL, t->columns * sizeof *widths);
  memset(widths, 0, t->columns * sizeof *widths);
  for (size_t i = 0; i < t->count; i++) {
    size_t w = width(t->cells[i]), *column = &widths[i % t->columns];
    if (w > *column) *column = w;
  }
  for (size_t i = 0; i < t->count; i++) {
    size_t column = i % t->columns, room = widths[column] - width(t->cells[i]);
    bool last = column + 1 == t->columns, head = t->has_head && i < t->columns;
    if (head && column == 0) fputs(emit_paint(out, EMIT_BOLD), out);
    if (t->alignment[column] == 'r') blanks(out, room);
    fputs(t->cells[i], out);
    if (t->alignment[column] == 'l' && !last) blanks(out, room);
    if (head && last) fputs(emit_paint(out, EMIT_PLAIN), out);
    fputs(last ? "\n" : "  ", out);
  }
  free(widths);
}

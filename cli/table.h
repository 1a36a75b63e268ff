// Tables for people: columns as wide as their widest cell, numbers to the right, UTF-8 counted by characters.
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include <stdio.h>

typedef struct cli_table cli_table;

// One letter per column: 'l' left, 'r' right. Titles may be NULL for a table without a head.
cli_table *cli_table_new(const char *alignment, const char *const *titles);
void cli_table_free(cli_table *t);

// Adds the next cell, row by row from left to right; the text is copied.
void cli_table_cell(cli_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Prints what was added. The last column is not padded, so lines have no blanks at their ends.
void cli_table_print(const cli_table *t, FILE *out);

#endif

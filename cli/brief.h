// One line about a function, as `summ run` and `summ list` print it.
#ifndef CLI_BRIEF_H
#define CLI_BRIEF_H

#include "cli/table.h"
#include "store/store.h"

#include <cjson/cJSON.h>

cli_table *cli_brief_table(void);
void cli_brief_row(cli_table *t, const store_brief *f);
cJSON *cli_brief_json(const store_brief *f);

// Prints a document to stdout, indented by two blanks, with a newline.
void cli_print_json(const cJSON *document);

#endif

// What `summ run` prints at its end, as text or JSON.
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "cli/options.h"
#include "cli/schedule.h"

typedef struct {
  const cli_options *o;
  const fe_program *program;
  slice_program *slices;
  store *st;
  const cli_result *result;
  uint32_t entry; // function explored as a whole program, or FE_NONE: its report says why it is partial
} cli_report;

typedef struct {
  uint64_t functions, explored, current, complete, covered, cases, errors, findings, unsupported, replayed,
      diverged, probed, wrong;
} cli_totals;

cli_totals cli_report_print(const cli_report *r);

#endif

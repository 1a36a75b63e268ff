// The work of a run: every wanted function is found current or explored, callees before callers, several at a time.
//
// The result does not depend on the number of workers: a unit sees the summaries of the functions it can reach, and of
// the functions before it in its own strongly connected component, and no others, whatever else is finished.
#ifndef CLI_SCHEDULE_H
#define CLI_SCHEDULE_H

#include "explorer/explorer.h"
#include "store/store.h"

typedef enum { CLI_UNIT_UNWANTED, CLI_UNIT_PENDING, CLI_UNIT_CURRENT, CLI_UNIT_EXPLORED } cli_unit_state;

typedef struct {
  cli_unit_state state;
  uint8_t hash[32];     // content of the summary
  uint8_t relation[32]; // of that, what callers depend on
  uint8_t status;       // sum_status
  uint32_t ncases, nerrors, ncut, nbranches, ncovered, nfindings;
  bool out_of_budget; // partial because paths, steps or solver effort ran out: merging them may help
  uint8_t why;        // store_reason: why it was explored
  bool adopted;       // not explored, but taken from the base layer
  uint32_t nreplayed, ndiverged; // with replay: witnesses played, and those that did not do as predicted
  uint32_t nprobed, nwrong;      // with probe: random inputs played, and those not as summarised
  uint64_t usec;                 // exploration alone
  ex_stats spent;                // by the engine, on exploring it
} cli_unit;

typedef struct {
  const fe_program *program;
  slice_program *slices;
  store *st;
  ex_options options;
  uint32_t entry;           // function explored as a whole program, or FE_NONE
  const char *options_text; // of cli_options_text
  const char *engine;       // version of the engine
  int jobs;                 // workers; at least 1
  bool alone;               // explore the entry without summaries of what it calls, and give up early
  bool replay;              // play every witness on the concrete machine
  uint32_t probe;           // random inputs for every new summary
  bool report_progress;
  struct cli_base *base; // where summaries of models may come from; NULL: nowhere
} cli_work;

typedef struct {
  cli_unit *units; // for each function of the program
  ex_stats stats;
} cli_result;

// Marks function `func` and everything it can call; FE_NONE: every function of the sources.
void cli_work_want(const cli_work *w, cli_result *r, uint32_t func);

// Marks function `func` alone, also when it was done before.
void cli_work_want_alone(cli_result *r, uint32_t func);

// Does the work for the units marked PENDING. Summaries are in the store afterwards. Returns STORE_OK or the code of the
// first store error; what was finished before it stays.
int cli_work_do(const cli_work *w, cli_result *r, store_error *err);

void cli_result_init(cli_result *r, const fe_program *p);
void cli_result_free(cli_result *r);

#endif

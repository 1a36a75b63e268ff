// Nothing has changed: the answer of the last run, from the store alone. No source is compiled, loaded or sliced.
#ifndef CLI_ANSWER_H
#define CLI_ANSWER_H

#include "cli/options.h"
#include "cli/schedule.h"

// The key of an answer: a hash of the sources (fe_sources_unchanged_key, fe_program_key) with everything else a run depends on.
void cli_answer_key(const cli_options *o, const uint8_t sources[32], const char *options_text,
                    const char *engine, uint8_t inputs[32]);

// The program as far as a report needs it (names, places, notes; no bodies), and its units, all of them current.
// False when the store has no answer to these inputs. Free with cli_answer_free.
typedef struct cli_answer cli_answer;
bool cli_answer_get(store *st, const uint8_t inputs[32], cli_answer **out);
const fe_program *cli_answer_program(const cli_answer *a);
cli_result *cli_answer_result(cli_answer *a);
void cli_answer_free(cli_answer *a);

// Keeps the answer of run `id` for the next one.
int cli_answer_put(store *st, const uint8_t inputs[32], uint64_t id, const fe_program *p, const cli_result *r,
                   store_error *err);

#endif

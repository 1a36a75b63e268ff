// Differences between two summaries of one function, for people and programs: each with the input that shows it.
#ifndef CLI_DIFFERENCES_H
#define CLI_DIFFERENCES_H

#include "summaries/compare.h"

#include <cjson/cJSON.h>
#include <stdio.h>

// Prints each difference: the input, and what the function did with it before and does now. Either summary may be NULL: all
// cases of the other one appeared or disappeared, and only their number is printed. Returns the number of differences.
uint32_t cli_differences_text(FILE *out, sum_summary *before, sum_summary *now);
cJSON *cli_differences_json(sum_summary *before, sum_summary *now);

#endif

/* Do two complete summaries of one function behave alike? The witnesses of either, and random changes of them, are given to
 * both: each must be taken by a case in both or in none, with the same own decisions, outcome, returned values, freed objects
 * and bytes left in memory. Atoms and objects are matched by what they are. */
#ifndef TESTS_BEHAVE_H
#define TESTS_BEHAVE_H

#include "summaries/summary.h"

/* Number of inputs that differ; the first is described on stdout. *inputs counts those compared. */
unsigned behave_differences(sum_summary *a, sum_summary *b, unsigned per_case, unsigned *inputs);

#endif

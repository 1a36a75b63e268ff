/* replay: runs a case's witness on the concrete machine and compares what happens with what the case predicts: the unit's own
 * decisions one by one, the outcome, the returned value and the memory it leaves. A difference is a bug in summ. */
#ifndef EXPLORER_REPLAY_H
#define EXPLORER_REPLAY_H

#include "explorer/machine.h"
#include "summaries/summary.h"

typedef enum ex_replay_result {
  EX_REPLAY_SAME,
  EX_REPLAY_DIFFERENT,
  EX_REPLAY_SKIPPED /* the machine cannot play it: a callback that comes in as an input, an uninitialised value, depth */
} ex_replay_result;

/* A machine for the program, used for one witness after the other. The program must outlive it. */
typedef struct ex_replayer ex_replayer;
ex_replayer *ex_replayer_new(const fe_program *p);
void ex_replayer_free(ex_replayer *r);
/* func is the unit, s its summary, c one of its cases. On any other result than SAME, why gets one line. */
ex_replay_result ex_replay(ex_replayer *r, uint32_t func, const sum_summary *s, const sum_case *c, char *why,
                           size_t cap);
/* Was the input of the last replay one the unit is meant for: NAME_precond allows it, and no assumption failed on the way? */
bool ex_replay_allowed(const ex_replayer *r);

/* probe: count random inputs for the unit. Each must fall into one case at most (exactly one where the summary is complete
 * and the input allowed) and do what that case predicts: no path is missing, none is there twice, and the conditions are
 * exact, not only true of the witnesses. The same summary gives the same inputs. why gets the first that did not. */
typedef struct ex_probe_result {
  uint32_t played, wrong;
} ex_probe_result;
ex_probe_result ex_probe(ex_replayer *r, const fe_program *p, uint32_t func, const sum_summary *s,
                         uint32_t count, char *why, size_t cap);

#endif

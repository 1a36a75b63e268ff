/* replay: runs a case's witness on the concrete machine and compares what happens with what the case predicts: the unit's own
 * decisions one by one, the outcome, the returned value and the memory it leaves. A difference is a bug in summ. */
#ifndef EXPLORER_REPLAY_H
#define EXPLORER_REPLAY_H

#include "explorer/machine.h"
#include "summaries/summary.h"

typedef enum ex_replay_result {
  EX_REPLAY_SAME,
  EX_REPLAY_DIFFERENT,
  EX_REPLAY_SKIPPED /* the machine cannot play it: a callback that comes in as an input, an uninitialised value */
} ex_replay_result;

/* A machine for the program, used for one witness after the other. The program must outlive it. */
typedef struct ex_replayer ex_replayer;
ex_replayer *ex_replayer_new(const fe_program *p);
void ex_replayer_free(ex_replayer *r);
/* func is the unit, s its summary, c one of its cases. On any other result than SAME, why gets one line. */
ex_replay_result ex_replay(ex_replayer *r, uint32_t func, const sum_summary *s, const sum_case *c, char *why,
                           size_t cap);

#endif

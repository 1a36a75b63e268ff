/* Loops that never end. When an activation comes back to the head of a loop with the same registers, the same memory and the same
 * path condition, and nothing was asked of the outside in between, it will do so for ever, on every input of the path: no
 * test on the way had another side. The state to compare with is renewed at every power of two of rounds (Brent), so a
 * cycle of any length is found soon after it is entered. */
#include "explorer/internal.h"

#include <stdlib.h>
#include <string.h>

struct ex_round {
  uint32_t refs, insn;
  uint64_t changes;
  const void *lists[5];
  ex_val regs[];
};

static void lists_of(const ex_state *s, const void *out[5]) {
  const void *all[5] = {s->binds, s->answers, s->left, s->needs, s->handlers};
  memcpy(out, all, sizeof all);
}

static bool same(const ex_state *s, const ex_round *r) {
  const void *lists[5];
  lists_of(s, lists);
  if (r->insn != s->top->insn || r->changes != s->changes || memcmp(lists, r->lists, sizeof lists))
    return false;
  for (uint32_t i = 0; i < s->top->nregs; i++)
    if (r->regs[i].t != s->top->regs[i].t || r->regs[i].c != s->top->regs[i].c) return false;
  return true;
}

void ex_round_share(ex_round *r) {
  if (r) r->refs++;
}

void ex_round_free(ex_round *r) {
  if (r && --r->refs == 0) free(r);
}

static void mark(ex_state *s, ex_frame *f) {
  ex_round *r = ex_xrealloc(NULL, sizeof *r + f->nregs * sizeof *r->regs);
  *r = (ex_round){.refs = 1, .insn = f->insn, .changes = s->changes};
  lists_of(s, r->lists);
  memcpy(r->regs, f->regs, f->nregs * sizeof *r->regs);
  ex_round_free(f->round);
  f->round = r;
}

bool ex_is_endless(ex_state *s) {
  s->came_round = false;
  if (s->top->round && same(s, s->top->round)) return true;
  ex_frame *f = ex_frame_own(s);
  f->rounds++;
  if ((f->rounds & (f->rounds - 1)) == 0) mark(s, f);
  return false;
}

/* The summary as a value: its arena, the names of outcomes and bounds, and the source names of its atoms and
 * addresses. An address is shown as the C expression that leads to it: an input object is what its pointer
 * points to, so the start of the object behind `root` is simply `root`, and eight bytes further is `root + 8
 * bytes` unless the object's elements have a size that divides the offset. */
#include "summaries/summary.h"

#include "summaries/mem.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const outcome_names[SUM_OUTCOME_COUNT] = {
    [SUM_RETURNED] = "returned",
    [SUM_EXITED] = "exited",
    [SUM_CUT] = "cut",
    [SUM_NULL_DEREF] = "null dereference",
    [SUM_DANGLING] = "use after free",
    [SUM_OUT_OF_BOUNDS] = "out of bounds",
    [SUM_DOUBLE_FREE] = "double free",
    [SUM_INVALID_FREE] = "invalid free",
    [SUM_DIV_ZERO] = "division by zero",
    [SUM_OVERFLOW] = "signed overflow",
    [SUM_BAD_SHIFT] = "bad shift",
    [SUM_UNINIT] = "uninitialised read",
    [SUM_ASSERT] = "assertion failed",
    [SUM_ABORT] = "abort",
    [SUM_UNREACHABLE] = "unreachable code reached",
    [SUM_LEAK] = "leak",
    [SUM_READ_ONLY] = "write to read-only memory",
    [SUM_BAD_CALL] = "bad call",
    [SUM_FLOAT_OVERFLOW] = "float overflow",
    [SUM_ENDLESS] = "never ends",
};

static const char *const bound_names[SUM_B_KIND_COUNT] = {
    [SUM_B_LOOP] = "loop bound",
    [SUM_B_RECURSION] = "recursion bound",
    [SUM_B_STEPS] = "step bound",
    [SUM_B_CASES] = "case bound",
    [SUM_B_SOLVER] = "solver gave up",
    [SUM_B_ARRAY] = "array bound",
    [SUM_B_INDEX] = "index pinned",
    [SUM_B_FLOAT] = "float pinned",
    [SUM_B_MEMORY] = "memory bound",
    [SUM_B_UNSUPPORTED] = "unsupported construct",
    [SUM_B_CALLEE] = "callee partial",
    [SUM_B_THREADS] = "threads run in one order only",
    [SUM_B_UNCHECKED] = "error of a kind not searched for",
};

const char *sum_outcome_name(sum_outcome o) {
  return o < SUM_OUTCOME_COUNT ? outcome_names[o] : "unknown outcome";
}
const char *sum_bound_name(sum_bound_kind k) {
  return k < SUM_B_KIND_COUNT ? bound_names[k] : "unknown bound";
}

sum_summary *sum_new(const char *usr, const char *name) {
  sum_summary *s = mem_realloc(NULL, sizeof *s);
  *s =
      (sum_summary){.arena = mem_arena_new(), .space = shape_space_new(), .tc = term_ctx_new(), .reason = ""};
  s->usr = sum_strdup(s, usr);
  s->name = sum_strdup(s, name);
  return s;
}

void sum_free(sum_summary *s) {
  if (!s) return;
  term_ctx_free(s->tc);
  shape_space_free(s->space);
  mem_arena_free(s->arena);
  free(s);
}

void *sum_alloc_bytes(sum_summary *s, size_t n) { return mem_alloc(s->arena, n); }
const char *sum_strdup(sum_summary *s, const char *text) { return mem_strdup(s->arena, text); }

static void atom_name(void *self, uint32_t atom, char *buf, size_t cap) {
  const sum_summary *s = self;
  const char *name = atom >= 1 && atom <= shape_atom_count(s->space) ? shape_atom_get(s->space, atom)->name
                                                                     : "";
  if (*name)
    snprintf(buf, cap, "%s", name);
  else
    snprintf(buf, cap, "a%" PRIu32, atom);
}

static bool atom_is_signed(void *self, uint32_t atom) {
  const sum_summary *s = self;
  return atom >= 1 && atom <= shape_atom_count(s->space) && shape_atom_get(s->space, atom)->is_signed;
}

static void addr_name(void *self, uint32_t obj, int64_t offset, char *buf, size_t cap) {
  const sum_summary *s = self;
  char base[256];
  if (obj < 1 || obj > shape_obj_count(s->space)) {
    snprintf(base, sizeof base, "&o%" PRIu32, obj);
    snprintf(buf, cap, offset ? "%s%+" PRId64 : "%s", base, offset);
    return;
  }
  const shape_obj *o = shape_obj_get(s->space, obj);
  if (o->kind == SHAPE_INPUT && o->via >= 1 && o->via <= shape_atom_count(s->space))
    atom_name(self, o->via, base, sizeof base);
  else if (o->kind == SHAPE_FUNC || o->kind == SHAPE_HEAP)
    snprintf(base, sizeof base, "%s", *o->name ? o->name : "?");
  else
    snprintf(base, sizeof base, "&%s", *o->name ? o->name : "?");
  if (!offset)
    snprintf(buf, cap, "%s", base);
  else if (o->kind == SHAPE_INPUT && o->elem && offset % (int64_t)o->elem == 0)
    snprintf(buf, cap, "%s %c %" PRIu64, base, offset < 0 ? '-' : '+',
             (offset < 0 ? -(uint64_t)offset : (uint64_t)offset) / o->elem);
  else
    snprintf(buf, cap, "(char *)%s %c %" PRIu64, base, offset < 0 ? '-' : '+',
             offset < 0 ? -(uint64_t)offset : (uint64_t)offset);
}

term_names sum_names(const sum_summary *s) {
  return (term_names){.self = (void *)s, .atom = atom_name, .addr = addr_name, .is_signed = atom_is_signed};
}

bool sum_same_stub_use(const sum_case *a, const sum_case *b) {
  if (a->nanswers != b->nanswers || a->ntries != b->ntries || a->nclobbers != b->nclobbers) return false;
  for (uint32_t i = 0; i < a->nanswers; i++)
    if (a->answers[i].via != b->answers[i].via || a->answers[i].obj != b->answers[i].obj ||
        a->answers[i].count != b->answers[i].count || strcmp(a->answers[i].symbol, b->answers[i].symbol))
      return false;
  for (uint32_t i = 0; i < a->nclobbers; i++)
    if (a->clobbers[i].obj != b->clobbers[i].obj || a->clobbers[i].answer != b->clobbers[i].answer ||
        a->clobbers[i].arg != b->clobbers[i].arg || strcmp(a->clobbers[i].symbol, b->clobbers[i].symbol))
      return false;
  return true;
}

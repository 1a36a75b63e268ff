// An instruction's number is a hash of its operation and of its operands' values, these in turn of what made them, made unique
// by counting equals in order. Two rounds are enough: what an edge moves into a register (a phi) is known by its type in
// the first round and by what is moved in the second. Stack objects have no operands, so they are known by their uses. Positions,
// names of locals and the order of unrelated instructions are nowhere in it; what is in it the fingerprint covers as well.
#include "cli/places.h"

#include "cli/cli.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint32_t number, insn;
} named;

typedef struct {
  uint32_t *number; // of each instruction
  named *sorted;    // by number
} body;

struct cli_places {
  const fe_program *p;
  body *bodies;
};

static uint64_t mix(uint64_t h, uint64_t x) {
  h = (h ^ x) * 0x9E3779B97F4A7C15u;
  return h ^ h >> 29;
}

static uint64_t mix_text(uint64_t h, const char *text) {
  while (*text) h = mix(h, (unsigned char)*text++);
  return mix(h, 0);
}

// ---- what a value is ----

typedef struct {
  const fe_program *p;
  const fe_func *f;
  uint64_t *value; // of each register
  uint64_t *insn;  // of each instruction
} naming;

static uint64_t type_hash(uint64_t h, fe_ty ty) { return mix(h, ty.kind | (uint64_t)ty.bits << 8); }

static uint64_t const_hash(const naming *n, const fe_const *c) {
  uint64_t h = type_hash(mix(1, c->kind), c->ty);
  switch ((fe_const_kind)c->kind) {
  case FE_C_INT:
  case FE_C_FLOAT: {
    uint64_t word[2] = {0};
    memcpy(word, &c->val.u, fe_ty_size(c->ty));
    return mix(mix(h, word[0]), word[1]);
  }
  case FE_C_GLOBAL: {
    const fe_global *g = &n->p->globals[c->index]; // a literal's name means nothing
    return mix(g->is_literal ? mix(h, g->size) : mix_text(h, g->usr), (uint64_t)c->addend);
  }
  case FE_C_FUNC: return mix_text(h, n->p->funcs[c->index].usr);
  default: return h;
  }
}

static uint64_t operand(const naming *n, uint64_t h, fe_reg r) {
  return mix(h, r < n->f->nregs ? n->value[r] : 2);
}

static uint64_t call_hash(const naming *n, uint64_t h, const fe_call *c) {
  if (c->asm_text)
    h = mix_text(h, c->asm_text);
  else
    h = c->indirect ? operand(n, h, c->target) : mix_text(h, n->p->funcs[c->func].usr);
  for (uint32_t i = 0; i < c->nargs; i++) h = operand(n, h, c->args[i]);
  return h;
}

// before: of the instruction before it in the block, which is all that tells one plain jump from another.
static uint64_t insn_hash(const naming *n, const fe_insn *in, uint64_t before) {
  const fe_func *f = n->f;
  uint64_t h = mix(mix(mix(3, in->op), in->sub), in->flags);
  h = mix(type_hash(type_hash(h, in->ty), in->ty2), (uint64_t)in->imm);
  switch ((fe_op)in->op) {
  case FE_ALLOCA: return n->value[in->dst];
  case FE_CALL:
  case FE_ASM: return call_hash(n, h, &f->calls[in->aux]);
  case FE_RET:
    for (uint32_t i = 0; i < in->b; i++) h = operand(n, h, f->lists[in->aux + i]);
    return mix(h, before);
  case FE_BR:
  case FE_TRAP:
  case FE_UNREACHABLE: return mix(h, before);
  case FE_PTRADD: h = mix(h, in->aux); break;
  default: break;
  }
  return operand(n, operand(n, operand(n, h, in->a), in->b), in->c);
}

// An object on the stack: its size, and how often what is done with it, in any order.
static void name_object_uses(naming *n) {
  const fe_func *f = n->f;
  uint64_t *uses = calloc(f->nregs + 1, sizeof *uses);
  if (!uses) abort();
  for (uint32_t i = 0; i < f->ninsns; i++) {
    const fe_insn *in = &f->insns[i];
    const fe_reg plain[3] = {in->a, in->b, in->c};
    uint64_t h = type_hash(mix(mix(4, in->op), in->flags), in->ty);
    if (in->op == FE_CALL || in->op == FE_ASM) {
      const fe_call *c = &f->calls[in->aux];
      if (!c->indirect && !c->asm_text) h = mix_text(h, n->p->funcs[c->func].usr);
      for (uint32_t k = 0; k < c->nargs; k++) uses[c->args[k]] += mix(h, k);
    } else if (in->op != FE_RET && in->op != FE_ALLOCA) {
      for (uint32_t k = 0; k < 3; k++)
        if (plain[k] < f->nregs) uses[plain[k]] += mix(h, k);
    }
  }
  for (uint32_t i = 0; i < f->ninsns; i++) {
    const fe_insn *in = &f->insns[i];
    if (in->op == FE_ALLOCA)
      n->value[in->dst] = mix(mix(mix(5, (uint64_t)in->imm), in->a != FE_NONE), uses[in->dst]);
  }
  free(uses);
}

static uint32_t results_of(const fe_func *f, const fe_insn *in) {
  if (in->op == FE_CALL || in->op == FE_ASM) return f->calls[in->aux].nres;
  return in->dst == FE_NONE ? 0 : in->op >= FE_SADD_OVF && in->op <= FE_UMUL_OVF ? 2 : 1;
}

static void name_values(naming *n) {
  const fe_func *f = n->f;
  for (uint32_t b = 0; b < f->nblocks; b++) {
    uint64_t before = 0;
    for (uint32_t i = f->blocks[b].first; i < f->blocks[b].first + f->blocks[b].count; i++) {
      const fe_insn *in = &f->insns[i];
      before = n->insn[i] = insn_hash(n, in, before);
      if (in->op == FE_ALLOCA) continue;
      for (uint32_t k = 0; k < results_of(f, in); k++) n->value[in->dst + k] = mix(before, k);
    }
  }
}

// What edges move into a register, whichever edge it is.
static void name_moves(naming *n) {
  const fe_func *f = n->f;
  uint64_t *sum = calloc(f->nregs + 1, sizeof *sum);
  if (!sum) abort();
  for (uint32_t i = 0; i < f->nmoves; i++) sum[f->moves[i].dst] += mix(6, n->value[f->moves[i].src]);
  for (uint32_t i = 0; i < f->nmoves; i++) {
    fe_reg r = f->moves[i].dst;
    n->value[r] = mix(type_hash(7, f->reg_ty[r]), sum[r]);
  }
  free(sum);
}

static void name_all(naming *n) {
  const fe_func *f = n->f;
  for (uint32_t r = 0; r < f->nregs; r++) {
    n->value[r] = type_hash(8, f->reg_ty[r]);
    if (r < f->nconsts)
      n->value[r] = const_hash(n, &f->consts[r]);
    else if (r < f->nconsts + f->nparams)
      n->value[r] = mix(9, r - f->nconsts);
  }
  name_object_uses(n);
  name_values(n);
  name_moves(n);
  name_values(n);
}

// ---- numbers ----

static int by_number(const void *a, const void *b) {
  uint32_t x = ((const named *)a)->number, y = ((const named *)b)->number;
  return x < y ? -1 : x > y;
}

// A number is the hash; of equals, and of those whose numbers happen to meet, the later ones take the next that is free. What
// the next one is, the first one knows, so that a thousand equals are no million looks.
static void number_body(const naming *n, body *b) {
  uint32_t count = n->f->ninsns, size = 16;
  while (size < 2 * count) size *= 2;
  uint32_t *taken = calloc(size, sizeof *taken);            // position + 1, by number
  uint32_t *free_one = calloc(count + 1, sizeof *free_one); // to be tried by the next equal
  b->number = cli_realloc(NULL, (count + 1) * sizeof *b->number);
  b->sorted = cli_realloc(NULL, (count + 1) * sizeof *b->sorted);
  if (!taken || !free_one) abort();
  for (uint32_t i = 0; i < count; i++) {
    uint32_t number = (uint32_t)(n->insn[i] >> 32), slot, *hint = NULL;
    for (;;) {
      for (slot = number & (size - 1); taken[slot] && b->number[taken[slot] - 1] != number;)
        slot = (slot + 1) & (size - 1);
      if (!taken[slot]) break;
      if (hint)
        number++;
      else
        number = *(hint = &free_one[taken[slot] - 1]);
    }
    if (hint) *hint = number + 1;
    taken[slot] = i + 1;
    b->number[i] = number, free_one[i] = number + 1;
    b->sorted[i] = (named){number, i};
  }
  free(taken), free(free_one);
  if (count) qsort(b->sorted, count, sizeof *b->sorted, by_number);
}

cli_places *cli_places_new(const fe_program *p) {
  cli_places *l = cli_realloc(NULL, sizeof *l);
  *l = (cli_places){p, calloc(p->nfuncs + 1, sizeof *l->bodies)};
  if (!l->bodies) abort();
  for (uint32_t i = 0; i < p->nfuncs; i++) {
    const fe_func *f = &p->funcs[i];
    if (!f->has_body) continue;
    naming n = {p, f, calloc(f->nregs + 1, sizeof *n.value), calloc(f->ninsns + 1, sizeof *n.insn)};
    if (!n.value || !n.insn) abort();
    name_all(&n);
    number_body(&n, &l->bodies[i]);
    free(n.value), free(n.insn);
  }
  return l;
}

void cli_places_free(cli_places *l) {
  if (!l) return;
  for (uint32_t i = 0; i < l->p->nfuncs; i++) free(l->bodies[i].number), free(l->bodies[i].sorted);
  free(l->bodies), free(l);
}

uint32_t cli_place_number(const cli_places *l, uint32_t func, uint32_t insn) {
  assert(insn < l->p->funcs[func].ninsns);
  return l->bodies[func].number[insn];
}

bool cli_is_place(const fe_func *f, const fe_insn *in) {
  switch (in->op) {
  case FE_UDIV:
  case FE_SDIV:
  case FE_UREM:
  case FE_SREM:
  case FE_SHL:
  case FE_LSHR:
  case FE_ASHR:
  case FE_ALLOCA:
  case FE_LOAD:
  case FE_STORE:
  case FE_PTRADD:
  case FE_MEMCPY:
  case FE_MEMMOVE:
  case FE_MEMSET:
  case FE_CALL:
  case FE_ASM:
  case FE_TRAP:
  case FE_FADD:
  case FE_FSUB:
  case FE_FMUL:
  case FE_FDIV:
  case FE_FPTRUNC:
  case FE_FPTOUI:
  case FE_FPTOSI:
  case FE_RET:
  case FE_UNREACHABLE:
  case FE_BR: return true; // where a bound on steps may stop a loop
  case FE_ADD:
  case FE_SUB:
  case FE_MUL: return in->flags & FE_F_NSW;
  default: return fe_is_decision(f, in);
  }
}

// ---- summaries ----

static bool to_name(void *self, const char *usr, bool object, uint32_t *insn) {
  const cli_world *w = self;
  const cli_places *l = cli_world_places(w);
  uint32_t func = cli_world_func(w, usr);
  if (func == FE_NONE || *insn >= l->p->funcs[func].ninsns) return false;
  const fe_func *f = &l->p->funcs[func];
  uint32_t at = *insn;
  if (!object)
    while (at + 1 < f->ninsns && !cli_is_place(f, &f->insns[at])) at++;
  *insn = l->bodies[func].number[at];
  return true;
}

static bool to_position(void *self, const char *usr, bool object, uint32_t *insn) {
  const cli_world *w = self;
  const cli_places *l = cli_world_places(w);
  uint32_t func = cli_world_func(w, usr);
  (void)object;
  if (func == FE_NONE || !l->bodies[func].sorted) return false;
  named key = {.number = *insn};
  const named *found = bsearch(&key, l->bodies[func].sorted, l->p->funcs[func].ninsns, sizeof key, by_number);
  if (!found) return false;
  *insn = found->insn;
  return true;
}

void cli_places_name(const cli_world *w, sum_summary *s) {
  bool fine = sum_renumber(s, to_name, (void *)w);
  assert(fine), (void)fine;
}

bool cli_places_find(const cli_world *w, sum_summary *s) { return sum_renumber(s, to_position, (void *)w); }

/* A transcript is a row of msgpack arrays, one for each query (docs/summary-format.md): the chained hash of all queries up to
 * it, then the reply. While the old one is followed it is read entry by entry; where it ends or differs the new one goes on
 * from there. A part of a transcript is worth nothing: the first query that is not in it makes Z3 go through all of them. So
 * one that grows beyond the limit is dropped. */
#include "explorer/transcript.h"

#include "explorer/z3_translate.h"
#include "summaries/mp.h"

#include <assert.h>
#include <llvm-c/blake3.h>
#include <stdlib.h>
#include <string.h>

enum { HASH = 16, MAX_BYTES = 1 << 18 };

typedef struct digest {
  uint8_t bytes[HASH];
} digest;

struct transcript {
  term_ctx *tc;
  digest chain, *of; /* of: per term; all zero: not yet */
  uint32_t cap;
  term *stack;
  uint32_t top, cap_stack;
  uint8_t *old;
  size_t nold, kept; /* kept: bytes of old that were followed */
  bool following;
  size_t same, asked; /* constraints of the query at hand: known before, and in all */
  mp_writer fresh;    /* what comes after these */
};

static void *grown(void *p, uint32_t *cap, uint32_t need, size_t elem) {
  if (need <= *cap) return p;
  uint32_t c = *cap ? *cap : 64;
  while (c < need) c *= 2;
  p = realloc(p, c * elem);
  if (!p) abort();
  memset((char *)p + *cap * elem, 0, (c - *cap) * elem);
  *cap = c;
  return p;
}

/* ---- replies ---- */

void z3_reply_free(z3_reply *r) {
  for (int i = 0; i < Z3_ATTEMPTS; i++) free(r->attempt[i].values);
  *r = (z3_reply){0};
}

void z3_attempt_add(z3_attempt *a, uint32_t id, bool call, term_u128 value) {
  a->values = grown(a->values, &a->cap, a->nvalues + 1, sizeof *a->values);
  a->values[a->nvalues++] = (z3_value){id, call, value};
}

/* ---- terms by content ---- */

static bool has_digest(const transcript *t, term x) {
  static const digest none;
  return memcmp(&t->of[x], &none, sizeof none) != 0;
}

static void want(transcript *t, term x) {
  if (has_digest(t, x)) return;
  t->stack = grown(t->stack, &t->cap_stack, t->top + 1, sizeof *t->stack);
  t->stack[t->top++] = x;
}

/* What translation sees of a term. Atoms, objects and calls count by number, because Z3 knows them by that. */
static void digest_one(transcript *t, term x) {
  const term_node *n = term_get(t->tc, x);
  uint32_t ncells = 0;
  const term *cells = n->op == T_READ ? term_table(t->tc, n->aux, &ncells) : NULL;
  bool by_number = !z3_expressible(t->tc, x);
  term_u128 value = n->op == T_CONST ? term_const_value(t->tc, x) : n->value;
  bool leaf = n->op == T_CONST || n->op == T_ATOM || n->op == T_ADDR || n->op == T_CALL;
  uint64_t head[] = {n->op,
                     n->width,
                     n->op == T_READ ? ncells : n->aux,
                     by_number ? x : 0,
                     (uint64_t)value,
                     (uint64_t)(value >> 64)};
  llvm_blake3_hasher h;
  llvm_blake3_hasher_init(&h);
  llvm_blake3_hasher_update(&h, head, sizeof head);
  term child[3] = {n->a, n->b, n->c};
  for (int i = 0; i < 3 && !leaf; i++)
    llvm_blake3_hasher_update(&h, child[i] ? &t->of[child[i]] : &(digest){{0}}, sizeof(digest));
  for (uint32_t i = 0; i < ncells; i++) llvm_blake3_hasher_update(&h, &t->of[cells[i]], sizeof(digest));
  llvm_blake3_hasher_finalize(&h, t->of[x].bytes, HASH);
}

static const digest *digest_of(transcript *t, term root) {
  t->of = grown(t->of, &t->cap, term_count(t->tc) + 1, sizeof *t->of);
  want(t, root);
  while (t->top) {
    term x = t->stack[t->top - 1];
    const term_node *n = term_get(t->tc, x);
    uint32_t before = t->top, ncells = 0;
    if (n->op != T_CONST && n->op != T_ATOM && n->op != T_ADDR && n->op != T_CALL && !has_digest(t, x)) {
      const term *cells = n->op == T_READ ? term_table(t->tc, n->aux, &ncells) : NULL;
      term child[3] = {n->a, n->b, n->c};
      for (int i = 0; i < 3; i++)
        if (child[i]) want(t, child[i]);
      for (uint32_t i = 0; i < ncells; i++) want(t, cells[i]);
    }
    if (t->top > before) continue;
    if (!has_digest(t, x)) digest_one(t, x);
    t->top--;
  }
  return &t->of[root];
}

void transcript_ask(transcript *t, size_t same, const term *fresh, size_t n) {
  uint64_t head[] = {same, n};
  t->same = same, t->asked = same + n;
  llvm_blake3_hasher h;
  llvm_blake3_hasher_init(&h);
  llvm_blake3_hasher_update(&h, &t->chain, sizeof t->chain);
  llvm_blake3_hasher_update(&h, head, sizeof head);
  for (size_t i = 0; i < n; i++) llvm_blake3_hasher_update(&h, digest_of(t, fresh[i]), sizeof(digest));
  llvm_blake3_hasher_finalize(&h, t->chain.bytes, HASH);
}

/* ---- reading ---- */

static void read_attempt(mp_reader *r, z3_attempt *a) {
  size_t n = mp_get_array(r), len;
  a->said = (ex_sat)mp_get_uint(r, EX_UNKNOWN);
  a->nvalues = 0;
  if (n % 2 != 1) r->failed = true;
  for (size_t i = 1; i + 1 < n && !r->failed; i += 2) {
    uint64_t key = mp_get_uint(r, 2ull * UINT32_MAX + 1);
    const uint8_t *bytes = mp_get_bin(r, &len);
    term_u128 value = 0;
    if (len > sizeof value) r->failed = true;
    for (size_t k = 0; k < len && !r->failed; k++) value |= (term_u128)bytes[k] << (8 * k);
    z3_attempt_add(a, (uint32_t)(key / 2), key % 2, value);
  }
}

bool transcript_reply(transcript *t, z3_reply *r) {
  if (!t->following) return false;
  mp_reader m = mp_read(t->old + t->kept, t->nold - t->kept);
  size_t n = mp_get_array(&m), len;
  const uint8_t *chain = mp_get_bin(&m, &len);
  t->following = !m.failed && len == HASH && !memcmp(chain, t->chain.bytes, HASH);
  if (!t->following) return false;
  r->asserted = (uint32_t)mp_get_uint(&m, UINT32_MAX);
  r->effort = mp_get_uint(&m, UINT64_MAX);
  r->nattempts = 0;
  if (n < 3 || n > 3 + Z3_ATTEMPTS) m.failed = true;
  while (!m.failed && r->nattempts < n - 3) read_attempt(&m, &r->attempt[r->nattempts++]);
  t->following = !m.failed && r->asserted >= t->same && r->asserted <= t->asked;
  if (t->following) t->kept = (size_t)(m.at - t->old);
  return t->following;
}

/* ---- writing ---- */

static void write_value(mp_writer *w, const z3_value *v) {
  uint8_t bytes[sizeof v->value];
  size_t len = 0;
  for (term_u128 rest = v->value; rest; rest >>= 8) bytes[len++] = (uint8_t)rest;
  mp_uint(w, 2ull * v->id + v->call);
  mp_bin(w, bytes, len);
}

void transcript_note(transcript *t, const z3_reply *r) {
  assert(!t->following);
  mp_writer *w = &t->fresh;
  if (t->kept + w->buffer.size > MAX_BYTES) return;
  mp_array(w, 3 + r->nattempts);
  mp_bin(w, t->chain.bytes, HASH);
  mp_uint(w, r->asserted);
  mp_uint(w, r->effort);
  for (uint32_t i = 0; i < r->nattempts; i++) {
    const z3_attempt *a = &r->attempt[i];
    mp_array(w, 1 + 2 * (size_t)a->nvalues);
    mp_uint(w, a->said);
    for (uint32_t k = 0; k < a->nvalues; k++) write_value(w, &a->values[k]);
  }
}

uint8_t *transcript_bytes(const transcript *t, size_t *len) {
  if (!t->fresh.buffer.size || t->kept + t->fresh.buffer.size > MAX_BYTES) return NULL;
  *len = t->kept + t->fresh.buffer.size;
  uint8_t *bytes = malloc(*len);
  if (!bytes) abort();
  if (t->kept) memcpy(bytes, t->old, t->kept);
  memcpy(bytes + t->kept, t->fresh.buffer.data, t->fresh.buffer.size);
  return bytes;
}

/* ---- the whole ---- */

transcript *transcript_new(term_ctx *tc, uint32_t limit, const uint8_t *bytes, size_t len) {
  transcript *t = calloc(1, sizeof *t);
  if (!t) abort();
  t->tc = tc;
  memcpy(t->chain.bytes, &limit, sizeof limit);
  t->following = bytes && len;
  if (t->following) {
    t->old = malloc(len);
    if (!t->old) abort();
    memcpy(t->old, bytes, len);
    t->nold = len;
  }
  mp_init(&t->fresh);
  return t;
}

void transcript_free(transcript *t) {
  if (!t) return;
  mp_free(&t->fresh);
  free(t->old), free(t->of), free(t->stack), free(t);
}

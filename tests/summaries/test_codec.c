/* The codec: what goes in comes out, equal things have equal bytes, and no bytes whatever make it crash. */
#include "summaries/summary.h"
#include "tests/synth.h"
#include "unity.h"

#include <string.h>

void setUp(void) {}
void tearDown(void) {}

static sum_summary *again(const sum_summary *s, uint8_t **bytes, size_t *len) {
  const char *err = "";
  *bytes = sum_encode(s, len);
  sum_summary *d = sum_decode(*bytes, *len, &err);
  TEST_ASSERT_NOT_NULL_MESSAGE(d, err);
  return d;
}

static void test_random_summaries_come_back_byte_for_byte(void) {
  for (uint64_t seed = 1; seed <= 2000; seed++) {
    sum_summary *s = synth_summary("c:@F@f", "f", seed, 1 + (uint32_t)(seed % 9));
    uint8_t *bytes, *bytes2;
    size_t len, len2;
    sum_summary *d = again(s, &bytes, &len);
    sum_summary *d2 = again(d, &bytes2, &len2);
    TEST_ASSERT_EQUAL_UINT64(len, len2);
    TEST_ASSERT_EQUAL_MEMORY(bytes, bytes2, len);
    TEST_ASSERT_EQUAL_UINT32(s->ncases, d->ncases);
    sum_free(s), sum_free(d), sum_free(d2), free(bytes), free(bytes2);
  }
}

/* Adding addresses of two objects means nothing, but code may do it, and it once never ended. */
static void test_sums_of_addresses_end(void) {
  sum_summary *s = sum_new("c:@F@f", "f");
  shape_obj one = {.kind = SHAPE_GLOBAL, .symbol = "c:@a"}, two = {.kind = SHAPE_GLOBAL, .symbol = "c:@b"};
  shape_atom n = {.kind = SHAPE_PARAM, .width = 64, .name = "n"};
  term a = term_addr(s->tc, shape_obj_intern(s->space, &one), 0);
  term b = term_addr(s->tc, shape_obj_intern(s->space, &two), 8);
  term x = term_atom(s->tc, 64, shape_atom_intern(s->space, &n));
  term sum = term_bin(s->tc, T_ADD, a, term_bin(s->tc, T_ADD, b, x));
  TEST_ASSERT_EQUAL_UINT8(64, term_get(s->tc, sum)->width);
  sum = term_bin(s->tc, T_ADD, term_bin(s->tc, T_ADD, a, x), term_bin(s->tc, T_ADD, b, x));
  TEST_ASSERT_EQUAL_UINT8(64, term_get(s->tc, sum)->width);
  sum_free(s);
}

static char *print(sum_summary *s, term t) {
  term_names names = sum_names(s);
  return term_to_string(s->tc, t, &names, 0);
}

/* max3-like, by hand: every field of the decoded summary is looked at. */
static void test_fields_survive(void) {
  sum_summary *s = sum_new("c:@F@pick", "pick");
  shape_atom a = {
      .kind = SHAPE_PARAM, .index = 0, .width = 32, .is_signed = true, .name = "n", .type = "int"};
  shape_atom p = {
      .kind = SHAPE_PARAM, .index = 1, .width = 64, .is_pointer = true, .name = "list", .type = "node *"};
  uint32_t n = shape_atom_intern(s->space, &a), list = shape_atom_intern(s->space, &p);
  shape_obj o = {.kind = SHAPE_INPUT, .via = list, .name = "*list", .type = "node", .elem = 16};
  uint32_t node = shape_obj_intern(s->space, &o);
  shape_atom k = {
      .kind = SHAPE_CELL, .obj = node, .offset = 8, .width = 32, .is_signed = true, .name = "list->key"};
  uint32_t key = shape_atom_intern(s->space, &k);
  shape_obj port = {.kind = SHAPE_GLOBAL, .symbol = "c:@port", .name = "port", .type = "int", .size = 8};
  uint32_t device = shape_obj_intern(s->space, &port);
  shape_atom v = {
      .kind = SHAPE_VOLATILE, .obj = device, .offset = 4, .index = 2, .width = 32, .name = "port[1]#2"};
  uint32_t read = shape_atom_intern(s->space, &v);
  term tn = term_atom(s->tc, 32, n), tk = term_atom(s->tc, 32, key);
  sum_case c = {.outcome = SUM_RETURNED, .detail = ""};
  sum_decision decisions[] = {{4, 1}, {9, 0}};
  term constraint[] = {term_bin(s->tc, T_SLT, tk, tn),
                       term_eq(s->tc, term_atom(s->tc, 64, list), term_addr(s->tc, node, 0))};
  term ret[] = {term_bin(s->tc, T_ADD, tn, term_const(s->tc, 32, 7))};
  sum_need needs[] = {{node, 0, 16}};
  sum_write writes[] = {{node, 8, 4, ret[0]}};
  sum_answers answers[] = {{"", 0, device, 2}};
  sum_value witness[] = {{n, 5, 0}, {list, term_addr_value(node, 0), 0}, {key, 0xFFFFFFFF, 0}, {read, 1, 0}};
  c.decisions = decisions, c.ndecisions = 2, c.constraint = constraint, c.nconstraint = 2, c.ret = ret,
  c.nret = 1;
  c.needs = needs, c.nneeds = 1, c.writes = writes, c.nwrites = 1, c.witness = witness, c.nwitness = 4;
  c.answers = answers, c.nanswers = 1;
  sum_variant variant = {.complete = true};
  s->cases = &c, s->ncases = 1, s->variants = &variant, s->nvariants = 1, s->nbranches = 4, s->ncovered = 2;
  uint8_t *bytes;
  size_t len;
  sum_summary *d = again(s, &bytes, &len);
  TEST_ASSERT_EQUAL_STRING("c:@F@pick", d->usr);
  TEST_ASSERT_EQUAL_STRING("pick", d->name);
  TEST_ASSERT_EQUAL_UINT32(4, d->nbranches);
  TEST_ASSERT_EQUAL_UINT32(2, d->ncovered);
  TEST_ASSERT_TRUE(d->variants[0].complete);
  const sum_case *e = &d->cases[0];
  TEST_ASSERT_EQUAL_UINT32(2, e->ndecisions);
  TEST_ASSERT_EQUAL_UINT32(9, e->decisions[1].insn);
  TEST_ASSERT_EQUAL_UINT32(1, e->decisions[0].edge);
  TEST_ASSERT_EQUAL_INT64(16, e->needs[0].hi);
  TEST_ASSERT_EQUAL_UINT32(node, e->writes[0].obj);
  TEST_ASSERT_EQUAL_INT64(8, e->writes[0].offset);
  TEST_ASSERT_EQUAL_UINT32(4, e->nwitness);
  TEST_ASSERT_EQUAL_UINT32(device, e->answers[0].obj);
  TEST_ASSERT_EQUAL_UINT32(2, e->answers[0].count);
  const shape_atom *looked = shape_atom_get(d->space, read);
  TEST_ASSERT_EQUAL_UINT8(SHAPE_VOLATILE, looked->kind);
  TEST_ASSERT_EQUAL_UINT32(device, looked->obj);
  TEST_ASSERT_EQUAL_INT64(4, looked->offset);
  TEST_ASSERT_EQUAL_UINT32(2, looked->index);
  TEST_ASSERT_EQUAL_HEX64(term_addr_value(node, 0), e->witness[1].lo);
  TEST_ASSERT_EQUAL_STRING("list->key", shape_atom_get(d->space, key)->name);
  TEST_ASSERT_TRUE(shape_atom_get(d->space, key)->is_signed);
  TEST_ASSERT_TRUE(shape_atom_get(d->space, list)->is_pointer);
  TEST_ASSERT_EQUAL_STRING("node", shape_obj_get(d->space, node)->type);
  TEST_ASSERT_EQUAL_UINT32(16, shape_obj_get(d->space, node)->elem);
  for (uint32_t i = 0; i < 2; i++) {
    char *before = print(s, c.constraint[i]), *after = print(d, e->constraint[i]);
    TEST_ASSERT_EQUAL_STRING(before, after);
    free(before), free(after);
  }
  sum_free(s), sum_free(d), free(bytes);
}

/* A small summary whose terms are made in one of several orders, and whose labels vary. */
static uint8_t *ordered(int order, const char *label, size_t *len, uint8_t hash[32]) {
  sum_summary *s = sum_new("c:@F@g", label);
  shape_atom a = {.kind = SHAPE_PARAM, .index = 0, .width = 32, .name = label};
  shape_atom b = {.kind = SHAPE_PARAM, .index = 1, .width = 32, .name = "b"};
  uint32_t ia = shape_atom_intern(s->space, &a), ib = shape_atom_intern(s->space, &b);
  term x, y;
  if (order & 1) {
    y = term_atom(s->tc, 32, ib);
    x = term_atom(s->tc, 32, ia);
  } else {
    x = term_atom(s->tc, 32, ia);
    y = term_atom(s->tc, 32, ib);
  }
  term junk = order & 2 ? term_bin(s->tc, T_MUL, y, y) : 0;
  term sum = order & 1 ? term_bin(s->tc, T_ADD, y, x) : term_bin(s->tc, T_ADD, x, y);
  term product = term_bin(s->tc, T_MUL, sum, term_bin(s->tc, T_XOR, y, x));
  if (order & 4) { /* an atom nothing refers to */
    shape_atom u = {.kind = SHAPE_PARAM, .index = 9, .width = 8, .name = "unused"};
    shape_atom_intern(s->space, &u);
  }
  (void)junk;
  sum_case c = {.ret = &product, .nret = 1, .detail = label};
  sum_variant v = {0};
  s->cases = &c, s->ncases = 1, s->variants = &v, s->nvariants = 1;
  uint8_t *bytes = sum_encode(s, len);
  sum_content_hash(bytes, *len, hash);
  sum_free(s);
  return bytes;
}

static void test_bytes_do_not_depend_on_the_order_of_making(void) {
  size_t len, len2;
  uint8_t hash[32], hash2[32];
  uint8_t *bytes = ordered(0, "a", &len, hash);
  for (int order = 1; order < 8; order++) {
    uint8_t *other = ordered(order, "a", &len2, hash2);
    TEST_ASSERT_EQUAL_UINT64(len, len2);
    TEST_ASSERT_EQUAL_MEMORY(bytes, other, len);
    TEST_ASSERT_EQUAL_MEMORY(hash, hash2, 32);
    free(other);
  }
  free(bytes);
}

static void test_labels_do_not_count_for_the_content(void) {
  size_t len, len2;
  uint8_t hash[32], hash2[32];
  uint8_t *bytes = ordered(0, "a", &len, hash), *renamed = ordered(0, "longer_name", &len2, hash2);
  TEST_ASSERT_TRUE(len != len2);
  TEST_ASSERT_EQUAL_MEMORY(hash, hash2, 32);
  free(bytes), free(renamed);
}

static void test_content_hash_sees_every_change(void) {
  uint8_t seen[200][32];
  for (uint64_t seed = 0; seed < 200; seed++) {
    sum_summary *s = synth_summary("c:@F@f", "f", seed, 3);
    size_t len;
    uint8_t *bytes = sum_encode(s, &len);
    sum_content_hash(bytes, len, seen[seed]);
    for (uint64_t i = 0; i < seed; i++) TEST_ASSERT_TRUE(memcmp(seen[i], seen[seed], 32));
    sum_free(s), free(bytes);
  }
}

/* A list's head is NULL or a node; with other objects and atoms made on the way, in which nothing ends. */
static uint8_t *list_head(uint32_t others, size_t *len) {
  sum_summary *s = sum_new("c:@F@head", "head");
  for (uint32_t i = 0; i < others; i++) {
    shape_obj local = {.kind = SHAPE_LOCAL, .symbol = "c:@F@head", .site = 9 + i};
    shape_atom unused = {.kind = SHAPE_PARAM, .index = 1 + i, .width = 32, .name = "unused"};
    shape_obj_intern(s->space, &local), shape_atom_intern(s->space, &unused);
  }
  shape_atom p = {.kind = SHAPE_PARAM, .width = 64, .is_pointer = true, .name = "list"};
  uint32_t list = shape_atom_intern(s->space, &p);
  shape_obj o = {.kind = SHAPE_INPUT, .via = list, .name = "*list", .elem = 16};
  uint32_t node = shape_obj_intern(s->space, &o);
  sum_value witness[] = {{list, term_addr_value(node, 8), 0}};
  term constraint[] = {term_eq(s->tc, term_atom(s->tc, 64, list), term_addr(s->tc, node, 8))};
  sum_case c = {.outcome = SUM_RETURNED, .detail = "", .witness = witness, .nwitness = 1};
  c.constraint = constraint, c.nconstraint = 1;
  sum_variant variant = {.complete = true};
  s->cases = &c, s->ncases = 1, s->variants = &variant, s->nvariants = 1;
  uint8_t *bytes = sum_encode(s, len);
  s->ncases = s->nvariants = 0;
  sum_free(s);
  return bytes;
}

static void test_what_nothing_ends_in_leaves_no_mark(void) {
  size_t n, m;
  uint8_t *bytes = list_head(0, &n), *more = list_head(3, &m);
  TEST_ASSERT_EQUAL_UINT64(n, m);
  TEST_ASSERT_EQUAL_MEMORY(bytes, more, n);
  sum_summary *d = sum_decode(more, m, NULL);
  TEST_ASSERT_EQUAL_HEX64(term_addr_value(1, 8), d->cases[0].witness[0].lo);
  sum_free(d), free(bytes), free(more);
}

/* Callers see the relation between entry and exit, not how the unit came to it. */
static void test_the_relation_is_without_decisions_and_witnesses(void) {
  sum_summary *s = synth_summary("c:@F@f", "f", 11, 4);
  uint8_t before[32], after[32];
  sum_relation_hash(s, before);
  uint32_t decisions = s->cases[0].ndecisions;
  s->cases[0].ndecisions = s->cases[1].nwitness = 0, s->nbranches += 7, s->ncovered++;
  sum_relation_hash(s, after);
  TEST_ASSERT_TRUE(decisions);
  TEST_ASSERT_EQUAL_MEMORY(before, after, 32);
  s->cases[0].outcome = SUM_EXITED;
  sum_relation_hash(s, after);
  TEST_ASSERT_TRUE(memcmp(before, after, 32));
  sum_free(s);
}

static bool add_ten(void *self, const char *usr, bool object, uint32_t *insn) {
  (void)usr, (void)object;
  *insn += 10;
  return ++*(unsigned *)self > 0;
}
static bool take_ten(void *self, const char *usr, bool object, uint32_t *insn) {
  (void)self, (void)usr, (void)object;
  *insn -= 10;
  return true;
}

static void test_renumbering_there_and_back(void) {
  for (uint64_t seed = 1; seed <= 20; seed++) {
    sum_summary *s = synth_summary("c:@F@f", "f", seed, 4);
    unsigned places = 0;
    size_t len[3];
    uint8_t *bytes[3] = {sum_encode(s, &len[0])};
    TEST_ASSERT_TRUE(sum_renumber(s, add_ten, &places));
    bytes[1] = sum_encode(s, &len[1]);
    TEST_ASSERT_TRUE(sum_renumber(s, take_ten, NULL));
    bytes[2] = sum_encode(s, &len[2]);
    TEST_ASSERT_TRUE(places);
    TEST_ASSERT_FALSE(len[0] == len[1] && !memcmp(bytes[0], bytes[1], len[0]));
    TEST_ASSERT_EQUAL_UINT64(len[0], len[2]);
    TEST_ASSERT_EQUAL_MEMORY(bytes[0], bytes[2], len[0]);
    for (int i = 0; i < 3; i++) free(bytes[i]);
    sum_free(s);
  }
}

/* Every truncation and every flipped bit either is refused or decodes to something that encodes. */
static void test_damaged_bytes_never_crash(void) {
  unsigned refused = 0, taken = 0;
  for (uint64_t seed = 1; seed <= 6; seed++) {
    sum_summary *s = synth_summary("c:@F@f", "f", seed, 2);
    size_t len, len2;
    uint8_t *bytes = sum_encode(s, &len);
    for (size_t cut = 0; cut < len; cut++) TEST_ASSERT_NULL(sum_decode(bytes, cut, NULL));
    for (size_t bit = 0; bit < 8 * len; bit++) {
      bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
      sum_summary *d = sum_decode(bytes, len, NULL);
      if (d) free(sum_encode(d, &len2));
      d ? taken++ : refused++;
      sum_free(d);
      bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    sum_free(s), free(bytes);
  }
  TEST_ASSERT_TRUE(refused > 0 && taken > 0);
}

static void test_other_versions_are_refused_by_name(void) {
  sum_summary *s = synth_summary("c:@F@f", "f", 1, 1);
  size_t len;
  uint8_t *bytes = sum_encode(s, &len);
  const char *err = "";
  bytes[1]++; /* fixarray, then the version */
  TEST_ASSERT_NULL(sum_decode(bytes, len, &err));
  TEST_ASSERT_EQUAL_STRING("a summary of another format version", err);
  sum_free(s), free(bytes);
}

/* A chain of 300,000 terms: neither half may recurse. */
static void test_deep_terms(void) {
  sum_summary *s = sum_new("c:@F@deep", "deep");
  shape_atom a = {.kind = SHAPE_PARAM, .width = 32, .name = "x"};
  term x = term_atom(s->tc, 32, shape_atom_intern(s->space, &a)), t = x;
  for (uint32_t i = 0; i < 300000; i++)
    t = i % 2 ? term_bin(s->tc, T_MUL, t, x) : term_bin(s->tc, T_XOR, t, term_const(s->tc, 32, 2 * i + 3));
  sum_case c = {.ret = &t, .nret = 1, .detail = ""};
  sum_variant v = {0};
  s->cases = &c, s->ncases = 1, s->variants = &v, s->nvariants = 1;
  uint8_t *bytes, *bytes2;
  size_t len, len2;
  sum_summary *d = again(s, &bytes, &len), *d2 = again(d, &bytes2, &len2);
  TEST_ASSERT_EQUAL_UINT64(len, len2);
  TEST_ASSERT_EQUAL_MEMORY(bytes, bytes2, len);
  sum_free(s), sum_free(d), sum_free(d2), free(bytes), free(bytes2);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_random_summaries_come_back_byte_for_byte);
  RUN_TEST(test_sums_of_addresses_end);
  RUN_TEST(test_fields_survive);
  RUN_TEST(test_bytes_do_not_depend_on_the_order_of_making);
  RUN_TEST(test_labels_do_not_count_for_the_content);
  RUN_TEST(test_content_hash_sees_every_change);
  RUN_TEST(test_what_nothing_ends_in_leaves_no_mark);
  RUN_TEST(test_the_relation_is_without_decisions_and_witnesses);
  RUN_TEST(test_renumbering_there_and_back);
  RUN_TEST(test_damaged_bytes_never_crash);
  RUN_TEST(test_other_versions_are_refused_by_name);
  RUN_TEST(test_deep_terms);
  return UNITY_END();
}

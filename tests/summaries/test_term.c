#include "tests/summaries/random_term.h"

#include <math.h>
#include <stdlib.h>
#include <unity.h>

static term_ctx *tc;
void setUp(void) { tc = term_ctx_new(); }
void tearDown(void) { term_ctx_free(tc); }

/* ---- the constructors mean what the operators mean ---- */

static const unsigned widths[] = {1, 7, 8, 31, 32, 33, 64, 100, 128};
enum { NWIDTHS = sizeof widths / sizeof *widths, ATOMS_PER_WIDTH = 2, NATOMS = NWIDTHS * ATOMS_PER_WIDTH };

static void check_facts(term t, u128 v) {
  u128 lo, hi;
  term_range(tc, t, &lo, &hi);
  TEST_ASSERT_TRUE_MESSAGE(lo <= v && v <= hi, "value outside the range");
  i128 slo, shi, sv = signed_of(v, term_get(tc, t)->width);
  term_signed_range(tc, t, &slo, &shi);
  TEST_ASSERT_TRUE_MESSAGE(slo <= sv && sv <= shi, "value outside the signed range");
  TEST_ASSERT_TRUE_MESSAGE((term_known_zero(tc, t) & v) == 0, "known zero is one");
  TEST_ASSERT_TRUE_MESSAGE((term_known_one(tc, t) & ~v) == 0, "known one is zero");
}

static void test_simplified_equals_plain(void) {
  rnd r = {88172645463325252u};
  unsigned cases = 0;
  for (int round = 0; cases < 200000; round++) {
    rnd_expr e = {.n = 0};
    int root = rnd_build(&r, tc, &e, widths[rnd_below(&r, NWIDTHS)], 1 + (int)rnd_below(&r, 5), widths,
                         NWIDTHS, ATOMS_PER_WIDTH);
    for (int i = 0; i < e.n; i++) TEST_ASSERT_EQUAL_UINT(e.at[i].width, term_get(tc, e.at[i].t)->width);
    for (int models = 0; models < 4; models++, cases++) {
      u128 atoms[NATOMS], memo[RND_MAX];
      char have[RND_MAX] = {0};
      term_model *m = term_model_new();
      for (unsigned i = 0; i < NATOMS; i++) {
        atoms[i] = rnd_value(&r, widths[i / ATOMS_PER_WIDTH]);
        term_model_set(m, i, atoms[i]);
      }
      ref_eval(&e, root, atoms, memo, have);
      for (int i = 0; i < e.n; i++) { /* every part of it */
        u128 want = ref_eval(&e, i, atoms, memo, have), got = term_eval(tc, e.at[i].t, m);
        if (want != got) {
          char *s = term_to_string(tc, e.at[i].t, NULL, 400);
          printf("round %d node %d op %d width %u: %s\n", round, i, e.at[i].op, e.at[i].width, s);
          free(s);
        }
        TEST_ASSERT_TRUE(want == got);
        check_facts(e.at[i].t, got);
      }
      term_model_free(m);
    }
    if (round % 500 == 499) { /* a fresh context keeps the collisions of hash-consing varied */
      term_ctx_free(tc);
      tc = term_ctx_new();
    }
  }
}

/* ---- rules that callers rely on ---- */

static term k32(int64_t v) { return term_const(tc, 32, (u128)(i128)v); }
static term x32(uint32_t id) { return term_atom(tc, 32, id); }
static term bin(term_op op, term a, term b) { return term_bin(tc, op, a, b); }
static term yes(void) { return term_bool(tc, true); }
static term no(void) { return term_bool(tc, false); }

static void test_equal_expressions_are_equal_terms(void) {
  term x = x32(0), y = x32(1);
  TEST_ASSERT_EQUAL_UINT(bin(T_ADD, x, y), bin(T_ADD, y, x));
  TEST_ASSERT_EQUAL_UINT(bin(T_ADD, bin(T_ADD, x, k32(3)), k32(-3)), x);
  TEST_ASSERT_EQUAL_UINT(bin(T_SUB, bin(T_ADD, x, y), y), x);
  TEST_ASSERT_EQUAL_UINT(bin(T_XOR, bin(T_XOR, x, y), y), x);
  TEST_ASSERT_EQUAL_UINT(term_not(tc, bin(T_SLT, x, y)), bin(T_SLE, y, x));
  TEST_ASSERT_EQUAL_UINT(yes(), term_eq(tc, x, x));
  uint32_t before = term_count(tc);
  for (int i = 0; i < 100; i++) bin(T_MUL, x, y);
  TEST_ASSERT_TRUE(term_count(tc) <= before + 1);
}

static void test_selections_dissolve_when_compared(void) {
  term c = term_atom(tc, 1, 0), d = term_atom(tc, 1, 1);
  term one = term_ite(tc, c, k32(5), k32(7));
  TEST_ASSERT_EQUAL_UINT(c, term_eq(tc, one, k32(5)));
  TEST_ASSERT_EQUAL_UINT(term_not(tc, c), term_eq(tc, one, k32(7)));
  TEST_ASSERT_EQUAL_UINT(no(), term_eq(tc, one, k32(6)));
  TEST_ASSERT_EQUAL_UINT(yes(), bin(T_SLT, one, k32(8)));
  TEST_ASSERT_EQUAL_UINT(c, bin(T_SLT, one, k32(6)));
  term chain = term_ite(tc, c, k32(1), term_ite(tc, d, k32(2), x32(2)));
  TEST_ASSERT_EQUAL_UINT(term_or(tc, c, term_and(tc, term_not(tc, d), term_eq(tc, x32(2), k32(1)))),
                         term_or(tc, c, term_eq(tc, term_ite(tc, d, k32(2), x32(2)), k32(1))));
  TEST_ASSERT_EQUAL_UINT(term_eq(tc, chain, k32(1)),
                         term_or(tc, c, term_and(tc, term_not(tc, d), term_eq(tc, x32(2), k32(1)))));
  /* a flag as an int, tested as C does */
  term flag = term_zext(tc, 32, bin(T_SLT, x32(2), k32(0)));
  TEST_ASSERT_EQUAL_UINT(bin(T_SLT, x32(2), k32(0)), term_not(tc, term_eq(tc, flag, k32(0))));
  /* a pointer that is NULL or an object */
  term p = term_ite(tc, c, term_const(tc, 64, 0), term_addr(tc, 3, 0));
  TEST_ASSERT_EQUAL_UINT(c, term_eq(tc, p, term_const(tc, 64, 0)));
}

static void test_comparisons_shed_extensions(void) {
  term c = term_atom(tc, 8, 0);
  TEST_ASSERT_EQUAL_UINT(bin(T_SLT, c, term_const(tc, 8, 10)), bin(T_SLT, term_sext(tc, 32, c), k32(10)));
  TEST_ASSERT_EQUAL_UINT(yes(), bin(T_SLT, term_sext(tc, 32, c), k32(200)));
  TEST_ASSERT_EQUAL_UINT(no(), term_eq(tc, term_zext(tc, 32, c), k32(-1)));
  TEST_ASSERT_EQUAL_UINT(c, term_extract(tc, 0, 8, term_sext(tc, 64, c)));
  TEST_ASSERT_EQUAL_UINT(term_zext(tc, 32, c), bin(T_AND, term_sext(tc, 32, c), k32(255)));
}

static void test_overflow_is_a_range(void) {
  term a = x32(0), b = x32(1);
  static const term_op ops[] = {T_ADD, T_SUB, T_MUL};
  static const int64_t some[] = {0,      1, -1, 2, 46341, -46341, 65536, INT32_MAX, INT32_MIN, INT32_MAX - 1,
                                 1 << 30};
  enum { SOME = sizeof some / sizeof *some };
  term_model *m = term_model_new();
  for (int o = 0; o < 3; o++) {
    term full = bin(ops[o], term_sext(tc, 64, a), term_sext(tc, 64, b));
    term fits = term_eq(tc, full, term_sext(tc, 64, term_extract(tc, 0, 32, full)));
    TEST_ASSERT_TRUE(term_get(tc, fits)->op == T_AND);
    for (int i = 0; i < SOME; i++)
      for (int j = 0; j < SOME; j++) {
        int32_t r;
        bool over = o == 0   ? __builtin_add_overflow((int32_t)some[i], (int32_t)some[j], &r)
                    : o == 1 ? __builtin_sub_overflow((int32_t)some[i], (int32_t)some[j], &r)
                             : __builtin_mul_overflow((int32_t)some[i], (int32_t)some[j], &r);
        term_model_set(m, 0, (uint32_t)some[i]);
        term_model_set(m, 1, (uint32_t)some[j]);
        TEST_ASSERT_EQUAL_INT(!over, (int)term_eval(tc, fits, m));
      }
  }
  term_model_free(m);
  term c = term_atom(tc, 8, 2); /* a promoted char cannot overflow an int */
  term sum = bin(T_ADD, term_sext(tc, 33, c), term_sext(tc, 33, c));
  TEST_ASSERT_EQUAL_UINT(yes(), term_eq(tc, sum, term_sext(tc, 33, term_extract(tc, 0, 32, sum))));
}

static void test_bytes_join_again(void) {
  term x = x32(0), part[4];
  for (unsigned i = 0; i < 4; i++) part[i] = term_extract(tc, 8 * i, 8, x);
  TEST_ASSERT_EQUAL_UINT(
      x, term_concat(tc, part[3], term_concat(tc, part[2], term_concat(tc, part[1], part[0]))));
  TEST_ASSERT_EQUAL_UINT(
      x, term_concat(tc, term_concat(tc, term_concat(tc, part[3], part[2]), part[1]), part[0]));
  term hi = term_atom(tc, 8, 1), lo = term_atom(tc, 8, 2); /* hi << 8 | lo */
  term word = bin(T_OR, bin(T_SHL, term_zext(tc, 32, hi), k32(8)), term_zext(tc, 32, lo));
  TEST_ASSERT_EQUAL_UINT(term_zext(tc, 32, term_concat(tc, hi, lo)), word);
}

static void test_addresses(void) {
  term a = term_addr(tc, 1, 0), b = term_addr(tc, 2, 0), x = term_atom(tc, 64, 0);
  TEST_ASSERT_EQUAL_UINT(no(), term_eq(tc, a, b));
  TEST_ASSERT_EQUAL_UINT(no(), term_eq(tc, a, term_const(tc, 64, 0)));
  TEST_ASSERT_EQUAL_UINT(term_addr(tc, 1, 12),
                         bin(T_ADD, bin(T_ADD, a, term_const(tc, 64, 8)), term_const(tc, 64, 4)));
  TEST_ASSERT_EQUAL_UINT(term_const(tc, 64, 8), bin(T_SUB, term_addr(tc, 1, 12), term_addr(tc, 1, 4)));
  TEST_ASSERT_EQUAL_INT(T_SUB, term_get(tc, bin(T_SUB, a, b))->op); /* must survive renaming */
  TEST_ASSERT_EQUAL_UINT(term_eq(tc, x, term_const(tc, 64, 4)),
                         term_eq(tc, bin(T_ADD, a, x), term_addr(tc, 1, 4)));
  TEST_ASSERT_EQUAL_UINT(x, bin(T_SUB, bin(T_ADD, a, x), a));
  uint32_t obj;
  int64_t off;
  TEST_ASSERT_TRUE(term_addr_split(term_addr_value(77, -5), &obj, &off));
  TEST_ASSERT_TRUE(obj == 77 && off == -5);
  TEST_ASSERT_FALSE(term_addr_split(0, &obj, &off));
  term_model *m = term_model_new();
  TEST_ASSERT_EQUAL_HEX64(term_addr_value(1, 12), (uint64_t)term_eval(tc, term_addr(tc, 1, 12), m));
  term_model_free(m);
}

static void test_reads(void) {
  term cells[4] = {k32(6), k32(7), k32(6), k32(9)}, i = x32(0);
  TEST_ASSERT_EQUAL_UINT(k32(7), term_read(tc, cells, 4, term_const(tc, 64, 1)));
  TEST_ASSERT_EQUAL_UINT(no(), term_eq(tc, term_read(tc, cells, 4, i), k32(8)));
  TEST_ASSERT_EQUAL_UINT(yes(), bin(T_SLT, term_read(tc, cells, 4, i), k32(10)));
  term same[3] = {k32(1), k32(1), k32(1)};
  TEST_ASSERT_EQUAL_UINT(k32(1), term_read(tc, same, 3, i));
  TEST_ASSERT_EQUAL_UINT(term_read(tc, cells, 4, i), term_read(tc, cells, 4, term_sext(tc, 64, i)));
}

/* ---- atoms ---- */

static void test_atoms(void) {
  term cells[3] = {x32(9), x32(4), k32(0)};
  term t = bin(T_ADD, term_read(tc, cells, 3, x32(7)), bin(T_MUL, x32(4), x32(2)));
  uint32_t n;
  const uint32_t *ids = term_atoms(tc, t, &n);
  static const uint32_t want[] = {2, 4, 7, 9};
  TEST_ASSERT_EQUAL_UINT(4, n);
  TEST_ASSERT_EQUAL_UINT32_ARRAY(want, ids, 4);
  term_atoms(tc, k32(3), &n);
  TEST_ASSERT_EQUAL_UINT(0, n);
  term sum = x32(0);
  for (uint32_t i = 1; i < 500; i++)
    sum = bin(T_ADD, bin(T_MUL, sum, k32(3)), x32((i * 7) % 500)); /* more than are kept per node */
  ids = term_atoms(tc, sum, &n);
  TEST_ASSERT_EQUAL_UINT(500, n);
  for (uint32_t i = 0; i < n; i++) TEST_ASSERT_EQUAL_UINT(i, ids[i]);
  TEST_ASSERT_EQUAL_PTR(ids, term_atoms(tc, sum, &n));
}

/* ---- size ---- */

static void test_a_million_nodes(void) {
  term t = x32(0);
  for (uint32_t i = 0; i < 500000; i++) t = bin(T_MUL, bin(T_ADD, t, x32(i % 50)), x32((i + 1) % 50));
  TEST_ASSERT_TRUE(term_count(tc) > 1000000);
  term_model *m = term_model_new();
  uint32_t want = 0;
  for (uint32_t i = 0; i < 50; i++) term_model_set(m, i, i * 2 + 1);
  want = 1;
  for (uint32_t i = 0; i < 500000; i++) want = (want + (i % 50) * 2 + 1) * (((i + 1) % 50) * 2 + 1);
  TEST_ASSERT_EQUAL_HEX32(want, (uint32_t)term_eval(tc, t, m));
  uint32_t n;
  term_atoms(tc, t, &n);
  TEST_ASSERT_EQUAL_UINT(50, n);
  term_ctx *other = term_ctx_new();
  term_subst *s = term_subst_new(other, tc, &(term_subst_fns){0});
  TEST_ASSERT_EQUAL_HEX32(want, (uint32_t)term_eval(other, term_subst_apply(s, t), m));
  term_subst_free(s);
  char *text = term_to_string(tc, t, NULL, 100);
  TEST_ASSERT_TRUE(strlen(text) <= 104);
  free(text);
  term_ctx_free(other);
  term_model_free(m);
  /* a chain of selections compared with a constant */
  term chain = k32(0);
  for (uint32_t i = 0; i < 20000; i++)
    chain = term_ite(tc, bin(T_SLT, x32(i % 40), k32(i)), k32(i + 1), chain);
  term c = term_eq(tc, chain, k32(77));
  TEST_ASSERT_EQUAL_UINT(1, term_get(tc, c)->width);
}

/* ---- models ---- */

static void test_models_are_independent(void) {
  term t = bin(T_ADD, x32(0), x32(40));
  term_model *a = term_model_new();
  term_model_set(a, 0, 1);
  term_model_set(a, 40, 10);
  TEST_ASSERT_EQUAL_UINT(11, (unsigned)term_eval(tc, t, a));
  term_model *b = term_model_copy(a);
  TEST_ASSERT_EQUAL_UINT(11, (unsigned)term_eval(tc, t, b));
  term_model_set(b, 40, 20);
  TEST_ASSERT_EQUAL_UINT(21, (unsigned)term_eval(tc, t, b));
  TEST_ASSERT_EQUAL_UINT(11, (unsigned)term_eval(tc, t, a));
  TEST_ASSERT_TRUE(term_model_has(b, 40));
  TEST_ASSERT_FALSE(term_model_has(b, 41));
  TEST_ASSERT_FALSE(term_model_has(b, 4000));
  term_model_set(a, 40, 5); /* evaluated before: the memo must notice */
  TEST_ASSERT_EQUAL_UINT(6, (unsigned)term_eval(tc, t, a));
  term f = term_call(tc, 32, "f", 0, NULL, 0);
  TEST_ASSERT_EQUAL_UINT(0, (unsigned)term_eval(tc, f, a));
  term_model_set_call(a, term_get(tc, f)->aux, 9);
  TEST_ASSERT_EQUAL_UINT(14, (unsigned)term_eval(tc, bin(T_ADD, bin(T_ADD, f, x32(40)), k32(0)), a));
  term_model *many[12]; /* more models at a time than the context memoises */
  for (unsigned i = 0; i < 12; i++) {
    many[i] = term_model_copy(a);
    term_model_set(many[i], 0, i);
  }
  for (int round = 0; round < 2; round++)
    for (unsigned i = 0; i < 12; i++) TEST_ASSERT_EQUAL_UINT(i + 5, (unsigned)term_eval(tc, t, many[i]));
  for (unsigned i = 0; i < 12; i++) term_model_free(many[i]);
  term_model_free(a);
  term_model_free(b);
}

/* ---- substitution ---- */

static term to_context(void *self, uint32_t atom, unsigned width) {
  term_ctx *dst = self;
  if (atom == 0) return term_const(dst, width, 5);
  if (atom == 1) return term_atom(dst, width, 100);
  return 0;
}
static term rename_object(void *self, uint32_t obj, int64_t offset) {
  return term_addr(self, obj + 10, offset);
}

static void test_substitution(void) {
  term_ctx *dst = term_ctx_new();
  term arg = x32(1), cells[3] = {x32(1), k32(8), x32(2)};
  term t = bin(T_ADD, term_read(tc, cells, 3, bin(T_SUB, x32(0), k32(4))),
               term_call(tc, 32, "f", 1, &arg, 1));
  term_subst *s = term_subst_new(dst, tc,
                                 &(term_subst_fns){.self = dst, .atom = to_context, .addr = rename_object});
  term arg2 = term_atom(dst, 32, 100);
  term want = term_bin(dst, T_ADD, term_const(dst, 32, 8),
                       term_call(dst, 32, "f", 1, &arg2, 1)); /* the index became 1 */
  TEST_ASSERT_EQUAL_UINT(want, term_subst_apply(s, t));
  TEST_ASSERT_EQUAL_UINT(term_addr(dst, 13, 4), term_subst_apply(s, term_addr(tc, 3, 4)));
  TEST_ASSERT_EQUAL_UINT(term_atom(dst, 32, 2), term_subst_apply(s, x32(2)));
  term_subst_free(s);
  term_ctx_free(dst);
}

/* ---- floats ---- */

static term f32(float f) {
  uint32_t bits;
  memcpy(&bits, &f, 4);
  return term_const(tc, 32, bits);
}
static term f64(double d) {
  uint64_t bits;
  memcpy(&bits, &d, 8);
  return term_const(tc, 64, bits);
}

static void test_float_folding(void) {
  TEST_ASSERT_EQUAL_UINT(f64(0.1 + 0.2), bin(T_FADD, f64(0.1), f64(0.2)));
  TEST_ASSERT_EQUAL_UINT(f32(0.1f + 0.2f), bin(T_FADD, f32(0.1f), f32(0.2f)));
  TEST_ASSERT_EQUAL_UINT(f64(fmod(7.5, 2)), bin(T_FREM, f64(7.5), f64(2)));
  TEST_ASSERT_EQUAL_UINT(f64((double)0.1f), term_funary(tc, T_FTOF, 64, 0, f32(0.1f)));
  TEST_ASSERT_EQUAL_UINT(k32(-3), term_funary(tc, T_FTOS, 32, 0, f64(-3.99)));
  TEST_ASSERT_EQUAL_UINT(term_const(tc, 64, UINT64_MAX - 2047),
                         term_funary(tc, T_FTOU, 64, 0, f64(18446744073709549568.0)));
  TEST_ASSERT_EQUAL_UINT(f64(-7), term_funary(tc, T_STOF, 64, 0, k32(-7)));
  TEST_ASSERT_EQUAL_UINT(f64(4294967289.0), term_funary(tc, T_UTOF, 64, 0, k32(-7)));
  TEST_ASSERT_EQUAL_UINT(f64(2), term_funary(tc, T_FRINT, 64, 0, f64(2.5)));
  TEST_ASSERT_EQUAL_UINT(f64(3), term_funary(tc, T_FRINT, 64, 1, f64(2.5)));
  TEST_ASSERT_EQUAL_UINT(f64(3), term_funary(tc, T_FRINT, 64, 2, f64(2.1)));
  TEST_ASSERT_EQUAL_UINT(f64(-3), term_funary(tc, T_FRINT, 64, 3, f64(-2.1)));
  TEST_ASSERT_EQUAL_UINT(f64(-2), term_funary(tc, T_FRINT, 64, 4, f64(-2.9)));
  TEST_ASSERT_EQUAL_UINT(f64(fma(0.1, 10, -1)), term_ffma(tc, f64(0.1), f64(10), f64(-1)));
  TEST_ASSERT_EQUAL_UINT(no(), bin(T_FEQ, f64(NAN), f64(NAN)));
  TEST_ASSERT_EQUAL_UINT(yes(), bin(T_FEQ, f64(0.0), f64(-0.0)));
  TEST_ASSERT_EQUAL_UINT(f64(1), bin(T_FMIN, f64(NAN), f64(1)));
  term x = term_atom(tc, 64, 0);
  TEST_ASSERT_FALSE(term_is_const(tc, bin(T_FEQ, x, x))); /* a NaN differs from itself */
}

static void test_converted_integers_compare_as_integers(void) {
  term i = x32(0), d = term_funary(tc, T_STOF, 64, 0, i);
  static const double some[] = {0,
                                -0.0,
                                1,
                                -1,
                                2.5,
                                -2.5,
                                3,
                                2147483647.0,
                                2147483648.0,
                                -2147483648.0,
                                -2147483649.5,
                                1e300,
                                -1e300,
                                NAN,
                                INFINITY,
                                -INFINITY};
  static const int32_t values[] = {0, 1, -1, 2, 3, -2, -3, INT32_MAX, INT32_MIN};
  term_model *m = term_model_new();
  for (unsigned k = 0; k < sizeof some / sizeof *some; k++)
    for (unsigned v = 0; v < sizeof values / sizeof *values; v++) {
      term_model_set(m, 0, (uint32_t)values[v]);
      double x = values[v], c = some[k];
      TEST_ASSERT_EQUAL_INT(x == c, (int)term_eval(tc, bin(T_FEQ, d, f64(c)), m));
      TEST_ASSERT_EQUAL_INT(x < c, (int)term_eval(tc, bin(T_FLT, d, f64(c)), m));
      TEST_ASSERT_EQUAL_INT(x <= c, (int)term_eval(tc, bin(T_FLE, d, f64(c)), m));
      TEST_ASSERT_EQUAL_INT(c < x, (int)term_eval(tc, bin(T_FLT, f64(c), d), m));
      TEST_ASSERT_EQUAL_INT(c <= x, (int)term_eval(tc, bin(T_FLE, f64(c), d), m));
    }
  term_model_free(m);
  TEST_ASSERT_EQUAL_UINT(term_eq(tc, i, k32(3)), bin(T_FEQ, d, f64(3)));
}

/* ---- printing ---- */

static void name_atom(void *self, uint32_t atom, char *buf, size_t cap) {
  (void)self;
  static const char *const names[] = {
      "root->left->key", "key", "n", "c", "p[0]", "p[1]", "p[2]", "flag", "d"};
  snprintf(buf, cap, "%s", names[atom]);
}
static bool atom_is_signed(void *self, uint32_t atom) {
  (void)self;
  return atom != 2;
}
static void prints(const char *want, term t) {
  term_names names = {.atom = name_atom, .is_signed = atom_is_signed};
  char *got = term_to_string(tc, t, &names, 0);
  TEST_ASSERT_EQUAL_STRING(want, got);
  free(got);
}

static void test_printing(void) {
  term l = x32(0), key = x32(1), n = x32(2), c = term_atom(tc, 8, 3), flag = term_atom(tc, 1, 7),
       d = term_atom(tc, 64, 8);
  prints("root->left->key < key", bin(T_SLT, l, key));
  prints("key >= -5", bin(T_SLE, k32(-5), key));
  prints("key == -1", term_eq(tc, key, k32(-1)));
  prints("key != 0", term_not(tc, term_eq(tc, key, k32(0))));
  prints("n == 4294967295", term_eq(tc, n, k32(-1)));
  prints("n < 10", bin(T_ULT, n, k32(10)));
  prints("(unsigned)key < 10", bin(T_ULT, key, k32(10)));
  prints("(int)n < 10", bin(T_SLT, n, k32(10)));
  prints("key - 3 < root->left->key + 2", bin(T_SLT, bin(T_ADD, key, k32(-3)), bin(T_ADD, l, k32(2))));
  prints("n * (root->left->key + key)", bin(T_MUL, bin(T_ADD, key, l), n));
  prints("c < 10", bin(T_SLT, term_sext(tc, 32, c), k32(10)));
  term positive = bin(T_SLT, k32(0), key), off = term_not(tc, flag), less = bin(T_SLT, key, l);
  prints("key > 0 && !flag", term_and(tc, positive, off));
  prints("key > 0 && (flag || key < root->left->key)", term_and(tc, positive, term_or(tc, flag, less)));
  prints("flag ? key : -1", term_ite(tc, flag, key, k32(-1)));
  prints("(unsigned char)key", term_extract(tc, 0, 8, key));
  prints("key >> 8 & 0xff", term_extract(tc, 8, 8, key));
  term cells[3] = {x32(4), x32(5), x32(6)}, mixed[3] = {x32(4), k32(1), x32(1)};
  prints("p[key + 1]", term_read(tc, cells, 3, bin(T_ADD, key, k32(1))));
  prints("{p[0], 1, key}[n]", term_read(tc, mixed, 3, n));
  prints("d < 2.5", bin(T_FLT, d, f64(2.5)));
  prints("d * 2.0 != 1.0", term_not(tc, bin(T_FEQ, bin(T_FMUL, d, f64(2)), f64(1))));
  term args[2] = {key, k32(3)};
  prints("f(key, 3) + 1", bin(T_ADD, term_call(tc, 32, "f", 0, args, 2), k32(1)));
  char *cut = term_to_string(tc, bin(T_MUL, bin(T_ADD, key, l), n), NULL, 6);
  TEST_ASSERT_EQUAL_STRING("a2 * (…", cut);
  free(cut);
  char *plain = term_to_string(tc, bin(T_ADD, term_addr(tc, 3, 8), term_atom(tc, 64, 11)), NULL, 0);
  TEST_ASSERT_EQUAL_STRING("&o3+8 + a11", plain);
  free(plain);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_simplified_equals_plain);
  RUN_TEST(test_equal_expressions_are_equal_terms);
  RUN_TEST(test_selections_dissolve_when_compared);
  RUN_TEST(test_comparisons_shed_extensions);
  RUN_TEST(test_overflow_is_a_range);
  RUN_TEST(test_bytes_join_again);
  RUN_TEST(test_addresses);
  RUN_TEST(test_reads);
  RUN_TEST(test_atoms);
  RUN_TEST(test_a_million_nodes);
  RUN_TEST(test_models_are_independent);
  RUN_TEST(test_substitution);
  RUN_TEST(test_float_folding);
  RUN_TEST(test_converted_integers_compare_as_integers);
  RUN_TEST(test_printing);
  return UNITY_END();
}

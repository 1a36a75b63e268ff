/* fe_eval: the statuses, and values at the edges. That values agree with compiled code is tested in test_native.c. */
#include "frontend/frontend.h"

#include <math.h>
#include <string.h>
#include <unity.h>

void setUp(void) {}
void tearDown(void) {}

static const fe_ty i1 = {FE_INT, 1}, i8 = {FE_INT, 8}, i32 = {FE_INT, 32}, i64 = {FE_INT, 64},
                   i128 = {FE_INT, 128}, f32 = {FE_F32, 32}, f64 = {FE_F64, 64}, f80 = {FE_F80, 80};

static fe_val out[2];

static fe_eval_status eval(fe_op op, fe_ty ty, fe_ty ty2, uint8_t sub, uint8_t flags, unsigned __int128 a,
                           unsigned __int128 b) {
  fe_insn in = {.op = (uint8_t)op, .ty = ty, .ty2 = ty2, .sub = sub, .flags = flags};
  memset(out, 0x5a, sizeof out);
  return fe_eval(&in, (fe_val){.u = a}, (fe_val){.u = b}, (fe_val){.u = 0}, out);
}

static fe_eval_status op2(fe_op op, fe_ty ty, uint8_t flags, unsigned __int128 a, unsigned __int128 b) {
  return eval(op, ty, ty, 0, flags, a, b);
}

static void test_signed_overflow(void) {
  TEST_ASSERT_EQUAL_INT(FE_OK, op2(FE_ADD, i32, FE_F_NSW, 0x7ffffffe, 1));
  TEST_ASSERT_EQUAL_INT(FE_SIGNED_OVERFLOW, op2(FE_ADD, i32, FE_F_NSW, 0x7fffffff, 1));
  TEST_ASSERT_EQUAL_HEX64(0x80000000, out[0].lo); /* wrapped, nothing above the width */
  TEST_ASSERT_EQUAL_HEX64(0, out[0].hi);
  TEST_ASSERT_EQUAL_INT(FE_OK, op2(FE_ADD, i32, 0, 0x7fffffff, 1));
  TEST_ASSERT_EQUAL_INT(FE_SIGNED_OVERFLOW, op2(FE_SUB, i64, FE_F_NSW, (uint64_t)1 << 63, 1));
  TEST_ASSERT_EQUAL_INT(FE_SIGNED_OVERFLOW, op2(FE_MUL, i32, FE_F_NSW, 0x10000, 0x8000));
  TEST_ASSERT_EQUAL_INT(FE_OK, op2(FE_MUL, i32, FE_F_NSW, 0xffff8000u, 0x10000)); /* exactly the minimum */
  TEST_ASSERT_EQUAL_INT(FE_SIGNED_OVERFLOW,
                        op2(FE_MUL, i128, FE_F_NSW, (unsigned __int128)1 << 64, (uint64_t)1 << 63));
  TEST_ASSERT_EQUAL_INT(FE_OK, op2(FE_SHL, i32, FE_F_NSW, 1, 30));
  TEST_ASSERT_EQUAL_INT(FE_SIGNED_OVERFLOW, op2(FE_SHL, i32, FE_F_NSW, 1, 31));
  TEST_ASSERT_EQUAL_INT(FE_SIGNED_OVERFLOW, op2(FE_ABS, i32, FE_F_POISON, 0x80000000, 0));
  TEST_ASSERT_EQUAL_HEX64(0x80000000, out[0].lo);
}

static void test_division(void) {
  static const fe_op ops[] = {FE_UDIV, FE_SDIV, FE_UREM, FE_SREM};
  for (int i = 0; i < 4; i++) {
    TEST_ASSERT_EQUAL_INT(FE_DIV_ZERO, op2(ops[i], i32, 0, 5, 0));
    TEST_ASSERT_EQUAL_HEX8(0x5a, (uint8_t)out[0].lo); /* untouched */
  }
  TEST_ASSERT_EQUAL_INT(FE_DIV_OVERFLOW, op2(FE_SDIV, i32, 0, 0x80000000, 0xffffffff));
  TEST_ASSERT_EQUAL_INT(FE_DIV_OVERFLOW, op2(FE_SREM, i64, 0, (uint64_t)1 << 63, ~(uint64_t)0));
  TEST_ASSERT_EQUAL_INT(FE_OK, op2(FE_UDIV, i32, 0, 0x80000000, 0xffffffff));
  TEST_ASSERT_EQUAL_INT(FE_OK, op2(FE_SDIV, i8, 0, 0xf9, 2)); /* -7 / 2 */
  TEST_ASSERT_EQUAL_HEX64(0xfd, out[0].lo);
  TEST_ASSERT_EQUAL_INT(FE_OK, op2(FE_SREM, i8, 0, 0xf9, 2));
  TEST_ASSERT_EQUAL_HEX64(0xff, out[0].lo);
}

static void test_shifts(void) {
  TEST_ASSERT_EQUAL_INT(FE_BAD_SHIFT, op2(FE_SHL, i32, 0, 1, 33));
  TEST_ASSERT_EQUAL_HEX64(2, out[0].lo); /* modulo 32, as the hardware does */
  TEST_ASSERT_EQUAL_INT(FE_BAD_SHIFT, op2(FE_LSHR, i64, 0, 8, 66));
  TEST_ASSERT_EQUAL_HEX64(2, out[0].lo);
  TEST_ASSERT_EQUAL_INT(FE_BAD_SHIFT, op2(FE_ASHR, i32, 0, 0x80000000, 0xffffffff)); /* by -1 */
  TEST_ASSERT_EQUAL_HEX64(0xffffffff, out[0].lo);
  TEST_ASSERT_EQUAL_INT(FE_OK, op2(FE_LSHR, i128, 0, (unsigned __int128)6 << 100, 101));
  TEST_ASSERT_EQUAL_HEX64(3, out[0].lo);
}

static void test_zero_bits(void) {
  TEST_ASSERT_EQUAL_INT(FE_UNDEFINED, op2(FE_CTLZ, i32, FE_F_POISON, 0, 0));
  TEST_ASSERT_EQUAL_INT(FE_OK, op2(FE_CTTZ, i32, 0, 0, 0));
  TEST_ASSERT_EQUAL_HEX64(32, out[0].lo);
  TEST_ASSERT_EQUAL_INT(FE_OK, op2(FE_CTLZ, i128, 0, 1, 0));
  TEST_ASSERT_EQUAL_HEX64(127, out[0].lo);
}

static void test_two_results(void) {
  TEST_ASSERT_EQUAL_INT(FE_OK, op2(FE_UADD_OVF, i8, 0, 200, 100));
  TEST_ASSERT_EQUAL_HEX64(44, out[0].lo);
  TEST_ASSERT_EQUAL_HEX64(1, out[1].lo);
  TEST_ASSERT_EQUAL_INT(FE_OK, op2(FE_SMUL_OVF, i64, 0, 3, 4));
  TEST_ASSERT_EQUAL_HEX64(0, out[1].lo);
}

static unsigned __int128 bits(fe_ty ty, long double v) {
  fe_val r = {.u = 0};
  if (ty.kind == FE_F32)
    r.f = (float)v;
  else if (ty.kind == FE_F64)
    r.d = (double)v;
  else
    memcpy(&r, &v, 10);
  return r.u;
}

static void test_float_conversions(void) {
  eval(FE_FPTOSI, i32, f64, 0, 0, bits(f64, 1e10L), 0);
  TEST_ASSERT_EQUAL_HEX64(0x80000000, out[0].lo);
  eval(FE_FPTOSI, i32, f32, 0, 0, bits(f32, (long double)NAN), 0);
  TEST_ASSERT_EQUAL_HEX64(0x80000000, out[0].lo);
  eval(FE_FPTOSI, i8, f64, 0, 0, bits(f64, 300), 0); /* through 32 bits */
  TEST_ASSERT_EQUAL_HEX64(44, out[0].lo);
  eval(FE_FPTOUI, i64, f64, 0, 0, bits(f64, 0x1p63L), 0);
  TEST_ASSERT_EQUAL_HEX64((uint64_t)1 << 63, out[0].lo);
  eval(FE_FPTOUI, i32, f64, 0, 0, bits(f64, -1), 0);
  TEST_ASSERT_EQUAL_HEX64(0xffffffff, out[0].lo);
  eval(FE_UITOFP, f32, i64, 0, 0, ~(uint64_t)0, 0);
  TEST_ASSERT_TRUE(out[0].f == 0x1p64f);
  eval(FE_FPEXT, f80, f64, 0, 0, bits(f64, 1.5L), 0);
  TEST_ASSERT_TRUE(out[0].ld == 1.5L && out[0].hi >> 16 == 0); /* the padding is clear */
}

static void test_float_comparison(void) {
  unsigned __int128 nan = bits(f64, (long double)NAN), one = bits(f64, 1);
  static const struct {
    uint8_t pred;
    bool with_nan, equal;
  } want[] = {{FE_FP_FALSE, 0, 0}, {FE_FP_OEQ, 0, 1}, {FE_FP_OGT, 0, 0}, {FE_FP_OGE, 0, 1},
              {FE_FP_OLT, 0, 0},   {FE_FP_OLE, 0, 1}, {FE_FP_ONE, 0, 0}, {FE_FP_ORD, 0, 1},
              {FE_FP_UEQ, 1, 1},   {FE_FP_UGT, 1, 0}, {FE_FP_UGE, 1, 1}, {FE_FP_ULT, 1, 0},
              {FE_FP_ULE, 1, 1},   {FE_FP_UNE, 1, 0}, {FE_FP_UNO, 1, 0}, {FE_FP_TRUE, 1, 1}};
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
    eval(FE_FCMP, i1, f64, want[i].pred, 0, nan, one);
    TEST_ASSERT_EQUAL_INT(want[i].with_nan, out[0].lo);
    eval(FE_FCMP, i1, f64, want[i].pred, 0, one, one);
    TEST_ASSERT_EQUAL_INT(want[i].equal, out[0].lo);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_signed_overflow);
  RUN_TEST(test_division);
  RUN_TEST(test_shifts);
  RUN_TEST(test_zero_bits);
  RUN_TEST(test_two_results);
  RUN_TEST(test_float_conversions);
  RUN_TEST(test_float_comparison);
  return UNITY_END();
}

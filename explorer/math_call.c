/* Calls of libm on numbers: the host's function gives the value, as it does in the concrete machine (libc_math.c). Where an
 * argument is a term, or the result would come with errno set, the call is left to the models or a stub. */
#define _GNU_SOURCE
#include "explorer/math_call.h"

#include <math.h>
#include <string.h>

// clang-format off
#define UNARY(F)                                                                                       \
  F(sin) F(cos) F(tan) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(tanh) F(asinh) F(acosh) F(atanh)      \
  F(exp) F(exp2) F(exp10) F(expm1) F(log) F(log2) F(log10) F(log1p) F(logb) F(cbrt) F(nearbyint)       \
  F(erf) F(erfc) F(tgamma)
// clang-format on
#define BINARY(F) F(atan2) F(hypot) F(nextafter)

static const struct {
  const char *name;
  double (*d)(double);
  float (*f)(float);
} unary[] = {
#define ROW(name) {#name, name, name##f},
    UNARY(ROW)};
static const struct {
  const char *name;
  double (*d)(double, double);
  float (*f)(float, float);
} binary[] = {BINARY(ROW)};

static double to_double(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static float to_float(uint64_t bits) {
  float x;
  uint32_t low = (uint32_t)bits;
  memcpy(&x, &low, sizeof x);
  return x;
}

static bool give(double d, float f, bool single, ex_val *out) {
  uint64_t bits = 0;
  if (!isfinite(single ? (double)f : d)) return false;
  if (single)
    memcpy(&bits, &f, sizeof f);
  else
    memcpy(&bits, &d, sizeof d);
  *out = ex_num(bits);
  return true;
}

/* Is this the function name, or with f behind it the one for floats? */
static bool is(const char *name, const char *base, bool single) {
  size_t n = strlen(base);
  return !strncmp(name, base, n) && !strcmp(name + n, single ? "f" : "");
}

bool ex_math_call(const char *name, const fe_call *c, const ex_val *args, ex_val *out) {
  if (c->nres != 1 || c->nargs < 1 || c->nargs > 2) return false;
  bool single = c->res_ty[0].kind == FE_F32;
  if (!single && c->res_ty[0].kind != FE_F64) return false;
  for (uint32_t i = 0; i < c->nargs; i++)
    if (args[i].t || c->arg_ty[i].kind != c->res_ty[0].kind) return false;
  double x = to_double(args[0].c), y = c->nargs > 1 ? to_double(args[1].c) : 0;
  float a = to_float(args[0].c), b = c->nargs > 1 ? to_float(args[1].c) : 0;
  for (size_t i = 0; c->nargs == 1 && i < sizeof unary / sizeof *unary; i++)
    if (is(name, unary[i].name, single))
      return give(single ? 0 : unary[i].d(x), single ? unary[i].f(a) : 0, single, out);
  for (size_t i = 0; c->nargs == 2 && i < sizeof binary / sizeof *binary; i++)
    if (is(name, binary[i].name, single))
      return give(single ? 0 : binary[i].d(x, y), single ? binary[i].f(a, b) : 0, single, out);
  return false;
}

/* math.h by the host's libm, in float, double and long double. */
#define _GNU_SOURCE
#include "explorer/libc_impl.h"

#include <errno.h>
#include <math.h>

/* One function in its three types: x, y, z are the arguments as that type. */
#define IN_THREE(name, expr_d, expr_f, expr_l) \
  LIBC(name) {                                 \
    WITH_ERRNO(c->m, c->res[0].d = (expr_d));  \
    return true;                               \
  }                                            \
  LIBC(name##f) {                              \
    WITH_ERRNO(c->m, c->res[0].f = (expr_f));  \
    return true;                               \
  }                                            \
  LIBC(name##l) {                              \
    WITH_ERRNO(c->m, c->res[0].ld = (expr_l)); \
    return true;                               \
  }
#define X(field) (c->args[0].field)
#define Y(field) (c->args[1].field)
#define Z(field) (c->args[2].field)

// clang-format off
#define UNARY(F)                                                                                       \
  F(sin) F(cos) F(tan) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(tanh) F(asinh) F(acosh) F(atanh)      \
  F(exp) F(exp2) F(exp10) F(expm1) F(log) F(log2) F(log10) F(log1p) F(logb) F(sqrt) F(cbrt) F(ceil)    \
  F(floor) F(trunc) F(round) F(roundeven) F(rint) F(nearbyint) F(fabs) F(erf) F(erfc) F(tgamma) F(lgamma) \
  F(j0) F(j1) F(y0) F(y1) F(significand)
// clang-format on
#define BINARY(F) \
  F(pow) F(atan2) F(fmod) F(remainder) F(hypot) F(copysign) F(fmin) F(fmax) F(fdim) F(nextafter)
#define TO_LONG(F) F(lrint) F(llrint) F(lround) F(llround)

#define DEFINE1(name) IN_THREE(name, name(X(d)), name##f(X(f)), name##l(X(ld)))
#define DEFINE2(name) IN_THREE(name, name(X(d), Y(d)), name##f(X(f), Y(f)), name##l(X(ld), Y(ld)))
UNARY(DEFINE1)
BINARY(DEFINE2)
IN_THREE(fma, fma(X(d), Y(d), Z(d)), fmaf(X(f), Y(f), Z(f)), fmal(X(ld), Y(ld), Z(ld)))
IN_THREE(ldexp, ldexp(X(d), ARGI(1)), ldexpf(X(f), ARGI(1)), ldexpl(X(ld), ARGI(1)))
IN_THREE(jn, jn(ARGI(0), Y(d)), jnf(ARGI(0), Y(f)), jnl(ARGI(0), Y(ld)))
IN_THREE(yn, yn(ARGI(0), Y(d)), ynf(ARGI(0), Y(f)), ynl(ARGI(0), Y(ld)))
IN_THREE(scalbln, scalbln(X(d), (long)ARG(1)), scalblnf(X(f), (long)ARG(1)), scalblnl(X(ld), (long)ARG(1)))
IN_THREE(nexttoward, nexttoward(X(d), Y(ld)), nexttowardf(X(f), Y(ld)), nexttowardl(X(ld), Y(ld)))

#define INT_RESULT(name, cast)                                       \
  LIBC(name) {                                                       \
    WITH_ERRNO(c->m, c->res[0].lo = (uint64_t)(cast)name(X(d)));     \
    return true;                                                     \
  }                                                                  \
  LIBC(name##f) {                                                    \
    WITH_ERRNO(c->m, c->res[0].lo = (uint64_t)(cast)name##f(X(f)));  \
    return true;                                                     \
  }                                                                  \
  LIBC(name##l) {                                                    \
    WITH_ERRNO(c->m, c->res[0].lo = (uint64_t)(cast)name##l(X(ld))); \
    return true;                                                     \
  }
#define DEFINE_LONG(name) INT_RESULT(name, int64_t)
TO_LONG(DEFINE_LONG)
INT_RESULT(ilogb, int64_t)

static bool store(exm_hostcall *c, uint32_t arg, const void *v, uint64_t n) {
  uint8_t *p = exm_wr(c->m, ARG(arg), n);
  if (p) memcpy(p, v, n);
  return p != NULL;
}
#define SPLITS(suffix, T, field, size)                                        \
  LIBC(frexp##suffix) {                                                       \
    int e;                                                                    \
    c->res[0].field = frexp##suffix(X(field), &e);                            \
    return store(c, 1, &e, 4);                                                \
  }                                                                           \
  LIBC(modf##suffix) {                                                        \
    T whole;                                                                  \
    c->res[0].field = modf##suffix(X(field), &whole);                         \
    return store(c, 1, &whole, size);                                         \
  }                                                                           \
  LIBC(remquo##suffix) {                                                      \
    int q;                                                                    \
    c->res[0].field = remquo##suffix(X(field), Y(field), &q);                 \
    return store(c, 2, &q, 4);                                                \
  }                                                                           \
  LIBC(sincos##suffix) {                                                      \
    T s, k;                                                                   \
    sincos##suffix(X(field), &s, &k);                                         \
    return store(c, 1, &s, size) && store(c, 2, &k, size);                    \
  }                                                                           \
  LIBC(nan##suffix) {                                                         \
    const char *tag = exm_str(c->m, ARG(0));                                  \
    if (!tag) return false;                                                   \
    c->res[0].field = nan##suffix(tag);                                       \
    return true;                                                              \
  }                                                                           \
  LIBC(isnan##suffix) { RET(isnan(X(field)) != 0); }                          \
  LIBC(isinf##suffix) { RET(isinf(X(field)) ? (X(field) < 0 ? -1 : 1) : 0); } \
  LIBC(finite##suffix) { RET(isfinite(X(field)) != 0); }                      \
  LIBC(signbit##suffix) { RET(signbit(X(field)) != 0); }                      \
  LIBC(fpclassify##suffix) { RET(fpclassify(X(field))); }
SPLITS(, double, d, 8)
SPLITS(f, float, f, 4)
SPLITS(l, long double, ld, 10)

#define THREE(name, n) ENTRY(name, n), {#name "f", f_##name##f, n}, {#name "l", f_##name##l, n},
#define ENTRY1(name) THREE(name, 1)
#define ENTRY2(name) THREE(name, 2)
#define HIDDEN(name, suffix) {#name #suffix, f_##name##suffix, 1}, {"__" #name #suffix, f_##name##suffix, 1},
// clang-format off
const exm_libc exm_libc_math[] = {
    UNARY(ENTRY1) BINARY(ENTRY2) TO_LONG(ENTRY1) THREE(fma, 3) THREE(ldexp, 2) THREE(jn, 2) THREE(yn, 2) THREE(scalbln, 2) THREE(nexttoward, 2)
    THREE(ilogb, 1) THREE(frexp, 2) THREE(modf, 2) THREE(remquo, 3) THREE(sincos, 3) THREE(nan, 1)
    {"scalbn", f_ldexp, 2}, {"scalbnf", f_ldexpf, 2}, {"scalbnl", f_ldexpl, 2}, {"drem", f_remainder, 2}, {"gamma", f_lgamma, 1},
    HIDDEN(isnan, ) HIDDEN(isnan, f) HIDDEN(isnan, l) HIDDEN(isinf, ) HIDDEN(isinf, f) HIDDEN(isinf, l)
    HIDDEN(finite, ) HIDDEN(finite, f) HIDDEN(finite, l) HIDDEN(signbit, ) HIDDEN(signbit, f) HIDDEN(signbit, l)
    HIDDEN(fpclassify, ) HIDDEN(fpclassify, f) HIDDEN(fpclassify, l)
    {NULL, NULL, 0}};
// clang-format on

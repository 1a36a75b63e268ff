/* complex.h by the host's libm, and what the compiler calls for products and quotients. A complex number of floats or doubles
 * travels as two scalars; of long doubles it comes as the address of a copy and goes as two scalars. */
#define _GNU_SOURCE
#include "explorer/libc_impl.h"

#include <complex.h>

static bool float_at(exm_hostcall *c, uint32_t i, float complex *z) {
  *z = __builtin_complex(c->args[2 * i].f, c->args[2 * i + 1].f);
  return true;
}
static bool double_at(exm_hostcall *c, uint32_t i, double complex *z) {
  *z = __builtin_complex(c->args[2 * i].d, c->args[2 * i + 1].d);
  return true;
}
static bool long_at(exm_hostcall *c, uint32_t i, long double complex *z) {
  const uint8_t *p = exm_rd(c->m, ARG(i), 2 * sizeof(long double));
  fe_val part[2] = {{0}, {0}};
  for (int k = 0; p && k < 2; k++) memcpy(&part[k], p + 16 * k, 10);
  *z = __builtin_complex(part[0].ld, part[1].ld);
  return p != NULL;
}

static bool float_result(exm_hostcall *c, float complex z) {
  c->res[0].f = crealf(z);
  c->res[1].f = cimagf(z);
  return true;
}
static bool double_result(exm_hostcall *c, double complex z) {
  c->res[0].d = creal(z);
  c->res[1].d = cimag(z);
  return true;
}
static bool long_result(exm_hostcall *c, long double complex z) {
  c->res[0].ld = creall(z);
  c->res[1].ld = cimagl(z);
  return true;
}

#define IN(kind, T, name, call)             \
  LIBC(name) {                              \
    T complex x;                            \
    if (!kind##_at(c, 0, &x)) return false; \
    return kind##_result(c, call);          \
  }
#define IN_REAL(kind, T, name, field)       \
  LIBC(name) {                              \
    T complex x;                            \
    if (!kind##_at(c, 0, &x)) return false; \
    c->res[0].field = name(x);              \
    return true;                            \
  }
#define IN_TWO(kind, T, name)                                       \
  LIBC(name) {                                                      \
    T complex x, y;                                                 \
    if (!kind##_at(c, 0, &x) || !kind##_at(c, 1, &y)) return false; \
    return kind##_result(c, name(x, y));                            \
  }
// clang-format off
#define COMPLEX(F)                                                                                             \
  F(cexp) F(clog) F(csqrt) F(csin) F(ccos) F(ctan) F(casin) F(cacos) F(catan) F(csinh) F(ccosh) F(ctanh)       \
  F(casinh) F(cacosh) F(catanh) F(conj) F(cproj)
// clang-format on
#define TO_REAL(F) F(cabs) F(carg) F(creal) F(cimag)
#define DEFINE(name)                \
  IN(double, double, name, name(x)) \
  IN(float, float, name##f, name##f(x)) IN(long, long double, name##l, name##l(x))
#define DEFINE_REAL(name)          \
  IN_REAL(double, double, name, d) \
  IN_REAL(float, float, name##f, f) IN_REAL(long, long double, name##l, ld)
COMPLEX(DEFINE)
TO_REAL(DEFINE_REAL)
IN_TWO(double, double, cpow)
IN_TWO(float, float, cpowf)
IN_TWO(long, long double, cpowl)

/* Called with four scalars in every type. */
#define PAIR(T, field, i) __builtin_complex((T)c->args[i].field, (T)c->args[(i) + 1].field)
#define OPERATORS(kind, T, field, letter)                                                     \
  LIBC(__mul##letter##c3) { return kind##_result(c, PAIR(T, field, 0) * PAIR(T, field, 2)); } \
  LIBC(__div##letter##c3) { return kind##_result(c, PAIR(T, field, 0) / PAIR(T, field, 2)); }
OPERATORS(float, float, f, s)
OPERATORS(double, double, d, d)
OPERATORS(long, long double, ld, x)

#define ENTRIES(name) ENTRY(name, 2), ENTRY(name##f, 2), ENTRY(name##l, 1),
const exm_libc exm_libc_complex[] = {COMPLEX(ENTRIES) TO_REAL(ENTRIES) ENTRY(cpow, 4),
                                     ENTRY(cpowf, 4),
                                     ENTRY(cpowl, 2),
                                     ENTRY(__mulsc3, 4),
                                     ENTRY(__divsc3, 4),
                                     ENTRY(__muldc3, 4),
                                     ENTRY(__divdc3, 4),
                                     ENTRY(__mulxc3, 4),
                                     ENTRY(__divxc3, 4),
                                     {NULL, NULL, 0}};

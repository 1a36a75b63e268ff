/* What the lowering calls for integers wider than 128 bits: the models' own code, on the machine's memory. */
#include "explorer/libc_impl.h"

#define __divmodbitint4 bitint_divmod
#define __fixsfbitint bitint_from_float
#define __fixdfbitint bitint_from_double
#define __fixxfbitint bitint_from_long_double
#define __floatbitintsf bitint_to_float
#define __floatbitintdf bitint_to_double
#define __floatbitintxf bitint_to_long_double
#define limb bitint_limb
static void bitint_divmod(unsigned long *, int, unsigned long *, int, const unsigned long *, int,
                          const unsigned long *, int);
static void bitint_from_float(unsigned long *, int, float);
static void bitint_from_double(unsigned long *, int, double);
static void bitint_from_long_double(unsigned long *, int, long double);
static float bitint_to_float(const unsigned long *, int);
static double bitint_to_double(const unsigned long *, int);
static long double bitint_to_long_double(const unsigned long *, int);
#include "explorer/models/bitint.c"
#undef __divmodbitint4
#undef __fixsfbitint
#undef __fixdfbitint
#undef __fixxfbitint
#undef __floatbitintsf
#undef __floatbitintdf
#undef __floatbitintxf

static uint64_t bytes(int precision) { return 8 * (uint64_t)limbs(precision); }

static bool load(exm_hostcall *c, uint32_t arg, limb *out) {
  const uint8_t *p = limbs(ARGI(arg + 1)) <= MOST ? exm_rd(c->m, ARG(arg), bytes(ARGI(arg + 1))) : NULL;
  if (p) memcpy(out, p, bytes(ARGI(arg + 1)));
  return p != NULL;
}

static bool store(exm_hostcall *c, uint32_t arg, const limb *in) {
  if (!ARG(arg)) return true;
  uint8_t *p = limbs(ARGI(arg + 1)) <= MOST ? exm_wr(c->m, ARG(arg), bytes(ARGI(arg + 1))) : NULL;
  if (p) memcpy(p, in, bytes(ARGI(arg + 1)));
  return p != NULL;
}

LIBC(__divmodbitint4) {
  limb q[MOST], r[MOST], u[MOST], v[MOST];
  if (!load(c, 4, u) || !load(c, 6, v)) return false;
  bitint_divmod(q, ARGI(1), r, ARGI(3), u, ARGI(5), v, ARGI(7));
  return store(c, 0, q) && store(c, 2, r);
}

#define CONVERSIONS(letter, name, field)              \
  LIBC(__fix##letter##fbitint) {                      \
    limb r[MOST];                                     \
    bitint_from_##name(r, ARGI(1), c->args[2].field); \
    return store(c, 0, r);                            \
  }                                                   \
  LIBC(__floatbitint##letter##f) {                    \
    limb a[MOST];                                     \
    if (!load(c, 0, a)) return false;                 \
    c->res[0].field = bitint_to_##name(a, ARGI(1));   \
    return true;                                      \
  }
CONVERSIONS(s, float, f)
CONVERSIONS(d, double, d)
CONVERSIONS(x, long_double, ld)

const exm_libc exm_libc_bitint[] = {
    ENTRY(__divmodbitint4, 8), ENTRY(__fixsfbitint, 3),   ENTRY(__fixdfbitint, 3),   ENTRY(__fixxfbitint, 3),
    ENTRY(__floatbitintsf, 2), ENTRY(__floatbitintdf, 2), ENTRY(__floatbitintxf, 2), {NULL, NULL, 0}};

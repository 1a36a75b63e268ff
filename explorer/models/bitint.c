/* What the compiler calls for integers wider than 128 bits (_BitInt), under the names libgcc has for it: division, and
 * conversion from and to floats. Integers are arrays of 64-bit limbs, lowest first, of as many bits as the precision says,
 * which is negative for signed ones. As the lowering calls them: a precision is a multiple of 64 up to 1024, and in a division
 * it is the same for all, its sign too. The machine runs these as well (libc_bitint.c). */
typedef unsigned long limb;
enum { BITS = 64, MOST = 16 };

static int limbs(int precision) { return (precision < 0 ? -precision : precision) / BITS; }

static void negate(limb *a, int n) {
  limb carry = 1;
  for (int i = 0; i < n; i++) {
    a[i] = ~a[i] + carry;
    carry = carry && !a[i];
  }
}

/* to = the magnitude of from; whether that is negative */
static int magnitude(limb *to, const limb *from, int precision) {
  int n = limbs(precision), negative = precision < 0 && from[n - 1] >> (BITS - 1);
  for (int i = 0; i < n; i++) to[i] = from[i];
  if (negative) negate(to, n);
  return negative;
}

static int less(const limb *a, const limb *b, int n) {
  for (int i = n - 1; i >= 0; i--)
    if (a[i] != b[i]) return a[i] < b[i];
  return 0;
}

static void subtract(limb *a, const limb *b, int n) {
  limb borrow = 0;
  for (int i = 0; i < n; i++) {
    limb d = a[i] - b[i], less = a[i] < b[i];
    a[i] = d - borrow;
    borrow = less | (d < borrow);
  }
}

/* q = u / v, r = u % v, truncating; q or r may be null. v is not 0. */
void __divmodbitint4(limb *q, int qprec, limb *r, int rprec, const limb *u, int uprec, const limb *v,
                     int vprec) {
  limb a[MOST], b[MOST], rest[MOST];
  int n = limbs(uprec), minus = magnitude(a, u, uprec), other = magnitude(b, v, vprec);
  (void)qprec, (void)rprec;
  for (int i = 0; i < n; i++) rest[i] = 0;
  for (int i = n * BITS - 1; i >= 0; i--) { /* bit by bit; the quotient takes the place of the dividend */
    limb top = rest[n - 1] >> (BITS - 1);
    for (int k = n - 1; k > 0; k--) rest[k] = rest[k] << 1 | rest[k - 1] >> (BITS - 1);
    rest[0] = rest[0] << 1 | (a[i / BITS] >> (i % BITS) & 1);
    limb fits = top || !less(rest, b, n);
    if (fits) subtract(rest, b, n);
    a[i / BITS] = (a[i / BITS] & ~((limb)1 << (i % BITS))) | fits << (i % BITS);
  }
  if (minus != other) negate(a, n);
  if (minus) negate(rest, n);
  for (int i = 0; i < n; i++) {
    if (q) q[i] = a[i];
    if (r) r[i] = rest[i];
  }
}

/* r = m * 2^shift, negated where asked for. */
static void place(limb *r, int rprec, limb m, int shift, int negative) {
  int n = limbs(rprec);
  for (int i = 0; i < n; i++) r[i] = 0;
  if (shift < 0) {
    r[0] = shift > -BITS ? m >> -shift : 0;
  } else if (shift < n * BITS) {
    int at = shift / BITS, by = shift % BITS;
    r[at] = m << by;
    if (by && at + 1 < n) r[at + 1] = m >> (BITS - by);
  }
  if (negative) negate(r, n);
}

void __fixdfbitint(limb *r, int rprec, double x) {
  union {
    double x;
    limb bits;
  } v = {.x = x};
  int exponent = (int)(v.bits >> 52 & 0x7ff);
  limb m = (v.bits & 0xfffffffffffffUL) | (limb)(exponent != 0) << 52;
  place(r, rprec, m, exponent - 1075, v.bits >> 63 != 0);
}
void __fixsfbitint(limb *r, int rprec, float x) { __fixdfbitint(r, rprec, x); }
void __fixxfbitint(limb *r, int rprec, long double x) {
  union {
    long double x;
    struct {
      limb m;
      unsigned short exponent;
    } part;
  } v = {.x = x};
  place(r, rprec, v.part.m, (v.part.exponent & 0x7fff) - 16446, v.part.exponent >> 15 != 0);
}

/* The upper 64 bits of a magnitude, from its highest one on; the next bit and whether anything is below that; how many
 * bits were left out. */
static limb upper(const limb *a, int n, limb *next, limb *below, int *shift) {
  int top = n * BITS - 1;
  *next = *below = 0;
  while (top >= 0 && !(a[top / BITS] >> (top % BITS) & 1)) top--;
  *shift = top < BITS ? 0 : top - BITS + 1;
  if (top < BITS) return a[0];
  int at = *shift / BITS, by = *shift % BITS, under = *shift - 1;
  *next = a[under / BITS] >> (under % BITS) & 1;
  for (int i = 0; i < under / BITS; i++) *below |= a[i] != 0;
  *below |= (a[under / BITS] & (((limb)1 << (under % BITS)) - 1)) != 0;
  return a[at] >> by | (by ? a[at + 1] << (BITS - by) : 0);
}

/* The bit below all that count makes the conversion round as if it saw the rest. */
#define FLOAT_OF(name, T)                                                                   \
  T name(const limb *a, int precision) {                                                    \
    limb copy[MOST] = {0}, next, below;                                                     \
    int shift, negative = magnitude(copy, a, precision);                                    \
    T x = (T)(upper(copy, limbs(precision), &next, &below, &shift) | (limb)(next | below)); \
    for (; shift > 0; shift--) x *= 2;                                                      \
    return negative ? -x : x;                                                               \
  }
FLOAT_OF(__floatbitintsf, float)
FLOAT_OF(__floatbitintdf, double)

long double __floatbitintxf(const limb *a, int precision) {
  limb copy[MOST] = {0}, next, below;
  int shift, negative = magnitude(copy, a, precision);
  limb m = upper(copy, limbs(precision), &next, &below, &shift);
  long double x = (long double)m + (long double)(next & (below | (m & 1))); /* to nearest, ties to even */
  for (; shift > 0; shift--) x *= 2;
  return negative ? -x : x;
}

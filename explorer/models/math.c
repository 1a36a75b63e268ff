/* math.h and complex arithmetic, where the machine has an instruction for it or a few exact steps suffice. On numbers they
 * give what libm gives. */

#define ONE_ARGUMENT(name, builtin)            \
  double name(double x) { return builtin(x); } \
  float name##f(float x) { return builtin##f(x); }
#define WITH_LONG(name, builtin) \
  ONE_ARGUMENT(name, builtin)    \
  long double name##l(long double x) { return builtin##l(x); }

WITH_LONG(nearbyint, __builtin_nearbyint)
ONE_ARGUMENT(sin, __builtin_sin)
ONE_ARGUMENT(cos, __builtin_cos)
ONE_ARGUMENT(exp, __builtin_exp)
ONE_ARGUMENT(exp2, __builtin_exp2)
ONE_ARGUMENT(log, __builtin_log)
ONE_ARGUMENT(log2, __builtin_log2)
ONE_ARGUMENT(log10, __builtin_log10)
long double sqrtl(long double x) { return __builtin_sqrtl(x); }
long double floorl(long double x) { return __builtin_floorl(x); }
long double ceill(long double x) { return __builtin_ceill(x); }
long double truncl(long double x) { return __builtin_truncl(x); }
long double roundl(long double x) { return __builtin_roundl(x); }
long double rintl(long double x) { return __builtin_rintl(x); }
long double fabsl(long double x) { return __builtin_fabsl(x); }
double pow(double x, double y) { return __builtin_pow(x, y); }
float powf(float x, float y) { return __builtin_powf(x, y); }
double copysign(double x, double y) { return __builtin_copysign(x, y); }
float copysignf(float x, float y) { return __builtin_copysignf(x, y); }
long double copysignl(long double x, long double y) { return __builtin_copysignl(x, y); }
double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
long double fminl(long double x, long double y) { return x != x || y < x ? y : x; }
long double fmaxl(long double x, long double y) { return x != x || y > x ? y : x; }
float fdimf(float x, float y) { return x != x || y != y ? x + y : x > y ? x - y : 0; }
long double fdiml(long double x, long double y) { return x != x || y != y ? x + y : x > y ? x - y : 0; }
long lrintl(long double x) { return (long)__builtin_rintl(x); }
long llrintl(long double x) { return lrintl(x); }
long lroundl(long double x) { return (long)__builtin_roundl(x); }
long llroundl(long double x) { return lroundl(x); }
long llrintf(float x) { return (long)__builtin_rintf(x); }
long llroundf(float x) { return (long)__builtin_roundf(x); }
float modff(float x, float *whole) {
  *whole = __builtin_truncf(x);
  return __builtin_copysignf(__builtin_isinf(x) ? 0 : x - *whole, x);
}
int __isnanl(long double x) { return __builtin_isnan(x); }
int __isinfl(long double x) { return __builtin_isinf_sign(x); }
int __finitel(long double x) { return __builtin_isfinite(x); }
int __signbitl(long double x) { return __builtin_signbitl(x) != 0; }
int __fpclassifyl(long double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
int isnanf(float x) { return __builtin_isnan(x); }
int isinff(float x) { return __builtin_isinf_sign(x); }
double nan(const char *s) { return (void)s, __builtin_nan(""); }
float nanf(const char *s) { return (void)s, __builtin_nanf(""); }
long double nanl(const char *s) { return (void)s, __builtin_nanl(""); }

/* ---- remainders ---- */

double fmod(double x, double y) { return __builtin_fmod(x, y); }
float fmodf(float x, float y) { return __builtin_fmodf(x, y); }
long double fmodl(long double x, long double y) { return __builtin_fmodl(x, y); }

/* To the nearest multiple of y, halves to the even one. Taking away twice y leaves that as it is; each step is exact. */
double remainder(double x, double y) {
  if (x != x || y != y || __builtin_isinf(x) || y == 0) return x * y / (x * y);
  double p = __builtin_fabs(y), r = __builtin_fabs(x);
  if (p <= 0x1p1022) r = __builtin_fmod(r, p + p);
  if (p < 0x1p-1021 ? r + r > p : r > p / 2) {
    r -= p;
    if (p < 0x1p-1021 ? r + r >= p : r >= p / 2) r -= p;
  }
  return __builtin_copysign(1, x) < 0 ? -r : r;
}
/* A float's remainder is one of doubles, exactly. */
float remainderf(float x, float y) { return (float)remainder(x, y); }

/* ---- exponents ---- */

double ldexp(double x, int n) { return __builtin_ldexp(x, n); }
float ldexpf(float x, int n) { return __builtin_ldexpf(x, n); }
double scalbn(double x, int n) { return __builtin_ldexp(x, n); }
float scalbnf(float x, int n) { return __builtin_ldexpf(x, n); }
double frexp(double x, int *n) {
  *n = 0;
  if (x == 0 || !__builtin_isfinite(x)) return x;
  int small = __builtin_fabs(x) < 0x1p-1022;
  unsigned long bits = __builtin_bit_cast(unsigned long, small ? x * 0x1p64 : x);
  *n = (int)(bits >> 52 & 0x7ff) - 1022 - (small ? 64 : 0);
  return __builtin_bit_cast(double, (bits & 0x800fffffffffffff) | 1022ul << 52);
}
float frexpf(float x, int *n) {
  *n = 0;
  if (x == 0 || !__builtin_isfinite(x)) return x;
  int small = __builtin_fabsf(x) < 0x1p-126f;
  unsigned bits = __builtin_bit_cast(unsigned, small ? x * 0x1p32f : x);
  *n = (int)(bits >> 23 & 0xff) - 126 - (small ? 32 : 0);
  return __builtin_bit_cast(float, (bits & 0x807fffff) | 126u << 23);
}

/* ---- complex: what the compiler calls ---- */

/* Called when the plain product is not a number: an infinity times anything but zero is one all the same. */
#define PRODUCT(T, name, copysign)                                                              \
  T _Complex name(T a, T b, T c, T d) {                                                         \
    T re = a * c - b * d, im = a * d + b * c;                                                   \
    if (re == re || im == im) return __builtin_complex(re, im);                                 \
    int again = 0;                                                                              \
    if (__builtin_isinf(a) || __builtin_isinf(b)) {                                             \
      a = copysign(__builtin_isinf(a) ? 1 : 0, a), b = copysign(__builtin_isinf(b) ? 1 : 0, b); \
      c = c != c ? copysign(0, c) : c, d = d != d ? copysign(0, d) : d;                         \
      again = 1;                                                                                \
    }                                                                                           \
    if (__builtin_isinf(c) || __builtin_isinf(d)) {                                             \
      c = copysign(__builtin_isinf(c) ? 1 : 0, c), d = copysign(__builtin_isinf(d) ? 1 : 0, d); \
      a = a != a ? copysign(0, a) : a, b = b != b ? copysign(0, b) : b;                         \
      again = 1;                                                                                \
    }                                                                                           \
    T infinity = (T)__builtin_inf();                                                            \
    return again ? __builtin_complex(infinity * (a * c - b * d), infinity * (a * d + b * c))    \
                 : __builtin_complex(re, im);                                                   \
  }
PRODUCT(float, __mulsc3, __builtin_copysignf)
PRODUCT(double, __muldc3, __builtin_copysign)

/* Smith's method; of floats in double precision, where nothing overflows. */
double _Complex __divdc3(double a, double b, double c, double d) {
  if (__builtin_fabs(c) < __builtin_fabs(d)) {
    double ratio = c / d, denominator = c * ratio + d;
    return __builtin_complex((a * ratio + b) / denominator, (b * ratio - a) / denominator);
  }
  double ratio = d / c, denominator = d * ratio + c;
  return __builtin_complex((b * ratio + a) / denominator, (b - a * ratio) / denominator);
}
float _Complex __divsc3(float a, float b, float c, float d) {
  double denominator = (double)c * c + (double)d * d;
  return __builtin_complex((float)(((double)a * c + (double)b * d) / denominator),
                           (float)(((double)b * c - (double)a * d) / denominator));
}

int fegetround(void) { return 0; }

/* where their macros are not in sight */
int signbit(double x) { return __builtin_signbit(x) != 0; }
int isfinite(double x) { return __builtin_isfinite(x); }
int isnormal(double x) { return __builtin_isnormal(x); }
int fpclassify(double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }

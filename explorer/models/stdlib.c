/* stdlib.h and math.h: conversions, searching and sorting, absolute values, rounding. */
typedef __SIZE_TYPE__ size_t;
typedef struct {
  int quot, rem;
} div_t;
typedef struct {
  long quot, rem;
} ldiv_t;

extern int errno; /* system.c */
double summ_any_double(void);
long summ_any_long(void);
void summ_assume(int c);

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }

typedef struct {
  long long quot, rem;
} lldiv_t;
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
long imaxabs(long x) { return x < 0 ? -x : x; }
int ffs(int x) { return __builtin_ffs(x); }
int ffsl(long x) { return __builtin_ffsl(x); }
int ffsll(long long x) { return __builtin_ffsll(x); }

static int digit_value(int c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

/* The magnitude in *value, saturated at limit (+1 for negative signed numbers); where reading stopped in *end. */
static int convert(const char *s, char **end, int base, unsigned long limit, unsigned long *value) {
  const char *p = s, *start;
  int negative = 0, beyond = 0;
  unsigned long v = 0;
  *value = 0;
  if (base < 0 || base == 1 || base > 36) {
    if (end) *end = (char *)s;
    errno = 22; /* EINVAL */
    return 0;
  }
  while (*p == ' ' || (*p >= '\t' && *p <= '\r')) p++;
  if (*p == '-' || *p == '+') negative = *p++ == '-';
  if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && digit_value(p[2]) < 16)
    base = 16, p += 2;
  else if (base == 0)
    base = *p == '0' ? 8 : 10;
  unsigned long top = negative && limit == 0x7fffffffffffffffUL ? limit + 1 : limit;
  for (start = p; digit_value(*p) < base; p++) {
    unsigned long d = (unsigned long)digit_value(*p);
    if (v > (top - d) / (unsigned long)base)
      v = top, beyond = 1;
    else
      v = v * (unsigned long)base + d;
  }
  if (end) *end = (char *)(p == start ? s : p);
  if (beyond) errno = 34; /* ERANGE */
  *value = v;
  return negative && !(beyond && limit > 0x7fffffffffffffffUL);
}

long strtol(const char *s, char **end, int base) {
  unsigned long v;
  return convert(s, end, base, 0x7fffffffffffffffUL, &v) ? (long)(0 - v) : (long)v;
}
long long strtoll(const char *s, char **end, int base) { return strtol(s, end, base); }
unsigned long strtoul(const char *s, char **end, int base) {
  unsigned long v;
  return convert(s, end, base, 0xffffffffffffffffUL, &v) ? 0 - v : v;
}
unsigned long long strtoull(const char *s, char **end, int base) { return strtoul(s, end, base); }
long __isoc23_strtol(const char *s, char **end, int base) { return strtol(s, end, base); }
unsigned long __isoc23_strtoul(const char *s, char **end, int base) { return strtoul(s, end, base); }
long __isoc23_strtoll(const char *s, char **end, int base) { return strtol(s, end, base); }
unsigned long __isoc23_strtoull(const char *s, char **end, int base) { return strtoul(s, end, base); }
int atoi(const char *s) { return (int)strtol(s, 0, 10); }
long atol(const char *s) { return strtol(s, 0, 10); }
long long atoll(const char *s) { return strtol(s, 0, 10); }

/* Decimal numbers whose digits and powers of ten a double holds exactly give the nearest double with one operation. Of the others
 * only the value is unknown. */
static double scaled(unsigned long digits, long exponent) {
  static const double ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                               1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (!digits) return 0;
  if (digits < 1UL << 53 && exponent >= 0 && exponent <= 22) return (double)digits * ten[exponent];
  if (digits < 1UL << 53 && exponent < 0 && exponent >= -22) return (double)digits / ten[-exponent];
  double any = summ_any_double();
  summ_assume(any >= 0);
  return any;
}
/* What follows the sign is no number in digits: inf, nan and hexadecimal ones may be any, and end anywhere. */
static double other_number(const char *s, const char *p, char **end) {
  long n = 0, used = summ_any_long();
  while (p[n]) n++;
  summ_assume(used >= 0 && used <= n);
  if (end) *end = (char *)(used ? p + used : s);
  return used ? summ_any_double() : 0;
}
double strtod(const char *s, char **end) {
  const char *p = s;
  int negative = 0, any = 0, point = 0;
  unsigned long digits = 0;
  long exponent = 0;
  while (*p == ' ' || (*p >= '\t' && *p <= '\r')) p++;
  if (*p == '-' || *p == '+') negative = *p++ == '-';
  if (digit_value(*p) >= 10 && digit_value(*p) < 36) return other_number(s, p, end);
  if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) return other_number(s, p, end);
  for (;; p++) {
    if (*p == '.' && !point) {
      point = 1;
      continue;
    }
    if (digit_value(*p) >= 10) break;
    any = 1;
    if (digits < 1UL << 59)
      digits = 10 * digits + (unsigned long)digit_value(*p), exponent -= point;
    else
      exponent += !point;
  }
  if (!any) {
    if (end) *end = (char *)s;
    return 0;
  }
  if (*p == 'e' || *p == 'E') {
    const char *q = p + 1;
    int down = *q == '-';
    long e = 0;
    if (*q == '-' || *q == '+') q++;
    if (digit_value(*q) < 10) {
      for (; digit_value(*q) < 10; q++)
        if (e < 100000) e = 10 * e + digit_value(*q);
      exponent += down ? -e : e;
      p = q;
    }
  }
  if (end) *end = (char *)p;
  double x = scaled(digits, exponent);
  return negative ? -x : x;
}
double atof(const char *s) { return strtod(s, 0); }

void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  char *a = base;
  for (size_t i = 1; i < n; i++)
    for (size_t k = i; k > 0 && compare(a + (k - 1) * size, a + k * size) > 0; k--)
      for (size_t b = 0; b < size; b++) {
        char t = a[(k - 1) * size + b];
        a[(k - 1) * size + b] = a[k * size + b];
        a[k * size + b] = t;
      }
}
void *bsearch(const void *key, const void *base, size_t n, size_t size,
              int (*compare)(const void *, const void *)) {
  size_t lo = 0, hi = n;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    const char *at = (const char *)base + mid * size;
    int d = compare(key, at);
    if (d == 0) return (void *)at;
    if (d < 0)
      hi = mid;
    else
      lo = mid + 1;
  }
  return 0;
}

double sqrt(double x) { return __builtin_elementwise_sqrt(x); }
double floor(double x) { return __builtin_elementwise_floor(x); }
double ceil(double x) { return __builtin_elementwise_ceil(x); }
double trunc(double x) { return __builtin_elementwise_trunc(x); }
double round(double x) { return __builtin_elementwise_round(x); }
double rint(double x) { return __builtin_elementwise_rint(x); }
double fabs(double x) { return __builtin_elementwise_abs(x); }
double fmin(double x, double y) { return x != x || y < x ? y : x; }
double fmax(double x, double y) { return x != x || y > x ? y : x; }
float truncf(float x) { return __builtin_elementwise_trunc(x); }
float roundf(float x) { return __builtin_elementwise_round(x); }
float rintf(float x) { return __builtin_elementwise_rint(x); }
float fminf(float x, float y) { return x != x || y < x ? y : x; }
float fmaxf(float x, float y) { return x != x || y > x ? y : x; }
double fdim(double x, double y) { return x != x || y != y ? x + y : x > y ? x - y : 0; }
long lrint(double x) { return (long)__builtin_elementwise_rint(x); }
long llrint(double x) { return lrint(x); }
long lround(double x) { return (long)__builtin_elementwise_round(x); }
long llround(double x) { return lround(x); }
long lrintf(float x) { return lrint(x); }
long lroundf(float x) { return lround(x); }
double modf(double x, double *whole) {
  *whole = __builtin_elementwise_trunc(x);
  double part = __builtin_isinf(x) ? 0 : x - *whole;
  return __builtin_copysign(part, x);
}
int __isnan(double x) { return __builtin_isnan(x); }
int __isnanf(float x) { return __builtin_isnan(x); }
int __isinf(double x) { return __builtin_isinf_sign(x); }
int __isinff(float x) { return __builtin_isinf_sign(x); }
int __finite(double x) { return __builtin_isfinite(x); }
int __finitef(float x) { return __builtin_isfinite(x); }
int __signbit(double x) { return __builtin_signbit(x); }
int __signbitf(float x) { return __builtin_signbit(x); }
int isnan(double x) { return __builtin_isnan(x); }
int isinf(double x) { return __builtin_isinf_sign(x); }
int finite(double x) { return __builtin_isfinite(x); }
int __fpclassify(double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
int __fpclassifyf(float x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
float sqrtf(float x) { return __builtin_elementwise_sqrt(x); }
float floorf(float x) { return __builtin_elementwise_floor(x); }
float ceilf(float x) { return __builtin_elementwise_ceil(x); }
float fabsf(float x) { return __builtin_elementwise_abs(x); }

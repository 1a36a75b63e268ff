/* stdio.h: text into memory, and input. What a file or a person gives is anything (summ_any…, functions without a body); what
 * the format promises about it holds: sizes, terminators, counts. Output to files is left to stubs. */
typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;
typedef struct FILE FILE;

int summ_any_int(void);
long summ_any_long(void);
double summ_any_double(void);
void summ_make_any(void *p, size_t n);
void summ_assume(int c);
void *malloc(size_t n);

/* ---- formatting ---- */

typedef struct {
  char *to;
  size_t room, n; /* characters that fit, terminator included; characters so far */
} text;

static void put(text *t, char c) {
  if (t->n + 1 < t->room) t->to[t->n] = c;
  t->n++;
}
static void pad(text *t, long width, size_t used, char c) {
  for (long i = (long)used; i < width; i++) put(t, c);
}

typedef struct {
  int left, plus, blank, alternate, zero, longs, shorts;
  long width, precision; /* precision -1: none */
} spec;

static void put_number(text *t, const spec *s, unsigned long v, int negative, unsigned base, int upper) {
  char digits[24];
  size_t n = 0;
  const char *set = upper ? "0123456789ABCDEF" : "0123456789abcdef", *sign = "";
  if (negative)
    sign = "-";
  else if (s->plus)
    sign = "+";
  else if (s->blank)
    sign = " ";
  if (s->alternate && base == 16 && v) sign = upper ? "0X" : "0x";
  for (; v; v /= base) digits[n++] = set[v % base];
  if (s->alternate && base == 8 && (long)n >= s->precision) digits[n++] = '0';
  size_t nsign = sign[0] ? sign[1] ? 2 : 1 : 0;
  size_t zeros = s->precision<0 ? n == 0 : s->precision>(long) n ? (size_t)s->precision - n : 0;
  if (s->zero && !s->left && s->precision < 0 && s->width > (long)(nsign + n + zeros))
    zeros = (size_t)s->width - nsign - n;
  if (!s->left) pad(t, s->width, nsign + zeros + n, ' ');
  for (size_t i = 0; i < nsign; i++) put(t, sign[i]);
  for (size_t i = 0; i < zeros; i++) put(t, '0');
  for (size_t i = n; i-- > 0;) put(t, digits[i]);
  if (s->left) pad(t, s->width, nsign + zeros + n, ' ');
}

static void put_string(text *t, const spec *s, const char *from) {
  size_t n = 0;
  while ((s->precision < 0 || (long)n < s->precision) && from[n]) n++;
  if (!s->left) pad(t, s->width, n, ' ');
  for (size_t i = 0; i < n; i++) put(t, from[i]);
  if (s->left) pad(t, s->width, n, ' ');
}

/* The text of a float is not modelled: some characters, as many as it may have. */
static void put_float(text *t, const spec *s) {
  int n = summ_any_int();
  summ_assume(n >= 1 && n <= 24 && n >= s->width);
  for (int i = 0; i < n; i++) {
    int c = summ_any_int();
    summ_assume(c > ' ' && c <= '~');
    put(t, (char)c);
  }
}

static const char *read_spec(const char *f, spec *s, va_list *ap) {
  *s = (spec){.precision = -1};
  for (;; f++) {
    if (*f == '-')
      s->left = 1;
    else if (*f == '+')
      s->plus = 1;
    else if (*f == ' ')
      s->blank = 1;
    else if (*f == '#')
      s->alternate = 1;
    else if (*f == '0')
      s->zero = 1;
    else
      break;
  }
  if (*f == '*') {
    s->width = __builtin_va_arg(*ap, int), f++;
    if (s->width < 0) s->left = 1, s->width = -s->width;
  }
  while (*f >= '0' && *f <= '9') s->width = 10 * s->width + *f++ - '0';
  if (*f == '.') {
    s->precision = 0;
    if (*++f == '*') s->precision = __builtin_va_arg(*ap, int), f++;
    while (*f >= '0' && *f <= '9') s->precision = 10 * s->precision + *f++ - '0';
  }
  for (;; f++) {
    if (*f == 'h')
      s->shorts++;
    else if (*f == 'l' || *f == 'z' || *f == 'j' || *f == 't' || *f == 'q')
      s->longs++;
    else if (*f != 'L')
      return f;
    else
      s->longs = 2;
  }
}

static void put_signed(text *t, const spec *s, va_list *ap) {
  long v = s->longs ? __builtin_va_arg(*ap, long) : __builtin_va_arg(*ap, int);
  if (s->shorts == 1) v = (short)v;
  if (s->shorts > 1) v = (signed char)v;
  put_number(t, s, v < 0 ? 0 - (unsigned long)v : (unsigned long)v, v < 0, 10, 0);
}
static void put_unsigned(text *t, const spec *s, va_list *ap, unsigned base, int upper) {
  unsigned long v = s->longs ? __builtin_va_arg(*ap, unsigned long) : __builtin_va_arg(*ap, unsigned);
  if (s->shorts == 1) v = (unsigned short)v;
  if (s->shorts > 1) v = (unsigned char)v;
  spec plain = *s;
  plain.plus = plain.blank = 0;
  put_number(t, &plain, v, 0, base, upper);
}

int vsnprintf(char *to, size_t room, const char *f, va_list list) {
  text t = {to, room, 0};
  va_list ap;
  __builtin_va_copy(ap, list);
  for (; *f; f++) {
    if (*f != '%') {
      put(&t, *f);
      continue;
    }
    spec s;
    f = read_spec(f + 1, &s, &ap);
    if (*f == 'd' || *f == 'i')
      put_signed(&t, &s, &ap);
    else if (*f == 'u')
      put_unsigned(&t, &s, &ap, 10, 0);
    else if (*f == 'x' || *f == 'X')
      put_unsigned(&t, &s, &ap, 16, *f == 'X');
    else if (*f == 'o')
      put_unsigned(&t, &s, &ap, 8, 0);
    else if (*f == 'c') {
      if (!s.left) pad(&t, s.width, 1, ' ');
      put(&t, (char)__builtin_va_arg(ap, int));
      if (s.left) pad(&t, s.width, 1, ' ');
    } else if (*f == 's')
      put_string(&t, &s, __builtin_va_arg(ap, const char *));
    else if (*f == 'p') {
      (void)__builtin_va_arg(ap, void *);
      put_float(&t, &s);
    } else if (*f == 'n')
      *__builtin_va_arg(ap, int *) = (int)t.n;
    else if (*f == '%')
      put(&t, '%');
    else if (!*f)
      break;
    else {
      if (s.longs > 1)
        (void)__builtin_va_arg(ap, long double);
      else
        (void)__builtin_va_arg(ap, double);
      put_float(&t, &s);
    }
  }
  if (room) to[t.n < room ? t.n : room - 1] = 0;
  __builtin_va_end(ap);
  return (int)t.n;
}
int vsprintf(char *to, const char *f, va_list ap) { return vsnprintf(to, (size_t)-1 / 2, f, ap); }
int vasprintf(char **to, const char *f, va_list ap) {
  va_list again;
  __builtin_va_copy(again, ap);
  int n = vsnprintf(0, 0, f, ap);
  char *p = n < 0 ? 0 : malloc((size_t)n + 1);
  if (p) n = vsnprintf(p, (size_t)n + 1, f, again);
  __builtin_va_end(again);
  if (!p) return -1; /* and *to may be anything */
  *to = p;
  return n;
}
int asprintf(char **to, const char *f, ...) {
  va_list ap;
  __builtin_va_start(ap, f);
  int n = vasprintf(to, f, ap);
  __builtin_va_end(ap);
  return n;
}
int snprintf(char *to, size_t room, const char *f, ...) {
  va_list ap;
  __builtin_va_start(ap, f);
  int n = vsnprintf(to, room, f, ap);
  __builtin_va_end(ap);
  return n;
}
int sprintf(char *to, const char *f, ...) {
  va_list ap;
  __builtin_va_start(ap, f);
  int n = vsnprintf(to, (size_t)-1 / 2, f, ap);
  __builtin_va_end(ap);
  return n;
}

/* ---- reading ---- */

/* Characters into p and a 0 behind them: at most width of them, as many as come when there is no width. */
static void read_chars(char *p, long width, long least) {
  long n = summ_any_long();
  summ_assume(n >= least && (width == 0 || n <= width));
  if (width) summ_make_any(p, (size_t)width);
  p[n] = 0;
}

static int scan(const char *f, va_list list) {
  int done = 0, n = summ_any_int();
  va_list ap;
  __builtin_va_copy(ap, list);
  summ_assume(n >= -1);
  for (; *f && (done < n || done == 0); f++) {
    long width = 0;
    int skip = 0, longs = 0, shorts = 0;
    if (*f != '%' || *++f == '%') continue;
    if (*f == '*') skip = 1, f++;
    while (*f >= '0' && *f <= '9') width = 10 * width + *f++ - '0';
    for (;; f++) {
      if (*f == 'h')
        shorts++;
      else if (*f == 'l' || *f == 'z' || *f == 'j' || *f == 't' || *f == 'q')
        longs++;
      else if (*f == 'L')
        longs = 2;
      else
        break;
    }
    if (!*f) break;
    char kind = *f;
    if (kind == '[') {
      if (*++f == '^') f++;
      if (*f == ']') f++;
      while (*f && *f != ']') f++;
      kind = 's';
    }
    if (skip) continue;
    if (done >= n && kind != 'n') break; /* matching failed, or the input ended */
    void *p = __builtin_va_arg(ap, void *);
    if (kind == 's')
      read_chars(p, width, 1);
    else if (kind == 'c')
      summ_make_any(p, (size_t)(width ? width : 1));
    else if (kind == 'e' || kind == 'f' || kind == 'g' || kind == 'a' || kind == 'E' || kind == 'G')
      summ_make_any(p, longs > 1 ? sizeof(long double) : longs ? sizeof(double) : sizeof(float));
    else if (kind == 'p' || longs)
      summ_make_any(p, sizeof(long));
    else
      summ_make_any(p, shorts > 1 ? 1 : shorts ? 2 : 4);
    done += kind != 'n';
  }
  summ_assume(n == done || n <= 0);
  return n;
}
#define SCAN(list, fmt)          \
  va_list list;                  \
  __builtin_va_start(list, fmt); \
  int n = scan(fmt, list);       \
  __builtin_va_end(list);        \
  return n
int scanf(const char *f, ...) { SCAN(ap, f); }
int fscanf(FILE *in, const char *f, ...) {
  (void)in;
  SCAN(ap, f);
}
int sscanf(const char *s, const char *f, ...) {
  (void)*(const volatile char *)s;
  SCAN(ap, f);
}
int __isoc99_scanf(const char *f, ...) { SCAN(ap, f); }
int __isoc99_fscanf(FILE *in, const char *f, ...) {
  (void)in;
  SCAN(ap, f);
}
int __isoc99_sscanf(const char *s, const char *f, ...) {
  (void)*(const volatile char *)s;
  SCAN(ap, f);
}
int __isoc23_scanf(const char *f, ...) { SCAN(ap, f); }
int __isoc23_fscanf(FILE *in, const char *f, ...) {
  (void)in;
  SCAN(ap, f);
}
int __isoc23_sscanf(const char *s, const char *f, ...) {
  (void)*(const volatile char *)s;
  SCAN(ap, f);
}

char *fgets(char *to, int n, FILE *in) {
  (void)in;
  if (n < 2) {
    if (n == 1) *to = 0;
    return n == 1 ? to : 0;
  }
  if (summ_any_int()) return 0;
  read_chars(to, n - 1, 1);
  return to;
}
char *gets(char *to) {
  if (summ_any_int()) return 0;
  read_chars(to, 0, 0);
  return to;
}
int fgetc(FILE *in) {
  int c = summ_any_int();
  (void)in;
  summ_assume(c >= -1 && c <= 255);
  return c;
}
int getc(FILE *in) { return fgetc(in); }
int getchar(void) { return fgetc(0); }
size_t fread(void *to, size_t size, size_t n, FILE *in) {
  size_t got = (size_t)summ_any_long();
  (void)in;
  summ_make_any(to, size * n);
  summ_assume(got <= n);
  return got;
}
long read(int from, void *to, size_t n) {
  long got = summ_any_long();
  (void)from;
  summ_make_any(to, n);
  summ_assume(got >= -1 && (got < 0 || (size_t)got <= n));
  return got;
}

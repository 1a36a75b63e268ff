/* The scanf family: conversions over a source of characters that is a string of the program or one of its streams. */
#define _GNU_SOURCE
#include "explorer/libc_impl.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

typedef struct source {
  FILE *file; /* NULL: text */
  const char *text;
  size_t at;
} source;

static int next_char(source *s) {
  int ch = s->file ? getc(s->file) : s->text[s->at] ? (unsigned char)s->text[s->at] : EOF;
  if (ch != EOF) s->at++;
  return ch;
}

static void put_back(source *s, int ch) {
  if (ch == EOF) return;
  s->at--;
  if (s->file) ungetc(ch, s->file);
}

static void skip_space(source *s) {
  int ch;
  while ((ch = next_char(s)) != EOF && isspace(ch)) {}
  put_back(s, ch);
}

typedef struct conversion {
  bool suppress, alloc;
  size_t width; /* 0: none given */
  int size;     /* bytes of an integer target; for floats 4, 8, 16 */
  char conv;
  bool set[256];
} conversion;

/* Collects the longest prefix that can be a number: base 0 tells by prefix, -1 is a float. */
static size_t take_number(source *s, size_t width, int base, char *buf, size_t cap) {
  size_t n = 0, max = width && width < cap - 1 ? width : cap - 1;
  bool digits = false, point = false, exponent = false, hex = base == 16;
  int ch = EOF;
  while (n < max && (ch = next_char(s)) != EOF) {
    bool ok;
    bool after_e = n && (hex ? tolower(buf[n - 1]) == 'p' : tolower(buf[n - 1]) == 'e') && exponent;
    if (ch == '+' || ch == '-')
      ok = n == 0 || (base == -1 && after_e);
    else if ((ch == 'x' || ch == 'X') && (base == 0 || base == 16 || base == -1)) {
      ok = n && buf[n - 1] == '0' && (n == 1 || (n == 2 && !isdigit((unsigned char)buf[0])));
      if (ok) hex = true, digits = false;
    } else if (base == -1 && !exponent && digits && tolower(ch) == (hex ? 'p' : 'e'))
      ok = exponent = true;
    else if (base == -1 && ch == '.')
      ok = !point && !exponent, point = true;
    else if (base == -1 && !digits && !point && isalpha(ch))
      ok = strchr("infatyINFATY", ch) != NULL; /* inf, nan */
    else if (hex && !exponent)
      ok = isxdigit(ch);
    else if (base == 8 || (base == 0 && n && buf[0] == '0'))
      ok = ch >= '0' && ch <= '7';
    else
      ok = isdigit(ch);
    if (!ok) {
      put_back(s, ch);
      break;
    }
    if (isxdigit(ch) && (hex || isdigit(ch))) digits = true;
    buf[n++] = (char)ch;
  }
  buf[n] = 0;
  return n;
}

static bool store(exm_machine *m, exm_addr to, const void *v, uint64_t n) {
  uint8_t *p = exm_wr(m, to, n);
  if (p) memcpy(p, v, n);
  return p != NULL;
}

typedef enum result { MATCHED, MISMATCH, INPUT_END, STOPPED } result;

static result scan_integer(exm_machine *m, source *s, const conversion *k, exm_addr to) {
  int base = k->conv == 'd' || k->conv == 'u' ? 10 : k->conv == 'i' ? 0 : k->conv == 'o' ? 8 : 16;
  char buf[512], *end;
  skip_space(s);
  int ch = next_char(s);
  if (ch == EOF) return INPUT_END;
  put_back(s, ch);
  take_number(s, k->width, base, buf, sizeof buf);
  bool is_signed = k->conv == 'd' || k->conv == 'i';
  uint64_t v = is_signed ? (uint64_t)strtoll(buf, &end, base) : strtoull(buf, &end, base);
  if (end == buf) return MISMATCH;
  if (k->suppress) return MATCHED;
  return store(m, to, &v, (uint64_t)k->size) ? MATCHED : STOPPED;
}

static result scan_float(exm_machine *m, source *s, const conversion *k, exm_addr to) {
  char buf[512], *end;
  skip_space(s);
  int ch = next_char(s);
  if (ch == EOF) return INPUT_END;
  put_back(s, ch);
  take_number(s, k->width, -1, buf, sizeof buf);
  long double ld = strtold(buf, &end);
  if (end == buf) return MISMATCH;
  if (k->suppress) return MATCHED;
  double d = strtod(buf, NULL);
  float f = strtof(buf, NULL);
  const void *v = k->size == 16 ? (void *)&ld : k->size == 8 ? (void *)&d : (void *)&f;
  return store(m, to, v, k->size == 16 ? 10 : (uint64_t)k->size) ? MATCHED : STOPPED;
}

/* %s, %c and %[ */
static result scan_text(exm_machine *m, source *s, const conversion *k, exm_addr to) {
  size_t max = k->width ? k->width : k->conv == 'c' ? 1 : SIZE_MAX, n = 0;
  exm_text t = {0};
  exm_text_add(&t, "", 0);
  int ch = EOF;
  if (k->conv == 's') skip_space(s);
  while (n < max && (ch = next_char(s)) != EOF) {
    bool ok = k->conv == 'c' || (k->conv == 's' ? !isspace(ch) : k->set[ch]);
    if (!ok) {
      put_back(s, ch);
      break;
    }
    char one = (char)ch;
    exm_text_add(&t, &one, 1);
    n++;
  }
  result r = MATCHED;
  if (n == 0 || (k->conv == 'c' && n < max)) r = n == 0 && ch != EOF ? MISMATCH : INPUT_END;
  if (r == MATCHED && !k->suppress) {
    size_t len = k->conv == 'c' ? n : n + 1;
    if (k->alloc) {
      exm_addr a = exm_malloc(m, len, false);
      if (!store(m, a, t.s, len) || !store(m, to, &a, 8)) r = STOPPED;
    } else if (!store(m, to, t.s, len)) {
      r = STOPPED;
    }
  }
  free(t.s);
  return r;
}

static void parse_set(const char **f, conversion *k) {
  bool invert = **f == '^';
  if (invert) ++*f;
  bool first = true;
  for (; **f && (first || **f != ']'); first = false) {
    unsigned lo = (unsigned char)*(*f)++, hi = lo;
    if (**f == '-' && (*f)[1] && (*f)[1] != ']') {
      hi = (unsigned char)(*f)[1];
      *f += 2;
    }
    for (unsigned ch = lo; ch <= hi; ch++) k->set[ch] = true;
  }
  if (**f) ++*f;
  for (int i = 0; i < 256 && invert; i++) k->set[i] = !k->set[i];
}

static void parse_conversion(const char **f, conversion *k) {
  memset(k, 0, sizeof *k);
  if (**f == '*') k->suppress = true, ++*f;
  while (isdigit((unsigned char)**f)) k->width = k->width * 10 + (size_t)(*(*f)++ - '0');
  int h = 0, l = 0;
  for (;; ++*f) {
    if (**f == 'h')
      h++;
    else if (**f == 'l')
      l++;
    else if (**f == 'q' || **f == 'j' || **f == 'z' || **f == 't')
      l = 1;
    else if (**f == 'L')
      l = 3;
    else if (**f == 'm')
      k->alloc = true;
    else
      break;
  }
  k->conv = **f;
  if (k->conv) ++*f;
  if (strchr("fFeEgGaA", k->conv))
    k->size = l == 3 ? 16 : l ? 8 : 4;
  else if (k->conv == 'p')
    k->size = 8;
  else
    k->size = h == 2 ? 1 : h == 1 ? 2 : l ? 8 : 4;
  if (k->conv == '[') parse_set(f, k);
}

static result scan_one(exm_machine *m, source *s, conversion *k, exm_addr to) {
  switch (k->conv) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
  case 'p': return scan_integer(m, s, k, to);
  case 'f':
  case 'F':
  case 'e':
  case 'E':
  case 'g':
  case 'G':
  case 'a':
  case 'A': return scan_float(m, s, k, to);
  case 's':
  case 'c':
  case '[': return scan_text(m, s, k, to);
  default:
    exm_fail(m, EXM_E_NO_BODY, "scanf: conversion %%%c is not supported", k->conv ? k->conv : '0');
    return STOPPED;
  }
}

static bool scan(exm_hostcall *c, source *s, const char *f, exm_varargs *v) {
  int assigned = 0;
  bool converted = false;
  while (*f) {
    if (isspace((unsigned char)*f)) {
      skip_space(s);
      f++;
      continue;
    }
    if (*f != '%' || f[1] == '%') {
      if (*f == '%') skip_space(s), f++;
      int ch = next_char(s);
      if (ch == EOF) RET(converted || assigned ? assigned : -1);
      if (ch != (unsigned char)*f) {
        put_back(s, ch);
        RET(assigned);
      }
      f++;
      continue;
    }
    f++;
    conversion k;
    parse_conversion(&f, &k);
    uint64_t to = 0;
    if (!k.suppress && !exm_next_int(v, &to)) return false;
    if (k.conv == 'n') {
      uint64_t n = s->at;
      if (!k.suppress && !store(c->m, to, &n, (uint64_t)k.size)) return false;
      continue;
    }
    switch (scan_one(c->m, s, &k, to)) {
    case STOPPED: return false;
    case INPUT_END: RET(converted ? assigned : -1);
    case MISMATCH: RET(assigned);
    case MATCHED: break;
    }
    converted = true;
    if (!k.suppress) assigned++;
  }
  RET(assigned);
}

/* The format and, for sscanf, the text are copied: conversions may write into them. */
static bool scan_call(exm_hostcall *c, bool text, FILE *file, uint32_t fmt, uint32_t list) {
  exm_varargs v;
  if (!list)
    v = exm_varargs_call(c, fmt + 1);
  else if (!exm_varargs_list(c, list, &v))
    return false;
  const char *f = exm_str(c->m, ARG(fmt)), *s = f && text ? exm_str(c->m, ARG(0)) : "";
  if (!f || !s || (!text && !file)) return false;
  char *format = exm_xalloc(strlen(f) + 1), *input = exm_xalloc(strlen(s) + 1);
  strcpy(format, f);
  strcpy(input, s);
  source src = {.file = file, .text = input};
  bool ok = scan(c, &src, format, &v);
  free(format);
  free(input);
  return ok;
}

LIBC(scanf) { return scan_call(c, false, c->m->opt.in, 0, 0); }
LIBC(vscanf) { return scan_call(c, false, c->m->opt.in, 0, 1); }
LIBC(fscanf) { return scan_call(c, false, exm_stream_file(c->m, ARG(0)), 1, 0); }
LIBC(vfscanf) { return scan_call(c, false, exm_stream_file(c->m, ARG(0)), 1, 2); }
LIBC(sscanf) { return scan_call(c, true, NULL, 1, 0); }
LIBC(vsscanf) { return scan_call(c, true, NULL, 1, 2); }

const exm_libc exm_libc_scanf[] = {ENTRY(scanf, 1),  ENTRY(vscanf, 2),  ENTRY(fscanf, 2), ENTRY(vfscanf, 3),
                                   ENTRY(sscanf, 2), ENTRY(vsscanf, 3), {NULL, NULL, 0}};

/* The printf family. The format is taken apart here, because its arguments live in the machine; each single conversion
 * is then done by the host's own snprintf, so that floats, flags and precisions come out as the native program's. */
#define _GNU_SOURCE
#include "explorer/libc_impl.h"

#include <errno.h>
#include <stdarg.h>
#include <wchar.h>

/* ---- arguments ---- */

exm_varargs exm_varargs_call(exm_hostcall *c, uint32_t first) {
  assert(first <= c->nargs);
  return (exm_varargs){
      .m = c->m, .name = c->name, .args = c->args + first, .ty = c->arg_ty + first, .n = c->nargs - first};
}

bool exm_varargs_list(exm_hostcall *c, uint32_t arg, exm_varargs *out) {
  const uint8_t *p = exm_rd(c->m, ARG(arg), 24);
  if (!p) return false;
  *out = (exm_varargs){.m = c->m, .name = c->name, .from_list = true};
  memcpy(&out->gp, p, 4);
  memcpy(&out->fp, p + 4, 4);
  memcpy(&out->rest, p + 8, 8);
  memcpy(&out->regs, p + 16, 8);
  return true;
}

static bool too_few(exm_varargs *v) {
  exm_fail(v->m, EXM_E_BAD_CALL, "%s: fewer arguments than the format asks for", v->name);
  return false;
}

static bool from_memory(exm_varargs *v, exm_addr *at, uint64_t size, void *out) {
  if (size == 16) *at = (*at + 15) & ~(uint64_t)15;
  const uint8_t *p = exm_rd(v->m, *at, size);
  if (!p) return false;
  memcpy(out, p, size);
  *at += size;
  return true;
}

bool exm_next_int(exm_varargs *v, uint64_t *out) {
  if (v->from_list) {
    if (v->gp >= 48) return from_memory(v, &v->rest, 8, out);
    exm_addr at = v->regs + v->gp;
    v->gp += 8;
    return from_memory(v, &at, 8, out);
  }
  if (!v->n) return too_few(v);
  *out = v->args->lo;
  v->args++, v->ty++, v->n--;
  return true;
}

bool exm_next_f64(exm_varargs *v, double *out) {
  if (v->from_list) {
    if (v->fp >= 176) return from_memory(v, &v->rest, 8, out);
    exm_addr at = v->regs + v->fp;
    v->fp += 16;
    return from_memory(v, &at, 8, out);
  }
  if (!v->n) return too_few(v);
  *out = v->args->d;
  v->args++, v->ty++, v->n--;
  return true;
}

bool exm_next_f80(exm_varargs *v, long double *out) {
  if (v->from_list) return from_memory(v, &v->rest, 16, out);
  if (!v->n) return too_few(v);
  *out = v->ty->kind == FE_F80 ? v->args->ld : 0;
  v->args++, v->ty++, v->n--;
  return true;
}

/* ---- text being made ---- */

void exm_text_add(exm_text *t, const char *s, size_t n) {
  if (t->n + n + 1 > t->cap) {
    t->cap = (t->n + n + 1) * 2;
    t->s = exm_xrealloc(t->s, t->cap);
  }
  memcpy(t->s + t->n, s, n);
  t->n += n;
  t->s[t->n] = 0;
}

__attribute__((format(printf, 2, 3))) static void add_formatted(exm_text *t, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  char *s = NULL;
  int n = vasprintf(&s, fmt, ap);
  va_end(ap);
  if (n >= 0) exm_text_add(t, s, (size_t)n);
  if (n >= 0) free(s);
}

/* ---- one conversion ---- */

typedef struct spec {
  char text[64]; /* % flags width precision, with room for length and conversion */
  size_t n;
  int precision; /* -1: none */
  char length;   /* 0, h, H (hh), l, L (also ll, q, j, z, t as l) */
  char conv;
} spec;

static bool add_number(spec *s, int v) {
  int room = (int)sizeof s->text - 8 - (int)s->n;
  int n = room > 12 ? snprintf(s->text + s->n, (size_t)room, "%d", v) : -1;
  if (n < 0) return false;
  s->n += (size_t)n;
  return true;
}

static int take_digits(const char **f) {
  int n = 0;
  while (**f >= '0' && **f <= '9') n = n < 100000000 ? n * 10 + *(*f)++ - '0' : ((*f)++, n);
  return n;
}

/* "2$" at *f: the next argument is the second one. Leaves f alone when there is none. */
static void take_position(const char **f, exm_varargs *v) {
  const char *g = *f;
  int n = take_digits(&g);
  if (n < 1 || *g != '$') return;
  *f = g + 1;
  uint32_t skip = (uint32_t)n - 1 < v->nall ? (uint32_t)n - 1 : v->nall;
  v->args = v->all + skip;
  v->ty = v->all_ty + skip;
  v->n = v->nall - skip;
}

/* Digits or '*' at *f. */
static bool take_number(const char **f, exm_varargs *v, int *out) {
  if (**f != '*') {
    *out = take_digits(f);
    return true;
  }
  uint64_t u;
  ++*f;
  take_position(f, v);
  if (!exm_next_int(v, &u)) return false;
  *out = (int32_t)(uint32_t)u;
  return true;
}

/* Parses one conversion after its %; f is left behind it. false: error set. */
static bool parse_spec(const char **f, exm_varargs *v, spec *s) {
  *s = (spec){.text = "%", .n = 1, .precision = -1};
  const char *start = *f;
  take_position(f, v);
  bool positional = *f != start;
  exm_varargs value = *v; /* a '*' may lead elsewhere */
  while (**f && strchr("-+ #0'I", **f)) {
    if (s->n < 8) s->text[s->n++] = **f;
    ++*f;
  }
  int width = 0;
  if (!take_number(f, v, &width)) return false;
  if (width < 0) {
    s->text[s->n++] = '-';
    width = width == INT32_MIN ? INT32_MAX : -width;
  }
  if (width) add_number(s, width);
  if (**f == '.') {
    ++*f;
    if (!take_number(f, v, &s->precision)) return false;
    if (s->precision >= 0) {
      s->text[s->n++] = '.';
      add_number(s, s->precision);
    } else {
      s->precision = -1;
    }
  }
  for (;; ++*f) {
    if (**f == 'h')
      s->length = s->length == 'h' ? 'H' : 'h';
    else if (**f == 'l' || **f == 'q' || **f == 'j' || **f == 'z' || **f == 't' || **f == 'Z')
      s->length = 'l';
    else if (**f == 'L')
      s->length = 'L';
    else
      break;
  }
  s->conv = **f;
  if (s->conv) ++*f;
  if (positional) *v = value;
  return true;
}

static const char *finish_spec(spec *s, const char *tail) {
  memcpy(s->text + s->n, tail, strlen(tail) + 1);
  return s->text;
}

static bool put_integer(exm_varargs *v, spec *s, exm_text *out) {
  uint64_t u;
  if (!exm_next_int(v, &u)) return false;
  bool is_signed = s->conv == 'd' || s->conv == 'i';
  switch (s->length) {
  case 'H': u = is_signed ? (uint64_t)(int8_t)u : (uint8_t)u; break;
  case 'h': u = is_signed ? (uint64_t)(int16_t)u : (uint16_t)u; break;
  case 'l':
  case 'L': break;
  default: u = is_signed ? (uint64_t)(int32_t)u : (uint32_t)u;
  }
  char tail[4] = {'l', 'l', s->conv, 0};
  add_formatted(out, finish_spec(s, tail), (unsigned long long)u);
  return true;
}

static bool put_float(exm_varargs *v, spec *s, exm_text *out) {
  if (s->length == 'L') {
    long double x;
    if (!exm_next_f80(v, &x)) return false;
    char tail[3] = {'L', s->conv, 0};
    add_formatted(out, finish_spec(s, tail), x);
    return true;
  }
  double x;
  if (!exm_next_f64(v, &x)) return false;
  char tail[2] = {s->conv, 0};
  add_formatted(out, finish_spec(s, tail), x);
  return true;
}

/* A wide string, in the C locale: only ASCII can be shown. */
static bool put_wide_string(exm_varargs *v, spec *s, exm_addr a, exm_text *out, bool *negative) {
  exm_text t = {0};
  exm_text_add(&t, "", 0);
  for (uint64_t i = 0; s->precision < 0 || i < (uint64_t)s->precision; i++) {
    uint8_t *p = exm_rd(v->m, a + 4 * i, 4);
    if (!p) return free(t.s), false;
    uint32_t w;
    memcpy(&w, p, 4);
    if (!w) break;
    if (w > 0x7f) {
      *negative = true;
      break;
    }
    char ch = (char)w;
    exm_text_add(&t, &ch, 1);
  }
  if (!*negative) add_formatted(out, finish_spec(s, "s"), t.s);
  free(t.s);
  return true;
}

static bool put_string(exm_varargs *v, spec *s, exm_text *out, bool *negative) {
  uint64_t a;
  if (!exm_next_int(v, &a)) return false;
  if (!a) {
    add_formatted(out, finish_spec(s, "s"), (char *)NULL);
    return true;
  }
  if (s->length == 'l' || s->conv == 'S') return put_wide_string(v, s, a, out, negative);
  int64_t n = s->precision < 0 ? exm_strlen(v->m, a) : exm_strnlen(v->m, a, (uint64_t)s->precision);
  if (n < 0) return false;
  if (s->n == 1) {
    exm_text_add(out, (const char *)exm_rd(v->m, a, (uint64_t)n), (size_t)n);
    return true;
  }
  char *copy = exm_xalloc((size_t)n + 1); /* the precision may be all that ends it */
  memcpy(copy, exm_rd(v->m, a, (uint64_t)n), (size_t)n);
  copy[n] = 0;
  add_formatted(out, finish_spec(s, "s"), copy);
  free(copy);
  return true;
}

static bool put_char(exm_varargs *v, spec *s, exm_text *out, bool *negative) {
  uint64_t u;
  if (!exm_next_int(v, &u)) return false;
  if ((s->length == 'l' || s->conv == 'C') && (uint32_t)u > 0x7f)
    *negative = true;
  else
    add_formatted(out, finish_spec(s, "c"), (int)(uint8_t)u);
  return true;
}

static bool store_count(exm_varargs *v, const spec *s, size_t n) {
  uint64_t a, size = s->length == 'H'                       ? 1
                     : s->length == 'h'                     ? 2
                     : s->length == 'l' || s->length == 'L' ? 8
                                                            : 4;
  uint64_t count = n;
  if (!exm_next_int(v, &a)) return false;
  uint8_t *p = exm_wr(v->m, a, size);
  if (p) memcpy(p, &count, size);
  return p != NULL;
}

static bool convert(exm_varargs *v, spec *s, exm_text *out, bool *negative) {
  switch (s->conv) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
  case 'b': return put_integer(v, s, out);
  case 'f':
  case 'F':
  case 'e':
  case 'E':
  case 'g':
  case 'G':
  case 'a':
  case 'A': return put_float(v, s, out);
  case 's':
  case 'S': return put_string(v, s, out, negative);
  case 'c':
  case 'C': return put_char(v, s, out, negative);
  case 'p': {
    uint64_t a;
    if (!exm_next_int(v, &a)) return false;
    add_formatted(out, finish_spec(s, "p"), (void *)(uintptr_t)a);
    return true;
  }
  case 'n': return store_count(v, s, out->n);
  case 'm': {
    const uint8_t *e = exm_rd(v->m, v->m->libc->errno_addr, 4);
    int32_t code;
    memcpy(&code, e, 4);
    add_formatted(out, finish_spec(s, "s"), strerror(code));
    return true;
  }
  case '%': exm_text_add(out, "%", 1); return true;
  default:
    exm_fail(v->m, EXM_E_NO_BODY, "%s: conversion %%%c is not supported", v->name, s->conv ? s->conv : '0');
    return false;
  }
}

/* "%1$d" and the like: the arguments must all be at hand. Those of a va_list are fetched by the types that the format
 * gives them, into room. */
static bool at_hand(exm_varargs *v, const char *f, fe_val *room, fe_ty *ty, uint32_t cap) {
  v->all = v->args;
  v->all_ty = v->ty;
  v->nall = v->n;
  if (!v->from_list) return true;
  uint32_t n = 0;
  for (uint32_t i = 0; i < cap; i++) ty[i] = (fe_ty){FE_INT, 64};
  while ((f = strchr(f, '%')) != NULL) {
    f++;
    int k = take_digits(&f);
    size_t skip = strcspn(f, "diouxXbfFeEgGaAsScCpnm%");
    if (k >= 1 && (uint32_t)k <= cap && *f == '$') {
      if ((uint32_t)k > n) n = (uint32_t)k;
      if (f[skip] && strchr("fFeEgGaA", f[skip]))
        ty[k - 1] = f[skip - 1] == 'L' ? (fe_ty){FE_F80, 80} : (fe_ty){FE_F64, 64};
    }
    f += skip;
    if (*f) f++;
  }
  for (uint32_t i = 0; i < n; i++) {
    room[i] = (fe_val){0};
    bool ok = ty[i].kind == FE_F80   ? exm_next_f80(v, &room[i].ld)
              : ty[i].kind == FE_F64 ? exm_next_f64(v, &room[i].d)
                                     : exm_next_int(v, &room[i].lo);
    if (!ok) return false;
  }
  v->from_list = false;
  v->all = v->args = room;
  v->all_ty = v->ty = ty;
  v->nall = v->n = n;
  return true;
}

bool exm_format(exm_machine *m, exm_addr fmt, exm_varargs *v, exm_text *out, bool *negative) {
  const char *host = exm_str(m, fmt);
  if (!host) return false;
  char *copy = exm_xalloc(strlen(host) + 1); /* %n might write into it */
  strcpy(copy, host);
  *negative = false;
  fe_val room[32];
  fe_ty ty[32];
  bool ok = !strchr(copy, '$') || at_hand(v, copy, room, ty, 32);
  exm_text_add(out, "", 0);
  for (const char *f = copy; *f && ok && !*negative;) {
    size_t plain = strcspn(f, "%");
    exm_text_add(out, f, plain);
    f += plain;
    if (!*f) break;
    f++;
    spec s;
    ok = parse_spec(&f, v, &s) && convert(v, &s, out, negative);
  }
  free(copy);
  return ok;
}

/* ---- the functions ---- */

/* fmt is the format argument; list the va_list argument, 0 when the arguments follow the format. */
static bool format_call(exm_hostcall *c, uint32_t fmt, uint32_t list, exm_text *t, bool *negative) {
  exm_varargs v;
  if (!list)
    v = exm_varargs_call(c, fmt + 1);
  else if (!exm_varargs_list(c, list, &v))
    return false;
  bool ok = exm_format(c->m, ARG(fmt), &v, t, negative);
  if (!ok) free(t->s);
  return ok;
}

static bool to_stream(exm_hostcall *c, exm_addr stream, uint32_t fmt, uint32_t list) {
  FILE *f = stream ? exm_stream_file(c->m, stream) : c->m->opt.out;
  if (!f) return false;
  exm_text t = {0};
  bool negative;
  if (!format_call(c, fmt, list, &t, &negative)) return false;
  fwrite(t.s, 1, t.n, f);
  int64_t n = negative ? -1 : (int64_t)t.n;
  free(t.s);
  RET(n);
}

static bool to_memory(exm_hostcall *c, uint64_t cap, uint32_t fmt, uint32_t list) {
  exm_text t = {0};
  bool negative, ok = true;
  if (!format_call(c, fmt, list, &t, &negative)) return false;
  if (cap) {
    uint64_t n = t.n < cap ? t.n : cap - 1;
    uint8_t *to = exm_wr(c->m, ARG(0), n + 1);
    ok = to != NULL;
    if (ok) {
      memcpy(to, t.s, n);
      to[n] = 0;
    }
  }
  int64_t n = negative ? -1 : (int64_t)t.n;
  free(t.s);
  if (!ok) return false;
  RET(n);
}

static bool to_heap(exm_hostcall *c, uint32_t fmt, uint32_t list) {
  exm_text t = {0};
  bool negative;
  if (!format_call(c, fmt, list, &t, &negative)) return false;
  exm_addr a = exm_malloc(c->m, t.n + 1, false);
  uint8_t *where = a ? exm_wr(c->m, ARG(0), 8) : NULL;
  if (where) {
    memcpy(where, &a, 8);
    memcpy(exm_wr(c->m, a, t.n + 1), t.s, t.n + 1);
  }
  int64_t n = negative || !a ? -1 : (int64_t)t.n;
  free(t.s);
  if (a && !where) return false;
  RET(n);
}

static bool to_descriptor(exm_hostcall *c, uint32_t list) {
  exm_addr stream = ARGI(0) == 1 || ARGI(0) == 2 ? c->m->libc->streams[ARGI(0)].addr : 0;
  if (stream) return to_stream(c, stream, 1, list);
  exm_set_errno(c->m, EBADF);
  RET(-1);
}
LIBC(dprintf) { return to_descriptor(c, 0); }
LIBC(vdprintf) { return to_descriptor(c, 2); }
LIBC(printf) { return to_stream(c, 0, 0, 0); }
LIBC(vprintf) { return to_stream(c, 0, 0, 1); }
LIBC(fprintf) { return to_stream(c, ARG(0), 1, 0); }
LIBC(vfprintf) { return to_stream(c, ARG(0), 1, 2); }
LIBC(sprintf) { return to_memory(c, UINT64_MAX, 1, 0); }
LIBC(vsprintf) { return to_memory(c, UINT64_MAX, 1, 2); }
LIBC(snprintf) { return to_memory(c, ARG(1), 2, 0); }
LIBC(vsnprintf) { return to_memory(c, ARG(1), 2, 3); }
LIBC(asprintf) { return to_heap(c, 1, 0); }
LIBC(vasprintf) { return to_heap(c, 1, 2); }
LIBC(__printf_chk) { return to_stream(c, 0, 1, 0); }
LIBC(__vprintf_chk) { return to_stream(c, 0, 1, 2); }
LIBC(__fprintf_chk) { return to_stream(c, ARG(0), 2, 0); }
LIBC(__vfprintf_chk) { return to_stream(c, ARG(0), 2, 3); }
LIBC(__sprintf_chk) { return to_memory(c, ARG(2), 3, 0); }
LIBC(__vsprintf_chk) { return to_memory(c, ARG(2), 3, 4); }
LIBC(__snprintf_chk) { return to_memory(c, ARG(1), 4, 0); }
LIBC(__vsnprintf_chk) { return to_memory(c, ARG(1), 4, 5); }

LIBC(perror) {
  const char *s = ARG(0) ? exm_str(c->m, ARG(0)) : "";
  if (!s) return false;
  int32_t code;
  memcpy(&code, exm_rd(c->m, c->m->libc->errno_addr, 4), 4);
  fprintf(c->m->opt.err, "%s%s%s\n", s, *s ? ": " : "", strerror(code));
  return true;
}

const exm_libc exm_libc_printf[] = {
    ENTRY(dprintf, 2),       ENTRY(vdprintf, 3),       ENTRY(printf, 1),         ENTRY(vprintf, 2),
    ENTRY(fprintf, 2),       ENTRY(vfprintf, 3),       ENTRY(sprintf, 2),        ENTRY(vsprintf, 3),
    ENTRY(snprintf, 3),      ENTRY(vsnprintf, 4),      ENTRY(asprintf, 2),       ENTRY(vasprintf, 3),
    ENTRY(__printf_chk, 2),  ENTRY(__vprintf_chk, 3),  ENTRY(__fprintf_chk, 3),  ENTRY(__vfprintf_chk, 4),
    ENTRY(__sprintf_chk, 4), ENTRY(__vsprintf_chk, 5), ENTRY(__snprintf_chk, 5), ENTRY(__vsnprintf_chk, 6),
    ENTRY(perror, 1),        {NULL, NULL, 0}};

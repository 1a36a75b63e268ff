/* Terms as C. Extensions are implicit as in C; a cast is shown where the reading would be wrong without it:
 * an unsigned comparison of something signed, a cut to fewer bits. A constant beside a signed thing is shown
 * signed. A read from a table whose cells are named x[0], x[1], ... is x[index]. */
#include "summaries/term_internal.h"

#include <inttypes.h>
#include <stdarg.h>

#define MAX_DEPTH 1000u

typedef struct out {
  term_ctx *tc;
  const term_names *names;
  char *buf;
  size_t len, cap, max;
  bool cut;
  unsigned depth;
} out;

/* C's precedences; higher binds tighter. */
enum {
  P_COND = 1,
  P_LOR,
  P_LAND,
  P_OR,
  P_XOR,
  P_AND,
  P_EQ,
  P_REL,
  P_SHIFT,
  P_ADD,
  P_MUL,
  P_UNARY,
  P_POSTFIX
};

static void put_n(out *o, const char *s, size_t n) {
  if (o->cut) return;
  if (o->max && o->len + n > o->max) {
    n = o->max - o->len;
    while (n && ((unsigned char)s[n] & 0xC0) == 0x80) n--; /* not inside a character */
    o->cut = true;
  }
  size_t need = o->len + n + 8;
  if (need > o->cap) {
    o->cap = need * 2;
    o->buf = realloc(o->buf, o->cap);
    if (!o->buf) {
      fputs("summ: out of memory\n", stderr);
      abort();
    }
  }
  memcpy(o->buf + o->len, s, n);
  o->len += n;
  if (o->cut) {
    memcpy(o->buf + o->len, "…", 3);
    o->len += 3;
  }
}
static void put(out *o, const char *s) { put_n(o, s, strlen(s)); }

__attribute__((format(printf, 2, 3))) static void putf(out *o, const char *format, ...) {
  char buf[160];
  va_list ap;
  va_start(ap, format);
  vsnprintf(buf, sizeof buf, format, ap);
  va_end(ap);
  put(o, buf);
}

static void put_unsigned(out *o, u128 v) {
  if (v >> 64) {
    putf(o, "0x%" PRIx64 "%016" PRIx64, (uint64_t)(v >> 64), (uint64_t)v);
  } else {
    putf(o, "%" PRIu64, (uint64_t)v);
  }
}
static void put_signed(out *o, u128 v, unsigned width) {
  i128 s = as_signed(v, width);
  if (s < 0) {
    put(o, "-");
    put_unsigned(o, -(u128)s);
  } else {
    put_unsigned(o, (u128)s);
  }
}

static void show(out *o, term t, int outer);

static const char *int_type(unsigned width, bool is_signed) {
  switch (width) {
  case 8: return is_signed ? "signed char" : "unsigned char";
  case 16: return is_signed ? "short" : "unsigned short";
  case 32: return is_signed ? "int" : "unsigned";
  case 64: return is_signed ? "long" : "unsigned long";
  case 128: return is_signed ? "__int128" : "unsigned __int128";
  default: return NULL;
  }
}
static const char *float_type(unsigned width) {
  return width == 32 ? "float" : width == 64 ? "double" : "long double";
}

/* Would C take this expression for signed? By its first atom; sums keep the signedness. */
static bool looks_signed(out *o, term t) {
  for (unsigned i = 0; i < MAX_DEPTH; i++) {
    const term_node *n = &o->tc->node[t];
    switch (n->op) {
    case T_ATOM: return !o->names || !o->names->is_signed || o->names->is_signed(o->names->self, n->aux);
    case T_SEXT:
    case T_SDIV:
    case T_SREM:
    case T_ASHR:
    case T_FTOS: return true;
    case T_ADDR:
    case T_UDIV:
    case T_UREM:
    case T_FTOU:
    case T_CONCAT: return false;
    case T_ZEXT: return n->width > 31; /* small unsigned things become int */
    case T_LSHR: return false;
    case T_EXTRACT: return false;
    case T_READ: t = o->tc->tables[n->aux].cells[0]; break;
    case T_ITE: t = term_is_const(o->tc, n->b) ? n->c : n->b; break;
    case T_ADD:
    case T_SUB:
    case T_MUL:
    case T_AND:
    case T_OR:
    case T_XOR:
    case T_NOT:
    case T_NEG:
    case T_SHL: t = n->a; break;
    default: return true;
    }
  }
  return true;
}

static void show_const_near(out *o, term k, term near) {
  unsigned w = o->tc->node[k].width;
  u128 v = term_const_value(o->tc, k);
  if (near && looks_signed(o, near))
    put_signed(o, v, w);
  else
    put_unsigned(o, v);
}

static void show_beside(out *o, term t, term other, int prec) {
  if (term_is_const(o->tc, t))
    show_const_near(o, t, other);
  else
    show(o, t, prec);
}

static void open_paren(out *o, int outer, int prec) {
  if (outer > prec) put(o, "(");
}
static void close_paren(out *o, int outer, int prec) {
  if (outer > prec) put(o, ")");
}

static void show_infix(out *o, term_node n, const char *op, int prec, int outer) {
  open_paren(o, outer, prec);
  show_beside(o, n.a, n.b, prec);
  put(o, op);
  show_beside(o, n.b, n.a, prec + 1);
  close_paren(o, outer, prec);
}

static bool fits_int(out *o, term t) { /* cannot be negative however it is read */
  facts f = term_facts(o->tc, t);
  return f.hi < sign_bit(o->tc->node[t].width);
}

/* One side of a comparison, with a cast when its own signedness would mislead. */
static void show_compared(out *o, term t, term other, bool is_signed, int prec) {
  unsigned w = o->tc->node[t].width;
  if (term_is_const(o->tc, t)) {
    u128 v = term_const_value(o->tc, t);
    if (is_signed)
      put_signed(o, v, w);
    else
      put_unsigned(o, v);
    return;
  }
  (void)other;
  const char *type = int_type(w, is_signed);
  if (type && looks_signed(o, t) != is_signed && !fits_int(o, t)) {
    putf(o, "(%s)", type);
    prec = P_UNARY;
  }
  show(o, t, prec);
}

static void show_less(out *o, term_node n, int outer) {
  bool is_signed = n.op == T_SLT || n.op == T_SLE, strict = n.op == T_ULT || n.op == T_SLT;
  bool swap = term_is_const(o->tc, n.a); /* 5 <= x reads x >= 5 */
  open_paren(o, outer, P_REL);
  show_compared(o, swap ? n.b : n.a, swap ? n.a : n.b, is_signed, P_REL);
  put(o, swap ? (strict ? " > " : " >= ") : (strict ? " < " : " <= "));
  show_compared(o, swap ? n.a : n.b, swap ? n.b : n.a, is_signed, P_SHIFT);
  close_paren(o, outer, P_REL);
}

static void show_add(out *o, term_node n, int outer) {
  open_paren(o, outer, P_ADD);
  unsigned w = n.width;
  if (term_is_const(o->tc, n.b) && term_const_value(o->tc, n.b) >= sign_bit(w)) {
    show(o, n.a, P_ADD);
    put(o, " - ");
    put_unsigned(o, -term_const_value(o->tc, n.b) & mask_of(w));
  } else {
    show_beside(o, n.a, n.b, P_ADD);
    put(o, " + ");
    show_beside(o, n.b, n.a, P_MUL);
  }
  close_paren(o, outer, P_ADD);
}

static void atom_name(out *o, uint32_t atom, char *buf, size_t cap) {
  if (o->names && o->names->atom)
    o->names->atom(o->names->self, atom, buf, cap);
  else
    snprintf(buf, cap, "a%" PRIu32, atom);
}

/* x[0], x[1], ... x[n-1] as cells: the length of "x", else 0. */
static size_t array_name(out *o, const term *cells, uint32_t n, char *buf, size_t cap) {
  size_t len = 0;
  for (uint32_t i = 0; i < n; i++) {
    const term_node *c = &o->tc->node[cells[i]];
    char name[256], tail[32];
    if (c->op != T_ATOM) return 0;
    atom_name(o, c->aux, i ? name : buf, i ? sizeof name : cap);
    const char *s = i ? name : buf;
    size_t tail_len = (size_t)snprintf(tail, sizeof tail, "[%" PRIu32 "]", i), all = strlen(s);
    if (all <= tail_len || strcmp(s + all - tail_len, tail)) return 0;
    if (i == 0)
      len = all - tail_len;
    else if (all - tail_len != len || strncmp(s, buf, len))
      return 0;
  }
  return len;
}

static void show_read(out *o, term_node n) {
  uint32_t len;
  const term *cells = term_table(o->tc, n.aux, &len);
  char name[256];
  size_t plain = array_name(o, cells, len, name, sizeof name);
  if (plain) {
    put_n(o, name, plain);
  } else {
    put(o, "{");
    for (uint32_t i = 0; i < len && !o->cut; i++) {
      if (i) put(o, ", ");
      show(o, cells[i], P_COND);
    }
    put(o, "}");
  }
  put(o, "[");
  show(o, n.a, 0);
  put(o, "]");
}

static void show_extract(out *o, term_node n, int outer) {
  const char *type = int_type(n.width, false);
  if (n.aux == 0 && type) {
    open_paren(o, outer, P_UNARY);
    putf(o, "(%s)", type);
    show(o, n.a, P_UNARY);
    close_paren(o, outer, P_UNARY);
    return;
  }
  open_paren(o, outer, P_AND);
  show(o, n.a, P_SHIFT);
  if (n.aux) putf(o, " >> %" PRIu32, n.aux);
  u128 m = mask_of(n.width);
  if (n.width == 1)
    put(o, " & 1");
  else if (n.width <= 64)
    putf(o, " & 0x%" PRIx64, (uint64_t)m);
  close_paren(o, outer, P_AND);
}

static void show_concat(out *o, term_node n, int outer) {
  unsigned wl = o->tc->node[n.b].width;
  open_paren(o, outer, P_OR);
  show_beside(o, n.a, 0, P_SHIFT);
  putf(o, " << %u | ", wl);
  show_beside(o, n.b, 0, P_XOR);
  close_paren(o, outer, P_OR);
}

static void show_list(out *o, const char *name, const term *args, uint32_t n) {
  put(o, name);
  put(o, "(");
  for (uint32_t i = 0; i < n && !o->cut; i++) {
    if (i) put(o, ", ");
    show(o, args[i], P_COND);
  }
  put(o, ")");
}

static void show_float_side(out *o, term t, int prec) {
  unsigned w = o->tc->node[t].width;
  if (!term_is_const(o->tc, t) || w > 64) {
    show(o, t, prec);
    return;
  }
  u128 v = term_const_value(o->tc, t);
  double d;
  if (w == 32) {
    uint32_t bits = (uint32_t)v;
    float f;
    memcpy(&f, &bits, 4);
    d = (double)f;
  } else {
    uint64_t bits = (uint64_t)v;
    memcpy(&d, &bits, 8);
  }
  char buf[64];
  for (int digits = 1; digits <= 17; digits++) { /* the shortest that reads back */
    snprintf(buf, sizeof buf, "%.*g", digits, d);
    double back = strtod(buf, NULL);
    if (w == 32 ? (float)back == (float)d : back == d) break;
  }
  if (!strpbrk(buf, ".einf")) strcat(buf, ".0");
  put(o, buf);
  if (w == 32 && !strpbrk(buf, "in")) put(o, "f");
}

static void show_float(out *o, term_node n, int outer) {
  static const char *const infix[] = {[T_FADD] = " + ", [T_FSUB] = " - ", [T_FMUL] = " * ", [T_FDIV] = " / ",
                                      [T_FEQ] = " == ", [T_FLT] = " < ",  [T_FLE] = " <= "};
  static const char *const round[] = {"rint", "round", "ceil", "floor", "trunc"};
  int prec = n.op == T_FADD || n.op == T_FSUB ? P_ADD : n.op == T_FEQ ? P_EQ : n.op <= T_FDIV ? P_MUL : P_REL;
  switch (n.op) {
  case T_FADD:
  case T_FSUB:
  case T_FMUL:
  case T_FDIV:
  case T_FEQ:
  case T_FLT:
  case T_FLE:
    open_paren(o, outer, prec);
    show_float_side(o, n.a, prec);
    put(o, infix[n.op]);
    show_float_side(o, n.b, prec + 1);
    close_paren(o, outer, prec);
    return;
  case T_FTOF:
  case T_FTOS:
  case T_FTOU:
  case T_STOF:
  case T_UTOF: {
    const char *type = n.op == T_FTOS   ? int_type(n.width, true)
                       : n.op == T_FTOU ? int_type(n.width, false)
                                        : float_type(n.width);
    open_paren(o, outer, P_UNARY);
    putf(o, "(%s)", type ? type : "int");
    show(o, n.a, P_UNARY);
    close_paren(o, outer, P_UNARY);
    return;
  }
  default: break;
  }
  const char *name = n.op == T_FREM    ? "fmod"
                     : n.op == T_FSQRT ? "sqrt"
                     : n.op == T_FFMA  ? "fma"
                     : n.op == T_FMIN  ? "fmin"
                     : n.op == T_FMAX  ? "fmax"
                     : n.op == T_FRINT ? round[n.aux < 5 ? n.aux : 0]
                                       : "isnan";
  put(o, name);
  put(o, "(");
  term args[3] = {n.a, n.b, n.c};
  for (unsigned i = 0; i < term_arity(n.op); i++) {
    if (i) put(o, ", ");
    show_float_side(o, args[i], P_COND);
  }
  put(o, ")");
}

static void show_not(out *o, term_node n, int outer) {
  term_node e = o->tc->node[n.a];
  if (n.width == 1 && (e.op == T_EQ || e.op == T_FEQ)) {
    if (e.op == T_FEQ) {
      open_paren(o, outer, P_EQ);
      show_float_side(o, e.a, P_EQ);
      put(o, " != ");
      show_float_side(o, e.b, P_REL);
      close_paren(o, outer, P_EQ);
    } else {
      show_infix(o, e, " != ", P_EQ, outer);
    }
    return;
  }
  open_paren(o, outer, P_UNARY);
  put(o, n.width == 1 ? "!" : "~");
  show(o, n.a, P_UNARY);
  close_paren(o, outer, P_UNARY);
}

static void show_leaf(out *o, term t, term_node n) {
  char name[512];
  switch (n.op) {
  case T_CONST: show_const_near(o, t, 0); break;
  case T_ATOM:
    atom_name(o, n.aux, name, sizeof name);
    put(o, name);
    break;
  default:
    if (o->names && o->names->addr)
      o->names->addr(o->names->self, n.aux, (int64_t)n.value, name, sizeof name);
    else if (n.value)
      snprintf(name, sizeof name, "&o%" PRIu32 "%+" PRId64, n.aux, (int64_t)n.value);
    else
      snprintf(name, sizeof name, "&o%" PRIu32, n.aux);
    put(o, name);
    break;
  }
}

/* That a pointer leads to the object which is named after it. */
static bool says_nothing(out *o, term t) {
  const term_node *eq = &o->tc->node[t];
  if (eq->op != T_EQ || !o->names || !o->names->atom || !o->names->addr) return false;
  const term_node *a = &o->tc->node[eq->a], *b = &o->tc->node[eq->b];
  if (a->op == T_ADDR) {
    const term_node *swap = a;
    a = b, b = swap;
  }
  if (a->op != T_ATOM || b->op != T_ADDR) return false;
  char pointer[512], object[512];
  atom_name(o, a->aux, pointer, sizeof pointer);
  o->names->addr(o->names->self, b->aux, (int64_t)b->value, object, sizeof object);
  return !strcmp(pointer, object);
}

static void show_op(out *o, term_node n, int outer) {
  switch (n.op) {
  case T_ADD: show_add(o, n, outer); break;
  case T_SUB: show_infix(o, n, " - ", P_ADD, outer); break;
  case T_MUL: show_infix(o, n, " * ", P_MUL, outer); break;
  case T_UDIV:
  case T_SDIV: show_infix(o, n, " / ", P_MUL, outer); break;
  case T_UREM:
  case T_SREM: show_infix(o, n, " % ", P_MUL, outer); break;
  case T_SHL: show_infix(o, n, " << ", P_SHIFT, outer); break;
  case T_LSHR:
  case T_ASHR: show_infix(o, n, " >> ", P_SHIFT, outer); break;
  case T_AND:
    if (n.width == 1 && (says_nothing(o, n.a) || says_nothing(o, n.b)))
      show(o, says_nothing(o, n.a) ? n.b : n.a, outer);
    else
      show_infix(o, n, n.width == 1 ? " && " : " & ", n.width == 1 ? P_LAND : P_AND, outer);
    break;
  case T_OR: show_infix(o, n, n.width == 1 ? " || " : " | ", n.width == 1 ? P_LOR : P_OR, outer); break;
  case T_XOR: show_infix(o, n, " ^ ", P_XOR, outer); break;
  case T_EQ: show_infix(o, n, " == ", P_EQ, outer); break;
  case T_ULT:
  case T_ULE:
  case T_SLT:
  case T_SLE: show_less(o, n, outer); break;
  case T_NOT: show_not(o, n, outer); break;
  case T_NEG:
    open_paren(o, outer, P_UNARY);
    put(o, "-");
    show(o, n.a, P_UNARY);
    close_paren(o, outer, P_UNARY);
    break;
  case T_ITE:
    open_paren(o, outer, P_COND);
    show(o, n.a, P_LOR);
    put(o, " ? ");
    show_beside(o, n.b, n.c, P_COND);
    put(o, " : ");
    show_beside(o, n.c, n.b, P_COND);
    close_paren(o, outer, P_COND);
    break;
  case T_ZEXT:
  case T_SEXT: show(o, n.a, outer); break;
  case T_EXTRACT: show_extract(o, n, outer); break;
  case T_CONCAT: show_concat(o, n, outer); break;
  case T_READ: show_read(o, n); break;
  case T_CALL: {
    uint32_t piece, nargs;
    const term *args;
    const char *name = term_call_info(o->tc, n.aux, &piece, &args, &nargs);
    show_list(o, name, args, nargs);
    if (piece) putf(o, ".%" PRIu32, piece);
    break;
  }
  default: show_float(o, n, outer); break;
  }
}

static void show(out *o, term t, int outer) {
  if (o->cut) return;
  term_node n = o->tc->node[t];
  if (n.op <= T_ADDR) {
    show_leaf(o, t, n);
    return;
  }
  uint32_t let = o->names && o->names->lets && t != o->names->defined ? term_lets_number(o->names->lets, t)
                                                                      : 0;
  if (let) {
    putf(o, "$%" PRIu32, let);
    return;
  }
  if (++o->depth > MAX_DEPTH)
    put(o, "…");
  else
    show_op(o, n, outer);
  o->depth--;
}

char *term_to_string(term_ctx *tc, term t, const term_names *names, size_t max) {
  out o = {.tc = tc, .names = names, .max = max};
  put(&o, "");
  show(&o, t, 0);
  o.buf[o.len] = 0;
  return o.buf;
}

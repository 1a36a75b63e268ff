/* The source text of an instruction. Debug information gives a line and a column: for a binary operator the operator
 * itself, for a member access the member, for an assignment the "=", for everything else the first token; for a branch
 * often only the keyword of its statement, so a decision is asked for where its condition was computed. From that token
 * the sub-expression is found by operator precedence over the tokens of the function, which needs no compiler: the text
 * is there as long as the file is. In a macro's expansion every position is that of the macro's name, and the text is
 * the invocation. */
#include "frontend/arena.h"
#include "frontend/iface.h"

#include <ctype.h>
#include <pthread.h>
#include <string.h>

/* ---- files, read when first asked for ---- */

typedef struct file_text {
  bool tried;
  char *text;
  size_t len;
  FE_VEC(uint32_t) lines; /* offset of each line */
} file_text;

struct fe_texts {
  pthread_mutex_t lock;
  uint32_t n;
  file_text *files;
};

fe_texts *fe_texts_new(uint32_t nfiles) {
  fe_texts *t = fe_xrealloc(NULL, sizeof *t);
  *t = (fe_texts){.n = nfiles, .files = fe_xrealloc(NULL, (nfiles + 1) * sizeof *t->files)};
  memset(t->files, 0, (nfiles + 1) * sizeof *t->files);
  pthread_mutex_init(&t->lock, NULL);
  return t;
}

void fe_texts_free(fe_texts *t) {
  if (!t) return;
  for (uint32_t i = 0; i < t->n; i++) {
    free(t->files[i].text);
    free(t->files[i].lines.p);
  }
  free(t->files);
  pthread_mutex_destroy(&t->lock);
  free(t);
}

static const file_text *file_of(const fe_program *p, uint32_t file) {
  if (!p->texts || file >= p->texts->n) return NULL;
  file_text *f = &p->texts->files[file];
  pthread_mutex_lock(&p->texts->lock);
  if (!f->tried) {
    f->tried = true;
    char *path = fe_path_join(p->files[file].dir ? p->files[file].dir : "", p->files[file].path);
    f->text = (char *)fe_read_file(path, &f->len);
    free(path);
    if (f->len >= UINT32_MAX) f->len = 0;
    for (uint32_t i = 0; f->text && i < f->len; i++)
      if (!i || f->text[i - 1] == '\n') FE_PUSH(f->lines, i);
  }
  pthread_mutex_unlock(&p->texts->lock);
  return f->text ? f : NULL;
}

/* ---- tokens ---- */

typedef enum token_kind { WORD, NUMBER, LITERAL, PUNCT } token_kind;
typedef struct token {
  uint32_t begin, end;
  uint8_t kind;
} token;

typedef struct tokens {
  const char *s;
  FE_VEC(token) v;
} tokens;

static bool is(const tokens *t, uint32_t i, const char *text) {
  if (i >= t->v.n) return false;
  size_t n = strlen(text);
  return t->v.p[i].end - t->v.p[i].begin == n && !memcmp(t->s + t->v.p[i].begin, text, n);
}

static bool is_any(const tokens *t, uint32_t i, const char *const *texts) {
  for (; *texts; texts++)
    if (is(t, i, *texts)) return true;
  return false;
}

static bool word_char(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80); }

/* The end of a blank, comment or directive that starts at i; i when none does. */
static uint32_t skip_blank(const char *s, uint32_t i, bool line_start) {
  if (s[i] == '\\' && (s[i + 1] == '\n' || s[i + 1] == '\r')) return i + 2;
  if (isspace((unsigned char)s[i])) return i + 1;
  if (s[i] == '/' && s[i + 1] == '*') {
    const char *e = strstr(s + i + 2, "*/");
    return e ? (uint32_t)(e - s) + 2 : (uint32_t)(i + strlen(s + i));
  }
  bool line = (s[i] == '/' && s[i + 1] == '/') || (s[i] == '#' && line_start);
  while (line && s[i] && s[i] != '\n') i += s[i] == '\\' && s[i + 1] ? 2 : 1;
  return i;
}

static uint32_t token_end(const char *s, uint32_t i, token_kind *kind) {
  uint32_t b = i;
  if (isdigit((unsigned char)s[i]) || (s[i] == '.' && isdigit((unsigned char)s[i + 1]))) {
    *kind = NUMBER;
    while (word_char(s[i]) || s[i] == '.' || ((s[i] == '+' || s[i] == '-') && strchr("eEpP", s[i - 1]))) i++;
    return i;
  }
  while (word_char(s[i])) i++;
  *kind = WORD;
  if (s[i] == '"' || s[i] == '\'') { /* with its L, u8 … */
    char quote = s[i++];
    *kind = LITERAL;
    while (s[i] && s[i] != quote && s[i] != '\n') i += s[i] == '\\' && s[i + 1] ? 2 : 1;
    return i + (s[i] == quote);
  }
  if (i > b) return i;
  *kind = PUNCT;
  static const char *const three[] = {"<<=", ">>=", "..."};
  static const char *const two[] = {"->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&",
                                    "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
  for (size_t k = 0; k < sizeof three / sizeof *three; k++)
    if (!strncmp(s + i, three[k], 3)) return i + 3;
  for (size_t k = 0; k < sizeof two / sizeof *two; k++)
    if (!strncmp(s + i, two[k], 2)) return i + 2;
  return i + 1;
}

/* A keyword with a condition in parentheses, or the end of a do loop's body. */
static bool is_loop_or_switch(const tokens *t, uint32_t i) {
  return is_any(t, i, (const char *const[]){"while", "for", "switch", "if", NULL}) ||
         (is(t, i, "}") && is(t, i + 1, "while"));
}

/* Tokens from byte from until the statement that holds byte pivot is surely over. Returns the index of the token at
 * pivot, FE_NONE when no token starts there. */
static uint32_t tokenize(tokens *t, uint32_t from, uint32_t pivot) {
  uint32_t at = FE_NONE, i = from;
  bool line_start = true;
  int depth = 0;
  while (t->s[i]) {
    uint32_t next = skip_blank(t->s, i, line_start);
    if (next > i) {
      if (t->s[i] == '\n' || t->s[next - 1] == '\n') line_start = true;
      i = next;
      continue;
    }
    line_start = false;
    token_kind kind;
    token tok = {.begin = i, .end = token_end(t->s, i, &kind)};
    tok.kind = (uint8_t)kind;
    if (i == pivot) at = t->v.n;
    if (i > pivot && at == FE_NONE) break;
    FE_PUSH(t->v, tok);
    if (at != FE_NONE) {
      char c = t->s[i];
      bool first = at + 1 == t->v.n, opens = c == '(' || c == '[' || c == '{',
           closes = c == ')' || c == ']' || c == '}';
      depth += kind != PUNCT ? 0 : opens ? 1 : closes && !first ? -1 : 0;
      bool controls = is_loop_or_switch(t, at) && c == ')' && !depth;
      if (depth < 0 || controls || (c == ';' && depth <= 0) || t->v.n - at > 20000) break;
    }
    i = tok.end;
  }
  return at;
}

/* The partner of a bracket, forwards or backwards; FE_NONE when it is not among the tokens. */
static uint32_t match(const tokens *t, uint32_t i, int step) {
  int depth = 0;
  for (; i < t->v.n; i += (uint32_t)step) {
    if (is_any(t, i, (const char *const[]){"(", "[", "{", NULL})) depth++;
    if (is_any(t, i, (const char *const[]){")", "]", "}", NULL})) depth--;
    if (!depth) return i;
  }
  return FE_NONE;
}

/* ---- expressions ---- */

static bool is_statement_word(const tokens *t, uint32_t i) {
  return is_any(t, i,
                (const char *const[]){"if", "while", "for", "switch", "return", "case", "else", "do", "goto",
                                      "default", NULL});
}

/* Can the token end an operand, so that an operator after it is binary? */
static bool ends_operand(const tokens *t, uint32_t i) {
  if (i >= t->v.n) return false;
  if (t->v.p[i].kind == WORD) return !is_statement_word(t, i) && !is(t, i, "sizeof");
  if (t->v.p[i].kind != PUNCT) return true;
  if (is(t, i, ")") || is(t, i, "]")) return true;
  return (is(t, i, "++") || is(t, i, "--")) && i && ends_operand(t, i - 1);
}

/* 0 when the token is no binary operator; else 1 for the comma up to 13 for "*". */
static int precedence(const tokens *t, uint32_t i) {
  static const char *const levels[][12] = {
      {","},           {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="},
      {"?", ":"},      {"||"},
      {"&&"},          {"|"},
      {"^"},           {"&"},
      {"==", "!="},    {"<", ">", "<=", ">="},
      {"<<", ">>"},    {"+", "-"},
      {"*", "/", "%"},
  };
  enum { CONDITIONAL = 3 };
  if (i >= t->v.n || t->v.p[i].kind != PUNCT) return 0;
  for (int l = 0; l < (int)(sizeof levels / sizeof *levels); l++)
    for (int k = 0; k < 12 && levels[l][k]; k++)
      if (is(t, i, levels[l][k])) return l + 1 <= CONDITIONAL || (i && ends_operand(t, i - 1)) ? l + 1 : 0;
  return 0;
}

/* First token of the postfix expression whose last token is i. */
static uint32_t chain_begin(const tokens *t, uint32_t i) {
  for (;;) {
    if (is(t, i, ")") || is(t, i, "]")) {
      uint32_t open = match(t, i, -1);
      if (open == FE_NONE) return i;
      bool more = open && ends_operand(t, open - 1) && !is(t, open - 1, "++") && !is(t, open - 1, "--");
      if (!more) return open;
      i = open - 1;
    } else if ((is(t, i, "++") || is(t, i, "--")) && i && ends_operand(t, i - 1)) {
      i--;
    } else if (i >= 2 && (is(t, i - 1, ".") || is(t, i - 1, "->"))) {
      i -= 2;
    } else {
      return i;
    }
  }
}

/* Last token of the postfix operators after token i; with stop_at_call, of the first call among them. */
static uint32_t chain_end(const tokens *t, uint32_t i, bool stop_at_call) {
  for (;;) {
    if (is(t, i + 1, "(") || is(t, i + 1, "[")) {
      bool call = is(t, i + 1, "(");
      uint32_t close = match(t, i + 1, 1);
      if (close == FE_NONE) return i;
      i = close;
      if (call && stop_at_call) return i;
    } else if (is(t, i + 1, ".") || is(t, i + 1, "->")) {
      i += 2;
    } else if (is(t, i + 1, "++") || is(t, i + 1, "--")) {
      i++;
    } else {
      return i < t->v.n ? i : t->v.n - 1;
    }
  }
}

/* Last token of the unary expression that starts at i. */
static uint32_t unary_end(const tokens *t, uint32_t i, bool stop_at_call) {
  while (is_any(t, i, (const char *const[]){"!", "~", "-", "+", "*", "&", "++", "--", "sizeof", NULL}) &&
         i + 1 < t->v.n)
    i++;
  if (is(t, i, "(")) {
    uint32_t close = match(t, i, 1);
    if (close == FE_NONE) return i;
    bool cast = close + 1 < t->v.n && t->v.p[close + 1].kind != PUNCT;
    return cast ? unary_end(t, close + 1, stop_at_call) : chain_end(t, close, stop_at_call);
  }
  while (i + 1 < t->v.n && t->v.p[i].kind == LITERAL && t->v.p[i + 1].kind == LITERAL) i++;
  return chain_end(t, i, stop_at_call);
}

/* First token of the left operand of an operator of this precedence at i. */
static uint32_t left_begin(const tokens *t, uint32_t i, int level) {
  uint32_t begin = i;
  while (begin) {
    uint32_t k = begin - 1;
    if (is_any(t, k, (const char *const[]){"(", "[", "{", "}", ";", NULL}) || is_statement_word(t, k)) break;
    int other = precedence(t, k);
    if (other && (other < level || (other == level && level <= 3))) break;
    if (is(t, k, ")") || is(t, k, "]")) {
      uint32_t open = match(t, k, -1);
      if (open == FE_NONE || (open && is_statement_word(t, open - 1))) break; /* "if (x) a < b" */
      k = open;
    }
    begin = k;
  }
  return begin;
}

/* Last token of the right operand. */
static uint32_t right_end(const tokens *t, uint32_t i, int level) {
  uint32_t end = i, questions = level == 3;
  while (end + 1 < t->v.n) {
    uint32_t k = end + 1;
    if (is_any(t, k, (const char *const[]){")", "]", "}", ";", NULL})) break;
    int other = precedence(t, k);
    if (is(t, k, "?") && level <= 3) questions++;
    if (is(t, k, ":") && questions)
      questions--;
    else if (other && (other < level || (other == level && level > 3) || is(t, k, ":")))
      break;
    if (is(t, k, "{") && !is(t, end, ")")) break; /* "{" only as a compound literal */
    if (is(t, k, "(") || is(t, k, "[") || is(t, k, "{")) {
      uint32_t close = match(t, k, 1);
      if (close == FE_NONE) break;
      k = close;
    }
    end = k;
  }
  return end;
}

typedef struct span {
  uint32_t first, last; /* tokens; first > last: nothing */
} span;
static const span nothing = {1, 0};

/* What stands between the parentheses after a keyword; of a "for" the middle part. */
static span controlled(const tokens *t, uint32_t i) {
  bool is_for = is(t, i, "for");
  if (is(t, i, "}")) i++; /* "} while (…)": the back edge of a do loop */
  if (!is(t, i + 1, "(")) return nothing;
  uint32_t close = match(t, i + 1, 1);
  if (close == FE_NONE || close == i + 2) return nothing;
  if (!is_for) return (span){i + 2, close - 1};
  span part = {i + 2, close - 1};
  int found = 0;
  for (uint32_t k = i + 2; k < close; k++) {
    if (is(t, k, "(") || is(t, k, "[") || is(t, k, "{")) {
      uint32_t m = match(t, k, 1);
      if (m == FE_NONE) return nothing;
      k = m;
    } else if (is(t, k, ";")) {
      if (found++) {
        part.last = k - 1;
        return part;
      }
      part.first = k + 1;
    }
  }
  return nothing;
}

/* The expression whose position is token i. */
static span expression(const tokens *t, uint32_t i, bool call) {
  if (is_loop_or_switch(t, i)) return controlled(t, i);
  int level = call ? 0 : precedence(t, i);
  if (level) return (span){left_begin(t, i, level), right_end(t, i, level)};
  bool postfix = (is(t, i, "++") || is(t, i, "--")) && i && ends_operand(t, i - 1);
  if (postfix) return (span){chain_begin(t, i), i};
  bool member = i >= 2 && (is(t, i - 1, ".") || is(t, i - 1, "->"));
  uint32_t begin = member ? chain_begin(t, i) : i;
  return (span){begin, unary_end(t, i, call)};
}

/* A branch whose condition was computed nowhere in particular: at "&&" and "||" it tests the left operand. */
static span branch(const tokens *t, uint32_t i) {
  int level = precedence(t, i);
  if (is(t, i, "&&") || is(t, i, "||")) return (span){left_begin(t, i, level), i - 1};
  if (is_loop_or_switch(t, i)) return controlled(t, i);
  return (span){i, right_end(t, unary_end(t, i, false), 1)};
}

/* ---- instructions ---- */

static size_t put_span(const tokens *t, span s, char *buf, size_t cap) {
  size_t n = 0;
  if (s.first > s.last || s.last >= t->v.n) return 0;
  for (uint32_t k = s.first; k <= s.last; k++) {
    bool gap = k > s.first && t->v.p[k].begin > t->v.p[k - 1].end;
    if (gap && n + 1 < cap) buf[n++] = ' ';
    for (uint32_t i = t->v.p[k].begin; i < t->v.p[k].end && n + 1 < cap; i++) buf[n++] = t->s[i];
  }
  return n;
}

typedef enum role { VALUE, CALL, BRANCH } role;

static size_t text_at(const fe_program *p, const fe_func *f, uint32_t loc, role as, char *buf, size_t cap) {
  if (loc == FE_NONE || loc >= f->nlocs) return 0;
  fe_loc l = f->locs[loc];
  const file_text *file = file_of(p, l.file);
  if (!file || !l.line || !l.col || l.line > file->lines.n) return 0;
  uint32_t pivot = file->lines.p[l.line - 1] + l.col - 1;
  if (pivot >= file->len) return 0;
  uint32_t start = f->iface && l.file == f->file ? f->iface->begin_line : f->line;
  if (l.file != f->file || start > l.line || !start) start = 1;
  tokens t = {.s = file->text};
  uint32_t at = tokenize(&t, file->lines.p[start - 1], pivot);
  size_t n = at == FE_NONE
                 ? 0
                 : put_span(&t, as == BRANCH ? branch(&t, at) : expression(&t, at, as == CALL), buf, cap);
  free(t.v.p);
  return n;
}

/* The instruction that computes register r; NULL for parameters, constants and what edges move. */
static const fe_insn *definition(const fe_func *f, fe_reg r, const fe_insn *use) {
  const fe_insn *found = NULL;
  for (const fe_insn *i = use; i >= f->insns && !found; i--)
    if (i->dst == r) found = i;
  for (uint32_t i = 0; i < f->ninsns && !found; i++)
    if (f->insns[i].dst == r) found = &f->insns[i];
  return found;
}

size_t fe_source_text(const fe_program *p, const fe_func *f, const fe_insn *in, char *buf, size_t cap) {
  size_t n = 0;
  if (!cap) return 0;
  if (in->op == FE_CBR) {
    const fe_insn *d = definition(f, in->a, in);
    if (d) n = text_at(p, f, d->loc, VALUE, buf, cap);
    if (!n) n = text_at(p, f, in->loc, BRANCH, buf, cap);
  } else if (in->op == FE_SWITCH || in->op == FE_IBR) {
    n = text_at(p, f, in->loc, BRANCH, buf, cap);
  } else {
    n = text_at(p, f, in->loc, in->op == FE_CALL ? CALL : VALUE, buf, cap);
  }
  buf[n] = 0;
  return n;
}

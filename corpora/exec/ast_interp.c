// A tree-walking interpreter: tokens, a parser building nodes on the heap, variables, while and if.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum kind { NUM, VAR, BIN, SET, SEQ, LOOP };
struct ast {
  enum kind kind;
  int val;
  struct ast *a, *b;
};

static const char *in;

static struct ast *node(enum kind k, int v, struct ast *a, struct ast *b) {
  struct ast *n = malloc(sizeof *n);
  if (n == NULL)
    exit(1);
  return *n = (struct ast){k, v, a, b}, n;
}

static int skip(void) {
  while (*in == ' ')
    in++;
  return *in;
}

static struct ast *expr(int level) {
  static const char *const ops[] = {"<>=", "+-", "*/%"};
  if (level == 3) {
    int c = skip();
    if (c == '(') {
      in++;
      struct ast *e = expr(0);
      skip();
      in++;
      return e;
    }
    if (isalpha(c))
      return node(VAR, *in++ - 'a', NULL, NULL);
    return node(NUM, (int)strtol(in, (char **)&in, 10), NULL, NULL);
  }
  struct ast *l = expr(level + 1);
  for (;;) {
    int c = skip(), hit = 0;
    for (const char *o = ops[level]; *o; o++)
      hit |= *o == c;
    if (!hit)
      return l;
    in++;
    l = node(BIN, c, l, expr(level + 1));
  }
}

// stmt: v:expr | w expr stmt | { stmt... }
static struct ast *stmt(void) {
  int c = skip();
  if (c == '{') {
    in++;
    struct ast *s = NULL;
    while (skip() != '}')
      s = node(SEQ, 0, s, stmt());
    in++;
    return s;
  }
  if (c == '@') {
    in++;
    struct ast *e = expr(0);
    return node(LOOP, 0, e, stmt());
  }
  int v = *in++ - 'a';
  skip();
  in++;
  struct ast *e = expr(0);
  skip();
  in++;
  return node(SET, v, e, NULL);
}

static int vars[26];

static int eval(const struct ast *n) {
  if (n == NULL)
    return 0;
  switch (n->kind) {
  case NUM: return n->val;
  case VAR: return vars[n->val];
  case SET: return vars[n->val] = eval(n->a);
  case SEQ: eval(n->a); return eval(n->b);
  case LOOP: while (eval(n->a)) eval(n->b); return 0;
  case BIN: break;
  }
  int a = eval(n->a), b = eval(n->b);
  switch (n->val) {
  case '+': return a + b;
  case '-': return a - b;
  case '*': return a * b;
  case '/': return a / b;
  case '%': return a % b;
  case '<': return a < b;
  case '>': return a > b;
  default: return a == b;
  }
}

static void release(struct ast *n) {
  if (n) {
    release(n->a);
    release(n->b);
    free(n);
  }
}

static void run(const char *s) {
  in = s;
  struct ast *p = stmt();
  eval(p);
  release(p);
  printf("%d %d %d\n", vars[0], vars[1], vars[2]);
}

int main(void) {
  run("{a:10; b:1; @ a > 0 { b: b * a; a: a - 1; } }");
  run("{a:1071; b:462; @ b > 0 { c: a % b; a: b; b: c; } }");
  run("{a:0; b:2; @ b < 100 { c:2; @ (c * c < b + 1) * (b % c > 0) c: c + 1; a: a + (c * c > b); b: b + 1; } }");
  return 0;
}

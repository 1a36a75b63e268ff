/* The machine as other parts use it: calls with given arguments, input objects, hooks, limits, reset. What programs
 * compute and which errors they meet is tested by tests/diff and tests/scenarios/exec. */
#include "explorer/machine.h"
#include "tests/frontend/snippet.h"

void setUp(void) {}
void tearDown(void) {}

static uint32_t index_of(const fe_program *p, const char *name) {
  uint32_t i;
  TEST_ASSERT_EQUAL_UINT(1, fe_find_func(p, name, &i, 1));
  return i;
}

static fe_val num(uint64_t v) { return (fe_val){.lo = v}; }

static const fe_insn *nth(const fe_func *f, fe_op op, uint32_t k) {
  for (uint32_t i = 0; i < f->ninsns; i++) {
    if (f->insns[i].op == op && k-- == 0) return &f->insns[i];
  }
  TEST_FAIL_MESSAGE("no such instruction");
  return NULL;
}

static void calls_return_scalars(void) {
  snippet s = snippet_load("long add(long a, int b) { return a + b; }\n"
                           "double half(double x) { return x / 2; }\n"
                           "__int128 big(__int128 x) { return x * 3; }\n"
                           "long double ld(long double x) { return x + 1; }\n"
                           "struct p { long a, b; };\n"
                           "struct p pair(long x) { struct p r = {x, -x}; return r; }\n"
                           "void nothing(void) {}\n");
  exm_machine *m = exm_new(s.p, &(exm_options){0});
  const exm_outcome *o = exm_call(m, index_of(s.p, "add"), (fe_val[]){num((uint64_t)-5), num(3)}, 2);
  TEST_ASSERT_EQUAL_INT(EXM_RETURNED, o->stop);
  TEST_ASSERT_EQUAL_UINT32(1, o->nret);
  TEST_ASSERT_EQUAL_INT64(-2, (int64_t)o->ret[0].lo);
  TEST_ASSERT_TRUE(o->steps > 0);
  o = exm_call(m, index_of(s.p, "half"), (fe_val[]){{.d = 5}}, 1);
  TEST_ASSERT_TRUE(o->ret[0].d == 2.5);
  __int128 x = -((__int128)1 << 100);
  o = exm_call(m, index_of(s.p, "big"), (fe_val[]){num((uint64_t)x), num((uint64_t)(x >> 64))}, 2);
  TEST_ASSERT_EQUAL_UINT32(2, o->nret); /* __int128 travels as two registers */
  TEST_ASSERT_TRUE((__int128)((unsigned __int128)o->ret[1].lo << 64 | o->ret[0].lo) == x * 3);
  o = exm_call(m, index_of(s.p, "ld"), (fe_val[]){{.ld = 0.25L}}, 1);
  TEST_ASSERT_TRUE(o->ret[0].ld == 1.25L);
  o = exm_call(m, index_of(s.p, "pair"), (fe_val[]){num(7)}, 1);
  TEST_ASSERT_EQUAL_UINT32(2, o->nret);
  TEST_ASSERT_EQUAL_INT64(-7, (int64_t)o->ret[1].lo);
  o = exm_call(m, index_of(s.p, "nothing"), NULL, 0);
  TEST_ASSERT_EQUAL_INT(EXM_RETURNED, o->stop);
  TEST_ASSERT_EQUAL_UINT32(0, o->nret);
  exm_free(m);
  snippet_free(&s);
}

/* A witness: a list of two nodes laid out by the caller, a global, and what the call left in memory. */
static void input_objects_are_laid_out_by_the_caller(void) {
  snippet s = snippet_load(
      "struct node { int v; struct node *next; };\n"
      "int total;\n"
      "int sum(struct node *n) { total = 0; for (; n; n = n->next) { total += n->v; n->v = 0; }"
      " return total; }\n");
  exm_machine *m = exm_new(s.p, &(exm_options){0});
  struct {
    int32_t v, pad;
    exm_addr next;
  } node = {.v = 32};
  exm_addr second = exm_alloc(m, EXM_INPUT, sizeof node, &node);
  node.v = 10;
  node.next = second;
  exm_addr first = exm_alloc(m, EXM_INPUT, sizeof node, &node);
  const exm_outcome *o = exm_call(m, index_of(s.p, "sum"), (fe_val[]){num(first)}, 1);
  TEST_ASSERT_EQUAL_INT(EXM_RETURNED, o->stop);
  TEST_ASSERT_EQUAL_UINT64(42, o->ret[0].lo);
  int32_t v = -1;
  TEST_ASSERT_TRUE(exm_peek(m, second, &v, 4));
  TEST_ASSERT_EQUAL_INT32(0, v);
  TEST_ASSERT_TRUE(exm_peek(m, exm_global_addr(m, fe_find_global(s.p, "total")), &v, 4));
  TEST_ASSERT_EQUAL_INT32(42, v);
  exm_object obj;
  TEST_ASSERT_TRUE(exm_object_at(m, second + 4, &obj));
  TEST_ASSERT_EQUAL_UINT64(second, obj.base);
  TEST_ASSERT_EQUAL_UINT64(16, obj.size);
  TEST_ASSERT_EQUAL_INT(EXM_INPUT, obj.kind);
  TEST_ASSERT_FALSE(exm_peek(m, second + 14, &v, 4));
  TEST_ASSERT_FALSE(exm_object_at(m, 0, &obj));

  exm_addr small = exm_alloc(m, EXM_INPUT, 2, "ab"); /* too small for a node */
  o = exm_call(m, index_of(s.p, "sum"), (fe_val[]){num(small)}, 1);
  TEST_ASSERT_EQUAL_INT(EXM_ERROR, o->stop);
  TEST_ASSERT_EQUAL_INT(EXM_E_BOUNDS, o->error);
  TEST_ASSERT_EQUAL_UINT32(1, o->nstack);
  fe_loc loc;
  TEST_ASSERT_TRUE(exm_site_loc(s.p, o->stack[0], &loc));
  TEST_ASSERT_EQUAL_UINT32(3, loc.line);

  TEST_ASSERT_TRUE(exm_forget(m, first, 4)); /* its first field is now unknown: only sums, no decision */
  o = exm_call(m, index_of(s.p, "sum"), (fe_val[]){num(first)}, 1);
  TEST_ASSERT_EQUAL_INT(EXM_RETURNED, o->stop);
  TEST_ASSERT_TRUE(exm_forget(m, first + 8, 8)); /* the link decides */
  o = exm_call(m, index_of(s.p, "sum"), (fe_val[]){num(first)}, 1);
  TEST_ASSERT_EQUAL_INT(EXM_E_UNINIT, o->error);
  exm_free(m);
  snippet_free(&s);
}

typedef struct seen {
  uint32_t n;
  exm_site site[16];
  uint32_t edge[16], depth[16];
} seen;
static void note_decision(void *self, exm_site site, uint32_t edge, uint32_t depth) {
  seen *d = self;
  if (d->n < 16) d->site[d->n] = site, d->edge[d->n] = edge, d->depth[d->n] = depth;
  d->n++;
}

static void decisions_are_observed_with_their_edge(void) {
  snippet s = snippet_load("int helper(int x) { return x > 5 ? 1 : 0; }\n"
                           "int f(int n) { int r = 0; for (int i = 0; i < n; i++) r += helper(i * 4);"
                           " switch (r) { case 1: return 10; default: return n > 0 ? f(n - 1) : 20; } }\n");
  const fe_program *p = s.p;
  uint32_t f = index_of(p, "f");
  exm_machine *m = exm_new(p, &(exm_options){0});
  seen d = {0};
  exm_observe(m, f, note_decision, &d);
  const exm_outcome *o = exm_call(m, f, (fe_val[]){num(2)}, 1);
  TEST_ASSERT_EQUAL_UINT64(20, o->ret[0].lo);
  /* f(2): i<2 twice true, then false, switch default, n>0; f(1): true, false, default, n>0; f(0): false, default, n>0 */
  TEST_ASSERT_EQUAL_UINT32(12, d.n);
  for (uint32_t i = 0; i < d.n; i++) {
    TEST_ASSERT_EQUAL_UINT32(f, d.site[i].func);
    const fe_insn *in = &p->funcs[f].insns[d.site[i].insn];
    TEST_ASSERT_TRUE(fe_is_decision(&p->funcs[f], in));
    uint32_t edge0 = in->op == FE_SWITCH ? p->funcs[f].switches[in->aux].edge0 : in->aux;
    TEST_ASSERT_TRUE(d.edge[i] == edge0 || d.edge[i] == edge0 + 1);
  }
  TEST_ASSERT_EQUAL_UINT32(1, d.depth[0]);
  TEST_ASSERT_EQUAL_UINT32(3, d.depth[11]);
  TEST_ASSERT_EQUAL_UINT32(d.edge[0], d.edge[1]);
  TEST_ASSERT_NOT_EQUAL(d.edge[1], d.edge[2]);
  exm_observe(m, f, NULL, NULL);
  d.n = 0;
  exm_call(m, f, (fe_val[]){num(2)}, 1);
  TEST_ASSERT_EQUAL_UINT32(0, d.n);
  exm_free(m);
  snippet_free(&s);
}

typedef struct answers {
  int next;
  char log[64];
} answers;
static exm_hook_result answer(void *self, exm_hook_call *c) {
  answers *a = self;
  const char *name = exm_program(c->m)->funcs[c->func].name;
  strncat(a->log, name, sizeof a->log - strlen(a->log) - 1);
  if (!strcmp(name, "read_sensor")) {
    c->res[0].lo = (uint64_t)(10 * ++a->next);
    return EXM_HOOK_DONE;
  }
  if (!strcmp(name, "fill")) { /* writes through its argument */
    int32_t v = 7;
    return exm_poke(c->m, c->args[0].lo, &v, 4) ? EXM_HOOK_DONE : EXM_HOOK_PASS;
  }
  if (!strcmp(name, "refuse")) {
    exm_fail(c->m, EXM_E_ASSERT, "refused with %d", (int)c->args[0].lo);
    return EXM_HOOK_STOP;
  }
  return EXM_HOOK_PASS;
}
static fe_val pick(void *self, exm_site site, fe_ty ty) {
  (void)self, (void)site;
  return num(ty.bits == 32 ? 0x1234567890u : 1); /* cut to the type by the machine */
}

static void stubs_answer_for_functions_without_body(void) {
  snippet s = snippet_load(
      "int read_sensor(void); void fill(int *); void refuse(int); unsigned long strlen(const char *);\n"
      "const char *word = \"ab\";\n"
      "int f(void) { int x; fill(&x); return read_sensor() + read_sensor() + x + (int)strlen(word); }\n"
      "int g(void) { refuse(3); return 0; }\n"
      "unsigned h(int c) { unsigned x; if (c) x = 1; return x; }\n");
  answers a = {0};
  exm_machine *m = exm_new(s.p, &(exm_options){.hooks = {.self = &a, .stub = answer, .nondet = pick}});
  const exm_outcome *o = exm_call(m, index_of(s.p, "f"), NULL, 0);
  TEST_ASSERT_EQUAL_INT(EXM_RETURNED, o->stop);
  TEST_ASSERT_EQUAL_UINT64(10 + 20 + 7 + 2, o->ret[0].lo);
  TEST_ASSERT_EQUAL_STRING("fillread_sensorread_sensorstrlen", a.log);
  o = exm_call(m, index_of(s.p, "g"), NULL, 0);
  TEST_ASSERT_EQUAL_INT(EXM_ERROR, o->stop);
  TEST_ASSERT_EQUAL_STRING("refused with 3", o->message);
  o = exm_call(m, index_of(s.p, "h"), (fe_val[]){num(1)}, 1);
  TEST_ASSERT_EQUAL_UINT64(1, o->ret[0].lo);
  exm_free(m);
  m = exm_new(s.p, &(exm_options){.no_libc = true});
  o = exm_call(m, index_of(s.p, "f"), NULL, 0);
  TEST_ASSERT_EQUAL_INT(EXM_E_NO_BODY, o->error);
  exm_free(m);
  snippet_free(&s);
}

typedef struct change {
  int mode; /* 0 observe, 1 change the argument, 2 answer, 3 change result and memory afterwards */
  int before, after;
  uint64_t arg, res;
  exm_addr at;
} change;
static exm_hook_result before(void *self, exm_hook_call *c) {
  change *h = self;
  h->before++;
  h->arg = c->args[0].lo;
  if (h->mode == 1) c->args[0].lo = 100;
  if (h->mode != 2) return EXM_HOOK_PASS;
  c->res[0].lo = 5000;
  return EXM_HOOK_DONE;
}
static exm_hook_result after(void *self, exm_hook_call *c) {
  change *h = self;
  h->after++;
  h->res = c->res[0].lo;
  if (h->mode == 3) {
    int32_t v = 900;
    c->res[0].lo = 800;
    exm_poke(c->m, h->at, &v, 4);
  }
  return EXM_HOOK_PASS;
}

static void a_call_can_be_changed_before_and_after(void) {
  snippet s = snippet_load(
      "int side;\n"
      "int callee(int x) { side = x; return x + 1; }\n"
      "int f(int x) { int a = callee(x); int b = callee(a); return a * 10000 + b + side; }\n");
  uint32_t f = index_of(s.p, "f");
  const fe_func *func = &s.p->funcs[f];
  exm_machine *m = exm_new(s.p, &(exm_options){0});
  change h = {.at = exm_global_addr(m, fe_find_global(s.p, "side"))};
  exm_site site = {f, (uint32_t)(nth(func, FE_CALL, 1) - func->insns)};
  exm_hook_call_site(m, site, &(exm_call_hook){&h, before, after});
  const uint64_t expect[] = {20000 + 3 + 2, 20000 + 101 + 100, 20000 + 5000 + 1, 20000 + 800 + 900};
  for (h.mode = 0; h.mode < 4; h.mode++) {
    const exm_outcome *o = exm_call(m, f, (fe_val[]){num(1)}, 1);
    TEST_ASSERT_EQUAL_UINT64(expect[h.mode], o->ret[0].lo);
    TEST_ASSERT_EQUAL_UINT64(2, h.arg);
  }
  TEST_ASSERT_EQUAL_INT(4, h.before);
  TEST_ASSERT_EQUAL_INT(3, h.after);
  exm_hook_call_site(m, site, NULL);
  const exm_outcome *o = exm_call(m, f, (fe_val[]){num(1)}, 1);
  TEST_ASSERT_EQUAL_UINT64(expect[0], o->ret[0].lo);
  TEST_ASSERT_EQUAL_INT(4, h.before);
  exm_free(m);
  snippet_free(&s);
}

static void steps_are_limited_and_repeatable(void) {
  snippet s = snippet_load(
      "int loop(unsigned n) { int r = 0; for (unsigned i = 0; i < n; i++) r ^= (int)i; return r; }\n"
      "int spin(void) { for (;;) {} }\n"
      "int deep(int n) { return n ? deep(n - 1) + 1 : 0; }\n");
  exm_machine *m = exm_new(s.p, &(exm_options){.max_steps = 100000, .max_depth = 500});
  uint32_t loop = index_of(s.p, "loop");
  uint64_t few = exm_call(m, loop, (fe_val[]){num(10)}, 1)->steps;
  uint64_t more = exm_call(m, loop, (fe_val[]){num(1000)}, 1)->steps;
  TEST_ASSERT_EQUAL_UINT64(few, exm_call(m, loop, (fe_val[]){num(10)}, 1)->steps);
  TEST_ASSERT_TRUE(more > 1000 && more < 100000 && few < more);
  const exm_outcome *o = exm_call(m, loop, (fe_val[]){num(1000000)}, 1);
  TEST_ASSERT_EQUAL_INT(EXM_STEPS, o->stop);
  TEST_ASSERT_EQUAL_INT(EXM_STEPS, exm_call(m, index_of(s.p, "spin"), NULL, 0)->stop);
  uint32_t deep = index_of(s.p, "deep");
  TEST_ASSERT_EQUAL_UINT64(400, exm_call(m, deep, (fe_val[]){num(400)}, 1)->ret[0].lo);
  o = exm_call(m, deep, (fe_val[]){num(600)}, 1);
  TEST_ASSERT_EQUAL_INT(EXM_E_STACK, o->error);
  TEST_ASSERT_EQUAL_UINT32(EXM_MAX_STACK, o->nstack);
  TEST_ASSERT_TRUE(o->depth > EXM_MAX_STACK && o->depth <= 501);
  exm_free(m);
  snippet_free(&s);
}

static void reset_gives_back_the_first_state(void) {
  snippet s = snippet_load("#include <stdlib.h>\n"
                           "int counter = 3; static int *list[4] = {&counter};\n"
                           "int bump(void) { list[1] = malloc(8); return ++*list[0] + rand(); }\n"
                           "long where(void) { return (long)malloc(4); }\n");
  exm_machine *m = exm_new(s.p, &(exm_options){0});
  uint32_t bump = index_of(s.p, "bump"), where = index_of(s.p, "where");
  uint64_t first = exm_call(m, bump, NULL, 0)->ret[0].lo, place = exm_call(m, where, NULL, 0)->ret[0].lo;
  TEST_ASSERT_NOT_EQUAL(first, exm_call(m, bump, NULL, 0)->ret[0].lo);
  TEST_ASSERT_EQUAL_UINT(3, exm_heap_objects(m, NULL, 0));
  exm_reset(m);
  TEST_ASSERT_EQUAL_UINT(0, exm_heap_objects(m, NULL, 0));
  TEST_ASSERT_EQUAL_UINT64(first, exm_call(m, bump, NULL, 0)->ret[0].lo);
  TEST_ASSERT_EQUAL_UINT64(place, exm_call(m, where, NULL, 0)->ret[0].lo);
  exm_free(m);
  snippet_free(&s);
}

static void extern_variables_can_be_defined(void) {
  snippet s = snippet_load(
      "extern int elsewhere; int get(void) { return elsewhere; }\n"
      "int apply(int (*f)(int), int x) { return f(x); } int twice(int x) { return 2 * x; }\n");
  exm_machine *m = exm_new(s.p, &(exm_options){0});
  TEST_ASSERT_EQUAL_INT(EXM_E_NO_BODY, exm_call(m, index_of(s.p, "get"), NULL, 0)->error);
  int32_t v = 77;
  exm_define_global(m, fe_find_global(s.p, "elsewhere"), 4, &v);
  TEST_ASSERT_EQUAL_UINT64(77, exm_call(m, index_of(s.p, "get"), NULL, 0)->ret[0].lo);
  exm_addr twice = exm_func_addr(m, index_of(s.p, "twice"));
  TEST_ASSERT_EQUAL_UINT32(index_of(s.p, "twice"), exm_addr_func(m, twice));
  const exm_outcome *o = exm_call(m, index_of(s.p, "apply"), (fe_val[]){num(twice), num(21)}, 2);
  TEST_ASSERT_EQUAL_UINT64(42, o->ret[0].lo);
  exm_free(m);
  snippet_free(&s);
}

static void output_goes_where_it_is_told(void) {
  snippet s = snippet_load(
      "#include <stdio.h>\n"
      "int main(int argc, char **argv) { char line[20]; int n;\n"
      "  if (!fgets(line, sizeof line, stdin) || scanf(\"%d\", &n) != 1) return 1;\n"
      "  printf(\"%d %s %s%d\\n\", argc, argv[1], line, n * 2); fprintf(stderr, \"e\");\n"
      "  return 300; }\n");
  char *text = NULL, *errors = NULL;
  size_t n = 0, ne = 0;
  char input[] = "first line\n 21 rest";
  FILE *in = fmemopen(input, strlen(input), "r"), *out = open_memstream(&text, &n),
       *err = open_memstream(&errors, &ne);
  exm_machine *m = exm_new(s.p, &(exm_options){.in = in, .out = out, .err = err});
  char *argv[] = {(char *)"prog", (char *)"arg", NULL};
  const exm_outcome *o = exm_run_main(m, index_of(s.p, "main"), 2, argv);
  TEST_ASSERT_EQUAL_INT(EXM_EXITED, o->stop);
  TEST_ASSERT_EQUAL_INT(300 & 255, o->exit_code);
  TEST_ASSERT_EQUAL_STRING("2 arg first line\n42\n", text);
  TEST_ASSERT_EQUAL_STRING("e", errors);
  exm_free(m);
  fclose(in);
  fclose(out);
  fclose(err);
  free(text);
  free(errors);
  snippet_free(&s);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(calls_return_scalars);
  RUN_TEST(input_objects_are_laid_out_by_the_caller);
  RUN_TEST(decisions_are_observed_with_their_edge);
  RUN_TEST(stubs_answer_for_functions_without_body);
  RUN_TEST(a_call_can_be_changed_before_and_after);
  RUN_TEST(steps_are_limited_and_repeatable);
  RUN_TEST(reset_gives_back_the_first_state);
  RUN_TEST(extern_variables_can_be_defined);
  RUN_TEST(output_goes_where_it_is_told);
  return UNITY_END();
}

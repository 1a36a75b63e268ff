/* The structure of lowered code: names, positions, decisions, calls, initialisers, and what happens to constructs that
 * cannot be lowered. What the code computes is compared with native code in test_native.c. */
#include "tests/frontend/snippet.h"

void setUp(void) {}
void tearDown(void) {}

static const fe_insn *nth_op(const fe_func *f, fe_op op, uint32_t n) {
  for (uint32_t i = 0; i < f->ninsns; i++)
    if (f->insns[i].op == op && n-- == 0) return &f->insns[i];
  TEST_FAIL_MESSAGE(fe_op_name(op));
  return NULL;
}

static const fe_global *global_named(const fe_program *p, const char *name) {
  uint32_t i = fe_find_global(p, name);
  TEST_ASSERT_TRUE_MESSAGE(i != FE_NONE, name);
  return &p->globals[i];
}

static void expect_unsupported(const char *text, const char *reason) {
  snippet s = snippet_load(text);
  const fe_func *f = func_named(s.p, "f"), *ok = func_named(s.p, "fine");
  TEST_ASSERT_FALSE_MESSAGE(f->has_body, text);
  TEST_ASSERT_NOT_NULL(f->unsupported);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(f->unsupported, reason), f->unsupported);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(f->unsupported, "0.c:"), f->unsupported);
  TEST_ASSERT_TRUE(ok->has_body);
  TEST_ASSERT_NULL(ok->unsupported);
  snippet_free(&s);
}

static void test_unsupported_costs_one_function(void) {
#define FINE "int fine(int a) { return a + 1; }\n"
  expect_unsupported(FINE "#include <setjmp.h>\njmp_buf b; int f(void) { return setjmp(b); }", "setjmp at");
  expect_unsupported(FINE "int f(int a) { __asm__ goto(\"\" : : : : out); return a; out: return 2; }",
                     "asm goto");
  expect_unsupported(FINE "_BitInt(200) f(_BitInt(200) a) { return __builtin_elementwise_abs(a); }",
                     "wider than 128");
  expect_unsupported(FINE "_Float16 f(_Float16 a) { return a; }", "_Float16");
  expect_unsupported(FINE "__float128 f(__float128 a) { return a; }", "__float128");
  expect_unsupported(FINE "int f(int __attribute__((address_space(256))) *p) { return *p; }",
                     "address space");
}

static void test_position_of_unsupported(void) {
  snippet s = snippet_load("#include <setjmp.h>\njmp_buf b;\nint f(void) {\n  int a = 1;\n  if (setjmp(b))\n "
                           "   a = 2;\n  return a;\n}");
  TEST_ASSERT_NOT_NULL(strstr(func_named(s.p, "f")->unsupported, "setjmp at "));
  TEST_ASSERT_NOT_NULL(strstr(func_named(s.p, "f")->unsupported, "0.c:5"));
  snippet_free(&s);
}

static void test_longjmp_is_an_ordinary_call(void) {
  snippet s = snippet_load("#include <setjmp.h>\njmp_buf b; void f(int a) { if (a) longjmp(b, 1); }");
  const fe_func *f = func_named(s.p, "f");
  TEST_ASSERT_TRUE(f->has_body);
  TEST_ASSERT_TRUE(f->calls[nth_op(f, FE_CALL, 0)->aux].noreturn);
  snippet_free(&s);
}

static void test_names_and_positions(void) {
  snippet s = snippet_load(
      "int g(int *);\nint f(int first, int second) {\n  int sum = first + second;\n  int arr[4];\n"
      "  for (int i = 0; i < sum; i++)\n    g(arr);\n  return sum;\n}");
  const fe_func *f = func_named(s.p, "f");
  TEST_ASSERT_EQUAL_STRING("first", fe_reg_name(f, f->nconsts, NULL));
  TEST_ASSERT_EQUAL_STRING("second", fe_reg_name(f, f->nconsts + 1, NULL));
  bool object = false;
  TEST_ASSERT_EQUAL_STRING("sum", fe_reg_name(f, nth_op(f, FE_ADD, 0)->dst, &object));
  TEST_ASSERT_FALSE(object);
  TEST_ASSERT_EQUAL_STRING("arr", fe_reg_name(f, nth_op(f, FE_ALLOCA, 0)->dst, &object));
  TEST_ASSERT_TRUE(object);
  const fe_insn *cmp = nth_op(f, FE_ICMP, 0), *call = nth_op(f, FE_CALL, 0);
  TEST_ASSERT_EQUAL_STRING("i", fe_reg_name(f, cmp->a, NULL)); /* a phi */
  TEST_ASSERT_EQUAL_UINT(5, f->locs[cmp->loc].line);
  TEST_ASSERT_EQUAL_UINT(21, f->locs[cmp->loc].col);
  TEST_ASSERT_EQUAL_UINT(6, f->locs[call->loc].line);
  TEST_ASSERT_EQUAL_UINT(0, f->locs[call->loc].file);
  TEST_ASSERT_EQUAL_UINT(2, f->line);
  TEST_ASSERT_NULL(fe_reg_name(f, cmp->dst, NULL));
  snippet_free(&s);
}

static void test_positions_in_headers(void) {
  const char *text = "#include \"h.h\"\nint f(int a) { return in_header(a) + 1; }";
  snippet s = {.dir = "/tmp/summ-test-XXXXXX"};
  TEST_ASSERT_NOT_NULL(mkdtemp(s.dir));
  write_text(s.dir, "h.h", "\n\n\nstatic inline int in_header(int a) { return a * 3; }\n");
  write_text(s.dir, "0.c", text);
  char path[100];
  snprintf(path, sizeof path, "%s/0.c", s.dir);
  fe_sources *src = fe_sources_files(&(const char *){path}, 1, NULL, 0);
  s.p = fe_load(src, &(fe_options){.jobs = 1});
  fe_sources_free(src);
  const fe_func *h = func_named(s.p, "in_header");
  TEST_ASSERT_EQUAL_UINT(4, h->line);
  TEST_ASSERT_TRUE(h->file >= 1 && h->file < s.p->nfiles);
  TEST_ASSERT_NOT_NULL(strstr(s.p->files[h->file].path, "h.h"));
  TEST_ASSERT_EQUAL_UINT(h->file, h->locs[nth_op(h, FE_MUL, 0)->loc].file);
  snippet_free(&s);
}

/* Every way out of a scope ends its objects, and goes where the source says without meeting the others. */
static void test_scopes(void) {
  snippet s = snippet_load(
      "void g(int *);\n"
      "int ways(int n) { for (int i = 0; i < n; i++) { int x[2]; g(x); if (x[0]) break; if (x[1]) continue;\n"
      "  if (n == 7) return 1; if (n == 8) goto out; g(x); } return 2; out: return 3; }\n"
      "int pointed(void) { int *p; { int x = 1; p = &x; } return *p; }\n"
      "int skipped(int n) { switch (n) { int x; case 1: g(&x); return x; } return 0; }\n"
      "int plain(int n) { int s = 0; for (int i = 0; i < n; i++) { int x = i; s += x; } return s; }\n");
  const fe_func *f = func_named(s.p, "ways");
  TEST_ASSERT_EQUAL_UINT(1, count_op(f, FE_BEGIN));
  TEST_ASSERT_EQUAL_UINT(5, count_op(f, FE_END)); /* break, continue, return, goto, the end of the block */
  TEST_ASSERT_EQUAL_UINT(0, count_op(f, FE_SWITCH));
  TEST_ASSERT_EQUAL_UINT(5, count_op(f, FE_CBR));
  TEST_ASSERT_EQUAL_UINT(f->insns[0].dst, nth_op(f, FE_BEGIN, 0)->a);
  TEST_ASSERT_EQUAL_UINT(8, nth_op(f, FE_BEGIN, 0)->imm);
  f = func_named(s.p, "pointed"); /* stays in memory although p is a register */
  TEST_ASSERT_EQUAL_UINT(1, count_op(f, FE_END));
  TEST_ASSERT_EQUAL_UINT(1, count_op(f, FE_LOAD));
  f = func_named(s.p, "skipped"); /* the switch passes the declaration: it lives as long as the function */
  TEST_ASSERT_EQUAL_UINT(0, count_op(f, FE_BEGIN) + count_op(f, FE_END));
  f = func_named(s.p, "plain");
  TEST_ASSERT_EQUAL_UINT(0, count_op(f, FE_ALLOCA) + count_op(f, FE_BEGIN) + count_op(f, FE_END));
  snippet_free(&s);
}

static void test_decisions_are_the_sources(void) {
  snippet s = snippet_load(
      "#include <stdarg.h>\nvoid g(int *);\n"
      "int plain(int a, int b) { if (a && b) return 1; while (a > 0) a--; return a ? b : 2; }\n"
      "int constant(int a) { if (0) a++; while (1) { if (a) break; } if (1) a--; return a; }\n"
      "int va(int n, ...) { va_list ap; va_start(ap, n); int s = 0; while (n--) s += va_arg(ap, int); return "
      "s; }\n"
      "int vla(int n) { for (int i = 0; i < n; i++) { int v[n]; g(v); if (v[0]) return 3; if (v[1]) break; } "
      "return 1; }\n"
      "int sw(int n) { switch (n) { case 1: return 2; case 5: return 3; } return 4; }");
  TEST_ASSERT_EQUAL_UINT(4, count_decisions(func_named(s.p, "plain")));
  TEST_ASSERT_EQUAL_UINT(1, count_decisions(func_named(s.p, "constant")));
  TEST_ASSERT_EQUAL_UINT(1, count_decisions(func_named(s.p, "va")));
  TEST_ASSERT_EQUAL_UINT(3, count_decisions(func_named(s.p, "vla")));
  TEST_ASSERT_EQUAL_UINT(1, count_decisions(func_named(s.p, "sw")));
  snippet_free(&s);
}

static void test_uninitialised_value_is_explicit(void) {
  snippet s = snippet_load(
      "int f(int c) { int x; if (c) x = 1; return x; }\nint g(int c) { int x; x = c; return x; }");
  TEST_ASSERT_EQUAL_UINT(1, count_op(func_named(s.p, "f"), FE_NONDET));
  TEST_ASSERT_EQUAL_UINT(0, count_op(func_named(s.p, "g"), FE_NONDET));
  snippet_free(&s);
}

static void test_volatile_stays(void) {
  snippet s = snippet_load("int f(void) { volatile int x = 1; x++; return x; } extern volatile int port;\n"
                           "int g(void) { return port + port; }");
  const fe_func *f = func_named(s.p, "f"), *g = func_named(s.p, "g");
  TEST_ASSERT_EQUAL_UINT(2, count_op(f, FE_LOAD));
  TEST_ASSERT_EQUAL_UINT(2, count_op(f, FE_STORE));
  TEST_ASSERT_TRUE(nth_op(f, FE_LOAD, 0)->flags & FE_F_VOLATILE);
  TEST_ASSERT_EQUAL_UINT(2, count_op(g, FE_LOAD));
  TEST_ASSERT_TRUE(nth_op(g, FE_LOAD, 1)->flags & FE_F_VOLATILE);
  snippet_free(&s);
}

static void test_calls(void) {
  snippet s = snippet_load(
      "int printf(const char *, ...); struct big { long a[5]; }; void take(struct big);\n"
      "int old(); struct two { long a; double b; }; struct two give(void); float fl(float);\n"
      "void f(struct big *b, int (*p)(int), int n) {\n"
      "  printf(\"%d %f\\n\", n, 1.5); take(*b); old(n, 2.0); struct two t = give(); p((int)t.b); fl(2); }");
  const fe_func *f = func_named(s.p, "f");
  const fe_call *c = &f->calls[nth_op(f, FE_CALL, 0)->aux];
  TEST_ASSERT_EQUAL_STRING("printf", s.p->funcs[c->func].name);
  TEST_ASSERT_TRUE(c->variadic);
  TEST_ASSERT_EQUAL_UINT(1, c->nfixed);
  TEST_ASSERT_EQUAL_UINT(3, c->nargs);
  TEST_ASSERT_EQUAL_UINT(FE_F64, c->arg_ty[2].kind);
  c = &f->calls[nth_op(f, FE_CALL, 1)->aux];
  TEST_ASSERT_EQUAL_UINT(40, c->byval[0]);
  c = &f->calls[nth_op(f, FE_CALL, 2)->aux];
  TEST_ASSERT_FALSE(c->indirect);
  TEST_ASSERT_EQUAL_STRING("old", s.p->funcs[c->func].name);
  TEST_ASSERT_EQUAL_UINT(2, c->nargs);
  const fe_insn *give = nth_op(f, FE_CALL, 3);
  c = &f->calls[give->aux];
  TEST_ASSERT_EQUAL_UINT(2, c->nres);
  TEST_ASSERT_EQUAL_UINT(FE_INT, f->reg_ty[give->dst].kind);
  TEST_ASSERT_EQUAL_UINT(FE_F64, f->reg_ty[give->dst + 1].kind);
  c = &f->calls[nth_op(f, FE_CALL, 4)->aux];
  TEST_ASSERT_TRUE(c->indirect);
  TEST_ASSERT_EQUAL_UINT(f->nconsts + 1, c->target);
  snippet_free(&s);
}

static void test_unprototyped_call_of_a_known_function(void) {
  snippet s = snippet_load(
      "int callee(); int f(int a) { return callee(a, 2); } int callee(a, b) int a; int b; { return a - b; }");
  const fe_func *f = func_named(s.p, "f");
  const fe_call *c = &f->calls[nth_op(f, FE_CALL, 0)->aux];
  TEST_ASSERT_FALSE(c->indirect);
  TEST_ASSERT_TRUE(s.p->funcs[c->func].has_body);
  TEST_ASSERT_EQUAL_UINT(2, s.p->funcs[c->func].nparams);
  snippet_free(&s);
}

static void test_initialisers(void) {
  snippet s = snippet_load(
      "int numbers[3] = {1, -2, 3}; static int zero[1000]; int *middle = &numbers[1]; extern int outside; "
      "int *out = &outside;\n"
      "struct { char c; long double ld; float f; short b : 3, d : 5; const char *s; } mixed = {'x', 1.5L, "
      "2.5f, 3, -1, \"hi\"};\n"
      "int fn(void) { return zero[1]; } int (*fp)(void) = fn; long addr = (long)&numbers[2]; int *wide_text "
      "= L\"ab\";\n"
      "void *labels(int i) { static void *t[] = {&&one, &&two}; goto *t[i]; one: return t; two: return 0; }\n"
      "_Thread_local int tl = 7; __int128 wide = (__int128)-5 * ((__int128)1 << 70);");
  const fe_program *p = s.p;
  int32_t want[3] = {1, -2, 3};
  TEST_ASSERT_EQUAL_MEMORY(want, global_named(p, "numbers")->init, 12);
  const fe_global *g = global_named(p, "zero");
  TEST_ASSERT_EQUAL_UINT64(4000, g->size);
  TEST_ASSERT_NULL(g->init);
  TEST_ASSERT_TRUE(g->has_init && g->is_static);
  g = global_named(p, "middle");
  TEST_ASSERT_EQUAL_UINT(1, g->nrelocs);
  TEST_ASSERT_EQUAL_STRING("numbers", p->globals[g->relocs[0].index].name);
  TEST_ASSERT_EQUAL_INT(4, g->relocs[0].addend);
  g = global_named(p, "addr");
  TEST_ASSERT_EQUAL_INT(8, g->relocs[0].addend);
  TEST_ASSERT_FALSE(global_named(p, "outside")->has_init);
  g = global_named(p, "mixed");
  long double ld = 1.5L;
  float fl = 2.5f;
  TEST_ASSERT_EQUAL_MEMORY(&ld, g->init + 16, 10);
  TEST_ASSERT_EQUAL_MEMORY(&fl, g->init + 32, 4);
  TEST_ASSERT_EQUAL_HEX8(0xfb, g->init[36]); /* b = 3, d = -1 */
  TEST_ASSERT_EQUAL_UINT64(40, g->relocs[0].offset);
  const fe_global *text = &p->globals[g->relocs[0].index];
  TEST_ASSERT_EQUAL_STRING("hi", (char *)text->init);
  TEST_ASSERT_TRUE(text->is_literal && text->is_const);
  g = global_named(p, "fp");
  TEST_ASSERT_TRUE(g->relocs[0].is_func);
  TEST_ASSERT_EQUAL_STRING("fn", p->funcs[g->relocs[0].index].name);
  g = global_named(p, "labels.t");
  TEST_ASSERT_EQUAL_UINT(2, g->nrelocs);
  TEST_ASSERT_TRUE(g->relocs[1].is_func && g->relocs[1].addend > 0);
  TEST_ASSERT_TRUE(global_named(p, "tl")->is_thread_local);
  __int128 wide = (__int128)-5 * ((__int128)1 << 70);
  TEST_ASSERT_EQUAL_MEMORY(&wide, global_named(p, "wide")->init, 16);
  text = &p->globals[global_named(p, "wide_text")->relocs[0].index];
  TEST_ASSERT_EQUAL_UINT64(12, text->size);
  TEST_ASSERT_EQUAL_HEX8('b', text->init[4]);
  snippet_free(&s);
}

static void test_parameters_by_value(void) {
  snippet s = snippet_load(
      "struct big { long a[5]; }; struct two { float x, y; }; struct mix { long a; float b; };\n"
      "int f(struct big b, struct two t, struct mix m, long double l) { return (int)(b.a[1] + t.y + m.b + "
      "l); }\n"
      "struct big g(int a) { struct big b = {{a}}; return b; }");
  const fe_func *f = func_named(s.p, "f"), *g = func_named(s.p, "g");
  static const uint8_t kinds[] = {FE_PTR, FE_F32, FE_F32, FE_INT, FE_F32, FE_F80};
  TEST_ASSERT_EQUAL_UINT(6, f->nparams);
  for (uint32_t i = 0; i < 6; i++) TEST_ASSERT_EQUAL_UINT(kinds[i], f->param_ty[i].kind);
  TEST_ASSERT_EQUAL_UINT(40, f->param_byval[0]);
  TEST_ASSERT_EQUAL_UINT(0, f->param_byval[1]);
  TEST_ASSERT_EQUAL_UINT(0, g->ret_n);
  TEST_ASSERT_EQUAL_UINT(2, g->nparams); /* the result's address first */
  TEST_ASSERT_EQUAL_UINT(FE_PTR, g->param_ty[0].kind);
  snippet_free(&s);
}

static void test_contraction_follows_the_target(void) {
  const char *text = "double f(double a, double b, double c) { return a * b + c; }", *fma = "-mfma";
  snippet s = snippet_load(text), t = snippet_load_flags(&text, 1, &fma, 1);
  TEST_ASSERT_EQUAL_UINT(1, count_op(func_named(s.p, "f"), FE_FADD));
  TEST_ASSERT_EQUAL_UINT(0, count_op(func_named(t.p, "f"), FE_FADD));
  TEST_ASSERT_EQUAL_UINT(FE_M_FMA, nth_op(func_named(t.p, "f"), FE_FMATH, 0)->sub);
  snippet_free(&s);
  snippet_free(&t);
}

static void test_inline_assembly(void) {
  snippet s = snippet_load("int f(int a, int *p) { int r; __asm__ volatile(\"bsr %1, %0\" : \"=r\"(r), "
                           "\"=m\"(*p) : \"r\"(a), \"m\"(p[1]) : \"cc\");\n"
                           "  return r; }\nint g(int a) { __asm__(\"\" : \"+r\"(a)); return a; }");
  const fe_func *f = func_named(s.p, "f"), *g = func_named(s.p, "g");
  const fe_insn *in = nth_op(f, FE_ASM, 0);
  const fe_call *c = &f->calls[in->aux];
  TEST_ASSERT_NOT_NULL(strstr(c->asm_text, "bsr"));
  TEST_ASSERT_EQUAL_UINT(1, c->nres);
  TEST_ASSERT_EQUAL_UINT(3, c->nargs);
  TEST_ASSERT_EQUAL_UINT(4, c->byval[0]); /* written: *p */
  TEST_ASSERT_EQUAL_UINT(0, c->byval[1]);
  TEST_ASSERT_EQUAL_UINT(0, c->byval[2]);
  TEST_ASSERT_EQUAL_UINT(0, count_op(g, FE_ASM)); /* a barrier that keeps its value */
  snippet_free(&s);
}

static void test_target_intrinsics_are_opaque(void) {
  snippet s = snippet_load("#include <immintrin.h>\n__attribute__((target(\"ssse3\"))) int f(__m128i *p) {\n"
                           "  return _mm_cvtsi128_si32(_mm_shuffle_epi8(p[0], p[1])); }");
  const fe_func *f = func_named(s.p, "_mm_shuffle_epi8");
  TEST_ASSERT_TRUE(func_named(s.p, "f")->has_body);
  const fe_call *c = &f->calls[nth_op(f, FE_ASM, 0)->aux];
  TEST_ASSERT_EQUAL_STRING("llvm.x86.ssse3.pshuf.b.128", c->asm_text);
  TEST_ASSERT_EQUAL_UINT(32, c->nargs);
  TEST_ASSERT_EQUAL_UINT(16, c->nres);
  snippet_free(&s);
}

/* Every body is well formed: registers in range and typed, one terminator per block, edges to real blocks. */
static void check_form(const fe_program *p, const fe_func *f) {
  TEST_ASSERT_TRUE_MESSAGE(f->nconsts + f->nparams <= f->nregs, f->name);
  uint32_t covered = 0;
  for (uint32_t b = 0; b < f->nblocks; b++) {
    TEST_ASSERT_TRUE(f->blocks[b].count > 0);
    for (uint32_t i = 0; i < f->blocks[b].count; i++, covered++) {
      const fe_insn *in = &f->insns[f->blocks[b].first + i];
      bool last = i + 1 == f->blocks[b].count;
      TEST_ASSERT_EQUAL_INT_MESSAGE(last, in->op >= FE_BR, f->name);
      const fe_reg r[] = {in->dst, in->a, in->op == FE_RET ? FE_NONE : in->b, in->c};
      for (int k = 0; k < 4; k++) TEST_ASSERT_TRUE_MESSAGE(r[k] == FE_NONE || r[k] < f->nregs, f->name);
      TEST_ASSERT_TRUE(in->dst == FE_NONE || in->dst >= f->nconsts + f->nparams);
      bool direct = in->op == FE_CALL && !f->calls[in->aux].indirect;
      TEST_ASSERT_TRUE(!direct || f->calls[in->aux].func < p->nfuncs);
    }
  }
  TEST_ASSERT_EQUAL_UINT(f->ninsns, covered);
  for (uint32_t i = 0; i < f->nedges; i++) TEST_ASSERT_TRUE(f->edges[i].block < f->nblocks);
  for (uint32_t i = 0; i < f->nmoves; i++) {
    fe_move m = f->moves[i];
    TEST_ASSERT_TRUE(m.dst >= f->nconsts + f->nparams && m.dst < f->nregs && m.src < f->nregs);
    TEST_ASSERT_EQUAL_UINT(f->reg_ty[m.dst].kind, f->reg_ty[m.src].kind);
    TEST_ASSERT_EQUAL_UINT(f->reg_ty[m.dst].bits, f->reg_ty[m.src].bits);
  }
}

static void test_very_large_functions(void) {
  size_t cap = 4 << 20, n = 0;
  char *text = must(cap);
  n += (size_t)snprintf(text + n, cap - n, "int f(int a) { int r = 1; switch (a) {\n");
  for (int i = 0; i < 10000; i++)
    n += (size_t)snprintf(text + n, cap - n, "case %d: r += %d; break;\n", 3 * i, i);
  n += (size_t)snprintf(text + n, cap - n, "} return r; }\nint g(int a, int b) {\n");
  for (int i = 0; i < 20000; i++) n += (size_t)snprintf(text + n, cap - n, "a = a * %d + b; b ^= a;\n", i);
  snprintf(text + n, cap - n, "return a; }\n");
  snippet s = snippet_load(text);
  free(text);
  const fe_func *f = func_named(s.p, "f"), *g = func_named(s.p, "g");
  TEST_ASSERT_EQUAL_UINT(10000, f->switches[nth_op(f, FE_SWITCH, 0)->aux].ncases);
  TEST_ASSERT_TRUE(g->ninsns >= 60000);
  check_form(s.p, f);
  check_form(s.p, g);
  runner r = runner_new(s.p);
  uint32_t i;
  fe_find_func(s.p, "f", &i, 1);
  TEST_ASSERT_EQUAL_UINT64(7778, run(&r, i, (fe_val[]){{.lo = 23331}}, NULL).lo);
  runner_free(&r);
  snippet_free(&s);
}

/* Three variables rotated and two swapped on one edge, with a constant and a value read by two moves. */
static void test_parallel_moves(void) {
  snippet s = snippet_load(
      "int f(int n) { int a = 1, b = 2, c = 3, x = 4, y = 5, z = 6; while (n-- > 0) { int t = a; a = b; b = "
      "c; c = t;\n"
      "  t = x; x = y; y = t; z = a; } return a * 100000 + b * 10000 + c * 1000 + x * 100 + y * 10 + z; }");
  runner r = runner_new(s.p);
  uint32_t i;
  fe_find_func(s.p, "f", &i, 1);
  static const uint32_t want[] = {123456, 231542, 312453, 123541};
  for (uint64_t n = 0; n < 4; n++)
    TEST_ASSERT_EQUAL_UINT64(want[n], run(&r, i, (fe_val[]){{.lo = n}}, NULL).lo);
  check_form(s.p, &s.p->funcs[i]);
  runner_free(&r);
  snippet_free(&s);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_unsupported_costs_one_function);
  RUN_TEST(test_position_of_unsupported);
  RUN_TEST(test_longjmp_is_an_ordinary_call);
  RUN_TEST(test_names_and_positions);
  RUN_TEST(test_positions_in_headers);
  RUN_TEST(test_scopes);
  RUN_TEST(test_decisions_are_the_sources);
  RUN_TEST(test_uninitialised_value_is_explicit);
  RUN_TEST(test_volatile_stays);
  RUN_TEST(test_calls);
  RUN_TEST(test_unprototyped_call_of_a_known_function);
  RUN_TEST(test_initialisers);
  RUN_TEST(test_parameters_by_value);
  RUN_TEST(test_contraction_follows_the_target);
  RUN_TEST(test_inline_assembly);
  RUN_TEST(test_target_intrinsics_are_opaque);
  RUN_TEST(test_very_large_functions);
  RUN_TEST(test_parallel_moves);
  return UNITY_END();
}

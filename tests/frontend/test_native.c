/* Lowering and fe_eval against the compiler: each snippet is compiled by clang -O0 to a shared object and lowered to the
 * IR; functions void t_NAME(const unsigned char *in, unsigned char *out) run on the same 64 input bytes in both, and the
 * 256 output bytes must agree. Inputs mix noise, small numbers, extremes and float specials. */
#include "tests/frontend/snippet.h"

#include <dlfcn.h>

void setUp(void) {}
void tearDown(void) {}

#define IN 64
#define OUT 256

static void compare(const char *text, int rounds) {
  snippet s = snippet_load(text);
  char command[300], path[100], message[200];
  snprintf(command, sizeof command, "clang-19 -O0 -w -shared -fPIC -o %s/n.so %s/0.c -lm", s.dir, s.dir);
  TEST_ASSERT_EQUAL_INT(0, system(command));
  snprintf(path, sizeof path, "%s/n.so", s.dir);
  void *so = dlopen(path, RTLD_NOW);
  TEST_ASSERT_NOT_NULL_MESSAGE(so, dlerror());
  int functions = 0;
  for (uint32_t i = 0; i < s.p->nfuncs; i++) {
    const fe_func *f = &s.p->funcs[i];
    if (strncmp(f->name, "t_", 2)) continue;
    functions++;
    native_fn *native;
    *(void **)&native = dlsym(so, f->name);
    TEST_ASSERT_NOT_NULL_MESSAGE(native, f->name);
    runner r = runner_new(s.p);
    uint64_t seed = 1;
    for (int round = 0; round < rounds; round++) {
      _Alignas(16) unsigned char in[IN], mine[OUT] = {0}, theirs[OUT] = {0};
      random_input(&seed, in, IN);
      native(in, theirs);
      fe_val args[2] = {{.lo = (uint64_t)(uintptr_t)in}, {.lo = (uint64_t)(uintptr_t)mine}};
      run(&r, i, args, NULL);
      snprintf(message, sizeof message, "%s, round %d", f->name, round);
      TEST_ASSERT_EQUAL_HEX8_ARRAY_MESSAGE(theirs, mine, OUT, message);
    }
    runner_free(&r);
  }
  TEST_ASSERT_TRUE(functions > 0);
  dlclose(so);
  snippet_free(&s);
}

#define PRELUDE                                                                                             \
  "#include <stdint.h>\n#include <string.h>\n#include <math.h>\n"                                           \
  "#define GET(T, k) ({ T v_; memcpy(&v_, in + (k) * 8 % 48, sizeof v_); v_; })\n"                          \
  "#define PUT(T, k, e) do { T v_ = (e); memcpy(out + (k) * 16, &v_, sizeof v_ > 10 && (T)0.5 != 0 ? 10 : " \
  "sizeof v_); } while (0)\n"

static void test_integers(void) {
  char text[6000];
  static const char *const types[] = {
      "int8_t",      "uint8_t",  "int16_t",  "uint16_t",          "int32_t",     "uint32_t",
      "int64_t",     "uint64_t", "__int128", "unsigned __int128", "_BitInt(24)", "unsigned _BitInt(37)",
      "_BitInt(100)"};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    snprintf(text, sizeof text,
             "%stypedef %s T;\n"
             "void t_arith(const unsigned char *in, unsigned char *out) {\n"
             "  T a = GET(T, 0), b = GET(T, 2);\n"
             "  PUT(T, 0, a + b); PUT(T, 1, a - b); PUT(T, 2, a * b); PUT(T, 3, a & b); PUT(T, 4, a | b);\n"
             "  PUT(T, 5, a ^ b); PUT(T, 6, -a); PUT(T, 7, ~a);\n"
             "  if (b != 0 && b != (T)-1) { PUT(T, 8, a / b); PUT(T, 9, a %% b); }\n"
             "  PUT(int, 10, a < b); PUT(int, 11, a <= b); PUT(int, 12, a == b); PUT(int, 13, !a);\n"
             "}\n"
             "void t_shift(const unsigned char *in, unsigned char *out) {\n"
             "  T a = GET(T, 0); int n = GET(int, 2) & (sizeof(T) * 8 - 1);\n"
             "  if (n >= 24 && sizeof a == 4) n = 23; if (n >= 37) n = 36; \n"
             "  PUT(T, 0, a << n); PUT(T, 1, a >> n);\n"
             "}\n",
             PRELUDE, types[i]);
    compare(text, 200);
  }
}

static void test_wild_shifts(void) {
  compare(PRELUDE
          "void t_wild(const unsigned char *in, unsigned char *out) {\n"
          "  int a = GET(int, 0), n = GET(int, 1); long b = GET(long, 2), m = GET(long, 3);\n"
          "  unsigned __int128 q = GET(unsigned __int128, 0);\n"
          "  PUT(int, 0, a << n); PUT(int, 1, a >> n); PUT(unsigned, 2, (unsigned)a >> n);\n"
          "  PUT(long, 3, b << m); PUT(long, 4, b >> m); PUT(unsigned long, 5, (unsigned long)b >> m);\n"
          "  PUT(unsigned __int128, 6, q << (n & 127)); PUT(__int128, 7, (__int128)q >> (n & 127));\n"
          "}\n",
          500);
}

static void test_casts(void) {
  compare(
      PRELUDE
      "#define ALL(S) void t_##S(const unsigned char *in, unsigned char *out) { S a = GET(S, 0);\\\n"
      "  PUT(signed char, 0, a); PUT(unsigned char, 1, a); PUT(short, 2, a); PUT(unsigned short, 3, a);\\\n"
      "  PUT(int, 4, a); PUT(unsigned, 5, a); PUT(long, 6, a); PUT(unsigned long, 7, a); PUT(__int128, 8, "
      "a);\\\n"
      "  PUT(_Bool, 9, a); PUT(float, 10, a); PUT(double, 11, a); PUT(long double, 12, a); PUT(int, 13, !a); "
      "}\n"
      "typedef signed char sc; typedef unsigned char uc; typedef unsigned short us; typedef unsigned u;\n"
      "typedef unsigned long ul; typedef __int128 i128; typedef unsigned __int128 u128;\n"
      "ALL(sc) ALL(uc) ALL(short) ALL(us) ALL(int) ALL(u) ALL(long) ALL(ul) ALL(i128) ALL(u128)\n",
      300);
}

static void test_float_to_int(void) {
  compare(
      PRELUDE
      "#define ALL(N, S) void t_##N(const unsigned char *in, unsigned char *out) { S a = GET(S, 0);\\\n"
      "  PUT(signed char, 0, a); PUT(unsigned char, 1, a); PUT(short, 2, a); PUT(unsigned short, 3, a);\\\n"
      "  PUT(int, 4, a); PUT(unsigned, 5, a); PUT(long, 6, a); PUT(unsigned long, 7, a);\\\n"
      "  if (a > -1e30 && a < 1e30) PUT(__int128, 8, a); if (a >= 0 && a < 1e30) PUT(unsigned __int128, 14, "
      "a); \\\n"
      "  PUT(_Bool, 9, a); PUT(float, 10, a); PUT(double, 11, a); PUT(long double, 12, a); PUT(int, 13, !a); "
      "}\n"
      "ALL(f, float) ALL(d, double)\n"
      "void t_ld(const unsigned char *in, unsigned char *out) {\n"
      "  long double a = GET(double, 0) * 1.25L + GET(int, 1);\n"
      "  PUT(signed char, 0, a); PUT(unsigned char, 1, a); PUT(short, 2, a); PUT(unsigned short, 3, a);\n"
      "  PUT(int, 4, a); PUT(unsigned, 5, a); PUT(long, 6, a); PUT(unsigned long, 7, a);\n"
      "  PUT(_Bool, 9, a); PUT(float, 10, a); PUT(double, 11, a); PUT(long double, 12, a); PUT(int, 13, !a); "
      "}\n",
      500);
}

static void test_float_arithmetic(void) {
  compare(
      PRELUDE
      "#define ALL(T) void t_##T(const unsigned char *in, unsigned char *out) {\\\n"
      "  T a = GET(T, 0), b = GET(T, 1), c = GET(T, 2); if (a != a || b != b || c != c) return;\\\n"
      "  PUT(T, 0, a + b); PUT(T, 1, a - b); PUT(T, 2, a * b); PUT(T, 3, a / b); PUT(T, 4, -a);\\\n"
      "  PUT(T, 5, a * b + c); PUT(int, 6, a < b); PUT(T, 7, __builtin_elementwise_abs(a)); PUT(T, 8, "
      "__builtin_elementwise_sqrt(a));\\\n"
      "  PUT(T, 9, __builtin_elementwise_floor(a)); PUT(T, 10, __builtin_elementwise_ceil(a)); PUT(T, 11, "
      "__builtin_elementwise_copysign(a, b));\\\n"
      "  PUT(T, 12, __builtin_elementwise_fma(a, b, c)); PUT(T, 13, __builtin_elementwise_trunc(a)); }\n"
      "ALL(float) ALL(double)\n"
      "void t_cmp(const unsigned char *in, unsigned char *out) { double a = GET(double, 0), b = GET(double, "
      "1);\n"
      "  PUT(int, 0, a < b); PUT(int, 1, a <= b); PUT(int, 2, a == b); PUT(int, 3, a != b); PUT(int, 4, a > "
      "b);\n"
      "  PUT(int, 5, __builtin_isunordered(a, b)); PUT(int, 6, __builtin_islessgreater(a, b));\n"
      "  PUT(int, 7, __builtin_isnan(a)); PUT(int, 8, __builtin_isinf(a)); PUT(int, 9, "
      "__builtin_isfinite(a));\n"
      "  PUT(int, 10, __builtin_isnormal(a)); PUT(int, 11, __builtin_signbit(a)); PUT(int, 12, !a); }\n"
      "void t_ld(const unsigned char *in, unsigned char *out) {\n"
      "  long double a = GET(long, 0) * 0.7L, b = GET(int, 1) / 3.0L + 1;\n"
      "  PUT(long double, 0, a + b); PUT(long double, 1, a - b); PUT(long double, 2, a * b);\n"
      "  PUT(long double, 3, a / b); PUT(long double, 4, -a); PUT(int, 5, a < b); PUT(double, 6, a * b); }\n",
      500);
}

static void test_strict_floats(void) {
  compare(
      PRELUDE
      "#pragma STDC FENV_ACCESS ON\n"
      "void t_strict(const unsigned char *in, unsigned char *out) { double a = GET(double, 0), b = "
      "GET(double, 1);\n"
      "  PUT(int, 0, a < b); PUT(int, 1, a == b); PUT(int, 2, a != b); if (a != a || b != b) return;\n"
      "  PUT(double, 3, a + b); PUT(double, 4, a - b); PUT(double, 5, a * b); PUT(double, 6, a / b);\n"
      "  PUT(float, 7, a); PUT(long double, 8, (float)b); PUT(int, 9, a); if (b >= 0 && b < 1e19) "
      "PUT(unsigned long, 10, b);\n"
      "  PUT(double, 11, GET(long, 2)); PUT(float, 12, GET(unsigned, 3)); PUT(double, 13, a * b + 1); }\n",
      300);
}

/* Packed bit-fields make wide storage units; _BitInt makes wide constants. */
static void test_wide_units(void) {
  compare(
      PRELUDE
      "struct __attribute__((packed)) w { unsigned long a : 60, b : 63; long c : 50; unsigned d : 20; };\n"
      "static struct w g = {1, 2, -3, 4}; static _BitInt(200) big = (_BitInt(200))-7 << 150;\n"
      "void t_wide(const unsigned char *in, unsigned char *out) { struct w s = g; s.a += GET(long, 0); s.b "
      "^= GET(long, 1);\n"
      "  s.c = GET(long, 2); s.d--; memcpy(out, &s, sizeof s); PUT(long, 3, s.c); PUT(unsigned long, 4, "
      "s.b);\n"
      "  memcpy(out + 80, &big, 25); g = s; g.d &= 0xff; }\n",
      100);
}

static void test_builtins(void) {
  compare(
      PRELUDE
      "void t_bits(const unsigned char *in, unsigned char *out) {\n"
      "  unsigned a = GET(unsigned, 0), n = GET(unsigned, 3); unsigned long b = GET(unsigned long, 1);\n"
      "  unsigned short h = GET(unsigned short, 2);\n"
      "  PUT(unsigned, 0, __builtin_bswap32(a)); PUT(unsigned long, 1, __builtin_bswap64(b));\n"
      "  PUT(unsigned short, 2, __builtin_bswap16(h)); PUT(int, 3, __builtin_popcount(a));\n"
      "  PUT(int, 4, __builtin_popcountl(b)); if (a) PUT(int, 5, __builtin_clz(a));\n"
      "  if (b) PUT(int, 6, __builtin_ctzl(b)); if (a) PUT(int, 7, __builtin_ctz(a));\n"
      "  PUT(int, 8, __builtin_ffs(a)); PUT(int, 9, __builtin_parity(a)); PUT(int, 10, __builtin_clrsb(a));\n"
      "  PUT(unsigned, 11, __builtin_rotateleft32(a, n)); PUT(unsigned long, 12, __builtin_rotateright64(b, "
      "n));\n"
      "  PUT(unsigned char, 13, __builtin_bitreverse8(h)); PUT(unsigned long, 14, "
      "__builtin_bitreverse64(b)); }\n"
      "#define OVF(T) void t_ovf_##T(const unsigned char *in, unsigned char *out) {\\\n"
      "  T a = GET(T, 0), b = GET(T, 1), r; int o; o = __builtin_add_overflow(a, b, &r); PUT(T, 0, r); "
      "PUT(int, 1, o);\\\n"
      "  o = __builtin_sub_overflow(a, b, &r); PUT(T, 2, r); PUT(int, 3, o);\\\n"
      "  o = __builtin_mul_overflow(a, b, &r); PUT(T, 4, r); PUT(int, 5, o); }\n"
      "typedef unsigned char uc; typedef unsigned u; typedef unsigned long ul; typedef __int128 i128;\n"
      "OVF(uc) OVF(short) OVF(int) OVF(u) OVF(long) OVF(ul) OVF(i128)\n"
      "void t_mixed(const unsigned char *in, unsigned char *out) { long a = GET(long, 0); unsigned b = "
      "GET(unsigned, 1);\n"
      "  short r; int o = __builtin_mul_overflow(a, b, &r); PUT(short, 0, r); PUT(int, 1, o);\n"
      "  PUT(int, 2, __builtin_elementwise_add_sat((int)a, (int)b)); PUT(int, 3, __builtin_abs((int)b));\n"
      "  PUT(int, 4, __builtin_elementwise_max((int)a, (int)b)); PUT(unsigned, 5, "
      "__builtin_elementwise_sub_sat((unsigned)a, b)); }\n",
      400);
}

static void test_memory_and_control(void) {
  compare(
      PRELUDE
      "struct bits { int a : 3; unsigned b : 7; long c : 40; _Bool d : 1; unsigned char e : 5; };\n"
      "struct node { struct node *next; int v; }; union u { int i; float f; char c[8]; };\n"
      "static int table[5] = {5, 4, 3, 2, 1}; static int *const middle = &table[2]; static const char "
      "*names[] = {\"ab\", \"cde\"};\n"
      "struct pair { int a; double b; }; struct big { long a[4]; char c; }; struct two { float x, y; };\n"
      "static struct pair mk(int a, double b) { struct pair p = {a, b}; return p; }\n"
      "static struct big change(struct big b) { b.a[1]++; b.c ^= 3; return b; }\n"
      "static struct two swap2(struct two t) { struct two r = {t.y, t.x}; return r; }\n"
      "static int twice(int x) { return 2 * x; } static int minus(int x) { return -x; }\n"
      "static int (*const ops[])(int) = {twice, minus};\n"
      "static _Complex double csq(_Complex float z) { return z + 1; }\n"
      "void t_bitfields(const unsigned char *in, unsigned char *out) {\n"
      "  struct bits b = {0}; b.a = GET(int, 0); b.b = GET(int, 1); b.c = GET(long, 2); b.d = GET(int, 3) & "
      "1; b.e = GET(int, 4);\n"
      "  b.c += b.a; b.b++; memcpy(out, &b, sizeof b); PUT(long, 2, b.a + b.b + b.c + b.d + b.e); }\n"
      "void t_structs(const unsigned char *in, unsigned char *out) { struct pair p = mk(GET(int, 0), 2.5); "
      "PUT(int, 0, p.a);\n"
      "  PUT(double, 1, p.b); struct big b; memcpy(&b, in, sizeof b); b = change(b); memcpy(out + 32, b.a, "
      "32); out[64] = b.c;\n"
      "  struct two t = {1, GET(int, 1)}; t = swap2(t); PUT(float, 5, t.x); PUT(float, 6, t.y);\n"
      "  union u w; w.i = GET(int, 2) & 0x7f7fffff; PUT(float, 7, w.f); PUT(int, 8, ops[in[0] & 1](in[1]));\n"
      "  _Complex double z = csq(GET(int, 3) & 255); PUT(double, 9, __real__ z); PUT(double, 10, __imag__ "
      "z);\n"
      "  PUT(int, 11, middle[in[2] % 3 - 1]); PUT(int, 12, names[in[3] & 1][1]); }\n"
      "void t_loops(const unsigned char *in, unsigned char *out) { int a = 0, b = 1; unsigned n = in[0] % "
      "30;\n"
      "  for (unsigned i = 0; i < n; i++) { int t = a; a = b; b = t; a += i; if (a > 100) { b -= a; "
      "continue; } }\n"
      "  PUT(int, 0, a); PUT(int, 1, b); int v[n + 1]; for (unsigned i = 0; i <= n; i++) v[i] = i * i - "
      "in[i];\n"
      "  int s = 0; do s += v[n]; while (n-- > 0); PUT(int, 2, s); char *p = __builtin_alloca(in[1] + 1); "
      "memset(p, 7, in[1] + 1);\n"
      "  PUT(char, 3, p[in[1]]); }\n"
      "void t_switch(const unsigned char *in, unsigned char *out) { for (int k = 0; k < 6; k++) { int r; "
      "switch (GET(int, k)) {\n"
      "  case 0: r = 5; break; case 1: case 2: r = 6; case 300: r = 7; break; case -3 ... -1: r = 8; break;\n"
      "  case 0x7fffffff: r = 9; break; default: r = k; } PUT(int, k, r); switch (GET(long, k)) { case 1L << "
      "63: PUT(int, k + 7, 3); } } }\n"
      "void t_goto(const unsigned char *in, unsigned char *out) { static const void *const t[] = {&&a, &&b, "
      "&&c, &&end};\n"
      "  static const int rel[] = {&&a - &&a, &&b - &&a, &&c - &&a, &&end - &&a}; int i = 0, s = 1; goto "
      "*t[in[i] & 3];\n"
      "  a: s = s * 3 + 1; i++; if (i > 30) goto end; goto *t[in[i] & 3];\n"
      "  b: s ^= 0x55; i++; if (i > 30) goto end; goto *(&&a + rel[in[i] & 3]);\n"
      "  c: s -= i; i += 2; if (i > 30) goto end; goto *t[in[i] & 3]; end: PUT(int, 0, s); PUT(int, 1, i); "
      "}\n"
      "void t_logic(const unsigned char *in, unsigned char *out) { int a = GET(int, 0), b = GET(int, 1), c = "
      "GET(int, 2);\n"
      "  PUT(int, 0, a && b || c); PUT(int, 1, a ?: b); PUT(int, 2, (a, b) ? c : a); _Bool q = a; q |= b & "
      "1; q ^= 1; PUT(_Bool, 3, q);\n"
      "  volatile int v = a; v += b; PUT(int, 4, v); PUT(int, 5, ({ int z = a; while (z > 9 || z < -9) z /= "
      "2; z; })); }\n",
      300);
}

static void test_vectors_and_atomics(void) {
  compare(PRELUDE
          "typedef int v4 __attribute__((vector_size(16))); typedef int x4 "
          "__attribute__((ext_vector_type(4))); typedef float f4 __attribute__((vector_size(16)));\n"
          "typedef short s8 __attribute__((vector_size(16))); typedef _Bool b8 "
          "__attribute__((ext_vector_type(8)));\n"
          "typedef unsigned char c16 __attribute__((vector_size(16)));\n"
          "static v4 add(v4 a, v4 b) { return a + b * 3; }\n"
          "void t_vec(const unsigned char *in, unsigned char *out) { v4 a, b; memcpy(&a, in, 16); memcpy(&b, "
          "in + 16, 16);\n"
          "  v4 r = add(a, b); memcpy(out, &r, 16); r = a < b; memcpy(out + 16, &r, 16); r = a >> (b & 31); "
          "memcpy(out + 32, &r, 16);\n"
          "  r = __builtin_shufflevector(a, b, 3, 4, 1, 6); memcpy(out + 48, &r, 16); PUT(int, 4, a[in[0] & "
          "3]); r[in[1] & 3] = 9;\n"
          "  memcpy(out + 80, &r, 16); s8 s = (s8)a; s += (s8)b; memcpy(out + 96, &s, 16); c16 c = (c16)s; c "
          "= c ^ 5; memcpy(out + 112, &c, 16);\n"
          "  b8 q = __builtin_convertvector(*(__attribute__((ext_vector_type(8))) short *)&s, b8); "
          "memcpy(out + 128, &q, 1);\n"
          "  x4 y = *(x4 *)&a, x = y ? *(x4 *)&b : y; memcpy(out + 144, &x, 16); PUT(int, 10, "
          "__builtin_reduce_add(a)); PUT(int, 11, __builtin_reduce_max(b)); }\n"
          "void t_fvec(const unsigned char *in, unsigned char *out) { f4 a = {in[0], in[1], in[2], in[3]}, b "
          "= a * 0.5f - 3;\n"
          "  memcpy(out, &b, 16); v4 c = __builtin_convertvector(b, v4); memcpy(out + 16, &c, 16); }\n"
          "void t_atomic(const unsigned char *in, unsigned char *out) { _Atomic int a = GET(int, 0); int b = "
          "GET(int, 1);\n"
          "  PUT(int, 0, a++); PUT(int, 1, a += b); PUT(int, 2, __atomic_fetch_nand((int *)&a, b, 5)); "
          "PUT(int, 3, a);\n"
          "  PUT(int, 4, __atomic_fetch_max((int *)&a, b, 5)); PUT(int, 5, a); int e = in[0] & 1 ? a : 5;\n"
          "  PUT(_Bool, 6, __atomic_compare_exchange_n((int *)&a, &e, 77, 0, 5, 5)); PUT(int, 7, e); "
          "PUT(int, 8, a);\n"
          "  PUT(int, 9, __atomic_exchange_n((int *)&a, 3, 5)); PUT(int, 10, __sync_fetch_and_xor((int *)&a, "
          "b)); PUT(int, 11, a);\n"
          "  __sync_synchronize(); PUT(int, 12, __sync_val_compare_and_swap((int *)&a, 3 ^ b, 8)); PUT(int, "
          "13, a); }\n"
          "void t_barrier(const unsigned char *in, unsigned char *out) { int a = GET(int, 0); __asm__ "
          "volatile(\"\" : \"+r\"(a) : : \"memory\");\n"
          "  PUT(int, 0, a); PUT(int, 1, __builtin_expect(a, 1)); PUT(int, 2, __builtin_constant_p(a)); int "
          "z[5]; int *p = z;\n"
          "  PUT(long, 3, __builtin_object_size(p, 0)); PUT(long, 4, __builtin_object_size(z + 1, 0)); }\n",
          300);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_integers);
  RUN_TEST(test_wild_shifts);
  RUN_TEST(test_casts);
  RUN_TEST(test_float_to_int);
  RUN_TEST(test_float_arithmetic);
  RUN_TEST(test_strict_floats);
  RUN_TEST(test_wide_units);
  RUN_TEST(test_builtins);
  RUN_TEST(test_memory_and_control);
  RUN_TEST(test_vectors_and_atomics);
  return UNITY_END();
}

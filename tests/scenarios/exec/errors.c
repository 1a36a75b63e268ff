// Every kind of wrong access ends the program with a position, what happened, and the call stack; exit code 1.
// RUN: summ exec %s -- fine
// OUT: before
// OUT: after 42
// ERR:
// RUN: summ exec %s -- null
// EXIT: 1
// OUT: before
// CHECK-ERR: errors\.c:\d+:\d+: error: read of 4 bytes at a null pointer \[null-dereference\]
// CHECK-ERR: ^  in follow at .*errors\.c:\d+:\d+$
// CHECK-ERR: ^  in null at .*errors\.c:\d+:\d+$
// CHECK-ERR: ^  in main at .*errors\.c:\d+:\d+$
// RUN: summ exec %s -- null_field
// EXIT: 1
// CHECK-ERR: write of 8 bytes at a null pointer plus an offset \[null-dereference\]
// RUN: summ exec %s -- wild
// EXIT: 1
// CHECK-ERR: read of 4 bytes at 0x12345678, which is no object's address \[wild-pointer\]
// RUN: summ exec %s -- freed
// EXIT: 1
// CHECK-ERR: read of 4 bytes of a heap object that was freed \[dangling-pointer\]
// RUN: summ exec %s -- returned
// EXIT: 1
// CHECK-ERR: of a local variable whose function or block has ended \[dangling-pointer\]
// RUN: summ exec %s -- past_heap
// EXIT: 1
// CHECK-ERR: write of 4 bytes at offset 12 of a heap object, which has 12 bytes \[out-of-bounds\]
// RUN: summ exec %s -- before_local
// EXIT: 1
// CHECK-ERR: read of 4 bytes at offset -4 of a local object, which has 16 bytes \[out-of-bounds\]
// RUN: summ exec %s -- past_global
// EXIT: 1
// CHECK-ERR: read of 4 bytes at offset 20 of variable 'five', which has 20 bytes \[out-of-bounds\]
// RUN: summ exec %s -- past_string
// EXIT: 1
// CHECK-ERR: \[out-of-bounds\]
// RUN: summ exec %s -- literal
// EXIT: 1
// CHECK-ERR: write of 1 bytes to .*constant \[write-to-constant\]
// RUN: summ exec %s -- huge_copy
// EXIT: 1
// CHECK-ERR: read of 18446744073709551615 bytes at offset 0 of variable 'five', which has 20 bytes
// RUN: summ exec %s -- handler
// EXIT: 143
// OUT: before
// OUT: caught 10
// RUN: summ exec %s -- double_free
// EXIT: 1
// CHECK-ERR: free of a heap object that was freed before \[double-free\]
// RUN: summ exec %s -- free_inside
// EXIT: 1
// CHECK-ERR: free of a pointer 4 bytes into a heap object \[invalid-free\]
// RUN: summ exec %s -- free_local
// EXIT: 1
// CHECK-ERR: free of a local object \[invalid-free\]
// RUN: summ exec %s -- uninit_heap
// EXIT: 1
// CHECK-ERR: use of an uninitialised value of 4 bytes \[uninitialised\]
// RUN: summ exec %s -- uninit_index
// EXIT: 1
// CHECK-ERR: \[uninitialised\]
// RUN: summ exec %s -- divide
// EXIT: 1
// CHECK-ERR: division by zero \[division-by-zero\]
// RUN: summ exec %s -- remainder
// EXIT: 1
// CHECK-ERR: the quotient does not fit its type \[division-overflow\]
// RUN: summ exec %s -- overlap
// EXIT: 1
// CHECK-ERR: copy of 8 bytes between overlapping places \[overlapping-copy\]
// RUN: summ exec %s -- deep
// EXIT: 1
// CHECK-ERR: the stack is full: calls nested too deeply \[stack-overflow\]
// CHECK-ERR: ^  … \d+ more$
// RUN: summ exec %s -- call_data
// EXIT: 1
// CHECK-ERR: call through 0x[0-9a-f]+, which is no function \[bad-call\]
// RUN: summ exec %s -- call_null
// EXIT: 1
// CHECK-ERR: call through a null function pointer \[null-dereference\]
// RUN: summ exec %s -- absent
// EXIT: 1
// CHECK-ERR: call of nowhere_defined, which the program does not define \[undefined-symbol\]
// RUN: summ exec %s -- absent_variable
// EXIT: 1
// CHECK-ERR: read of variable 'nowhere', which no file of the program defines \[undefined-symbol\]
// RUN: summ exec %s -- few_args
// EXIT: 1
// CHECK-ERR: printf: fewer arguments than the format asks for \[bad-call\]
// RUN: summ exec %s -- unterminated
// EXIT: 1
// CHECK-ERR: \[out-of-bounds\]
// RUN: summ exec %s -- in_callback
// EXIT: 1
// CHECK-ERR: ^  in compare_badly at
// CHECK-ERR: ^  in in_callback at
// RUN: summ exec %s -- too_many_va
// EXIT: 1
// CHECK-ERR: \[out-of-bounds\]
// RUN: summ exec %s -- assertion
// EXIT: 134
// CHECK-ERR: Assertion `five\[0\] == 7' failed\.
// CHECK-ERR: assertion 'five\[0\] == 7' failed \[assertion-failed\]
// RUN: summ exec %s -- aborts
// EXIT: 134
// CHECK-ERR: \[abort\]
// RUN: summ exec %s -- overflow
// OUT: before
// OUT: -2147483648
// OUT: after 42
// RUN: summ exec %s --strict -- overflow
// EXIT: 1
// CHECK-ERR: signed overflow in add of 32 bits \[signed-overflow\]
// RUN: summ exec %s --strict -- shift
// EXIT: 1
// CHECK-ERR: shift of a 32-bit value by 33 \[bad-shift\]
// RUN: summ exec %s --step-limit 100000 -- forever
// EXIT: 1
// CHECK-ERR: errors\.c:\d+:\d+: error: the step limit was reached
// RUN: summ exec %s -- leaves
// EXIT: 7
// OUT: before
// OUT: last words
// RUN: summ exec %s --entry second
// EXIT: 9
// RUN: summ exec %s --entry nobody
// EXIT: 2
// ERR: summ: no function 'nobody' in these files; choose one with --entry NAME
#include <assert.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
  long a, b;
};
static int five[5] = {1, 2, 3, 4, 5};
static volatile int zero = 0, one = 1;
static int *kept;
extern int nowhere;
int nowhere_defined(int);

static int follow(int *p) { return *p; }
static void null(void) { follow(NULL); }
static void null_field(void) {
  struct pair *p = zero ? (struct pair *)five : NULL;
  p->b = 1;
}
static void wild(void) { follow((int *)0x12345678L); }
static void freed(void) {
  int *p = malloc(4);
  *p = 1;
  free(p);
  follow(p);
}
static void keep(void) {
  int local = 3;
  kept = &local;
}
static void returned(void) {
  keep();
  follow(kept);
}
static void past_heap(void) {
  int *p = malloc(3 * sizeof *p);
  for (int i = 0; i <= 3; i++) p[i] = i;
}
static void before_local(void) {
  int a[4] = {0};
  follow(a - one);
}
static void past_global(void) { follow(five + 5); }
static void past_string(void) {
  const char *s = "abc";
  putchar(s[4 + zero]);
}
static void literal(void) {
  char *s = (char *)"abc";
  s[0] = 'x';
}
static void huge_copy(void) { memcpy(&one, five, (size_t)zero - 1); }
static void caught(int n) { printf("caught %d\n", n); }
static void handler(void) {
  signal(SIGUSR1, caught);
  raise(SIGUSR1);
  raise(SIGTERM);
}
static void double_free(void) {
  int *p = malloc(4);
  free(p);
  free(p);
}
static void free_inside(void) {
  int *p = malloc(8);
  free(p + 1);
}
static void free_local(void) {
  int a[2];
  free(a);
}
static void uninit_heap(void) {
  int *p = malloc(8);
  p[0] = 1;
  if (p[1] > 3) puts("big");
}
static void uninit_index(void) {
  struct pair p;
  p.a = 0;
  struct pair q = p; /* copying is no use */
  printf("%d\n", five[q.a] + five[q.b]);
}
static void divide(void) { printf("%d\n", 1 / zero); }
static void remainder_(void) { printf("%d\n", (INT_MIN + zero) % (zero - 1)); }
static void overlap(void) {
  char b[16] = "0123456789";
  memcpy(b + one, b, 8);
}
static int deep_down(int n) { return n + deep_down(n + 1); }
static void deep(void) { printf("%d\n", deep_down(0)); }
static void call_data(void) { ((void (*)(void))five)(); }
static void call_null(void) {
  void (*f)(void) = zero ? deep : NULL;
  f();
}
static void absent(void) { nowhere_defined(1); }
static void absent_variable(void) { printf("%d\n", nowhere); }
static void few_args(void) {
  const char *volatile format = "%d %d\n";
  printf(format, 1);
}
static void unterminated(void) {
  char b[3] = {'a', 'b', 'c'};
  printf("%zu\n", strlen(b));
}
static int compare_badly(const void *a, const void *b) { return *(const int *)a - ((const int *)b)[100]; }
static void in_callback(void) { qsort(five, 5, sizeof *five, compare_badly); }
static int sum(int n, ...) {
  va_list ap;
  int s = 0;
  va_start(ap, n);
  for (int i = 0; i < n; i++) s += va_arg(ap, int);
  va_end(ap);
  return s;
}
static void too_many_va(void) { printf("%d\n", sum(9, 1, 2, 3, 4, 5, 6, 7)); }
static void assertion(void) { assert(five[0] == 7); }
static void aborts(void) { abort(); }
static void overflow(void) { printf("%d\n", INT_MAX + one); }
static void shift(void) { printf("%d\n", one << (33 + zero)); }
static void forever(void) {
  while (one) {}
}
static void last(void) { puts("last words"); }
static void leaves(void) {
  atexit(last);
  exit(7);
}
static void fine(void) {}
int second(void) { return 9; }

static const struct {
  const char *name;
  void (*run)(void);
} all[] = {{"null", null}, {"null_field", null_field}, {"wild", wild}, {"freed", freed}, {"returned", returned},
           {"past_heap", past_heap}, {"before_local", before_local}, {"past_global", past_global},
           {"past_string", past_string}, {"literal", literal}, {"huge_copy", huge_copy}, {"handler", handler}, {"double_free", double_free},
           {"free_inside", free_inside}, {"free_local", free_local}, {"uninit_heap", uninit_heap},
           {"uninit_index", uninit_index}, {"divide", divide}, {"remainder", remainder_}, {"overlap", overlap},
           {"deep", deep}, {"call_data", call_data}, {"call_null", call_null}, {"absent", absent},
           {"absent_variable", absent_variable}, {"few_args", few_args}, {"unterminated", unterminated},
           {"in_callback", in_callback}, {"too_many_va", too_many_va}, {"assertion", assertion}, {"aborts", aborts},
           {"overflow", overflow}, {"shift", shift}, {"forever", forever}, {"leaves", leaves}, {"fine", fine}};

int main(int argc, char **argv) {
  puts("before");
  for (size_t i = 0; argc > 1 && i < sizeof all / sizeof *all; i++) {
    if (!strcmp(all[i].name, argv[1])) all[i].run();
  }
  printf("after %d\n", 42);
  return 0;
}

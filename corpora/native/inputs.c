/*
 * Inputs for the programs in verdicts/ when they are compiled natively: the nondeterministic functions, the
 * assumptions and the error functions of the usual conventions. The program's main is renamed to program_main and
 * its malloc, calloc and realloc to may_fail_…, so that allocation failure is an input too.
 *
 *   values V…   run once; the k-th input is the k-th value, 0 after the last; allocation succeeds
 *   seed S      run once on pseudo-random inputs
 *   random N    run seeds 0..N-1, each in its own process, until one fails; print its seed and exit 1
 *
 * Small values, boundary values and repeated values come more often than uniform ones would: with uniform ints
 * almost no run would get past an assumption.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int program_main(int argc, char **argv);

enum { REJECTED = 77 };

static char **values;
static int left;
static bool replay;
static uint64_t state = 1;
static unsigned style;
static int64_t last;

static uint64_t next_random(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (state * 0x2545F4914F6CDD1Dull) >> 3;
}

static void set_seed(long seed) {
  state = 0x9E3779B97F4A7C15ull * ((uint64_t)seed + 1);
  style = (unsigned)(seed % 8);
  last = 0;
  next_random();
}

static int64_t styled(unsigned how) {
  static const int64_t edges[] = {0,   1,     -1,    2,     127,        128,         255,        256, -128,
                                  31,  32,    63,    64,    32767,      65535,       65536,      7,   8,
                                  100, 32768, 33,    3,     2147483647, -2147483648, 4294967295, 4,   INT64_MIN};
  uint64_t r = next_random();
  switch (how) {
  case 0: return (int64_t)(r % 6);
  case 1: return (int64_t)(r % 25) - 12;
  case 2: return (int64_t)(r % 260);
  case 3: return (int64_t)(r ^ next_random() << 20);
  case 4: return edges[r % (sizeof edges / sizeof *edges)];
  case 5: return (int64_t)(32 + r % 96);
  case 6: return last + (int64_t)(r % 3) - 1;
  default: return styled((unsigned)(r >> 20) % 7);
  }
}

static int64_t next_int(void) {
  if (!replay)
    return last = styled(style);
  if (left == 0)
    return 0;
  left--;
  return strtoll(*values++, NULL, 0);
}

static double next_double(void) {
  if (replay) {
    if (left == 0)
      return 0;
    left--;
    return strtod(*values++, NULL);
  }
  static const double edges[] = {0.0, -0.0, 1e17, 1e300, -1e300, 5e-324, 100, 1000, 0.1};
  uint64_t r = next_random(), bits = r << 3 ^ next_random();
  double d;
  switch (r % 5) {
  case 0: return (double)(int64_t)(next_random() % 41) - 20;
  case 1: memcpy(&d, &bits, sizeof d); return d;
  case 2: return edges[next_random() % (sizeof edges / sizeof *edges)];
  case 3: return next_random() % 2 ? __builtin_nan("") : __builtin_inf();
  default: return (double)(next_random() >> 8) * 0x1p-53 * 100;
  }
}

#define INPUT(type, name)                                                                                    \
  type __VERIFIER_nondet_##name(void) { return (type)next_int(); }                                           \
  type nondet_##name(void) { return (type)next_int(); }
INPUT(int, int)
INPUT(unsigned, uint)
INPUT(char, char)
INPUT(signed char, schar)
INPUT(unsigned char, uchar)
INPUT(short, short)
INPUT(unsigned short, ushort)
INPUT(long, long)
INPUT(unsigned long, ulong)
double __VERIFIER_nondet_double(void) { return next_double(); }
double nondet_double(void) { return next_double(); }
float nondet_float(void) { return (float)next_double(); }
int read_sensor(void) { return (int)next_int(); }
int get_input(void) { return (int)next_int(); }
int choose(void) { return (int)next_int(); }
unsigned char read_byte(void) { return (unsigned char)next_int(); }

static void assume(bool c) {
  if (!c)
    _exit(REJECTED);
}
void __VERIFIER_assume(int c) { assume(c); }
void __CPROVER_assume(bool c) { assume(c); }
void __ESBMC_assume(bool c) { assume(c); }

void reach_error(void) { abort(); }
void __SEA_assume(bool c) { assume(c); }
void __SEA_error(void) { abort(); }
void __VERIFIER_error(void) { abort(); }
void __CPROVER_assert(bool c, const char *text) {
  (void)text;
  if (!c)
    abort();
}

static bool fails(void) { return !replay && next_random() % 5 == 0; }
void *may_fail_malloc(size_t n) { return fails() ? NULL : malloc(n); }
void *may_fail_calloc(size_t n, size_t m) { return fails() ? NULL : calloc(n, m); }
void *may_fail_realloc(void *p, size_t n) { return fails() ? NULL : realloc(p, n); }

static int run_many(long n, char **argv) {
  int null = open("/dev/null", O_WRONLY);
  long accepted = 0;
  for (long seed = 0; seed < n; seed++) {
    pid_t child = fork();
    if (child == 0) {
      dup2(null, 1);
      dup2(null, 2);
      alarm(10);
      set_seed(seed);
      program_main(1, argv);
      _exit(0);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child)
      return 2;
    if (WIFEXITED(status) && WEXITSTATUS(status) == REJECTED)
      continue;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      printf("%ld\n", seed);
      return 1;
    }
    accepted++;
  }
  printf("%ld of %ld runs accepted, none failed\n", accepted, n);
  return 0;
}

int main(int argc, char **argv) {
  if (argc >= 2 && strcmp(argv[1], "values") == 0) {
    replay = true;
    values = argv + 2;
    left = argc - 2;
    program_main(1, argv);
    return 0;
  }
  if (argc == 3 && strcmp(argv[1], "seed") == 0) {
    set_seed(strtol(argv[2], NULL, 10));
    program_main(1, argv);
    return 0;
  }
  if (argc == 3 && strcmp(argv[1], "random") == 0)
    return run_many(strtol(argv[2], NULL, 10), argv);
  fprintf(stderr, "usage: %s values V... | seed S | random N\n", argv[0]);
  return 2;
}

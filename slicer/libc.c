/* What the C library does to memory, for calls of its functions by name when the program has no body for them. A
 * function that is not in the table may read, write and keep everything it can reach; so leaving one out costs
 * precision only, and an entry must be right. Functions that call back (qsort) are left to that rule. */
#include "slicer/pointsto.h"

#include <stdlib.h>
#include <string.h>

enum { A0 = 1, A1 = 2, A2 = 4, A3 = 8, A4 = 16, V = LIBC_REST };
/* kinds of rows; W: written, R: read, S: size arguments */
#define PURE(n) {.name = n}
#define READS(n, R) {.name = n, .reads = R}
#define MATH(n) {.name = n, .sets_errno = true}
#define PARSE(n, W, R) {.name = n, .writes = W, .reads = R, .sets_errno = true}
#define ENDS(n) {.name = n, .writes = A1, .reads = A0, .ends = true, .sets_errno = true}
#define IO(n, W, R) {.name = n, .writes = W, .reads = R, .sets_errno = true, .state = true}
#define DIES(n) {.name = n, .noreturn = true, .state = true, .reads = A0 | A1 | V}

static const libc_model models[] = {
    {.name = "malloc", .ret = LIBC_RET_ALLOC, .sizes = A0, .sets_errno = true},
    {.name = "calloc", .ret = LIBC_RET_ALLOC, .sizes = A0 | A1, .sets_errno = true},
    {.name = "realloc", .ret = LIBC_RET_ALLOC, .keeps = true, .reads = A0, .sizes = A1, .sets_errno = true},
    {.name = "reallocarray", .ret = LIBC_RET_ALLOC, .keeps = true, .reads = A0, .sizes = A1 | A2, .sets_errno = true},
    {.name = "aligned_alloc", .ret = LIBC_RET_ALLOC, .sizes = A1, .sets_errno = true},
    {.name = "memalign", .ret = LIBC_RET_ALLOC, .sizes = A1, .sets_errno = true},
    {.name = "valloc", .ret = LIBC_RET_ALLOC, .sizes = A0, .sets_errno = true},
    {.name = "strdup", .ret = LIBC_RET_ALLOC, .reads = A0, .sets_errno = true},
    {.name = "__strdup", .ret = LIBC_RET_ALLOC, .reads = A0, .sets_errno = true},
    {.name = "strndup", .ret = LIBC_RET_ALLOC, .reads = A0, .sizes = A1, .sets_errno = true},
    {.name = "free", .reads = 0},
    {.name = "malloc_usable_size", .reads = 0},
    {.name = "memcpy", .ret = LIBC_RET_ARG0, .writes = A0, .reads = A1, .copies = true, .sizes = A2},
    {.name = "memmove", .ret = LIBC_RET_ARG0, .writes = A0, .reads = A1, .copies = true, .sizes = A2},
    {.name = "__memcpy_chk", .ret = LIBC_RET_ARG0, .writes = A0, .reads = A1, .copies = true, .sizes = A2},
    {.name = "__memmove_chk", .ret = LIBC_RET_ARG0, .writes = A0, .reads = A1, .copies = true, .sizes = A2},
    {.name = "memset", .ret = LIBC_RET_ARG0, .writes = A0, .sizes = A2},
    {.name = "__memset_chk", .ret = LIBC_RET_ARG0, .writes = A0, .sizes = A2},
    {.name = "explicit_bzero", .writes = A0, .sizes = A1},
    {.name = "bzero", .writes = A0, .sizes = A1},
    {.name = "strcpy", .ret = LIBC_RET_ARG0, .writes = A0, .reads = A1},
    {.name = "strncpy", .ret = LIBC_RET_ARG0, .writes = A0, .reads = A1, .sizes = A2},
    {.name = "strcat", .ret = LIBC_RET_ARG0, .writes = A0, .reads = A0 | A1},
    {.name = "strncat", .ret = LIBC_RET_ARG0, .writes = A0, .reads = A0 | A1, .sizes = A2},
    {.name = "stpcpy", .ret = LIBC_RET_INTO0, .writes = A0, .reads = A1},
    {.name = "stpncpy", .ret = LIBC_RET_INTO0, .writes = A0, .reads = A1, .sizes = A2},
    {.name = "strchr", .ret = LIBC_RET_INTO0, .reads = A0},
    {.name = "strrchr", .ret = LIBC_RET_INTO0, .reads = A0},
    {.name = "strchrnul", .ret = LIBC_RET_INTO0, .reads = A0},
    {.name = "rawmemchr", .ret = LIBC_RET_INTO0, .reads = A0},
    {.name = "strstr", .ret = LIBC_RET_INTO0, .reads = A0 | A1},
    {.name = "strcasestr", .ret = LIBC_RET_INTO0, .reads = A0 | A1},
    {.name = "strpbrk", .ret = LIBC_RET_INTO0, .reads = A0 | A1},
    {.name = "memchr", .ret = LIBC_RET_INTO0, .reads = A0, .sizes = A2},
    {.name = "memrchr", .ret = LIBC_RET_INTO0, .reads = A0, .sizes = A2},
    READS("strlen", A0), READS("strnlen", A0), READS("strcmp", A0 | A1), READS("strncmp", A0 | A1),
    READS("memcmp", A0 | A1), READS("bcmp", A0 | A1), READS("strcasecmp", A0 | A1), READS("strncasecmp", A0 | A1),
    READS("strspn", A0 | A1), READS("strcspn", A0 | A1), READS("atoi", A0), READS("atol", A0), READS("atoll", A0),
    READS("atof", A0),
    {.name = "strcoll", .reads = A0 | A1, .state = true},
    PURE("abs"), PURE("labs"), PURE("llabs"), PURE("isalpha"), PURE("isdigit"), PURE("isalnum"), PURE("isspace"),
    PURE("isupper"), PURE("islower"), PURE("isprint"), PURE("ispunct"), PURE("iscntrl"), PURE("isgraph"),
    PURE("isxdigit"), PURE("isblank"), PURE("toupper"), PURE("tolower"), PURE("fabs"), PURE("floor"), PURE("ceil"),
    PURE("round"), PURE("trunc"), PURE("fabsf"), PURE("floorf"), PURE("ceilf"), PURE("copysign"), PURE("fmin"),
    PURE("fmax"), PURE("htonl"), PURE("htons"), PURE("ntohl"), PURE("ntohs"), PURE("__isnan"), PURE("__isinf"),
    PURE("__finite"), PURE("rint"), PURE("nearbyint"), PURE("cbrt"), PURE("atan"), PURE("atan2"), PURE("tanh"),
    MATH("sqrt"), MATH("sqrtf"), MATH("pow"), MATH("powf"), MATH("exp"), MATH("exp2"), MATH("log"), MATH("log2"),
    MATH("log10"), MATH("sin"), MATH("cos"), MATH("tan"), MATH("asin"), MATH("acos"), MATH("sinh"), MATH("cosh"),
    MATH("fmod"), MATH("hypot"), MATH("ldexp"), MATH("scalbn"), MATH("lround"), MATH("lrint"),
    {.name = "frexp", .writes = A1}, {.name = "modf", .writes = A1},
    {.name = "__ctype_b_loc", .ret = LIBC_RET_TABLE},
    {.name = "__ctype_tolower_loc", .ret = LIBC_RET_TABLE},
    {.name = "__ctype_toupper_loc", .ret = LIBC_RET_TABLE},
    {.name = "__errno_location", .ret = LIBC_RET_ERRNO},
    ENDS("strtol"), ENDS("strtoul"), ENDS("strtoll"), ENDS("strtoull"), ENDS("strtod"), ENDS("strtof"),
    ENDS("strtold"), ENDS("strtoimax"), ENDS("strtoumax"), ENDS("__isoc23_strtol"), ENDS("__isoc23_strtoul"),
    ENDS("__isoc23_strtoll"), ENDS("__isoc23_strtoull"),
    PARSE("mbstowcs", A0, A1), PARSE("wcstombs", A0, A1), PARSE("mbtowc", A0, A1),
    IO("printf", 0, A0 | V), IO("puts", 0, A0), IO("putchar", 0, 0), IO("putc", A1, A1), IO("fputc", A1, A1),
    IO("putchar_unlocked", 0, 0), IO("fputs", A1, A0 | A1), IO("fprintf", A0, A0 | A1 | V),
    IO("vprintf", 0, A0 | A1), IO("perror", 0, A0), IO("fflush", A0, A0), IO("fwrite", A3, A0 | A3),
    IO("fread", A0 | A3, A3), IO("getchar", 0, 0), IO("fgetc", A0, A0), IO("getc", A0, A0), IO("ungetc", A1, A1),
    IO("feof", 0, A0), IO("ferror", 0, A0), IO("clearerr", A0, A0), IO("rewind", A0, A0), IO("fseek", A0, A0),
    IO("fseeko", A0, A0), IO("ftell", 0, A0), IO("ftello", 0, A0), IO("fileno", 0, A0), IO("fclose", A0, A0),
    IO("remove", 0, A0), IO("rename", 0, A0 | A1), IO("unlink", 0, A0), IO("close", 0, 0), IO("read", A1, 0),
    IO("write", 0, A1), IO("lseek", 0, 0), IO("lseek64", 0, 0), IO("fsync", 0, 0), IO("ftruncate", 0, 0),
    IO("open", 0, A0), IO("open64", 0, A0), IO("access", 0, A0), IO("stat", A1, A0), IO("lstat", A1, A0),
    IO("fstat", A1, 0), IO("mkdir", 0, A0), IO("rmdir", 0, A0), IO("chdir", 0, A0), IO("dup", 0, 0), IO("dup2", 0, 0),
    IO("pipe", A0, 0), IO("getpid", 0, 0), IO("time", A0, 0), IO("clock", 0, 0), IO("gettimeofday", A0 | A1, 0),
    IO("clock_gettime", A1, 0), IO("sleep", 0, 0), IO("usleep", 0, 0), IO("rand", 0, 0), IO("srand", 0, 0),
    IO("random", 0, 0), IO("srandom", 0, 0), IO("isatty", 0, 0), IO("umask", 0, 0), IO("geteuid", 0, 0),
    IO("getuid", 0, 0), IO("getgid", 0, 0), IO("mktime", A0, A0), IO("difftime", 0, 0), IO("fchmod", 0, 0),
    IO("fchown", 0, 0), IO("pread", A1, 0), IO("pread64", A1, 0), IO("pwrite", 0, A1), IO("pwrite64", 0, A1),
    IO("readlink", A1, A0), IO("chmod", 0, A0), IO("chown", 0, A0), IO("kill", 0, 0), IO("raise", 0, 0),
    {.name = "sprintf", .writes = A0, .reads = A1 | V}, {.name = "snprintf", .writes = A0, .reads = A2 | V},
    {.name = "__sprintf_chk", .writes = A0, .reads = A3 | V}, {.name = "__snprintf_chk", .writes = A0, .reads = A4 | V},
    {.name = "strerror", .ret = LIBC_RET_OUT, .state = true},
    {.name = "getenv", .ret = LIBC_RET_OUT, .reads = A0, .state = true},
    {.name = "secure_getenv", .ret = LIBC_RET_OUT, .reads = A0, .state = true},
    {.name = "gettext", .ret = LIBC_RET_OUT, .reads = A0, .state = true},
    {.name = "fopen", .ret = LIBC_RET_OUT, .reads = A0 | A1, .state = true, .sets_errno = true},
    {.name = "fopen64", .ret = LIBC_RET_OUT, .reads = A0 | A1, .state = true, .sets_errno = true},
    {.name = "fdopen", .ret = LIBC_RET_OUT, .reads = A1, .state = true, .sets_errno = true},
    {.name = "tmpfile", .ret = LIBC_RET_OUT, .state = true, .sets_errno = true},
    {.name = "localtime", .ret = LIBC_RET_OUT, .reads = A0, .state = true, .sets_errno = true},
    {.name = "gmtime", .ret = LIBC_RET_OUT, .reads = A0, .state = true, .sets_errno = true},
    {.name = "localeconv", .ret = LIBC_RET_OUT, .state = true},
    {.name = "strftime", .writes = A0, .reads = A2 | A3, .state = true},
    {.name = "fgets", .ret = LIBC_RET_ARG0, .writes = A0 | A2, .reads = A2, .state = true, .sets_errno = true},
    DIES("exit"), DIES("_exit"), DIES("_Exit"), DIES("abort"), DIES("quick_exit"), DIES("__assert_fail"),
    DIES("longjmp"), DIES("siglongjmp"), DIES("_longjmp"), DIES("__longjmp_chk"), DIES("__stack_chk_fail"),
};

const libc_model *libc_find(const char *name) {
  if (!name)
    return NULL;
  for (size_t i = 0; i < sizeof models / sizeof *models; i++)
    if (strcmp(models[i].name, name) == 0)
      return &models[i];
  return NULL;
}

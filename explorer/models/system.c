/* Parts of stdlib.h, time.h, unistd.h and pthread.h that ask the system: their answers are anything within what the
 * manual promises. Threads are run by the machine (builtin.c), one after the other; locks are always free. */
typedef __SIZE_TYPE__ size_t;

int summ_any_int(void);
long summ_any_long(void);
double summ_any_double(void);
void summ_make_any(void *p, size_t n);
void summ_assume(int c);
void *malloc(size_t n);
void *realloc(void *p, size_t n);

int errno;
int *__errno_location(void) { return &errno; }

int rand(void) {
  int r = summ_any_int();
  summ_assume(r >= 0);
  return r;
}
int rand_r(unsigned *seed) {
  *seed = (unsigned)summ_any_int();
  return rand();
}
long random(void) { return rand(); }
long lrand48(void) { return rand(); }

int posix_memalign(void **out, size_t align, size_t n) {
  if (align < sizeof(void *) || (align & (align - 1))) return 22;
  void *p = malloc(n);
  if (!p) return 12;
  *out = p;
  return 0;
}
void *memalign(size_t align, size_t n) {
  (void)align;
  return malloc(n);
}
void *valloc(size_t n) { return malloc(n); }
void *reallocarray(void *p, size_t n, size_t size) {
  size_t all;
  return __builtin_mul_overflow(n, size, &all) ? 0 : realloc(p, all);
}

/* ---- time ---- */

typedef struct {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
} tm;

long time(long *t) {
  long now = summ_any_long();
  summ_assume(now >= -1);
  if (t) *t = now;
  return now;
}
long clock(void) {
  long now = summ_any_long();
  summ_assume(now >= -1);
  return now;
}
static int within(int lo, int hi) {
  int v = summ_any_int();
  summ_assume(v >= lo && v <= hi);
  return v;
}
tm *gmtime_r(const long *t, tm *out) {
  long when = *t;
  (void)when;
  out->tm_sec = within(0, 60), out->tm_min = within(0, 59), out->tm_hour = within(0, 23);
  out->tm_mday = within(1, 31), out->tm_mon = within(0, 11), out->tm_year = summ_any_int();
  out->tm_wday = within(0, 6), out->tm_yday = within(0, 365), out->tm_isdst = within(-1, 1);
  out->tm_gmtoff = 0, out->tm_zone = "";
  return out;
}
tm *localtime_r(const long *t, tm *out) { return gmtime_r(t, out); }
static tm broken_down;
tm *gmtime(const long *t) { return gmtime_r(t, &broken_down); }
tm *localtime(const long *t) { return gmtime_r(t, &broken_down); }
/* Nothing, or less than room characters and a 0 behind them. */
size_t strftime(char *to, size_t room, const char *format, const tm *t) {
  int year = t->tm_year, first = *format; /* the call reads both */
  (void)year, (void)first;
  size_t n = (size_t)summ_any_long();
  summ_assume(n < room || n == 0);
  if (room) {
    summ_make_any(to, room);
    if (n) to[n] = 0;
  }
  return n;
}
long mktime(tm *t) {
  int year = t->tm_year; /* the call reads the structure */
  (void)year;
  return summ_any_long();
}
double drand48(void) {
  double x = summ_any_double();
  summ_assume(x >= 0 && x < 1);
  return x;
}
double difftime(long a, long b) { return (double)(a - b); }

static int outcome(void) { /* 0, or -1 with errno set */
  int failed = within(-1, 0);
  if (failed) errno = within(1, 133);
  return failed;
}
int nanosleep(const void *request, long *remaining) {
  (void)request;
  int r = outcome();
  if (r && remaining) {
    remaining[0] = summ_any_long(), remaining[1] = summ_any_long();
    summ_assume(remaining[0] >= 0 && remaining[1] >= 0 && remaining[1] < 1000000000);
  }
  return r;
}
unsigned sleep(unsigned seconds) { /* what is left when a signal came */
  unsigned left = (unsigned)summ_any_int();
  summ_assume(left <= seconds);
  return left;
}
int usleep(unsigned microseconds) { return (void)microseconds, outcome(); }
int close(int file) { return (void)file, outcome(); }
int unlink(const char *path) { return (void)path, outcome(); }
int remove(const char *path) { return (void)path, outcome(); }
int access(const char *path, int mode) { return (void)path, (void)mode, outcome(); }
int pipe(int *ends) {
  int r = outcome();
  if (!r) {
    ends[0] = summ_any_int(), ends[1] = summ_any_int();
    summ_assume(ends[0] >= 0 && ends[1] > ends[0]);
  }
  return r;
}
#define MAP_FAILED ((void *)-1L)
void *mmap(void *at, size_t n, int protection, int flags, int file, long offset) {
  (void)at, (void)protection, (void)file, (void)offset;
  void *p = n && !outcome() ? malloc(n) : 0;
  if (!p) return MAP_FAILED;
  if (flags & 0x20) /* MAP_ANONYMOUS */
    __builtin_memset(p, 0, n);
  else
    summ_make_any(p, n);
  return p;
}
int munmap(void *p, size_t n) {
  return (void)p, (void)n, outcome();
} /* it may be a part, so nothing is freed */

unsigned short htons(unsigned short x) { return __builtin_bswap16(x); }
unsigned short ntohs(unsigned short x) { return __builtin_bswap16(x); }
unsigned htonl(unsigned x) { return __builtin_bswap32(x); }
unsigned ntohl(unsigned x) { return __builtin_bswap32(x); }

char *strerror(int number) {
  static char text[8];
  (void)number;
  summ_make_any(text, sizeof text);
  text[sizeof text - 1] = 0;
  return text;
}

/* The name of the locale; a locale that is asked for may not be there. */
char *setlocale(int category, const char *name) {
  static char text[16] = "C";
  (void)category;
  if (name && outcome()) return 0;
  if (name) {
    summ_make_any(text, sizeof text);
    text[sizeof text - 1] = 0;
  }
  return text;
}

/* ---- locks ---- */

#define LOCK(name) \
  int name(void *p) { return *(volatile char *)p, 0; }
LOCK(pthread_mutex_lock)
LOCK(pthread_mutex_unlock)
LOCK(pthread_mutex_destroy)
LOCK(pthread_spin_lock)
LOCK(pthread_spin_unlock)
LOCK(pthread_rwlock_destroy)
LOCK(pthread_rwlock_rdlock)
LOCK(pthread_rwlock_wrlock)
LOCK(pthread_rwlock_unlock)
LOCK(pthread_cond_signal)
LOCK(pthread_cond_broadcast)
LOCK(pthread_cond_destroy)
int pthread_mutex_init(void *p, const void *a) {
  (void)a;
  return *(volatile char *)p = 0;
}
int pthread_cond_init(void *p, const void *a) {
  (void)a;
  return *(volatile char *)p = 0;
}
int pthread_rwlock_init(void *p, const void *a) {
  (void)a;
  return *(volatile char *)p = 0;
}
int pthread_detach(unsigned long t) { return (void)t, 0; }

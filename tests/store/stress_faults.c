/* A library for LD_PRELOAD that makes one write call fail: the FAULT_AT-th of write, pwrite, writev, pwritev, fsync,
 * fdatasync, msync, ftruncate and rename in the process returns FAULT_ERRNO (a number). With FAULT_SHORT set, a write that
 * fails first writes half of its bytes, as a full disk does. FAULT_STICKY keeps failing from then on. How many calls there
 * were is written to FAULT_COUNT (a file) at exit. With FAULT_PROGRAM set only programs whose names begin like that are
 * concerned, not what they start. FAULT_FSTYPE is the type of every file system, as statfs(2) gives it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

static int count, unconcerned;

static __attribute__((constructor)) void look_who_i_am(void) {
  const char *wanted = getenv("FAULT_PROGRAM");
  unconcerned = wanted && strncmp(program_invocation_short_name, wanted, strlen(wanted)) != 0;
}

static int must_fail(int fd) {
  const char *at = getenv("FAULT_AT"), *code = getenv("FAULT_ERRNO");
  if (unconcerned || (fd >= 0 && fd <= 2)) return 0; /* messages */
  int n = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED), target = at ? atoi(at) : 0;
  if (!target || (n != target && !(n > target && getenv("FAULT_STICKY")))) return 0;
  errno = code ? atoi(code) : EIO;
  return 1;
}

static size_t half(size_t n) { return getenv("FAULT_SHORT") ? n / 2 : 0; }

#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *p, size_t n) {
  if (!must_fail(fd)) return REAL(ssize_t, write, int, const void *, size_t)(fd, p, n);
  return half(n) ? REAL(ssize_t, write, int, const void *, size_t)(fd, p, half(n)) : -1;
}
ssize_t pwrite(int fd, const void *p, size_t n, off_t at) {
  if (!must_fail(fd)) return REAL(ssize_t, pwrite, int, const void *, size_t, off_t)(fd, p, n, at);
  return half(n) ? REAL(ssize_t, pwrite, int, const void *, size_t, off_t)(fd, p, half(n), at) : -1;
}
ssize_t pwrite64(int fd, const void *p, size_t n, off_t at) { return pwrite(fd, p, n, at); }
ssize_t writev(int fd, const struct iovec *v, int n) {
  return must_fail(fd) ? -1 : REAL(ssize_t, writev, int, const struct iovec *, int)(fd, v, n);
}
ssize_t pwritev(int fd, const struct iovec *v, int n, off_t at) {
  return must_fail(fd) ? -1 : REAL(ssize_t, pwritev, int, const struct iovec *, int, off_t)(fd, v, n, at);
}
ssize_t pwritev64(int fd, const struct iovec *v, int n, off_t at) { return pwritev(fd, v, n, at); }
int fsync(int fd) { return must_fail(fd) ? -1 : REAL(int, fsync, int)(fd); }
int fdatasync(int fd) { return must_fail(fd) ? -1 : REAL(int, fdatasync, int)(fd); }
int msync(void *p, size_t n, int flags) {
  return must_fail(-1) ? -1 : REAL(int, msync, void *, size_t, int)(p, n, flags);
}
int ftruncate(int fd, off_t n) { return must_fail(fd) ? -1 : REAL(int, ftruncate, int, off_t)(fd, n); }
int ftruncate64(int fd, off_t n) { return ftruncate(fd, n); }
int rename(const char *a, const char *b) {
  return must_fail(-1) ? -1 : REAL(int, rename, const char *, const char *)(a, b);
}

int statfs(const char *path, struct statfs *out) {
  const char *type = getenv("FAULT_FSTYPE");
  int rc = REAL(int, statfs, const char *, struct statfs *)(path, out);
  if (!rc && type) out->f_type = (__fsword_t)strtoul(type, NULL, 0);
  return rc;
}

static __attribute__((destructor)) void report(void) {
  const char *file = getenv("FAULT_COUNT");
  FILE *out = file && !unconcerned ? fopen(file, "w") : NULL;
  if (out) fprintf(out, "%d\n", count), fclose(out);
}

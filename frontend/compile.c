/* Running clang on one translation unit, without a shell. Standard output, errors and the dependency rule go to
 * anonymous memory files, so nothing is written beside the project and no pipe can fill up; a pidfd gives the wait a
 * limit. Whatever the compiler does (rejects, crashes, hangs), the caller gets one line for this one file. */
#define _GNU_SOURCE
#include "frontend/module.h"
#include "frontend/project.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* Less stack than libclang's own thread has (8 MB), so that text which does not fit kills this process and not ours. */
enum { DEP_FD = 3, LIMIT_SECONDS = 600, LOOK_SECONDS = 5, STACK_BYTES = 7 << 20 };

static void build_argv(const char *clang, const fe_unit *u, const fe_strv *flags, fe_run_mode mode,
                       fe_strv *argv) {
  static const char *const bitcode[] = {FE_BITCODE_FLAGS};
  fe_strv_add(argv, clang);
  for (size_t i = 0; i < flags->n; i++) fe_strv_add(argv, flags->v[i]);
  if (mode == FE_RUN_BITCODE) fe_strv_add(argv, FE_INLINE_FLAG);
  if (mode == FE_RUN_PREPROCESS)
    fe_strv_add(argv, "-E");
  else
    for (size_t i = 0; i < sizeof bitcode / sizeof *bitcode; i++) fe_strv_add(argv, bitcode[i]);
  fe_strv_add(argv, "-MD");
  fe_strv_add(argv, "-MF");
  fe_strv_take(argv, fe_xformat("/dev/fd/%d", DEP_FD));
  fe_strv_add(argv, "-MT");
  fe_strv_add(argv, "x");
  fe_strv_add(argv, "-o");
  fe_strv_add(argv, "-");
  fe_strv_add(argv, "--");
  fe_strv_add(argv, u->path);
  fe_strv_terminate(argv);
}

uint64_t fe_memory_size(void) {
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
}

bool fe_clang_start(const char *clang, const fe_unit *u, const fe_strv *flags, fe_run_mode mode,
                    fe_process *p, fe_run *r) {
  *r = (fe_run){0};
  *p = (fe_process){.pid = -1};
  struct stat st;
  if (stat(u->dir, &st) || !S_ISDIR(st.st_mode)) {
    r->error = fe_xformat(
        "%s: its directory %s does not exist: run the build again, or correct the compile database", u->path,
        u->dir);
    return false;
  }
  p->out_fd = memfd_create("summ-out", MFD_CLOEXEC);
  p->err_fd = memfd_create("summ-err", MFD_CLOEXEC);
  p->dep_fd = memfd_create("summ-dep", MFD_CLOEXEC);
  int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  fe_strv argv = {0};
  build_argv(clang, u, flags, mode, &argv);
  posix_spawn_file_actions_t acts;
  posix_spawn_file_actions_init(&acts);
  posix_spawn_file_actions_addchdir_np(&acts, u->dir);
  posix_spawn_file_actions_adddup2(&acts, null, 0);
  posix_spawn_file_actions_adddup2(&acts, p->out_fd, 1);
  posix_spawn_file_actions_adddup2(&acts, p->err_fd, 2);
  posix_spawn_file_actions_adddup2(&acts, p->dep_fd, DEP_FD);
  /* dup2 onto itself does not clear close-on-exec in older C libraries: dep_fd is never DEP_FD in a process that has
   * 0, 1 and 2 open, since out_fd was made before it. */
  int rc = null < 0 || p->dep_fd < 0 ? errno : posix_spawnp(&p->pid, clang, &acts, NULL, argv.v, environ);
  posix_spawn_file_actions_destroy(&acts);
  fe_strv_free(&argv);
  if (null >= 0) close(null);
  if (!rc) {
    struct rlimit stack = {STACK_BYTES, STACK_BYTES};
    prlimit(p->pid, RLIMIT_STACK, &stack, NULL);
    uint64_t ram = fe_memory_size();
    struct rlimit space = {
        ram, ram}; /* a file that needs more fails alone, before the system chooses whom to kill */
    if (ram) prlimit(p->pid, RLIMIT_AS, &space, NULL);
    return true;
  }
  if (p->out_fd >= 0) close(p->out_fd);
  if (p->err_fd >= 0) close(p->err_fd);
  if (p->dep_fd >= 0) close(p->dep_fd);
  r->error = fe_xformat("%s: cannot start %s: %s", u->path, clang, strerror(rc));
  return false;
}

/* Takes the contents of a memory file, 0-terminated, and closes it. */
static char *take_fd(int fd, size_t *len) {
  struct stat st;
  size_t size = fstat(fd, &st) ? 0 : (size_t)st.st_size, n = 0;
  char *buf = fe_xrealloc(NULL, size + 1);
  while (n < size) {
    ssize_t got = pread(fd, buf + n, size - n, (off_t)n);
    if (got <= 0) break;
    n += (size_t)got;
  }
  buf[n] = 0;
  close(fd);
  if (len) *len = n;
  return buf;
}

/* Seconds of processor time the process has used; what was told last where that cannot be known. */
static int64_t cpu_seconds(int pid, int64_t last) {
  clockid_t clock;
  struct timespec t;
  return clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &t) ? last : (int64_t)t.tv_sec;
}

/* Waits for at most LIMIT_SECONDS of processor time, and of doing nothing; false when the process had to be killed. On a
 * busy machine it may take any time otherwise: that says nothing about the file. */
static bool wait_limited(int pid, int *status, struct rusage *use) {
  bool in_time = true;
  int fd = (int)syscall(SYS_pidfd_open, pid, 0);
  int64_t used = 0, idle = 0;
  while (fd >= 0 && in_time) {
    struct pollfd pf = {.fd = fd, .events = POLLIN};
    int rc = poll(&pf, 1, LOOK_SECONDS * 1000);
    if (rc < 0 && errno == EINTR) continue;
    if (rc) break;
    int64_t now = cpu_seconds(pid, used);
    idle = now > used ? 0 : idle + LOOK_SECONDS;
    used = now;
    in_time = used < LIMIT_SECONDS && idle < LIMIT_SECONDS;
    if (!in_time) kill(pid, SIGKILL);
  }
  if (fd >= 0) close(fd);
  while (wait4(pid, status, 0, use) < 0 && errno == EINTR) {}
  return in_time;
}

/* The first error line of the compiler's output, or its last words when it crashed. */
static char *first_error(const char *err, const fe_unit *u, int status, fe_strv *rejected) {
  char *found = NULL;
  for (const char *p = err; *p;) {
    size_t n = strcspn(p, "\n");
    char *line = fe_xrealloc(NULL, n + 1);
    memcpy(line, p, n);
    line[n] = 0;
    for (char *c = line; *c; c++)
      if ((unsigned char)*c < ' ') *c = ' ';
    char *flag = fe_flags_rejected(line);
    if (flag) fe_strv_take(rejected, flag);
    if (!found && (strstr(line, "error: ") || strstr(line, "LLVM ERROR"))) {
      /* "clang: error: …" and "<built-in>:1:1: error: …" (of -include) have no position: name the file. */
      bool placed = strncmp(line, "clang", 5) && strncmp(line, "fatal error", 11) &&
                    strncmp(line, "error:", 6) && *line != '<';
      found = placed ? fe_xstrdup(line) : fe_xformat("%s: %s", u->path, line);
    }
    free(line);
    p += n + (p[n] == '\n');
  }
  bool crashed = WIFSIGNALED(status) || WEXITSTATUS(status) > 1;
  if (crashed && (!found || strstr(found, "frontend command failed"))) {
    free(found);
    found =
        fe_xformat("%s: the compiler crashed (%s %d): is an expression nested too deeply, or memory short?",
                   u->path, WIFSIGNALED(status) ? "signal" : "status",
                   WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  }
  return found ? found : fe_xformat("%s: the compiler failed without a message (status %d)", u->path, status);
}

void fe_clang_finish(fe_process *p, const fe_unit *u, fe_run *r) {
  int status = 0;
  struct rusage use = {0};
  bool in_time = wait_limited(p->pid, &status, &use);
  r->usec = (uint64_t)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1000000 +
            (uint64_t)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
  r->out = (uint8_t *)take_fd(p->out_fd, &r->out_len);
  char *err = take_fd(p->err_fd, NULL);
  r->deps = take_fd(p->dep_fd, NULL);
  r->ok = in_time && WIFEXITED(status) && !WEXITSTATUS(status);
  if (!in_time)
    r->error = fe_xformat("%s: the compiler did not finish in %d s", u->path, LIMIT_SECONDS);
  else if (!r->ok)
    r->error = first_error(err, u, status, &r->rejected);
  free(err);
}

void fe_run_free(fe_run *r) {
  free(r->out);
  free(r->deps);
  free(r->error);
  fe_strv_free(&r->rejected);
  *r = (fe_run){0};
}

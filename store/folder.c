/* The folder of the store: is it on a local disk, and who writes to it? The writer holds a flock on the file `writer`,
 * which the kernel drops when the process ends in whatever way; the text in it says who, for the message of the next one. */
#define _GNU_SOURCE
#include "store/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

/* File systems whose mmap is not coherent between machines, or whose locks cannot be trusted (statfs(2), linux/magic.h). FUSE
 * is among them: most FUSE mounts are sshfs, s3fs and the like. */
static const struct {
  unsigned long magic;
  const char *name;
} network[] = {
    {0x6969, "NFS"},
    {0x517B, "SMB"},
    {0xFF534D42, "CIFS"},
    {0xFE534D42, "SMB2"},
    {0x01021997, "9P"},
    {0x65735546, "FUSE"},
    {0x00C36400, "Ceph"},
    {0x5346414F, "AFS"},
    {0x73757245, "Coda"},
    {0x0BD00BD0, "Lustre"},
    {0x013111A8, "IBRIX"},
    {0x47504653, "GPFS"},
    {0x7461636F, "OCFS2"},
    {0x01161970, "GFS2"},
    {0x19830326, "BeeGFS"},
    {0x564C, "NCP"},
    {0xAAD7AAEA, "PanFS"},
    {0x6B414653, "kAFS"},
    {0x786F4256, "VirtualBox shared folder"},
    {0xBACBACBC, "VMware shared folder"},
};

char *folder_file(const char *path, const char *name) {
  size_t n = strlen(path) + strlen(name) + 2;
  char *file = mem_realloc(NULL, n);
  snprintf(file, n, "%s/%s", path, name);
  return file;
}

int folder_check(const char *path, store_error *err) {
  struct statfs fs;
  if (statfs(path, &fs)) {
    if (errno == ENOENT || errno == ENOTDIR)
      return store_fail(err, STORE_ABSENT, "no store at %s: summ run makes one, --store DIR names another",
                        path);
    return store_fail_sys(err, errno, "cannot look at the store", path);
  }
  unsigned long type = (unsigned long)fs.f_type & 0xFFFFFFFFu;
  for (size_t i = 0; i < sizeof network / sizeof *network; i++)
    if (network[i].magic == type)
      return store_fail(err, STORE_NETWORK,
                        "the store %s is on a network file system (%s), where its locks cannot be "
                        "trusted: choose a folder on a local disk with --store",
                        path, network[i].name);
  return STORE_OK;
}

/* Makes the folders above path that are not there, as mkdir -p does. The error is errno, 0: none. */
static int create_parents(const char *path) {
  char *copy = strcpy(mem_realloc(NULL, strlen(path) + 1), path);
  int rc = 0;
  for (char *slash = strchr(copy + 1, '/'); slash && !rc; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    if (mkdir(copy, 0777) && errno != EEXIST) rc = errno;
    *slash = '/';
  }
  free(copy);
  return rc;
}

int folder_create(const char *path, store_error *err) {
  struct stat s;
  if (!stat(path, &s)) {
    if (S_ISDIR(s.st_mode)) return STORE_OK;
    return store_fail(err, STORE_DENIED, "cannot make the store %s: a file is in its place", path);
  }
  int rc = *path ? 0 : ENOENT;
  if (!rc && mkdir(path, 0777)) rc = errno;
  if (rc == ENOENT && *path && !(rc = create_parents(path)) && mkdir(path, 0777)) rc = errno;
  if (rc == ENOTDIR)
    return store_fail(err, STORE_DENIED, "cannot make the store %s: a part of its path is a file", path);
  return rc && rc != EEXIST ? store_fail_sys(err, rc, "cannot make the store", path) : STORE_OK;
}

static void read_holder(int fd, char *buf, size_t cap) {
  ssize_t n = pread(fd, buf, cap - 1, 0);
  buf[n > 0 ? n : 0] = 0;
  buf[strcspn(buf, "\n")] = 0;
}

static int write_holder(int fd) {
  char text[256], host[64] = "";
  time_t now = time(NULL);
  struct tm tm;
  gethostname(host, sizeof host - 1);
  gmtime_r(&now, &tm);
  int n = snprintf(text, sizeof text, "process %ld on %s since %04d-%02d-%02d %02d:%02d:%02d UTC\n",
                   (long)getpid(), host, tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min,
                   tm.tm_sec);
  if (ftruncate(fd, 0)) return errno;
  return pwrite(fd, text, (size_t)n, 0) == n ? 0 : errno ? errno : EIO;
}

int folder_lock(const char *path, bool wait, int *out, store_error *err) {
  char *file = folder_file(path, "writer");
  int status = STORE_OK, fd = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) {
    status = store_fail_sys(err, errno, "cannot lock", file);
  } else {
    int rc;
    while ((rc = flock(fd, wait ? LOCK_EX : LOCK_EX | LOCK_NB)) && errno == EINTR) continue;
    if (rc && errno == EWOULDBLOCK) {
      char holder[256];
      read_holder(fd, holder, sizeof holder);
      status = store_fail(err, STORE_BUSY, "the store %s is being written by %s", path,
                          *holder ? holder : "another process");
    } else if (rc) {
      status = store_fail_sys(err, errno, "cannot lock", file);
    } else if ((rc = write_holder(fd))) {
      status = store_fail_sys(err, rc, "cannot write", file);
    }
    if (status) close(fd);
  }
  if (!status) *out = fd;
  free(file);
  return status;
}

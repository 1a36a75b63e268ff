/* Streams. A FILE of the program is an opaque object whose address stands for a host stream; stdin, stdout and stderr
 * are those the machine was given. */
#define _GNU_SOURCE
#include "explorer/libc_impl.h"

#include <errno.h>
#include <unistd.h>

static exm_stream *find_stream(exm_machine *m, exm_addr a) {
  for (int i = 0; i < EXM_MAX_STREAMS && a; i++) {
    if (m->libc->streams[i].addr == a) return &m->libc->streams[i];
  }
  if (!a)
    exm_fail(m, EXM_E_NULL, "the stream is a null pointer");
  else
    exm_fail(m, EXM_E_WILD, "0x%llx is no open stream", (unsigned long long)a);
  return NULL;
}

FILE *exm_stream_file(exm_machine *m, exm_addr a) {
  exm_stream *s = find_stream(m, a);
  return s ? s->file : NULL;
}

#define STREAM(i)                          \
  FILE *f = exm_stream_file(c->m, ARG(i)); \
  if (!f) return false;

/* Both results are glibc's: some programs look at them. */
LIBC(puts) {
  const char *s = exm_str(c->m, ARG(0));
  if (!s) return false;
  bool bad = fputs(s, c->m->opt.out) < 0 || putc('\n', c->m->opt.out) < 0;
  RET(bad ? -1 : (int64_t)strlen(s) + 1);
}
LIBC(fputs) {
  STREAM(1)
  const char *s = exm_str(c->m, ARG(0));
  if (!s) return false;
  RET(fputs(s, f) < 0 ? -1 : 1);
}
LIBC(putchar) { RET(putc(ARGI(0), c->m->opt.out)); }
LIBC(fputc) {
  STREAM(1)
  RET(putc(ARGI(0), f));
}
LIBC(fwrite) {
  STREAM(3)
  uint64_t n;
  if (__builtin_mul_overflow(ARG(1), ARG(2), &n)) n = UINT64_MAX;
  const uint8_t *p = exm_rd(c->m, ARG(0), n);
  if (!p) return false;
  RET(n ? fwrite(p, ARG(1), ARG(2), f) : 0);
}
LIBC(fread) {
  STREAM(3)
  uint64_t n;
  if (__builtin_mul_overflow(ARG(1), ARG(2), &n)) n = UINT64_MAX;
  if (!n) RET(0);
  exm_obj *o = exm_writable(c->m, ARG(0), 1);
  uint64_t room = o ? o->size - exm_off(ARG(0)) : 0;
  char *buf = exm_xalloc(n <= room ? n : room + 1); /* one more than fits tells an overrun */
  size_t got = fread(buf, 1, n <= room ? n : room + 1, f);
  uint8_t *to = got ? exm_wr(c->m, ARG(0), got) : (uint8_t *)buf;
  if (to && got) memcpy(to, buf, got);
  free(buf);
  if (!to) return false;
  RET(got / ARG(1));
}
LIBC(getchar) { RET(getc(c->m->opt.in)); }
LIBC(fgetc) {
  STREAM(0)
  RET(getc(f));
}
LIBC(ungetc) {
  STREAM(1)
  RET(ungetc(ARGI(0), f));
}
/* Reads a line of at most max bytes into the program's buffer. */
static bool get_line(exm_hostcall *c, FILE *f, uint64_t max, bool keep_newline) {
  uint64_t n = 0;
  int ch = EOF;
  while (n + 1 < max && (ch = getc(f)) != EOF) {
    if (ch == '\n' && !keep_newline) break;
    uint8_t *to = exm_wr(c->m, ARG(0) + n, 1);
    if (!to) return false;
    *to = (uint8_t)ch;
    n++;
    if (ch == '\n') break;
  }
  if (!n && ch == EOF) RET(0);
  if (!exm_memset(c->m, ARG(0) + n, 0, 1)) return false;
  RET(ARG(0));
}
LIBC(fgets) {
  STREAM(2)
  return get_line(c, f, ARGI(1) > 0 ? (uint64_t)ARGI(1) : 0, true);
}
LIBC(gets) { return get_line(c, c->m->opt.in, UINT64_MAX, false); }

static bool get_delim(exm_hostcall *c, exm_addr line_at, exm_addr cap_at, int delim, FILE *f) {
  exm_addr line;
  uint64_t cap;
  uint8_t *p = exm_rd(c->m, line_at, 8), *q = p ? exm_rd(c->m, cap_at, 8) : NULL;
  if (!q) return false;
  memcpy(&line, p, 8);
  memcpy(&cap, q, 8);
  char *buf = NULL;
  size_t room = 0;
  ssize_t n = getdelim(&buf, &room, delim, f);
  bool ok = true;
  if (n >= 0) {
    if (!line || cap < (uint64_t)n + 1) {
      if (line) ok = exm_heap_free(c->m, line, "getline's realloc");
      cap = (uint64_t)n + 1 < 120 ? 120 : (uint64_t)n + 1;
      line = ok ? exm_malloc(c->m, cap, false) : 0;
      ok = ok && (p = exm_wr(c->m, line_at, 8)) && (q = exm_wr(c->m, cap_at, 8));
      if (ok) {
        memcpy(p, &line, 8);
        memcpy(q, &cap, 8);
      }
    }
    uint8_t *to = ok ? exm_wr(c->m, line, (uint64_t)n + 1) : NULL;
    ok = to != NULL;
    if (ok) memcpy(to, buf, (size_t)n + 1);
  }
  free(buf);
  if (!ok) return false;
  RET(n);
}
LIBC(getline) {
  STREAM(2)
  return get_delim(c, ARG(0), ARG(1), '\n', f);
}
LIBC(getdelim) {
  STREAM(3)
  return get_delim(c, ARG(0), ARG(1), ARGI(2), f);
}
LIBC(fflush) {
  if (!ARG(0)) RET(fflush(c->m->opt.out));
  STREAM(0)
  RET(fflush(f));
}
LIBC(feof) {
  STREAM(0)
  RET(feof(f));
}
LIBC(ferror) {
  STREAM(0)
  RET(ferror(f));
}
LIBC(clearerr) {
  STREAM(0)
  clearerr(f);
  return true;
}
LIBC(fileno) {
  STREAM(0)
  RET(fileno(f));
}
LIBC(setvbuf) {
  STREAM(0)
  RET(0);
}
static bool new_stream(exm_hostcall *c, FILE *f) {
  exm_libc_state *s = c->m->libc;
  int i = 3;
  while (i < EXM_MAX_STREAMS && s->streams[i].addr) i++;
  if (!f || i == EXM_MAX_STREAMS) {
    exm_set_errno(c->m, f ? EMFILE : errno);
    if (f) fclose(f);
    RET(0);
  }
  s->streams[i] = (exm_stream){exm_alloc(c->m, EXM_HOST, 1, NULL), f, true};
  RET(s->streams[i].addr);
}
LIBC(fopen) {
  const char *path = exm_str(c->m, ARG(0)), *mode = path ? exm_str(c->m, ARG(1)) : NULL;
  if (!mode) return false;
  return new_stream(c, fopen(path, mode));
}
/* The stream stays, its file is another one. A standard stream that is reopened is what getchar and printf use from then on. */
LIBC(freopen) {
  exm_libc_state *l = c->m->libc;
  exm_stream *s = find_stream(c->m, ARG(2));
  const char *path = s && ARG(0) ? exm_str(c->m, ARG(0)) : NULL, *mode = s ? exm_str(c->m, ARG(1)) : NULL;
  if (!mode || (ARG(0) && !path)) return false;
  if (!path) {
    exm_fail(c->m, EXM_E_NO_BODY, "the machine has no freopen without a file name");
    return false;
  }
  if (s->ours)
    fclose(s->file);
  else
    fflush(s->file);
  FILE *f;
  WITH_ERRNO(c->m, f = fopen(path, mode));
  s->file = f ? f : fopen("/dev/null", "r+");
  s->ours = true;
  for (int i = 0; i < 2; i++) {
    if (s != &l->streams[i]) continue;
    FILE **given = i ? &c->m->opt.out : &c->m->opt.in;
    if (!l->saved[i]) l->saved[i] = *given;
    *given = s->file;
  }
  RET(f ? ARG(2) : 0);
}
LIBC(tmpfile) { return new_stream(c, tmpfile()); }
LIBC(tmpnam) { /* a name that is free now */
  char name[] = "/tmp/summ-XXXXXX";
  int fd = mkstemp(name);
  if (fd < 0) RET(0);
  close(fd);
  unlink(name);
  if (!ARG(0)) RET(exm_static_text(c->m, name));
  uint8_t *p = exm_wr(c->m, ARG(0), sizeof name);
  if (!p) return false;
  memcpy(p, name, sizeof name);
  RET(ARG(0));
}
LIBC(fclose) {
  exm_stream *s = find_stream(c->m, ARG(0));
  if (!s) return false;
  int r = s->ours ? fclose(s->file) : fflush(s->file);
  if (s->ours) {
    exm_obj_free(c->m, &c->m->objs[exm_id(s->addr) & c->m->mask]);
    *s = (exm_stream){0};
  }
  RET(r);
}
LIBC(fseek) {
  STREAM(0)
  RET(fseek(f, (long)ARG(1), ARGI(2)));
}
LIBC(ftell) {
  STREAM(0)
  RET(ftell(f));
}
LIBC(rewind) {
  STREAM(0)
  rewind(f);
  return true;
}
LIBC(remove) {
  const char *path = exm_str(c->m, ARG(0));
  if (!path) return false;
  int r;
  WITH_ERRNO(c->m, r = remove(path));
  RET(r);
}
LIBC(write) { /* the unbuffered way out: keep the order with what was printed before */
  const uint8_t *p = exm_rd(c->m, ARG(1), ARG(2));
  if (!p) return false;
  FILE *f = ARGI(0) == 1 ? c->m->opt.out : ARGI(0) == 2 ? c->m->opt.err : NULL;
  if (!f) {
    exm_set_errno(c->m, EBADF);
    RET(-1);
  }
  RET(fwrite(p, 1, ARG(2), f));
}
LIBC(isatty) { RET(0); }

const exm_libc exm_libc_stdio[] = {ENTRY(puts, 1),
                                   ENTRY(fputs, 2),
                                   ENTRY(putchar, 1),
                                   ENTRY(fputc, 2),
                                   ALIAS(putc, fputc, 2),
                                   ENTRY(fwrite, 4),
                                   ENTRY(fread, 4),
                                   ENTRY(getchar, 0),
                                   ENTRY(fgetc, 1),
                                   ALIAS(getc, fgetc, 1),
                                   ENTRY(ungetc, 2),
                                   ENTRY(fgets, 3),
                                   ENTRY(gets, 1),
                                   ENTRY(getline, 3),
                                   ENTRY(getdelim, 4),
                                   ENTRY(fflush, 1),
                                   ENTRY(feof, 1),
                                   ENTRY(ferror, 1),
                                   ENTRY(clearerr, 1),
                                   ENTRY(fileno, 1),
                                   ENTRY(setvbuf, 4),
                                   ALIAS(setbuf, setvbuf, 2),
                                   ALIAS(setlinebuf, setvbuf, 1),
                                   ENTRY(fopen, 2),
                                   ENTRY(freopen, 3),
                                   ENTRY(tmpfile, 0),
                                   ENTRY(tmpnam, 1),
                                   ENTRY(fclose, 1),
                                   ENTRY(fseek, 3),
                                   ALIAS(fseeko, fseek, 3),
                                   ENTRY(ftell, 1),
                                   ALIAS(ftello, ftell, 1),
                                   ENTRY(rewind, 1),
                                   ENTRY(remove, 1),
                                   ALIAS(unlink, remove, 1),
                                   ENTRY(write, 3),
                                   ENTRY(isatty, 1),
                                   ALIAS(_IO_putc, fputc, 2),
                                   ALIAS(_IO_getc, fgetc, 1),
                                   ALIAS(__getdelim, getdelim, 4),
                                   {NULL, NULL, 0}};

/* Finding a libc function by name, and the state its functions share. */
#define _GNU_SOURCE
#include "explorer/libc_impl.h"

#include <errno.h>
#include <fenv.h>

static const exm_libc *look_up(const char *name) {
  static const exm_libc *const tables[] = {
      exm_libc_string, exm_libc_stdlib, exm_libc_stdio,   exm_libc_printf, exm_libc_scanf,
      exm_libc_ctype,  exm_libc_math,   exm_libc_complex, exm_libc_wide,   exm_libc_time,
      exm_libc_bitint, exm_libc_fenv,   exm_libc_misc};
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
    for (const exm_libc *f = tables[t]; f->name; f++) {
      if (!strcmp(f->name, name)) return f;
    }
  }
  return NULL;
}

/* Also under the names that headers give: __isoc99_sscanf, __memcpy_chk (the size comes last and the machine checks
 * anyway), putc_unlocked, fopen64. */
const exm_libc *exm_libc_find(const char *name) {
  const exm_libc *f = look_up(name);
  if (f) return f;
  size_t n = strlen(name);
  char base[64];
  if (n >= sizeof base) return NULL;
  strcpy(base, name);
  static const char *const suffixes[] = {"_chk", "_unlocked", "64"};
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
    size_t k = strlen(suffixes[i]);
    if (n > k && !strcmp(base + n - k, suffixes[i])) base[n - k] = 0;
  }
  static const char *const prefixes[] = {"__isoc99_", "__isoc23_", "__"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
    size_t k = strlen(prefixes[i]);
    if (!strncmp(base, prefixes[i], k) && (f = look_up(base + k))) return f;
  }
  return strcmp(base, name) ? look_up(base) : NULL;
}

exm_libc_state *exm_libc_new(exm_machine *m) {
  exm_libc_state *s = exm_xalloc(sizeof *s);
  memset(s, 0, sizeof *s);
  s->m = m;
  int32_t zero = 0;
  s->errno_addr = exm_alloc(m, EXM_HOST, 4, &zero);
  FILE *files[] = {m->opt.in, m->opt.out, m->opt.err};
  for (int i = 0; i < 3; i++) s->streams[i] = (exm_stream){exm_alloc(m, EXM_HOST, 1, NULL), files[i], false};
  exm_addr none[EXM_MAX_ENVIRON + 1] = {0};
  s->environ_addr = exm_alloc(m, EXM_HOST, sizeof none, none);
  return s;
}

void exm_libc_free(exm_libc_state *s) {
  if (!s) return;
  for (int i = 0; i < EXM_MAX_STREAMS; i++) {
    if (s->streams[i].ours) fclose(s->streams[i].file);
  }
  if (s->fenv_changed) fesetenv(FE_DFL_ENV);
  if (s->saved[0]) s->m->opt.in = s->saved[0];
  if (s->saved[1]) s->m->opt.out = s->saved[1];
  free(s->random);
  free(s);
}

void exm_libc_flush(exm_machine *m) {
  fflush(m->opt.out);
  fflush(m->opt.err);
}

bool exm_libc_variable(exm_machine *m, const char *name, uint8_t *mem, uint64_t size) {
  exm_libc_state *s = m->libc;
  exm_addr value = 0;
  if (!strcmp(name, "stdin"))
    value = s->streams[0].addr;
  else if (!strcmp(name, "stdout"))
    value = s->streams[1].addr;
  else if (!strcmp(name, "stderr"))
    value = s->streams[2].addr;
  else if (!strcmp(name, "environ") || !strcmp(name, "__environ"))
    value = s->environ_addr;
  else if (!strcmp(name, "optind") || !strcmp(name, "opterr"))
    value = 1;
  else if (!strcmp(name, "optopt"))
    value = '?';
  else if (strcmp(name, "optarg") != 0 && strcmp(name, "signgam") != 0)
    return false;
  memcpy(mem, &value, size < 8 ? size : 8);
  return true;
}

void exm_set_errno(exm_machine *m, int e) {
  int32_t v = e;
  exm_poke(m, m->libc->errno_addr, &v, 4);
}

exm_addr exm_static_text(exm_machine *m, const char *text) {
  enum { ROOM = 256 };
  exm_libc_state *s = m->libc;
  if (!s->static_text) s->static_text = exm_alloc(m, EXM_HOST, ROOM, NULL);
  char buf[ROOM] = {0};
  snprintf(buf, sizeof buf, "%s", text);
  exm_poke(m, s->static_text, buf, sizeof buf);
  return s->static_text;
}

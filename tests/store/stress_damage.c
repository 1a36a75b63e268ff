/* Flips bits and cuts off the end of a store's file, everywhere at random, and looks at the result through the API: every
 * call must answer with an error that names the damage, or with exactly what was stored. A signal, a hang or another answer
 * is a failure.
 *
 *   stress_damage COUNT [SEED]     COUNT damaged files, half of them read only, half opened for writing as well */
#define _GNU_SOURCE
#include "tests/store/common.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { FUNCTIONS = 40 };

typedef struct expected {
  uint8_t hash[FUNCTIONS][32];
} expected;

static const char *build(const char *folder, expected *e) {
  store *st;
  store_error err;
  uint64_t run;
  const char *usrs[FUNCTIONS];
  static char names[FUNCTIONS][64];
  static uint8_t module[20000];
  if (store_open(folder, STORE_WRITE | STORE_CREATE, &st, &err)) return "open";
  for (uint64_t v = 0; v < 3; v++) { /* several commits, so that there are free pages too */
    if (store_begin_run(st, "damage", "", "engine 1", &run, &err)) return "run";
    for (uint32_t n = 0; n < FUNCTIONS; n++) {
      made m;
      make_function(&m, n, v);
      snprintf(names[n], sizeof names[n], "%s", m.usr);
      usrs[n] = names[n];
      if (store_put_function(st, &m.f, m.s, e->hash[n], NULL, &err)) return "put";
      sum_free(m.s);
      uint8_t k[32] = {(uint8_t)n};
      if (n % 9 == 0 && store_cache_put(st, STORE_MODULES, k, module, 1000 * (n + 1) % 20000, &err))
        return "module";
      if (n % 8 == 7 && store_sync(st, &err)) return "sync";
    }
    if (store_end_run(st, run, NULL, 0, usrs, FUNCTIONS, &err)) return "end";
  }
  return store_close(st, &err) ? "close" : NULL;
}

static bool named(int status) {
  return status == STORE_CORRUPT || status == STORE_VERSION || status == STORE_ABSENT;
}

static int wrong(const char *call, const store_error *err) {
  fprintf(stderr, "%s: %s\n", call, err->detail);
  return 2;
}

/* By name, before the whole table is looked at. */
static int look_for(store *st, uint32_t n, const expected *e, store_error *err) {
  char name[32];
  store_briefs *b;
  snprintf(name, sizeof name, "f%u", n);
  int status = store_find(st, name, &b, err);
  if (status) return named(status) ? 1 : wrong("find", err);
  bool same = b->n == 1 && !memcmp(b->items[0].summary, e->hash[n], 32);
  store_briefs_free(b);
  return same ? 0 : wrong("find differs", err);
}

/* 0: all as stored; 1: damage reported; 2: wrong. */
static int look(store *st, const expected *e) {
  store_error err = {.detail = ""};
  store_briefs *b;
  int verdict = 0, status;
  for (uint32_t n = 0; n < FUNCTIONS && verdict < 2; n += 7) {
    status = look_for(st, n, e, &err);
    if (status > verdict) verdict = status;
  }
  if (verdict == 2) return 2;
  status = store_list(st, &b, &err);
  if (status && !named(status)) return wrong("list", &err);
  if (status) verdict = 1;
  if (!status && b->n != FUNCTIONS) return wrong("list misses some", &err);
  if (!status) store_briefs_free(b);
  for (uint32_t n = 0; n < FUNCTIONS; n++) {
    char usr[64];
    store_function *f;
    sum_summary *s;
    uint8_t hash[32];
    snprintf(usr, sizeof usr, "c:@F@f%u", n);
    status = store_get_function(st, usr, &f, &err);
    if (status && !named(status) && !(status == STORE_NOT_FOUND && verdict)) return wrong("function", &err);
    if (status) verdict = 1;
    if (!status && memcmp(f->summary, e->hash[n], 32)) return wrong("function differs", &err);
    if (!status) store_function_free(f);
    status = store_get_summary(st, usr, &s, hash, &err);
    if (status && !named(status) && !(status == STORE_NOT_FOUND && verdict)) return wrong("summary", &err);
    if (status) verdict = 1;
    if (status) continue;
    size_t len;
    uint8_t *bytes = sum_encode(s, &len), now[32];
    sum_content_hash(bytes, len, now);
    bool same = !memcmp(now, e->hash[n], 32) && !memcmp(hash, e->hash[n], 32);
    free(bytes), sum_free(s);
    if (!same) return wrong("summary differs", &err);
  }
  status = store_check(st, NULL, NULL, NULL, &err);
  if (status && !named(status)) return wrong("check", &err);
  return status ? 1 : verdict;
}

static int look_at(const char *folder, const expected *e, bool writing) {
  store *st;
  store_error err = {.detail = ""};
  int status = store_open(folder, writing ? STORE_WRITE : STORE_READ, &st, &err);
  if (status) return named(status) ? 1 : wrong("open", &err);
  int verdict = look(st, e);
  if (writing &&
      verdict < 2) { /* what can be rebuilt is rebuilt: put everything again, then all must be fine */
    for (uint32_t n = 0; n < FUNCTIONS; n++) {
      made m;
      make_function(&m, n, 2);
      if (store_put_function(st, &m.f, m.s, NULL, NULL, &err)) return wrong("put", &err);
      sum_free(m.s);
    }
    store_gc_result r;
    if (store_sync(st, &err) || store_gc(st, 5, &r, &err)) return named(err.code) ? 1 : wrong("gc", &err);
    if (look(st, e)) return 3;
  }
  return store_close(st, &err) ? wrong("close", &err) : verdict;
}

static void copy_damaged(const uint8_t *bytes, size_t size, const char *file, synth *g, char *what,
                         size_t cap) {
  uint8_t *copy = malloc(size);
  memcpy(copy, bytes, size);
  size_t keep = size;
  if (synth_below(g, 4) == 0) {
    keep = synth_next(g) % size;
    snprintf(what, cap, "cut to %zu of %zu bytes", keep, size);
  } else {
    uint32_t flips = 1 + (synth_below(g, 3) == 0) * synth_below(g, 20);
    size_t range = synth_below(g, 4) ? size : 8192; /* the headers get their share */
    size_t bit = 0;
    for (uint32_t i = 0; i < flips; i++) {
      bit = synth_next(g) % (8 * range);
      copy[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    snprintf(what, cap, "%u bits flipped, the last in byte %zu of %zu", flips, bit / 8, size);
  }
  FILE *out = fopen(file, "wb");
  if (!out || fwrite(copy, 1, keep, out) != keep || fclose(out)) abort();
  free(copy);
}

int main(int argc, char **argv) {
  static const char *const verdicts[] = {"unharmed", "reported", "WRONG", "NOT REBUILT"};
  expected e;
  char *folder = temp_folder(), file[300], what[200];
  const char *failed = build(folder, &e);
  if (argc < 2 || failed)
    return fprintf(stderr, "usage: stress_damage COUNT [SEED] %s\n", failed ? failed : ""), 2;
  snprintf(file, sizeof file, "%s/data.mdb", folder);
  struct stat s;
  FILE *in = fopen(file, "rb");
  if (!in || stat(file, &s)) abort();
  size_t size = (size_t)s.st_size;
  uint8_t *bytes = malloc(size);
  if (fread(bytes, 1, size, in) != size) abort();
  fclose(in);
  unsigned long counts[3] = {0}, total = strtoul(argv[1], NULL, 10),
                first = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
  for (unsigned long i = first; i < first + total; i++) {
    synth g = {.state = i};
    copy_damaged(bytes, size, file, &g, what, sizeof what);
    pid_t pid = fork();
    if (!pid) {
      alarm(60);
      _exit(look_at(folder, &e, i % 2));
    }
    int status;
    waitpid(pid, &status, 0);
    int verdict = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (verdict < 0 || verdict > 1) {
      printf("seed %lu, %s: %s%s\n", i, what,
             verdict < 0 ? strsignal(WTERMSIG(status)) : verdicts[verdict > 3 ? 2 : verdict],
             i % 2 ? " (writing)" : "");
      return 1;
    }
    counts[verdict]++;
  }
  printf("%lu damaged files: %lu reported, %lu unharmed (the damage was in free space), 0 wrong\n", total,
         counts[1], counts[0]);
  remove_folder(folder);
  free(folder), free(bytes);
  return 0;
}

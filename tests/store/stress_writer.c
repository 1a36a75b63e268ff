/* The run that is killed and starved in the tests: like `summ run`, it goes over its functions, asks which are current, makes
 * the others and ends the run. What it makes depends on nothing but the numbers, so any two finished stores are equal.
 *
 *   stress_writer write FOLDER N [USEC]   N functions, sleeping USEC after each; exit 4 and a message when the store fails
 *   stress_writer check FOLDER            verify everything; exit 1 and a list when something is wrong
 *   stress_writer digest FOLDER           USR and content hash of every function */
#include "tests/store/common.h"

static int fail(const store_error *e) {
  fprintf(stderr, "%s: %s\n", store_strerror(e->code), e->detail);
  return 4;
}

static bool no_body(void *self, const char *usr, uint8_t fingerprint[32]) {
  (void)self, (void)usr, (void)fingerprint;
  return false;
}

static const uint8_t module[10000];

static int write_all(const char *folder, uint32_t n, useconds_t pause) {
  store *st;
  store_error e = {0};
  uint64_t run;
  int status = store_open(folder, STORE_WRITE | STORE_CREATE | STORE_WAIT, &st, &e);
  if (status) return fail(&e);
  status = store_begin_run(st, "stress", "", "engine 1", &run, &e);
  char(*usrs)[64] = calloc(n, sizeof *usrs);
  const char **list = calloc(n, sizeof *list);
  uint32_t made_now = 0;
  for (uint32_t i = 0; i < n && !status; i++) {
    made m;
    store_verdict v;
    make_function(&m, i, 0);
    snprintf(usrs[i], sizeof usrs[i], "%s", m.usr);
    list[i] = usrs[i];
    status = store_current(st, m.usr, m.f.body, m.f.options, m.f.engine, &(store_lookup){.body = no_body}, &v,
                           &e);
    if (!status && v.reason != STORE_CURRENT) {
      made_now++;
      status = store_put_function(st, &m.f, m.s, NULL, NULL, &e);
      uint8_t k[32] = {(uint8_t)i, (uint8_t)(i >> 8)};
      if (!status && i % 10 == 0) status = store_cache_put(st, STORE_MODULES, k, module, 3000 + i % 5000, &e);
      if (!status && i % 50 == 49) status = store_sync(st, &e);
      if (pause) usleep(pause);
    }
    if (!status) free(v.callee);
    sum_free(m.s);
  }
  if (!status) status = store_end_run(st, run, &(store_count){"explored", made_now}, 1, list, n, &e);
  int closed = store_close(st, status ? NULL : &e);
  free(usrs), free(list);
  if (status || closed) return fail(&e);
  printf("explored %u\n", made_now);
  return 0;
}

static void say(void *self, const char *line) {
  (void)self;
  fprintf(stderr, "%s\n", line);
}

static int check(const char *folder) {
  store *st;
  store_error e = {0};
  uint64_t n = 0;
  int status = store_open(folder, STORE_READ, &st, &e);
  if (status == STORE_ABSENT) return 0; /* killed before the first commit */
  if (status) return fail(&e), 1;
  status = store_check(st, say, NULL, &n, &e);
  store_close(st, NULL);
  if (status) return fail(&e), 1;
  printf("checked %llu\n", (unsigned long long)n);
  return 0;
}

static int digest(const char *folder) {
  store *st;
  store_error e = {0};
  store_briefs *b;
  int status = store_open(folder, STORE_READ, &st, &e);
  if (!status) status = store_list(st, &b, &e);
  if (status) return fail(&e);
  for (uint32_t i = 0; i < b->n; i++) {
    printf("%s ", b->items[i].usr);
    for (int k = 0; k < 32; k++) printf("%02x", b->items[i].summary[k]);
    putchar('\n');
  }
  store_briefs_free(b);
  store_close(st, NULL);
  return 0;
}

int main(int argc, char **argv) {
  if (argc >= 4 && !strcmp(argv[1], "write"))
    return write_all(argv[2], (uint32_t)atoi(argv[3]), argc > 4 ? (useconds_t)atoi(argv[4]) : 0);
  if (argc == 3 && !strcmp(argv[1], "check")) return check(argv[2]);
  if (argc == 3 && !strcmp(argv[1], "digest")) return digest(argv[2]);
  fprintf(stderr, "usage: stress_writer write FOLDER N [USEC] | check FOLDER | digest FOLDER\n");
  return 2;
}

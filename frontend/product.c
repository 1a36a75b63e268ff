/* One translation unit: bitcode and interface record, from the cache where nothing that counts has changed.
 *
 * Two kinds of entries. Under a hash of the command: the files the last compilation read, each with the hash of its
 * contents, and the key of the result. If all are unchanged, the result is taken and no process is started. Otherwise
 * the unit is preprocessed, and the result looked up by the hash of that text (with the main file's own bytes, because
 * columns count): a changed header that changes nothing here costs no compilation. As in make, a new header that would
 * be found earlier in the search path goes unnoticed until a file that was read changes. */
#define _GNU_SOURCE // memmem
#include "frontend/iface.h"

#include <llvm-c/blake3.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEFAULT_CLANG "clang-19"
static const char version[] = "summ unit 3"; /* changes with the form of a record or of a result */

typedef struct hashed {
  char *path; /* absolute */
  bool readable;
  uint8_t hash[32];
} hashed;

struct fe_shop {
  const char *clang;
  fe_cache cache;
  uint8_t compiler[32]; /* which compiler: its file's place, size and time */
  pthread_mutex_t lock;
  hashed *files; /* open addressing by path; headers are shared by many units */
  size_t nfiles, cap;
};

/* ---- hashing ---- */

typedef llvm_blake3_hasher hasher;

static void add(hasher *h, const void *data, size_t len) {
  uint64_t n = len;
  llvm_blake3_hasher_update(h, &n, sizeof n); /* the length keeps neighbours apart */
  llvm_blake3_hasher_update(h, data, len);
}
static void add_str(hasher *h, const char *s) { add(h, s, strlen(s)); }

static void checksum(const uint8_t *data, size_t len, uint8_t out[32]) {
  hasher h;
  llvm_blake3_hasher_init(&h);
  llvm_blake3_hasher_update(&h, data, len);
  llvm_blake3_hasher_finalize(&h, out, 32);
}

static void identify_compiler(fe_shop *s) {
  struct stat st;
  char *found = NULL;
  if (strchr(s->clang, '/')) {
    found = fe_xstrdup(s->clang);
  } else {
    const char *path = getenv("PATH");
    char *copy = fe_xstrdup(path ? path : "/usr/bin:/bin"), *save = NULL;
    for (char *d = strtok_r(copy, ":", &save); d && !found; d = strtok_r(NULL, ":", &save)) {
      found = fe_xformat("%s/%s", d, s->clang);
      if (access(found, X_OK)) free(found), found = NULL;
    }
    free(copy);
  }
  hasher h;
  llvm_blake3_hasher_init(&h);
  add(&h, version, sizeof version);
  char *real = found ? realpath(found, NULL) : NULL;
  add_str(&h, real ? real : s->clang);
  if (real && !stat(real, &st)) {
    add(&h, &st.st_size, sizeof st.st_size);
    add(&h, &st.st_mtim, sizeof st.st_mtim);
  }
  llvm_blake3_hasher_finalize(&h, s->compiler, 32);
  free(real);
  free(found);
}

fe_shop *fe_shop_new(const char *clang, const fe_cache *cache) {
  fe_shop *s = fe_xrealloc(NULL, sizeof *s);
  *s = (fe_shop){.clang = clang ? clang : DEFAULT_CLANG, .cache = *cache};
  pthread_mutex_init(&s->lock, NULL);
  identify_compiler(s);
  return s;
}

void fe_shop_free(fe_shop *s) {
  for (size_t i = 0; i < s->cap; i++) free(s->files[i].path);
  free(s->files);
  pthread_mutex_destroy(&s->lock);
  free(s);
}

static hashed *slot(hashed *files, size_t cap, const char *path) {
  uint64_t h = 14695981039346656037u;
  for (const char *p = path; *p; p++) h = (h ^ (uint8_t)*p) * 1099511628211u;
  size_t i = h & (cap - 1);
  while (files[i].path && strcmp(files[i].path, path)) i = (i + 1) & (cap - 1);
  return &files[i];
}

/* Hash of a file's contents, each file read once per load. false when it cannot be read. */
static bool hash_file(fe_shop *s, const char *path, uint8_t out[32]) {
  pthread_mutex_lock(&s->lock);
  hashed *f = s->cap ? slot(s->files, s->cap, path) : NULL;
  bool known = f && f->path, readable = known && f->readable;
  if (readable) memcpy(out, f->hash, 32);
  pthread_mutex_unlock(&s->lock);
  if (known) return readable;

  size_t len = 0;
  uint8_t *data = fe_read_file(path, &len);
  hashed made = {.readable = data != NULL};
  if (data) {
    checksum(data, len, made.hash);
    memcpy(out, made.hash, 32);
    free(data);
  }
  pthread_mutex_lock(&s->lock);
  if (2 * s->nfiles >= s->cap) {
    size_t cap = s->cap ? 2 * s->cap : 256;
    hashed *files = memset(fe_xrealloc(NULL, cap * sizeof *files), 0, cap * sizeof *files);
    for (size_t i = 0; i < s->cap; i++)
      if (s->files[i].path) *slot(files, cap, s->files[i].path) = s->files[i];
    free(s->files);
    s->files = files;
    s->cap = cap;
  }
  f = slot(s->files, s->cap, path);
  if (!f->path) { /* another thread may have been here */
    made.path = fe_xstrdup(path);
    *f = made;
    s->nfiles++;
  }
  pthread_mutex_unlock(&s->lock);
  return made.readable;
}

static void command_key(const fe_shop *s, const fe_unit *u, const fe_strv *flags, uint8_t out[32]) {
  hasher h;
  llvm_blake3_hasher_init(&h);
  add(&h, s->compiler, 32);
  add_str(&h, u->dir);
  add_str(&h, u->path);
  for (size_t i = 0; i < flags->n; i++) add_str(&h, flags->v[i]);
  llvm_blake3_hasher_finalize(&h, out, 32);
}

static void result_key(const fe_product *p, const fe_unit *u, const fe_run *preprocessed, fe_shop *s,
                       uint8_t out[32]) {
  hasher h;
  llvm_blake3_hasher_init(&h);
  add_str(&h, "result");
  add(&h, p->command, 32);
  uint8_t main_file[32] = {0};
  char *path = fe_path_join(u->dir, u->path);
  hash_file(s, path, main_file);
  free(path);
  add(&h, main_file, 32);
  add(&h, preprocessed->out, preprocessed->out_len);
  llvm_blake3_hasher_finalize(&h, out, 32);
}

/* ---- dependency records ---- */

/* Calls use for each file of a make rule "x: a b\ c \<newline> d". */
static void each_dependency(const char *rule, void (*use)(void *self, const char *path), void *self) {
  const char *p = strchr(rule, ':');
  if (!p) return;
  p++;
  char *name = fe_xrealloc(NULL, strlen(p) + 1);
  size_t n = 0;
  for (;; p++) {
    bool end = !*p || *p == ' ' || *p == '\n' || *p == '\t';
    if (*p == '\\' && (p[1] == '\n' || p[1] == '\r')) {
      end = true;
      p++;
    } else if (*p == '\\' && (p[1] == ' ' || p[1] == '#' || p[1] == '\\')) {
      name[n++] = *++p;
    } else if (*p == '$' && p[1] == '$') {
      name[n++] = *++p;
    } else if (!end) {
      name[n++] = *p;
    }
    if (end && n) {
      name[n] = 0;
      n = 0;
      use(self, name);
    }
    if (!*p) break;
  }
  free(name);
}

typedef struct gathering {
  fe_shop *s;
  const fe_unit *u;
  fe_buf buf; /* path and hash of each */
  uint64_t n;
  hasher input;
  bool readable;
} gathering;

static void gather(void *self, const char *name) {
  gathering *g = self;
  char *path = fe_path_join(g->u->dir, name);
  uint8_t hash[32];
  if (hash_file(g->s, path, hash)) {
    fe_buf_str(&g->buf, path);
    fe_buf_bytes(&g->buf, hash, 32);
    add_str(&g->input, path);
    add(&g->input, hash, 32);
    g->n++;
  } else {
    g->readable = false;
  }
  free(path);
}

/* From the compiler's rule: p->input and, where the cache wants it, the dependency record. */
static void note_dependencies(fe_shop *s, const fe_unit *u, fe_product *p, bool put) {
  gathering g = {.s = s, .u = u, .readable = true};
  llvm_blake3_hasher_init(&g.input);
  add(&g.input, p->command, 32);
  each_dependency(p->deps, gather, &g);
  llvm_blake3_hasher_finalize(&g.input, p->input, 32);
  if (put && g.readable && g.n) {
    fe_buf b = {0};
    fe_buf_bytes(&b, p->key, 32);
    fe_buf_num(&b, g.n);
    fe_buf_bytes(&b, g.buf.p, g.buf.n);
    s->cache.put(s->cache.self, p->command, b.p, b.n);
    free(b.p);
  }
  free(g.buf.p);
}

static bool read_num(const uint8_t **p, const uint8_t *end, uint64_t *out) {
  *out = 0;
  for (unsigned shift = 0; *p < end && shift < 64; shift += 7) {
    uint8_t c = *(*p)++;
    *out |= (uint64_t)(c & 127) << shift;
    if (c < 128) return true;
  }
  return false;
}

typedef enum state { ABSENT, STALE, CURRENT } state;

/* Looks at the dependency record of command; key and input are set when it is current. */
static state check_record(fe_shop *s, const uint8_t command[32], uint8_t key[32], uint8_t input[32]) {
  size_t len = 0;
  uint8_t *data = s->cache.get ? s->cache.get(s->cache.self, command, &len) : NULL;
  if (!data) return ABSENT;
  const uint8_t *p = data, *end = data + len;
  uint64_t n = 0;
  state found = len > 32 ? CURRENT : STALE;
  hasher h;
  llvm_blake3_hasher_init(&h);
  add(&h, command, 32);
  if (found == CURRENT) {
    memcpy(key, p, 32);
    p += 32;
    if (!read_num(&p, end, &n) || !n) found = STALE;
  }
  for (uint64_t i = 0; i < n && found == CURRENT; i++) {
    uint64_t size;
    uint8_t hash[32];
    found = STALE;
    if (!read_num(&p, end, &size) || size > (uint64_t)(end - p) || (uint64_t)(end - p) - size < 32) break;
    char *path = fe_xrealloc(NULL, size + 1);
    memcpy(path, p, size);
    path[size] = 0;
    p += size;
    if (hash_file(s, path, hash) && !memcmp(hash, p, 32)) found = CURRENT;
    add_str(&h, path);
    add(&h, hash, 32);
    p += 32;
    free(path);
  }
  llvm_blake3_hasher_finalize(&h, input, 32);
  free(data);
  return found;
}

/* ---- results ---- */

/* A result is a checksum, the record with its length, and the bitcode. */
static bool take_result(fe_shop *s, const uint8_t key[32], fe_product *p) {
  size_t len = 0;
  uint8_t *data = s->cache.get(s->cache.self, key, &len);
  if (!data) return false;
  const uint8_t *q = data + 32, *end = data + len;
  uint64_t record_len = 0;
  uint8_t sum[32];
  if (len >= 32) checksum(q, len - 32, sum);
  bool good = len >= 32 && !memcmp(sum, data, 32) && read_num(&q, end, &record_len) &&
              record_len <= (uint64_t)(end - q);
  if (good) {
    p->record_len = record_len;
    p->record = memcpy(fe_xrealloc(NULL, record_len), q, record_len);
    q += record_len;
    p->bitcode_len = (size_t)(end - q);
    p->bitcode = memcpy(fe_xrealloc(NULL, p->bitcode_len), q, p->bitcode_len);
    p->ok = p->cached = true;
  }
  free(data);
  return good;
}

static void put_result(fe_shop *s, const fe_product *p) {
  fe_buf b = {0};
  fe_buf_bytes(&b, p->key, 32); /* room for the checksum */
  fe_buf_num(&b, p->record_len);
  fe_buf_bytes(&b, p->record, p->record_len);
  fe_buf_bytes(&b, p->bitcode, p->bitcode_len);
  checksum(b.p + 32, b.n - 32, b.p);
  s->cache.put(s->cache.self, p->key, b.p, b.n);
  free(b.p);
}

/* Removes what the compiler rejected; false when nothing was removed, so that trying again is pointless. */
static bool drop_flags(fe_strv *flags, const fe_strv *rejected) {
  size_t kept = 0;
  for (size_t i = 0; i < flags->n; i++) {
    bool drop = false;
    for (size_t k = 0; k < rejected->n; k++) {
      size_t n = strlen(rejected->v[k]);
      bool stem = n && rejected->v[k][n - 1] == '=' && !strncmp(flags->v[i], rejected->v[k], n);
      if (stem || !strcmp(flags->v[i], rejected->v[k])) drop = true;
    }
    if (drop)
      free(flags->v[i]);
    else
      flags->v[kept++] = flags->v[i];
  }
  bool any = kept < flags->n;
  flags->n = kept;
  return any;
}

/* Names that other tools predefine as types, of which a file that does not compile may make use. */
static bool add_dialect(const fe_unit *u, fe_strv *flags) {
  static const char *const names[][2] = {{"__CPROVER_size_t", "-D__CPROVER_size_t=__SIZE_TYPE__"},
                                         {"__CPROVER_ssize_t", "-D__CPROVER_ssize_t=__PTRDIFF_TYPE__"},
                                         {"__CPROVER_bool", "-D__CPROVER_bool=_Bool"}};
  char *path = fe_path_join(u->dir, u->path);
  size_t len;
  char *text = (char *)fe_read_file(path, &len);
  bool any = false;
  for (size_t i = 0; text && i < sizeof names / sizeof *names; i++) {
    bool there = !memmem(text, len, names[i][0], strlen(names[i][0]));
    for (size_t k = 0; k < flags->n && !there; k++) there = !strcmp(flags->v[k], names[i][1]);
    if (there) continue;
    fe_strv_add(flags, names[i][1]);
    any = true;
  }
  free(text), free(path);
  return any;
}

/* FE_INLINE_FLAG can stand in the way: inline may be a name in old C, and what must be inlined may not be of another target.
 * Only an error in the text is worth another run. */
static bool try_plain(fe_run_mode *mode, const fe_run *r) {
  if (*mode != FE_RUN_BITCODE || !r->error || !strstr(r->error, "error: ")) return false;
  *mode = FE_RUN_PLAIN;
  return true;
}

/* Runs the compiler until it has no flag left to reject. With beside, the preprocessor runs at the same time. */
static void run_compiler(fe_shop *s, const fe_unit *u, fe_product *p, fe_run_mode mode, fe_run *r,
                         fe_run *beside) {
  for (bool again = true; again;) {
    fe_process main_run, other;
    bool started = fe_clang_start(s->clang, u, &p->flags, mode, &main_run, r);
    bool both = beside && started &&
                fe_clang_start(s->clang, u, &p->flags, FE_RUN_PREPROCESS, &other, beside);
    if (started) fe_clang_finish(&main_run, u, r);
    if (both) fe_clang_finish(&other, u, beside);
    p->usec += r->usec;
    again = !r->ok && (r->rejected.n ? drop_flags(&p->flags, &r->rejected)
                                     : add_dialect(u, &p->flags) || try_plain(&mode, r));
    if (again) {
      fe_run_free(r);
      if (beside) fe_run_free(beside);
    }
  }
}

/* Measured on generated sources: libclang takes up to 30 times the text, the lowering up to 30 times the bitcode. */
char *fe_product_too_large(const char *path, uint64_t source, uint64_t bitcode, uint64_t ram) {
  uint64_t need = 30 * (source + bitcode);
  if (!ram || need < ram) return NULL;
  return fe_xformat(
      "%s: too large: reading it takes about %.1f GB, and this machine has %.1f GB; split the file", path,
      (double)need / 1e9, (double)ram / 1e9);
}

static char *check_size(const fe_unit *u, size_t bitcode_len) {
  struct stat st;
  char *path = fe_path_join(u->dir, u->path);
  uint64_t source = stat(path, &st) ? 0 : (uint64_t)st.st_size;
  free(path);
  return fe_product_too_large(u->path, source, bitcode_len, fe_memory_size());
}

void fe_product_compile(fe_shop *s, const fe_unit *u, fe_product *p) {
  *p = (fe_product){0};
  p->error = u->error ? fe_xstrdup(u->error) : fe_flags_clean(u, &p->flags);
  if (p->error) return;
  command_key(s, u, &p->flags, p->command);
  state known = check_record(s, p->command, p->key, p->input);
  if (known == CURRENT && take_result(s, p->key, p)) return;

  fe_run text = {0}, code = {0};
  if (known == STALE) {
    run_compiler(s, u, p, FE_RUN_PREPROCESS, &text, NULL);
    if (text.ok) {
      result_key(p, u, &text, s, p->key);
      p->has_key = true;
      if (take_result(s, p->key, p)) {
        p->deps = text.deps;
        text.deps = NULL;
        note_dependencies(s, u, p, s->cache.put != NULL);
        fe_run_free(&text);
        return;
      }
    }
  }
  bool want_text = s->cache.put && !p->has_key;
  fe_run_free(&text);
  run_compiler(s, u, p, FE_RUN_BITCODE, &code, want_text ? &text : NULL);
  if (want_text && text.ok) {
    result_key(p, u, &text, s, p->key);
    p->has_key = true;
  }
  if (code.ok) p->error = check_size(u, code.out_len);
  p->ok = code.ok && !p->error;
  if (p->ok) {
    p->bitcode = code.out;
    p->bitcode_len = code.out_len;
    p->deps = code.deps;
    code.out = NULL;
    code.deps = NULL;
  } else if (!code.ok) {
    p->error = code.error;
    code.error = NULL;
  }
  fe_run_free(&text);
  fe_run_free(&code);
}

void fe_product_finish(fe_shop *s, const fe_unit *u, fe_product *p) {
  if (!p->ok || p->cached) return;
  p->record = fe_iface_read(u, &p->flags, &p->record_len);
  bool put = s->cache.put && p->has_key && p->record;
  if (put) put_result(s, p);
  note_dependencies(s, u, p, put);
}

void fe_product_free(fe_product *p) {
  free(p->error);
  free(p->bitcode);
  free(p->record);
  free(p->deps);
  fe_strv_free(&p->flags);
  *p = (fe_product){0};
}

bool fe_product_current(fe_shop *s, const fe_unit *u, uint8_t input[32]) {
  uint8_t command[32], key[32];
  fe_strv flags = {0};
  char *error = u->error ? fe_xstrdup(u->error) : fe_flags_clean(u, &flags);
  bool current = true;
  if (error) {
    hasher h;
    llvm_blake3_hasher_init(&h);
    add_str(&h, error);
    llvm_blake3_hasher_finalize(&h, input, 32);
  } else {
    command_key(s, u, &flags, command);
    current = check_record(s, command, key, input) == CURRENT;
  }
  fe_strv_free(&flags);
  free(error);
  return current;
}

bool fe_program_key(const fe_program *p, const fe_sources *src, uint8_t out[32]) {
  hasher h;
  if (p->nfailures) return false;
  llvm_blake3_hasher_init(&h);
  for (size_t i = 0; i < src->n; i++) add(&h, p->files[i].content, 32);
  llvm_blake3_hasher_finalize(&h, out, 32);
  return true;
}

bool fe_sources_unchanged_key(const fe_sources *src, const fe_options *opt, uint8_t out[32]) {
  fe_shop *s = fe_shop_new(opt->clang, &opt->cache);
  hasher h;
  llvm_blake3_hasher_init(&h);
  bool all = true;
  for (size_t i = 0; i < src->n && all; i++) {
    uint8_t input[32];
    all = fe_product_current(s, &src->units[i], input);
    if (all) add(&h, input, 32);
  }
  llvm_blake3_hasher_finalize(&h, out, 32);
  fe_shop_free(s);
  return all;
}

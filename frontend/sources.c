/* What to read: file names given by hand, or the entries of a compile database.
 *
 * The database's JSON is checked here first, entry by entry, because libclang rejects the whole file for one bad entry
 * and does not say which. The good entries then go to libclang's own database reader, in a copy with absolute
 * directories, and come back as argument lists: shell quoting, response files and compiler launchers are its work. */
#include "frontend/project.h"

#include <cjson/cJSON.h>
#include <clang-c/CXCompilationDatabase.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static fe_unit *new_unit(fe_sources *s, const char *path, const char *dir) {
  if (s->n == s->cap) {
    s->cap = s->cap ? 2 * s->cap : 16;
    s->units = fe_xrealloc(s->units, s->cap * sizeof *s->units);
  }
  fe_unit *u = &s->units[s->n++];
  *u = (fe_unit){.path = fe_xstrdup(path), .dir = fe_xstrdup(dir)};
  return u;
}

static fe_sources *new_sources(void) {
  fe_sources *s = fe_xrealloc(NULL, sizeof *s);
  *s = (fe_sources){.root = getcwd(NULL, 0)};
  return s;
}

static void free_unit(fe_unit *u) {
  free(u->path);
  free(u->dir);
  free(u->error);
  fe_strv_free(&u->args);
}

void fe_sources_add(fe_sources *s, const char *path, const char *const *flags, size_t nflags) {
  char *dir = getcwd(NULL, 0);
  fe_unit *u = new_unit(s, path, dir ? dir : "/");
  free(dir);
  for (size_t i = 0; i < nflags; i++) fe_strv_add(&u->args, flags[i]);
  /* Given by hand, it is C whatever it is called. */
  const char *dot = strrchr(path, '.');
  if (!dot || (strcmp(dot, ".c") && strcmp(dot, ".i"))) {
    fe_strv_add(&u->args, "-x");
    fe_strv_add(&u->args, "c");
  }
}

fe_sources *fe_sources_files(const char *const *paths, size_t n, const char *const *flags, size_t nflags) {
  fe_sources *s = new_sources();
  for (size_t i = 0; i < n; i++) fe_sources_add(s, paths[i], flags, nflags);
  return s;
}

size_t fe_sources_count(const fe_sources *s) { return s->n; }

void fe_sources_free(fe_sources *s) {
  if (!s) return;
  for (size_t i = 0; i < s->n; i++) free_unit(&s->units[i]);
  fe_strv_free(&s->notes);
  free(s->root);
  free(s->units);
  free(s);
}

/* ---- is it a compilation of C? ---- */

typedef enum what { IS_C, IS_CXX, IS_ASSEMBLER, IS_LINK, IS_PREPROCESSING, IS_OTHER, WHAT_COUNT } what;
static const char *const what_names[] = {"C", "C++", "assembler", "link", "preprocessing", "other"};

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static what by_extension(const char *path) {
  static const struct {
    const char *ext;
    what is;
  } table[] = {{".c", IS_C},           {".i", IS_C},          {".s", IS_ASSEMBLER}, {".S", IS_ASSEMBLER},
               {".asm", IS_ASSEMBLER}, {".sx", IS_ASSEMBLER}, {".C", IS_CXX},       {".cc", IS_CXX},
               {".cpp", IS_CXX},       {".cxx", IS_CXX},      {".c++", IS_CXX},     {".cp", IS_CXX},
               {".ii", IS_CXX},        {".o", IS_LINK},       {".a", IS_LINK},      {".so", IS_LINK},
               {".lo", IS_LINK},       {".obj", IS_LINK}};
  const char *dot = strrchr(base_name(path), '.');
  for (size_t i = 0; dot && i < sizeof table / sizeof *table; i++)
    if (!strcmp(dot, table[i].ext)) return table[i].is;
  return IS_OTHER;
}

static what by_language(const char *language) {
  if (!strcmp(language, "c") || !strcmp(language, "cpp-output")) return IS_C;
  if (!strncmp(language, "c++", 3)) return IS_CXX;
  return !strncmp(language, "assembler", 9) ? IS_ASSEMBLER : IS_OTHER;
}

/* argv of the entry, the compiler's name first. */
static what classify(const char *file, const fe_strv *argv) {
  const char *compiler = argv->n ? base_name(argv->v[0]) : "";
  what is = by_extension(file);
  if (!strcmp(compiler, "as") || !strcmp(compiler, "nasm") || !strcmp(compiler, "yasm")) return IS_ASSEMBLER;
  if (!strcmp(compiler, "ld") || !strcmp(compiler, "ar") || !strcmp(compiler, "ranlib")) return IS_LINK;
  if (strstr(compiler, "++") && is == IS_C) is = IS_CXX;
  bool preprocessing = false;
  for (size_t i = 1; i < argv->n; i++) {
    const char *a = argv->v[i];
    if (!strcmp(a, "-E") || !strcmp(a, "--preprocess") || !strcmp(a, "-M") || !strcmp(a, "-MM"))
      preprocessing = true;
    if (!strcmp(a, "-x") && i + 1 < argv->n) is = by_language(argv->v[i + 1]);
    if (!strncmp(a, "-x", 2) && a[2]) is = by_language(a + 2);
  }
  return is == IS_C && preprocessing ? IS_PREPROCESSING : is;
}

/* ---- from a command to a unit ---- */

static bool same_file(const char *dir, const char *a, const char *b) {
  if (!strcmp(a, b)) return true;
  char *pa = fe_path_join(dir, a), *pb = fe_path_join(dir, b);
  bool same = !strcmp(pa, pb);
  struct stat sa, sb;
  if (!same && !strcmp(base_name(pa), base_name(pb)) && !stat(pa, &sa) && !stat(pb, &sb))
    same = sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino;
  free(pa);
  free(pb);
  return same;
}

/* The arguments without the compiler, its inputs, and libclang's hint about the driver. */
static void take_arguments(fe_unit *u, const fe_strv *argv) {
  bool only_inputs = false;
  for (size_t i = 1; i < argv->n; i++) {
    const char *a = argv->v[i];
    if (!only_inputs && !strcmp(a, "--")) {
      only_inputs = true;
    } else if (!only_inputs && *a == '-' && a[1]) {
      if (!strncmp(a, "--driver-mode=", 14)) continue;
      fe_strv_add(&u->args, a);
      if (fe_flag_takes_value(a) && i + 1 < argv->n) fe_strv_add(&u->args, argv->v[++i]);
    } else if (*a == '@' && !same_file(u->dir, a, u->path)) {
      if (!u->error)
        u->error = fe_xformat("%s: cannot read response file %s in %s: run the build again", u->path, a + 1,
                              u->dir);
    }
  }
}

/* Position-independent code is the same code: libtool builds everything twice, which should not be read twice. */
static bool only_pic(const char *a) {
  static const char *const pic[] = {"-fPIC",    "-fpic",    "-fPIE",    "-fpie", "-fno-pic",
                                    "-fno-PIC", "-fno-pie", "-fno-PIE", "-DPIC"};
  for (size_t i = 0; i < sizeof pic / sizeof *pic; i++)
    if (!strcmp(a, pic[i])) return true;
  return false;
}

static char *signature(const fe_unit *u) {
  fe_strv flags = {0};
  char *why = fe_flags_clean(u, &flags);
  char *path = fe_path_join(u->dir, u->path);
  char *sig = fe_xformat("%s\n%s\n%s%s", path, u->dir, why ? why : "", u->error ? u->error : "");
  size_t len = strlen(sig);
  for (size_t i = 0; i < flags.n; i++) {
    if (only_pic(flags.v[i])) continue;
    size_t n = strlen(flags.v[i]);
    sig = fe_xrealloc(sig, len + n + 2);
    sig[len++] = '\n';
    memcpy(sig + len, flags.v[i], n + 1);
    len += n;
  }
  free(path);
  free(why);
  fe_strv_free(&flags);
  return sig;
}

typedef struct keyed {
  char *sig;
  size_t unit;
} keyed;

static int by_signature(const void *a, const void *b) {
  const keyed *x = a, *y = b;
  int c = strcmp(x->sig, y->sig);
  return c ? c : x->unit < y->unit ? -1 : x->unit > y->unit;
}

/* Removes entries that compile the same file in the same way; returns how many. */
static size_t drop_duplicates(fe_sources *s) {
  keyed *k = fe_xrealloc(NULL, s->n * sizeof *k);
  bool *drop = fe_xrealloc(NULL, s->n);
  for (size_t i = 0; i < s->n; i++) k[i] = (keyed){signature(&s->units[i]), i}, drop[i] = false;
  qsort(k, s->n, sizeof *k, by_signature);
  for (size_t i = 1; i < s->n; i++)
    if (!strcmp(k[i].sig, k[i - 1].sig) && !s->units[k[i].unit].error) drop[k[i].unit] = true;
  size_t kept = 0, n = s->n;
  for (size_t i = 0; i < n; i++) {
    free(k[i].sig);
    if (drop[i])
      free_unit(&s->units[i]);
    else
      s->units[kept++] = s->units[i];
  }
  s->n = kept;
  free(k);
  free(drop);
  return n - kept;
}

/* ---- the database ---- */

/* What is wrong with an entry's shape; NULL when nothing is. */
static const char *bad_shape(const cJSON *e) {
  if (!cJSON_IsObject(e)) return "is not an object";
  if (!cJSON_IsString(cJSON_GetObjectItemCaseSensitive(e, "file"))) return "has no string \"file\"";
  if (!cJSON_IsString(cJSON_GetObjectItemCaseSensitive(e, "directory"))) return "has no string \"directory\"";
  const cJSON *args = cJSON_GetObjectItemCaseSensitive(e, "arguments"), *a;
  const cJSON *command = cJSON_GetObjectItemCaseSensitive(e, "command");
  if (!args && !command) return "has neither \"command\" nor \"arguments\"";
  if (args && !cJSON_IsArray(args)) return "has \"arguments\" that are not an array";
  cJSON_ArrayForEach(a, args) if (!cJSON_IsString(a)) return "has an argument that is not a string";
  if (args && !cJSON_GetArraySize(args)) return "has no arguments";
  if (!args && (!cJSON_IsString(command) || !*command->valuestring))
    return "has a \"command\" that is not a string";
  return NULL;
}

static fe_strv arguments_of(CXCompileCommand c) {
  fe_strv argv = {0};
  unsigned n = clang_CompileCommand_getNumArgs(c);
  for (unsigned i = 0; i < n; i++) {
    CXString s = clang_CompileCommand_getArg(c, i);
    fe_strv_add(&argv, clang_getCString(s));
    clang_disposeString(s);
  }
  return argv;
}

/* Writes the good entries where libclang can read them, and reads them. *dir is the folder made for that. */
static CXCompilationDatabase open_copy(const cJSON *good, char **err, const char *path) {
  const char *tmp = getenv("TMPDIR");
  char *dir = fe_xformat("%s/summ-db-XXXXXX", tmp && *tmp ? tmp : "/tmp"), *file = NULL, *text = NULL;
  CXCompilationDatabase db = NULL;
  if (mkdtemp(dir)) {
    file = fe_xformat("%s/compile_commands.json", dir);
    text = cJSON_PrintUnformatted(good);
    FILE *f = fopen(file, "w");
    bool written = f && text && fputs(text, f) >= 0;
    if (f && fclose(f)) written = false;
    CXCompilationDatabase_Error code = CXCompilationDatabase_NoError;
    if (written) db = clang_CompilationDatabase_fromDirectory(dir, &code);
    unlink(file);
    rmdir(dir);
  }
  if (!db) *err = fe_xformat("%s: cannot make a working copy in %s: %s", path, dir, strerror(errno));
  cJSON_free(text);
  free(file);
  free(dir);
  return db;
}

/* Absolute directory of an entry: relative ones count from the database's own folder. */
static char *entry_dir(const cJSON *e, const char *base) {
  return fe_path_join(base, cJSON_GetObjectItemCaseSensitive(e, "directory")->valuestring);
}

static void add_bad_entry(fe_sources *s, const cJSON *e, const char *path, int number, const char *why,
                          const char *base) {
  const cJSON *file = cJSON_GetObjectItemCaseSensitive(e, "file");
  fe_unit *u = new_unit(s, cJSON_IsString(file) ? file->valuestring : path, base);
  u->error = fe_xformat("%s: entry %d %s: correct it or make the database again", path, number, why);
}

static bool read_entries(fe_sources *s, const cJSON *all, const char *path, const char *base, char **err) {
  size_t skipped[WHAT_COUNT] = {0};
  cJSON *good = cJSON_CreateArray(), *e;
  cJSON_ArrayForEach(e, all) {
    if (bad_shape(e)) continue;
    cJSON *copy = cJSON_Duplicate(e, true);
    char *dir = entry_dir(e, base);
    cJSON_ReplaceItemInObjectCaseSensitive(copy, "directory", cJSON_CreateString(dir));
    cJSON_AddItemToArray(good, copy);
    free(dir);
  }
  CXCompilationDatabase db = NULL;
  CXCompileCommands commands = NULL;
  if (cJSON_GetArraySize(good)) {
    db = open_copy(good, err, path);
    if (db) commands = clang_CompilationDatabase_getAllCompileCommands(db);
  }
  cJSON_Delete(good);
  if (*err) return false;

  unsigned next = 0;
  int number = 0;
  cJSON_ArrayForEach(e, all) {
    number++;
    const char *why = bad_shape(e);
    if (why) {
      add_bad_entry(s, e, path, number, why, base);
      continue;
    }
    fe_strv argv = arguments_of(clang_CompileCommands_getCommand(commands, next++));
    const char *file = cJSON_GetObjectItemCaseSensitive(e, "file")->valuestring;
    what is = classify(file, &argv);
    if (is == IS_C) {
      char *dir = entry_dir(e, base);
      take_arguments(new_unit(s, file, dir), &argv);
      free(dir);
    } else {
      skipped[is]++;
    }
    fe_strv_free(&argv);
  }
  if (commands) clang_CompileCommands_dispose(commands);
  if (db) clang_CompilationDatabase_dispose(db);
  for (int i = 0; i < WHAT_COUNT; i++)
    if (skipped[i])
      fe_strv_take(&s->notes, fe_xformat("%s: %zu %s skipped: not a compilation of C (%s)", path, skipped[i],
                                         skipped[i] == 1 ? "entry" : "entries", what_names[i]));
  return true;
}

/* "line:col" of a byte of the text. */
static void position(const char *text, const char *at, unsigned *line, unsigned *col) {
  *line = *col = 1;
  for (const char *p = text; p < at; p++) {
    ++*col;
    if (*p == '\n') ++*line, *col = 1;
  }
}

fe_sources *fe_sources_database(const char *path, char **err) {
  struct stat st;
  bool is_dir = !stat(path, &st) && S_ISDIR(st.st_mode);
  char *cwd = getcwd(NULL, 0);
  char *shown = is_dir ? fe_path_join(path, "compile_commands.json") : fe_xstrdup(path);
  char *full = fe_path_join(cwd ? cwd : "/", shown);
  char *base = fe_path_join(full, "..");
  free(cwd);
  *err = NULL;
  size_t len;
  errno = 0;
  char *text = (char *)fe_read_file(full, &len);
  const char *end = NULL;
  cJSON *all = text ? cJSON_ParseWithLengthOpts(text, len + 1, &end, true) : NULL;
  fe_sources *s = NULL;
  if (!text) {
    *err = fe_xformat("%s: cannot read: %s; give a compile_commands.json or its folder", shown,
                      errno ? strerror(errno) : "not a regular file");
  } else if (!all) {
    unsigned line, col;
    position(text, end && end >= text && end <= text + len ? end : text, &line, &col);
    *err = fe_xformat("%s:%u:%u: not valid JSON: make the compile database again", shown, line, col);
  } else if (!cJSON_IsArray(all)) {
    *err = fe_xformat("%s: not a compile database: the top level must be an array of entries", shown);
  } else {
    s = new_sources();
    free(s->root);
    s->root = fe_xstrdup(base);
    if (read_entries(s, all, shown, base, err)) {
      size_t dropped = drop_duplicates(s);
      if (dropped)
        fe_strv_take(&s->notes, fe_xformat("%s: %zu duplicate %s left out (same file, same flags)", shown,
                                           dropped, dropped == 1 ? "entry" : "entries"));
    } else {
      fe_sources_free(s);
      s = NULL;
    }
  }
  cJSON_Delete(all);
  free(text);
  free(shown);
  free(full);
  free(base);
  return s;
}

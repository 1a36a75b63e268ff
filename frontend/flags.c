/* From the command a build ran to the flags that make clang produce the source's own bodies. What decides the meaning
 * of the text stays (-D, -I, -include, -std, -m…, -funsigned-char); what concerns output, dependencies, optimisation,
 * debug information, instrumentation, warnings or linking goes. Options only gcc knows are dropped where they are
 * common; for the others the compiler is asked: what it rejects by name is dropped in a second run (fe_flags_rejected). */
#include "frontend/project.h"

#include <stdlib.h>
#include <string.h>

typedef enum {
  EXACT,
  PREFIX,
  VALUE /* "-o x" or "-ox" */,
  NEXT /* "-Xlinker x" */,
  KEPT /* after all */
} match;

/* clang-format off */
static const struct {
  const char *text;
  match how;
} removed[] = {
    /* what to produce, and where */
    {"-o", VALUE}, {"--output", NEXT}, {"--output=", PREFIX}, {"-c", EXACT}, {"-S", EXACT}, {"-E", EXACT},
    {"-fsyntax-only", EXACT}, {"-emit-llvm", EXACT}, {"--analyze", EXACT}, {"-save-temps", PREFIX},
    {"--save-temps", PREFIX}, {"-pipe", EXACT}, {"-time", EXACT}, {"-v", EXACT}, {"-###", EXACT}, {"-H", EXACT},
    {"-P", EXACT}, {"-C", EXACT}, {"-CC", EXACT}, {"-dM", EXACT}, {"-dD", EXACT}, {"-dumpbase", NEXT},
    {"--compile", EXACT}, {"--assemble", EXACT}, {"--preprocess", EXACT}, {"--comments", PREFIX},
    {"--verbose", EXACT}, {"--help", PREFIX}, {"--version", EXACT}, {"-dumpdir", NEXT}, {"-dumpbase-ext", NEXT},
    {"-aux-info", NEXT}, {"-serialize-diagnostics", NEXT},
    {"--serialize-diagnostics", NEXT}, {"-index-store-path", NEXT}, {"-wrapper", NEXT},
    /* dependency files */
    {"-MF", VALUE}, {"-MT", VALUE}, {"-MQ", VALUE}, {"-MJ", VALUE}, {"-M", PREFIX}, {"-Wp,-M", PREFIX},
    {"--dependencies", EXACT}, {"--user-dependencies", EXACT}, {"--write-dependencies", EXACT},
    {"--write-user-dependencies", EXACT}, {"--print-missing-file-dependencies", EXACT},
    /* optimisation, debug information, warnings */
    {"-O", PREFIX}, {"-g", PREFIX}, {"-W", PREFIX}, {"-w", EXACT}, {"-pedantic", PREFIX}, {"-fdiagnostics", PREFIX},
    {"-fno-diagnostics", PREFIX}, {"-fcolor-diagnostics", EXACT}, {"-fno-color-diagnostics", EXACT},
    {"-fdebug-", PREFIX}, {"-fmax-errors", PREFIX}, {"-ferror-limit", PREFIX}, {"-fmessage-length", PREFIX},
    {"-flto", PREFIX}, {"-fno-lto", PREFIX}, {"-ffat-lto-objects", EXACT}, {"-fno-fat-lto-objects", EXACT},
    {"-mllvm", NEXT}, {"--param", VALUE}, {"-fipa-", PREFIX}, {"-fno-ipa-", PREFIX}, {"-ftree-", PREFIX},
    {"-fno-tree-", PREFIX}, {"-fvar-tracking", PREFIX}, {"-fno-var-tracking", PREFIX}, {"-fanalyzer", PREFIX},
    {"-fdump-", PREFIX}, {"-fopt-info", PREFIX}, {"-fstack-usage", EXACT}, {"-fcallgraph-info", PREFIX},
    /* instrumentation and hardening */
    {"-fsanitize", PREFIX}, {"-fno-sanitize", PREFIX}, {"-fprofile", PREFIX}, {"-fno-profile", PREFIX},
    {"-fcoverage", PREFIX}, {"-ftest-coverage", EXACT}, {"--coverage", EXACT}, {"-coverage", EXACT}, {"-pg", EXACT},
    {"-p", EXACT}, {"-finstrument-", PREFIX}, {"-fpatchable-", PREFIX}, {"-fstack-protector", PREFIX},
    {"-fstack-clash-protection", EXACT}, {"-fcf-protection", PREFIX}, {"-fsplit-stack", EXACT},
    {"-fhardened", EXACT}, {"-fzero-call-used-regs", PREFIX}, {"-ftrivial-auto-var-init", PREFIX},
    {"-D_FORTIFY_SOURCE", PREFIX}, {"-U_FORTIFY_SOURCE", EXACT}, {"-fopenmp", PREFIX}, {"-fno-openmp", PREFIX},
    {"-fplugin", PREFIX}, {"-specs", PREFIX}, {"--specs", PREFIX}, {"-fconserve-stack", EXACT},
    {"-mstack-protector-guard", PREFIX}, {"-mindirect-branch", PREFIX}, {"-mfunction-return", PREFIX},
    {"-mrecord-mcount", EXACT}, {"-mfentry", EXACT},
    {"-fno-allow-store-data-races", EXACT}, {"-fallow-store-data-races", EXACT}, {"-mretpoline", PREFIX},
    {"-fdiscard-value-names", EXACT}, {"-fno-discard-value-names", EXACT}, {"-fuse-linker-plugin", EXACT},
    /* linking */
    {"-undef", KEPT},
    {"-Xlinker", NEXT}, {"-Xassembler", NEXT}, {"-l", VALUE}, {"-L", VALUE}, {"-T", VALUE}, {"-u", VALUE},
    {"-z", VALUE}, {"-rpath", NEXT}, {"-s", EXACT}, {"-shared", PREFIX}, {"-static", PREFIX}, {"-rdynamic", EXACT},
    {"-pie", EXACT}, {"-no-pie", EXACT}, {"-nostartfiles", EXACT}, {"-nostdlib", EXACT}, {"-nodefaultlibs", EXACT},
    {"-fuse-ld", PREFIX}, {"-r", EXACT}, {"-pthread", EXACT},
};
/* clang-format on */

/* Options that take the next argument as their value and stay. */
/* clang-format off */
static const char *const kept_with_value[] = {
    "-I", "-D", "-U", "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-iprefix", "-iwithprefix",
    "-iwithprefixbefore", "-isysroot", "-imultilib", "-x", "-std", "--std", "--sysroot", "-Xpreprocessor", "-Xclang",
    "-target", "--target", "-B", "-A", "-include-pch", "-gcc-toolchain", "-F", "-iframework", "-arch", "-G",
    "--include", "--imacros", "--define-macro", "--undefine-macro", "--include-directory", "--language",
};
/* clang-format on */

/* Index of the rule, -1 for none; *skip is how many arguments go. */
static int rule_for(const char *a, size_t *skip) {
  for (size_t i = 0; i < sizeof removed / sizeof *removed; i++) {
    size_t n = strlen(removed[i].text);
    bool same = !strcmp(a, removed[i].text), starts = !strncmp(a, removed[i].text, n);
    if ((removed[i].how == EXACT && !same) || (removed[i].how == NEXT && !same) || !starts) continue;
    if (removed[i].how == KEPT) return -1;
    *skip = same && (removed[i].how == VALUE || removed[i].how == NEXT) ? 2 : 1;
    return (int)i;
  }
  return -1;
}

static bool takes_value(const char *a) {
  for (size_t i = 0; i < sizeof kept_with_value / sizeof *kept_with_value; i++)
    if (!strcmp(a, kept_with_value[i])) return true;
  return false;
}

/* "-Wp,-DX,-UY" passes options to the preprocessor: they count, dependency and hardening options excepted. */
static void add_preprocessor_options(const char *list, fe_strv *out) {
  char *copy = fe_xstrdup(list), *save = NULL;
  for (char *a = strtok_r(copy, ",", &save); a; a = strtok_r(NULL, ",", &save)) {
    size_t skip;
    if (rule_for(a, &skip) < 0)
      fe_strv_add(out, a);
    else if (skip == 2 || !strcmp(a, "-MD") || !strcmp(a, "-MMD")) /* cpp's own -MD takes a file */
      strtok_r(NULL, ",", &save);
  }
  free(copy);
}

bool fe_flag_takes_value(const char *a) {
  size_t skip;
  return takes_value(a) || (rule_for(a, &skip) >= 0 && skip == 2);
}

static const char *value_of(const fe_unit *u, size_t i, const char *joined) {
  size_t n = strlen(joined);
  if (!strncmp(u->args.v[i], joined, n)) return u->args.v[i] + n;
  return NULL;
}

/* The IR is x86-64's. An entry for another target would be read with wrong sizes: say so instead. */
static char *wrong_target(const fe_unit *u) {
  for (size_t i = 0; i < u->args.n; i++) {
    const char *a = u->args.v[i], *t = value_of(u, i, "--target=");
    if (!t) t = value_of(u, i, "-target=");
    if (!t && (!strcmp(a, "-target") || !strcmp(a, "--target")) && i + 1 < u->args.n) t = u->args.v[i + 1];
    bool other = t && strncmp(t, "x86_64", 6) && strncmp(t, "amd64", 5);
    if (other || !strcmp(a, "-m32") || !strcmp(a, "-mx32") || !strcmp(a, "-m16"))
      return fe_xformat(
          "%s: compiled for another target (%s): only x86-64 is supported; remove the flag or the entry",
          u->path, t ? t : a);
  }
  return NULL;
}

char *fe_flags_clean(const fe_unit *u, fe_strv *out) {
  char *why = wrong_target(u);
  if (why) return why;
  for (size_t i = 0; i < u->args.n; i++) {
    const char *a = u->args.v[i], *map;
    size_t skip;
    if (!strncmp(a, "-Wp,", 4)) {
      add_preprocessor_options(a + 4, out);
    } else if ((map = value_of(u, i, "-ffile-prefix-map="))) {
      fe_strv_take(out, fe_xformat("-fmacro-prefix-map=%s", map)); /* positions must name files that exist */
    } else if (takes_value(a) && i + 1 < u->args.n) {
      fe_strv_add(out, a);
      fe_strv_add(out, u->args.v[++i]);
    } else if (!strcmp(a, "-pthread")) {
      fe_strv_add(out, "-D_REENTRANT");
    } else if (rule_for(a, &skip) >= 0) {
      i += skip - 1;
    } else {
      fe_strv_add(out, a);
    }
  }
  /* Old C that gcc takes with a warning is still C: clang 16 and later make these errors. The bracket depth is for
   * generated code. */
  static const char *const added[] = {
      "-w",
      "-Wno-error=implicit-function-declaration",
      "-Wno-error=implicit-int",
      "-Wno-error=int-conversion",
      "-Wno-error=incompatible-function-pointer-types",
      "-Wno-error=return-type",
      "-Qunused-arguments",
      "-U_FORTIFY_SOURCE",
      "-fno-stack-protector",
      "-fcf-protection=none",
      "-fno-color-diagnostics",
      "-fno-caret-diagnostics",
      "-fno-crash-diagnostics",
      "-fbracket-depth=100000",
      "-ferror-limit=5",
  };
  for (size_t i = 0; i < sizeof added / sizeof *added; i++) fe_strv_add(out, added[i]);
  return NULL;
}

char *fe_flags_rejected(const char *line) {
  static const char *const forms[] = {
      "unknown argument: '", "unknown argument '", "unsupported option '", "in '", "to option '", "to '",
  };
  if (!strstr(line, "error: ")) return NULL;
  bool about_flag = strstr(line, "unknown argument") || strstr(line, "unsupported option '") ||
                    strstr(line, "unsupported argument '") || strstr(line, "invalid value '");
  if (!about_flag || strstr(line, "no such file")) return NULL;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    const char *p = strstr(line, forms[i]);
    if (!p) continue;
    p += strlen(forms[i]);
    if (*p != '-') continue;
    size_t n = strcspn(p, "'");
    char *flag = fe_xrealloc(NULL, n + 1);
    memcpy(flag, p, n);
    flag[n] = 0;
    return flag;
  }
  return NULL;
}

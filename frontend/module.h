/* Private to frontend/: the seam between reading a project (sources.c, compile.c, iface.c, load.c) and lowering it
 * (lower*.c, link.c). fe_load works like this:
 *
 *   fe_builder *b = fe_builder_new();
 *   for each translation unit, in the order of the sources:
 *     fe_builder_add_bitcode(b, bytes, n, path, dir, &err)   or   fe_builder_fail(b, path, message)
 *   fe_program *p = fe_builder_link(b);                       consumes b
 *   … attach interfaces: types, fe_func.iface, fe_global.ctype, with fe_link_func/fe_link_global and fe_alloc …
 *
 * The bitcode is what clang-19 makes with FE_BITCODE_FLAGS besides the entry's own flags. A builder is not locked: call
 * it from one thread (compile in parallel, add in order). */
#ifndef FRONTEND_MODULE_H
#define FRONTEND_MODULE_H

#include "frontend/frontend.h"

/* The flag for use after scope makes clang say where the life of a local begins and ends; nothing is instrumented. With
 * -fcommon, int x; in several files is one variable, as it was for every C compiler until lately. */
#define FE_BITCODE_FLAGS                                                                       \
  "-O0", "-g", "-Xclang", "-disable-O0-optnone", "-Xclang", "-disable-llvm-passes", "-Xclang", \
      "-fsanitize-address-use-after-scope", "-fcommon", "-emit-llvm", "-c"
/* At -O0 clang drops the body of a function that is only "inline" (C99) or "extern inline" (GNU) unless it must be inlined; no
 * pass runs that would do that. A file that does not compile with it is compiled without. */
#define FE_INLINE_FLAG "-Dinline=inline __attribute__((always_inline))"

typedef struct fe_builder fe_builder;
typedef struct fe_arena fe_arena;

/* ---- memory that lives as long as the program ---- */

fe_arena *fe_builder_arena(fe_builder *b);
fe_arena *fe_program_arena(const fe_program *p);
void *fe_alloc(fe_arena *a, size_t size);                      /* zeroed, aligned to 16; never NULL */
const char *fe_intern(fe_arena *a, const char *s, size_t len); /* equal strings give equal pointers */
const char *fe_intern_str(fe_arena *a, const char *s);
const char *fe_format(fe_arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- building ---- */

fe_builder *fe_builder_new(void);
void fe_builder_free(fe_builder *b); /* only when it is not linked */
/* The folder that paths in USRs are relative to, so that a project has the same USRs wherever it lies. Without it they are the
 * units' paths as given. */
void fe_builder_root(fe_builder *b, const char *root);
/* Lowers one translation unit. It becomes fe_program.files[k], k counting the successful calls from 0. The bytes are
 * only read during the call. false and *err (malloc'ed, one line) when the bitcode cannot be read; the builder is then
 * as before. */
bool fe_builder_add_bitcode(fe_builder *b, const uint8_t *bitcode, size_t len, const char *path,
                            const char *dir, char **err);
/* The same for a module of models: its definitions yield to all others, in silence. Call it after the last unit. */
/* Does it define something that what was added so far uses and does not define? */
bool fe_builder_needs(fe_builder *b, const fe_library *library);
bool fe_builder_add_library(fe_builder *b, const fe_library *library, char **err);
/* Records a file that could not be read (fe_program.failures, in order of the calls). */
void fe_builder_fail(fe_builder *b, const char *path, const char *message);
/* Links what was added: a symbol that two files name is one symbol; statics stay apart; a weak definition yields to a
 * strong one; a second strong definition (several programs in one project, each with its main) is kept for its own file,
 * with a note, while other files use the first. Fills everything in fe_program that comes from bitcode: funcs
 * (definitions in order of the files and of the source, then declarations), globals likewise, files, failures, notes,
 * fingerprints. fe_func.usr is "c:@F@name", for a static one "c:PATH@F@name" with the path of the translation unit
 * (libclang's USR has only the base name, and two files may share that), also for a second definition; fe_global.usr
 * likewise with "c:@name" and "c:PATH@name", of a literal "c:PATH@literal:DIGEST" by its content; a further "#2", "#3" keeps
 * equal ones apart when one file was added twice. PATH is relative to the builder's root.
 * iface is NULL and ctype FE_NONE. */
fe_program *fe_builder_link(fe_builder *b);

/* ---- attaching interfaces after linking ---- */

/* What the symbol with this linkage name (clang_Cursor_getMangling) means in translation unit tu: an index in
 * p->funcs or p->globals, FE_NONE when the unit neither defines nor uses it. */
uint32_t fe_link_func(const fe_program *p, uint32_t tu, const char *linkage_name);
uint32_t fe_link_global(const fe_program *p, uint32_t tu, const char *linkage_name);
/* The translation unit whose definition was taken, FE_NONE for a declaration. (fe_func.file is where the text stands,
 * which for an inline function is a header.) Static variables inside functions have a linkage name "func.var". */
uint32_t fe_link_func_unit(const fe_program *p, uint32_t func);
uint32_t fe_link_global_unit(const fe_program *p, uint32_t global);

#endif

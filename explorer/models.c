/* The bitcode of models/, and the names it defines, put into the object file by the assembler. */
#include "explorer/models.h"

#include <string.h>

#define MODELS(X) X(ctype) X(string) X(stdlib) X(wchar) X(stdio) X(system) X(bitint) X(math)

#define EMBED(name)                                                                                     \
  __asm__(".section .rodata\n.balign 16\nex_model_" #name ":\n.incbin \"" EX_MODEL_DIR "/" #name        \
          ".bc\"\nex_model_" #name "_end:\n.byte 0\nex_model_" #name "_names:\n.incbin \"" EX_MODEL_DIR \
          "/" #name ".names\"\n.byte 0\n.previous\n");                                                  \
  extern const uint8_t ex_model_##name[], ex_model_##name##_end[];                                      \
  extern const char ex_model_##name##_names[];
MODELS(EMBED)

#define COUNT(name) +1
#define ROW(name)                                            \
  *m++ = (fe_library){"models/" #name ".c", ex_model_##name, \
                      (size_t)(ex_model_##name##_end - ex_model_##name), ex_model_##name##_names};

const fe_library *ex_models(size_t *n) {
  static fe_library models[MODELS(COUNT)]; /* the same values at every call */
  fe_library *m = models;
  MODELS(ROW)
  *n = (size_t)(m - models);
  return models;
}

bool ex_model_needs_context(const fe_program *p, uint32_t func) {
  const fe_func *f = &p->funcs[func];
  return f->is_model && f->file != FE_NONE && strstr(p->files[f->file].path, "models/stdio.c");
}

/* The bitcode of models/, put into the object file by the assembler. */
#include "explorer/models.h"

#define EMBED(name)                                                                              \
  __asm__(".section .rodata\n.balign 16\nex_model_" #name ":\n.incbin \"" EX_MODEL_DIR "/" #name \
          ".bc\"\nex_model_" #name "_end:\n.byte 0\n.previous\n");                               \
  extern const uint8_t ex_model_##name[], ex_model_##name##_end[];

EMBED(ctype)
EMBED(string)
EMBED(stdlib)

const fe_library *ex_models(size_t *n) {
  static fe_library models[3]; /* the same values at every call */
  models[0] = (fe_library){"models/ctype.c", ex_model_ctype, (size_t)(ex_model_ctype_end - ex_model_ctype)};
  models[1] = (fe_library){"models/string.c", ex_model_string,
                           (size_t)(ex_model_string_end - ex_model_string)};
  models[2] = (fe_library){"models/stdlib.c", ex_model_stdlib,
                           (size_t)(ex_model_stdlib_end - ex_model_stdlib)};
  *n = 3;
  return models;
}

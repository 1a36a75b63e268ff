/* ctype.h in the C locale: the functions, and the three tables glibc's macros read through __ctype_b_loc and its kin,
 * each indexed from -128 to 255. */
#define _GNU_SOURCE
#include "explorer/libc_impl.h"

#include <ctype.h>

/* An object with 384 entries and one with the address of entry 0; the latter's address. */
static exm_addr publish(exm_machine *m, const void *table, uint64_t entry) {
  exm_addr data = exm_alloc(m, EXM_HOST, 384 * entry, table);
  m->objs[exm_id(data) & m->mask].wsize = 0;
  exm_addr middle = data + 128 * entry;
  return exm_alloc(m, EXM_HOST, 8, &middle);
}

LIBC(__ctype_b_loc) {
  exm_libc_state *s = c->m->libc;
  if (!s->ctype_b) s->ctype_b = publish(c->m, *__ctype_b_loc() - 128, sizeof(unsigned short));
  RET(s->ctype_b);
}
LIBC(__ctype_tolower_loc) {
  exm_libc_state *s = c->m->libc;
  if (!s->ctype_lower) s->ctype_lower = publish(c->m, *__ctype_tolower_loc() - 128, sizeof(int32_t));
  RET(s->ctype_lower);
}
LIBC(__ctype_toupper_loc) {
  exm_libc_state *s = c->m->libc;
  if (!s->ctype_upper) s->ctype_upper = publish(c->m, *__ctype_toupper_loc() - 128, sizeof(int32_t));
  RET(s->ctype_upper);
}

/* Values outside EOF … 255 are undefined; glibc's tables give something down to -128, and nothing safe beyond. */
static bool domain(exm_hostcall *c) {
  if (ARGI(0) >= -128 && ARGI(0) <= 255) return true;
  exm_fail(c->m, EXM_E_BOUNDS, "%s of %d, which is neither EOF nor an unsigned char", c->name, ARGI(0));
  return false;
}
// clang-format off
#define CLASSES(F)                                                                                     \
  F(isalnum) F(isalpha) F(isblank) F(iscntrl) F(isdigit) F(isgraph) F(islower) F(isprint) F(ispunct)   \
  F(isspace) F(isupper) F(isxdigit)
// clang-format on
#define DEFINE(name)              \
  LIBC(name) {                    \
    if (!domain(c)) return false; \
    RET(name(ARGI(0)));           \
  }
CLASSES(DEFINE)
LIBC(tolower) { RET(ARGI(0) >= 'A' && ARGI(0) <= 'Z' ? ARGI(0) + 32 : ARGI(0)); }
LIBC(toupper) { RET(ARGI(0) >= 'a' && ARGI(0) <= 'z' ? ARGI(0) - 32 : ARGI(0)); }
LIBC(isascii) { RET((ARG(0) & ~(uint64_t)0x7f & 0xffffffff) == 0); }
LIBC(toascii) { RET(ARG(0) & 0x7f); }

#define ENTRY_CLASS(name) ENTRY(name, 1),
const exm_libc exm_libc_ctype[] = {CLASSES(ENTRY_CLASS) ENTRY(tolower, 1),
                                   ENTRY(toupper, 1),
                                   ENTRY(isascii, 1),
                                   ENTRY(toascii, 1),
                                   ENTRY(__ctype_b_loc, 0),
                                   ENTRY(__ctype_tolower_loc, 0),
                                   ENTRY(__ctype_toupper_loc, 0),
                                   {NULL, NULL, 0}};

/* fenv.h: the program's floating-point environment is the host's, since the machine's arithmetic is done by it. What the
 * program leaves changed is put back when its run ends. */
#define _GNU_SOURCE
#include "explorer/libc_impl.h"

#include <fenv.h>

#define CHANGED (c->m->libc->fenv_changed = true)

LIBC(feclearexcept) { RET(feclearexcept(ARGI(0))); }
LIBC(feraiseexcept) { RET(feraiseexcept(ARGI(0))); }
LIBC(fetestexcept) { RET(fetestexcept(ARGI(0))); }
LIBC(fegetround) { RET(fegetround()); }
LIBC(fesetround) {
  CHANGED;
  RET(fesetround(ARGI(0)));
}

static bool put(exm_hostcall *c, const void *v, uint64_t n) {
  uint8_t *p = exm_wr(c->m, ARG(0), n);
  if (p) memcpy(p, v, n);
  return p != NULL;
}
LIBC(fegetexceptflag) {
  fexcept_t flag;
  int r = fegetexceptflag(&flag, ARGI(1));
  if (!put(c, &flag, sizeof flag)) return false;
  RET(r);
}
LIBC(fesetexceptflag) {
  fexcept_t flag;
  const uint8_t *p = exm_rd(c->m, ARG(0), sizeof flag);
  if (!p) return false;
  memcpy(&flag, p, sizeof flag);
  RET(fesetexceptflag(&flag, ARGI(1)));
}
LIBC(fegetenv) {
  fenv_t env;
  int r = fegetenv(&env);
  if (!put(c, &env, sizeof env)) return false;
  RET(r);
}
LIBC(feholdexcept) {
  fenv_t env;
  int r = feholdexcept(&env);
  if (!put(c, &env, sizeof env)) return false;
  RET(r);
}
/* Traps stay masked, whatever the program's environment says: a trap would be the machine's. */
static bool install(exm_hostcall *c, bool keep_raised) {
  fenv_t env;
  const fenv_t *from = FE_DFL_ENV;
  if (ARG(0) != (exm_addr)-1) {
    const uint8_t *p = exm_rd(c->m, ARG(0), sizeof env);
    if (!p) return false;
    memcpy(&env, p, sizeof env);
    env.__control_word |= FE_ALL_EXCEPT;
    env.__mxcsr = (env.__mxcsr & 0xffff) | FE_ALL_EXCEPT << 7;
    from = &env;
  }
  CHANGED;
  RET(keep_raised ? feupdateenv(from) : fesetenv(from));
}
LIBC(fesetenv) { return install(c, false); }
LIBC(feupdateenv) { return install(c, true); }

const exm_libc exm_libc_fenv[] = {
    ENTRY(feclearexcept, 1), ENTRY(feraiseexcept, 1),   ENTRY(fetestexcept, 1),    ENTRY(fegetround, 0),
    ENTRY(fesetround, 1),    ENTRY(fegetexceptflag, 2), ENTRY(fesetexceptflag, 2), ENTRY(fegetenv, 1),
    ENTRY(feholdexcept, 1),  ENTRY(fesetenv, 1),        ENTRY(feupdateenv, 1),     {NULL, NULL, 0}};

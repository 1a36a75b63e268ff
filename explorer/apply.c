/* A call by summary. */
#include "explorer/internal.h"

bool ex_apply(ex_unit *u, ex_state *s, const fe_insn *in, const fe_call *c, uint32_t callee, const ex_val *args, ex_go *go) {
  (void)u, (void)s, (void)in, (void)c, (void)callee, (void)args, (void)go;
  return false;
}

/* Atomic objects that are too large for an instruction, or not aligned for one: clang calls the functions libatomic has for
 * objects of any size. Like other atomics they become the plain steps they stand for: a copy, or for an exchange that
 * depends on a comparison a load, a comparison and a store per word. */
#include "frontend/lower.h"

#include <string.h>

enum { MOST = 4096, WORD = 8 }; /* a comparison of more bytes stays a call */

static void copy(lw_fn *f, fe_reg to, fe_reg from, fe_reg size) {
  fe_insn *o = lw_emit(f, FE_MEMCPY, LW_VOID);
  o->a = to;
  o->b = from;
  o->c = size;
  o->ty2 = LW_INT(64);
  o->flags = FE_F_ATOMIC;
}

static fe_ty word_at(uint64_t offset, uint64_t size) {
  uint64_t left = size - offset, bytes = left >= WORD ? WORD : left >= 4 ? 4 : left >= 2 ? 2 : 1;
  return LW_INT((uint8_t)(8 * bytes));
}

/* Equal: the object gets the desired value; if not, what was expected becomes the object's value. Without a branch, so that
 * nothing looks like a decision of the source. */
static fe_reg compare_exchange(lw_fn *f, fe_reg object, fe_reg expected, fe_reg desired, uint64_t size) {
  fe_reg equal = lw_int(f, LW_INT(1), 1);
  fe_ty ty;
  for (uint64_t at = 0; at < size; at += ty.bits / 8) {
    ty = word_at(at, size);
    fe_reg old = lw_load_at(f, ty, object, at, FE_F_ATOMIC), want = lw_load_at(f, ty, expected, at, 0);
    equal = lw_op2(f, FE_AND, LW_INT(1), equal, lw_icmp(f, FE_EQ, ty, old, want));
  }
  for (uint64_t at = 0; at < size; at += ty.bits / 8) {
    ty = word_at(at, size);
    fe_reg old = lw_load_at(f, ty, object, at, 0), want = lw_load_at(f, ty, expected, at, 0);
    fe_reg v = lw_load_at(f, ty, desired, at, 0);
    lw_store_at(f, ty, expected, at, lw_select(f, ty, equal, want, old), 0);
    lw_store_at(f, ty, object, at, lw_select(f, ty, equal, v, old), FE_F_ATOMIC);
  }
  return equal;
}

/* libatomic's answer: what lies in one word that is aligned. */
static fe_reg lock_free(lw_fn *f, fe_reg object, uint64_t size) {
  fe_ty ty = LW_INT(64);
  if (size > WORD) return lw_int(f, LW_INT(1), 0);
  fe_reg address = lw_cast(f, FE_PTRTOINT, ty, LW_PTR, object);
  fe_reg end = lw_op2(f, FE_ADD, ty, lw_op2(f, FE_AND, ty, address, lw_int(f, ty, WORD - 1)),
                      lw_int(f, ty, size));
  return lw_icmp(f, FE_ULE, ty, end, lw_int(f, ty, WORD));
}

bool lw_atomic_call(lw_fn *f, LLVMValueRef in, const char *name) {
  static const struct {
    const char *name;
    enum { LOAD, STORE, EXCHANGE, COMPARE, LOCK_FREE } is;
    unsigned nargs;
  } table[] = {{"load", LOAD, 4},
               {"store", STORE, 4},
               {"exchange", EXCHANGE, 5},
               {"compare_exchange", COMPARE, 6},
               {"is_lock_free", LOCK_FREE, 2}};
  enum { PREFIX = sizeof "__atomic_" - 1 };
  if (strncmp(name, "__atomic_", PREFIX)) return false;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    if (strcmp(name + PREFIX, table[i].name) || LLVMGetNumArgOperands(in) != table[i].nargs) continue;
    LLVMValueRef size = LLVMGetOperand(in, 0);
    uint64_t n = LLVMIsAConstantInt(size) ? LLVMConstIntGetZExtValue(size) : UINT64_MAX;
    if ((table[i].is == COMPARE && n > MOST) || (table[i].is == LOCK_FREE && n == UINT64_MAX)) return false;
    fe_reg arg[4] = {0};
    for (unsigned k = 0; k < 4 && k < table[i].nargs; k++) arg[k] = lw_use1(f, LLVMGetOperand(in, k));
    if (f->bad) return true;
    switch (table[i].is) {
    case LOAD: copy(f, arg[2], arg[1], arg[0]); break;
    case STORE: copy(f, arg[1], arg[2], arg[0]); break;
    case EXCHANGE:
      copy(f, arg[3], arg[1], arg[0]);
      copy(f, arg[1], arg[2], arg[0]);
      break;
    case COMPARE: lw_bind1(f, in, compare_exchange(f, arg[1], arg[2], arg[3], n)); break;
    case LOCK_FREE: lw_bind1(f, in, lock_free(f, arg[1], n)); break;
    }
    return true;
  }
  return false;
}

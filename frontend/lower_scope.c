/* Leaving scopes. Clang marks where the life of a local begins and ends (llvm.lifetime.*). Where several ways lead out of
 * a scope (the end of the block, break, goto, return), it sends them all through one piece of code that ends the locals:
 * each way stores a number in a slot, and a switch on the slot leads on. The source has no such meeting point, and the
 * explorer would lose sight of which branch leaves a loop. So, where the piece does nothing but end locals, every way
 * gets its own copy and goes straight to where it leads. What is left (scopes with a variable-length array or a cleanup
 * function) is flagged: the switch is no decision of the source. */
#include "frontend/lower.h"

#include <string.h>

static bool is_intrinsic(LLVMValueRef in, const char *prefix) {
  size_t len;
  LLVMValueRef callee = LLVMIsACallInst(in) ? LLVMGetCalledValue(in) : NULL;
  const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "";
  return !strncmp(name, prefix, strlen(prefix));
}

bool lw_is_lifetime(LLVMValueRef in, bool start) {
  return is_intrinsic(in, start ? "llvm.lifetime.start" : "llvm.lifetime.end");
}

/* Whether debug information knows the stack object as a variable of the source. */
static bool is_variable(LLVMValueRef fn, LLVMValueRef object) {
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
    for (LLVMValueRef in = LLVMGetFirstInstruction(bb); in; in = LLVMGetNextInstruction(in)) {
      LLVMValueRef v = NULL;
      if (!LLVMIsADbgDeclareInst(in) || !LLVMIsAValueAsMetadata(LLVMGetOperand(in, 0))) continue;
      LLVMGetMDNodeOperands(LLVMGetOperand(in, 0), &v);
      if (v == object) return true;
    }
  return false;
}

/* A slot that only remembers where to go after a scope is left: constants go in, a switch comes out. */
static bool is_slot(LLVMValueRef fn, LLVMValueRef slot) {
  bool read = false;
  for (LLVMUseRef use = LLVMGetFirstUse(slot); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef in = LLVMGetUser(use);
    if (LLVMIsAStoreInst(in)) {
      if (!LLVMIsAConstantInt(LLVMGetOperand(in, 0))) return false;
      continue;
    }
    LLVMUseRef one = LLVMGetFirstUse(in);
    if (!one || LLVMGetNextUse(one) || !LLVMIsASwitchInst(LLVMGetUser(one))) return false;
    read = true;
  }
  return read && !is_variable(fn, slot);
}

void lw_internal_switches(lw_unit *u, LLVMValueRef fn, LLVMValueRef slot) {
  if (!is_slot(fn, slot)) return;
  for (LLVMUseRef use = LLVMGetFirstUse(slot); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef in = LLVMGetUser(use);
    if (LLVMIsALoadInst(in)) fe_map_put(&u->internal, FE_KEY(LLVMGetUser(LLVMGetFirstUse(in))), 1);
  }
}

/* A block that ends locals and then goes on, by a jump or by a switch on a slot. */
typedef struct cleanup {
  LLVMValueRef slot; /* NULL: it jumps to next */
  LLVMValueRef leave;
  LLVMBasicBlockRef next;
} cleanup;

static bool is_jump(LLVMValueRef term) { return LLVMIsABranchInst(term) && !LLVMIsConditional(term); }

static bool is_cleanup(LLVMBasicBlockRef bb, const fe_map *slots, cleanup *c) {
  *c = (cleanup){.leave = LLVMGetBasicBlockTerminator(bb)};
  bool ends = false;
  LLVMValueRef load = NULL;
  for (LLVMValueRef in = LLVMGetFirstInstruction(bb); in != c->leave; in = LLVMGetNextInstruction(in)) {
    if (lw_is_lifetime(in, false))
      ends = true;
    else if (!load && LLVMIsALoadInst(in) && fe_map_get(slots, FE_KEY(LLVMGetOperand(in, 0))) != FE_NONE)
      load = in;
    else
      return false;
  }
  if (load) {
    c->slot = LLVMGetOperand(load, 0);
    return LLVMIsASwitchInst(c->leave) && LLVMGetOperand(c->leave, 0) == load;
  }
  if (!ends || !is_jump(c->leave)) return false;
  c->next = LLVMGetSuccessor(c->leave, 0);
  return true;
}

/* Where the switch leads for the number. */
static LLVMBasicBlockRef switched(LLVMValueRef leave, LLVMValueRef number) {
  for (unsigned i = 1, n = LLVMGetNumSuccessors(leave); i < n; i++)
    if (LLVMConstIntGetZExtValue(LLVMGetOperand(leave, 2 * i)) == LLVMConstIntGetZExtValue(number))
      return LLVMGetSuccessor(leave, i);
  return LLVMGetSwitchDefaultDest(leave);
}

/* The number that the block stores in the slot last. */
static LLVMValueRef stored(LLVMBasicBlockRef bb, LLVMValueRef slot) {
  for (LLVMValueRef in = LLVMGetLastInstruction(bb); in; in = LLVMGetPreviousInstruction(in))
    if (LLVMIsAStoreInst(in) && LLVMGetOperand(in, 1) == slot) return LLVMGetOperand(in, 0);
  return NULL;
}

typedef FE_VEC(LLVMBasicBlockRef) blocks;

/* The way out of bb: the cleanups it passes are appended to path. The block it comes to, or NULL when it passes no
 * switch, or a number is not known. */
static LLVMBasicBlockRef way_out(LLVMBasicBlockRef bb, const fe_map *slots, blocks *path) {
  enum { FAR = 1000 }; /* cleanups of an endless loop may lead in a circle */
  bool turned = false;
  LLVMBasicBlockRef at = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(bb), 0);
  cleanup c;
  for (path->n = 0; path->n < FAR && is_cleanup(at, slots, &c); turned |= c.slot != NULL) {
    LLVMValueRef number = c.slot ? stored(bb, c.slot) : NULL;
    if (c.slot && !number) return NULL;
    FE_PUSH(*path, at);
    at = c.slot ? switched(c.leave, number) : c.next;
  }
  return turned && path->n < FAR && !LLVMIsAPHINode(LLVMGetFirstInstruction(at)) ? at : NULL;
}

void lw_thread_cleanups(LLVMValueRef fn, LLVMBuilderRef ir) {
  fe_map slots = {0};
  LLVMValueRef in = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
  for (; in && LLVMIsAAllocaInst(in); in = LLVMGetNextInstruction(in))
    if (LLVMGetFirstUse(in) && is_slot(fn, in)) fe_map_put(&slots, FE_KEY(in), 1);
  blocks path = {0};
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
    LLVMValueRef term = LLVMGetBasicBlockTerminator(bb);
    LLVMBasicBlockRef to = is_jump(term) ? way_out(bb, &slots, &path) : NULL;
    if (!to) continue;
    LLVMPositionBuilderBefore(ir, term);
    for (uint32_t i = 0; i < path.n; i++)
      for (in = LLVMGetFirstInstruction(path.p[i]); in; in = LLVMGetNextInstruction(in))
        if (lw_is_lifetime(in, false)) LLVMInsertIntoBuilder(ir, LLVMInstructionClone(in));
    LLVMSetSuccessor(term, 0, to);
  }
  free(path.p);
  fe_map_free(&slots);
}

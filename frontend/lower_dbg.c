/* Positions and names from debug information. The reader asks LLVM for debug intrinsics instead of debug records
 * (llvm-c 19 cannot walk the latter), so that a variable's value or place is an ordinary call with metadata operands. */
#include "frontend/lower.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

uint32_t lw_file(lw_unit *u, LLVMMetadataRef difile) {
  if (!difile) return u->unit;
  uint32_t k = fe_map_get(&u->files, FE_KEY(difile));
  if (k != FE_NONE) return k;
  unsigned nd, nf;
  const char *d = LLVMDIFileGetDirectory(difile, &nd), *f = LLVMDIFileGetFilename(difile, &nf);
  const char *dir = fe_intern(u->arena, d ? d : "", nd), *name = fe_intern(u->arena, f ? f : "", nf);
  size_t source_len;
  const char *source = LLVMGetSourceFileName(u->module, &source_len);
  /* clang moves what the path shares with its working directory from the name into dir */
  const char *full = *name == '/' ? name : fe_intern_str(u->arena, fe_format(u->arena, "%s/%s", dir, name));
  if ((source_len == nf && !memcmp(source, name, nf)) || !strcmp(name, u->path) || !strcmp(full, u->path) ||
      (source_len == strlen(full) && !memcmp(source, full, source_len))) {
    k = u->unit;
  } else {
    uint32_t h = fe_map_get(&u->b->header_map, FE_KEY(full));
    if (h == FE_NONE) {
      h = u->b->headers.n;
      FE_PUSH(u->b->headers, ((fe_file){.path = name, .dir = dir}));
      fe_map_put(&u->b->header_map, FE_KEY(full), h);
    }
    k = LW_HEADER | h;
  }
  fe_map_put(&u->files, FE_KEY(difile), k);
  return k;
}

uint32_t lw_loc(lw_fn *f, LLVMValueRef in) {
  LLVMMetadataRef l = LLVMInstructionGetDebugLoc(in);
  if (!l) return FE_NONE;
  uint32_t k = fe_map_get(&f->loc_map, FE_KEY(l));
  if (k != FE_NONE) return k;
  unsigned line = LLVMDILocationGetLine(l), col = LLVMDILocationGetColumn(l);
  if (!line) return FE_NONE;
  k = f->locs.n;
  FE_PUSH(f->locs, ((fe_loc){lw_file(f->u, LLVMDIScopeGetFile(LLVMDILocationGetScope(l))), line, col}));
  fe_map_put(&f->loc_map, FE_KEY(l), k);
  return k;
}

const char *lw_place(lw_fn *f) {
  fe_builder *b = f->u->b;
  LLVMMetadataRef sp = LLVMGetSubprogram(f->fn);
  fe_loc l = {f->u->unit, sp ? LLVMDISubprogramGetLine(sp) : 0, 0};
  if (f->loc != FE_NONE) l = f->locs.p[f->loc];
  const char *path = l.file & LW_HEADER ? b->headers.p[l.file & ~LW_HEADER].path : f->u->path;
  return l.line ? fe_format(f->u->arena, "%s:%u", path, l.line) : path;
}

/* The name operand of a DILocalVariable: operands are scope, name, file, type, …; by content, in case the order moves. */
static const char *variable_name(lw_unit *u, LLVMValueRef var) {
  uint32_t k = fe_map_get(&u->varnames, FE_KEY(var));
  if (k != FE_NONE) return u->names.p[k];
  LLVMValueRef op[16];
  unsigned n = (unsigned)LLVMGetMDNodeNumOperands(var), len;
  const char *name = NULL;
  if (n <= 16) {
    LLVMGetMDNodeOperands(var, op);
    for (unsigned i = 0; i < n && !name; i++) {
      const char *s = op[i] ? LLVMGetMDString(op[i], &len) : NULL;
      if (s) name = fe_intern(u->arena, s, len);
    }
  }
  fe_map_put(&u->varnames, FE_KEY(var), u->names.n);
  FE_PUSH(u->names, name);
  return name;
}

static int by_reg(const void *a, const void *b) {
  const fe_name *x = a, *y = b;
  return x->reg < y->reg ? -1 : x->reg > y->reg;
}

/* Names registers after the variables that llvm.dbg.declare and llvm.dbg.value bind to them; the first name stays. */
void lw_names(lw_fn *f) {
  fe_map seen = {0};
  for (uint32_t i = 0; i < f->declares.n; i++) {
    LLVMValueRef call = f->declares.p[i], v = NULL;
    LLVMValueRef wrapped = LLVMGetOperand(call, 0), var = LLVMGetOperand(call, 1);
    if (!LLVMIsAValueAsMetadata(wrapped)) continue;
    LLVMGetMDNodeOperands(wrapped, &v);
    if (!v || LLVMIsConstant(v)) continue;
    uint32_t s = fe_map_get(&f->values, FE_KEY(v));
    if (s == FE_NONE || lw_type_of(f->u, LLVMTypeOf(v))->n != 1) continue;
    fe_reg r = f->slots.p[s];
    if (r & LW_CONST || fe_map_get(&seen, r) != FE_NONE) continue;
    const char *name = variable_name(f->u, var);
    if (!name) continue;
    fe_map_put(&seen, r, 1);
    FE_PUSH(f->names, ((fe_name){r, LLVMIsADbgDeclareInst(call) != NULL, name}));
  }
  fe_map_free(&seen);
  if (f->names.n) qsort(f->names.p, f->names.n, sizeof *f->names.p, by_reg);
}

/* The IR as text, one line per instruction; docs/ir.md has the grammar. */
#include "frontend/frontend.h"

#include <inttypes.h>
#include <string.h>

static const char *const op_names[FE_OP_COUNT] = {[FE_MOV] = "mov",
                                                  [FE_ADD] = "add",
                                                  [FE_SUB] = "sub",
                                                  [FE_MUL] = "mul",
                                                  [FE_UDIV] = "udiv",
                                                  [FE_SDIV] = "sdiv",
                                                  [FE_UREM] = "urem",
                                                  [FE_SREM] = "srem",
                                                  [FE_SHL] = "shl",
                                                  [FE_LSHR] = "lshr",
                                                  [FE_ASHR] = "ashr",
                                                  [FE_AND] = "and",
                                                  [FE_OR] = "or",
                                                  [FE_XOR] = "xor",
                                                  [FE_ICMP] = "icmp",
                                                  [FE_FCMP] = "fcmp",
                                                  [FE_FADD] = "fadd",
                                                  [FE_FSUB] = "fsub",
                                                  [FE_FMUL] = "fmul",
                                                  [FE_FDIV] = "fdiv",
                                                  [FE_FREM] = "frem",
                                                  [FE_FNEG] = "fneg",
                                                  [FE_TRUNC] = "trunc",
                                                  [FE_ZEXT] = "zext",
                                                  [FE_SEXT] = "sext",
                                                  [FE_FPTOUI] = "fptoui",
                                                  [FE_FPTOSI] = "fptosi",
                                                  [FE_UITOFP] = "uitofp",
                                                  [FE_SITOFP] = "sitofp",
                                                  [FE_FPTRUNC] = "fptrunc",
                                                  [FE_FPEXT] = "fpext",
                                                  [FE_PTRTOINT] = "ptrtoint",
                                                  [FE_INTTOPTR] = "inttoptr",
                                                  [FE_BITCAST] = "bitcast",
                                                  [FE_SELECT] = "select",
                                                  [FE_BSWAP] = "bswap",
                                                  [FE_BITREVERSE] = "bitreverse",
                                                  [FE_CTPOP] = "ctpop",
                                                  [FE_CTLZ] = "ctlz",
                                                  [FE_CTTZ] = "cttz",
                                                  [FE_FSHL] = "fshl",
                                                  [FE_FSHR] = "fshr",
                                                  [FE_ABS] = "abs",
                                                  [FE_SMIN] = "smin",
                                                  [FE_SMAX] = "smax",
                                                  [FE_UMIN] = "umin",
                                                  [FE_UMAX] = "umax",
                                                  [FE_SADD_SAT] = "sadd_sat",
                                                  [FE_UADD_SAT] = "uadd_sat",
                                                  [FE_SSUB_SAT] = "ssub_sat",
                                                  [FE_USUB_SAT] = "usub_sat",
                                                  [FE_SADD_OVF] = "sadd_ovf",
                                                  [FE_UADD_OVF] = "uadd_ovf",
                                                  [FE_SSUB_OVF] = "ssub_ovf",
                                                  [FE_USUB_OVF] = "usub_ovf",
                                                  [FE_SMUL_OVF] = "smul_ovf",
                                                  [FE_UMUL_OVF] = "umul_ovf",
                                                  [FE_FMATH] = "fmath",
                                                  [FE_ALLOCA] = "alloca",
                                                  [FE_LOAD] = "load",
                                                  [FE_STORE] = "store",
                                                  [FE_PTRADD] = "ptradd",
                                                  [FE_MEMCPY] = "memcpy",
                                                  [FE_MEMMOVE] = "memmove",
                                                  [FE_MEMSET] = "memset",
                                                  [FE_STACKSAVE] = "stacksave",
                                                  [FE_STACKRESTORE] = "stackrestore",
                                                  [FE_BEGIN] = "begin",
                                                  [FE_END] = "end",
                                                  [FE_VASTART] = "vastart",
                                                  [FE_VAEND] = "vaend",
                                                  [FE_VACOPY] = "vacopy",
                                                  [FE_CALL] = "call",
                                                  [FE_ASM] = "asm",
                                                  [FE_TRAP] = "trap",
                                                  [FE_NONDET] = "nondet",
                                                  [FE_BR] = "br",
                                                  [FE_CBR] = "cbr",
                                                  [FE_SWITCH] = "switch",
                                                  [FE_IBR] = "ibr",
                                                  [FE_RET] = "ret",
                                                  [FE_UNREACHABLE] = "unreachable"};

static const char *const pred_names[] = {"eq",  "ne",    "ugt", "uge", "ult", "ule", "sgt", "sge", "slt",
                                         "sle", "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                         "ueq", "ugt",   "uge", "ult", "ule", "une", "uno", "true"};

static const char *const math_names[] = {
    "fabs",  "sqrt",      "fma",    "copysign", "floor", "ceil",  "trunc",  "rint",      "nearbyint",
    "round", "roundeven", "minnum", "maxnum",   "sin",   "cos",   "exp",    "exp2",      "log",
    "log2",  "log10",     "pow",    "powi",     "ldexp", "lrint", "lround", "is_fpclass"};

const char *fe_op_name(fe_op op) { return op < FE_OP_COUNT ? op_names[op] : "?"; }

static void print_type(FILE *out, fe_ty ty) {
  switch ((fe_kind)ty.kind) {
  case FE_VOID: fputs("void", out); return;
  case FE_INT: fprintf(out, "i%u", ty.bits); return;
  case FE_PTR: fputs("ptr", out); return;
  case FE_F32: fputs("f32", out); return;
  case FE_F64: fputs("f64", out); return;
  case FE_F80: fputs("f80", out); return;
  }
}

static void print_u128(FILE *out, unsigned __int128 v) {
  char text[48], *s = text + sizeof text - 1;
  *s = 0;
  do *--s = (char)('0' + (int)(v % 10));
  while (v /= 10);
  fputs(s, out);
}

static void print_const(FILE *out, const fe_program *p, const fe_const *c) {
  switch ((fe_const_kind)c->kind) {
  case FE_C_INT: {
    unsigned w = c->ty.bits;
    unsigned __int128 v = c->val.u;
    if (w > 1 && v >> (w - 1) & 1) {
      fputc('-', out);
      v = w == 128 ? -v : ((unsigned __int128)1 << w) - v;
    }
    print_u128(out, v);
    return;
  }
  case FE_C_FLOAT:
    if (c->ty.kind == FE_F32)
      fprintf(out, "%.9g", (double)c->val.f);
    else if (c->ty.kind == FE_F64)
      fprintf(out, "%.17g", c->val.d);
    else
      fprintf(out, "%.21Lg", c->val.ld);
    return;
  case FE_C_NULL: fputs("null", out); return;
  case FE_C_GLOBAL:
    fprintf(out, "@%s", p && c->index < p->nglobals ? p->globals[c->index].name : "?");
    if (c->addend) fprintf(out, "%+" PRId64, c->addend);
    return;
  case FE_C_FUNC: fprintf(out, "@%s", p && c->index < p->nfuncs ? p->funcs[c->index].name : "?"); return;
  case FE_C_BLOCK: fprintf(out, "&b%u", c->index); return;
  case FE_C_UNDEF: fputs("undef", out); return;
  }
}

/* %7, %x.7 for the value of variable x, %&x.7 for its address; a constant as its value. */
static void print_reg(FILE *out, const fe_program *p, const fe_func *f, fe_reg r) {
  if (r == FE_NONE) {
    fputs("none", out);
    return;
  }
  if (r < f->nconsts) {
    print_const(out, p, &f->consts[r]);
    return;
  }
  bool object = false;
  const char *name = fe_reg_name(f, r, &object);
  if (name)
    fprintf(out, "%%%s%s.%u", object ? "&" : "", name, r);
  else
    fprintf(out, "%%%u", r);
}

static void print_edge(FILE *out, const fe_program *p, const fe_func *f, uint32_t e) {
  const fe_edge *edge = &f->edges[e];
  fprintf(out, "b%u", edge->block);
  if (!edge->nmoves) return;
  fputc('(', out);
  for (uint32_t i = 0; i < edge->nmoves; i++) {
    if (i) fputs(", ", out);
    print_reg(out, p, f, f->moves[edge->move0 + i].dst);
    fputs(" = ", out);
    print_reg(out, p, f, f->moves[edge->move0 + i].src);
  }
  fputc(')', out);
}

static void print_call(FILE *out, const fe_program *p, const fe_func *f, const fe_insn *in) {
  const fe_call *c = &f->calls[in->aux];
  if (in->op == FE_ASM) {
    fputs(" \"", out);
    for (const char *s = c->asm_text; *s; s++) fputc(*s == '\n' || *s == '\t' ? ' ' : *s, out);
    fputc('"', out);
  } else if (c->indirect) {
    fputs(" *", out);
    print_reg(out, p, f, c->target);
  } else {
    fprintf(out, " @%s", p && c->func < p->nfuncs ? p->funcs[c->func].name : "?");
  }
  fputc('(', out);
  for (uint32_t i = 0; i < c->nargs; i++) {
    if (i)
      fputs(c->variadic && i == c->nfixed ? ", ... " : ", ", out);
    else if (c->variadic && !c->nfixed)
      fputs("... ", out);
    print_type(out, c->arg_ty[i]);
    fputc(' ', out);
    print_reg(out, p, f, c->args[i]);
    if (c->byval[i]) fprintf(out, " byval(%u)", c->byval[i]);
  }
  fputc(')', out);
  if (c->noreturn) fputs(" noreturn", out);
}

static void print_switch(FILE *out, const fe_program *p, const fe_func *f, const fe_insn *in) {
  const fe_switch *s = &f->switches[in->aux];
  fputc(' ', out);
  print_reg(out, p, f, in->a);
  fputs(" [", out);
  for (uint32_t i = 0; i < s->ncases; i++) {
    if (i) fputs(", ", out);
    if (in->op == FE_SWITCH) {
      print_const(out, p, &(fe_const){.kind = FE_C_INT, .ty = in->ty2, .val = s->values[i]});
      fputs(": ", out);
    }
    print_edge(out, p, f, s->edge0 + i + (in->op == FE_SWITCH));
  }
  fputc(']', out);
  if (in->op == FE_SWITCH) {
    fputs(" else ", out);
    print_edge(out, p, f, s->edge0);
  }
}

static void print_operands(FILE *out, const fe_program *p, const fe_func *f, const fe_insn *in) {
  const fe_reg r[3] = {in->a, in->b, in->c};
  for (int i = 0, n = 0; i < 3; i++) {
    if (r[i] == FE_NONE) continue;
    fputs(n++ ? ", " : " ", out);
    print_reg(out, p, f, r[i]);
  }
}

static bool is_cast(unsigned op) { return op >= FE_TRUNC && op <= FE_BITCAST; }

static void print_rest(FILE *out, const fe_program *p, const fe_func *f, const fe_insn *in) {
  switch ((fe_op)in->op) {
  case FE_CALL:
  case FE_ASM: print_call(out, p, f, in); return;
  case FE_BR:
    fputc(' ', out);
    print_edge(out, p, f, in->aux);
    return;
  case FE_CBR:
    fputc(' ', out);
    print_reg(out, p, f, in->a);
    fputs(" ? ", out);
    print_edge(out, p, f, in->aux);
    fputs(" : ", out);
    print_edge(out, p, f, in->aux + 1);
    return;
  case FE_SWITCH:
  case FE_IBR: print_switch(out, p, f, in); return;
  case FE_RET:
    for (uint32_t i = 0; i < in->b; i++) {
      fputs(i ? ", " : " ", out);
      print_reg(out, p, f, f->lists[in->aux + i]);
    }
    return;
  case FE_ALLOCA:
    fprintf(out, " %" PRId64, in->imm);
    if (in->a != FE_NONE) {
      fputs(" * ", out);
      print_reg(out, p, f, in->a);
    }
    fprintf(out, " align %u", in->aux);
    return;
  case FE_PTRADD:
    fputc(' ', out);
    print_reg(out, p, f, in->a);
    if (in->b != FE_NONE) {
      fputs(" + ", out);
      print_reg(out, p, f, in->b);
      if (in->aux != 1) fprintf(out, " * %u", in->aux);
    }
    if (in->imm || in->b == FE_NONE)
      fprintf(out, " %c %" PRIu64, in->imm < 0 ? '-' : '+',
              in->imm < 0 ? -(uint64_t)in->imm : (uint64_t)in->imm);
    return;
  case FE_STORE:
    fputc(' ', out);
    print_reg(out, p, f, in->b);
    fputs(" to ", out);
    print_reg(out, p, f, in->a);
    return;
  default: print_operands(out, p, f, in); return;
  }
}

void fe_print_insn(FILE *out, const fe_program *p, const fe_func *f, const fe_insn *in) {
  if (in->dst != FE_NONE) {
    print_reg(out, p, f, in->dst);
    uint32_t more = in->op == FE_CALL || in->op == FE_ASM ? f->calls[in->aux].nres - 1
                                                          : in->op >= FE_SADD_OVF && in->op <= FE_UMUL_OVF;
    for (uint32_t i = 1; i <= more; i++) {
      fputs(", ", out);
      print_reg(out, p, f, in->dst + i);
    }
    fputs(" = ", out);
  }
  fputs(fe_op_name((fe_op)in->op), out);
  if (in->op == FE_ICMP || in->op == FE_FCMP) fprintf(out, " %s", pred_names[in->sub]);
  if (in->op == FE_FMATH) fprintf(out, " %s", math_names[in->sub]);
  if (in->flags & FE_F_NSW) fputs(" nsw", out);
  if (in->flags & FE_F_NUW) fputs(" nuw", out);
  if (in->flags & FE_F_EXACT) fputs(" exact", out);
  if (in->flags & FE_F_VOLATILE) fputs(" volatile", out);
  if (in->flags & FE_F_ATOMIC) fputs(" atomic", out);
  if (in->flags & FE_F_POISON) fputs(" poison", out);
  if (in->flags & FE_F_INTERNAL) fputs(" internal", out);
  if (in->ty.kind != FE_VOID && in->op != FE_PTRADD && in->op != FE_ALLOCA) {
    fputc(' ', out);
    print_type(out, in->op == FE_ICMP || in->op == FE_FCMP ? in->ty2 : in->ty);
  }
  print_rest(out, p, f, in);
  if (is_cast(in->op)) {
    fputs(" from ", out);
    print_type(out, in->ty2);
  }
  if (in->op == FE_FMATH && in->sub == FE_M_IS_FPCLASS) fprintf(out, " mask 0x%" PRIx64, (uint64_t)in->imm);
  if (in->loc != FE_NONE) fprintf(out, "  ; %u:%u", f->locs[in->loc].line, f->locs[in->loc].col);
}

void fe_print_func(FILE *out, const fe_program *p, const fe_func *f) {
  for (uint32_t i = 0; i < f->ret_n; i++) {
    if (i) fputs(", ", out);
    print_type(out, f->ret_ty[i]);
  }
  fprintf(out, "%s%s %s(", f->ret_n ? "" : "void", f->is_static ? " static" : "", f->name);
  for (uint32_t i = 0; i < f->nparams; i++) {
    if (i) fputs(", ", out);
    print_type(out, f->param_ty[i]);
    if (f->has_body) {
      fputc(' ', out);
      print_reg(out, p, f, f->nconsts + i);
    }
    if (f->param_byval[i]) fprintf(out, " byval(%u)", f->param_byval[i]);
  }
  fprintf(out, "%s)", f->variadic ? f->nparams ? ", ..." : "..." : "");
  if (!f->has_body) {
    if (f->unsupported) fprintf(out, "  ; not lowered: %s", f->unsupported);
    fputc('\n', out);
    return;
  }
  fputs(" {\n", out);
  for (uint32_t b = 0; b < f->nblocks; b++) {
    fprintf(out, "b%u:\n", b);
    for (uint32_t i = 0; i < f->blocks[b].count; i++) {
      fputs("  ", out);
      fe_print_insn(out, p, f, &f->insns[f->blocks[b].first + i]);
      fputc('\n', out);
    }
  }
  fputs("}\n", out);
}

/* The decoder's working state, shared by machine_decode.c (registers, blocks, edges) and machine_select.c (which decoded
 * instruction stands for which IR instruction). */
#ifndef EXPLORER_MACHINE_DECODE_H
#define EXPLORER_MACHINE_DECODE_H

#include "explorer/machine_impl.h"

#include <stddef.h>

typedef struct fix {
  uint32_t ins;  /* the branch, which targets are relative to */
  int32_t *cell; /* NULL: the branch's own t or f */
  bool is_f, observed;
  uint32_t edge; /* or FE_NONE - 1 - block */
  uint32_t at;
} fix;

typedef struct decoder {
  exm_machine *m;
  exm_code *c;
  const fe_func *f;
  uint32_t cap;
  uint32_t at;      /* IR instruction being decoded */
  uint32_t scratch; /* slot for results nobody reads */
  uint32_t pending; /* steps not yet charged to a branch */
  bool fused;       /* the block's last comparison took its branch along */
  uint8_t *uses;    /* per register: 0, 1, or 2 for more */
  uint8_t *check;   /* per IR instruction: a load that must be initialised */
  uint32_t *start;  /* per block: its first decoded instruction, FE_NONE before */
  fix *fixes;
  uint32_t nfixes, fix_cap;
} decoder;

void *exm_keep(decoder *d, size_t n); /* zeroed, lives as long as the code */
exm_ins *exm_emit(decoder *d, enum exm_opcode op);
uint32_t exm_slot(const decoder *d, fe_reg r);
void exm_emit_cbr(decoder *d, const fe_insn *in, exm_ins *branch);

/* Decodes instruction i of a block whose terminator is last; returns how many IR instructions that took. */
uint32_t exm_emit_insn(decoder *d, uint32_t i, uint32_t last);

#endif

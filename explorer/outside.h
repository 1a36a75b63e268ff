/* How the explorer names what comes from outside of the unit while it runs (atoms of SHAPE_STUB), for those who play it again.
 *
 * What a function without a body returned: piece is the number of the scalar. What it wrote: piece is EX_WRITTEN plus the
 * argument's number times 2^24 plus the offset in the object the argument leads to; objects that no argument leads to
 * directly count from EX_BEHIND on, in the order in which they are found (ex_reach_close).
 *
 * The unnamed arguments a variadic unit is called with are named by their place: symbol EX_UNNAMED, index the number from 1 on
 * among those of its kind, piece 16 * kind + the byte within. */
#ifndef EXPLORER_OUTSIDE_H
#define EXPLORER_OUTSIDE_H

#include "frontend/frontend.h"

enum { EX_WRITTEN = 64, EX_BEHIND = 64, EX_MOST_BEHIND = 190 };

#define EX_UNNAMED "..."
enum { EX_VA_GP_REGS = 6, EX_VA_FP_REGS = 8 };
typedef enum ex_va_kind { EX_VA_INT, EX_VA_DOUBLE, EX_VA_STACK } ex_va_kind;
typedef struct ex_unnamed {
  ex_va_kind kind;
  uint32_t number;
} ex_unnamed;

/* The registers that the parameters take. */
void ex_named_registers(const fe_func *fn, uint32_t *gp, uint32_t *fp);
/* The argument at an offset of the register save area, or on the stack. */
ex_unnamed ex_unnamed_at(const fe_func *fn, bool on_stack, int64_t off);

#endif

/* What changed in behaviour between two summaries of one function.
 *
 * Cases are compared by what they do, not by how they are written down: the witness of a case of one summary is given to the
 * other, where some case must take it; the two must then end alike, return the same and leave the same bytes behind. So
 * renumbered instructions, reordered cases and rewritten conditions are no differences. A case may stand for many paths, so
 * beside its witness the inputs near by are tried in which one number is another one that either summary mentions, or next to
 * it, or a power of two or the like. That finds the edges of conditions. As long as nothing was found all numbers are changed, so
 * that a zero elsewhere hides nothing. It is a search, and no proof that there are no other differences. Atoms and objects are
 * matched by what they are (third parameter, the cell behind it, …), never by name. */
#ifndef SUMMARIES_COMPARE_H
#define SUMMARIES_COMPARE_H

#include "summaries/summary.h"

typedef enum sum_change {
  SUM_APPEARED,    /* no old case takes the witness of this new one */
  SUM_DISAPPEARED, /* no new case takes the witness of this old one */
  SUM_CHANGED      /* another effect for the same input */
} sum_change;

typedef struct sum_difference {
  uint8_t change;      /* sum_change */
  bool witness_is_old; /* whose case's witness shows it … */
  uint32_t atom;       /* … with this atom of that summary being value; 0: as it is */
  uint64_t value;
  uint64_t fill;        /* and all others that can be varied being this, cut to their width; 0: as they are */
  uint32_t witness;     /* the case whose witness it is */
  uint32_t before, now; /* indices of cases; SHAPE_NONE when there is none */
} sum_difference;

/* Is the atom a number that may be changed and leave the input one? Not pointers, sizes, floats. */
bool sum_can_vary(const sum_summary *s, uint32_t atom);
/* value cut to the width of such an atom */
uint64_t sum_cut(const sum_summary *s, uint32_t atom, uint64_t value);

/* The differences, those seen from the new cases first; *n of them, malloc'ed, NULL when there are none. *tried counts the
 * inputs. The spaces of both summaries may gain atoms and objects of the other. */
sum_difference *sum_compare(sum_summary *before, sum_summary *now, uint32_t *n, uint64_t *tried);

#endif

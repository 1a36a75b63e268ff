/* Private to summaries/: what the two halves of the codec share. docs/summary-format.md has the layout in words. */
#ifndef SUMMARIES_CODEC_H
#define SUMMARIES_CODEC_H

#include "summaries/mp.h"
#include "summaries/summary.h"

#define SUM_FORMAT 8 /* version of the encoding; any change of layout or of an enum below needs a new one */

_Static_assert(
    T_OP_COUNT == 50 && SUM_OUTCOME_COUNT == 20 && SUM_B_KIND_COUNT == 13 && SHAPE_HEAP == 4 &&
        SHAPE_VOLATILE == 5,
    "the numbers of these enums are part of the stored format: raise SUM_FORMAT and update the reference");

/* Flags of an atom in the labels. */
enum { CODEC_SIGNED = 1, CODEC_POINTER = 2, CODEC_FLOAT = 4, CODEC_BOOL = 8 };

/* Limits of a decodable summary; the explorer's bounds keep real ones far below. */
enum { CODEC_MAX_OBJS = (1 << 20) - 1, CODEC_MAX_ATOMS = 1 << 20 };

/* Tables with gaps, for the decoder (shape.c): entries 1 … n exist, empty of kind SHAPE_GAP, until restored. */
void shape_reserve(shape_space *s, uint32_t nobjs, uint32_t natoms);
/* false: the id is not reserved, already filled, or an equal entry has another id */
bool shape_obj_restore(shape_space *s, uint32_t id, const shape_obj *o);
bool shape_atom_restore(shape_space *s, uint32_t id, const shape_atom *a);
/* Another site for a local or heap object; after the last one the index is made anew. */
void shape_obj_set_site(shape_space *s, uint32_t id, uint32_t site);
void shape_index_objs(shape_space *s);

#endif

/* Shapes: the objects and input atoms of one unit, shared by all its cases.
 *
 * An object is a piece of memory the unit can name; an atom is a scalar it receives. Both are interned, so the same data
 * has the same id in every case of the unit, whatever path led to it:
 *   - the object an input pointer leads to is named after the pointer's atom (SGEN's invisible variable: 1_L0 is the
 *     object behind L, 2_L0 the one behind 1_L0.left; people see *L and L->left instead, see docs/summary-format.md)
 *   - the atom CELL(object, offset, bytes) is the little-endian value of those bytes of the object at entry.
 * On one path the cells in use never overlap; different cases may cut the same object differently.
 *
 * SGEN's lattice appears like this: a pointer input nobody looked at has no constraint (TOP); `p != 0` in the constraint is
 * NOT-NULL; `p == T_ADDR(object, 0)` is one location; `p == 0` is NULL; an unsatisfiable constraint is BOTTOM. */
#ifndef SUMMARIES_SHAPE_H
#define SUMMARIES_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#define SHAPE_NONE UINT32_MAX
#define SHAPE_GAP 0xFF /* kind of an id that nothing refers to (only in decoded summaries) */

typedef enum shape_obj_kind {
  SHAPE_INPUT,  /* behind the pointer atom `via` at entry; offset 0 is where the pointer points */
  SHAPE_GLOBAL, /* symbol */
  SHAPE_FUNC,   /* symbol: only its address matters */
  SHAPE_LOCAL,  /* a stack object of the unit or of a callee run inside it */
  SHAPE_HEAP    /* allocated on the path: seq-th allocation at site */
} shape_obj_kind;

typedef struct shape_obj {
  uint8_t kind;
  bool is_const; /* read-only memory */
  uint32_t via;  /* INPUT: atom id */
  const char *
      symbol; /* GLOBAL, FUNC: USR; LOCAL: USR of the function that has it; HEAP: of the allocating function */
  uint32_t site, seq; /* LOCAL, HEAP: instruction index in that function, and the how-manieth on a path */
  const char *name;   /* for people: "*root", "*root->left", "counter", "malloc@12" */
  const char *type;   /* C type of the object or of its elements, "" when unknown */
  uint32_t elem;      /* bytes of one element, 0 when unknown */
  uint64_t size;      /* GLOBAL, LOCAL: bytes; others 0 */
} shape_obj;

typedef enum shape_atom_kind {
  SHAPE_PARAM,   /* index = lowered parameter number */
  SHAPE_CELL,    /* obj, offset, bytes */
  SHAPE_SIZE,    /* size in bytes of obj as the caller provides it (only where the code can observe it) */
  SHAPE_STUB,    /* answer number index of a function without a body: symbol, piece; also asm results */
  SHAPE_FAIL,    /* may the index-th allocation fail: non-zero means it returns NULL */
  SHAPE_VOLATILE /* what the index-th volatile read of obj gave, if it was of these bytes: obj, offset, width */
} shape_atom_kind;

typedef struct shape_atom {
  uint8_t kind;
  bool is_signed, is_pointer, is_float, is_bool;
  uint8_t width;      /* bits */
  uint32_t obj;       /* CELL, SIZE, VOLATILE */
  int64_t offset;     /* CELL, VOLATILE */
  uint32_t index;     /* PARAM, STUB, FAIL, VOLATILE */
  uint32_t piece;     /* STUB: which scalar of the result, or what it wrote (explorer/outside.h) */
  const char *symbol; /* STUB: function name */
  const char *name;   /* for people: "n", "root->left->key", "a[2]", "getchar#1" */
  const char *type;   /* C type name, "" when unknown */
} shape_atom;

static inline bool shape_atom_in_object(const shape_atom *a) {
  return a->kind == SHAPE_CELL || a->kind == SHAPE_SIZE || a->kind == SHAPE_VOLATILE;
}

/* Growing tables with interning. Strings are copied in. */
typedef struct shape_space shape_space;
shape_space *shape_space_new(void);
void shape_space_free(shape_space *s);
/* Returns the id of the equal existing entry (name, type and display fields do not count) or adds it. Ids start at 1 so that
 * address 0 stays NULL. */
uint32_t shape_obj_intern(shape_space *s, const shape_obj *o);
uint32_t shape_atom_intern(shape_space *s, const shape_atom *a);
const shape_obj *shape_obj_get(const shape_space *s, uint32_t id); /* valid until the next intern */
const shape_atom *shape_atom_get(const shape_space *s, uint32_t id);
uint32_t shape_obj_count(const shape_space *s); /* ids 1 … count */
uint32_t shape_atom_count(const shape_space *s);

#endif

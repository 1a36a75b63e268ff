/* Private to frontend/: the source's view of one translation unit. iface.c reads it from libclang, iface_record.c
 * turns it into bytes and back (the cache keeps it beside the bitcode), iface_attach.c gives it to the linked program. */
#ifndef FRONTEND_IFACE_H
#define FRONTEND_IFACE_H

#include "frontend/module.h"
#include "frontend/project.h"

/* A C type as this unit sees it. Indices (to, field types) are into fe_record.types. */
typedef struct fe_rtype {
  fe_ctype t;
  const char *tag; /* STRUCT, UNION, ENUM: canonical spelling, the same for every typedef of it; else "" */
} fe_rtype;

typedef struct fe_rparam {
  const char *name;
  uint32_t type;
  uint64_t bound;
  bool nonnull;
} fe_rparam;

typedef struct fe_rfunc {
  const char *linkage; /* name in the bitcode */
  bool is_definition, prototyped;
  uint32_t begin_line, begin_col, end_line, end_col;
  fe_rparam result;
  uint32_t nparams;
  fe_rparam *params;
} fe_rfunc;

typedef struct fe_rglobal {
  const char
      *linkage; /* "f.x" for each static variable x inside f; the compiler numbers the second and further */
  bool is_definition;
  uint32_t type;
} fe_rglobal;

typedef struct fe_record {
  uint32_t ntypes, nfuncs, nglobals;
  fe_rtype *types;
  fe_rfunc *funcs;
  fe_rglobal *globals;
  fe_arena *arena; /* owns everything above */
} fe_record;

/* Parses the unit with libclang and returns its record as bytes (malloc'ed); NULL when libclang cannot read it. */
uint8_t *fe_iface_read(const fe_unit *u, const fe_strv *flags, size_t *len);

/* A growing byte buffer, and the encoding both directions share: numbers as LEB128, strings with their length. */
typedef struct fe_buf {
  uint8_t *p;
  size_t n, cap;
} fe_buf;
void fe_buf_bytes(fe_buf *b, const void *data, size_t n);
void fe_buf_num(fe_buf *b, uint64_t v);
void fe_buf_str(fe_buf *b, const char *s);

void fe_record_write(fe_buf *b, const fe_record *r);
/* false when the bytes are no record (a damaged cache); r is then empty. */
bool fe_record_parse(fe_record *r, const uint8_t *data, size_t len);
void fe_record_free(fe_record *r);

/* Gives p its types, its functions their interfaces and its globals their types. records[k] belongs to
 * translation unit k of p (an empty one where there is none). */
void fe_iface_attach(fe_program *p, const fe_record *records, uint32_t n);

/* How the parameters and the result travel: fills abi and pieces of f->iface from f's lowered signature. false when the
 * two do not fit together; f->iface is then unusable. */
bool fe_iface_map_abi(const fe_program *p, fe_func *f, fe_arena *a);

#endif

/* Back from the x86-64 System V calling convention to the source's parameters. Clang has already decided: a lowered
 * parameter is a byval copy, or the scalars of the source value in order. So nothing is classified here; the scalars are
 * dealt out again, one eightbyte of a struct at a time. What must be known is which eightbytes hold data at all (pure
 * padding is not passed) and whether an eightbyte of floats is a pair, which clang passes as a two-element vector and the
 * lowering as two scalars. */
#include "frontend/iface.h"

#include <string.h>

/* Which of the first 16 bytes hold data, and where 4-byte floats start. */
typedef struct cover {
  bool data[16], f32[16];
} cover;

static void mark(const fe_program *p, uint32_t type, uint64_t offset, cover *c);

static void mark_bytes(uint64_t from, uint64_t n, cover *c) {
  for (uint64_t i = from; i < from + n && i < 16; i++) c->data[i] = true;
}

static void mark_field(const fe_program *p, const fe_field *f, uint64_t offset, cover *c) {
  if (!f->bit_width) {
    mark(p, f->type, offset + f->bit_offset / 8, c);
  } else if (*f->name) { /* an unnamed bit-field is padding */
    uint64_t first = f->bit_offset / 8, last = (f->bit_offset + f->bit_width - 1) / 8;
    mark_bytes(offset + first, last - first + 1, c);
  }
}

static void mark(const fe_program *p, uint32_t type, uint64_t offset, cover *c) {
  if (offset >= 16) return;
  const fe_ctype *t = &p->types[type];
  switch (t->kind) {
  case FE_T_STRUCT:
  case FE_T_UNION:
    for (uint32_t i = 0; i < t->nfields; i++) mark_field(p, &t->fields[i], offset, c);
    break;
  case FE_T_ARRAY: {
    uint64_t stride = p->types[t->to].size;
    for (uint64_t i = 0; i < t->count && stride && offset + i * stride < 16; i++)
      mark(p, t->to, offset + i * stride, c);
    break;
  }
  default:
    mark_bytes(offset, t->size, c);
    if (t->kind == FE_T_FLOAT && t->size == 4) c->f32[offset] = true;
    if (t->kind ==
        FE_T_OTHER) /* complex float, vectors of floats: an f32 here means there is another beside it */
      for (uint64_t i = offset; i < offset + t->size && i < 16; i += 4) c->f32[i] = true;
  }
}

/* The scalars still to be dealt out. */
typedef struct deck {
  const fe_ty *ty;
  uint32_t n, next;
} deck;

static bool deal(deck *d, fe_param *out, uint32_t offset) {
  if (d->next >= d->n) return false;
  out->pieces[out->npieces++] = (fe_piece){.index = d->next++, .offset = offset};
  return true;
}

/* Bytes from the start of this scalar to the next one beside it. */
static uint32_t stride(fe_ty ty) {
  uint32_t size = fe_ty_size(ty), s = 1;
  while (s < size) s *= 2;
  return s;
}

static bool deal_record(const fe_program *p, deck *d, fe_param *out) {
  cover c = {0};
  mark(p, out->ctype, 0, &c);
  out->abi = FE_ABI_COERCED;
  for (uint32_t e = 0; e < 16; e += 8) {
    bool any = false;
    for (uint32_t i = e; i < e + 8; i++) any |= c.data[i];
    if (!any) continue;
    if (d->next >= d->n) return false;
    fe_ty ty = d->ty[d->next];
    deal(d, out, e);
    if (ty.kind == FE_F32 && c.f32[e + 4] && !deal(d, out, e + 4)) return false;
    if (fe_ty_size(ty) > 8) break; /* x87 or a 128-bit integer: both eightbytes at once */
  }
  if (!out->npieces) out->abi = FE_ABI_IGNORED;
  return true;
}

/* Complex numbers, vectors, integers of odd widths: as many scalars as fill the size. */
static bool deal_other(const fe_ctype *t, deck *d, fe_param *out) {
  out->abi = FE_ABI_COERCED;
  for (uint64_t at = 0; at < t->size;) {
    if (d->next >= d->n || out->npieces == 16) return false;
    uint32_t step = stride(d->ty[d->next]);
    deal(d, out, (uint32_t)at);
    at += step;
  }
  if (out->npieces == 1) out->abi = FE_ABI_DIRECT;
  return true;
}

static bool deal_value(const fe_program *p, deck *d, fe_param *out) {
  const fe_ctype *t = &p->types[out->ctype];
  switch (t->kind) {
  case FE_T_STRUCT:
  case FE_T_UNION: return deal_record(p, d, out);
  case FE_T_OTHER: return deal_other(t, d, out);
  case FE_T_VOID: out->abi = FE_ABI_IGNORED; return true;
  default:
    out->abi = FE_ABI_DIRECT;
    if (d->next < d->n && t->size == 16 && d->ty[d->next].kind == FE_INT && d->ty[d->next].bits == 64) {
      out->abi = FE_ABI_COERCED; /* __int128 in two registers */
      return deal(d, out, 0) && deal(d, out, 8);
    }
    return deal(d, out, 0);
  }
}

static bool is_aggregate(const fe_ctype *t) {
  return t->kind == FE_T_STRUCT || t->kind == FE_T_UNION || t->kind == FE_T_OTHER || t->size == 16;
}

bool fe_iface_map_abi(const fe_program *p, fe_func *f, fe_arena *a) {
  fe_iface *in = f->iface;
  fe_piece room[16];
  deck params = {f->param_ty, f->nparams, 0}, results = {f->ret_ty, f->ret_n, 0};
  fe_param *r = &in->result;
  r->pieces = room;
  r->npieces = 0;
  bool ok = true;
  cover c = {0};
  const fe_ctype *rt = &p->types[r->ctype];
  if (is_aggregate(rt)) mark(p, r->ctype, 0, &c);
  if (!f->ret_n && is_aggregate(rt) && (rt->size > 16 || memchr(c.data, 1, sizeof c.data))) {
    r->abi = FE_ABI_SRET;
    ok = deal(&params, r, 0);
  } else {
    ok = deal_value(p, &results, r) && results.next == f->ret_n;
  }
  r->pieces = r->npieces ? memcpy(fe_alloc(a, r->npieces * sizeof *room), room, r->npieces * sizeof *room)
                         : NULL;
  for (uint32_t i = 0; ok && i < in->nparams; i++) {
    fe_param *q = &in->params[i];
    q->pieces = room;
    q->npieces = 0;
    if (params.next < f->nparams && f->param_byval[params.next] && is_aggregate(&p->types[q->ctype])) {
      q->abi = FE_ABI_BYVAL;
      ok = deal(&params, q, 0);
    } else {
      ok = deal_value(p, &params, q);
    }
    q->pieces = q->npieces ? memcpy(fe_alloc(a, q->npieces * sizeof *room), room, q->npieces * sizeof *room)
                           : NULL;
  }
  return ok && params.next == f->nparams;
}

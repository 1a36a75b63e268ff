/* Facts as hashes with subjects that are the same in every run. Types go by name: their indices change with any edit, and two
 * files may have different types of one name, so the fact about a name covers all of them. A type without a name is written
 * out where it is used. */
#include "explorer/facts_impl.h"

#include <llvm-c/blake3.h>
#include <stdlib.h>
#include <string.h>

typedef llvm_blake3_hasher hasher;

static void put(hasher *h, uint64_t v) { llvm_blake3_hasher_update(h, &v, sizeof v); }

static void put_text(hasher *h, const char *s) {
  size_t n = s ? strlen(s) : 0;
  put(h, n); /* the length keeps neighbours apart */
  if (n) llvm_blake3_hasher_update(h, s, n);
}

/* ---- the subjects ---- */

static int by_name(const void *a, const void *b) {
  return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

static const named *find(const named *list, uint32_t n, const char *name) {
  named key = {name, 0};
  return n ? bsearch(&key, list, n, sizeof *list, by_name) : NULL;
}

static const char *symbol(const char *usr, const char *name) { return usr ? usr : name ? name : ""; }

/* The frontend spells what has no name as "{...}". */
static bool is_nameless(const fe_ctype *t) { return !t->name || !*t->name || strstr(t->name, "{...}"); }

/* What the name says in full: "int", or a pointer to what stands before the star. */
static bool is_self_evident(const fe_ctype *t) {
  static const char *const words[] = {"void", "_Bool", "bool",   "char",     "short",  "int",
                                      "long", "float", "double", "unsigned", "signed", "const"};
  if (t->kind == FE_T_PTR) return t->name[strlen(t->name) - 1] == '*';
  if (t->kind != FE_T_VOID && t->kind != FE_T_BOOL && t->kind != FE_T_INT && t->kind != FE_T_FLOAT)
    return false;
  for (const char *at = t->name; *at;) {
    size_t n = strcspn(at, " "), i = 0;
    while (i < sizeof words / sizeof *words && (strlen(words[i]) != n || memcmp(words[i], at, n))) i++;
    if (i == sizeof words / sizeof *words) return false;
    at += n + (at[n] == ' ');
  }
  return true;
}

ex_facts *ex_facts_new(const fe_program *p) {
  ex_facts *f = ex_xrealloc(NULL, sizeof *f);
  *f = (ex_facts){.p = p};
  ex_facts_compute(f);
  f->funcs = ex_xrealloc(NULL, (p->nfuncs + 1) * sizeof *f->funcs);
  f->globals = ex_xrealloc(NULL, (p->nglobals + 1) * sizeof *f->globals);
  f->names = ex_xrealloc(NULL, (p->nfuncs + 1) * sizeof *f->names);
  f->types = ex_xrealloc(NULL, (p->ntypes + 1) * sizeof *f->types);
  for (uint32_t i = 0; i < p->nfuncs; i++) {
    f->funcs[i] = (named){symbol(p->funcs[i].usr, p->funcs[i].name), i};
    f->names[i] = (named){symbol(p->funcs[i].name, ""), i};
  }
  for (uint32_t i = 0; i < p->nglobals; i++)
    f->globals[i] = (named){symbol(p->globals[i].usr, p->globals[i].name), i};
  for (uint32_t i = 0; i < p->ntypes; i++)
    if (!is_nameless(&p->types[i]) && !is_self_evident(&p->types[i]))
      f->types[f->ntypes++] = (named){p->types[i].name, i};
  qsort(f->funcs, p->nfuncs, sizeof *f->funcs, by_name);
  qsort(f->names, p->nfuncs, sizeof *f->names, by_name);
  qsort(f->globals, p->nglobals, sizeof *f->globals, by_name);
  qsort(f->types, f->ntypes, sizeof *f->types, by_name);
  return f;
}

void ex_facts_free(ex_facts *f) {
  if (!f) return;
  free(f->constant), free(f->impure), free(f->compares), free(f->addresses);
  free(f->funcs), free(f->names), free(f->globals), free(f->types);
  free(f);
}

const char *ex_fact_subject(const ex_facts *f, ex_fact kind, uint32_t index) {
  if (kind == EX_FACT_TYPE) {
    const fe_ctype *t = &f->p->types[index];
    return is_nameless(t) || is_self_evident(t) ? NULL : t->name;
  }
  if (kind == EX_FACT_GLOBAL || kind == EX_FACT_IMAGE) {
    const fe_global *g = &f->p->globals[index];
    return g->is_literal && g->is_const ? NULL : symbol(g->usr, g->name); /* a literal's USR says all */
  }
  return symbol(f->p->funcs[index].usr, f->p->funcs[index].name);
}

uint32_t ex_func_by_usr(const ex_facts *f, const char *usr) {
  const named *n = find(f->funcs, f->p->nfuncs, usr);
  return n ? n->index : FE_NONE;
}

uint32_t ex_global_by_usr(const ex_facts *f, const char *usr) {
  const named *n = find(f->globals, f->p->nglobals, usr);
  return n ? n->index : FE_NONE;
}

uint32_t ex_stub_by_name(const ex_facts *f, const char *name) {
  const named *n = find(f->names, f->p->nfuncs, name);
  while (n && n > f->names && !strcmp(n[-1].name, name)) n--;
  for (; n && n < f->names + f->p->nfuncs && !strcmp(n->name, name); n++)
    if (!f->p->funcs[n->index].has_body) return n->index;
  return FE_NONE;
}

/* ---- types ---- */

static void put_layout(hasher *h, const fe_program *p, const fe_ctype *t, int depth);

/* A type as part of another one: what the reader of the other sees of it without looking into it. */
static void put_type(hasher *h, const fe_program *p, uint32_t type, int depth) {
  if (type == FE_NONE) {
    put(h, 0);
    return;
  }
  const fe_ctype *t = &p->types[type];
  put_text(h, t->name);
  put(h, t->kind);
  put(h, t->size);
  put(h, t->count);
  put(h, t->is_const);
  if (is_nameless(t) && depth < 32) put_layout(h, p, t, depth + 1);
}

static void put_layout(hasher *h, const fe_program *p, const fe_ctype *t, int depth) {
  put(h, (uint64_t)t->kind | (uint64_t)t->is_signed << 8 | (uint64_t)t->is_const << 9);
  put(h, t->size);
  put(h, t->align);
  put(h, t->count);
  bool refers = t->kind == FE_T_PTR || t->kind == FE_T_ARRAY || t->kind == FE_T_FUNC || t->kind == FE_T_ENUM;
  put_type(h, p, refers ? t->to : FE_NONE, depth);
  put(h, t->nfields);
  for (uint32_t i = 0; i < t->nfields; i++) {
    put_text(h, t->fields[i].name);
    put(h, t->fields[i].bit_offset);
    put(h, t->fields[i].bit_width);
    put_type(h, p, t->fields[i].type, depth);
  }
  put(h, t->nenumerators); /* for people: a value is shown by its name */
  for (uint32_t i = 0; i < t->nenumerators; i++) {
    put_text(h, t->enumerators[i].name);
    put(h, (uint64_t)t->enumerators[i].value);
  }
}

static int by_digest(const void *a, const void *b) { return memcmp(a, b, 32); }

/* All types of the name: their layouts as a set. */
static bool hash_types(const ex_facts *f, hasher *h, const char *name) {
  const named *any = find(f->types, f->ntypes, name);
  if (!any) return false;
  const named *first = any, *last = any;
  while (first > f->types && !strcmp(first[-1].name, name)) first--;
  while (last + 1 < f->types + f->ntypes && !strcmp(last[1].name, name)) last++;
  size_t n = (size_t)(last - first) + 1;
  uint8_t(*digests)[32] = ex_xrealloc(NULL, n * sizeof *digests);
  for (size_t i = 0; i < n; i++) {
    hasher one;
    llvm_blake3_hasher_init(&one);
    put_layout(&one, f->p, &f->p->types[first[i].index], 0);
    llvm_blake3_hasher_finalize(&one, digests[i], 32);
  }
  qsort(digests, n, 32, by_digest);
  for (size_t i = 0; i < n; i++)
    if (!i || memcmp(digests[i], digests[i - 1], 32)) llvm_blake3_hasher_update(h, digests[i], 32);
  free(digests);
  return true;
}

/* ---- functions and globals ---- */

static void put_param(hasher *h, const fe_program *p, const fe_param *pa) {
  put_text(h, pa->name);
  put_type(h, p, pa->ctype, 0);
  put(h, pa->bound);
  put(h, (uint64_t)pa->abi << 1 | pa->nonnull);
  put(h, pa->npieces);
  for (uint32_t i = 0; i < pa->npieces; i++)
    put(h, (uint64_t)pa->pieces[i].index << 32 | pa->pieces[i].offset);
}

static void put_interface(hasher *h, const fe_program *p, const fe_func *f) {
  put(h, f->iface != NULL);
  if (!f->iface) return;
  put(h, f->iface->nparams);
  for (uint32_t i = 0; i < f->iface->nparams; i++) put_param(h, p, &f->iface->params[i]);
  put_param(h, p, &f->iface->result);
}

static void put_image(hasher *h, const fe_program *p, const fe_global *g) {
  put(h, (uint64_t)g->has_init << 1 | (g->init != NULL));
  if (g->init) llvm_blake3_hasher_update(h, g->init, g->size);
  put(h, g->nrelocs);
  for (uint32_t i = 0; i < g->nrelocs; i++) {
    const fe_reloc *r = &g->relocs[i];
    put(h, r->offset);
    put(h, (uint64_t)r->addend);
    put(h, r->is_func);
    put_text(h, r->is_func ? symbol(p->funcs[r->index].usr, p->funcs[r->index].name)
                           : symbol(p->globals[r->index].usr, p->globals[r->index].name));
  }
}

static void put_signature(hasher *h, const fe_func *f) {
  bool unnamed = false;
  for (uint32_t k = 0; f->variadic && k < f->ninsns; k++) unnamed |= f->insns[k].op == FE_VASTART;
  bool sret = f->iface && f->iface->result.abi == FE_ABI_SRET && f->iface->result.npieces;
  put(h, (uint64_t)f->variadic << 1 | unnamed);
  put(h, sret ? 1 + (uint64_t)f->iface->result.pieces[0].index : 0);
  put(h, f->nparams);
  for (uint32_t i = 0; i < f->nparams; i++)
    put(h, (uint64_t)f->param_byval[i] << 16 | (uint64_t)f->param_ty[i].kind << 8 | f->param_ty[i].bits);
  put(h, f->ret_n);
  for (uint32_t i = 0; i < f->ret_n; i++) put(h, (uint64_t)f->ret_ty[i].kind << 8 | f->ret_ty[i].bits);
}

static void put_function_fact(const ex_facts *f, slice_program *slices, hasher *h, ex_fact kind,
                              uint32_t func) {
  const fe_func *fn = &f->p->funcs[func];
  uint8_t slice[32];
  switch (kind) {
  case EX_FACT_DECLARATION:
    put(h, (uint64_t)fn->has_body << 3 | (uint64_t)(fn->unsupported != NULL) << 2 |
               (uint64_t)fn->noreturn << 1 | fn->variadic);
    put_interface(h, f->p, fn);
    break;
  case EX_FACT_SLICE:
    slice_fingerprint(slices, func, slice);
    llvm_blake3_hasher_update(h, slice, sizeof slice);
    break;
  case EX_FACT_PURE: put(h, ex_is_pure(f, func)); break;
  case EX_FACT_COMPARES: put(h, ex_compares_pointers(f, func)); break;
  case EX_FACT_SIGNATURE: put_signature(h, fn); break;
  case EX_FACT_ADDRESSES: put(h, ex_sees_addresses(f, func)); break;
  case EX_FACT_PRECONDITION: {
    uint32_t pre = ex_precondition(f->p, func);
    put(h, pre != FE_NONE);
    if (pre != FE_NONE) llvm_blake3_hasher_update(h, f->p->funcs[pre].fingerprint, 32);
    break;
  }
  default: put_interface(h, f->p, fn); break;
  }
}

bool ex_fact_hash(const ex_facts *f, slice_program *slices, ex_fact kind, const char *subject,
                  uint8_t out[32]) {
  hasher h;
  llvm_blake3_hasher_init(&h);
  put(&h, kind);
  bool found;
  if (kind == EX_FACT_TYPE) {
    found = hash_types(f, &h, subject);
  } else if (kind == EX_FACT_GLOBAL || kind == EX_FACT_IMAGE) {
    const named *g = find(f->globals, f->p->nglobals, subject);
    found = g != NULL;
    if (found && kind == EX_FACT_IMAGE) put_image(&h, f->p, &f->p->globals[g->index]);
    if (found && kind == EX_FACT_GLOBAL) {
      const fe_global *global = &f->p->globals[g->index];
      put(&h,
          (uint64_t)global->has_init << 2 | (uint64_t)global->is_const << 1 | ex_is_constant(f, g->index));
      put(&h, global->size);
      put_type(&h, f->p, global->ctype, 0);
    }
  } else {
    const named *fn = find(f->funcs, f->p->nfuncs, subject);
    found = fn != NULL;
    if (found) put_function_fact(f, slices, &h, kind, fn->index);
  }
  if (found) llvm_blake3_hasher_finalize(&h, out, 32);
  return found;
}

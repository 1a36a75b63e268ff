/* The slice for people, one row per source line, with the columns of CAUT's Table 3. Registers appear under the names of the
 * variables they hold, memory as *p when it is reached through a named pointer, else by the object's name. */
#include "slicer/impl.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NAMES = 4 }; /* names listed in one field; more are shown as a count */

/* A comma-separated list without duplicates. */
typedef struct names {
  char **v;
  uint32_t n, cap;
} names;

static void add_name(names *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void add_name(names *l, const char *fmt, ...) {
  char buf[160];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(buf, sizeof buf, fmt, ap);
  va_end(ap);
  for (uint32_t i = 0; i < l->n; i++)
    if (strcmp(l->v[i], buf) == 0) return;
  SLICE_ROOM(l->v, l->n, l->cap);
  l->v[l->n] = slice_alloc(strlen(buf) + 1, 1);
  strcpy(l->v[l->n++], buf);
}

static char *join_names(names *l) {
  size_t len = 16;
  for (uint32_t i = 0; i < l->n; i++) len += strlen(l->v[i]) + 2;
  char *s = slice_alloc(len, 1);
  for (uint32_t i = 0; i < l->n; i++) {
    if (i == MAX_NAMES && l->n > MAX_NAMES + 1) {
      sprintf(s + strlen(s), ",+%u", l->n - i);
      break;
    }
    if (i) strcat(s, ",");
    strcat(s, l->v[i]);
  }
  for (uint32_t i = 0; i < l->n; i++) free(l->v[i]);
  free(l->v);
  return s;
}

typedef struct line {
  uint32_t file, line, col, insn;
  names ref, def, psa, active;
  slice_set affected; /* sites */
} line;

typedef struct table {
  const slice_program *sp;
  uint32_t func;
  const fe_func *f;
  slice_classes k;
  slice_places places;
  uint32_t *def;       /* [reg]: instruction, FE_NONE for merged ones */
  uint32_t *row_of;    /* [insn] */
  uint32_t *site_line; /* [site] */
  uint32_t nsites, nlines, caplines;
  line *lines;
} table;

/* ---- names ---- */

static const char *reg_name(const table *t, fe_reg r, bool *object) {
  *object = false;
  return r == FE_NONE || r < t->f->nconsts ? NULL : fe_reg_name(t->f, r, object);
}

static void object_name(const slice_program *sp, uint32_t obj, int64_t off, char *buf, size_t cap) {
  const pt_obj *o = &sp->g->objs[obj];
  const char *base = "outside";
  char tmp[96];
  bool is_object;
  switch ((pt_kind)o->kind) {
  case PT_GLOBAL: base = sp->p->globals[o->a].name; break;
  case PT_ALLOCA:
    base = fe_reg_name(&sp->p->funcs[o->a], sp->p->funcs[o->a].insns[o->b].dst, &is_object);
    base = base ? base : "local";
    break;
  case PT_HEAP: {
    const fe_func *f = &sp->p->funcs[o->a];
    uint32_t loc = f->insns[o->b].loc;
    snprintf(tmp, sizeof tmp, "heap:%s:%u", f->name, loc < f->nlocs ? f->locs[loc].line : 0);
    base = tmp;
    break;
  }
  case PT_SYM:
    snprintf(tmp, sizeof tmp, "(%s)", sp->p->types[o->a].name);
    base = tmp;
    break;
  case PT_BYVAL: base = "argument copy"; break;
  case PT_ERRNO: base = "errno"; break;
  case PT_IO: base = "libc state"; break;
  case PT_TABLE: base = "constant"; break;
  case PT_FUNC: base = sp->p->funcs[o->a].name; break;
  default: break;
  }
  if (off)
    snprintf(buf, cap, "%s+%lld", base, (long long)off);
  else
    snprintf(buf, cap, "%s", base);
}

/* "*p" for memory through a register that is, or steps from, a named pointer; else the objects it may be. */
static void memory_names(const table *t, fe_reg a, uint32_t cset, names *out) {
  fe_reg r = a;
  bool object;
  for (int depth = 0; depth < 16 && r != FE_NONE && r >= t->f->nconsts; depth++) {
    const char *n = reg_name(t, r, &object);
    if (n) {
      add_name(out, object ? "%s" : "*%s", n);
      return;
    }
    if (t->def[r] == FE_NONE ||
        (t->f->insns[t->def[r]].op != FE_PTRADD && t->f->insns[t->def[r]].op != FE_MOV))
      break;
    r = t->f->insns[t->def[r]].a;
  }
  char buf[120];
  for (slice_iter it = {0}; slice_set_next(&t->sp->csets.sets[cset], &it);) {
    const slice_cell *c = &t->sp->cells[it.x];
    object_name(t->sp, c->obj, c->off, buf, sizeof buf);
    add_name(out, "%s", buf);
  }
}

static void alias_names(const table *t, fe_reg a, names *out) {
  bool object;
  const char *n = reg_name(t, a, &object);
  fe_reg r = a;
  while (!n && r >= t->f->nconsts && t->def[r] != FE_NONE && t->f->insns[t->def[r]].op == FE_PTRADD) {
    r = t->f->insns[t->def[r]].a;
    n = reg_name(t, r, &object);
  }
  const fe_insn *from = !n && r >= t->f->nconsts && t->def[r] != FE_NONE ? &t->f->insns[t->def[r]] : NULL;
  if (from && from->op == FE_LOAD) { /* a pointer that is kept in a variable in memory */
    n = reg_name(t, from->a, &object);
    if (n && !object) n = NULL;
    object = false;
  }
  if (!n || object) return;
  names to = {0};
  char buf[120];
  for (slice_iter it = {0}; slice_set_next(&t->sp->ptsets.sets[slice_ptset(t->sp, t->func, r)], &it);) {
    const pt_loc *l = &t->sp->g->locs[it.x];
    object_name(t->sp, l->obj, l->off, buf, sizeof buf);
    add_name(&to, "%s", buf);
  }
  char *list = join_names(&to);
  add_name(out, "*%s={%s}", n, list);
  free(list);
}

/* ---- rows ---- */

static void add_reg(const table *t, fe_reg r, names *out) {
  bool object;
  const char *n = reg_name(t, r, &object);
  if (n && !object) add_name(out, "%s", n);
}

/* Operand registers of an instruction. */
static uint32_t operands(const fe_func *f, const fe_insn *in, fe_reg *out, uint32_t cap) {
  uint32_t n = 0;
  if (in->op == FE_CALL || in->op == FE_ASM) {
    const fe_call *c = &f->calls[in->aux];
    for (uint32_t i = 0; i < c->nargs && n < cap; i++) out[n++] = c->args[i];
    if (c->indirect && n < cap) out[n++] = c->target;
  } else if (in->op == FE_RET) {
    for (uint32_t i = 0; i < in->b && n < cap; i++) out[n++] = f->lists[in->aux + i];
  } else if (in->op != FE_BR && in->op != FE_UNREACHABLE && in->op != FE_TRAP) {
    fe_reg r[] = {in->a, in->b, in->c};
    bool one = in->op == FE_CBR || in->op == FE_SWITCH || in->op == FE_IBR;
    for (int i = 0; i < (one ? 1 : 3) && n < cap; i++)
      if (r[i] != FE_NONE && r[i] < f->nregs) out[n++] = r[i];
  }
  return n;
}

static void fill_row(table *t, uint32_t i) {
  const slice_program *sp = t->sp;
  const fe_insn *in = &t->f->insns[i];
  line *l = &t->lines[t->row_of[i]];
  uint32_t at = sp->insn0[t->func] + i;
  fe_reg regs[64];
  uint32_t n = operands(t->f, in, regs, 64);
  for (uint32_t k = 0; k < n; k++) add_reg(t, regs[k], &l->ref);
  if (in->dst != FE_NONE) add_reg(t, in->dst, &l->def);
  switch ((fe_op)in->op) {
  case FE_LOAD:
    memory_names(t, in->a, sp->mem_set[at], &l->ref);
    alias_names(t, in->a, &l->psa);
    break;
  case FE_STORE:
  case FE_MEMSET:
    memory_names(t, in->a, sp->mem_set[at], &l->def);
    alias_names(t, in->a, &l->psa);
    break;
  case FE_MEMCPY:
  case FE_MEMMOVE:
    memory_names(t, in->a, sp->mem_set[at], &l->def);
    memory_names(t, in->b, sp->mem_set2[at], &l->ref);
    break;
  case FE_CALL: {
    const slice_effect *e = &sp->effects[sp->g->site_of[t->func] + in->aux];
    char buf[120];
    for (uint32_t k = 0; k < e->nmod + e->nref; k++)
      for (slice_iter it = {0}; slice_set_next(&sp->csets.sets[sp->touches[e->first + k].cells], &it);) {
        object_name(sp, sp->cells[it.x].obj, sp->cells[it.x].off, buf, sizeof buf);
        add_name(k < e->nmod ? &l->def : &l->ref, "%s", buf);
      }
    for (uint32_t k = 0; k < n; k++)
      if (t->f->reg_ty[regs[k]].kind == FE_PTR) alias_names(t, regs[k], &l->psa);
    break;
  }
  default: break;
  }
}

static void note_active(table *t, line *l, const char *what, uint64_t mask, uint32_t first) {
  for (; mask; mask &= mask - 1) {
    uint32_t site = first + (uint32_t)__builtin_ctzll(mask);
    if (site < t->nsites) add_name(&l->active, "%s@%u", what, t->site_line[site]);
  }
}

static uint64_t span_mask(const table *t, slice_span s, const uint64_t *classes) {
  uint64_t m = 0;
  for (uint32_t i = 0; i < s.n; i++) m |= classes[t->k.list[s.first + i]];
  return m;
}

static void watch(void *self, uint32_t first, uint32_t insn, const uint64_t *regs, const uint64_t *classes) {
  table *t = self;
  const fe_insn *in = &t->f->insns[insn];
  if (t->row_of[insn] == FE_NONE) return;
  line *l = &t->lines[t->row_of[insn]];
  fe_reg ops[64];
  uint32_t n = operands(t->f, in, ops, 64);
  uint64_t hit = 0;
  bool object;
  for (uint32_t k = 0; k < n; k++) hit |= ops[k] < t->f->nconsts ? 0 : regs[ops[k]];
  if (in->op == FE_LOAD)
    hit |= t->places.of_load[insn] == FE_NONE ? span_mask(t, t->k.mem[insn], classes)
                                              : classes[t->k.n + t->places.of_load[insn]];
  if (in->op == FE_MEMCPY || in->op == FE_MEMMOVE) hit |= span_mask(t, t->k.mem2[insn], classes);
  if (in->op == FE_CALL || in->op == FE_ASM) {
    hit |= span_mask(t, t->k.ref[in->aux], classes);
    slice_span seen = t->places.read[insn];
    for (uint32_t k = 0; k < seen.n; k++) hit |= classes[t->k.n + t->places.reads[seen.first + k]];
  }
  for (uint64_t m = hit; m; m &= m - 1) slice_set_add(&l->affected, first + (uint32_t)__builtin_ctzll(m));
  for (uint32_t k = 0; k <= n; k++) {
    fe_reg r = k < n ? ops[k] : in->dst;
    const char *name = reg_name(t, r, &object);
    if (name && !object) note_active(t, l, name, regs[r], first);
  }
  char buf[120];
  for (uint32_t c = 0; c + 1 < t->k.n; c++) {
    if (!classes[c] || t->k.member[c] == FE_NONE) continue;
    const slice_cell *cell = &t->sp->cells[t->k.member[c]];
    object_name(t->sp, cell->obj, cell->off, buf, sizeof buf);
    note_active(t, l, buf, classes[c], first);
  }
}

static uint32_t line_of(const fe_func *f, uint32_t insn, uint32_t *file) {
  uint32_t loc = f->insns[insn].loc;
  *file = loc < f->nlocs ? f->locs[loc].file : FE_NONE;
  return loc < f->nlocs ? f->locs[loc].line : 0;
}

static int by_line(const void *a, const void *b) {
  const line *x = a, *y = b;
  if (x->file != y->file) return (x->file > y->file) - (x->file < y->file);
  return (x->line > y->line) - (x->line < y->line);
}

static void make_rows(table *t) {
  const fe_func *f = t->f;
  for (uint32_t i = 0; i < f->ninsns; i++) {
    uint32_t file, ln = line_of(f, i, &file), k = 0;
    if (!ln) continue;
    uint32_t col = f->locs[f->insns[i].loc].col;
    while (k < t->nlines && (t->lines[k].file != file || t->lines[k].line != ln)) k++;
    if (k < t->nlines && col && (!t->lines[k].col || col < t->lines[k].col)) t->lines[k].col = col;
    if (k < t->nlines) continue;
    SLICE_ROOM(t->lines, t->nlines, t->caplines);
    t->lines[t->nlines++] = (line){.file = file, .line = ln, .col = col, .insn = i};
  }
  if (t->nlines) qsort(t->lines, t->nlines, sizeof *t->lines, by_line);
  for (uint32_t i = 0; i < f->ninsns; i++) {
    uint32_t file, ln = line_of(f, i, &file);
    t->row_of[i] = FE_NONE;
    for (uint32_t k = 0; ln && k < t->nlines; k++)
      if (t->lines[k].file == file && t->lines[k].line == ln) t->row_of[i] = k;
  }
}

/* ---- text ---- */

typedef struct text {
  char **lines;
  uint32_t n;
  uint32_t file;
} text;

static void read_file(const fe_program *p, uint32_t file, text *t) {
  for (uint32_t i = 0; i < t->n; i++) free(t->lines[i]);
  free(t->lines);
  *t = (text){.file = file};
  if (file >= p->nfiles) return;
  char path[4096];
  const fe_file *f = &p->files[file];
  bool relative = f->path[0] != '/' && f->dir && f->dir[0];
  snprintf(path, sizeof path, "%s%s%s", relative ? f->dir : "", relative ? "/" : "", f->path);
  FILE *in = fopen(path, "r");
  if (!in) in = fopen(f->path, "r");
  if (!in) return;
  char *buf = NULL;
  size_t cap = 0;
  uint32_t room = 0;
  for (ssize_t n; (n = getline(&buf, &cap, in)) >= 0;) {
    while (n > 0 && (buf[n - 1] == '\n' || buf[n - 1] == '\r' || buf[n - 1] == ' ' || buf[n - 1] == '\t'))
      buf[--n] = 0;
    char *s = buf;
    while (*s == ' ' || *s == '\t') s++;
    SLICE_ROOM(t->lines, t->n, room);
    t->lines[t->n] = slice_alloc(strlen(s) + 1, 1);
    strcpy(t->lines[t->n++], s);
  }
  free(buf);
  fclose(in);
}

static char *copy_text(const char *s) {
  char *r = slice_alloc(strlen(s) + 1, 1);
  return strcpy(r, s);
}

static void write_rows(table *t, slice_table *out) {
  const fe_program *p = t->sp->p;
  text src = {.file = FE_NONE};
  out->rows = slice_alloc(t->nlines, sizeof *out->rows);
  out->nrows = t->nlines;
  for (uint32_t i = 0; i < t->nlines; i++) {
    line *l = &t->lines[i];
    slice_row *r = &out->rows[i];
    char place[300];
    if (src.file != l->file) read_file(p, l->file, &src);
    const char *path = l->file < p->nfiles ? p->files[l->file].path : "?", *slash = strrchr(path, '/');
    snprintf(place, sizeof place, "%s:%u:%u", slash ? slash + 1 : path, l->line, l->col);
    r->insn = l->insn;
    r->file = l->file;
    r->line = l->line;
    r->place = copy_text(place);
    r->stmt = copy_text(l->line <= src.n && l->line > 0 ? src.lines[l->line - 1] : "");
    r->ref = join_names(&l->ref);
    r->def = join_names(&l->def);
    r->psa = join_names(&l->psa);
    r->active = join_names(&l->active);
    names by = {0};
    for (slice_iter it = {0}; slice_set_next(&l->affected, &it);) add_name(&by, "@%u", t->site_line[it.x]);
    r->affected = join_names(&by);
    slice_set_free(&l->affected);
  }
  read_file(p, FE_NONE, &src);
}

slice_table *slice_table_new(slice_program *sp, uint32_t func) {
  slice_table *out = slice_alloc(1, sizeof *out);
  const fe_func *f = &sp->p->funcs[func];
  if (!f->has_body) return out;
  table t = {.sp = sp, .func = func, .f = f};
  t.def = slice_grow(NULL, f->nregs ? f->nregs : 1, sizeof *t.def);
  memset(t.def, 0xff, f->nregs * sizeof *t.def);
  t.row_of = slice_alloc(f->ninsns, sizeof *t.row_of);
  t.site_line = slice_alloc(f->ncalls, sizeof *t.site_line);
  for (uint32_t i = 0; i < f->ninsns; i++) {
    uint32_t file;
    if (f->insns[i].dst != FE_NONE) t.def[f->insns[i].dst] = i;
    if (f->insns[i].op == FE_CALL || f->insns[i].op == FE_ASM) t.site_line[t.nsites++] = line_of(f, i, &file);
  }
  for (uint32_t i = 0; i < f->nmoves; i++) t.def[f->moves[i].dst] = FE_NONE;
  if (sp->opt.naive)
    slice_places_none(&t.places, f);
  else
    slice_places_build(&t.places, sp, func);
  if (sp->opt.naive)
    slice_classes_naive(&t.k, sp, func);
  else
    slice_classes_build(&t.k, sp, func, &t.places);
  make_rows(&t);
  for (uint32_t i = 0; i < f->ninsns; i++)
    if (t.row_of[i] != FE_NONE) fill_row(&t, i);
  slice_result_free(slice_compute(sp, func, watch, &t));
  write_rows(&t, out);
  slice_classes_free(&t.k);
  slice_places_free(&t.places);
  free(t.def);
  free(t.row_of);
  free(t.site_line);
  free(t.lines);
  return out;
}

void slice_table_free(slice_table *t) {
  for (uint32_t i = 0; i < t->nrows; i++) {
    char *parts[] = {t->rows[i].place, t->rows[i].stmt,   t->rows[i].ref,     t->rows[i].def,
                     t->rows[i].psa,   t->rows[i].active, t->rows[i].affected};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) free(parts[k]);
  }
  free(t->rows);
  free(t);
}

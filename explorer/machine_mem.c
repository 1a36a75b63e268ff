/* Memory of the machine: a table of objects. A slot's id carries its generation; an object dies by getting the next
 * generation, which makes every old pointer into it miss the one comparison that the fast path does (exm_readable,
 * exm_writable). What went wrong is found out only after a miss, in exm_bad_access. Heap slots rest in a queue before
 * they are used again; stack slots belong to a depth of the stack and are used again at once, because calls are hot. */
#include "explorer/machine_impl.h"

#include <stdio.h>
#include <sys/mman.h>

enum { REST = 1024 }; /* freed heap slots that rest before the oldest is used again */

void *exm_xalloc(size_t n) { return exm_xrealloc(NULL, n); }

void *exm_xrealloc(void *p, size_t n) {
  p = realloc(p, n ? n : 1);
  if (!p) {
    fputs("summ: out of memory\n", stderr);
    abort();
  }
  return p;
}

static uint32_t next_generation(uint32_t id) {
  uint32_t gen = (id >> EXM_SLOT_BITS) + 1;
  if (gen >= EXM_TAG_FUNC) gen = 1;
  return gen << EXM_SLOT_BITS | (id & ((1u << EXM_SLOT_BITS) - 1));
}

/* An unused slot, 0 when all 2^24 are taken. */
static uint32_t new_slot(exm_machine *m) {
  if (m->nobjs == 1u << EXM_SLOT_BITS) return 0;
  if (!m->objs || m->nobjs > m->mask) {
    size_t cap = m->objs ? (size_t)(m->mask + 1) * 2 : 256;
    m->objs = exm_xrealloc(m->objs, cap * sizeof *m->objs);
    memset(m->objs + m->nobjs, 0, (cap - m->nobjs) * sizeof *m->objs);
    m->mask = (uint32_t)cap - 1;
  }
  uint32_t slot = m->nobjs++;
  m->objs[slot].id = slot ? 1u << EXM_SLOT_BITS | slot : UINT32_MAX;
  return slot;
}

static uint32_t rested_slot(exm_machine *m) {
  if (m->free_count <= REST && m->nobjs < 1u << EXM_SLOT_BITS) return new_slot(m);
  if (!m->free_count) return 0;
  uint32_t slot = m->free_slots[m->free_head];
  m->free_head = (m->free_head + 1) % m->free_cap;
  m->free_count--;
  return slot;
}

static void let_rest(exm_machine *m, uint32_t slot) {
  if (m->free_count == m->free_cap) {
    uint32_t cap = m->free_cap ? m->free_cap * 2 : 2 * REST;
    uint32_t *q = exm_xalloc(cap * sizeof *q);
    for (uint32_t i = 0; i < m->free_count; i++) q[i] = m->free_slots[(m->free_head + i) % m->free_cap];
    free(m->free_slots);
    m->free_slots = q;
    m->free_head = 0;
    m->free_cap = cap;
  }
  m->free_slots[(m->free_head + m->free_count++) % m->free_cap] = slot;
}

static void *map(size_t n) {
  void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) {
    fputs("summ: out of memory\n", stderr);
    abort();
  }
  return p;
}

void exm_mem_init(exm_machine *m) {
  m->nobjs = 0;
  m->mask = 0;
  new_slot(m); /* slot 0 is NULL's: never an object */
  if (!m->stack_mem) m->stack_mem = map(2 * EXM_STACK_BYTES);
  if (!m->regs) {
    m->regs = map(EXM_REG_SLOTS * sizeof *m->regs);
    m->regs_end = m->regs + EXM_REG_SLOTS;
    size_t depth = m->opt.max_depth;
    m->frames = map((depth + 2) * sizeof *m->frames);
    m->frames_end = m->frames + depth + 2;
  }
}

/* Frees all objects; the mapped regions stay for exm_mem_init to use again, unless all is set. */
static void drop_objects(exm_machine *m) {
  for (uint32_t i = 1; i < m->nobjs; i++) {
    if (m->objs[i].live && m->objs[i].kind != EXM_STACK) free(m->objs[i].mem);
  }
  free(m->objs);
  free(m->stack_slots);
  free(m->free_slots);
  m->objs = NULL;
  m->stack_slots = m->free_slots = NULL;
  m->nobjs = m->mask = m->nstack = m->stack_made = m->stack_cap = 0;
  m->free_head = m->free_count = m->free_cap = 0;
  m->sp = 0;
}

void exm_mem_free(exm_machine *m) {
  drop_objects(m);
  munmap(m->stack_mem, 2 * EXM_STACK_BYTES);
  munmap(m->regs, EXM_REG_SLOTS * sizeof *m->regs);
  munmap(m->frames, (size_t)(m->frames_end - m->frames) * sizeof *m->frames);
}

void exm_mem_reset(exm_machine *m) {
  drop_objects(m);
  /* fresh pages, so that a run after a reset sees the zeroes a first run sees */
  madvise(m->stack_mem, 2 * EXM_STACK_BYTES, MADV_DONTNEED);
  madvise(m->regs, EXM_REG_SLOTS * sizeof *m->regs, MADV_DONTNEED);
  exm_mem_init(m);
}

void exm_obj_storage(exm_obj *o, uint64_t size) {
  size_t room = ((size_t)size + 15) & ~(size_t)15;
  o->mem = calloc(room ? 2 * room : 1, 1);
  if (!o->mem) o->mem = exm_xalloc(2 * room); /* the message and the end */
  o->init = o->mem + room;
  o->size = o->wsize = (uint32_t)size;
}

exm_obj *exm_obj_new(exm_machine *m, exm_kind kind, uint64_t size) {
  if (size > EXM_MAX_SIZE) return NULL;
  uint32_t slot = rested_slot(m);
  if (!slot) return NULL;
  exm_obj *o = &m->objs[slot];
  exm_obj_storage(o, size);
  o->kind = (uint8_t)kind;
  o->live = 1;
  return o;
}

void exm_obj_free(exm_machine *m, exm_obj *o) {
  assert(o->live && o->kind != EXM_STACK);
  free(o->mem);
  o->mem = o->init = NULL;
  o->size = o->wsize = 0;
  o->live = 0;
  o->id = next_generation(o->id);
  let_rest(m, (uint32_t)(o - m->objs));
}

exm_obj *exm_stack_new(exm_machine *m, uint64_t size) {
  size_t room = ((size_t)size + 15) & ~(size_t)15;
  if (size > EXM_STACK_BYTES || m->sp + room > EXM_STACK_BYTES) {
    exm_fail(m, EXM_E_STACK, "a local variable of %llu bytes does not fit on the stack",
             (unsigned long long)size);
    return NULL;
  }
  if (m->nstack == m->stack_made) {
    if (m->stack_made == m->stack_cap) {
      m->stack_cap = m->stack_cap ? m->stack_cap * 2 : 64;
      m->stack_slots = exm_xrealloc(m->stack_slots, m->stack_cap * sizeof *m->stack_slots);
    }
    uint32_t slot = new_slot(m);
    if (!slot) {
      exm_fail(m, EXM_E_STACK, "more than %u objects", 1u << EXM_SLOT_BITS);
      return NULL;
    }
    m->stack_slots[m->stack_made++] = slot;
  }
  exm_obj *o = &m->objs[m->stack_slots[m->nstack++]];
  o->mem = m->stack_mem + m->sp;
  o->init = o->mem + EXM_STACK_BYTES;
  o->size = o->wsize = (uint32_t)size;
  o->kind = EXM_STACK;
  o->live = 1;
  memset(o->init, 0, size);
  m->sp += room;
  return o;
}

void exm_stack_begin(exm_obj *o, uint64_t size) {
  assert(o->kind == EXM_STACK);
  o->id = next_generation(o->id);
  o->size = o->wsize = (uint32_t)size;
  o->live = 1;
  memset(o->init, 0, size);
}

void exm_stack_end(exm_obj *o) {
  assert(o->kind == EXM_STACK);
  o->id = next_generation(o->id);
  o->size = o->wsize = 0;
  o->live = 0;
}

void exm_stack_release(exm_machine *m, uint32_t down_to) {
  while (m->nstack > down_to) {
    exm_obj *o = &m->objs[m->stack_slots[--m->nstack]];
    m->sp = (size_t)(o->mem - m->stack_mem);
    o->id = next_generation(o->id);
    o->live = 0;
    o->size = o->wsize = 0;
  }
}

/* "global `x'", "string or unnamed constant", "local variable", … */
static void describe(const exm_machine *m, const exm_obj *o, char *buf, size_t cap) {
  uint32_t slot = (uint32_t)(o - m->objs);
  if (o->kind == EXM_GLOBAL && slot <= m->p->nglobals) {
    const fe_global *g = &m->p->globals[slot - 1];
    if (g->name && g->name[0] && g->name[0] != '.')
      snprintf(buf, cap, "variable '%.100s'", g->name);
    else
      snprintf(buf, cap, "a string or unnamed constant");
    return;
  }
  static const char *const names[] = {"a global", "a local object", "a heap object", "an input object",
                                      "a libc object"};
  snprintf(buf, cap, "%s", names[o->kind]);
}

bool exm_bad_access(exm_machine *m, exm_addr a, uint64_t n, bool write) {
  const char *what = write ? "write" : "read";
  unsigned long long size = n;
  uint32_t id = exm_id(a), slot = id & ((1u << EXM_SLOT_BITS) - 1);
  if (a < 65536 || a > (uint64_t)-65536) {
    if (a < 4096)
      exm_fail(m, EXM_E_NULL, "%s of %llu bytes at a null pointer%s", what, size, a ? " plus an offset" : "");
    else if (a > 65536)
      exm_fail(m, EXM_E_NULL, "%s of %llu bytes below a null pointer", what, size);
    else
      exm_fail(m, EXM_E_NULL, "%s of %llu bytes at a null pointer plus %llu", what, size,
               (unsigned long long)a);
    return false;
  }
  if (id >> EXM_SLOT_BITS == EXM_TAG_FUNC) {
    exm_fail(m, EXM_E_WILD, "%s of %llu bytes at the address of a function or label", what, size);
    return false;
  }
  if (slot == 0 || slot >= m->nobjs || !(id >> EXM_SLOT_BITS)) {
    exm_fail(m, EXM_E_WILD, "%s of %llu bytes at 0x%llx, which is no object's address", what, size,
             (unsigned long long)a);
    return false;
  }
  const exm_obj *o = &m->objs[slot];
  if (o->id != id || !o->live) {
    if (o->kind == EXM_STACK) {
      exm_fail(m, EXM_E_DANGLING, "%s of %llu bytes of a local variable whose function or block has ended",
               what, size);
    } else {
      exm_fail(m, EXM_E_DANGLING, "%s of %llu bytes of a heap object that was freed", what, size);
    }
    return false;
  }
  char whose[160];
  describe(m, o, whose, sizeof whose);
  int64_t off = (int32_t)exm_off(a);
  if (o->kind == EXM_GLOBAL && !o->init) {
    exm_fail(m, EXM_E_NO_BODY, "%s of %s, which no file of the program defines", what, whose);
  } else if (n <= EXM_MAX_SIZE && exm_off(a) + n <= o->size) {
    assert(write);
    exm_fail(m, EXM_E_READONLY, "write of %llu bytes to %s, which is constant", size, whose);
  } else {
    exm_fail(m, EXM_E_BOUNDS, "%s of %llu bytes at offset %lld of %s, which has %u bytes", what, size,
             (long long)off, whose, o->size);
  }
  return false;
}

uint8_t *exm_rd(exm_machine *m, exm_addr a, uint64_t n) {
  static uint8_t nothing[1];
  if (!n) return nothing;
  exm_obj *o = exm_readable(m, a, n);
  if (!o) return exm_bad_access(m, a, n, false), NULL;
  return o->mem + exm_off(a);
}

uint8_t *exm_wr(exm_machine *m, exm_addr a, uint64_t n) {
  static uint8_t nothing[1];
  if (!n) return nothing;
  exm_obj *o = exm_writable(m, a, n);
  if (!o) return exm_bad_access(m, a, n, true), NULL;
  memset(o->init + exm_off(a), 0xff, n);
  return o->mem + exm_off(a);
}

int64_t exm_strlen(exm_machine *m, exm_addr a) {
  exm_obj *o = exm_readable(m, a, 1);
  if (!o) return exm_bad_access(m, a, 1, false), -1;
  uint32_t off = exm_off(a);
  const uint8_t *end = memchr(o->mem + off, 0, o->size - off);
  if (!end) return exm_bad_access(m, a, (uint64_t)(o->size - off) + 1, false), -1;
  return end - (o->mem + off);
}

bool exm_memcpy(exm_machine *m, exm_addr dst, exm_addr src, uint64_t n, bool overlap_ok) {
  if (!n) return true;
  exm_obj *s = exm_readable(m, src, n), *d = exm_writable(m, dst, n);
  if (!s) return exm_bad_access(m, src, n, false);
  if (!d) return exm_bad_access(m, dst, n, true);
  uint32_t so = exm_off(src), to = exm_off(dst);
  if (!overlap_ok && s == d && so != to && so < to + n && to < so + n) {
    exm_fail(m, EXM_E_OVERLAP, "copy of %llu bytes between overlapping places", (unsigned long long)n);
    return false;
  }
  memmove(d->mem + to, s->mem + so, n);
  memmove(d->init + to, s->init + so, n);
  return true;
}

bool exm_memset(exm_machine *m, exm_addr dst, int byte, uint64_t n) {
  uint8_t *d = exm_wr(m, dst, n);
  if (d && n) memset(d, byte, n);
  return d != NULL;
}

exm_addr exm_malloc(exm_machine *m, uint64_t n, bool zero) {
  exm_obj *o = exm_obj_new(m, EXM_HEAP, n);
  if (!o) return 0;
  if (zero) memset(o->init, 0xff, n);
  return exm_base(o);
}

bool exm_heap_free(exm_machine *m, exm_addr a, const char *what) {
  uint32_t id = exm_id(a), slot = id & ((1u << EXM_SLOT_BITS) - 1);
  uint32_t gen = id >> EXM_SLOT_BITS;
  if (!gen || gen >= EXM_TAG_FUNC || slot == 0 || slot >= m->nobjs) {
    exm_fail(m, EXM_E_FREE, "%s of 0x%llx, which is no object's address", what, (unsigned long long)a);
    return false;
  }
  exm_obj *o = &m->objs[slot];
  if (o->id != id || !o->live) {
    bool heap = o->kind != EXM_STACK;
    exm_fail(m, heap ? EXM_E_DOUBLE_FREE : EXM_E_FREE, "%s of %s", what,
             heap ? "a heap object that was freed before" : "a local variable that is gone");
    return false;
  }
  char whose[160];
  describe(m, o, whose, sizeof whose);
  if (o->kind != EXM_HEAP) return exm_fail(m, EXM_E_FREE, "%s of %s", what, whose), false;
  if (exm_off(a)) {
    exm_fail(m, EXM_E_FREE, "%s of a pointer %d bytes into a heap object", what, (int32_t)exm_off(a));
    return false;
  }
  exm_obj_free(m, o);
  return true;
}

/* What other tools let a program ask about its own pointers: may so many bytes be read or written here, which object is this,
 * how large is it, how far into it are we. The answers are terms over the path's memory; no access is made. */
#include "explorer/primitive.h"

#include <string.h>

typedef enum question { READABLE, WRITABLE, SAME_OBJECT, WHICH_OBJECT, OFFSET, SIZE, ON_HEAP } question;

static const struct {
  const char *name;
  question what;
  uint32_t nargs;
} names[] = {
    {"DYNAMIC_OBJECT", ON_HEAP, 1}, {"OBJECT_SIZE", SIZE, 1},        {"POINTER_OBJECT", WHICH_OBJECT, 1},
    {"POINTER_OFFSET", OFFSET, 1},  {"get_object_size", SIZE, 1},    {"r_ok", READABLE, 1},
    {"rw_ok", WRITABLE, 1},         {"same_object", SAME_OBJECT, 2}, {"w_ok", WRITABLE, 1}};

static bool question_of(const char *name, uint32_t nargs, question *what) {
  static const char *const prefixes[] = {"__CPROVER_", "__ESBMC_"};
  for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
    size_t len = strlen(prefixes[p]);
    for (size_t i = 0; !strncmp(name, prefixes[p], len) && i < sizeof names / sizeof *names; i++) {
      if (strcmp(name + len, names[i].name) || nargs < names[i].nargs) continue;
      *what = names[i].what;
      return true;
    }
  }
  return false;
}

static term size_of(ex_unit *u, const ex_obj *o) {
  return o->growable ? term_const(u->tc, 64, (uint64_t)o->hi) : ex_term(u, o->size, 64);
}

/* offset <= size and length <= size - offset: an offset in front of the object is a large number */
static term within(ex_unit *u, const ex_obj *o, ex_val off, term length) {
  term_ctx *tc = u->tc;
  if (o->growable) return term_bool(tc, true); /* what the path asks for, it gets */
  term size = size_of(u, o), at = ex_term(u, off, 64);
  return term_and(tc, term_bin(tc, T_ULE, at, size),
                  term_bin(tc, T_ULE, length, term_bin(tc, T_SUB, size, at)));
}

static term truth(ex_unit *u, term c) {
  return term_ite(u->tc, c, term_const(u->tc, 64, 1), term_const(u->tc, 64, 0));
}

static bool give(ex_unit *u, ex_state *s, const fe_insn *in, ex_val v, ex_go *go) {
  ex_call_done(u, s, in, &v, 1);
  *go = EX_GO;
  return true;
}

bool ex_primitive(ex_unit *u, ex_state *s, const fe_insn *in, const fe_call *c, const char *name,
                  const ex_val *args, ex_go *go) {
  question what;
  uint32_t obj[2] = {0, 0};
  ex_val off[2];
  term_ctx *tc = u->tc;
  if (!question_of(name, c->nargs, &what) || c->nres != 1) return false;
  *go = EX_FORKED;
  for (uint32_t i = 0; i < (what == SAME_OBJECT ? 2 : 1); i++) {
    ex_val p = ex_fit(u, args[i], c->arg_ty[i].bits, 64);
    if (p.t && ex_depends_on_uninit(u, s, p.t)) /* the answer is as unset as the pointer */
      return give(u, s, in, (ex_val){0, ex_uninit(u, s, c->res_ty[0].bits)}, go);
    if (ex_resolve(u, s, p, &obj[i], &off[i]) == EX_FORKED) return true;
  }
  const ex_obj *o = obj[0] ? ex_find_obj(u, s, obj[0]) : NULL;
  term answer = term_const(tc, 64, 0);
  switch (what) {
  case READABLE:
  case WRITABLE: {
    term length = c->nargs > 1 ? ex_term(u, ex_fit(u, args[1], c->arg_ty[1].bits, 64), 64)
                               : term_const(tc, 64, 1);
    if (o && o->alive && !(what == WRITABLE && o->read_only)) answer = truth(u, within(u, o, off[0], length));
    break;
  }
  case SAME_OBJECT: answer = term_const(tc, 64, obj[0] == obj[1]); break;
  case WHICH_OBJECT: answer = term_const(tc, 64, obj[0]); break;
  case OFFSET: answer = ex_term(u, off[0], 64); break;
  case SIZE:
    if (o) answer = size_of(u, o);
    break;
  case ON_HEAP: answer = term_const(tc, 64, o && o->kind == SHAPE_HEAP); break;
  }
  return give(u, s, in, ex_fit(u, ex_from_term(u, answer), 64, c->res_ty[0].bits), go);
}

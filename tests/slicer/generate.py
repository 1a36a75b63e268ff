#!/usr/bin/env python3
"""Random programs in which decisions hang on what calls do, by long ways: the material of tests/slicer/soundness.

    tests/slicer/generate.py SEED > program.c

Each unit makes a call (a source: a result, an out-parameter, a global, a field, a moved pointer, …), carries its effect
through two to six links (copies through memory, pointers to pointers, block copies, other calls, loops that shift a chain
backwards, calls through pointers, choices) and decides on what arrives. Beside that run calls whose effects are overwritten or
never looked at, so that there are verdicts below "decision" to be wrong about. main calls every unit with several inputs.
The same seed gives the same program."""
import random, sys

R = random.Random(int(sys.argv[1]))

PRELUDE = """#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
struct pair { int a; short b; };
struct box { int f, g; struct pair in; int *p; int arr[4]; };
struct node { int val; struct node *next; };
union word { int i; unsigned char c[4]; };
static unsigned seed = 7;
static int input(void) { seed = seed * 1103515245u + 12345u; return (int)(seed >> 16 & 7); }
int g0, g1, g2, g3;
static int h0, h1, h2, h3, table[8];
static int *gp = &g1, *hp = &h1, **gpp = &gp;
static struct box gb, hb;
static struct node na, nb = {2, &na}, nc = {3, &nb};
static int sink;
"""

SOURCES = {  # name: (definition, statement template using {u} for a unique suffix, carrier)
    "result": ("static int s_result(int x) { return x * 3 - 4; }", "int v{u} = s_result(x);", "v{u}"),
    "out": ("static void s_out(int *p, int x) { *p = x + 1; }", "int v{u} = 1; s_out(&v{u}, x);", "v{u}"),
    "global": ("static void s_global(int x) { g0 = x - 2; }", "s_global(x);", "g0"),
    "static": ("static void s_static(int x) { h0 = x ^ 5; }", "s_static(x);", "h0"),
    "field": ("static void s_field(struct box *b, int x) { b->in.b = (short)x; b->g = -x; }",
              "struct box b{u} = {{0}}; s_field(&b{u}, x);", "b{u}.in.b"),
    "inputfield": ("static void s_ifield(struct box *b, int x) { b->g = x; }", "s_ifield(pb, x);", "pb->g"),
    "element": ("static void s_elem(int *a, int x) { a[x & 3] = x + 2; }",
                "int t{u}[4] = {{0}}; s_elem(t{u}, x);", "t{u}[x & 3]"),
    "aim": ("static void s_aim(int **pp, int x) { *pp = x & 1 ? &g2 : &h2; }",
            "g2 = 1; h2 = 8; int *p{u} = &g2; s_aim(&p{u}, x);", "*p{u}"),
    "aimglobal": ("static void s_gaim(int x) { hp = x & 1 ? &h1 : &h3; }", "h1 = 2; h3 = 9; s_gaim(x);", "*hp"),
    "pointer": ("static int *s_ptr(int x) { return x & 1 ? &table[1] : &table[x & 6]; }",
                "table[1] = 5; int *p{u} = s_ptr(x);", "*p{u}"),
    "struct": ("static struct pair s_struct(int x) { struct pair p = {x, (short)(x + 1)}; return p; }",
               "struct pair q{u} = s_struct(x);", "q{u}.b"),
    "deep": ("static void s_deep(struct node *n, int x) { n->next->val = x; }",
             "struct node m{u} = {0, &na}, l{u} = {1, &m{u}}; s_deep(&l{u}, x);", "m{u}.val"),
    "relink": ("static void s_relink(struct node *n, struct node *o, int x) { if (x > 2) n->next = o; }",
               "struct node m{u} = {4, 0}, o{u} = {9, 0}, l{u} = {1, &m{u}}; s_relink(&l{u}, &o{u}, x);",
               "l{u}.next->val"),
    "heap": ("static struct box *s_heap(int x) { struct box *b = calloc(1, sizeof *b); if (!b) exit(9); b->f = x; return b; }",
             "struct box *k{u} = s_heap(x);", "k{u}->f"),
    "recursive": ("static int s_rec(int x) { return x <= 0 ? 1 : s_rec(x - 1) + x; }", "int v{u} = s_rec(x & 7);", "v{u}"),
    "throughpp": ("static void s_pp(int x) { **gpp = x; }", "gp = &g3; s_pp(x);", "g3"),
    "variadic": ("static void s_va(int n, ...) { va_list ap; va_start(ap, n); int *p = va_arg(ap, int *);"
                 " *p = va_arg(ap, int); va_end(ap); }", "int v{u} = 3; s_va(2, &v{u}, x);", "v{u}"),
    "bytes": ("static void s_bytes(void *d, int x) { memset(d, x & 3, 4); }", "int v{u} = 6; s_bytes(&v{u}, x);", "v{u}"),
    "staticvar": ("static int *s_svar(int x) { static int kept; kept = x; return &kept; }", "int *p{u} = s_svar(x);", "*p{u}"),
    "maybe": ("static int s_maybe(int x, int *p) { if (x < 3) return 0; *p = x; return 1; }",
              "int v{u} = 0; (void)s_maybe(x, &v{u});", "v{u}"),
    "row": ("static int s_m[3][4];\nstatic void s_row(int i, int j, int x) { s_m[i][j] = x; }", "s_row(2, x & 3, x);", "s_m[2][1]"),
    "record": ("struct cell { int v[3]; };\nstatic void s_record(struct cell *p, int i, int x) { p[i].v[1] = x; }",
               "struct cell d{u}[3] = {{0}}; s_record(d{u}, 2, x);", "d{u}[2].v[1]"),
    "down": ("static int s_low[8];\nstatic void s_down(int x) { int *p = s_low + 8; do *--p = x & 3; while (x >>= 1); }",
             "s_down(x);", "s_low[6]"),
}

LINKS = {  # carrier {c} to the next; (definition, statement, next carrier)
    "copy": ("", "int c{u} = {c} + 1;", "c{u}"),
    "local": ("", "int c{u} = {c}, *a{u} = &c{u}; touch(a{u});", "c{u}"),
    "field": ("", "struct box b{u} = {{0}}; b{u}.in.a = {c}; see(&b{u});", "b{u}.in.a"),
    "inputstore": ("", "pb->f = {c};", "pb->f"),
    "choose": ("", "int y{u} = 1, z{u} = 2, *p{u} = y > 3 ? &y{u} : &z{u}; *p{u} = {c};", "(y{u} + z{u})"),
    "pp": ("", "int y{u} = 1, *q{u} = &y{u}, **w{u} = &q{u}; seepp(w{u}); **w{u} = {c};", "y{u}"),
    "retarget": ("", "int y{u} = 1, z{u} = 2, *q{u} = &y{u}, **w{u} = &q{u}; *w{u} = &z{u}; *q{u} = {c};", "z{u}"),
    "gptr": ("", "gp = y & 1 ? &g1 : &g3; *gp = {c};", "(g1 ^ g3)"),
    "assign": ("", "struct box b{u} = {{0}}, d{u}; b{u}.in.b = (short)({c}); d{u} = b{u};", "d{u}.in.b"),
    "memcpy": ("", "struct box b{u} = {{0}}, d{u}; b{u}.g = {c}; memcpy(&d{u}, &b{u}, sizeof b{u});", "d{u}.g"),
    "heapcopy": ("", "struct pair *k{u} = malloc(sizeof *k{u}); if (!k{u}) exit(9); k{u}->a = {c};", "k{u}->a"),
    "bytewise": ("", "int y{u} = {c}, z{u} = 0; for (int i = 0; i < 4; i++) ((char *)&z{u})[i] = ((char *)&y{u})[i];", "z{u}"),
    "union": ("", "union word w{u}; w{u}.i = {c};", "w{u}.c[0]"),
    "move": ("static void l_move(void) { g2 = g1; }", "g1 = {c}; l_move();", "g2"),
    "movestatic": ("static void l_smove(void) { h3 = h2 + 1; }", "h2 = {c}; l_smove();", "h3"),
    "copyto": ("static void l_copy(int *d, const int *s) { *d = *s; }", "int y{u} = {c}, z{u} = 0; l_copy(&z{u}, &y{u});", "z{u}"),
    "viabox": ("static void l_box(struct box *d, struct box *s) { d->in = s->in; }",
               "struct box b{u} = {{0}}, d{u} = {{0}}; b{u}.in.a = {c}; l_box(&d{u}, &b{u});", "d{u}.in.a"),
    "get": ("static int l_get(void) { return hb.g; }", "hb.g = {c}; int c{u} = l_get();", "c{u}"),
    "byvalue": ("static int l_val(struct box b) { return b.in.a; }",
                "struct box b{u} = {{0}}; b{u}.in.a = {c}; int c{u} = l_val(b{u});", "c{u}"),
    "id": ("static int *l_id(int *p) { return p; }", "int y{u} = 1; *l_id(&y{u}) = {c};", "y{u}"),
    "index": ("", "int t{u}[4] = {{0}}; t{u}[({c}) & 3] = 1;", "t{u}[2]"),
    "load": ("", "table[2] = 4; table[5] = 1; int c{u} = table[({c}) & 7];", "c{u}"),
    "chain": ("", "int k{u}[5] = {{0}}; for (int i = 0; i < 6; i++) {{ k{u}[4] = k{u}[3]; k{u}[3] = k{u}[2]; k{u}[2] = k{u}[1];"
              " k{u}[1] = k{u}[0]; k{u}[0] = {c}; }}", "k{u}[4]"),
    "shift": ("", "int p{u} = 0, q{u} = 0, r{u} = 0; for (int i = 0; i < 5; i++) {{ if (r{u} & 1) sink++; r{u} = q{u}; q{u} = p{u};"
              " p{u} = {c}; }}", "r{u}"),
    "globalchain": ("", "h0 = h1 = h2 = 0; for (int i = 0; i < 5; i++) {{ if (h2 & 1) sink++; h2 = h1; h1 = h0; h0 = {c}; }}", "h2"),
    "control": ("", "int c{u} = 1; if (({c}) & 1) c{u} = 4;", "c{u}"),
    "controlmem": ("", "g3 = 0; if (({c}) > 2) g3 = 1;", "g3"),
    "early": ("", "if (({c}) < -50) return 3;", None),
    "select": ("", "int c{u} = ({c}) & 2 ? y : x + 1;", "c{u}"),
    "list": ("", "struct node m{u} = {{0}}, l{u} = {{0}}; m{u}.next = &l{u}; m{u}.next->val = {c};", "l{u}.val"),
    "walk": ("", "struct node m{u} = {{0, 0}}, l{u} = {{0, &m{u}}}, *n{u} = &l{u}; m{u}.val = {c};"
             " while (n{u}->next) n{u} = n{u}->next;", "n{u}->val"),
    "fnptr": ("static void l_f1(int *p, int x) { *p = x; }\nstatic void l_f2(int *p, int x) { *p = -x; }\n"
              "static void l_f3(int *p, int x) { g1 = x; *p = 1; }\n"
              "static void (*const l_tab[])(int *, int) = {l_f1, l_f3, l_f2};",
              "int y{u} = 0; l_tab[y > 5 ? 1 : y & 2](&y{u}, {c});", "y{u}"),
    "fnvar": ("static int l_g1(int x) { return x; }\nstatic int l_g2(int x) { h2 = x; return 0; }\nstatic int (*l_op)(int) = l_g1;",
              "l_op = l_g1; if (y & 1) l_op = l_g2; h2 = 0; int c{u} = l_op({c}) + h2;", "c{u}"),
    "fntarget": ("static int l_t1(int x) { return x; }\nstatic int l_t2(int x) { h2 = x; return 0; }\nstatic int (*l_to)(int) = l_t1;",
                 "l_to = y & 1 ? l_t2 : l_t1; h2 = 0; (void)l_to({c});", "h2"),
    "maymiss": ("", "int y{u} = {c}, z{u} = 0, *p{u} = x > 9 ? &y{u} : &z{u}; *p{u} = 0;", "(y{u} + z{u})"),
    "maymissdeep": ("static int *l_pick(int **a, int k) { return a[k]; }",
                    "int y{u} = {c}, z{u} = 0, *p{u}[2] = {{&y{u}, &z{u}}}; *l_pick(p{u}, x > 9 ? 0 : 1) = 7;", "y{u}"),
    "callback": ("static void l_cb(void (*f)(int *, int), int *p, int x) { f(p, x); }\nstatic void l_cbf(int *p, int x) { *p += x; }",
                 "int y{u} = 2; l_cb(l_cbf, &y{u}, {c});", "y{u}"),
    "fieldptr": ("", "int y{u} = 0; pb->p = &y{u}; *pb->p = {c};", "y{u}"),
    "setptr": ("static void l_set(struct box *b, int *p) { b->p = p; }\nstatic void l_use(struct box *b, int x) { *b->p = x; }",
               "struct box b{u} = {{0}}; int y{u} = 0; l_set(&b{u}, &y{u}); l_use(&b{u}, {c});", "y{u}"),
    "aimstore": ("static void l_aim(int **pp, int x) { *pp = x > 9 ? &g2 : &h2; }",
                 "h2 = 0; int *p{u} = &g2; l_aim(&p{u}, x); *p{u} = {c};", "h2"),
    "aimfield": ("static void l_faim(struct box *b, int *p) { b->p = p; }",
                 "int y{u} = 0, z{u} = 0; pb->p = &z{u}; l_faim(pb, &y{u}); *pb->p = {c};", "y{u}"),
    "flat": ("static int l_m[3][4];\nstatic void l_flat(int i, int x) { int *p = &l_m[0][0]; p[i] = x; }", "l_flat(9, {c});",
             "l_m[2][1]"),
    "backwards": ("", "int e{u}[4] = {{0}}, *f{u} = e{u} + 4; f{u}[-(x & 1) - 1] = {c};", "e{u}[3]"),
    "meeting": ("static struct { int n; char a[4], b[4]; } l_meet;\nstatic void l_digits(int x) { char *p = l_meet.a + 4;"
                " for (int i = 0; i < 4; i++) *--p = (char)(x >> i); }",
                "l_digits({c});", "l_meet.a[2]"),
    "exits": ("static void l_exit(int x) { if (x < -60 || x > 60) exit(0); }", "l_exit({c});", None),
    "exitdeep": ("static int l_limit;\nstatic void l_check(void) { if (l_limit < -60 || l_limit > 60) exit(0); }\nstatic void l_check2(void) { l_check(); }",
                 "l_limit = {c}; l_check2();", None),
    "spin": ("static void l_spin(int x) { if (x < -60 || x > 60) for (;;) ; }", "l_spin({c});", None),
}

NOISE = [  # statements whose calls need reach no decision
    "int n{u} = n_pure(x); sink += n{u};",
    "n_hide(x); hb.f = 0;",
    "h1 = n_pure(y); h1 = 2;",
    "int n{u}; n_write(&n{u}, x); n{u} = 4; if (n{u} + y > 6) sink++;",
    "struct box w{u} = {{0}}; n_field(&w{u}, x); if (w{u}.g > y) sink++;",
    "int n{u} = 0, m{u} = 1, *e{u} = &n{u}; n_write(e{u}, y); e{u} = &m{u}; if (*e{u} == y) sink++;",
    "int *e{u} = &h2; int **i{u} = &e{u}; *i{u} = &h3; n_write(&h2, 3); if (*e{u} > 20) sink++; h2 = 0;",
    "n_count();",
    "if (y > 4) {{ n_count(); sink ^= x; }}",
    "for (int i = 0; i < (y & 3); i++) n_write(&sink, i);",
]
NOISE_DEFS = """static int n_pure(int x) { return x * x + 1; }
static void n_hide(int x) { hb.f = x; }
static void n_write(int *p, int x) { *p = x * 7; }
static void n_field(struct box *b, int x) { b->f = x; b->in.a = 3; }
static void n_count(void) { static int counted; counted++; }
static void touch(int *p) { (void)p; }
static void see(struct box *b) { (void)b; }
static void seepp(int **p) { (void)p; }
"""

DECISIONS = ["if (({c}) & 1) sink++;", "if (({c}) > 2) return y;", "switch (({c}) & 3) {{ case 0: sink++; break; case 2: return 2; default: break; }}",
             "while (({c}) > 4 && limit-- > 0) sink++;", "sink += ({c}) < 3 && y > 1 ? 2 : 1;", "if (!({c})) return 1; else sink--;"]

counter = 0


def unique():
    global counter
    counter += 1
    return str(counter)


def unit(number, defs):
    lines = []
    for route in range(R.choice([1, 1, 2])):
        name = R.choice(sorted(SOURCES))
        definition, statement, carrier = SOURCES[name]
        defs.setdefault(definition, None)
        u = unique()
        lines.append(statement.replace("{u}", u).replace("{{0}}", "{0}"))
        carrier = carrier.replace("{u}", u)
        for _ in range(R.randint(1, 5)):
            definition, statement, after = LINKS[R.choice(sorted(LINKS))]
            defs.setdefault(definition, None)
            u = unique()
            lines.append(statement.format(u=u, c=carrier))
            carrier = after.format(u=u) if after else carrier
            if R.random() < 0.35:
                lines.append(R.choice(NOISE).format(u=unique()))
            if R.random() < 0.1:
                lines.append(R.choice(DECISIONS).format(c="y"))
        lines.append(R.choice(DECISIONS).format(c=carrier))
    if R.random() < 0.4:
        lines.append(R.choice(NOISE).format(u=unique()))
    body = "\n  ".join(lines)
    return f"static int unit{number}(int x, int y, struct box *pb) {{\n  int limit = 3;\n  {body}\n  return sink & limit;\n}}\n"


defs = {}
units = [unit(i, defs) for i in range(R.randint(4, 8))]
calls = "\n    ".join(f"sink ^= unit{i}(input(), input(), i & 1 ? &gb : &mine);" for i in range(len(units)))
print(PRELUDE + NOISE_DEFS + "\n".join(d for d in defs if d) + "\n" + "\n".join(units) +
      f"int main(void) {{\n  struct box mine = {{0}};\n  for (int i = 0; i < 4; i++) {{\n    {calls}\n  }}\n  return sink & 1;\n}}")

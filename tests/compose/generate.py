#!/usr/bin/env python3
"""Small random C programs of several functions, for comparing composed with inlined exploration (compare.c).

  generate.py --seed N                     one program to stdout
  generate.py --compare BINARY --seeds A:B --want N [--jobs N] [--keep DIR] [--seconds S]
                                           generates and compares; exit status 1 when some program differs, or when fewer
                                           than N programs were complete in every way they were explored

A program is a function of its seed. It has structs, globals, a union, callees with scalar, pointer, out and struct
parameters, callbacks, functions without a body, and an entry whose decisions depend on what the callees return and write;
about half of the callees come from shapes.py.
Every loop has a constant bound, every division is guarded; NULL and aliased arguments, out-of-bounds contexts and frees
happen on purpose. Programs are small, so that most can be explored to the end without summaries too."""
import argparse
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import tempfile

from shapes import Shapes

SCALARS = ["int", "unsigned", "short", "char", "unsigned char", "long"]


class Scope:
    """What an expression or a statement may name."""

    def __init__(self):
        self.scalars, self.assignable, self.ints, self.structs, self.arrays, self.doubles, self.functions = [], [], [], [], [], [], []

    def copy(self):
        other = Scope()
        for name in vars(self):
            setattr(other, name, list(getattr(self, name)))
        return other


class Program(Shapes):
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.out, self.funcs, self.counter = [], [], 0

    # ---- expressions ----
    def const(self):
        return str(self.r.choice([0, 1, 2, 3, 5, 7, -1, -4, 10, 16, 100, 127, 255, self.r.randint(-60, 60)]))

    def scalar(self, sc):
        r = self.r
        kind = r.random()
        if sc.arrays and kind < 0.12:
            name, n = r.choice(sc.arrays)
            if r.random() < 0.5:
                return f"{name}[{r.randrange(n)}]"
            return f"{name}[{self.atom(sc)} & {n - 1}]"
        if sc.structs and kind < 0.3:
            return f"{r.choice(sc.structs)}->{r.choice(['a', 'b', 'c', 'u.w', 'u.h[0]', 'u.h[1]'])}"
        if sc.ints and kind < 0.45:
            return f"*{r.choice(sc.ints)}"
        return self.atom(sc)

    def atom(self, sc):
        return self.r.choice(sc.scalars) if sc.scalars and self.r.random() < 0.85 else self.const()

    def expr(self, sc, depth=1):
        r = self.r
        if depth == 0 or r.random() < 0.25:
            return self.scalar(sc)
        a, b = self.expr(sc, depth - 1), self.expr(sc, depth - 1)
        op = r.choice(["+", "-"] * 6 + ["&", "&", "|", "^", "?", "?", "*c", "<<", ">>", "/", "%", "~"])
        if op == "*c":
            return f"({a} * {r.randint(2, 5)})"
        if op == "<<":
            return f"(int)((unsigned)({a}) << {r.randint(1, 5)})"
        if op == ">>":
            return f"(({a}) >> {r.randint(1, 4)})"
        if op in "/%":
            return f"({a} {op} {r.choice([2, 4, 8])})"
        if op == "?":
            return f"({self.cond(sc, 0)} ? {a} : {b})"
        if op == "~":
            return f"(~({a}))"
        return f"({a} {op} {b})"

    def cond(self, sc, depth=0):
        r = self.r
        c = f"{self.expr(sc, depth)} {r.choice(['<', '<=', '>', '>=', '==', '!='])} {self.atom(sc) if r.random() < 0.4 else self.const()}"
        kind = r.random()
        if kind < 0.1:
            return f"({c} && {self.cond(sc, 0)})"
        if kind < 0.2:
            return f"({c} || {self.cond(sc, 0)})"
        return f"({c})"

    def target(self, sc):
        """Something to assign to."""
        r = self.r
        kind = r.random()
        if sc.ints and kind < 0.25:
            return f"*{r.choice(sc.ints)}"
        if sc.structs and kind < 0.5:
            return f"{r.choice(sc.structs)}->{r.choice(['a', 'b', 'c', 'u.w', 'u.h[1]'])}"
        if sc.arrays and kind < 0.65:
            name, n = r.choice(sc.arrays)
            return f"{name}[{r.randrange(n)}]" if r.random() < 0.6 else f"{name}[{self.atom(sc)} & {n - 1}]"
        return r.choice(sc.assignable) if sc.assignable else "g0"

    # ---- statements ----
    def call(self, sc, callee):
        r = self.r
        args = []
        for i, kind in enumerate(callee["params"]):
            if i and kind in ("int*", "S*") and callee["params"][i - 1] == kind and r.random() < 0.25:
                args.append(args[-1])
            elif kind == "scalar":
                args.append(self.expr(sc, 1))
            elif kind == "n":
                args.append(str(r.randint(0, len(callee["params"]) - 1)))
            elif kind == "U":
                args.append(f"{r.choice(sc.structs)}->u" if sc.structs else "gs.u")
            elif kind == "int*":
                pool = list(sc.ints) + [f"&{v}" for v in sc.assignable if v.startswith(("i", "g"))]
                pool += [f"&{s}->a" for s in sc.structs] + [f"&{n}[{r.randrange(k)}]" for n, k in sc.arrays]
                pool += [n for n, _ in sc.arrays]
                args.append(r.choice(pool) if pool and r.random() < 0.95 else "0")
            elif kind == "S*":
                pool = list(sc.structs) + ["&gs"]
                args.append(r.choice(pool) if r.random() < 0.95 else "0")
            elif kind == "arr":
                args.append(r.choice([n for n, _ in sc.arrays]) if sc.arrays else "ga")
            elif kind == "int**":
                args.append(f"&{r.choice(sc.doubles)}" if sc.doubles else "&gp")
            elif kind == "S":
                args.append(f"*{r.choice(sc.structs)}" if sc.structs else "gs")
            elif kind == "fn":
                args.append(r.choice(["inc", "neg", "half"] + sc.functions * 2))
        return f"{callee['name']}({', '.join(args)})"

    def block(self, sc, depth, callees, indent, entry=False):
        lines = []
        sc = sc.copy()
        for _ in range(self.r.randint(1, 2)):
            lines += self.statement(sc, depth, callees, indent, entry)
        return lines

    def leave(self, sc, ret, indent):
        return f"{indent}return {self.expr(sc, 1)};" if ret else f"{indent}return;"

    def statement(self, sc, depth, callees, indent, entry):
        r = self.r
        kind = r.random()
        if callees and kind < (0.3 if entry else 0.18):
            callee = r.choice(callees)
            if callee["ret"] == "S*":
                v = self.fresh("q")
                text = [f"{indent}struct S *{v} = {self.call(sc, callee)};", f"{indent}if ({v})", f"{indent}  {v}->b = {self.atom(sc)};"]
                if r.random() < 0.5:
                    text.append(f"{indent}if ({v} && {v}->a > {self.const()})")
                    text.append(f"{indent}  {self.target(sc)} = {self.scalar(sc)};")
                return text
            if callee["ret"] == "int*":
                v = self.fresh("q")
                return [f"{indent}int *{v} = {self.call(sc, callee)};", f"{indent}if ({v} && *{v} > {self.const()})", f"{indent}  *{v} = {self.atom(sc)};"]
            if callee["ret"] == "void":
                return [f"{indent}{self.call(sc, callee)};"]
            v = self.fresh("i")
            text = [f"{indent}int {v} = {self.call(sc, callee)};"]
            sc.scalars.append(v)
            sc.assignable.append(v)
            return text
        if kind < 0.45:
            return [f"{indent}{self.target(sc)} = {self.expr(sc)};"]
        if kind < 0.7 and depth > 0:
            text = [f"{indent}if {self.cond(sc)} {{"] + self.block(sc, depth - 1, callees, indent + "  ", entry)
            if r.random() < 0.4:
                text += [f"{indent}}} else {{"] + self.block(sc, depth - 1, callees, indent + "  ", entry)
            return text + [indent + "}"]
        if kind < 0.78 and depth > 0:
            v = self.fresh("k")
            inner = sc.copy()
            inner.scalars.append(v)
            body = self.block(inner, 0, callees if not entry else [], indent + "  ", entry)
            if r.random() < 0.3:
                body.append(f"{indent}  if {self.cond(inner, 0)} break;")
            return [f"{indent}for (int {v} = 0; {v} < {r.randint(1, 3)}; {v}++) {{"] + body + [indent + "}"]
        if kind < 0.86 and depth > 0:
            text = [f"{indent}switch ({self.scalar(sc)} & 7) {{"]
            for value in r.sample(range(8), r.randint(1, 3)):
                text.append(f"{indent}case {value}:")
                text += self.block(sc, 0, callees if not entry else [], indent + "  ", entry)
                if r.random() < 0.8:
                    text.append(f"{indent}  break;")
            if r.random() < 0.5:
                text += [f"{indent}default:", f"{indent}  {self.target(sc)} = {self.expr(sc, 1)};"]
            return text + [indent + "}"]
        if kind < 0.9 and sc.structs:
            s = r.choice(sc.structs)
            v = self.fresh("n")
            text = [f"{indent}struct S *{v} = {s}->next;", f"{indent}if ({v})", f"{indent}  {v}->a = {self.expr(sc, 1)};"]
            return text
        if kind < 0.93 and sc.ints:
            p = r.choice(sc.ints)
            return [f"{indent}if (!{p})", self.leave(sc, self.ret, indent + "  ")]
        if kind < 0.96 and sc.doubles:
            return [f"{indent}{r.choice(sc.doubles)} = {r.choice(sc.ints) if sc.ints else '&g0'};"]
        if depth > 0:
            return [f"{indent}if {self.cond(sc)}", self.leave(sc, self.ret, indent + "  ")]
        return [f"{indent}{self.target(sc)} = {self.expr(sc, 1)};"]

    def fresh(self, prefix):
        self.counter += 1
        return f"{prefix}{self.counter}"

    # ---- functions ----
    def base_scope(self):
        sc = Scope()
        sc.scalars += ["g0", "g1", "gs.a", "gs.b"]
        sc.assignable += ["g0", "g1", "gs.a", "gs.u.w"]
        sc.arrays += [("ga", 4)]
        return sc

    def params(self, kinds, sc):
        text = []
        for kind in kinds:
            v = self.fresh("p")
            if kind == "scalar":
                text.append(f"{self.r.choice(SCALARS)} {v}")
                sc.scalars.append(v)
                sc.assignable.append(v)
            elif kind == "int*":
                text.append(f"int *{v}")
                sc.ints.append(v)
            elif kind == "S*":
                text.append(f"struct S *{v}")
                sc.structs.append(v)
            elif kind == "arr":
                text.append(f"int {v}[4]")
                sc.arrays.append((v, 4))
            elif kind == "int**":
                text.append(f"int **{v}")
                sc.ints.append(f"*{v}")
                sc.doubles.append(f"*{v}")
            elif kind == "S":
                text.append(f"struct S {v}")
                sc.structs.append(f"(&{v})")
            elif kind == "fn":
                text.append(f"int (*{v})(int)")
                sc.functions.append(v)
                sc.scalars.append(f"{v}({self.atom(sc)})")
        return text

    def function(self, name, callees):
        r = self.r
        if r.random() < 0.5:
            return self.special(name)
        shape = r.random()
        if shape < 0.08:
            return self.maker(name)
        if shape < 0.16:
            return self.recursion(name)
        if shape < 0.22:
            return self.releaser(name)
        if shape < 0.32:
            return self.asker(name)
        if shape < 0.38:
            return self.chooser(name)
        if shape < 0.43:
            return self.pair(name)
        kinds = [r.choice(["scalar", "scalar", "scalar", "int*", "int*", "S*", "S*", "arr", "int**", "S", "fn"])
                 for _ in range(r.randint(1, 3))]
        ret = r.choice(["int", "int", "int", "void"])
        self.ret = ret == "int"
        sc = self.base_scope()
        params = self.params(kinds, sc)
        text = [f"static {ret} {name}({', '.join(params)}) {{"]
        for _ in range(r.randint(1, 2)):
            text += self.statement(sc, 1, callees, "  ", False)
        if self.ret:
            text.append(f"  return {self.expr(sc)};")
        self.out += text + ["}", ""]
        return {"name": name, "params": kinds, "ret": ret}

    def asker(self, name):
        """Asks functions without a body: how often depends on the input, and one writes through a pointer."""
        r = self.r
        text = [f"static int {name}(int *p, int v) {{", f"  int got = ask(v);", f"  if (got > {self.const()})"]
        text.append(r.choice(["    return ask(got) + 1;", "    got += other();", "    return got;"]))
        if r.random() < 0.6:
            text += [f"  if (p{r.choice(['', ' && v > 0', ' && got'])})", "    fill(p);"]
        self.out += text + [f"  return got {r.choice(['+', '-', '^'])} {self.atom(self.base_scope())};", "}", ""]
        return {"name": name, "params": ["int*", "scalar"], "ret": "int"}

    def chooser(self, name):
        """Calls through a pointer that depends on the input."""
        r = self.r
        a, b = r.sample(["inc", "neg", "half"], 2)
        self.out += [f"static int {name}(int v, int w) {{", f"  int (*f)(int) = v > {self.const()} ? {a} : {b};",
                     f"  return f(w) {r.choice(['+', '-'])} {self.const()};", "}", ""]
        return {"name": name, "params": ["scalar", "scalar"], "ret": "int"}

    def pair(self, name):
        """Takes and returns a struct in memory."""
        r = self.r
        self.out += [f"static struct S {name}_make(struct S s, int v) {{", f"  if (v > {self.const()})", f"    s.a {r.choice(['+=', '-='])} v;",
                     "  s.next = 0;", "  return s;", "}", f"static int {name}(struct S *p, int v) {{", "  if (!p)", "    return -1;",
                     f"  struct S t = {name}_make(*p, v);", f"  if (t.a < {self.const()})", "    p->a = t.a;", "  return t.a + t.b;", "}", ""]
        return {"name": name, "params": ["S*", "scalar"], "ret": "int"}

    def maker(self, name):
        """Allocates, perhaps: NULL below a limit."""
        r = self.r
        alloc = r.choice(["malloc(sizeof *s)", "calloc(1, sizeof *s)"])
        text = [f"static struct S *{name}(int v, int w) {{", f"  if (v < {self.const()})", "    return 0;",
                f"  struct S *s = {alloc};", "  if (!s)", "    return 0;", f"  s->a = v {r.choice(['+', '-', '^'])} w;"]
        text += ["  s->b = (short)w;", "  s->next = 0;"] if r.random() < 0.7 else ["  s->next = 0;"]
        self.out += text + ["  return s;", "}", ""]
        return {"name": name, "params": ["scalar", "scalar"], "ret": "S*"}

    def releaser(self, name):
        self.out += [f"static int {name}(int *p, int v) {{", f"  int *q = malloc(2 * sizeof *q);", "  if (!q)", "    return -1;",
                     "  q[0] = v;", f"  q[1] = p ? *p : {self.const()};", "  int r = q[0] > q[1] ? q[0] : q[1];", "  free(q);",
                     "  if (p)", "    *p = r;", "  return r;", "}", ""]
        return {"name": name, "params": ["int*", "scalar"], "ret": "int"}

    def recursion(self, name):
        r = self.r
        limit = r.randint(1, 3)
        self.out += [f"static int {name}(int n, int x) {{", f"  if (n <= 0 || n > {limit})", f"    return x {r.choice(['+', '^', '-'])} {self.const()};",
                     f"  if (x > {self.const()})", f"    return {name}(n - 1, x - 1) + 1;",
                     f"  return {name}(n - 1, x + {r.randint(1, 3)});", "}", ""]
        return {"name": name, "params": ["scalar", "scalar"], "ret": "int"}

    def entry(self, callees):
        r = self.r
        self.ret = True
        sc = self.base_scope()
        kinds = ["scalar", "scalar"] + [r.choice(["scalar", "int*", "S*", "arr", "fn"]) for _ in range(r.randint(0, 1))]
        params = self.params(kinds, sc)
        text = [f"int entry({', '.join(params)}) {{"]
        text.append("  struct S l0 = {1, 2, 3, {4}, 0};")
        sc.structs.append("(&l0)")
        for name in ("i0", "i00"):
            text.append(f"  int {name} = {self.atom(sc)};")
            sc.scalars.append(name)
            sc.assignable.append(name)
        if r.random() < 0.5:
            text.append(f"  int *dp = {r.choice(['&i0', '&g0', '&ga[1]'])};")
            sc.ints.append("dp")
            sc.doubles.append("dp")
        for _ in range(r.randint(2, 3)):
            callee = r.choice(callees)
            if callee["ret"] == "S*":
                text += [f"  struct S *h{self.counter} = {self.call(sc, callee)};", f"  if (h{self.counter} && h{self.counter}->a < {self.const()})",
                         f"    g1 = {self.atom(sc)};"]
                sc.structs.append(f"h{self.counter}")
                self.counter += 1
            elif callee["ret"] == "int*":
                v = self.fresh("q")
                text += [f"  int *{v} = {self.call(sc, callee)};", f"  if ({v} && *{v} == {self.const()})", f"    g1 = {self.atom(sc)};"]
                sc.ints.append(v)
            elif callee["ret"] == "void":
                text.append(f"  {self.call(sc, callee)};")
            else:
                v = self.fresh("i")
                text.append(f"  int {v} = {self.call(sc, callee)};")
                sc.scalars.append(v)
                sc.assignable.append(v)
            if r.random() < 0.6:
                text += [f"  if {self.cond(sc)} {{"] + self.block(sc, 0, callees, "    ", True) + ["  }"]
        text += [f"  if ({r.choice(sc.scalars)} {r.choice(['<', '>', '==', '!='])} {self.const()})", "    return 1;",
                 f"  return {self.expr(sc)};", "}"]
        self.out += text
        return kinds

    def text(self):
        r = self.r
        self.out = ["// entry: entry", "#include <assert.h>", "#include <stdarg.h>", "#include <stdlib.h>", "#include <string.h>",
                    "", "union U {", "  int w;", "  short h[2];", "};", "struct S {",
                    f"  int a;", f"  {r.choice(['short', 'signed char', 'unsigned short'])} b;", f"  {r.choice(['long', 'unsigned'])} c;",
                    "  union U u;", "  struct S *next;", "};", "int g0, g1 = 3;", "int ga[4] = {1, 2, 3, 4};",
                    "struct S gs = {5, 6, 7, {8}, 0};", "int *gp = &g1;", "char gt[4] = \"abc\";", "struct B {", "  unsigned x : 3;", "  int y : 5;", "} gb;", "",
                    "int ask(int v);", "int other(void);", "void fill(int *p);",
                    "static int inc(int v) { return v + 1; }", f"static int neg(int v) {{ return v < {self.const()} ? -v : v; }}",
                    "static int half(int v) { return v / 2; }", ""]
        callees = []
        for i in range(r.randint(1, 3)):
            callees.append(self.function(f"f{i}", callees))
        self.entry(callees)
        return "\n".join(self.out) + "\n"


def program(seed):
    return Program(seed).text()


# The names of a program that must not meet those of its neighbours in one file.
SHARED = re.compile(r"\b(g0|g1|ga|gs|gp|gt|gb|inc|neg|half|f\d(?:_[a-z]+)?|entry|S|U|B)\b")


def batch(seeds):
    """Several programs in one file: starting a compiler costs more than most of the programs."""
    texts = ["// entry: " + " ".join(f"entry_{s}" for s in seeds), "#include <assert.h>", "#include <stdarg.h>", "#include <stdlib.h>",
             "#include <string.h>"]
    for seed in seeds:
        lines = [line for line in program(seed).splitlines() if not line.startswith(("//", "#"))]
        texts.append(SHARED.sub(lambda m: f"{m.group(1)}_{seed}", "\n".join(lines)))
    return "\n".join(texts) + "\n"


FIGURES = re.compile(r"(\d+) entries, (\d+) compared \(.*\), (\d+) paths, (\d+) inputs; (\d+) calls by summary, (\d+) inline, "
                     r"(\d+) re-analyses; (\d+) differ")


def check(args, seeds, folder):
    """The figures of one batch and what there is to say; figures None: it could not be done."""
    path = os.path.join(folder, f"seeds{seeds[0]}.c")
    with open(path, "w") as f:
        f.write(batch(seeds))
    try:
        run = subprocess.run([args.compare, "-w", path], capture_output=True, text=True, timeout=args.seconds * len(seeds))
    except subprocess.TimeoutExpired:
        return None, f"seeds {seeds[0]} to {seeds[-1]}: not finished after {args.seconds * len(seeds):.0f} s"
    found = FIGURES.search(run.stdout)
    if run.returncode not in (0, 1) or not found:
        return None, f"seeds {seeds[0]} to {seeds[-1]}: {run.stdout[-2000:]}{run.stderr[-2000:]}"
    return [int(x) for x in found.groups()], run.stdout if run.returncode else ""


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--seed", type=int)
    ap.add_argument("--compare")
    ap.add_argument("--seeds", default="1:26")
    ap.add_argument("--want", type=int, default=0)
    ap.add_argument("--jobs", type=int, default=1)
    ap.add_argument("--seconds", type=float, default=60, help="for one program")
    ap.add_argument("--keep")
    args = ap.parse_args()
    if args.seed is not None:
        sys.stdout.write(program(args.seed))
        return 0
    first, last = map(int, args.seeds.split(":"))
    batches = [range(s, min(s + 10, last)) for s in range(first, last, 10)]
    totals, broken = [0] * 8, 0
    with tempfile.TemporaryDirectory() as temp, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        folder = args.keep or temp
        os.makedirs(folder, exist_ok=True)
        for figures, text in pool.map(lambda b: check(args, b, folder), batches):
            if text:
                print(text, flush=True)
            if figures:
                totals = [a + b for a, b in zip(totals, figures)]
            else:
                broken += 1
    programs, compared, paths, inputs, summarised, inline, again, different = totals
    print(f"{programs} programs, {compared} complete in every way, {different} different, {broken} batches not done; {paths} paths, "
          f"{inputs} inputs, {summarised} calls by summary, {inline} inline, {again} re-analyses")
    if compared < args.want:
        print(f"wanted {args.want} that are complete: too few to show anything")
    return 1 if different or broken or compared < args.want else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Random functions with symbolic parameters: integers of all widths, pointers, structs, arrays, unions, globals, bit-fields,
floats, switches, loops, shifts, casts, reads and writes at symbolic indices, calls.

usage: generate.py SEED [FUNCTIONS]    prints one C file

Loops end after a few rounds whatever the input, so that many summaries are complete. Errors (NULL, a division by zero, an
index out of bounds, a shift too far) are left in now and then: they are cases as well."""
import random, sys

INTS = ["_Bool", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long"]
BITS = {"_Bool": 1, "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "int": 32, "unsigned": 32,
        "long": 64, "unsigned long": 64}
FLOATS = ["float", "double"]

STRUCTS = """
struct pair { int x; unsigned char y; };
struct bits { unsigned a : 3; int b : 5; unsigned c : 11; unsigned long d : 33; _Bool e : 1; };
struct node { int key; struct node *next; short tag; };
struct box { unsigned short n; int v[4]; struct pair p[2]; signed char last; };
struct big { long a[3]; struct bits f; double r; };
union mix { unsigned w; unsigned char b[4]; struct { short lo, hi; } h; float f; };
"""
# scalar fields: (text, type); an index is filled in for {}
FIELDS = {
    "struct pair": [("x", "int"), ("y", "unsigned char")],
    "struct bits": [("a", "unsigned"), ("b", "int"), ("c", "unsigned"), ("d", "unsigned long"), ("e", "_Bool")],
    "struct node": [("key", "int"), ("tag", "short")],
    "struct box": [("n", "unsigned short"), ("v[{4}]", "int"), ("p[{2}].x", "int"), ("p[{2}].y", "unsigned char"),
                   ("last", "signed char")],
    "struct big": [("a[{3}]", "long"), ("f.a", "unsigned"), ("f.b", "int"), ("f.d", "unsigned long")],
    "union mix": [("w", "unsigned"), ("b[{4}]", "unsigned char"), ("h.lo", "short"), ("h.hi", "short")],
}


class Function:
    def __init__(self, rnd, number, earlier):
        self.rnd, self.number, self.earlier = rnd, number, earlier
        self.name = f"f{number}"
        self.scalars, self.reals, self.aggregates, self.arrays, self.pointers = [], [], [], [], []
        self.fresh = 0
        self.budget = rnd.randint(3, 9)
        self.floats = rnd.random() < 0.2

    # ---- names ----
    def new(self, prefix):
        self.fresh += 1
        return f"{prefix}{self.fresh}"

    def param(self):
        r = self.rnd
        kind = r.choices(["int", "float", "ptr", "array", "struct", "structptr", "union", "list", "pp"],
                         [10, 3 if self.floats else 0, 3, 3, 2, 4, 1, 2, 1])[0]
        if kind == "int":
            t, n = r.choice(INTS), self.new("a")
            self.scalars.append((n, t, True))
            return t, f"{t} {n}"
        if kind == "float":
            t, n = r.choice(FLOATS), self.new("x")
            self.reals.append((n, t))
            return t, f"{t} {n}"
        if kind == "ptr":
            t, n = r.choice(INTS[1:]), self.new("p")
            self.pointers.append((n, t))
            return t + " *", f"{t} *{n}"
        if kind == "array":
            t, n, size = r.choice(INTS[1:]), self.new("t"), r.choice([2, 3, 4, 8])
            self.arrays.append((n, t, size))
            return f"{t} *", f"{t} {n}[{size}]"
        if kind == "struct":
            t, n = r.choice(["struct pair", "struct bits", "struct box", "struct big"]), self.new("s")
            self.aggregates.append((n + ".", t, False))
            return t, f"{t} {n}"
        if kind == "structptr":
            t, n = r.choice(["struct pair", "struct bits", "struct box", "struct big"]), self.new("q")
            self.aggregates.append((n + "->", t, True))
            return t + " *", f"{t} *{n}"
        if kind == "union":
            n = self.new("u")
            self.aggregates.append((n + "->", "union mix", True))
            return "union mix *", f"union mix *{n}"
        if kind == "list":
            n = self.new("l")
            self.aggregates.append((n + "->", "struct node", True))
            self.aggregates.append((n + "->next->", "struct node", True))
            return "struct node *", f"struct node *{n}"
        n, t = self.new("h"), r.choice(INTS[5:])
        self.pointers.append((f"*{n}", t))
        return f"{t} **", f"{t} **{n}"

    # ---- expressions ----
    def index(self, size, depth):
        """An index below size: usually kept in range, now and then not."""
        e, roll = self.expr(depth + 1), self.rnd.random()
        if roll < 0.25:
            return str(self.rnd.randrange(size))
        if roll < 0.6 and size & (size - 1) == 0:
            return f"({e}) & {size - 1}"
        if roll < 0.95:
            return f"(unsigned)({e}) % {size}u"
        return e

    def field(self, depth):
        base, t, _ = self.rnd.choice(self.aggregates)
        text, ft = self.rnd.choice(FIELDS[t])
        if "{" in text:
            size = int(text[text.index("{") + 1:text.index("}")])
            text = text.replace("{%d}" % size, self.index(size, depth))
        return base + text, ft

    def place(self, depth, write=False):
        """A scalar in a variable, a field, an element, behind a pointer; loop counters are not to be written."""
        r, kinds = self.rnd, ["scalar"] * 3
        if self.aggregates: kinds += ["field"] * 3
        if self.arrays: kinds += ["element"] * 3
        if self.pointers: kinds += ["pointed"] * 2
        kind = r.choice(kinds)
        if kind == "field":
            return self.field(depth)
        if kind == "element":
            n, t, size = r.choice(self.arrays)
            return f"{n}[{self.index(size, depth)}]", t
        if kind == "pointed":
            n, t = r.choice(self.pointers)
            return f"*{n}", t
        n, t, _ = r.choice([s for s in self.scalars if s[2] or not write])
        return n, t

    def atom(self, depth):
        r = self.rnd
        if r.random() < 0.25:
            return r.choice(["0", "1", "2", "3", "7", "-1", "10", "100", "255", "-128", "65535", "0x7fffffff", "1000000007",
                             "0x8000000000000000u", "'a'", "5u", "12L"])
        return self.place(depth)[0]

    def real(self, depth):
        r = self.rnd
        if depth > 2 or not self.reals or r.random() < 0.3:
            return r.choice([n for n, _ in self.reals] + ["0.5", "2.0f", "-1.0", "100.0", "1e-3"])
        a, b = self.real(depth + 1), self.real(depth + 1)
        kind = r.random()
        if kind < 0.6:
            return f"({a} {r.choice('+-*/')} {b})"
        if kind < 0.8:
            return f"(float)({a})"
        return f"(double)({self.expr(depth + 2)})"

    def expr(self, depth=0):
        r = self.rnd
        if depth >= 3 or r.random() < 0.2 + 0.15 * depth:
            return self.atom(depth)
        kind = r.choices(["bin", "cmp", "shift", "div", "cast", "un", "cond", "logic", "real", "call"],
                         [10, 4, 4, 2, 4, 2, 2, 2, 3 if self.reals else 0, 1 if self.earlier else 0])[0]
        a, b = self.expr(depth + 1), self.expr(depth + 1)
        if kind == "bin":
            return f"({a} {r.choice(['+', '-', '*', '&', '|', '^'])} {b})"
        if kind == "cmp":
            return f"({a} {r.choice(['<', '<=', '>', '>=', '==', '!='])} {b})"
        if kind == "shift":
            if r.random() < 0.1:
                return f"({a} {r.choice(['<<', '>>'])} {b})"
            return f"({a} {r.choice(['<<', '>>'])} {r.choice([f'(({b}) & 7)', str(r.randint(0, 7))])})"
        if kind == "div":
            d = b if r.random() < 0.15 else r.choice([f"(({b}) | 1)", str(r.choice([2, 3, 7, 10, 16]))])
            return f"({a} {r.choice('/%')} {d})"
        if kind == "cast":
            return f"({r.choice(INTS)})({a})"
        if kind == "un":
            return f"{r.choice(['-', '~', '!'])}({a})"
        if kind == "cond":
            return f"(({self.expr(depth + 1)}) ? {a} : {b})"
        if kind == "logic":
            return f"({a} {r.choice(['&&', '||'])} {b})"
        if kind == "real":
            x, y = self.real(depth + 1), self.real(depth + 1)
            return f"({x} {r.choice(['<', '<=', '>', '==', '!='])} {y})"
        return self.call(depth)

    def call(self, depth):
        f = self.rnd.choice(self.earlier)
        args = []
        for t in f.types:
            if t in BITS:
                args.append(self.expr(depth + 1))
            elif t in FLOATS:
                args.append("1.5")
            elif t.endswith("*"):
                args.append(self.address(t))
            else:
                args.append(f"({t}){{0}}")
        return f"{f.name}({', '.join(args)})"

    def address(self, t):
        target = t[:-1].strip()
        fits = [n for n, pt in self.pointers if pt == target] + [n for n, at, size in self.arrays if at == target and size == 8]
        fits += [b[:-2] for b, at, ptr in self.aggregates if ptr and at == target]
        fits += [f"&{n}" for n, st, _ in self.scalars if st == target and not n.startswith("i")] * (target not in BITS)
        return self.rnd.choice(fits) if fits else f"({t})0"

    # ---- statements ----
    def block(self, depth, pad):
        return "".join(self.statement(depth + 1, pad + "  ") for _ in range(self.rnd.randint(1, 2)))

    def statement(self, depth, pad):
        r = self.rnd
        self.budget -= 1
        kinds = {"assign": 6, "local": 2}
        if self.budget > 0 and depth < 3:
            kinds.update({"if": 6, "switch": 2, "for": 2, "while": 1})
        if depth > 0:
            kinds["return"] = 1
        if self.pointers and depth < 2:
            kinds["null"] = 1
        if any(t == "struct node" for _, t, _ in self.aggregates):
            kinds["walk"] = 2
        if len([a for a in self.aggregates if a[1] == "struct pair"]) > 1:
            kinds["copy"] = 1
        kind = r.choices(list(kinds), list(kinds.values()))[0]
        if kind == "assign":
            if self.reals and r.random() < 0.3:
                return f"{pad}{r.choice(self.reals)[0]} = {self.real(0)};\n"
            p = self.place(1, True)[0]
            op = r.choice(["=", "=", "=", "+=", "-=", "^=", "|=", "&=", "*="])
            return f"{pad}{p} {op} {self.expr(1)};\n"
        if kind == "local":
            if depth > 0 or r.random() < 0.5:
                return f"{pad}{self.place(1, True)[0]} = {self.expr(0)};\n"
            t = r.choice(INTS)
            if r.random() < 0.4:
                n, size = self.new("b"), r.choice([2, 4, 5])
                text = f"{pad}{t} {n}[{size}] = {{{', '.join(self.expr(2) for _ in range(size))}}};\n"
                self.arrays.append((n, t, size))
                return text
            n = self.new("v")
            text = f"{pad}{t} {n} = {self.expr(0)};\n"
            self.scalars.append((n, t, True))
            return text
        if kind == "if":
            text = f"{pad}if ({self.expr(0)}) {{\n{self.block(depth, pad)}{pad}}}"
            if r.random() < 0.5:
                text += f" else {{\n{self.block(depth, pad)}{pad}}}"
            return text + "\n"
        if kind == "switch":
            labels = r.sample([0, 1, 2, 3, 5, 8, 100, 255, -1], r.randint(2, 4))
            text = f"{pad}switch ({self.expr(0)}) {{\n"
            for v in labels:
                text += f"{pad}case {v}:\n{self.block(depth, pad)}" + (f"{pad}  break;\n" if r.random() < 0.8 else "")
            if r.random() < 0.6:
                text += f"{pad}default:\n{self.block(depth, pad)}"
            return text + f"{pad}}}\n"
        if kind == "for":
            i = self.new("i")
            stop = r.choice([str(r.randint(1, 3)), f"(({self.expr(1)}) & 3)"])
            head = f"{pad}for (int {i} = 0; {i} < {stop}; {i}++) {{\n"
            self.scalars.append((i, "int", False))
            body = self.block(depth, pad)
            self.scalars = [s for s in self.scalars if s[0] != i]
            return head + body + f"{pad}}}\n"
        if kind == "while":
            i = self.new("i")
            text = f"{pad}for (int {i} = 3; {i}-- > 0 && ({self.expr(0)});) {{\n{self.block(depth, pad)}"
            if r.random() < 0.4:
                text += f"{pad}  if ({self.expr(1)})\n{pad}    {r.choice(['break', 'continue'])};\n"
            return text + f"{pad}}}\n"
        if kind == "return":
            return f"{pad}return {self.expr(0)};\n"
        if kind == "null":
            n, _ = r.choice(self.pointers)
            return f"{pad}if (!{n})\n{pad}  return {self.expr(2)};\n"
        if kind == "copy":
            pairs = [b for b, t, _ in self.aggregates if t == "struct pair"]
            a, b = r.sample(pairs, 2)
            whole = lambda e: "*" + e[:-2] if e.endswith("->") else e[:-1]
            return f"{pad}{whole(a)} = {whole(b)};\n"
        base = r.choice([b for b, t, _ in self.aggregates if t == "struct node"])[:-2]
        i = self.new("w")
        return (f"{pad}{{\n{pad}  struct node *{i} = {base};\n{pad}  for (int k = 0; k < 3 && {i}; k++) {{\n"
                f"{pad}    if ({i}->key {r.choice(['<', '==', '>'])} {self.expr(2)})\n{pad}      {i}->tag = {self.expr(2)};\n"
                f"{pad}    {i} = {i}->next;\n{pad}  }}\n{pad}}}\n")

    def text(self):
        r = self.rnd
        params = [self.param() for _ in range(r.randint(1, 4))]
        self.types = [t for t, _ in params]
        for n, t in r.sample(GLOBALS, 2):
            self.scalars.append((n, t, True))
        if r.random() < 0.4:
            n, t, size = r.choice(GLOBAL_ARRAYS)
            self.arrays.append((n, t, size))
        if r.random() < 0.2:
            self.aggregates.append(("gs.", "struct box", False))
        self.ret = r.choice(INTS)
        body = ""
        while self.budget > 0:
            body += self.statement(0, "  ")
        return (f"{self.ret} {self.name}({', '.join(p for _, p in params)}) {{\n{body}  return {self.expr(0)};\n}}\n")


GLOBALS = [("g1", "int"), ("g2", "unsigned char"), ("g3", "long"), ("g4", "unsigned short")]
GLOBAL_ARRAYS = [("ga", "int", 4), ("gb", "unsigned char", 8)]


def program(seed, count):
    rnd = random.Random(seed)
    out = [f"/* generate.py {seed} {count} */\n", STRUCTS, "\nint g1 = 1;\nunsigned char g2;\nlong g3 = -5;\n",
           "unsigned short g4;\nint ga[4] = {1, 2, 3, 4};\nunsigned char gb[8];\nstruct box gs;\n\n"]
    earlier = []
    for i in range(count):
        f = Function(rnd, i, earlier[-3:] if rnd.random() < 0.4 else [])
        out.append(f.text() + "\n")
        earlier.append(f)
    return "".join(out)


if __name__ == "__main__":
    sys.stdout.write(program(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 20))

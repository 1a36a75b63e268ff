#!/usr/bin/env python3
"""Completeness by enumeration: random functions with symbolic indices (a[b[i]], arrays in structs, arrays behind pointers, pointers
into one of several objects) over tiny domains. Compiled natively, each runs on every input of its precondition and logs its own
decisions; the set of paths must be exactly that of the summary's cases, each once.

usage: brute.py SUMM [--seeds FIRST:COUNT] [--keep DIR] [--getorder TO]    five functions per seed

--getorder counts the paths of the late-alias paper's getOrder for N = 3..TO over all permutations as well. The last line is
"N functions with N paths compared, N differ, N incomplete"; incomplete ones (a bound was hit) are not compared."""
import argparse, json, os, random, shutil, subprocess, sys, tempfile

HEAD = """#include <stdio.h>
#ifdef LOG
static char path[4096]; static int at;
static int dec(int line, int v) { if (at < 4000) at += sprintf(path + at, "%d%c ", line, v ? 'T' : 'F'); return v; }
#define D(c) dec(__LINE__, (c) != 0)
#else
#define D(c) (c)
#endif
typedef unsigned char u8;
struct s { u8 head; u8 v[4]; };
struct t { u8 n; struct s in[2]; };
"""
DOMAIN = 3


class Function:
    def __init__(self, rnd, number):
        self.rnd, self.name = rnd, f"f{number}"
        self.pointers = False

    def index(self, depth=1):
        return f"{self.value(depth)} & 3"

    def value(self, depth=2):
        r, pick = self.rnd, self.rnd.randrange(9 if depth else 2)
        if pick == 0: return str(r.randrange(DOMAIN + 1))
        if pick == 1: return r.choice(["x", "y", "p[0]", "p[1]"])
        if pick == 2: return f"a[{self.index(depth - 1)}]"
        if pick == 3: return f"b[a[{self.index(depth - 1)}] & 3]"
        if pick == 4: return f"s.v[{self.index(depth - 1)}]"
        if pick == 5: return f"t.in[{self.value(depth - 1)} & 1].v[{self.index(depth - 1)}]"
        if pick == 6: return f"p[({self.value(depth - 1)}) % 3]"
        if pick == 7: return r.choice(["*q", f"q[{self.value(depth - 1)} & 1]"])
        return f"(u8)({self.value(depth - 1)} {r.choice('+-^')} {self.value(depth - 1)})"

    def target(self):
        return self.rnd.choice([f"a[{self.index()}]", f"s.v[{self.index()}]", "*q", f"t.in[x & 1].v[{self.index()}]",
                                f"b[{self.index()}]", "s.head"])

    def condition(self):
        # something read, so that the compiler does not decide it
        return f"D({self.value()} + x * 0 {self.rnd.choice(['==', '<', '>', '!='])} {self.value(1)})"

    def statements(self, n, depth, indent):
        out = []
        for _ in range(n):
            pick = self.rnd.randrange(8)
            if pick < 2:
                out.append(f"{indent}{self.target()} = {self.value()};")
            elif pick == 2:
                out.append(f"{indent}q = at[{self.index()}];")
            elif pick == 3 and depth:
                out.append(f"{indent}for (int k{depth} = 0; D(k{depth} < 2); k{depth}++) {{")
                out += self.statements(1, depth - 1, indent + "  ") + [indent + "}"]
            elif depth:
                out.append(f"{indent}if ({self.condition()}) {{")
                out += self.statements(self.rnd.randrange(1, 3), depth - 1, indent + "  ")
                if self.rnd.randrange(2):
                    out.append(f"{indent}}} else {{")
                    out += self.statements(1, depth - 1, indent + "  ")
                out.append(indent + "}")
            else:
                out.append(f"{indent}r = (u8)(r + {self.value(1)});")
        return out

    def text(self):
        lines = [f"int {self.name}_precond(u8 x, u8 y, const u8 *p) {{",
                 f"  return x < {DOMAIN} && y < {DOMAIN} && p[0] < {DOMAIN} && p[1] < {DOMAIN} && p[2] < {DOMAIN};", "}",
                 f"int {self.name}(u8 x, u8 y, const u8 *p) {{",
                 "  u8 r = 0, a[4] = {x, 2, y, p[0]}, b[4] = {p[1], y, 3, 1};",
                 "  struct s s = {y, {1, x, p[2], 0}};",
                 "  struct t t = {x, {{1, {y, 0, 2, x}}, {p[1], {3, p[0], 1, 2}}}};",
                 "  u8 *at[4] = {a + 1, s.v, &t.in[1].v[1], b + 2}, *q = a;"]
        return lines + self.statements(4, 2, "  ") + ["  return r + *q;", "}"]


def driver(names):
    loops = "".join(f"for (p[{i}] = 0; p[{i}] < {DOMAIN}; p[{i}]++) " for i in range(3))
    calls = "".join(f"""
  for (int x = 0; x < {DOMAIN}; x++) for (int y = 0; y < {DOMAIN}; y++) {loops} {{
    at = 0; path[0] = 0; {n}((u8)x, (u8)y, p); printf("{n}: %s\\n", path); }}""" for n in names)
    return "#ifdef LOG\nint main(void) {\n  u8 p[3];" + calls + "\n}\n#endif\n"


def native(path, folder, flags=()):
    program = os.path.join(folder, "a.out")
    subprocess.run(["clang-19", "-w", "-O1", "-DLOG", *flags, path, "-o", program], check=True)
    lines = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    found = {}
    for line in lines:
        name, _, taken = line.partition(": ")
        found.setdefault(name, set()).add(taken.strip())
    return found


def summaries(o, path, store, names, flags=()):
    subprocess.run([o.summ, "run", "--store", store, "-j1", "--max-loop", "1000", *sum((["--function", n] for n in names), []),
                    path, "--", *flags], capture_output=True, text=True, timeout=600)
    shown = subprocess.run([o.summ, "show", "--store", store, "--json", *names], capture_output=True, text=True, check=True)
    found = json.loads(shown.stdout)
    return found if isinstance(found, list) else [found]


def differences(o, seed):
    """(compared, paths, incomplete, complaints) of one file."""
    with tempfile.TemporaryDirectory() as tmp:
        rnd = random.Random(seed)
        functions = [Function(rnd, i) for i in range(5)]
        names = [f.name for f in functions]
        path = os.path.join(tmp, f"brute-{seed}.c")
        with open(path, "w") as out:
            out.write(HEAD + "\n".join("\n".join(f.text()) for f in functions) + "\n" + driver(names))
        wanted, compared, npaths, incomplete, complaints = native(path, tmp), 0, 0, 0, []
        for s in summaries(o, path, os.path.join(tmp, "s"), names):
            if s["status"] != "complete":
                incomplete += 1
                continue
            compared += 1
            paths = ["".join(f"{d['line']}{'T' if d['edge'] == 'true' else 'F'} " for d in c["decisions"]).strip()
                     for c in s["cases"]]
            npaths += len(paths)
            twice, missing = len(paths) - len(set(paths)), wanted[s["name"]] - set(paths)
            extra = set(paths) - wanted[s["name"]]
            if twice or missing or extra:
                complaints.append(f"seed {seed}, {s['name']}: {len(wanted[s['name']])} paths, {len(paths)} cases; {twice} twice, "
                                  f"missing {sorted(missing)[:2]}, not feasible {sorted(extra)[:2]}")
        if complaints and o.keep:
            os.makedirs(o.keep, exist_ok=True)
            shutil.copy(path, o.keep)
        return compared, npaths, incomplete, complaints


GETORDER = HEAD + """
int getOrder(int *p) {
  int i, order = 1, isId, power[N], tmp[N];
  for (i = 0; i < N; i++) power[i] = p[i];
  while (1) {
    for (i = 0, isId = 1; i < N && isId; i++)
      if (D(power[i] != i)) isId = 0;
    if (isId) return order;
    for (i = 0; i < N; i++) tmp[i] = power[i];
    for (i = 0; i < N; i++) power[i] = tmp[p[i]];
    order++;
  }
}
int p[N];
void each(int k) {
  if (k == N) { at = 0; path[0] = 0; getOrder(p); printf("getOrder: %s\\n", path); return; }
  for (int i = k; i < N; i++) {
    int v = p[k]; p[k] = p[i]; p[i] = v;
    each(k + 1);
    v = p[k]; p[k] = p[i]; p[i] = v;
  }
}
int main(void) { for (int i = 0; i < N; i++) p[i] = i; each(0); }
"""


def getorder(o, n):
    seed = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../corpora/seeds/getorder.c")
    with tempfile.TemporaryDirectory() as tmp:
        path = os.path.join(tmp, "getorder.c")
        with open(path, "w") as out:
            out.write(GETORDER)
        wanted = native(path, tmp, [f"-DN={n}"])["getOrder"]
        s = summaries(o, seed, os.path.join(tmp, "s"), ["getOrder"], [f"-DN={n}"])[0]
        paths = [tuple((d["line"], d["edge"]) for d in c["decisions"]) for c in s["cases"]]
        print(f"getOrder N={n}: {len(wanted)} paths over all permutations, {len(paths)} cases, {s['status']}")
        return len(paths) == len(set(paths)) == len(wanted) and s["status"] == "complete"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("summ")
    parser.add_argument("--seeds", default="1:10")
    parser.add_argument("--keep")
    parser.add_argument("--getorder", type=int, default=0)
    o = parser.parse_args()
    o.summ = os.path.abspath(o.summ)
    first, count = (int(x) for x in o.seeds.split(":"))
    failed = sum(not getorder(o, n) for n in range(3, o.getorder + 1))
    compared = npaths = incomplete = 0
    for seed in range(first, first + count):
        c, n, i, complaints = differences(o, seed)
        compared, npaths, incomplete, failed = compared + c, npaths + n, incomplete + i, failed + len(complaints)
        for line in complaints:
            print(line)
    print(f"{compared} functions with {npaths} paths compared, {failed} differ, {incomplete} incomplete")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())

"""Functions with one thing each that composition must get right; generate.py mixes them with random ones.

Each method writes one function (and what it needs beside it) and says how it is called: the kinds of its parameters as
Program.call knows them, and what it returns."""


class Shapes:
    def emit(self, name, params, ret, lines):
        self.out += lines + [""]
        return {"name": name, "params": params, "ret": ret}

    def special(self, name):
        kinds = [self.picker, self.mutual, self.walker, self.again, self.table, self.dispatch, self.freer, self.mover,
                 self.follower, self.linker, self.union_by_value, self.counter_kept, self.quitter, self.minmax, self.matrix,
                 self.text_scan, self.bits, self.same, self.copier, self.punner, self.variadic, self.lender, self.asserter]
        return self.r.choice(kinds)(name)

    def picker(self, name):
        """Gives one of several pointers, into the middle of an object too, or NULL."""
        r, c = self.r, self.const
        ways = [f"  if (v < {c()})", "    return p;", f"  if (s && v > {c()})", f"    return &s->{r.choice(['a', 'u.w'])};"]
        if r.random() < 0.5:
            ways += [f"  if (v == {c()})", "    return 0;"]
        last = r.choice(["&g0", "&ga[v & 3]", "ga + 2", "p"])
        return self.emit(name, ["int*", "S*", "scalar"], "int*",
                         [f"static int *{name}(int *p, struct S *s, int v) {{"] + ways + [f"  return {last};", "}"])

    def mutual(self, name):
        r, c = self.r, self.const
        limit = r.randint(1, 3)
        return self.emit(name, ["scalar", "scalar"], "int", [
            f"static int {name}_odd(int n, int x);", f"static int {name}(int n, int x) {{", f"  if (n <= 0 || n > {limit})",
            f"    return x {r.choice(['+', '-'])} {c()};", f"  return {name}_odd(n - 1, x + {r.randint(1, 3)}) {r.choice(['+', '^'])} 1;",
            "}", f"static int {name}_odd(int n, int x) {{", f"  if (n <= 0 || x > {c()})", f"    return {c()};",
            f"  return {name}(n - 1, x);", "}"])

    def walker(self, name):
        """Recursion down a list."""
        r, c = self.r, self.const
        change = [f"  if (s->a == {c()})", f"    s->a = {c()};"] if r.random() < 0.5 else []
        return self.emit(name, ["S*", "scalar"], "int", [
            f"static int {name}(struct S *s, int n) {{", f"  if (!s || n <= 0 || n > {r.randint(1, 2)})", f"    return {c()};"] + change + [
            f"  if (s->a > {c()})", f"    return {name}(s->next, n - 1) + 1;", f"  return {name}(s->next, n - 1) - (s->b & 1);", "}"])

    def again(self, name):
        """Recursion through a function pointer."""
        r, c = self.r, self.const
        return self.emit(name, ["scalar", "scalar"], "int", [
            f"static int {name}_plain(int n, int x) {{", f"  return n > {c()} ? x : x - n;", "}", f"static int {name}(int n, int x) {{",
            f"  int (*next)(int, int) = x > {c()} ? {name} : {name}_plain;", f"  if (n <= 0 || n > {r.randint(1, 2)})", "    return x;",
            f"  return next(n - 1, x - {r.randint(1, 9)}) + 1;", "}"])

    def table(self, name):
        r = self.r
        entries = ", ".join(r.choice(["inc", "neg", "half"]) for _ in range(4))
        return self.emit(name, ["scalar", "scalar"], "int", [
            f"static int (*const {name}_tab[4])(int) = {{{entries}}};", f"static int {name}(int v, int w) {{",
            f"  return {name}_tab[v & {r.choice([1, 3])}](w) {r.choice(['+', '-'])} {self.const()};", "}"])

    def dispatch(self, name):
        """A function pointer in a struct."""
        r, c = self.r, self.const
        return self.emit(name, ["scalar", "scalar"], "int", [
            f"struct {name}_ops {{", "  int (*run)(int);", "  int bias;", "};",
            f"static int {name}_run(const struct {name}_ops *o, int v) {{", f"  if (v > {c()})", "    return o->bias;",
            "  return o->run(v) + o->bias;", "}", f"static int {name}(int v, int w) {{",
            f"  struct {name}_ops o = {{v > {c()} ? {r.choice(['inc', 'neg'])} : half, w}};", f"  return {name}_run(&o, w);", "}"])

    def freer(self, name):
        """Frees what it is given, for some inputs."""
        r, c = self.r, self.const
        look = [f"    int got = s->a;", "    free(s);", "    return got;"] if r.random() < 0.5 else ["    free(s);", "    return 1;"]
        return self.emit(name, ["S*", "scalar"], "int", [f"static int {name}(struct S *s, int v) {{", f"  if (s && v > {c()}) {{"] +
                         look + ["  }", f"  return {c()};", "}"])

    def mover(self, name):
        r, c = self.r, self.const
        to = r.choice(["&ga[v & 3]", "&g1", "*pp ? *pp : &g0", "0"])
        return self.emit(name, ["int**", "scalar"], "void", [f"static void {name}(int **pp, int v) {{", f"  if (v > {c()})", f"    *pp = {to};",
                                                            f"  else if (*pp && **pp > {c()})", f"    **pp = v;", "}"])

    def follower(self, name):
        """Goes on with its own parameter, which is no other's."""
        r, c = self.r, self.const
        return self.emit(name, ["S*", "scalar"], "int", [
            f"static int {name}(struct S *s, int v) {{", "  int sum = 0;", f"  for (int i = 0; s && i < {r.randint(1, 2)}; i++) {{",
            f"    if (s->a > {c()})", "      sum += v;", f"    s->b = {c()};" if r.random() < 0.4 else "    v--;", "    s = s->next;", "  }",
            "  return sum;", "}"])

    def linker(self, name):
        r, c = self.r, self.const
        return self.emit(name, ["S*", "scalar"], "S*", [
            f"static struct S *{name}(struct S *tail, int v) {{", f"  if (v < {c()})", f"    return {r.choice(['tail', '0'])};",
            "  struct S *s = malloc(sizeof *s);", "  if (!s)", "    return tail;", "  s->a = v;", f"  s->b = {self.r.randint(0, 9)};",
            "  s->next = tail;", f"  if (tail && tail->a > v)", "    tail->a = v;", "  return s;", "}"])

    def union_by_value(self, name):
        r, c = self.r, self.const
        return self.emit(name, ["U", "scalar"], "int", [f"static int {name}(union U u, int v) {{", f"  if (u.h[0] > {c()})", "    return u.w;",
                                                       "  u.w = v;", f"  return u.h[{r.randint(0, 1)}] + 1;", "}"])

    def counter_kept(self, name):
        return self.emit(name, ["scalar"], "int", [f"static int {name}(int v) {{", "  static int calls;", f"  if (v > {self.const()})",
                                                  "    calls++;", "  return calls;", "}"])

    def quitter(self, name):
        r, c = self.r, self.const
        end = r.choice([f"exit({r.randint(0, 3)});", "abort();", "exit(v);"])
        return self.emit(name, ["int*", "scalar"], "int", [f"static int {name}(int *p, int v) {{", f"  if (v == {c()}) {{", "    g0 = v;",
                                                          f"    {end}", "  }", f"  if (p && *p > v)", f"    *p = {c()};", "  return v - 1;", "}"])

    def minmax(self, name):
        return self.emit(name, ["int*", "int*", "scalar"], "void", [
            f"static void {name}(int *lo, int *hi, int v) {{", "  if (!lo || !hi)", "    return;", "  if (*lo > *hi) {", "    int t = *lo;",
            "    *lo = *hi;", "    *hi = t;", "  }", f"  if (v < *lo)", "    *lo = v;", "}"])

    def matrix(self, name):
        return self.emit(name, ["scalar", "scalar"], "int", [
            f"static int {name}(int i, int v) {{", f"  int m[2][2] = {{{{1, v}}, {{{self.const()}, 4}}}};", f"  m[v & 1][i & 1] = {self.const()};",
            f"  return m[i & 1][{self.r.choice(['0', '1', 'v & 1'])}];", "}"])

    def text_scan(self, name):
        return self.emit(name, ["scalar"], "int", [
            f"static int {name}(int c) {{", "  int n = 0;", "  for (const char *p = gt; n < 3 && *p; p++, n++)", "    if (*p == (char)c)",
            "      return n;", f"  return {self.const()};", "}"])

    def bits(self, name):
        r, c = self.r, self.const
        return self.emit(name, ["scalar"], "int", [f"static int {name}(int v) {{", f"  gb.x = (unsigned)v & 7;", f"  if (gb.y > {r.randint(-9, 9)})",
                                                  f"    gb.y = v {r.choice(['&', '>>'])} 3;", "  return gb.x + gb.y;", "}"])

    def same(self, name):
        """Compares pointers."""
        c = self.const
        return self.emit(name, ["int*", "int*", "scalar"], "int", [
            f"static int {name}(int *p, int *q, int v) {{", "  if (p == q)", f"    return {c()};", f"  if (p && v > {c()})", "    *p = v;",
            f"  return q ? *q : {c()};", "}"])

    def copier(self, name):
        copy = self.r.choice(["memcpy(a, b, sizeof *a);", "*a = *b;", "memset(a, 0, sizeof *a);", "a->u = b->u;"])
        return self.emit(name, ["S*", "S*", "scalar"], "void", [f"static void {name}(struct S *a, struct S *b, int v) {{",
                                                               f"  if (a && b && v > {self.const()})", f"    {copy}", "}"])

    def punner(self, name):
        c = self.const
        return self.emit(name, ["S*", "scalar"], "int", [f"static int {name}(struct S *s, int v) {{", "  if (!s)", f"    return {c()};",
                                                        f"  s->u.h[{self.r.randint(0, 1)}] = (short)v;", f"  return s->u.w > {c()} ? s->u.w : v;", "}"])

    def variadic(self, name):
        return self.emit(name, ["n", "scalar", "scalar"], "int", [
            f"static int {name}(int n, ...) {{", "  va_list ap;", "  int sum = 0;", "  va_start(ap, n);", "  for (int i = 0; i < n; i++) {",
            "    int v = va_arg(ap, int);", f"    if (v > {self.const()})", "      sum += v;", "  }", "  va_end(ap);", "  return sum;", "}"])

    def lender(self, name):
        """Gives away the address of a local of its caller, by way of a global, and takes it back."""
        c = self.const
        return self.emit(name, ["int*", "scalar"], "int", [f"static int {name}(int *p, int v) {{", "  int *kept = gp;", f"  if (v > {c()})", "    gp = p;",
                                                          f"  int got = gp ? *gp : {c()};", "  gp = kept;", "  return got;", "}"])

    def asserter(self, name):
        c = self.const
        return self.emit(name, ["int*", "scalar"], "int", [f"static int {name}(int *p, int v) {{", f"  assert(v != {c()});", "  if (!p)",
                                                          f"    return {c()};", f"  return 100 / (*p == {c()} ? v : 1);", "}"])

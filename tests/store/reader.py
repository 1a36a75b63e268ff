#!/usr/bin/env python3
"""Reads a store without summ: the proof that docs/summary-format.md is enough. Needs python3-lmdb and python3-msgpack.

  reader.py FOLDER           one line per function: USR, status, cases, content hash; every checksum is verified
  reader.py FOLDER NAME      the cases of a function: decisions, constraint, outcome, witness
"""
import sys, zlib

try:
    import lmdb, msgpack
except ImportError:
    print("python3-lmdb or python3-msgpack is missing")
    sys.exit(77)

OUTCOMES = ("returned", "exited", "cut", "null dereference", "use after free", "out of bounds", "double free", "invalid free",
            "division by zero", "signed overflow", "bad shift", "uninitialised read", "assertion failed", "abort",
            "unreachable code reached", "leak", "write to read-only memory", "bad call", "float overflow", "never ends")
BINARY = {4: "+", 5: "-", 6: "*", 7: "/u", 8: "/", 9: "%u", 10: "%", 11: "<<", 12: ">>u", 13: ">>", 14: "&", 15: "|",
          16: "^", 19: "==", 20: "<u", 21: "<=u", 22: "<", 23: "<=", 28: "++"}


def payload(table, key, value):
    schema, checksum, data = msgpack.unpackb(value)
    if schema != 3:
        sys.exit(f"schema {schema}")
    if checksum != zlib.crc32(table + b"\0" + key + data):
        sys.exit(f"damaged entry in {table}")
    return msgpack.unpackb(data, raw=False)


class Store:
    def __init__(self, folder):
        self.env = lmdb.open(folder, readonly=True, max_dbs=16, lock=True)
        self.txn = self.env.begin()
        self.dbs = {}

    def each(self, table):
        name = table.encode()
        db = self.dbs.setdefault(table, self.env.open_db(name, txn=self.txn, create=False))
        for key, value in self.txn.cursor(db):
            yield key, payload(name, key, value)

    def get(self, table, key):
        name = table.encode()
        db = self.dbs.setdefault(table, self.env.open_db(name, txn=self.txn, create=False))
        value = self.txn.get(key, db=db)
        return value and payload(name, key, value)


def groups(flat, n):
    return [flat[i:i + n] for i in range(0, len(flat), n)]


class Summary:
    def __init__(self, value):
        form, content, labels = value
        assert form == 8
        c, l = msgpack.unpackb(content, raw=False), msgpack.unpackb(labels, raw=False)
        (self.usr, self.status, self.branches, self.covered, self.functions, self.bounds, self.infeasible, self.stubs,
         self.variants, objects, atoms, self.terms, self.cases) = c
        self.name, self.reason, self.assumptions, object_labels, atom_labels, self.details = l
        self.objects = {o[0]: (o, label) for o, label in zip(objects, object_labels)}
        self.atoms = {a[0]: (a, label) for a, label in zip(atoms, atom_labels)}

    def term(self, number, depth=6):
        node = self.terms[number - 1]
        op = node[0]
        if not depth:
            return "…"
        at = lambda distance: self.term(number - distance, depth - 1)
        if op == 1:
            return str(node[2] if isinstance(node[2], int) else int.from_bytes(node[2], "little"))
        if op == 2:
            return self.atoms[node[2]][1][0]
        if op == 3:
            return f"&{self.objects[node[1]][1][0]}+{node[2]}"
        if op == 29:
            table = self.terms[number - node[2] - 1]
            return f"[{len(table) - 1} cells][{at(node[3])}]"
        if op == 30:
            return f"{node[2]}({', '.join(at(d) for d in node[4:])})"
        operands = [at(d) for d in node[3:]]
        return f"({operands[0]} {BINARY[op]} {operands[1]})" if op in BINARY else f"op{op}({', '.join(operands)})"


def show(summary, places):
    for number, case in enumerate(summary.cases):
        decisions, constraint, needs, outcome, bound, stack, ret, writes, allocs, frees, answers, tries, clobbers, witness, variant = case
        print(f"case {number + 1}: {OUTCOMES[outcome]}")
        for insn, edge in groups(decisions, 2):
            line, text = places.get(insn, (0, "?"))
            print(f"  {line}: {text} edge {edge}")
        for t in constraint:
            print(f"  when {summary.term(t)}")
        for atom, low, high in groups(witness, 3):
            print(f"  {summary.atoms[atom][1][0]} = {low + (high << 64)}")


def main():
    store = Store(sys.argv[1])
    for table in ("meta", "states", "variants", "modules", "findings", "runs", "maps"):
        for _ in store.each(table):
            pass
    for key, (usr, part, options, engine, transcript) in store.each("groups"):
        entries = msgpack.Unpacker(raw=False)
        entries.feed(transcript)
        for chain, asserted, effort, *attempts in entries:
            assert len(chain) == 16 and len(attempts) <= 2 and all(len(a) % 2 == 1 for a in attempts)
    for key, brief in store.each("names"):
        usr, name, file, line, status, cases, errors, cut, branches, covered, content = brief
        assert key == name.encode()[:200] + b"\0" + usr.encode() or len(usr) > 240
        if len(sys.argv) == 2:
            summary = Summary(store.get("summaries", content))
            assert summary.usr == usr and len(summary.cases) == cases and summary.status == status
            print(usr, status, cases, content.hex())
        elif name == sys.argv[2]:
            function = store.get("functions", usr.encode())
            places = {p[0]: (p[2], p[4]) for p in function[6]}
            show(Summary(store.get("summaries", content)), places)


main()

#!/usr/bin/env python3
"""Runs one scenario: a C file whose comments state commands and what must come out of them.

    // RUN: summ run %s --store %t/store     a shell command; what follows, up to the next RUN, is about it
    // EXIT: 0                               its exit code (0 when not stated)
    // OUT: text                             the lines of its standard output, all of them, exactly
    // ERR: text                             the lines of its standard error, all of them, exactly
                                             (one OUT or ERR without text: nothing at all)
    // CHECK: regex                          found in the output, each after the one before
    // CHECK-NOT: regex                      not found in the output
    // CHECK-ERR: regex                      found in the standard error, each after the one before
    // JSON: path == value                   about the output as JSON; also != < <= > >= and ~ (regex); value is JSON
                                             path: a.b[0].c, a[name=max3].b, a[*].b (for every one), len(a.b)
    // DISK: unchanged                       the command left the scenario's folder as it was
    // KNOWN-FAIL: reason                    the scenario is known to fail; it fails when it starts to pass
    // REQUIRES: command -v zsh              skipped where this shell command fails
    // TIMEOUT: seconds                      for each command (60 when not stated)

%s is the scenario file, %S its folder, %R the repository, %t a fresh folder (also the current one). A directive may also stand in a
block comment, one per line. Exit code 0: as stated, 1: not, 77: skipped.

    run.py SUMM FILE.c [--update]            --update writes what came out into the OUT and ERR lines
"""
import difflib
import json
import operator
import os
import re
import shutil
import subprocess
import sys
import tempfile

DIRECTIVE = re.compile(r"^\s*(?://|/?\*+)?\s*(RUN|EXIT|OUT|ERR|CHECK-NOT|CHECK-ERR|CHECK|JSON|DISK|KNOWN-FAIL|REQUIRES"
                       r"|TIMEOUT):(?: (.*))?$")
OPERATORS = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
             ">=": operator.ge, "~": lambda a, b: re.search(b, a if isinstance(a, str) else json.dumps(a)) is not None}


class Failure(Exception):
    pass


class Step:
    def __init__(self, command, line):
        self.command, self.line = command, line
        self.exit, self.out, self.err = 0, None, None
        self.out_lines, self.err_lines = [], []
        self.checks, self.json, self.disk = [], [], False


def parse(path):
    """The steps of a scenario and its file-wide settings."""
    steps, settings = [], {"TIMEOUT": "60"}
    with open(path, encoding="utf-8", errors="surrogateescape") as f:
        for number, line in enumerate(f, 1):
            match = DIRECTIVE.match(line.rstrip("\n"))
            if not match:
                continue
            word, text = match.group(1), (match.group(2) or "").rstrip()
            if text.endswith("*/"):
                text = text[:-2].rstrip()
            if word in ("KNOWN-FAIL", "REQUIRES", "TIMEOUT"):
                settings[word] = text
            elif word == "RUN":
                steps.append(Step(text, number))
            elif not steps:
                raise Failure(f"{path}:{number}: {word} before the first RUN")
            else:
                add(steps[-1], word, match.group(2) or "", text, number)
    if not steps:
        raise Failure(f"{path}: no RUN line")
    return steps, settings


def add(step, word, raw, text, number):
    if word == "EXIT":
        step.exit = int(text)
    elif word == "OUT":
        step.out = (step.out or []) + [raw]
        step.out_lines.append(number)
    elif word == "ERR":
        step.err = (step.err or []) + [raw]
        step.err_lines.append(number)
    elif word == "JSON":
        step.json.append((text, number))
    elif word == "DISK":
        if text != "unchanged":
            raise Failure(f"line {number}: DISK: unchanged is the only form")
        step.disk = True
    else:
        step.checks.append((word, text, number))


def follow(value, path, where):
    """The values that a path leads to, with the path spelled out for each."""
    if not path:
        return [(where, value)]
    match = re.match(r"\.?([A-Za-z_][\w-]*)|\[(\d+)\]|\[(\*)\]|\[([\w-]+)=([^\]]*)\]", path)
    if not match:
        raise Failure(f"cannot read the JSON path at '{path}'")
    rest, (name, index, star, key, wanted) = path[match.end():], match.groups()
    try:
        if name is not None:
            return follow(value[name], rest, f"{where}.{name}")
        if index is not None:
            return follow(value[int(index)], rest, f"{where}[{index}]")
        if star is not None:
            return [r for i, v in enumerate(value) for r in follow(v, rest, f"{where}[{i}]")]
        for v in value:
            if isinstance(v, dict) and str(v.get(key)) == wanted:
                return follow(v, rest, f"{where}[{key}={wanted}]")
    except (KeyError, IndexError, TypeError):
        pass
    raise Failure(f"there is no {where}{match.group(0)}")


def check_json(text, document):
    match = re.match(r"(len\()?([^\s()]*)(\))?\s*(==|!=|<=|>=|<|>|~)\s*(.*)$", text)
    if not match or bool(match.group(1)) != bool(match.group(3)):
        raise Failure(f"cannot read: {text}")
    wanted = json.loads(match.group(5))
    found = follow(document, match.group(2), "")
    if not found:
        raise Failure("nothing there to compare")
    for where, value in found:
        value = len(value) if match.group(1) else value
        try:
            holds = OPERATORS[match.group(4)](value, wanted)
        except TypeError:
            holds = False
        if not holds:
            raise Failure(f"{where or 'it'} is {json.dumps(value)}")


def tree(folder):
    """Every file below the folder with its content, for DISK: unchanged."""
    content = {}
    for base, folders, files in os.walk(folder):
        for name in folders:
            content[os.path.join(base, name)] = None
        for name in files:
            path = os.path.join(base, name)
            if name == "lock.mdb":  # a table of readers, rewritten by every process that looks
                continue
            try:
                with open(path, "rb") as f:
                    content[path] = f.read()
            except OSError:
                content[path] = "unreadable"
    return content


def diff(wanted, got, name):
    lines = difflib.unified_diff(wanted, got, f"{name} stated in the scenario", f"{name} of the command", lineterm="")
    return "\n".join(lines)


def search(patterns, text, name, problems):
    position = 0
    for word, pattern, number in patterns:
        match = re.compile(pattern, re.M).search(text, 0 if word == "CHECK-NOT" else position)
        if word == "CHECK-NOT":
            if match:
                problems.append(f"line {number}: {name} has '{match.group(0)}', but CHECK-NOT: {pattern}")
        elif match:
            position = match.end()
        else:
            earlier = " after the match before" if re.search(pattern, text, re.M) else ""
            problems.append(f"line {number}: {name} has no match{earlier} for {word}: {pattern}")


class Runner:
    def __init__(self, summ, path):
        self.path, self.folder = os.path.abspath(path), tempfile.mkdtemp(prefix="summ-scenario-")
        self.env = dict(os.environ, PATH=os.path.dirname(os.path.abspath(summ)) + os.pathsep + os.environ["PATH"],
                        LC_ALL="C.UTF-8", SUMM=os.path.abspath(summ), XDG_CACHE_HOME="/dev/null")  # no base layer
        self.env.pop("NO_COLOR", None)

    def fill(self, text):
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        places = {"%s": self.path, "%S": os.path.dirname(self.path), "%R": root, "%t": self.folder, "%%": "%"}
        return re.sub(r"%[sSRt%]", lambda m: places[m.group(0)], text)

    def run(self, step, timeout):
        """The command's result and a list of what is wrong with it."""
        before = tree(self.folder) if step.disk else None
        try:
            done = subprocess.run(["/bin/sh", "-c", self.fill(step.command)], cwd=self.folder, env=self.env,
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout, check=False)
        except subprocess.TimeoutExpired:
            return None, [f"still running after {timeout:g} s"]
        out, err = (b.decode("utf-8", "replace") for b in (done.stdout, done.stderr))
        problems = []
        code = done.returncode if done.returncode < 128 else done.returncode - 256
        if done.returncode != step.exit:
            problems.append(f"exit code {done.returncode}, stated {step.exit}" + (" (a signal?)" if code < 0 else ""))
        for name, wanted, got in (("output", step.out, out), ("error output", step.err, err)):
            wanted = None if wanted is None else [self.fill(w).rstrip() for w in wanted]
            got = [line.rstrip() for line in got.splitlines()]
            if wanted is not None and wanted != (got or [""]):
                problems.append(diff(wanted, got, name))
        search([c for c in step.checks if c[0] != "CHECK-ERR"], out, "output", problems)
        search([c for c in step.checks if c[0] == "CHECK-ERR"], err, "error output", problems)
        if step.json:
            problems += self.check_json(step, out)
        if before is not None and (after := tree(self.folder)) != before:
            changed = sorted(p for p in before.keys() | after.keys() if before.get(p, 0) != after.get(p, 0))
            problems.append("on disk changed: " + " ".join(os.path.relpath(p, self.folder) for p in changed))
        return (out, err), problems

    def check_json(self, step, out):
        try:
            document = json.loads(out)
        except ValueError as e:
            return [f"the output is not JSON: {e}"]
        problems = []
        for text, number in step.json:
            try:
                check_json(self.fill(text), document)
            except (Failure, ValueError) as e:
                problems.append(f"line {number}: JSON: {text}\n    {e}")
        return problems


def shown(text, name):
    lines = text.splitlines()
    more = [f"… {len(lines) - 60} lines more"] if len(lines) > 60 else []
    return f"--- {name}:\n" + "\n".join("    " + line for line in lines[:60] + more) + "\n" if lines else ""


def update(path, edits):
    """Replaces the lines `numbers` of the file by one directive line for each line of text."""
    with open(path, encoding="utf-8") as f:
        lines = f.read().split("\n")
    for word, numbers, text in sorted(edits, key=lambda e: -e[1][0]):
        indent = lines[numbers[0] - 1].split(word + ":")[0]
        for number in reversed(numbers):
            del lines[number - 1]
        lines[numbers[0] - 1:numbers[0] - 1] = [f"{indent}{word}: {t}".rstrip() for t in text.splitlines() or [""]]
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(lines))


def main():
    arguments = [a for a in sys.argv[1:] if a != "--update"]
    if len(arguments) != 2:
        sys.exit(__doc__)
    summ, path = arguments
    steps, settings = parse(path)
    if "REQUIRES" in settings and subprocess.run(settings["REQUIRES"], shell=True, capture_output=True, check=False).returncode:
        print(f"skipped: '{settings['REQUIRES']}' fails here")
        sys.exit(77)
    runner, failed, edits = Runner(summ, path), False, []
    try:
        for step in steps:
            result, problems = runner.run(step, float(settings["TIMEOUT"]))
            if "--update" in sys.argv and result:
                hide = lambda t: t.replace(runner.path, "%s").replace(runner.folder, "%t")
                edits += [(w, n, hide(t)) for w, n, t in (("OUT", step.out_lines, result[0]),
                                                          ("ERR", step.err_lines, result[1])) if n]
            if problems:
                failed = True
                print(f"{path}:{step.line}: RUN: {step.command}")
                print("\n".join(problems))
                if result:
                    out, err = result
                    print(shown(out, "output") if step.out is None else "", end="")
                    print(shown(err, "error output") if step.err is None else "", end="")
                break
    finally:
        subprocess.run(["chmod", "-R", "u+rwX", runner.folder], check=False)
        shutil.rmtree(runner.folder, ignore_errors=True)
    if edits:
        update(path, edits)
    if "KNOWN-FAIL" in settings:
        print(f"KNOWN-FAIL: {settings['KNOWN-FAIL']}" + ("" if failed else "\nbut it passes now: take the line out"))
        failed = not failed
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(str(failure))

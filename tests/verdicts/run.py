#!/usr/bin/env python3
"""Runs `summ run --entry main` on the programs of corpora/verdicts and compares with their first line:
  // verdict: ok                     exit code 0, status complete
  // verdict: error KIND line N      exit code 1, a finding of that kind at that line
`// options: …` in the first lines adds options. `// partial: why` allows status partial (never a wrong verdict).

usage: run.py SUMM FOLDER [NAME…]      prints a line for each wrong program, then "N passed, N failed"
"""
import json, os, re, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

def judge(summ, path):
    head = open(path, encoding="utf-8").read().splitlines()[:6]
    verdict = re.match(r"//\s*verdict:\s*(ok|error\s+(.+?)\s+line\s+(\d+))\s*$", head[0])
    options = [w for h in head for m in [re.match(r"//\s*options:\s*(.*)", h)] if m for w in m.group(1).split()]
    may_be_partial = any(re.match(r"//\s*partial:", h) for h in head)
    if not verdict:
        return "no verdict in the first line"
    with tempfile.TemporaryDirectory() as tmp:
        try:
            run = subprocess.run([summ, "run", "--entry", "main", "--json", "--store", os.path.join(tmp, "s"), *options, path],
                                 capture_output=True, text=True, timeout=600)
        except subprocess.TimeoutExpired:
            return "no answer after 600 s"
    try:
        out = json.loads(run.stdout)
    except ValueError:
        return f"exit code {run.returncode}, no JSON: {run.stderr.strip()[:200]}"
    findings = out["findings"]
    status = next((f["status"] for f in out["functions"] if f["name"] == "main"), "absent")
    if verdict.group(1) == "ok":
        if run.returncode != 0 or findings:
            return f"false alarm (exit {run.returncode}): {findings[:1]}"
        if status != "complete" and not may_be_partial:
            return f"no alarm, but {status}"
        return None
    kind, line = verdict.group(2), int(verdict.group(3))
    if run.returncode != 1:
        return f"missed {kind} at line {line} (exit {run.returncode}, {status})"
    # an error inside a model of libc is blamed on the line that called it
    got = [(f["outcome"], [p["line"] for p in f["stack"]]) for f in findings]
    if not any(k == kind and line in lines for k, lines in got):
        return f"expected {kind} at line {line}, got {got[:4]}"
    return None

def main():
    summ, folder, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    files = sorted(f for f in os.listdir(folder) if f.endswith(".c") and (not names or f[:-2] in names))
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda f: judge(summ, os.path.join(folder, f)), files))
    failed = 0
    for name, why in zip(files, results):
        if why:
            failed += 1
            print(f"{name}: {why}")
    print(f"{len(files) - failed} passed, {failed} failed")
    return 1 if failed else 0

if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Explores every function of the given C files with `summ run --replay`: each witness must do on the concrete machine what
its case predicts.

usage: run.py SUMM FILE.c…             prints a line for each file with a divergence, then "N passed, N failed"
"""
import json, os, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

def play(summ, path):
    with tempfile.TemporaryDirectory() as tmp:
        run = subprocess.run([summ, "run", "--replay", "--json", "-j1", "--max-cases", "60", "--max-total-steps", "300000",
                              "--max-effort", "2000000", "--max-total-effort", "10000000",
                              "--store", os.path.join(tmp, "s"), path], capture_output=True, text=True, timeout=900)
    try:
        totals = json.loads(run.stdout)["totals"]
    except (ValueError, KeyError):
        return 0, f"exit code {run.returncode}: {run.stderr.strip()[:300]}"
    if totals["diverged"]:
        return totals["replayed"], run.stderr.strip()[:600]
    return totals["replayed"], None

def main():
    summ, files = sys.argv[1], sys.argv[2:]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda f: play(summ, f), files))
    for name, (_, why) in zip(files, results):
        if why:
            print(f"{name}: {why}")
    failed = sum(1 for _, why in results if why)
    print(f"{sum(n for n, _ in results)} witnesses replayed")
    print(f"{len(files) - failed} passed, {failed} failed")
    return 1 if failed else 0

if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Explores every function of the given C files with `summ run --replay --probe`: each witness must do on the concrete machine
what its case predicts, and each random input must fall into one case and do what that predicts.

usage: run.py SUMM [--probe N] [--jobs N] [--keep DIR] [--generated FIRST:COUNT] [--csmith FIRST:COUNT] [FILE.c…]

--generated takes the files of generate.py for these seeds, 20 functions each, --csmith programs of csmith, whose functions are
the units. A file with a divergence is named with its first lines as soon as it is done, and kept in DIR when it was made here; so
is one that takes over ten minutes of processor time. The last line is "N passed, N failed"."""
import argparse, collections, glob, json, os, resource, shutil, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
BOUNDS = ["--max-cases", "60", "--max-total-steps", "300000", "--max-effort", "2000000", "--max-total-effort", "10000000"]

SECONDS = 600


def span(text):
    first, count = (int(x) for x in text.split(":"))
    return range(first, first + count)


def make(kind, seed, folder):
    path = os.path.join(folder, f"{kind}-{seed}.c")
    if kind == "csmith":
        command = ["csmith", "--seed", str(seed), "--max-funcs", "5", "--max-block-depth", "3", "--max-block-size", "3"]
    else:
        command = [sys.executable, os.path.join(HERE, "generate.py"), str(seed), "20"]
    with open(path, "w") as out:
        subprocess.run(command, stdout=out, cwd=folder, check=True)
    return path


def play(o, item):
    """(counts, complaint or None) of one file or (kind, seed)."""
    with tempfile.TemporaryDirectory() as tmp:
        path = item if isinstance(item, str) else make(*item, tmp)
        run = subprocess.run([o.summ, "run", "--replay", "--probe", str(o.probe), "--json", "-j1", *BOUNDS, "--store",
                              os.path.join(tmp, "s"), path], capture_output=True, text=True, env={**os.environ, **o.env},
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)))
        try:
            totals = json.loads(run.stdout)["totals"]
            why = run.stderr.strip()[:600] if totals["diverged"] or totals.get("wrong") else None
        except (ValueError, KeyError):
            totals, why = {}, f"exit code {run.returncode}: {run.stderr.strip()[:300]}"
        if why and o.keep and not isinstance(item, str):
            os.makedirs(o.keep, exist_ok=True)
            shutil.copy(path, o.keep)
        return totals, why


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("summ")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--probe", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep")
    parser.add_argument("--generated", type=span, default=[])
    parser.add_argument("--csmith", type=span, default=[])
    o = parser.parse_intermixed_args()
    o.summ = os.path.abspath(o.summ)
    include = glob.glob("/usr/include/csmith*")
    o.env = {"CPATH": include[0]} if o.csmith and include else {}
    items = o.files + [("generated", s) for s in o.generated]
    if o.csmith and shutil.which("csmith"):
        items += [("csmith", s) for s in o.csmith]
    elif o.csmith:
        print("csmith is not installed: its programs are left out")
    sums, failed = collections.Counter(), 0
    with ThreadPoolExecutor(o.jobs) as pool:
        for item, (totals, why) in zip(items, pool.map(lambda item: play(o, item), items)):
            sums.update({k: v for k, v in totals.items() if isinstance(v, int)})
            if why:
                failed += 1
                print(f"{item if isinstance(item, str) else '%s %d' % item}: {why}", flush=True)
    print(f"{sums['functions']} functions, {sums['complete']} complete; {sums['replayed']} witnesses and {sums['probed']} random "
          f"inputs played, {sums['diverged']} and {sums['wrong']} not as predicted")
    print(f"{len(items) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

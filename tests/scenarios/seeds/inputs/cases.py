"""The cases of `summ show --json` (standard input) in short: cases.py [PATH]

PATH is the decisions of the one case wanted, T or F each. Prints outcome, objects of the entry shape, conditions, effect."""
import json, sys

summary = json.load(sys.stdin)
for case in summary["cases"]:
    path = "".join(d["edge"][0].upper() for d in case["decisions"])
    if len(sys.argv) > 1 and path != sys.argv[1]:
        continue
    print(path, case["outcome"])
    print(" shape:", ", ".join(o["object"] for o in case["shape"]))
    print(" when:", " && ".join(case["constraint"]))

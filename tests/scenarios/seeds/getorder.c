// LA Fig. 7 and 9: one test per feasible path of getOrder, all found, none twice, for N = 3 to 8. The precondition is a relation:
// its own branches multiply nothing.
// RUN: for n in 3 4 5 6 7 8; do sed "s/define N 5/define N $n/" %R/corpora/seeds/getorder.c > o$n.c; summ run -f getOrder --store s$n --json --replay o$n.c | python3 -c 'import json, sys; d = json.load(sys.stdin); f = [x for x in d["functions"] if x["name"] == "getOrder"][0]; print(f["cases"], f["status"], d["totals"]["diverged"])'; done
// OUT: 4 complete 0
// OUT: 7 complete 0
// OUT: 16 complete 0
// OUT: 30 complete 0
// OUT: 62 complete 0
// OUT: 110 complete 0
// RUN: summ show getOrder --store s8 --json | python3 -c 'import json, sys; d = json.load(sys.stdin); p = ["".join(x["edge"][0] for x in c["decisions"]) for c in d["cases"]]; print(len(p), len(set(p)))'
// OUT: 110 110

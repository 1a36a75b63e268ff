// What Z3 said is kept with a unit: explored again with the same questions it is not asked once more, and an edit that asks
// others first gives what a clean run gives.
// RUN: sed 's/EDIT/1/' %s > a.c; summ run a.c --base none --stats
// CHECK: by Z3 +4$
// CHECK: as an earlier run +0$
// RUN: sed 's/EDIT/2/' %s > a.c; summ run a.c --base none --stats
// CHECK: 1 explored
// CHECK: by Z3 +4$
// CHECK: as an earlier run +4$
// RUN: summ stats
// CHECK: transcripts +1
// RUN: summ run a.c --base none --store clean2 > /dev/null; summ list --json --store clean2 > clean.json; summ list --json | cmp - clean.json && echo equal
// CHECK: equal
//
// RUN: sed 's/EDIT/2/; s/21/63/' %s > a.c; summ run a.c --base none > /dev/null; summ check
// CHECK: all fine
// RUN: summ run a.c --base none --store clean3 > /dev/null; summ list --json --store clean3 > clean.json; summ list --json | cmp - clean.json && echo equal
// CHECK: equal
// RUN: summ gc && summ stats
// CHECK: transcripts +1
unsigned factors(unsigned a, unsigned b) {
  unsigned product = a * b;
  if (product == 3 * 7 * 7 && a > 9) return EDIT;
  if ((product ^ (a + b) * 21) == 77) return 5;
  return 6;
}

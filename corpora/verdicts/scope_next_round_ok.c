// verdict: ok
// Ways into and out of scopes: break, continue, goto, return, a switch past a declaration, statement expressions, compound
// literals, variable-length arrays.
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int *keep;
static int look(const int *p) { return *p; }
static int pass(int n) {
  int *outer = (int[]){3, 4};
again:
  for (int i = 0; i < 3; i++) {
    int x = i, *p = &x;
    keep = p;
    if (n == 1) break;
    if (n == 2) continue;
    {
      int y[2] = {x, x + 1};
      keep = y;
      if (n == 3) return look(keep);
      if (n == 4) goto out;
      if (n == 5) {
        n = 0;
        goto again;
      }
      if (look(keep) != i || look(p) != i) reach_error();
    }
  }
  switch (n) {
    int z;
  case 6: z = 5; return look(&z);
  default: z = 6;
    while (z > 0) {
      char room[z];
      room[z - 1] = 1;
      int w = z--;
      keep = &w;
      if (room[w - 1] != 1 || look(keep) != w) break;
    }
  }
  int e = ({ int t = outer[1]; int *q = &t; *q + 1; });
  return e;
out:
  return look(outer);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  int r = pass(n);
  if (n == 3 && r != 0) reach_error();
  if (n == 4 && r != 3) reach_error();
  if (n == 6 && r != 5) reach_error();
  if (n != 3 && n != 4 && n != 6 && r != 5) reach_error();
  return 0;
}

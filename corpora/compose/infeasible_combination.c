// entry: consistent
// Two callees over the same input: some combinations of their outcomes are infeasible.
static int sign(int x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
static int size(int x) { return x > 100 ? 3 : x > 10 ? 2 : x < -10 ? 2 : 1; }

int consistent(int x) {
  int s = sign(x), z = size(x);
  if (s == 0 && z > 1)
    return -1;
  if (s < 0 && z == 3)
    return -2;
  if (s > 0 && z == 2)
    return 1;
  return 0;
}

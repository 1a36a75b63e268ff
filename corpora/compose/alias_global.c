// entry: via_global
// A pointer argument that is the address of a global the callee also writes.
static int shared;

static int mix(int *p, int v) {
  *p = v;
  shared = v / 2;
  return *p;
}

int via_global(int v, int which) {
  int local = 0;
  if (v < 0)
    return -1;
  int r = mix(which ? &shared : &local, v);
  if (r == v)
    return 1;
  if (shared > 10)
    return 2;
  return 0;
}

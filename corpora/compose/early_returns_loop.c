// entry: first_bad
// A loop in the caller that stops at the first bad answer of a callee.
static int valid(int v) {
  if (v < 0)
    return 0;
  if (v == 13)
    return 0;
  return v <= 50;
}

int first_bad(const int a[3]) {
  for (int i = 0; i < 3; i++)
    if (!valid(a[i]))
      return i;
  return -1;
}

// entry: windows
// Pointers into the middle of one array passed as if they were two arrays.
static int copy3(int *to, const int *from) {
  int same = 0;
  for (int i = 0; i < 3; i++) {
    same += to[i] == from[i];
    to[i] = from[i];
  }
  return same;
}

int windows(int a, int b, int shift) {
  int v[6] = {a, b, a, b, a, b};
  if (shift < 0 || shift > 3)
    return -1;
  int same = copy3(v + shift, v);
  if (same == 3)
    return shift == 0 ? 0 : 1;
  if (v[5] == a)
    return 2;
  return 3;
}

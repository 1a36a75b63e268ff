// entry: redirect
// A callee that changes where a pointer of the caller points.
static void choose(int **p, int *a, int *b, int c) {
  if (c > 0)
    *p = a;
  else if (c < 0)
    *p = b;
}

int redirect(int c, int d) {
  int x = 1, y = 2, z = 3, *p = &z;
  choose(&p, &x, &y, c);
  *p += 10;
  choose(&p, &y, &x, d);
  *p += 100;
  if (x == 111)
    return 1;
  if (z > 100)
    return 2;
  if (y == 102)
    return 3;
  return 0;
}

// entry: twice_first
//
// SGEN 5.2.2: a callee alias_foo(x, y, z), called where x and z are the same location. Made without a
// context, the callee's summary takes x, y and z for distinct objects; no entry state is consistent with the
// aliased call, so the callee is analysed again for that context and the new case is added.
// summ must find: alias_foo on distinct objects: one returning case (the decision is always true there),
// result 10 + *y. twice_first: x == z, the last write wins, so the other side runs, alias_foo gives 20 and the
// caller returns 1, its only own path. twice_second passes the same aliasing: its only path returns 2, from
// the added case, without exploring. distinct uses the summary as it was first made: two own paths.

int alias_foo(int *x, int *y, int *z) {
  *x = 1;
  *z = 2;
  if (*x == 1)
    return 10 + *y;
  return 20;
}

int twice_first(int a, int b) {
  int r = alias_foo(&a, &b, &a);
  if (r == 20)
    return 1;
  return 0;
}

int twice_second(int a, int b) {
  int r = alias_foo(&b, &a, &b);
  if (r == 20)
    return 2;
  return b;
}

int distinct(int a, int b, int c) {
  int r = alias_foo(&a, &b, &c);
  if (r > 15)
    return a;
  return c;
}

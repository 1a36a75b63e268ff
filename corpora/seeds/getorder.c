// entry: getOrder
//
// LA Fig. 7: the order of a permutation p of 0..N-1, that is the least k > 0 for which p applied k times is
// the identity. N is given by -DN=…, 5 by default. The inner step reads tmp[p[i]]: an index that is itself
// an unknown input, used after unknown writes.
// The paper (Fig. 9): N! inputs, but only 4, 7, 16, 30, 62, 110 feasible paths for N = 3..8. Late aliases
// give one test per path; for N = 5 the paths of order 1..6 are 1, 4, 3, 2, 1, 5 (Fig. 8).
// summ must find: exactly those numbers of cases, each complete, no path twice. Counted by running all N!
// inputs: 211 paths for N = 9 and 450 for N = 10.

#ifndef N
#define N 5
#endif

typedef int perm[N];

int getOrder_precond(perm p) {
  for (int i = 0; i < N; i++) {
    if (p[i] < 0 || p[i] >= N)
      return 0;
    for (int j = 0; j < i; j++)
      if (p[i] == p[j])
        return 0;
  }
  return 1;
}

int getOrder(perm p) {
  int i, order = 1, isId;
  perm power, tmp;
  for (i = 0; i < N; i++)
    power[i] = p[i];
  while (1) {
    for (i = 0, isId = 1; i < N && isId; i++)
      if (power[i] != i)
        isId = 0;
    if (isId)
      return order;
    for (i = 0; i < N; i++)
      tmp[i] = power[i];
    for (i = 0; i < N; i++)
      power[i] = tmp[p[i]];
    order++;
  }
}

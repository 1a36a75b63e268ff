// entry: straight
//
// The measure of raw path speed: straight comparison code in one function, five outcomes for each of K
// inputs, so 5^K feasible paths and no infeasible one. K by -DK=…, 1 to 8, 6 by default.
// Reference: another engine needs 3.3 s for 15,625 paths (K=6) and 95 s for 390,625 (K=8).
// summ must find: 5^K cases, complete (K=6: 15,625, where the case bound allows it).

#ifndef K
#define K 6
#endif

#define STEP(i)                                                                                              \
  if (x[i - 1] < -10 * i)                                                                                    \
    sum += 1;                                                                                                \
  else if (x[i - 1] < 0)                                                                                     \
    sum += 2;                                                                                                \
  else if (x[i - 1] == i)                                                                                    \
    sum += 3;                                                                                                \
  else if (x[i - 1] > 100 + i)                                                                               \
    sum += 4;                                                                                                \
  else                                                                                                       \
    sum += 5;

#define REP_1(M) M(1)
#define REP_2(M) REP_1(M) M(2)
#define REP_3(M) REP_2(M) M(3)
#define REP_4(M) REP_3(M) M(4)
#define REP_5(M) REP_4(M) M(5)
#define REP_6(M) REP_5(M) M(6)
#define REP_7(M) REP_6(M) M(7)
#define REP_8(M) REP_7(M) M(8)
#define JOIN(a, b) a##b
#define REPEAT(k) JOIN(REP_, k)

int straight(const int x[K]) {
  int sum = 0;
  REPEAT(K)(STEP)
  return sum;
}

// entry: drain
// A bounded loop whose condition is a callee's answer.
static int take(int *left, int n) {
  if (*left <= 0)
    return 0;
  *left -= n;
  return 1;
}

int drain(int amount, int n) {
  if (amount > 9 || n < 3 || n > 5)
    return -1;
  int rounds = 0;
  while (take(&amount, n))
    rounds++;
  if (rounds == 0)
    return 0;
  if (amount < 0)
    return rounds == 2 ? 2 : 3;
  return 1;
}

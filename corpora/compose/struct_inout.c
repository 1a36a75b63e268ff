// entry: account_step
// A structure changed in place by callees with error results.
struct account {
  int balance;
  int limit;
  unsigned char locked;
};

static int withdraw(struct account *a, int amount) {
  if (a->locked)
    return -1;
  if (amount <= 0 || amount > 1000)
    return -2;
  if (a->balance < amount) {
    a->locked = 1;
    return -3;
  }
  a->balance -= amount;
  return 0;
}

static int deposit(struct account *a, int amount) {
  if (amount <= 0 || amount > 1000)
    return -2;
  if (a->balance > a->limit - amount)
    return -4;
  a->balance += amount;
  return 0;
}

int account_step(int start, int in, int out) {
  struct account a = {0, 500, 0};
  if (start < 0 || start > 400)
    return -10;
  a.balance = start;
  int r = deposit(&a, in);
  if (r == -4)
    return 1;
  r = withdraw(&a, out);
  if (a.locked)
    return 2;
  if (r < 0)
    return 3;
  return a.balance == 0 ? 4 : 5;
}

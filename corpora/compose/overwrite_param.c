// entry: keep_mine
// A callee that overwrites its own parameters, pointer and scalar: the caller's stay.
static int consume(const char *s, int n) {
  int k = 0;
  while (n > 0 && *s == 'x') {
    s++;
    n--;
    k++;
  }
  return k;
}

int keep_mine(const char s[3], int n) {
  if (n < 0 || n > 3)
    return -1;
  int k = consume(s, n);
  if (k == n)
    return n == 0 ? 0 : 1;
  if (s[0] == 'x')
    return 2;
  return 3;
}

// entry: parse_pair
// A cursor advanced by callees over an input string: number, comma, number.
static int digit(const char **p, int *out) {
  if (**p < '0' || **p > '9')
    return 0;
  *out = **p - '0';
  ++*p;
  return 1;
}

static int expect(const char **p, char c) {
  if (**p != c)
    return 0;
  ++*p;
  return 1;
}

int parse_pair(const char s[4]) {
  const char *p = s;
  int a, b;
  if (!digit(&p, &a))
    return -1;
  if (!expect(&p, ','))
    return -2;
  if (!digit(&p, &b))
    return -3;
  if (*p != 0)
    return -4;
  if (a == b)
    return 0;
  return a < b ? 1 : 2;
}

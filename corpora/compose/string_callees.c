// entry: classify_word
// String functions written in the file, on a short input string.
static int len_upto(const char *s, int max) {
  int n = 0;
  while (n < max && s[n] != 0)
    n++;
  return n;
}

static int same(const char *a, const char *b, int n) {
  for (int i = 0; i < n; i++) {
    if (a[i] != b[i])
      return 0;
    if (a[i] == 0)
      return 1;
  }
  return 1;
}

int classify_word(const char s[3]) {
  int n = len_upto(s, 3);
  if (n == 3)
    return -1;
  if (same(s, "if", 3))
    return 1;
  if (same(s, "do", 3))
    return 2;
  return 0;
}

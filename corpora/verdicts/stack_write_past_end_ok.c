// verdict: ok
// Copying input characters into a small buffer until a stop character comes.
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char buf[4];
  int n = 0;
  for (int i = 0; i < 6; i++) {
    char c = __VERIFIER_nondet_char();
    if (c == '\n')
      break;
    if (n == 4)
      break;
    buf[n++] = c;
  }
  return n > 0 && buf[0] == 'x';
}

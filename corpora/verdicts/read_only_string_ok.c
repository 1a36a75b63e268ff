// verdict: ok
// Writing into a string literal.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char local[] = "abc";
  char *s = local;
  if (__VERIFIER_nondet_int() == 3)
    s = local + 1;
  s[0] = 'X';
  return local[0] == 'X';
}

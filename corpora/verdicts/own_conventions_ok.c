// verdict: ok
// Names that a tool might have, and functions called as libc's are, but with other parameters.
extern int choose(void);
extern void __SEA_assume(_Bool);
extern void __SEA_error(void);
extern void read(int);
extern void *malloc(unsigned int);

int main(void) {
  int n = choose();
  __SEA_assume(n > 3 && n < 6);
  int *p = malloc(n * sizeof *p);
  read(n);
  if (p) p[3] = n;
  if (n == 6) __SEA_error();
  return 0;
}

// verdict: error assertion failed line 14
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
  if (p && n == 5) __SEA_error();
  return 0;
}

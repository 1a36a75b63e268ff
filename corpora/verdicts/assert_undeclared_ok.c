// verdict: ok
extern int nondet_int(void);
void assert(int);
int main(void) {
  int x = nondet_int();
  if (x > 3) assert(x > 2);
  return 0;
}

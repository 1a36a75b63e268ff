// verdict: ok
// options: --check float
extern float nondet_float(void);
int main(void) {
  float x = nondet_float();
  if (!(x >= -100 && x <= 100)) return 0;
  signed char c = (signed char)x;
  return c > 100;
}

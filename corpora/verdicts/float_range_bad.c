// verdict: error float overflow line 8
// options: --check float
// The product of two finite floats may be infinite.
extern float nondet_float(void);
int main(void) {
  float x = nondet_float(), y = nondet_float();
  if (!(x >= 0 && x <= 1e20f && y >= 0 && y <= 1e20f)) return 0;
  return x * y > 1;
}

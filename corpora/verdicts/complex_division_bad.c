// verdict: error assertion failed line 6
// The quotient has a negative imaginary part.
void reach_error(void);
int main(void) {
  double _Complex a = __builtin_complex(4.0, 2.0), b = __builtin_complex(1.0, 1.0), q = a / b;
  if (__imag__ q < 0) reach_error();
  return 0;
}

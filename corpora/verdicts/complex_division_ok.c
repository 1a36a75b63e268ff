// verdict: ok
// Quotients and products of complex numbers.
void reach_error(void);
int main(void) {
  double _Complex a = __builtin_complex(4.0, 2.0), b = __builtin_complex(1.0, 1.0), q = a / b, p = a * b;
  if (__real__ q != 3.0 || __imag__ q != -1.0) reach_error();
  if (__real__ p != 2.0 || __imag__ p != 6.0) reach_error();
  float _Complex f = __builtin_complex(9.0f, 0.0f);
  f /= 2.0f;
  if (__real__ f != 4.5f) reach_error();
  return 0;
}

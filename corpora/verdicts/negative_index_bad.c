// verdict: error out of bounds line 11
// An unsigned length of zero makes length - 1 huge.
extern unsigned nondet_uint(void);

static int data[8];

int main(void) {
  unsigned len = nondet_uint();
  if (len > 8)
    return 0;
  return data[len - 1];
}

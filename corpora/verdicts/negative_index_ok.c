// verdict: ok
// An unsigned length of zero makes length - 1 huge.
extern unsigned nondet_uint(void);

static int data[8];

int main(void) {
  unsigned len = nondet_uint();
  if (len > 8)
    return 0;
  if (len == 0)
    return 0;
  return data[len - 1];
}

// verdict: error unreachable code reached line 10
// A default the author believed impossible.
extern unsigned nondet_uint(void);

static int size_of(unsigned code) {
  switch (code & 3) {
  case 0: return 1;
  case 1: return 2;
  case 2: return 4;
  default: __builtin_unreachable();
  }
}

int main(void) { return size_of(nondet_uint()) == 2; }

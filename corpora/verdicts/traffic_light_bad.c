// verdict: error assertion failed line 39
// A state machine with two lights that must never both be green.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

enum color { RED, GREEN, YELLOW };

static enum color north = RED, east = RED;

static void event(int e) {
  switch (e) {
  case 0:
    if (east == RED && north == RED)
      north = GREEN;
    break;
  case 1:
    if (north != GREEN || east == YELLOW)
      east = GREEN;
    break;
  case 2:
    if (north == GREEN)
      north = YELLOW;
    else if (east == GREEN)
      east = YELLOW;
    break;
  case 3:
    if (north == YELLOW)
      north = RED;
    if (east == YELLOW)
      east = RED;
    break;
  }
}

int main(void) {
  for (int i = 0; i < 4; i++) {
    event(__VERIFIER_nondet_int());
    if (north != RED && east == GREEN)
      __VERIFIER_error();
  }
  return 0;
}

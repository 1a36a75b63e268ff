// verdict: error division by zero line 17
// The divisor comes back from a callee with several outcomes, one of which is zero.
extern int get_input(void);

static int grade(int points) {
  if (points < 0)
    return 0;
  if (points < 50)
    return 1;
  if (points < 90)
    return 2;
  return 3;
}

int main(void) {
  int g = grade(get_input());
  return 60 / g;
}

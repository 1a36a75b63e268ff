// verdict: error assertion failed line 10
// It looks endless, and ends when the counter comes round.
void reach_error(void);
int main(void) {
  unsigned char n = 1;
  while (1) {
    if (!n) break;
    n++;
  }
  reach_error();
}

// verdict: ok
// A pointer is used only while the block of what it points to lasts.
int main(void) {
  int seen = 0;
  {
    int x = 1;
    int *p = &x;
    seen = *p;
  }
  return seen - 1;
}

// verdict: error use after free line 9
// A pointer outlives the block of what it points to.
int main(void) {
  int *p;
  {
    int x = 1;
    p = &x;
  }
  return *p;
}

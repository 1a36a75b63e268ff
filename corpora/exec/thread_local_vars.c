// Thread-local storage: _Thread_local and __thread globals, statics and addresses, in one thread.
#include <stdio.h>
#include <threads.h>

static _Thread_local int depth;
_Thread_local long total = 100;
static __thread struct { int a[3]; } state = {{1, 2, 3}};

static int nest(int n) {
  depth++;
  int r = n == 0 ? depth : nest(n - 1);
  depth--;
  return r;
}

static int *here(void) {
  static thread_local int v = 7;
  v++;
  return &v;
}

int main(void) {
  printf("%d %d\n", nest(6), depth);
  total += nest(2);
  printf("%ld\n", total);
  *here() = 20;
  printf("%d\n", *here());
  state.a[1] *= 50;
  int s = 0;
  for (int i = 0; i < 3; i++)
    s += state.a[i];
  printf("%d\n", s);
  long *p = &total;
  *p = -1;
  printf("%ld\n", total);
  return 0;
}

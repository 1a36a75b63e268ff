// exit with handlers registered by atexit, in reverse order, flushing what was printed; nested exit code.
#include <stdio.h>
#include <stdlib.h>

static int stage;

static void first(void) { printf("first %d\n", stage); }
static void second(void) {
  stage += 10;
  printf("second %d\n", stage);
}
static void third(void) {
  stage += 100;
  fputs("third ", stdout);
}

static void deep(int n) {
  if (n == 0) {
    printf("leaving ");
    exit(300 & 0x7f);
  }
  deep(n - 1);
  puts("never");
}

int main(void) {
  atexit(first);
  atexit(second);
  atexit(third);
  stage = 1;
  deep(4);
  return 0;
}

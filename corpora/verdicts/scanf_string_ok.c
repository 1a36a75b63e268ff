// verdict: ok
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char name[8] = "";
  int a[2] = {1, 2};
  if (scanf("%7s %d", name, &a[1]) == 2) assert(name[0] || !name[0]);
  assert(a[0] == 1);
  char line[4];
  if (fgets(line, sizeof line, stdin)) assert(strlen(line) < 4);
  return 0;
}

// tmpnam: a name for a file that is not there yet.
#include <stdio.h>
#include <string.h>

int main(void) {
  char name[L_tmpnam], line[64];
  FILE *f;
  printf("%d %d\n", tmpnam(name) == name, strlen(name) < L_tmpnam);
  if (fopen(name, "r")) return 1;
  if (!(f = fopen(name, "w"))) return 2;
  fprintf(f, "%d and %s\n", 42, "more");
  fclose(f);
  if (!(f = fopen(name, "r")) || !fgets(line, sizeof line, f)) return 3;
  fclose(f);
  printf("%s%d %d\n", line, remove(name), fopen(name, "r") == NULL);
  return strncmp(tmpnam(NULL), "/tmp/", 5);
}

// main with arguments (see main_args.args: one argument per line): options, numbers, text.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  int verbose = 0, sum = 0, rest = 0;
  const char *name = "none";
  printf("%d\n", argc);
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-v") == 0)
      verbose++;
    else if (strncmp(argv[i], "--name=", 7) == 0)
      name = argv[i] + 7;
    else if (argv[i][0] == '-' && argv[i][1] >= '0' && argv[i][1] <= '9')
      sum -= atoi(argv[i] + 1);
    else if (argv[i][0] >= '0' && argv[i][0] <= '9')
      sum += atoi(argv[i]);
    else
      rest++, printf("[%s]\n", argv[i]);
  }
  printf("%d %d %d %s %d\n", verbose, sum, rest, name, argv[argc] == NULL);
  return rest;
}

// Reading a file in blocks that fill their buffer to the last byte.
#include <stdio.h>

int main(void) {
  FILE *f = tmpfile();
  for (int i = 0; i < 100; i++) fprintf(f, "%02d", i);
  rewind(f);
  char block[16];
  size_t n, blocks = 0, bytes = 0;
  while ((n = fread(block, 1, sizeof block, f)) > 0) {
    blocks++;
    bytes += n;
    printf("%.*s|\n", (int)n, block);
  }
  printf("%zu blocks, %zu bytes\n", blocks, bytes);
  fclose(f);
  return 0;
}

// memcpy, memmove with overlap both ways, memset, memcmp, memchr, and struct assignment through them.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct big {
  int id;
  char name[20];
  double w[3];
};

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
  char b[16] = "0123456789";
  memmove(b + 2, b, 8);
  puts(b);
  memmove(b, b + 3, 7);
  puts(b);
  memcpy(b, "xyz", 3);
  puts(b);
  memset(b + 4, '-', 4);
  puts(b);
  printf("%d %d %d %d\n", sign(memcmp("abc", "abd", 3)), sign(memcmp("abc", "abd", 2)),
         sign(memcmp("\xff", "\x01", 1)), memcmp("", "", 0));
  char *hit = memchr(b, '-', sizeof b);
  printf("%td %d\n", hit - b, memchr(b, 'Q', sizeof b) == NULL);
  struct big x = {7, "seven", {1, 2, 3}}, y;
  memcpy(&y, &x, sizeof y);
  y.w[1] = -2;
  printf("%d %s %g %g %d\n", y.id, y.name, y.w[1], x.w[1], memcmp(&x, &y, offsetof(struct big, w)));
  x = y;
  printf("%d\n", memcmp(&x, &y, sizeof x) == 0);
  int words[6];
  memset(words, 0xff, sizeof words);
  printf("%d %d\n", words[0], words[5]);
  memset(words, 1, sizeof words / 2);
  printf("%#x %#x %d\n", (unsigned)words[0], (unsigned)words[2], words[3]);
  double d = 1.0;
  unsigned char raw[sizeof d];
  memcpy(raw, &d, sizeof d);
  printf("%02x%02x\n", raw[7], raw[6]);
  unsigned long long bits = 0x4009000000000000ULL;
  memcpy(&d, &bits, sizeof d);
  printf("%g\n", d);
  __builtin_memset(words, 0, sizeof words);
  int z = 0;
  for (int i = 0; i < 6; i++)
    z |= words[i];
  printf("%d\n", z);
  return 0;
}

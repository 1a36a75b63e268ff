// printf for integers, strings and characters: flags, width, precision, length modifiers, %n-free, positions.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

int main(void) {
  printf("%d|%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d|%-8.3d|\n", 42, 42, 42, 42, 42, 42, 42, 42, 42);
  printf("%d|%5d|%-5d|%05d|%+d|% d|%.3d|\n", -7, -7, -7, -7, -7, -7, -7);
  printf("%.0d|%.0x|%5.0d|%+.0d|\n", 0, 0, 0, 0);
  printf("%u|%x|%X|%o|%#x|%#X|%#o|%#x|%#o|\n", 3000000000u, 0xbeefu, 0xbeefu, 8u, 255u, 255u, 8u, 0u, 0u);
  printf("%08x|%#10x|%-#10x|%#010x|%.8x|\n", 0x1234u, 0x1234u, 0x1234u, 0x1234u, 0x1234u);
  printf("%hhd|%hhu|%hd|%hu|\n", (signed char)300, (unsigned char)300, (short)70000, (unsigned short)70000);
  printf("%ld|%lu|%lx|%lld|%llu|%llx|\n", -5L, 5UL, 0xffL, -5000000000LL, 5000000000ULL, 1ULL << 63);
  printf("%zu|%zd|%td|%jd|%ju|\n", (size_t)7, (ssize_t)-7, (ptrdiff_t)-8, (intmax_t)-9, (uintmax_t)9);
  printf("%" PRId64 "|%" PRIu32 "|%" PRIx16 "|\n", INT64_MIN, UINT32_MAX, (uint16_t)0xabc);
  printf("%s|%10s|%-10s|%.2s|%10.2s|%-10.2s|%.0s|\n", "hello", "hello", "hello", "hello", "hello", "hello", "x");
  printf("%c|%3c|%-3c|%%|\n", 'a', 'b', 'c');
  printf("%*d|%-*d|%*d|%.*d|%.*d|\n", 6, 1, 6, 2, -6, 3, 4, 5, -1, 6);
  printf("%.*s|%*.*s|\n", 3, "abcdef", 8, 2, "abcdef");
  int n = printf("%s", "twelve chars");
  printf(" %d\n", n);
  printf("%p %d\n", (void *)0, (int)sizeof(void *));
  printf("%2$s %1$s\n", "world", "hello");
  putchar('x');
  puts("puts");
  fputs("fputs\n", stdout);
  fputc('y', stdout);
  fwrite("abc\n", 1, 4, stdout);
  fprintf(stdout, "%i\n", 12);
  fprintf(stderr, "not compared\n");
  return 0;
}

// String, wide, u8, u and U literals, character constants, escapes, concatenation, arrays initialised by them.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

static const char *const escapes = "a\tb\\c\"d\101\x42\0hidden";
static const wchar_t wide[] = L"wide \u00e9\u4e2d";
static const char16_t u16[] = u"x\U0001F600";
static const char32_t u32[] = U"\U0001F600y";
static const char utf8[] = u8"\u00e9\u4e2d";
static char exact[3] = "abc";
static char padded[8] = "ab";
static wchar_t wpad[6] = L"ab";

int main(void) {
  for (int i = 0; i < 17; i++)
    printf("%02x ", (unsigned char)escapes[i]);
  printf("\n%zu\n", strlen(escapes));
  for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
    printf("%x ", (unsigned)wide[i]);
  putchar('\n');
  for (size_t i = 0; i < sizeof u16 / sizeof *u16; i++)
    printf("%x ", u16[i]);
  for (size_t i = 0; i < sizeof u32 / sizeof *u32; i++)
    printf("%x ", (unsigned)u32[i]);
  putchar('\n');
  for (size_t i = 0; i < sizeof utf8; i++)
    printf("%02x ", (unsigned char)utf8[i]);
  putchar('\n');
  printf("%.3s %zu %d %zu\n", exact, sizeof exact, padded[7], sizeof padded);
  printf("%d %d %d\n", (int)wpad[0], (int)wpad[1], (int)wpad[5]);
  printf("%s\n", "one " "two "
                 "three");
  printf("%d %d %d %d %d\n", 'A', '\n', '\x7f', '\0', '\'');
  printf("%d %x %x\n", (int)L'\u4e2d', (unsigned)u'\u00e9', (unsigned)U'\U0001F600');
  printf("%d\n", (int)'\xff');
  printf("%c%c\n", "string"[2], 3["array"]);
  return 0;
}

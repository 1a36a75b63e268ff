// ctype.h over all characters, and case conversion of a text.
#include <ctype.h>
#include <stdio.h>

static void row(const char *name, int (*f)(int)) {
  int n = 0;
  unsigned h = 0;
  for (int c = 0; c < 128; c++)
    if (f(c)) {
      n++;
      h = h * 31 + (unsigned)c;
    }
  printf("%s %d %08x eof%d\n", name, n, h, f(EOF) != 0);
}

static int is_ident(const char *s) {
  if (!isalpha((unsigned char)*s) && *s != '_')
    return 0;
  while (*++s)
    if (!isalnum((unsigned char)*s) && *s != '_')
      return 0;
  return 1;
}

int main(void) {
  row("alpha", isalpha);
  row("digit", isdigit);
  row("alnum", isalnum);
  row("space", isspace);
  row("blank", isblank);
  row("upper", isupper);
  row("lower", islower);
  row("punct", ispunct);
  row("print", isprint);
  row("graph", isgraph);
  row("cntrl", iscntrl);
  row("xdigit", isxdigit);
  const char *s = "Mixed CASE 123 text!";
  for (const char *p = s; *p; p++)
    putchar(toupper((unsigned char)*p));
  putchar(' ');
  for (const char *p = s; *p; p++)
    putchar(tolower((unsigned char)*p));
  printf("\n%d %d %d %d\n", is_ident("a_1"), is_ident("1a"), is_ident("_"), is_ident("a-b"));
  printf("%d %d\n", toupper('7'), tolower(-1));
  return 0;
}

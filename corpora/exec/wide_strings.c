// Wide characters without locale: wcslen, wcscpy, wcscmp by hand-written and library functions, wide switch.
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

static size_t my_len(const wchar_t *s) {
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

static int kind(wchar_t c) {
  switch (c) {
  case L'a': return 1;
  case L'\u00e9': return 2;
  case L'\U0001F600': return 3;
  default: return 0;
  }
}

int main(void) {
  const wchar_t *s = L"a\u00e9\U0001F600z";
  printf("%zu %zu\n", my_len(s), wcslen(s));
  for (const wchar_t *p = s; *p; p++)
    printf("%d", kind(*p));
  wchar_t buf[16];
  wcscpy(buf, s);
  wcscat(buf, L"!!");
  printf("\n%zu %d %d\n", wcslen(buf), wcscmp(buf, s) > 0, wcsncmp(buf, s, 4));
  printf("%td %d\n", wcschr(buf, L'z') - buf, wcsstr(buf, L"z!") != NULL);
  wmemset(buf, L'x', 3);
  printf("%d %d\n", buf[0] == L'x', buf[3] == L'z');
  wchar_t w = L'\xff';
  printf("%d %zu\n", (int)w, sizeof(L"ab"));
  return 0;
}

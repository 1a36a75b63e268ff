// verdict: ok
#include <assert.h>
#include <wchar.h>
int main(void) {
  wchar_t from[4] = L"abc", to[4];
  wcscpy(to, from);
  assert(wcslen(to) == 3 && !wcscmp(to, from) && wcschr(to, L'b') == to + 1);
  wmemmove(to + 1, to, 2);
  assert(to[1] == L'a' && to[2] == L'b');
  return 0;
}

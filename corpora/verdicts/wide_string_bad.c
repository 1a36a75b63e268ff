// verdict: error out of bounds line 6
#include <wchar.h>
int main(void) {
  wchar_t from[4] = L"abc", to[3];
  to[0] = 0;
  wcscpy(to, from);
  return 0;
}

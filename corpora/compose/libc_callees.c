// entry: match_name
// Library functions with models: strlen, strcmp, memcpy and isdigit decide in the caller.
#include <ctype.h>
#include <string.h>

static int version(char c) { return isdigit((unsigned char)c) ? c - '0' : -1; }

int match_name(const char in[4]) {
  char buf[4];
  memcpy(buf, in, 4);
  buf[3] = 0;
  int v = version(buf[0]);
  if (v > 7)
    return 8;
  if (strcmp(buf, "v2") == 0)
    return 2;
  if (strlen(buf) == 0)
    return 0;
  return 1;
}

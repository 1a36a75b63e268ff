// string.h: length, copy, concatenation, comparison, search, spans, tokens, duplication.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sign(int x) { return (x > 0) - (x < 0); }
static long at(const char *base, const char *p) { return p ? p - base : -1; }

int main(void) {
  char b[32];
  printf("%zu %zu %zu\n", strlen(""), strlen("abc"), strnlen("abcdef", 4));
  strcpy(b, "abc");
  strcat(b, "def");
  strncat(b, "ghijk", 2);
  puts(b);
  strncpy(b, "xy", 5);
  printf("%s %d%d%d %c\n", b, b[2], b[3], b[4], b[5]);
  printf("%d %d %d %d\n", sign(strcmp("a", "b")), sign(strcmp("b", "a")), strcmp("same", "same"), sign(strcmp("ab", "abc")));
  printf("%d %d %d\n", strncmp("abcX", "abcY", 3), sign(strncmp("abcX", "abcY", 4)), sign(strcmp("\x80", "\x7f")));
  printf("%d %d\n", strcasecmp("HeLLo", "hEllO"), sign(strncasecmp("abz", "ABa", 3)));
  const char *s = "hello world";
  printf("%ld %ld %ld %ld\n", at(s, strchr(s, 'o')), at(s, strrchr(s, 'o')), at(s, strchr(s, 'z')), at(s, strchr(s, 0)));
  printf("%ld %ld %ld\n", at(s, strstr(s, "wor")), at(s, strstr(s, "")), at(s, strstr(s, "worm")));
  printf("%zu %zu %ld\n", strspn(s, "ehl"), strcspn(s, " "), at(s, strpbrk(s, "wr")));
  char t[] = ",a,,b;c,";
  for (char *p = strtok(t, ",;"); p; p = strtok(NULL, ",;"))
    printf("[%s]", p);
  char u[] = "k=v;k2=v2";
  char *save1, *save2;
  for (char *p = strtok_r(u, ";", &save1); p; p = strtok_r(NULL, ";", &save1)) {
    char *k = strtok_r(p, "=", &save2);
    char *v = strtok_r(NULL, "=", &save2);
    printf(" %s->%s", k, v);
  }
  putchar('\n');
  char *d = strdup("copy"), *e = strndup("copying", 5);
  if (d == NULL || e == NULL)
    return 1;
  printf("%s %s\n", d, e);
  free(d);
  free(e);
  char w[8];
  printf("%ld %s\n", at(w, stpcpy(w, "abc")), w);
  printf("%d\n", strcoll("a", "b") < 0);
  printf("%d %d\n", memcmp("a\0b", "a\0c", 3) < 0, strcmp("a\0b", "a\0c"));
  return 0;
}

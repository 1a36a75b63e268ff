/* string.h, written for exploration: one decision a byte, no word tricks. */
typedef __SIZE_TYPE__ size_t;
typedef unsigned char byte;

void *malloc(size_t n);

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}
size_t strnlen(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n]) n++;
  return n;
}
char *stpcpy(char *to, const char *from) {
  while ((*to = *from)) to++, from++;
  return to;
}
char *strcpy(char *to, const char *from) {
  stpcpy(to, from);
  return to;
}
char *stpncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++) to[i] = from[i];
  for (size_t k = i; k < n; k++) to[k] = 0;
  return to + i;
}
char *strncpy(char *to, const char *from, size_t n) {
  stpncpy(to, from, n);
  return to;
}
char *strcat(char *to, const char *from) {
  stpcpy(to + strlen(to), from);
  return to;
}
char *strncat(char *to, const char *from, size_t n) {
  char *end = to + strlen(to);
  size_t i = 0;
  for (; i < n && from[i]; i++) end[i] = from[i];
  end[i] = 0;
  return to;
}
int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return (byte)*a - (byte)*b;
}
int strcoll(const char *a, const char *b) { return strcmp(a, b); }
int strncmp(const char *a, const char *b, size_t n) {
  for (; n; a++, b++, n--) {
    if (*a != *b) return (byte)*a - (byte)*b;
    if (!*a) return 0;
  }
  return 0;
}
static int lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int strcasecmp(const char *a, const char *b) {
  while (*a && lower((byte)*a) == lower((byte)*b)) a++, b++;
  return lower((byte)*a) - lower((byte)*b);
}
int strncasecmp(const char *a, const char *b, size_t n) {
  for (; n; a++, b++, n--) {
    int d = lower((byte)*a) - lower((byte)*b);
    if (d) return d;
    if (!*a) return 0;
  }
  return 0;
}
char *strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) return (char *)s;
    if (!*s) return 0;
  }
}
char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c) s++;
  return (char *)s;
}
char *index(const char *s, int c) { return strchr(s, c); }
char *strrchr(const char *s, int c) {
  const char *last = 0;
  for (;; s++) {
    if (*s == (char)c) last = s;
    if (!*s) return (char *)last;
  }
}
char *rindex(const char *s, int c) { return strrchr(s, c); }
void *memchr(const void *s, int c, size_t n) {
  const byte *p = s;
  for (size_t i = 0; i < n; i++)
    if (p[i] == (byte)c) return (void *)(p + i);
  return 0;
}
void *memrchr(const void *s, int c, size_t n) {
  const byte *p = s;
  while (n--)
    if (p[n] == (byte)c) return (void *)(p + n);
  return 0;
}
int memcmp(const void *a, const void *b, size_t n) {
  const byte *x = a, *y = b;
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i]) return x[i] - y[i];
  return 0;
}
int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }
void *mempcpy(void *to, const void *from, size_t n) {
  __builtin_memcpy(to, from, n);
  return (char *)to + n;
}
void bzero(void *p, size_t n) { __builtin_memset(p, 0, n); }
size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && strchr(set, s[n])) n++;
  return n;
}
size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && !strchr(set, s[n])) n++;
  return n;
}
char *strpbrk(const char *s, const char *set) {
  s += strcspn(s, set);
  return *s ? (char *)s : 0;
}
char *strstr(const char *s, const char *what) {
  size_t n = strlen(what);
  for (;; s++) {
    if (!strncmp(s, what, n)) return (char *)s;
    if (!*s) return 0;
  }
}
char *strdup(const char *s) {
  size_t n = strlen(s) + 1;
  char *p = malloc(n);
  if (p) __builtin_memcpy(p, s, n);
  return p;
}
char *strndup(const char *s, size_t max) {
  size_t n = strnlen(s, max);
  char *p = malloc(n + 1);
  if (!p) return 0;
  __builtin_memcpy(p, s, n);
  p[n] = 0;
  return p;
}
char *strtok_r(char *s, const char *set, char **rest) {
  if (!s) s = *rest;
  if (!s) return 0;
  s += strspn(s, set);
  if (!*s) {
    *rest = 0;
    return 0;
  }
  char *end = s + strcspn(s, set);
  if (*end)
    *end = 0, *rest = end + 1;
  else
    *rest = 0;
  return s;
}
static char *strtok_rest;
char *strtok(char *s, const char *set) { return strtok_r(s, set, &strtok_rest); }
char *strsep(char **s, const char *set) {
  char *start = *s;
  if (!start) return 0;
  char *end = start + strcspn(start, set);
  if (*end)
    *end = 0, *s = end + 1;
  else
    *s = 0;
  return start;
}
size_t strlcpy(char *to, const char *from, size_t room) {
  size_t n = strlen(from), fit = n < room ? n : room - 1;
  if (room) {
    __builtin_memcpy(to, from, fit);
    to[fit] = 0;
  }
  return n;
}
size_t strlcat(char *to, const char *from, size_t room) {
  size_t used = strnlen(to, room);
  return used == room ? room + strlen(from) : used + strlcpy(to + used, from, room - used);
}
void *memccpy(void *to, const void *from, int c, size_t n) {
  byte *d = to;
  const byte *s = from;
  for (size_t i = 0; i < n; i++)
    if ((d[i] = s[i]) == (byte)c) return d + i + 1;
  return 0;
}
void bcopy(const void *from, void *to, size_t n) { __builtin_memmove(to, from, n); }
void *memmem(const void *s, size_t n, const void *what, size_t m) {
  const byte *p = s;
  for (size_t i = 0; m <= n && i <= n - m; i++)
    if (!memcmp(p + i, what, m)) return (void *)(p + i);
  return 0;
}
char *strcasestr(const char *s, const char *what) {
  size_t n = strlen(what);
  for (;; s++) {
    if (!strncasecmp(s, what, n)) return (char *)s;
    if (!*s) return 0;
  }
}

/* wchar.h: the wide strings, one decision a character. */
typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wide;

size_t wcslen(const wide *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}
size_t wcsnlen(const wide *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n]) n++;
  return n;
}
wide *wcscpy(wide *to, const wide *from) {
  for (size_t i = 0; (to[i] = from[i]); i++) {}
  return to;
}
wide *wcsncpy(wide *to, const wide *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++) to[i] = from[i];
  for (; i < n; i++) to[i] = 0;
  return to;
}
wide *wcscat(wide *to, const wide *from) {
  wcscpy(to + wcslen(to), from);
  return to;
}
wide *wcsncat(wide *to, const wide *from, size_t n) {
  wide *end = to + wcslen(to);
  size_t i = 0;
  for (; i < n && from[i]; i++) end[i] = from[i];
  end[i] = 0;
  return to;
}
int wcscmp(const wide *a, const wide *b) {
  while (*a && *a == *b) a++, b++;
  return (*a > *b) - (*a < *b);
}
int wcsncmp(const wide *a, const wide *b, size_t n) {
  for (; n; a++, b++, n--) {
    if (*a != *b) return *a < *b ? -1 : 1;
    if (!*a) return 0;
  }
  return 0;
}
wide *wcschr(const wide *s, wide c) {
  for (;; s++) {
    if (*s == c) return (wide *)s;
    if (!*s) return 0;
  }
}
wide *wcsrchr(const wide *s, wide c) {
  const wide *last = 0;
  for (;; s++) {
    if (*s == c) last = s;
    if (!*s) return (wide *)last;
  }
}
wide *wcsstr(const wide *s, const wide *what) {
  size_t n = wcslen(what);
  for (;; s++) {
    if (!wcsncmp(s, what, n)) return (wide *)s;
    if (!*s) return 0;
  }
}
wide *wmemchr(const wide *s, wide c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == c) return (wide *)(s + i);
  return 0;
}
int wmemcmp(const wide *a, const wide *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}
wide *wmemcpy(wide *to, const wide *from, size_t n) {
  __builtin_memcpy(to, from, n * sizeof *to);
  return to;
}
wide *wmemmove(wide *to, const wide *from, size_t n) {
  __builtin_memmove(to, from, n * sizeof *to);
  return to;
}
wide *wmemset(wide *to, wide c, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = c;
  return to;
}

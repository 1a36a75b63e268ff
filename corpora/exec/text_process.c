// String processing: word frequencies, wrapping, Caesar cipher, palindromes, run-length coding, reversal.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "It was the best of times, it was the worst of times, it was the age of wisdom";

static void wrap(const char *s, size_t width) {
  size_t col = 0;
  while (*s) {
    size_t n = strcspn(s, " ");
    if (col && col + 1 + n > width) {
      putchar('\n');
      col = 0;
    } else if (col) {
      putchar(' ');
      col++;
    }
    printf("%.*s", (int)n, s);
    col += n;
    s += n;
    s += strspn(s, " ");
  }
  putchar('\n');
}

static char *caesar(char *out, const char *s, int k) {
  char *o = out;
  for (; *s; s++)
    *o++ = (char)(islower((unsigned char)*s)   ? 'a' + (*s - 'a' + k + 26) % 26
                  : isupper((unsigned char)*s) ? 'A' + (*s - 'A' + k + 26) % 26
                                               : *s);
  *o = 0;
  return out;
}

static int palindrome(const char *s) {
  const char *e = s + strlen(s);
  while (s < e) {
    if (!isalpha((unsigned char)*s)) s++;
    else if (!isalpha((unsigned char)e[-1])) e--;
    else if (tolower((unsigned char)*s++) != tolower((unsigned char)*--e)) return 0;
  }
  return 1;
}

static void rle(const char *s) {
  while (*s) {
    size_t n = 1;
    while (s[n] == *s)
      n++;
    if (n > 1)
      printf("%zu", n);
    putchar(*s);
    s += n;
  }
  putchar('\n');
}

int main(void) {
  int freq[26] = {0}, words = 0, in = 0;
  for (const char *p = text; *p; p++) {
    if (isalpha((unsigned char)*p)) {
      freq[tolower((unsigned char)*p) - 'a']++;
      words += !in;
      in = 1;
    } else {
      in = 0;
    }
  }
  printf("%d", words);
  for (int i = 0; i < 26; i++)
    if (freq[i] > 3)
      printf(" %c%d", 'a' + i, freq[i]);
  putchar('\n');
  wrap(text, 20);
  char a[100], b[100];
  puts(caesar(a, text, 13));
  printf("%d\n", strcmp(caesar(b, a, -13), text));
  printf("%d %d\n", palindrome("A man, a plan, a canal: Panama"), palindrome("not one"));
  rle("aaabccddddde");
  return 0;
}

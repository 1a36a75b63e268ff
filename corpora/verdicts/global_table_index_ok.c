// verdict: ok
// A global table indexed by a letter; the check lets one character too many through.
extern char nondet_char(void);

static int freq[26];

int main(void) {
  for (int i = 0; i < 3; i++) {
    char c = nondet_char();
    if (c >= 'a' && c <= 'z')
      freq[c - 'a']++;
  }
  return freq['q' - 'a'] == 3;
}

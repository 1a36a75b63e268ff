// entry: set_keyword_equal
//
// CAUT Table 3 slices a function of GNU tar that takes apart "keyword = value" or "keyword := value" and
// assigns the value to the variable the keyword names. This is a function of the same structure: trim the
// keyword at its end, skip blanks before the value, compare the keyword, assign.
// The paper: the isspace calls that feed the two loop conditions and the strcmp result affect decisions;
// the final assign_string does not.
// summ must find (summ slice): is_space in both loop conditions and str_cmp reach a decision; the
// assign_string calls reach only the exit state.

#include <stdbool.h>
#include <stddef.h>

static char *exthdr_name;
static char *globexthdr_name;
static bool bad_keyword;

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int str_cmp(const char *a, const char *b) {
  while (*a != 0 && *a == *b) {
    a++;
    b++;
  }
  return (unsigned char)*a - (unsigned char)*b;
}

static void assign_string(char **where, char *value) { *where = value; }

// kw points to the text, eq to the '=' in it; eq > kw.
void set_keyword_equal(char *kw, char *eq) {
  bool global = true;
  char *p = eq;

  if (eq[-1] == ':') {
    p--;
    global = false;
  }

  while (p > kw && is_space(*p))
    p--;
  *p = 0;

  for (p = eq + 1; *p && is_space(*p); p++)
    ;

  if (str_cmp(kw, "exthdr.name") == 0)
    assign_string(&exthdr_name, p);
  else if (str_cmp(kw, "globexthdr.name") == 0)
    assign_string(&globexthdr_name, p);
  else
    bad_keyword = !global;
}

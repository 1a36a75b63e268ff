// verdict: error assertion failed line 19
// witness: 9
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int nondet_int(void);

int main(void) {
  int digit = nondet_int();
  if (digit < 0 || digit > 9) return 0;
  char text[32];
  sprintf(text, "922337203685477580%d", digit);
  errno = 0;
  long n = strtol(text, NULL, 10);
  /* 2^63 - 1 ends in 7 */
  assert(digit < 8 || n < 0);
  assert(digit > 7 || errno == 0);
  char *line;
  int length = asprintf(&line, "%ld;%.1s", n % 10, "xy");
  if (length < 0) return 1;
  assert(length == 3 && line[2] == 'x');
  double half = strtod("1.5e1 ", NULL);
  free(line);
  return half == 15 ? 0 : 1;
}

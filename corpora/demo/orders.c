#include "inventory.h"

/* Reads digits. Returns what follows them, or NULL when there are none or the number passes 9999. */
const char *read_number(const char *text, int *number) {
  int n = 0;
  if (*text < '0' || *text > '9')
    return NULL;
  while (*text >= '0' && *text <= '9') {
    n = n * 10 + (*text - '0');
    if (n > 9999)
      return NULL;
    text++;
  }
  *number = n;
  return text;
}

/* An order is a letter, a code, a comma and an amount: "t17,3". Returns 1 when the text is one. */
int read_order(const char *text, order *o) {
  if (*text != 'p' && *text != 't' && *text != 'm')
    return 0;
  o->verb = *text;
  text = read_number(text + 1, &o->code);
  if (!text || *text != ',')
    return 0;
  text = read_number(text + 1, &o->amount);
  return text && *text == '\0';
}

enum verdict apply(item **shelf, item **other, const order *o) {
  switch (o->verb) {
  case 'p':
    *shelf = put(*shelf, o->code, o->amount);
    return DONE;
  case 't':
    if (stock(*shelf, o->code) == 0) /* so take() finds its item here */
      return NOT_ENOUGH;
    return take(*shelf, o->code, o->amount);
  case 'm': {
    enum verdict v = take(*shelf, o->code, o->amount); /* and here it may not */
    if (v == DONE)
      *other = put(*other, o->code, o->amount);
    return v;
  }
  default:
    return BAD_ORDER;
  }
}

#include "inventory.h"

static int digit(char c) {
  if (c < '0' || c > '9')
    return -1;
  return c - '0';
}

/* An order is a letter and two digits, code and amount: "t73". Returns 1 when the text is one. */
int read_order(const char *text, order *o) {
  if (*text != 'p' && *text != 't' && *text != 'm')
    return 0;
  o->verb = *text;
  o->code = digit(text[1]);
  if (o->code < 0)
    return 0;
  o->amount = digit(text[2]);
  return o->amount >= 0 && text[3] == '\0';
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

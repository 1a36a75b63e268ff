// entry: price
// A switch with fall-through in the callee, a switch on its result in the caller.
static int group(int code) {
  switch (code) {
  case 1:
  case 2:
    return 10;
  case 3:
    code += 100;
    /* fall through */
  case 50:
    return code;
  case 200 ... 209:
    return 30;
  default:
    return 0;
  }
}

int price(int code, int member) {
  switch (group(code)) {
  case 10:
    return member ? 1 : 2;
  case 103:
    return 3;
  case 30:
  case 50:
    return 4;
  default:
    return 0;
  }
}

// verdict: error uninitialised read line 19
// A structure filled by a callee only on success.
extern int __VERIFIER_nondet_int(void);

struct result {
  int code;
  int value;
};

static void parse(int in, struct result *r) {
  r->code = in >= 0 && in < 10;
  if (r->code)
    r->value = in * 2;
}

int main(void) {
  struct result r;
  parse(__VERIFIER_nondet_int(), &r);
  if (r.value > 10)
    return 1;
  return 0;
}

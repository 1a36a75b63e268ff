// __VERIFIER_error is an error whatever the program's own body for it does: many give it one that only waits.
// RUN: summ run --entry main %s
// EXIT: 1
// CHECK: error_hook_body.c:18:19: assertion failed: __VERIFIER_error
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_error(void) {
  for (;;)
    ;
}

static int next_state(int state, int event) { return event ? state + 1 : 0; }

int main(void) {
  int state = 0;
  for (int i = 0; i < 4; i++)
    state = next_state(state, __VERIFIER_nondet_int());
  if (state == 4) __VERIFIER_error();
  return 0;
}

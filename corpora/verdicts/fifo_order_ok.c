// verdict: ok
// What goes into a queue first comes out first; the bad version is a stack.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int item[4];
static int in, out;

static void enqueue(int v) { item[in++] = v; }
static int dequeue(void) { return item[out++]; }

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  enqueue(a);
  enqueue(b);
  assert(dequeue() == a);
  assert(dequeue() == b);
  return out;
}

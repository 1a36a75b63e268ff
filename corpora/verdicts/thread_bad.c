// verdict: error assertion failed line 15
// In one of the orders the writer comes first.
#include <assert.h>
#include <pthread.h>
static int x;
static void *writer(void *arg) {
  x = 1;
  return arg;
}
int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, writer, NULL)) return 1;
  /* the writer may
     be done by now */
  assert(x == 0);
  pthread_join(t, NULL);
  return 0;
}

// verdict: ok
// partial: threads are run in one order only
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *adder(void *arg) {
  pthread_mutex_lock(&lock);
  x += *(int *)arg;
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  int n = 5;
  pthread_create(&t, NULL, adder, &n);
  pthread_mutex_lock(&lock);
  x += 2;
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  assert(x == 7);
  return 0;
}

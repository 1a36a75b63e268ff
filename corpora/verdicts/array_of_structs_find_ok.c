// verdict: ok
// Finding the cheapest of three offers with input prices.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct offer {
  int price;
  char name;
};

int main(void) {
  struct offer o[3] = {{0, 'a'}, {0, 'b'}, {0, 'c'}};
  for (int i = 0; i < 3; i++)
    o[i].price = __VERIFIER_nondet_int();
  const struct offer *best = &o[0];
  for (int i = 1; i < 3; i++)
    if (o[i].price < best->price)
      best = &o[i];
  for (int i = 0; i < 3; i++)
    assert(best->price <= o[i].price);
  return best->name;
}

// verdict: error null dereference line 20
// A lookup that answers NULL for a key that is not there.
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

struct entry {
  int key, value;
};
static struct entry table[3] = {{1, 10}, {5, 50}, {9, 90}};

static struct entry *find(int key) {
  for (int i = 0; i < 3; i++)
    if (table[i].key == key)
      return &table[i];
  return NULL;
}

int main(void) {
  struct entry *e = find(__VERIFIER_nondet_int());
  return e->value == 50;
}

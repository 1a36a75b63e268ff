// entry: multinomial_add
//
// CAUT section 5, in the manner of "multinomial add": the sum of two multinomials in x and y, each a list of
// terms in falling order of exponents. Of the callees only `order` feeds decisions; the ones that count,
// sign and chain terms do not.
// The paper (Fig. 4(a)): dependence analysis gains more here than partial execution, because some called
// functions do not affect the path selection.
// summ must find: order (and the allocation inside new_term, by its NULL test) reach decisions; note,
// checksum and normal_sign do not. Loop bounded by the input lists: partial by the loop bound.

#include <stdlib.h>

struct mterm {
  int coef;
  int ex;
  int ey;
  struct mterm *next;
};

struct stats {
  int added;
  int copied;
  unsigned sum;
};

static struct stats stats;

static int order(const struct mterm *a, const struct mterm *b) {
  if (a->ex != b->ex)
    return a->ex > b->ex ? 1 : -1;
  if (a->ey != b->ey)
    return a->ey > b->ey ? 1 : -1;
  return 0;
}

static void note(int both) {
  if (both)
    stats.added++;
  else
    stats.copied++;
}

static void checksum(const struct mterm *t) {
  unsigned c = (unsigned)t->coef;
  for (int i = 0; i < 4; i++) {
    if (c & 1u)
      stats.sum += c;
    else
      stats.sum ^= c >> 1;
    c = c * 31u + (unsigned)t->ex;
  }
}

static int normal_sign(int coef) {
  if (coef > 0)
    return 1;
  if (coef < 0)
    return -1;
  return 0;
}

static struct mterm *new_term(int coef, int ex, int ey) {
  struct mterm *t = malloc(sizeof *t);
  if (t == NULL)
    return NULL;
  t->coef = coef;
  t->ex = ex;
  t->ey = ey;
  t->next = NULL;
  return t;
}

// Returns a new list, or NULL where memory runs out or the sum is zero. *signs gets the sum of signs.
struct mterm *multinomial_add(const struct mterm *a, const struct mterm *b, int *signs) {
  struct mterm *head = NULL;
  struct mterm **tail = &head;
  *signs = 0;
  while (a != NULL && b != NULL) {
    struct mterm *t;
    int o = order(a, b);
    if (o > 0) {
      t = new_term(a->coef, a->ex, a->ey);
      a = a->next;
    } else if (o < 0) {
      t = new_term(b->coef, b->ex, b->ey);
      b = b->next;
    } else {
      t = new_term((int)((unsigned)a->coef + (unsigned)b->coef), a->ex, a->ey);
      a = a->next;
      b = b->next;
    }
    if (t == NULL)
      return head;
    note(o == 0);
    checksum(t);
    *signs += normal_sign(t->coef);
    *tail = t;
    tail = &t->next;
  }
  return head;
}

// entry: poly_add
//
// SGEN 6.3 (Poly): addition of two polynomials held as lists of terms with falling exponents.
// The paper (Table 1(b)): ten paths of 13 to 91 statements, 2 to 8 nodes, 2 to 34 dereferences; time linear
// in the dereferences, the smallest slope of the three programs.
// summ must find: own paths by the merge order of the two inputs, terms that cancel included. The result is
// written into cells the caller passes (a list long enough, or the walk stops): no allocation here.

#include <stddef.h>

struct term {
  int coef;
  int exp;
  struct term *next;
};

// Adds a and b into the cells of out, in order; returns the number of terms written, or -1 where out is too
// short. A term whose coefficients cancel is left out.
int poly_add(const struct term *a, const struct term *b, struct term *out) {
  int n = 0;
  while (a != NULL || b != NULL) {
    int coef, exp;
    if (b == NULL || (a != NULL && a->exp > b->exp)) {
      coef = a->coef;
      exp = a->exp;
      a = a->next;
    } else if (a == NULL || b->exp > a->exp) {
      coef = b->coef;
      exp = b->exp;
      b = b->next;
    } else {
      coef = (int)((unsigned)a->coef + (unsigned)b->coef);
      exp = a->exp;
      a = a->next;
      b = b->next;
    }
    if (coef != 0) {
      if (out == NULL)
        return -1;
      out->coef = coef;
      out->exp = exp;
      out = out->next;
      n++;
    }
  }
  return n;
}

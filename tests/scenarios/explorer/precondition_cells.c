// What the precondition read byte by byte or as a part stays the same input when the function reads more of it at once.
// RUN: summ run -f low -f copied --replay %s
// CHECK: low +complete +1
// CHECK: copied +complete +1
// CHECK: 3 witnesses replayed, 0 of them not as predicted
// RUN: summ show low
// CHECK: returns +3
// RUN: summ show copied
// CHECK: is true
struct pair {
  short small;
  signed char tag;
  int big;
};
struct pair shared;
void set_tag(int t) {
  shared.tag = (signed char)t;
}
int low_precond(const int *word) {
  const unsigned char *b = (const unsigned char *)word;
  return b[0] == 3 && b[1] == 0;
}
int low(const int *word) {
  if ((*word & 0xffff) == 3) return 3;
  return 0;
}
static int tag_of(struct pair p) {
  return p.tag;
}
int copied_precond(void) {
  return shared.tag == 5;
}
int copied(void) {
  if (tag_of(shared) == 5) return 1;
  return 0;
}

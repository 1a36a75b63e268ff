// A callee whose summary is partial answers as far as its cases go. What they leave over of a context is cut where the callee was,
// and the caller's summary says at which call; a context that lies outside by itself is executed.
// RUN: summ run %s
// CHECK: length +partial
// CHECK: short_word +complete
// CHECK: any_word +partial
// CHECK: known +complete
// RUN: summ show any_word
// CHECK: cut: callee partial at .*partial_callee.c:26
// CHECK: returns +1
// RUN: summ show known
// CHECK: complete: 1 case, 1 of 2 branches covered, 1 infeasible
// RUN: summ run --stats --store other -f short_word %s
// CHECK: calls answered by summaries +[1-9]
// CHECK: calls executed +0
int length(const char *s) {
  int n = 0;
  while (s[n]) n++;
  return n;
}
int short_word(const char *s) {
  if (!s[0] || !s[1] || !s[2]) return length(s) < 3;
  return 0;
}
int any_word(const char *s) {
  if (length(s) == 5) return 1;
  return 0;
}
int known(void) {
  if (length("twenty characters ab") == 20) return 1;
  return 0;
}

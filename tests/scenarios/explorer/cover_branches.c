/* --cover branches stops when every branch of the function is decided, and says "covered" where it does not know all paths.
RUN: summ run %s --store %t/s --cover branches --json
JSON: functions[name=both_ways].status == "covered"
JSON: functions[name=both_ways].cases == 2
JSON: functions[name=all_paths].status == "complete"
JSON: functions[name=long_loop].status == "covered"
JSON: functions[name=too_far].status == "partial"
JSON: functions[name=too_far].covered == 3
JSON: functions[name=dead_end].status == "covered"
JSON: functions[name=dead_end].covered == 5
JSON: functions[name=many].status == "covered"
JSON: functions[name=many].cases <= 200
JSON: totals.complete == 1
JSON: totals.covered == 4
RUN: summ show dead_end --store %t/s --json
JSON: status == "covered"
JSON: infeasible[0].line == 57
JSON: infeasible[0].edge == "true"
RUN: summ list --store %t/s --status covered
CHECK: both_ways +covered
CHECK-NOT: too_far
RUN: summ run %s --store %t/s --cover branches
CHECK: 1 complete, 4 with all branches covered;
RUN: summ run %s --store %t/s --json
JSON: functions[name=dead_end].status == "partial"
JSON: functions[name=both_ways].status == "complete"
RUN: summ show dead_end --store %t/s --json
JSON: len(bounds) == 1
JSON: infeasible[0].line == 57
*/
int both_ways(int a, int b, int c, int d) {
  int n = 0;
  if (a > 1) n++;
  if (b > 2) n++;
  if (c > 3) n++;
  if (d > 4) n++;
  return n;
}

int all_paths(int a) { return a > 3 ? 1 : 2; }

int long_loop(int n) { /* both edges are covered long before the loop ends */
  int i = 0;
  while (i < n) i++;
  return i;
}

int too_far(int n) { /* the bound comes first */
  int i = 0, sum = 0;
  for (; i < n; i++) sum += i;
  return i > 1000 ? sum : 0;
}

/* What the loop leaves open cannot lead back to the test before it. */
int dead_end(int n, int k) {
  if (k > 10) {
    if (k < 5) return -1;
  }
  int i = 0;
  while (i < n) i++;
  return i;
}

int many(const unsigned char *s) { /* 3^8 paths and more */
  int n = 0;
  for (int i = 0; i < 8; i++) {
    if (s[i] == 'a')
      n += 1;
    else if (s[i] == 'b')
      n += 2;
  }
  if (s[0] == 'b' && s[7] == 'a') return n;
  return 0;
}

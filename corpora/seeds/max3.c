// entry: max3
//
// LA Fig. 1: the greatest of three array elements, without aliases.
// The paper: the control-flow graph has four paths, all of them feasible; depth-first all-paths
// generation gives one test for each (LA Fig. 3).
// summ must find: 4 cases, complete, one witness each, no errors for an array of three elements.

int max3(int a[3]) {
  int max = a[0];
  if (max < a[1])
    max = a[1];
  if (max < a[2])
    max = a[2];
  return max;
}

// entry: max3Als
//
// LA Fig. 4: the same control-flow graph as max3 (LA Fig. 1), but the elements are reached through
// input indices into a global array that holds two different values only.
// The paper: the precondition is 0 <= i0, i1, i2 <= 4. Late aliases give 3 tests, one per feasible path;
// the fourth path needs three rising values a[i0] < a[i1] < a[i2] and is infeasible. An enumerating
// search makes 125 tests (77, 30 and 18 for the three paths), an approximating one covers one path.
// summ must find: exactly 3 cases, complete, the fourth path shown infeasible. Nothing in the program writes
// the array, so its initial value holds: it is no input.

int a[5] = {6, 7, 6, 6, 7};

int max3Als_precond(int i0, int i1, int i2) {
  return 0 <= i0 && i0 <= 4 && 0 <= i1 && i1 <= 4 && 0 <= i2 && i2 <= 4;
}

int max3Als(int i0, int i1, int i2) {
  int max = a[i0];
  if (max < a[i1])
    max = a[i1];
  if (max < a[i2])
    max = a[i2];
  return max;
}

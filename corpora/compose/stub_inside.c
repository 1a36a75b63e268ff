// entry: poll_twice
// A callee that calls a function without a body: each answer is an input.
extern int device_status(int port);

static int ready(int port) {
  int s = device_status(port);
  if (s < 0)
    return -1;
  return s & 1;
}

int poll_twice(int port) {
  int a = ready(port);
  if (a < 0)
    return -1;
  int b = ready(port + 1);
  if (a && b > 0)
    return 2;
  if (a || b > 0)
    return 1;
  return 0;
}

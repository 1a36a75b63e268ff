// entry: temperature
// Floating-point callee with exact small arithmetic and comparisons.
static double half(double x) { return x / 2.0; }

static int zone(double t) {
  if (t < 0.0)
    return -1;
  if (t > 100.0)
    return 1;
  return 0;
}

int temperature(int raw) {
  if (raw < -1000 || raw > 1000)
    return -2;
  int z = zone(half((double)raw));
  if (z < 0)
    return 1;
  if (z > 0)
    return 2;
  return 0;
}

// entry: thermostat
// An opaque module with accessors; the caller knows only the functions.
static struct {
  int target;
  int now;
  int mode;
} th;

static void set_target(int t) { th.target = t < 5 ? 5 : t > 30 ? 30 : t; }
static void sense(int t) { th.now = t; }
static int heating(void) { return th.now < th.target - 1; }
static void update(void) { th.mode = heating() ? 1 : th.now > th.target + 1 ? 2 : 0; }

int thermostat(int want, int now) {
  set_target(want);
  sense(now);
  update();
  if (th.mode == 1)
    return th.target == 30 ? 11 : 10;
  if (th.mode == 2)
    return 20;
  return 0;
}

// entry: reserve_two
// A global array of structures changed by a callee at an index it finds itself.
struct slot {
  unsigned char used;
  int owner;
};
static struct slot slots[3];

static int reserve(int owner) {
  for (int i = 0; i < 3; i++)
    if (!slots[i].used) {
      slots[i].used = 1;
      slots[i].owner = owner;
      return i;
    }
  return -1;
}

static int owned(int owner) {
  int n = 0;
  for (int i = 0; i < 3; i++)
    n += slots[i].used && slots[i].owner == owner;
  return n;
}

int reserve_two(int a, int b, int full) {
  for (int i = 0; i < 3; i++)
    slots[i].used = 0;
  if (full > 0)
    slots[1].used = 1, slots[1].owner = a;
  int i = reserve(a), j = reserve(b);
  if (j - i == 2)
    return owned(a) == 3 ? 4 : 3;
  if (owned(a) == 2)
    return 2;
  return 1;
}

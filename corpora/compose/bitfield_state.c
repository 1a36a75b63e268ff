// entry: machine_step
// Bit-fields changed by callees.
struct m {
  unsigned state : 2;
  unsigned err : 1;
  signed level : 4;
};

static void up(struct m *m, int by) {
  if (m->level + by > 7)
    m->err = 1;
  else
    m->level += by;
}

static void next(struct m *m) { m->state++; }

int machine_step(unsigned start, int by) {
  struct m m = {start & 3u, 0, 2};
  if (by < 0 || by > 9)
    return -1;
  up(&m, by);
  next(&m);
  if (m.err)
    return 2;
  if (m.state == 0)
    return m.level == 2 ? 3 : 4;
  return 1;
}

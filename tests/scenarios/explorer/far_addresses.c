/* An index gigabytes away from its object stays outside of it: it wraps around neither into the object nor into another one.
RUN: summ run %s --store %t/s --replay --json
EXIT: 1
JSON: functions[name=far_constant].errors == 1
JSON: functions[name=far_index].errors == 1
JSON: functions[name=far_pointer].errors == 2
JSON: functions[name=there_and_back].errors == 1
JSON: functions[name=there_and_back].status == "complete"
JSON: totals.diverged == 0
RUN: summ show there_and_back --store %t/s
CHECK: returns +\*p
*/
struct s {
  int a;
  int v[4];
} one, two, three;
unsigned char bytes[8], more[8];

int far_constant(void) { return bytes[0x8000000000000000u] > 3; }
int far_index(int x) { return one.v[0x7fffffff] > x; }
int far_pointer(struct s *p) { return p->v[0] + one.v[0x40000000]; }
int there_and_back(int *p) {
  int *q = p + (1L << 33);
  q -= 1L << 33;
  return *q;
}

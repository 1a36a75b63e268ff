// volatile objects: reads and writes kept, in structs, pointers to volatile, compound assignment, in loops.
#include <stdio.h>

static volatile int port = 3;
static volatile unsigned char regs[4];

struct dev {
  volatile int status;
  int data;
  volatile struct {
    unsigned a : 4;
    unsigned b : 4;
  } bits;
};

static int poll(volatile int *p, int times) {
  int s = 0;
  while (times-- > 0) {
    s += *p;
    *p = *p + 1;
  }
  return s;
}

int main(void) {
  port += 4;
  port++;
  printf("%d\n", port);
  printf("%d\n", poll(&port, 5));
  for (int i = 0; i < 4; i++)
    regs[i] = (unsigned char)(i * 100);
  regs[1] |= 3;
  printf("%d %d %d %d\n", regs[0], regs[1], regs[2], regs[3]);
  struct dev d = {1, 2, {3, 4}};
  d.bits.a += 15;
  d.bits.b = d.bits.a;
  volatile struct dev *v = &d;
  v->data = v->status + v->data;
  printf("%d %d %d %d\n", d.status, v->data, d.bits.a, v->bits.b);
  volatile double x = 0.1;
  double y = x * 3;
  printf("%.17g\n", y - x);
  int *volatile vp = &d.data;
  *vp = 9;
  const volatile int cv = 12;
  printf("%d %d\n", d.data, cv);
  return 0;
}

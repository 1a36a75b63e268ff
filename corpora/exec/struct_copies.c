// Struct assignment: nested, arrays inside, through pointers, self copy, chained, in arrays, returned members.
#include <stdio.h>
#include <string.h>

struct in {
  short a;
  char t[5];
};
struct out {
  struct in x[3];
  double d;
  struct in *p;
};

static struct out make(int k) {
  struct out o;
  memset(&o, 0, sizeof o);
  for (int i = 0; i < 3; i++) {
    o.x[i].a = (short)(k * 10 + i);
    sprintf(o.x[i].t, "%d", k + i);
  }
  o.d = k / 2.0;
  return o;
}

static void rotate(struct out *o) {
  struct in t = o->x[0];
  o->x[0] = o->x[1];
  o->x[1] = o->x[2];
  o->x[2] = t;
}

static struct in pick(struct out o, int i) { return o.x[i]; }

static void show(const char *n, const struct out *o) {
  printf("%s", n);
  for (int i = 0; i < 3; i++)
    printf(" %d:%s", o->x[i].a, o->x[i].t);
  printf(" %g\n", o->d);
}

int main(void) {
  struct out a = make(1), b, c;
  c = b = a;
  b.x[1].a = -5;
  show("a", &a);
  show("b", &b);
  rotate(&c);
  show("c", &c);
  a = *&a;
  struct out arr[3] = {a, b, c};
  arr[0] = arr[2];
  arr[1].x[0] = arr[2].x[2];
  show("0", &arr[0]);
  show("1", &arr[1]);
  printf("%d %s %g\n", pick(b, 1).a, pick(c, 2).t, make(7).d);
  c.p = &c.x[1];
  *c.p = (struct in){99, "n"};
  struct out copy = c;
  copy.p->a++;
  show("c", &c);
  show("p", &copy);
  struct out *q = &arr[1];
  *q = make(3).x[0].a > 20 ? make(4) : a;
  show("q", q);
  return 0;
}

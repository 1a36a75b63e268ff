// A ring buffer with wrap-around, and an object pool with a free list threaded through the objects.
#include <stdio.h>
#include <string.h>

#define CAP 8u

struct ring {
  unsigned head, tail;
  char data[CAP];
};

static unsigned used(const struct ring *r) { return r->tail - r->head; }

static unsigned put(struct ring *r, const char *s, unsigned n) {
  unsigned done = 0;
  while (done < n && used(r) < CAP)
    r->data[r->tail++ % CAP] = s[done++];
  return done;
}

static unsigned get(struct ring *r, char *out, unsigned n) {
  unsigned done = 0;
  while (done < n && used(r) > 0)
    out[done++] = r->data[r->head++ % CAP];
  out[done] = 0;
  return done;
}

union slot {
  union slot *next;
  struct {
    int id;
    char name[12];
  } obj;
};

static union slot pool[5], *free_list;

static void init(void) {
  for (int i = 0; i < 4; i++)
    pool[i].next = &pool[i + 1];
  pool[4].next = NULL;
  free_list = pool;
}

static union slot *get_slot(int id) {
  union slot *s = free_list;
  if (s) {
    free_list = s->next;
    s->obj.id = id;
    snprintf(s->obj.name, sizeof s->obj.name, "obj%d", id);
  }
  return s;
}

static void put_slot(union slot *s) {
  s->next = free_list;
  free_list = s;
}

int main(void) {
  struct ring r = {0xfffffffdu, 0xfffffffdu, {0}};
  char b[16];
  const char *s = "abcdefghijklmnop";
  for (unsigned n = 3; *s; n = n % 5 + 1) {
    unsigned k = put(&r, s, n < strlen(s) ? n : (unsigned)strlen(s));
    s += k;
    unsigned g = get(&r, b, 2);
    printf("%u %u %s %u\n", k, g, b, used(&r));
  }
  get(&r, b, 15);
  puts(b);
  init();
  union slot *h[6];
  for (int i = 0; i < 6; i++)
    h[i] = get_slot(i * 10);
  printf("%s %d %d\n", h[4]->obj.name, h[4]->obj.id, h[5] == NULL);
  put_slot(h[1]);
  put_slot(h[3]);
  union slot *x = get_slot(77), *y = get_slot(88);
  printf("%d %d %d\n", x == h[3], y == h[1], free_list == NULL);
  printf("%s %s\n", h[3]->obj.name, h[1]->obj.name);
  return 0;
}

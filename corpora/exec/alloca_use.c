// alloca: blocks that live until the function returns, in a loop and in recursion.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct link {
  int v;
  struct link *next;
};

static int chain(int n) {
  struct link *head = NULL;
  for (int i = 0; i < n; i++) {
    struct link *l = alloca(sizeof *l);
    l->v = i * 3;
    l->next = head;
    head = l;
  }
  int s = 0;
  for (struct link *l = head; l; l = l->next)
    s = s * 2 + l->v;
  return s;
}

static void reverse(const char *s) {
  size_t n = strlen(s);
  char *r = __builtin_alloca(n + 1);
  for (size_t i = 0; i < n; i++)
    r[i] = s[n - 1 - i];
  r[n] = 0;
  puts(r);
}

static int deep(int depth, const int *up) {
  int *mine = alloca(sizeof(int) * (size_t)(depth + 1));
  for (int i = 0; i <= depth; i++)
    mine[i] = i + (up ? up[0] : 1);
  if (depth == 0)
    return mine[0];
  return mine[depth] + deep(depth - 1, mine);
}

int main(void) {
  printf("%d %d\n", chain(1), chain(10));
  reverse("");
  reverse("stack block");
  printf("%d\n", deep(20, NULL));
  return 0;
}

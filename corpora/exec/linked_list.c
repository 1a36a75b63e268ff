// Singly and doubly linked lists on the heap: insert, sorted insert, reverse, merge sort, remove, free.
#include <stdio.h>
#include <stdlib.h>

struct node {
  int v;
  struct node *next, *prev;
};

static struct node *push(struct node *head, int v) {
  struct node *n = malloc(sizeof *n);
  if (n == NULL)
    abort();
  *n = (struct node){v, head, NULL};
  if (head)
    head->prev = n;
  return n;
}

static struct node *reverse(struct node *head) {
  struct node *done = NULL;
  while (head) {
    struct node *next = head->next;
    head->next = done;
    head->prev = next;
    done = head;
    head = next;
  }
  return done;
}

static struct node *merge(struct node *a, struct node *b) {
  struct node *head = NULL, **tail = &head;
  while (a && b) {
    struct node **from = a->v <= b->v ? &a : &b;
    *tail = *from;
    tail = &(*from)->next;
    *from = *tail;
  }
  *tail = a ? a : b;
  return head;
}

static struct node *sort(struct node *head) {
  if (!head || !head->next)
    return head;
  struct node *slow = head, *fast = head->next;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
  }
  struct node *half = slow->next;
  slow->next = NULL;
  return merge(sort(head), sort(half));
}

static void show(const struct node *n) {
  for (; n; n = n->next)
    printf("%d ", n->v);
  putchar('\n');
}

static struct node *drop_odd(struct node *head) {
  for (struct node **at = &head; *at;) {
    struct node *n = *at;
    if (n->v & 1) {
      *at = n->next;
      free(n);
    } else {
      at = &n->next;
    }
  }
  return head;
}

int main(void) {
  struct node *l = NULL;
  for (int i = 0; i < 12; i++)
    l = push(l, (i * 7 + 3) % 12);
  show(l);
  l = reverse(l);
  show(l);
  printf("%d %d\n", l->next->prev == l, l->prev == NULL);
  l = sort(l);
  show(l);
  l = drop_odd(l);
  show(l);
  int n = 0;
  while (l) {
    struct node *next = l->next;
    free(l);
    l = next;
    n++;
  }
  return n;
}

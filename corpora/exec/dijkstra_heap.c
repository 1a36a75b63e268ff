// A binary heap as a priority queue, and shortest paths on a small graph with it.
#include <limits.h>
#include <stdio.h>

#define V 8

struct item { int dist, v; };
struct pq { struct item a[64]; int n; };

static void push(struct pq *q, struct item it) {
  int i = q->n++;
  while (i && q->a[(i - 1) / 2].dist > it.dist) {
    q->a[i] = q->a[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  q->a[i] = it;
}

static struct item pop(struct pq *q) {
  struct item top = q->a[0], last = q->a[--q->n];
  int i = 0, c;
  while ((c = 2 * i + 1) < q->n) {
    if (c + 1 < q->n && q->a[c + 1].dist < q->a[c].dist)
      c++;
    if (last.dist <= q->a[c].dist)
      break;
    q->a[i] = q->a[c];
    i = c;
  }
  q->a[i] = last;
  return top;
}

static const struct { signed char from, to; short w; } edges[] = {
    {0, 1, 4}, {0, 2, 1}, {2, 1, 2}, {1, 3, 5}, {2, 3, 8}, {3, 4, 3}, {4, 5, 1}, {5, 3, 1}, {6, 7, 2}, {2, 5, 20}};

static void shortest(int src, int dist[V], int prev[V]) {
  struct pq q = {.n = 0};
  for (int i = 0; i < V; i++)
    dist[i] = INT_MAX, prev[i] = -1;
  dist[src] = 0;
  push(&q, (struct item){0, src});
  while (q.n) {
    struct item it = pop(&q);
    if (it.dist != dist[it.v])
      continue;
    for (unsigned e = 0; e < sizeof edges / sizeof *edges; e++)
      if (edges[e].from == it.v && it.dist + edges[e].w < dist[edges[e].to]) {
        dist[edges[e].to] = it.dist + edges[e].w;
        prev[edges[e].to] = it.v;
        push(&q, (struct item){dist[edges[e].to], edges[e].to});
      }
  }
}

static void route(const int prev[V], int v) {
  if (prev[v] >= 0) {
    route(prev, prev[v]);
    putchar('-');
  }
  printf("%d", v);
}

int main(void) {
  int dist[V], prev[V];
  shortest(0, dist, prev);
  for (int v = 0; v < V; v++) {
    if (dist[v] == INT_MAX) {
      printf("%d unreachable\n", v);
      continue;
    }
    printf("%d %d ", v, dist[v]);
    route(prev, v);
    putchar('\n');
  }
  return dist[5];
}

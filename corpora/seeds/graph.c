// entry: graph
//
// CAUT section 5, in the manner of "graph": build an undirected graph from a list of edges and walk it
// breadth first. Planted bug: a vertex is marked when it leaves the queue, not when it enters, so it can be
// queued once per edge that leads to it, and the queue has room for each vertex once. The write past the
// queue's end needs four good edges at least (such as 0-1 four times, or 0-1 0-2 0-3 1-2).
// The paper (Table 6): the bug is found after 8, 26 and 61 executions at depths 10, 20 and 30, where another
// tool needs 82 and 87 at depths 20 and 30 and does not find it at depth 10. note_edge and mix do not affect
// path selection, so dependence analysis gains more than partial execution.
// summ must find: out-of-bounds write in enqueue, called from walk, called from graph, manifest for m >= 4;
// no error for m <= 3. note_edge and mix reach no decision.

#define VERTICES 4
#define MAXDEG 8

struct adjacency {
  int degree[VERTICES];
  int to[VERTICES][MAXDEG];
};

struct queue {
  int head;
  int tail;
  int item[VERTICES];
};

static unsigned edge_log;

static int add_arc(struct adjacency *g, int u, int v) {
  if (u < 0 || u >= VERTICES || v < 0 || v >= VERTICES || u == v)
    return 0;
  if (g->degree[u] == MAXDEG)
    return 0;
  g->to[u][g->degree[u]++] = v;
  return 1;
}

static unsigned mix(unsigned h, unsigned x) {
  h ^= x;
  if (h & 1u)
    h = h * 3u + 1u;
  else
    h >>= 1;
  if (h & 2u)
    h ^= 0x9e37u;
  return h;
}

static void note_edge(int u, int v) {
  edge_log = mix(edge_log, (unsigned)u);
  edge_log = mix(edge_log, (unsigned)v);
}

static void enqueue(struct queue *q, int v) {
  q->item[q->tail] = v;
  q->tail++;
}

static int walk(const struct adjacency *g, int start) {
  struct queue q = {0, 0, {0}};
  int seen[VERTICES] = {0};
  int count = 0;
  enqueue(&q, start);
  while (q.head < q.tail) {
    int v = q.item[q.head++];
    if (seen[v])
      continue;
    seen[v] = 1;
    count++;
    for (int i = 0; i < g->degree[v]; i++)
      if (!seen[g->to[v][i]])
        enqueue(&q, g->to[v][i]);
  }
  return count;
}

// Edge i joins from[i] and to[i]. Returns the number of vertices reached from 0, or -1 for a bad edge,
// -2 for too many edges.
int graph(const int *from, const int *to, int m) {
  struct adjacency g = {{0}, {{0}}};
  if (m < 0 || m > 6)
    return -2;
  for (int i = 0; i < m; i++) {
    note_edge(from[i], to[i]);
    if (!add_arc(&g, from[i], to[i]))
      return -1;
    if (!add_arc(&g, to[i], from[i]))
      return -1;
  }
  int reached = walk(&g, 0);
  if (reached == VERTICES)
    return 0;
  return reached;
}

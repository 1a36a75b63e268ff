/* LMDB trusts its file: a page number or an offset gone wrong makes it read outside the map and the process dies. So the
 * file's structure is verified before LMDB is let at it: first the two meta pages, then all trees of the snapshot in use. A
 * tree is right when every page is where its parent says, of the right kind and depth; its nodes lie inside it; its keys
 * ascend and lie between its parent's; and the numbers of pages and entries are those its record claims. Every page up to
 * the last must be used once or be free once, which protects a writer from handing out a page in use. Values are not looked
 * at: they have their own checksums.
 *
 * The layout is that of LMDB 0.9 data files (version 1, 64 bits, little-endian), which has not changed since 2013. */
#define _GNU_SOURCE
#include "store/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE_HEAD = 16, NODE_HEAD = 8, TREE_RECORD = 48, META_BYTES = 152, MAX_DEPTH = 32 };
enum { P_BRANCH = 1, P_LEAF = 2, P_OVERFLOW = 4, P_META = 8 };
enum { F_BIGDATA = 1, F_SUBDATA = 2 };
#define NO_PAGE UINT64_MAX

typedef struct tree {
  uint16_t flags, depth;
  uint64_t branches, leaves, overflows, entries, root;
} tree;

typedef struct meta {
  uint32_t psize;
  uint64_t mapsize, last_page, txnid;
  tree free, main;
} meta;

typedef struct walk {
  const char *file;
  const uint8_t *map;
  uint64_t bytes; /* of the file, as mapped */
  uint32_t psize;
  uint64_t npages; /* last page + 1 */
  uint8_t *seen;   /* bit per page */
  uint64_t nseen, nfree;
  bool deep, in_free;
  store_error *err;
  tree count; /* of the tree being walked */
  struct {    /* trees found in the main tree */
    tree t;
    char name[24];
  } sub[DB_TABLES + 2];
  uint32_t nsub;
} walk;

static uint16_t u16(const uint8_t *p) { return (uint16_t)(p[0] | p[1] << 8); }
static uint32_t u32(const uint8_t *p) { return (uint32_t)u16(p) | (uint32_t)u16(p + 2) << 16; }
static uint64_t u64(const uint8_t *p) { return (uint64_t)u32(p) | (uint64_t)u32(p + 4) << 32; }

static tree read_tree(const uint8_t *p) {
  return (tree){u16(p + 4), u16(p + 6), u64(p + 8), u64(p + 16), u64(p + 24), u64(p + 32), u64(p + 40)};
}

/* ---- the two meta pages ---- */

static bool read_meta(const uint8_t *page, uint64_t number, meta *m) {
  const uint8_t *p = page + PAGE_HEAD;
  if (u64(page) != number || u16(page + 10) != P_META || u32(p) != 0xBEEFC0DE) return false;
  m->mapsize = u64(p + 16);
  m->psize = u32(p + 24);
  m->free = read_tree(p + 24);
  m->main = read_tree(p + 24 + TREE_RECORD);
  m->last_page = u64(p + 24 + 2 * TREE_RECORD);
  m->txnid = u64(p + 32 + 2 * TREE_RECORD);
  bool size_fine = m->psize >= 512 && m->psize <= 65536 && !(m->psize & (m->psize - 1));
  return size_fine && m->free.flags == MDB_INTEGERKEY && !m->main.flags && m->last_page >= 1;
}

static int damaged(const char *file, store_error *err, const char *what) {
  return store_fail(
      err, STORE_CORRUPT,
      "%s is damaged (%s): remove it and run again; everything but the history of runs is made anew", file,
      what);
}

/* Transactions alternate between the two meta pages and count up by one. */
static bool txnids_fit(uint64_t a, uint64_t b) { return (a == 0 && b <= 1) || a + 1 == b || b + 1 == a; }

static int read_metas(const char *file, int fd, meta m[2], store_error *err) {
  uint8_t page[512];
  uint32_t psize = 0;
  for (int i = 0; i < 2; i++) {
    ssize_t n = pread(fd, page, sizeof page, i ? psize : 0);
    if (n < 0) return store_fail_sys(err, errno, "cannot read", file);
    if (n < PAGE_HEAD + META_BYTES) return damaged(file, err, "truncated");
    uint32_t version = u32(page + PAGE_HEAD + 4);
    if (u32(page + PAGE_HEAD) == 0xBEEFC0DE && version != 1 && (version & 0x7FFFFFFF) < 1000)
      return store_fail(err, STORE_VERSION,
                        "%s has the LMDB data version %u, this summ reads 1: use the version of summ that "
                        "made it, or another folder with --store",
                        file, version);
    if (!read_meta(page, (uint64_t)i, &m[i]) || version != 1) return damaged(file, err, "a header is wrong");
    psize = m[0].psize;
  }
  if (m[0].psize != m[1].psize || !txnids_fit(m[0].txnid, m[1].txnid))
    return damaged(file, err, "its headers contradict each other");
  return STORE_OK;
}

int pages_check_header(const char *file, store_error *err) {
  int fd = open(file, O_RDONLY | O_CLOEXEC), status = STORE_OK;
  struct stat s;
  if (fd < 0) return store_fail_sys(err, errno, "cannot open", file);
  if (fstat(fd, &s)) {
    status = store_fail_sys(err, errno, "cannot look at", file);
  } else if (!S_ISREG(s.st_mode)) {
    status = store_fail(err, STORE_CORRUPT, "%s is no file", file);
  } else if (!s.st_size) {
    status = store_fail(err, STORE_ABSENT, "the store %s is empty: summ run fills it", file);
  } else {
    meta m[2];
    status = read_metas(file, fd, m, err);
    /* A writer may change the headers while we look; two looks that agree with LMDB's rules are enough. */
    for (int tries = 0; status == STORE_CORRUPT && tries < 3; tries++) {
      usleep(2000);
      status = read_metas(file, fd, m, err);
    }
    uint64_t last = m[0].txnid > m[1].txnid ? m[0].last_page : m[1].last_page;
    uint64_t have = (uint64_t)s.st_size / (status ? 4096 : m[0].psize);
    if (!status && last >= 2 * have + 65536)
      status = damaged(file, err, "its headers are wrong, or most of it is missing");
  }
  close(fd);
  return status;
}

/* ---- trees ---- */

static int broken(walk *w, uint64_t page, const char *what) {
  return store_fail(w->err, STORE_CORRUPT,
                    "%s is damaged (page %" PRIu64
                    ": %s): remove it and run again; everything but the history of runs is "
                    "made anew",
                    w->file, page, what);
}

/* Takes n pages from number on as used, or free. */
static int claim(walk *w, uint64_t page, uint64_t n) {
  if (page < 2 || n > w->npages || page > w->npages - n) return broken(w, page, "outside the file");
  for (uint64_t i = page; i < page + n; i++) {
    if (w->seen[i / 8] & 1u << i % 8) return broken(w, i, "used twice");
    w->seen[i / 8] |= (uint8_t)(1u << i % 8);
  }
  w->nseen += n;
  return STORE_OK;
}

/* The bytes of a page; NULL when the file ends before it. */
static const uint8_t *page_at(const walk *w, uint64_t page) {
  return (page + 1) * w->psize <= w->bytes ? w->map + page * w->psize : NULL;
}

typedef struct bytes {
  const uint8_t *p;
  size_t n;
} bytes;

static int compare(bool integers, bytes a, bytes b) {
  if (integers && a.n == 8 && b.n == 8) return u64(a.p) < u64(b.p) ? -1 : u64(a.p) > u64(b.p);
  int c = memcmp(a.p, b.p, a.n < b.n ? a.n : b.n);
  return c ? c : a.n < b.n ? -1 : a.n > b.n;
}

/* An overflow page keeps the value of one node on as many pages as it needs. */
static int walk_big(walk *w, uint64_t page, uint64_t size) {
  uint64_t n = (PAGE_HEAD - 1 + size) / w->psize + 1;
  int status = claim(w, page, n);
  w->count.overflows += n;
  if (status) return status;
  if (!page_at(w, page + n - 1)) return broken(w, page, "missing: the file is truncated");
  const uint8_t *p = page_at(w, page);
  if (w->deep && (u64(p) != page || u16(p + 10) != P_OVERFLOW || u32(p + 12) != n))
    return broken(w, page, "the head of a long value is wrong");
  return STORE_OK;
}

/* A record of the list of free pages: their number, then the pages. */
static int walk_free_list(walk *w, uint64_t page, const uint8_t *data, uint64_t size) {
  uint64_t n = size >= 8 ? u64(data) : UINT64_MAX;
  if (n > w->npages || size < 8 * (n + 1)) return broken(w, page, "a list of free pages is wrong");
  for (uint64_t i = 1; i <= n; i++) {
    int status = claim(w, u64(data + 8 * i), 1);
    if (status) return status;
  }
  w->nfree += n;
  return STORE_OK;
}

static int walk_leaf_node(walk *w, uint64_t page, const uint8_t *node, uint64_t room, bytes k,
                          unsigned depth) {
  uint64_t size = u16(node) | (uint64_t)u16(node + 2) << 16;
  uint16_t flags = u16(node + 4);
  const uint8_t *data = node + NODE_HEAD + k.n;
  uint64_t inside = flags & F_BIGDATA ? 8 : size;
  if (flags & ~(F_BIGDATA | F_SUBDATA) || NODE_HEAD + k.n + inside > room)
    return broken(w, page, "a value leaves its page");
  w->count.entries++;
  if (flags & F_SUBDATA) {
    if (flags & F_BIGDATA || size != TREE_RECORD || w->in_free || w->nsub == sizeof w->sub / sizeof *w->sub ||
        k.n >= sizeof w->sub->name || !depth)
      return broken(w, page, "a table's record is wrong");
    w->sub[w->nsub].t = read_tree(data);
    memcpy(w->sub[w->nsub].name, k.p, k.n);
    w->sub[w->nsub++].name[k.n] = 0;
    return STORE_OK;
  }
  if (flags & F_BIGDATA) {
    uint64_t big = u64(data);
    int status = walk_big(w, big, size);
    if (status || !w->in_free) return status;
    data = page_at(w, big) + PAGE_HEAD;
  }
  return w->in_free ? walk_free_list(w, page, data, size) : STORE_OK;
}

/* Where node i of a valid page is. */
static const uint8_t *node_at(const uint8_t *p, uint32_t i) { return p + u16(p + PAGE_HEAD + 2 * i); }
static bytes key_at(const uint8_t *p, uint32_t i) {
  const uint8_t *node = node_at(p, i);
  return (bytes){node + NODE_HEAD, u16(node + 6)};
}
static uint64_t child_at(const uint8_t *p, uint32_t i) {
  const uint8_t *node = node_at(p, i);
  return u16(node) | (uint64_t)u16(node + 2) << 16 | (uint64_t)u16(node + 4) << 32;
}

/* Do the nodes fill the page from upper on, one behind the other? LMDB moves what lies behind a node when it deletes one, by the
 * size the node claims to have. */
static bool nodes_tile(const walk *w, const uint8_t *p, uint32_t n, uint32_t upper, bool leaf) {
  uint32_t size_at[65536 / 2];
  memset(size_at, 0, w->psize / 2 * sizeof *size_at);
  for (uint32_t i = 0; i < n; i++) {
    const uint8_t *node = node_at(p, i);
    uint32_t value = !leaf ? 0 : u16(node + 4) & F_BIGDATA ? 8 : u32(node), at = (uint32_t)(node - p);
    if (value > w->psize || size_at[at / 2]) return false;
    size_at[at / 2] = (NODE_HEAD + u16(node + 6) + value + 1) & ~1u;
  }
  uint32_t at = upper, found = 0;
  while (at < w->psize && size_at[at / 2]) at += size_at[at / 2], found++;
  return at == w->psize && found == n;
}

/* Is this the page that belongs here, with its nodes and keys inside it and the keys ascending between low and high? */
static int check_page(walk *w, uint64_t page, bool leaf, const bytes *low, const bytes *high,
                      const uint8_t **out, uint32_t *count) {
  const uint8_t *p = page_at(w, page);
  if (!p) return broken(w, page, "missing: the file is truncated");
  uint32_t lower = u16(p + 12), upper = u16(p + 14);
  if (w->psize == 65536 && !upper) upper = 65536;
  if (u64(p) != page || u16(p + 10) != (leaf ? P_LEAF : P_BRANCH))
    return broken(w, page, "not the page that belongs here");
  if (lower < PAGE_HEAD || lower % 2 || lower > upper || upper > w->psize)
    return broken(w, page, "its bounds are wrong");
  uint32_t n = (lower - PAGE_HEAD) / 2;
  if (!n) return broken(w, page, "too few entries");
  bytes last = {0};
  for (uint32_t i = 0; i < n; i++) {
    uint32_t at = u16(p + PAGE_HEAD + 2 * i);
    if (at < upper || at % 2 || at > w->psize - NODE_HEAD)
      return broken(w, page, "an entry is outside of it");
    bytes k = key_at(p, i);
    bool has_key = leaf || i; /* the first key of a branch is unused */
    if (k.n > w->psize - at - NODE_HEAD || (w->in_free && has_key && k.n != 8) || (leaf && !k.n))
      return broken(w, page, "a key leaves its page");
    if (has_key &&
        ((last.p && compare(w->in_free, last, k) >= 0) || (low && compare(w->in_free, *low, k) > 0) ||
         (high && compare(w->in_free, k, *high) >= 0)))
      return broken(w, page, "keys are out of order");
    if (has_key) last = k;
  }
  if (!nodes_tile(w, p, n, upper, leaf)) return broken(w, page, "its entries overlap");
  *out = p;
  *count = n;
  return STORE_OK;
}

static int walk_page(walk *w, uint64_t page, unsigned depth, unsigned height, const bytes *low,
                     const bytes *high) {
  const uint8_t *p;
  uint32_t n;
  bool leaf = depth == height;
  int status = claim(w, page, 1);
  if (!status) status = check_page(w, page, leaf, low, high, &p, &n);
  if (status) return status;
  leaf ? w->count.leaves++ : w->count.branches++;
  for (uint32_t i = 0; i < n && !status; i++) {
    bytes k = key_at(p, i), next = i + 1 < n ? key_at(p, i + 1) : (bytes){0};
    if (leaf)
      status = walk_leaf_node(w, page, node_at(p, i), w->psize - (uint64_t)(node_at(p, i) - p), k, depth);
    else
      status = walk_page(w, child_at(p, i), depth + 1, height, i ? &k : low, i + 1 < n ? &next : high);
  }
  return status;
}

static int walk_tree(walk *w, const tree *t, bool in_free) {
  w->count = (tree){0};
  w->in_free = in_free;
  if (t->root == NO_PAGE)
    return t->entries || t->depth ? broken(w, 0, "an empty table claims entries") : STORE_OK;
  if (!t->depth || t->depth > MAX_DEPTH) return broken(w, t->root, "a table's depth is wrong");
  int status = walk_page(w, t->root, 1, t->depth, NULL, NULL);
  if (!status && (w->count.branches != t->branches || w->count.leaves != t->leaves ||
                  w->count.overflows != t->overflows || w->count.entries != t->entries))
    status = broken(w, t->root, "a table's counts are wrong");
  return status;
}

static int walk_all(walk *w, const meta *m) {
  w->npages = m->last_page + 1;
  w->psize = m->psize;
  w->seen = calloc(1, w->npages / 8 + 1);
  if (!w->seen) return broken(w, m->last_page, "an impossible number of pages");
  int status = walk_tree(w, &m->main, false);
  for (uint32_t i = 0; !status && i < w->nsub; i++) {
    if (w->sub[i].t.flags) return broken(w, w->sub[i].t.root, "a table's flags are wrong");
    status = walk_tree(w, &w->sub[i].t, false);
  }
  if (!status) status = walk_tree(w, &m->free, true);
  if (!status && w->nseen + 2 != w->npages)
    status = broken(w, m->last_page, "pages are neither used nor free");
  return status;
}

int pages_check_trees(const char *file, int fd, uint64_t txnid, bool deep, uint64_t *free_pages,
                      store_error *err) {
  struct stat s;
  meta m[2];
  int status = read_metas(file, fd, m, err);
  if (status) return status;
  const meta *now = m[0].txnid == txnid ? &m[0] : m[1].txnid == txnid ? &m[1] : NULL;
  if (!now) return store_fail(err, STORE_BUSY, "%s is being changed", file);
  if (fstat(fd, &s)) return store_fail_sys(err, errno, "cannot look at", file);
  void *map = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_SHARED, fd, 0);
  if (map == MAP_FAILED) return store_fail_sys(err, errno, "cannot map", file);
  walk w = {.file = file, .map = map, .bytes = (uint64_t)s.st_size, .deep = deep, .err = err};
  status = walk_all(&w, now);
  if (!status && free_pages) *free_pages = w.nfree;
  munmap(map, (size_t)s.st_size);
  free(w.seen);
  return status;
}

/* ---- only as much as a reader needs ---- */

struct pages {
  walk w;
  bool checked[DB_TABLES];
};

static const tree *tree_of(const pages *g, db_table t) {
  for (uint32_t i = 0; i < g->w.nsub; i++)
    if (!strcmp(g->w.sub[i].name, db_table_names[t])) return &g->w.sub[i].t;
  return NULL;
}

int pages_open(const char *file, int fd, uint64_t txnid, pages **out, store_error *err) {
  struct stat s;
  meta m[2];
  int status = read_metas(file, fd, m, err);
  if (status) return status;
  const meta *now = m[0].txnid == txnid ? &m[0] : m[1].txnid == txnid ? &m[1] : NULL;
  if (!now) return store_fail(err, STORE_BUSY, "%s is being changed", file);
  if (fstat(fd, &s)) return store_fail_sys(err, errno, "cannot look at", file);
  void *map = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_SHARED, fd, 0);
  if (map == MAP_FAILED) return store_fail_sys(err, errno, "cannot map", file);
  pages *g = mem_realloc(NULL, sizeof *g);
  *g = (pages){.w = {.file = file, .map = map, .bytes = (uint64_t)s.st_size, .err = err}};
  g->w.npages = now->last_page + 1;
  g->w.psize = now->psize;
  g->w.seen = calloc(1, g->w.npages / 8 + 1);
  status = g->w.seen ? walk_tree(&g->w, &now->main, false)
                     : broken(&g->w, now->last_page, "an impossible number of pages");
  if (status)
    pages_close(g);
  else
    *out = g;
  return status;
}

void pages_close(pages *g) {
  if (!g) return;
  munmap((void *)g->w.map, (size_t)g->w.bytes);
  free(g->w.seen);
  free(g);
}

static int pages_check_table(pages *g, db_table t, store_error *err) {
  const tree *root = tree_of(g, t);
  if (g->checked[t] || !root) return STORE_OK;
  g->w.err = err;
  uint32_t nsub = g->w.nsub;
  int status = root->flags ? broken(&g->w, root->root, "a table's flags are wrong")
                           : walk_tree(&g->w, root, false);
  if (!status && g->w.nsub != nsub) status = broken(&g->w, root->root, "a table inside a table");
  g->checked[t] = !status;
  return status;
}

/* An entry LMDB is about to read: is its value where it says? */
static int check_value(walk *w, uint64_t page, const uint8_t *node, uint64_t room) {
  uint64_t nkey = u16(node + 6), size = u16(node) | (uint64_t)u16(node + 2) << 16;
  uint16_t flags = u16(node + 4);
  if (flags & ~F_BIGDATA || NODE_HEAD + nkey + (flags & F_BIGDATA ? 8 : size) > room)
    return broken(w, page, "a value leaves its page");
  if (!(flags & F_BIGDATA)) return STORE_OK;
  uint64_t big = u64(node + NODE_HEAD + nkey), n = (PAGE_HEAD - 1 + size) / w->psize + 1;
  if (big < 2 || n > w->npages || big > w->npages - n) return broken(w, big, "outside the file");
  return page_at(w, big + n - 1) ? STORE_OK : broken(w, big, "missing: the file is truncated");
}

typedef struct range {
  bytes from;
  bool prefix;    /* all keys that begin with it, else it alone */
  unsigned depth; /* of the tree */
  bool past;      /* a key behind the range was met */
} range;

/* The pages that may hold keys of the range, and the one with the first key behind it, as a cursor of LMDB will go. */
static int check_range(walk *w, range *r, uint64_t page, unsigned depth, const bytes *low,
                       const bytes *high) {
  const uint8_t *p;
  uint32_t n, i = 0;
  if (page < 2 || page >= w->npages) return broken(w, page, "outside the file");
  int status = check_page(w, page, depth == r->depth, low, high, &p, &n);
  if (depth == r->depth) {
    for (; i < n && !status && !r->past; i++) {
      bytes k = key_at(p, i);
      if (k.n >= r->from.n && !memcmp(k.p, r->from.p, r->from.n) && (r->prefix || k.n == r->from.n))
        status = check_value(w, page, node_at(p, i), w->psize - (uint64_t)(node_at(p, i) - p));
      else
        r->past = compare(false, k, r->from) > 0;
    }
    return status;
  }
  while (!status && i + 1 < n && compare(false, key_at(p, i + 1), r->from) <= 0) i++;
  for (; i < n && !status && !r->past; i++) {
    bytes k = key_at(p, i), next = i + 1 < n ? key_at(p, i + 1) : (bytes){0};
    status = check_range(w, r, child_at(p, i), depth + 1, i ? &k : low, i + 1 < n ? &next : high);
    if (!r->prefix) break;
  }
  return status;
}

static int check_keys(pages *g, db_table t, const void *k, size_t nkey, bool prefix, store_error *err) {
  const tree *root = tree_of(g, t);
  if (g->checked[t] || !root || root->root == NO_PAGE) return STORE_OK;
  g->w.err = err;
  if (root->flags || !root->depth || root->depth > MAX_DEPTH)
    return broken(&g->w, root->root, "a table's record is wrong");
  range r = {{k, nkey}, prefix, root->depth, false};
  return check_range(&g->w, &r, root->root, 1, NULL, NULL);
}

int pages_check_key(pages *g, db_table t, const void *k, size_t nkey, store_error *err) {
  return check_keys(g, t, k, nkey, false, err);
}

int pages_check_prefix(pages *g, db_table t, const void *prefix, size_t n, store_error *err) {
  return n ? check_keys(g, t, prefix, n, true, err) : pages_check_table(g, t, err);
}

/* Arenas: a list of chunks that double in size; a request that does not fit opens the next chunk. Nothing is
 * given back before the end, which is what the data of one summary needs. */
#include "summaries/mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct chunk {
  struct chunk *next;
  size_t used, size;
  _Alignas(16) unsigned char data[];
} chunk;

struct mem_arena {
  chunk *newest;
  size_t used;
};

void *mem_realloc(void *old, size_t size) {
  void *p = realloc(old, size ? size : 1);
  if (!p) {
    fputs("summ: out of memory\n", stderr);
    abort();
  }
  return p;
}

mem_arena *mem_arena_new(void) {
  mem_arena *a = mem_realloc(NULL, sizeof *a);
  *a = (mem_arena){0};
  return a;
}

void mem_arena_free(mem_arena *a) {
  if (!a) return;
  for (chunk *c = a->newest, *next; c; c = next) {
    next = c->next;
    free(c);
  }
  free(a);
}

void *mem_alloc(mem_arena *a, size_t size) {
  if (size > SIZE_MAX / 4) abort();
  size = (size + 15) & ~(size_t)15;
  if (!a->newest || a->newest->size - a->newest->used < size) {
    size_t room = a->newest ? 2 * a->newest->size : 1024;
    if (room > (size_t)1 << 20) room = (size_t)1 << 20;
    if (room < size) room = size;
    chunk *c = mem_realloc(NULL, sizeof *c + room);
    *c = (chunk){a->newest, 0, room};
    a->newest = c;
  }
  void *p = a->newest->data + a->newest->used;
  a->newest->used += size;
  a->used += size;
  return memset(p, 0, size);
}

const char *mem_strdup(mem_arena *a, const char *text) {
  size_t n = text ? strlen(text) : 0;
  if (!n) return "";
  return memcpy(mem_alloc(a, n + 1), text, n + 1);
}

size_t mem_used(const mem_arena *a) { return a->used; }

/* Private to summaries/: memory that never fails to come, and arenas freed at once. */
#ifndef SUMMARIES_MEM_H
#define SUMMARIES_MEM_H

#include <stddef.h>

/* realloc that ends the process with a message when memory is out. */
void *mem_realloc(void *old, size_t size);

typedef struct mem_arena mem_arena;
mem_arena *mem_arena_new(void);
void mem_arena_free(mem_arena *a);
void *mem_alloc(mem_arena *a,
                size_t size); /* zeroed, aligned to 16; size 0 gives a pointer that may not be followed */
const char *mem_strdup(mem_arena *a, const char *text); /* NULL becomes "" */
size_t mem_used(const mem_arena *a);                    /* bytes handed out */

#endif

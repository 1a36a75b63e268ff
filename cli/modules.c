#include "cli/modules.h"

#include "cli/cli.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry {
  struct entry *next;
  uint8_t key[32];
  size_t length;
  uint8_t data[];
} entry;

struct cli_modules {
  store *st;
  pthread_mutex_t lock; // the frontend compiles in several threads
  entry *fresh;
};

cli_modules *cli_modules_new(store *st) {
  cli_modules *m = cli_realloc(NULL, sizeof *m);
  *m = (cli_modules){.st = st};
  pthread_mutex_init(&m->lock, NULL);
  return m;
}

static uint8_t *get(void *self, const uint8_t key[32], size_t *length) {
  cli_modules *m = self;
  uint8_t *data;
  if (!m->st || store_cache_get(m->st, STORE_MODULES, key, &data, length, NULL)) return NULL;
  return data;
}

static void put(void *self, const uint8_t key[32], const uint8_t *data, size_t length) {
  cli_modules *m = self;
  entry *e = cli_realloc(NULL, sizeof *e + length);
  memcpy(e->key, key, sizeof e->key);
  memcpy(e->data, data, length);
  e->length = length;
  pthread_mutex_lock(&m->lock);
  e->next = m->fresh;
  m->fresh = e;
  pthread_mutex_unlock(&m->lock);
}

fe_cache cli_modules_cache(cli_modules *m) { return (fe_cache){m, get, put}; }

int cli_modules_save(cli_modules *m, store *st, store_error *err) {
  int code = 0;
  while (m->fresh && !code) {
    entry *e = m->fresh;
    code = store_cache_put(st, STORE_MODULES, e->key, e->data, e->length, err);
    m->fresh = e->next;
    free(e);
  }
  return code;
}

void cli_modules_free(cli_modules *m) {
  if (!m) return;
  for (entry *e = m->fresh, *next; e; e = next) next = e->next, free(e);
  pthread_mutex_destroy(&m->lock);
  free(m);
}

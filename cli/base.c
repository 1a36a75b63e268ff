#define _GNU_SOURCE // asprintf
#include "cli/base.h"

#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct cli_base {
  char *path;
  store *from, *to; // open for reading; for writing
  bool no_giving;   // tried in vain
};

static bool has_default_results(const cli_options *o) {
  char *argv[] = {(char *)"run", NULL};
  cli_options plain;
  if (cli_options_parse(&plain, CLI_RUN, 1, argv)) return false;
  char *mine = cli_options_text(o), *usual = cli_options_text(&plain);
  bool same = !strcmp(mine, usual);
  free(mine), free(usual);
  cli_options_free(&plain);
  return same;
}

// The last folder but one is made as well: a new home may have no ~/.cache.
static char *usual_path(void) {
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  char *path = NULL, *parent = NULL;
  if (cache && *cache)
    parent = strdup(cache);
  else if (!home || !*home || asprintf(&parent, "%s/.cache", home) < 0)
    return NULL;
  mkdir(parent, 0777);
  if (asprintf(&path, "%s/summ", parent) < 0) abort();
  free(parent);
  return path;
}

cli_base *cli_base_open(const cli_options *o) {
  // what plays witnesses wants fresh summaries
  if ((o->base && !strcmp(o->base, "none")) || o->replay || o->probe || !has_default_results(o)) return NULL;
  char *path = o->base ? strdup(o->base) : usual_path();
  if (!path) return NULL;
  cli_base *b = cli_realloc(NULL, sizeof *b);
  *b = (cli_base){.path = path};
  if (store_open(path, STORE_READ, &b->from, NULL)) b->from = NULL;
  return b;
}

void cli_base_free(cli_base *b) {
  if (!b) return;
  store_close(b->from, NULL), store_close(b->to, NULL);
  free(b->path), free(b);
}

bool cli_base_adopt(cli_base *b, store *st, const char *usr, const uint8_t body[32],
                    const uint8_t options[32], const char *engine, const store_lookup *lookup) {
  bool adopted;
  return b->from && !store_adopt(st, b->from, usr, body, options, engine, lookup, &adopted, NULL) && adopted;
}

// A damaged one is begun anew: there is nothing in it that cannot be explored again.
static int open_to_give(cli_base *b) {
  int code = store_open(b->path, STORE_WRITE | STORE_CREATE, &b->to, NULL);
  if (code != STORE_CORRUPT) return code;
  char *data;
  if (asprintf(&data, "%s/data.mdb", b->path) < 0) abort();
  unlink(data);
  free(data);
  return store_open(b->path, STORE_WRITE | STORE_CREATE, &b->to, NULL);
}

void cli_base_give(cli_base *b, store *st, const char *usr, const uint8_t body[32], const uint8_t options[32],
                   const char *engine, const store_lookup *lookup) {
  bool adopted;
  if (b->no_giving) return;
  if (!b->to) b->no_giving = open_to_give(b) != STORE_OK;
  if (b->no_giving) return;
  if (store_adopt(b->to, st, usr, body, options, engine, lookup, &adopted, NULL)) b->no_giving = true;
}

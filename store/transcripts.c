/* Transcripts of the solver: a cache like the compiled modules, but of functions. One that is lost costs time and nothing else. */
#include "store/records.h"

#include <stdlib.h>
#include <string.h>

key transcript_key(const store_transcript *t) {
  mp_writer w;
  size_t len;
  mp_init(&w);
  mp_array(&w, 3);
  mp_str(&w, t->usr), mp_str(&w, t->part), mp_bin(&w, t->options, 32);
  uint8_t *data = mp_take(&w, &len);
  key k = {.n = 32};
  sum_content_hash(data, len, (uint8_t *)k.bytes);
  free(data);
  return k;
}

bool transcript_decode(mem_arena *a, const uint8_t *data, size_t len, store_transcript *t) {
  mp_reader r = mp_read(data, len);
  mp_expect_array(&r, 5);
  t->usr = record_text(a, &r);
  t->part = record_text(a, &r);
  mp_get_hash(&r, t->options);
  t->engine = record_text(a, &r);
  t->bytes = mp_get_bin(&r, &t->length);
  return mp_done(&r);
}

int store_put_transcript(store *st, const store_transcript *t, store_error *err) {
  bool full, has = false;
  key k = transcript_key(t);
  db_lock(st);
  int status = db_has(st, DB_GROUPS, k.bytes, k.n, &has, err);
  if (!status) status = db_is_larger(st, DB_GROUPS, STORE_TRANSCRIPT_BYTES, &full, err);
  if (!status && (has || !full)) {
    mp_writer w;
    mp_init(&w);
    mp_array(&w, 5);
    mp_str(&w, t->usr), mp_str(&w, t->part), mp_bin(&w, t->options, 32), mp_str(&w, t->engine);
    mp_bin(&w, t->bytes, t->length);
    status = record_put(st, DB_GROUPS, k, &w, err);
    mp_free(&w);
    if (!status) status = db_due(st, err);
  }
  db_unlock(st);
  return status;
}

int store_get_transcript(store *st, const store_transcript *which, uint8_t **bytes, size_t *len,
                         store_error *err) {
  key k = transcript_key(which);
  mem_arena *a = mem_arena_new();
  store_transcript t;
  uint8_t *data = NULL;
  size_t n;
  db_lock(st);
  int status = db_get(st, DB_GROUPS, k.bytes, k.n, &data, &n, err);
  db_unlock(st);
  if (status == STORE_CORRUPT || (!status && (!transcript_decode(a, data, n, &t) ||
                                              strcmp(t.usr, which->usr) || strcmp(t.part, which->part))))
    status = store_fail(err, STORE_NOT_FOUND, "%s: a transcript of %s is damaged", st->file, which->usr);
  else if (!status && strcmp(t.engine, which->engine))
    status = store_fail(err, STORE_NOT_FOUND, "the transcript of %s is another engine's", which->usr);
  if (!status) {
    *len = t.length;
    *bytes = memcpy(mem_realloc(NULL, t.length + 1), t.bytes, t.length);
  }
  free(data);
  mem_arena_free(a);
  return status;
}

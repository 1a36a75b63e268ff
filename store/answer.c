/* The last answer: what the newest run read, and which functions it was about. When a run finds its inputs as they were then, and
 * nobody has written since, everything is current and no source has to be looked at. Still nothing is taken on trust: every
 * entry the answer rests on is read and its checksum verified. */
#include "store/records.h"

#include <stdlib.h>
#include <string.h>

static const char answer_key[] = "answer";

int store_put_answer(store *st, const store_answer *a, store_error *err) {
  mp_writer w;
  mp_init(&w);
  mp_array(&w, 4);
  mp_bin(&w, a->inputs, 32), mp_uint(&w, a->run);
  mp_array(&w, a->nfunctions);
  for (uint32_t i = 0; i < a->nfunctions; i++) {
    const store_listed *f = &a->functions[i];
    mp_array(&w, 5);
    mp_str(&w, f->usr), mp_str(&w, f->name), mp_str(&w, f->file), mp_uint(&w, f->line),
        mp_str(&w, f->unsupported);
  }
  mp_array(&w, a->nnotes);
  for (uint32_t i = 0; i < a->nnotes; i++) mp_str(&w, a->notes[i]);
  size_t len;
  uint8_t *data = mp_take(&w, &len);
  db_lock(st);
  int status = db_put(st, DB_META, answer_key, sizeof answer_key - 1, data, len, err);
  if (!status) status = db_due(st, err);
  db_unlock(st);
  free(data);
  return status;
}

static bool answer_decode(mem_arena *a, const uint8_t *data, size_t len, store_answer *out) {
  mp_reader r = mp_read(data, len);
  mp_expect_array(&r, 4);
  mp_get_hash(&r, out->inputs);
  out->run = mp_get_uint(&r, UINT64_MAX);
  out->nfunctions = (uint32_t)mp_get_array(&r);
  store_listed *functions = mem_alloc(a, out->nfunctions * sizeof *functions);
  for (uint32_t i = 0; i < out->nfunctions && !r.failed; i++) {
    mp_expect_array(&r, 5);
    functions[i].usr = record_text(a, &r), functions[i].name = record_text(a, &r);
    functions[i].file = record_text(a, &r), functions[i].line = (uint32_t)mp_get_uint(&r, UINT32_MAX);
    functions[i].unsupported = record_text(a, &r);
  }
  out->functions = functions;
  out->notes = record_texts(a, &r, &out->nnotes);
  return mp_done(&r);
}

/* Are the function's records there, and its summary the readable, undamaged one its state says? */
static bool is_whole(store *st, const char *usr) {
  mem_arena *a = mem_arena_new();
  state s;
  uint8_t *data;
  size_t len;
  store_function f = {0};
  bool whole = !display_get(st, a, usr, &f, NULL) && !state_get(st, a, usr, &s, NULL) &&
               !db_get(st, DB_SUMMARIES, s.summary, 32, &data, &len, NULL);
  if (whole) {
    whole = sum_is_readable(data, len);
    free(data);
  }
  mem_arena_free(a);
  return whole;
}

static int note_number(void *self, const uint8_t *k, size_t nkey, const uint8_t *data, size_t len,
                       store_error *err) {
  uint64_t id = 0;
  (void)data, (void)len, (void)err;
  for (size_t i = 0; i < nkey; i++) id = id << 8 | k[i];
  *(uint64_t *)self = id;
  return STORE_OK;
}

int store_get_answer(store *st, const uint8_t inputs[32], store_answer **out, store_error *err) {
  mem_arena *a;
  store_answer *answer = record_new(sizeof *answer, &a);
  uint8_t *data = NULL;
  size_t len;
  uint64_t newest = 0;
  db_lock(st);
  int status = db_get(st, DB_META, answer_key, sizeof answer_key - 1, &data, &len, err);
  if (!status && (!answer_decode(a, data, len, answer) || memcmp(answer->inputs, inputs, 32)))
    status = STORE_NOT_FOUND;
  if (!status) status = db_each(st, DB_RUNS, NULL, 0, note_number, &newest, err);
  if (!status && newest != answer->run) status = STORE_NOT_FOUND;
  for (uint32_t i = 0; i < answer->nfunctions && !status; i++)
    if (!*answer->functions[i].unsupported && !is_whole(st, answer->functions[i].usr))
      status = STORE_NOT_FOUND;
  db_unlock(st);
  free(data);
  if (status == STORE_CORRUPT) status = STORE_NOT_FOUND;
  if (status == STORE_NOT_FOUND) store_fail(err, status, "%s has no answer for these inputs", st->file);
  if (status)
    record_free(answer);
  else
    *out = answer;
  return status;
}

void store_answer_free(store_answer *a) { record_free(a); }

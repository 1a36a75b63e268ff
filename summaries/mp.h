/* msgpack for summaries/ and store/: a writer on top of msgpack-c's packer and a reader that pulls one item at a time out of
 * untrusted bytes. The reader allocates nothing, never reads past the end and remembers its first failure: after that every
 * call returns zero or an empty value, so a caller may read a whole record and look at `failed` once. A count is refused
 * when it exceeds the bytes left, so it can be trusted as an array size. */
#ifndef SUMMARIES_MP_H
#define SUMMARIES_MP_H

#include <msgpack/pack.h>
#include <msgpack/sbuffer.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- writing ---- */

typedef struct mp_writer {
  msgpack_sbuffer buffer; /* data is malloc'ed; mp_take hands it over */
  msgpack_packer packer;
} mp_writer;

void mp_init(mp_writer *w);
void mp_free(mp_writer *w);
uint8_t *mp_take(mp_writer *w, size_t *len); /* the bytes, malloc'ed; the writer is empty again */

static inline void mp_array(mp_writer *w, size_t n) { msgpack_pack_array(&w->packer, n); }
static inline void mp_uint(mp_writer *w, uint64_t v) { msgpack_pack_uint64(&w->packer, v); }
static inline void mp_int(mp_writer *w, int64_t v) { msgpack_pack_int64(&w->packer, v); }
static inline void mp_bool(mp_writer *w, bool v) {
  v ? msgpack_pack_true(&w->packer) : msgpack_pack_false(&w->packer);
}
void mp_str(mp_writer *w, const char *s); /* NULL is "" */
void mp_bin(mp_writer *w, const void *data, size_t len);

/* ---- reading ---- */

typedef struct mp_reader {
  const uint8_t *at, *end;
  bool failed;
} mp_reader;

static inline mp_reader mp_read(const uint8_t *data, size_t len) {
  return (mp_reader){data, data + len, false};
}
size_t mp_get_array(mp_reader *r);                /* number of items, at most the bytes left */
void mp_expect_array(mp_reader *r, size_t n);     /* fails on any other length */
uint64_t mp_get_uint(mp_reader *r, uint64_t max); /* fails above max */
int64_t mp_get_int(mp_reader *r);
bool mp_get_bool(mp_reader *r);
const char *mp_get_str(mp_reader *r,
                       size_t *len); /* in the input, not terminated; fails on an embedded NUL */
const uint8_t *mp_get_bin(mp_reader *r, size_t *len); /* in the input */
void mp_get_hash(mp_reader *r, uint8_t out[32]);      /* a bin of 32 bytes */
bool mp_done(const mp_reader *r);                     /* nothing failed and nothing is left */

#endif

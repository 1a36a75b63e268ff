/* See mp.h. The reader knows the formats the writer makes: integers, booleans, strings, binary data and arrays; anything
 * else is a failure. */
#include "summaries/mp.h"

#include "summaries/mem.h"

#include <stdlib.h>

void mp_init(mp_writer *w) {
  msgpack_sbuffer_init(&w->buffer);
  msgpack_packer_init(&w->packer, &w->buffer, msgpack_sbuffer_write);
}

void mp_free(mp_writer *w) {
  msgpack_sbuffer_destroy(&w->buffer);
  mp_init(w);
}

uint8_t *mp_take(mp_writer *w, size_t *len) {
  uint8_t *data = mem_realloc(w->buffer.data, w->buffer.size);
  *len = w->buffer.size;
  mp_init(w);
  return data;
}

void mp_str(mp_writer *w, const char *s) {
  size_t n = s ? strlen(s) : 0;
  msgpack_pack_str(&w->packer, n);
  if (n) msgpack_pack_str_body(&w->packer, s, n);
}

void mp_bin(mp_writer *w, const void *data, size_t len) {
  msgpack_pack_bin(&w->packer, len);
  if (len) msgpack_pack_bin_body(&w->packer, data, len);
}

static void fail(mp_reader *r) {
  r->failed = true;
  r->at = r->end;
}

static size_t left(const mp_reader *r) { return (size_t)(r->end - r->at); }

/* The next n bytes as a big-endian number. */
static uint64_t number(mp_reader *r, size_t n) {
  if (left(r) < n) {
    fail(r);
    return 0;
  }
  uint64_t v = 0;
  for (size_t i = 0; i < n; i++) v = v << 8 | r->at[i];
  r->at += n;
  return v;
}

static uint8_t head(mp_reader *r) { return (uint8_t)number(r, 1); }

size_t mp_get_array(mp_reader *r) {
  uint8_t h = head(r);
  size_t n = 0;
  if ((h & 0xf0) == 0x90)
    n = h & 0x0f;
  else if (h == 0xdc)
    n = number(r, 2);
  else if (h == 0xdd)
    n = number(r, 4);
  else
    fail(r);
  if (n > left(r)) fail(r);
  return r->failed ? 0 : n;
}

void mp_expect_array(mp_reader *r, size_t n) {
  if (mp_get_array(r) != n) fail(r);
}

uint64_t mp_get_uint(mp_reader *r, uint64_t max) {
  uint8_t h = head(r);
  uint64_t v = 0;
  if (h < 0x80)
    v = h;
  else if (h >= 0xcc && h <= 0xcf)
    v = number(r, (size_t)1 << (h - 0xcc));
  else
    fail(r);
  if (v > max) fail(r);
  return r->failed ? 0 : v;
}

int64_t mp_get_int(mp_reader *r) {
  if (r->at < r->end && (*r->at < 0x80 || (*r->at >= 0xcc && *r->at <= 0xcf)))
    return (int64_t)mp_get_uint(r, INT64_MAX);
  uint8_t h = head(r);
  if (h >= 0xe0) return (int8_t)h;
  switch (h) {
  case 0xd0: return (int8_t)number(r, 1);
  case 0xd1: return (int16_t)number(r, 2);
  case 0xd2: return (int32_t)number(r, 4);
  case 0xd3: return (int64_t)number(r, 8);
  default: fail(r); return 0;
  }
}

bool mp_get_bool(mp_reader *r) {
  uint8_t h = head(r);
  if (h != 0xc2 && h != 0xc3) fail(r);
  return h == 0xc3 && !r->failed;
}

static const uint8_t *bytes(mp_reader *r, size_t n, size_t *len) {
  if (r->failed || left(r) < n) {
    fail(r);
    *len = 0;
    return (const uint8_t *)"";
  }
  const uint8_t *p = r->at;
  r->at += n;
  *len = n;
  return p;
}

const char *mp_get_str(mp_reader *r, size_t *len) {
  uint8_t h = head(r);
  size_t n = 0;
  if ((h & 0xe0) == 0xa0)
    n = h & 0x1f;
  else if (h >= 0xd9 && h <= 0xdb)
    n = number(r, (size_t)1 << (h - 0xd9));
  else
    fail(r);
  const uint8_t *p = bytes(r, n, len);
  if (*len && memchr(p, 0, *len)) {
    fail(r);
    *len = 0;
  }
  return (const char *)p;
}

const uint8_t *mp_get_bin(mp_reader *r, size_t *len) {
  uint8_t h = head(r);
  size_t n = 0;
  if (h >= 0xc4 && h <= 0xc6)
    n = number(r, (size_t)1 << (h - 0xc4));
  else
    fail(r);
  return bytes(r, n, len);
}

void mp_get_hash(mp_reader *r, uint8_t out[32]) {
  size_t n;
  const uint8_t *p = mp_get_bin(r, &n);
  if (n != 32) {
    fail(r);
    memset(out, 0, 32);
  } else {
    memcpy(out, p, 32);
  }
}

bool mp_done(const mp_reader *r) { return !r->failed && r->at == r->end; }

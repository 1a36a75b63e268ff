/* The envelope around every value and the form of the keys. The checksum is CRC-32 as in zlib and PNG: it finds every
 * flipped bit, any language has it, and it is there only against accidents; what a summary is, its content hash says. It
 * covers the table's name and the key, so a value that turns up under another key is damage too. */
#include "store/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t crc_update(uint32_t crc, const void *data, size_t len) {
  static const uint32_t remainder[256] = {
#include "store/crc_table.def"
  };
  const uint8_t *p = data;
  for (size_t i = 0; i < len; i++) crc = crc >> 8 ^ remainder[(crc ^ p[i]) & 255];
  return crc;
}

uint32_t value_crc(db_table t, const void *k, size_t nkey, const uint8_t *payload, size_t len) {
  const char *name = db_table_names[t];
  uint32_t crc = crc_update(UINT32_MAX, name, strlen(name) + 1);
  crc = crc_update(crc, k, nkey);
  return ~crc_update(crc, payload, len);
}

void *value_wrap(db_table t, const void *k, size_t nkey, const uint8_t *payload, size_t len, size_t *out) {
  mp_writer w;
  mp_init(&w);
  mp_array(&w, 3);
  mp_uint(&w, STORE_SCHEMA);
  mp_uint(&w, value_crc(t, k, nkey, payload, len));
  mp_bin(&w, payload, len);
  return mp_take(&w, out);
}

const uint8_t *value_unwrap(db_table t, const void *k, size_t nkey, const uint8_t *value, size_t len,
                            size_t *out, uint64_t *schema) {
  mp_reader r = mp_read(value, len);
  mp_expect_array(&r, 3);
  *schema = mp_get_uint(&r, UINT64_MAX);
  uint32_t crc = (uint32_t)mp_get_uint(&r, UINT32_MAX);
  const uint8_t *payload = mp_get_bin(&r, out);
  return mp_done(&r) && crc == value_crc(t, k, nkey, payload, *out) ? payload : NULL;
}

key key_usr(const char *usr) {
  key k;
  k.n = strlen(usr);
  if (k.n <= 240) {
    memcpy(k.bytes, usr, k.n);
    return k;
  }
  uint64_t h = 0xcbf29ce484222325u;
  for (const char *p = usr; *p; p++) h = (h ^ (unsigned char)*p) * 0x100000001b3u;
  memcpy(k.bytes, usr, 200);
  snprintf(k.bytes + 200, sizeof k.bytes - 200, "~%016llx", (unsigned long long)h);
  k.n = 217;
  return k;
}

key key_name(const char *name, const char *usr) {
  key k, u = key_usr(usr);
  size_t n = strlen(name);
  if (n > 200) n = 200;
  memcpy(k.bytes, name, n);
  k.bytes[n] = 0;
  memcpy(k.bytes + n + 1, u.bytes, u.n);
  k.n = n + 1 + u.n;
  return k;
}

key key_number(uint64_t n) {
  key k = {.n = 8};
  for (int i = 0; i < 8; i++) k.bytes[i] = (char)(n >> (56 - 8 * i));
  return k;
}

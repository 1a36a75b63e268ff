/* Content hashes, apart from the codec so that a program that only reads summaries does not link LLVM. */
#include "summaries/codec.h"

#include <llvm-c/blake3.h>
#include <stdlib.h>

static void blake3(const uint8_t *data, size_t len, uint8_t out[32]) {
  llvm_blake3_hasher h;
  llvm_blake3_hasher_init(&h);
  llvm_blake3_hasher_update(&h, data, len);
  llvm_blake3_hasher_finalize(&h, out, 32);
}

void sum_content_hash(const uint8_t *encoded, size_t len, uint8_t out[32]) {
  mp_reader r = mp_read(encoded, len);
  mp_expect_array(&r, 3);
  mp_get_uint(&r, UINT64_MAX);
  size_t n;
  const uint8_t *content = mp_get_bin(&r, &n);
  if (r.failed)
    blake3(encoded, len, out);
  else
    blake3(content, n, out);
}

void sum_variant_hash(const sum_summary *s, uint32_t variant, uint8_t out[32]) {
  size_t len;
  uint8_t *bytes = sum_encode_variant(s, variant, &len);
  blake3(bytes, len, out);
  free(bytes);
}

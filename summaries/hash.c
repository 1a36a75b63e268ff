/* Content hashes: BLAKE3 out of libLLVM, which is loaded when the first hash is asked for. Loading it takes 20 ms, and
 * programs that only read summaries never hash anything. Where LLVM is linked anyway its symbols are found without that. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "summaries/codec.h"

#include <dlfcn.h>
#include <llvm-c/blake3.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct blake3_fns {
  void (*init)(llvm_blake3_hasher *);
  void (*update)(llvm_blake3_hasher *, const void *, size_t);
  void (*finalize)(const llvm_blake3_hasher *, uint8_t *, size_t);
} blake3_fns;

/* dlopen counts its calls and keeps the library, so asking again is cheap and needs no state here. */
static blake3_fns load(void) {
  void *lib = dlsym(RTLD_DEFAULT, "llvm_blake3_hasher_init") ? RTLD_DEFAULT : dlopen(SUMM_LIBLLVM, RTLD_LAZY);
  blake3_fns f = {0};
  *(void **)&f.init = dlsym(lib, "llvm_blake3_hasher_init");
  *(void **)&f.update = dlsym(lib, "llvm_blake3_hasher_update");
  *(void **)&f.finalize = dlsym(lib, "llvm_blake3_hasher_finalize");
  if (f.init && f.update && f.finalize) return f;
  fprintf(stderr, "summ: cannot load %s, which has BLAKE3: install libllvm19\n", SUMM_LIBLLVM);
  abort();
}

static void blake3(const uint8_t *data, size_t len, uint8_t out[32]) {
  blake3_fns f = load();
  llvm_blake3_hasher h;
  f.init(&h);
  f.update(&h, data, len);
  f.finalize(&h, out, 32);
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

void sum_relation_hash(const sum_summary *s, uint8_t out[32]) {
  size_t len;
  uint8_t *encoded = sum_encode_relation(s, &len);
  sum_content_hash(encoded, len, out);
  free(encoded);
}

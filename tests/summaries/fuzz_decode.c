/* libFuzzer on the decoder: whatever the bytes, it refuses them or gives a summary that encodes, and what it encodes to
 * decodes to the same again. tests/summaries/run_fuzz builds and runs it. */
#include "summaries/summary.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sum_summary *s = sum_decode(data, size, NULL);
  if (!s) return 0;
  size_t len, len2;
  uint8_t *bytes = sum_encode(s, &len);
  sum_summary *again = sum_decode(bytes, len, NULL);
  if (!again) abort();
  uint8_t *bytes2 = sum_encode(again, &len2);
  if (len != len2 || memcmp(bytes, bytes2, len)) abort();
  free(bytes), free(bytes2);
  sum_free(s), sum_free(again);
  return 0;
}

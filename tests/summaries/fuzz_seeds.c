/* Writes encoded summaries into a folder, as a start for the fuzzer: fuzz_seeds FOLDER COUNT. */
#include "tests/synth.h"

#include <string.h>

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  for (int i = 0; i < atoi(argv[2]); i++) {
    char file[400];
    size_t len;
    sum_summary *s = synth_summary("c:@F@f", "f", (uint64_t)i, 1 + (uint32_t)i % 3);
    uint8_t *bytes = sum_encode(s, &len);
    snprintf(file, sizeof file, "%s/seed%03d", argv[1], i);
    FILE *out = fopen(file, "wb");
    if (!out || fwrite(bytes, 1, len, out) != len || fclose(out)) return 1;
    free(bytes), sum_free(s);
  }
  return 0;
}

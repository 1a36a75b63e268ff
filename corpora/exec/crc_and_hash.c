// Table-driven CRC-32, Adler-32, FNV-1a and xorshift on a byte buffer.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];

static void build(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[i] = c;
  }
}

static uint32_t crc(const uint8_t *p, size_t n) {
  uint32_t c = ~0u;
  while (n--)
    c = table[(c ^ *p++) & 0xff] ^ (c >> 8);
  return ~c;
}

static uint32_t adler(const uint8_t *p, size_t n) {
  uint32_t a = 1, b = 0;
  for (size_t i = 0; i < n; i++) {
    a = (a + p[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

static uint64_t fnv(const uint8_t *p, size_t n) {
  uint64_t h = 0xcbf29ce484222325ULL;
  while (n--)
    h = (h ^ *p++) * 0x100000001b3ULL;
  return h;
}

int main(void) {
  build();
  const char *s[] = {"", "a", "123456789", "The quick brown fox jumps over the lazy dog"};
  for (int i = 0; i < 4; i++) {
    const uint8_t *p = (const uint8_t *)s[i];
    size_t n = strlen(s[i]);
    printf("%08x %08x %016llx\n", crc(p, n), adler(p, n), (unsigned long long)fnv(p, n));
  }
  uint8_t buf[1000];
  uint64_t x = 88172645463325252ULL;
  for (int i = 0; i < 1000; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    buf[i] = (uint8_t)(x >> 32);
  }
  printf("%08x %08x\n", crc(buf, sizeof buf), adler(buf, sizeof buf));
  return (int)(crc(buf, 10) & 0x3f);
}

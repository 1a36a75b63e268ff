// What random programs look like: global structs, unions and multi-level pointers, checked arithmetic through small
// functions, bit-fields, short loops with early exits, a running checksum. SCALE stretches the run.
#include <stdint.h>
#include <stdio.h>

#ifndef SCALE
#define SCALE 1200000
#endif

struct S0 {
  int32_t f0;
  uint16_t f1;
  int64_t f2;
  unsigned f3 : 7;
  signed f4 : 13;
};
union U0 {
  uint32_t f0;
  int8_t f1;
  struct S0 f2;
};

static int32_t g_2 = 7, *g_3 = &g_2, **g_4 = &g_3;
static struct S0 g_5 = {1, 2, 3, 4, -5}, *g_6 = &g_5;
static union U0 g_7 = {0x12345678u};
static uint8_t g_8[4][5];
static volatile int16_t g_9 = -3;
static uint32_t crc = 0xffffffffu;

static int32_t safe_add(int32_t a, int32_t b) {
  return (b > 0 && a > INT32_MAX - b) || (b < 0 && a < INT32_MIN - b) ? a : a + b;
}
static int32_t safe_div(int32_t a, int32_t b) { return b == 0 || (a == INT32_MIN && b == -1) ? a : a / b; }
static uint32_t safe_lshift(uint32_t a, unsigned n) { return n >= 32 || a > (UINT32_MAX >> n) ? a : a << n; }
static int16_t safe_mul16(int16_t a, int16_t b) { return (int16_t)(a * b); }
static uint64_t safe_sub64(uint64_t a, uint64_t b) { return a - b; }

static int32_t *func_3(struct S0 p_1, int32_t *p_2, uint8_t p_3) {
  int32_t l_1 = p_1.f0, *l_2 = &l_1;
  for (p_1.f1 = 0; p_1.f1 < 3; p_1.f1++) {
    *l_2 = safe_add(*l_2, p_2 ? *p_2 : (int32_t)p_3);
    if (*l_2 & 64) continue;
    g_8[p_1.f1][p_3 % 5] ^= (uint8_t)*l_2;
  }
  *g_3 = safe_add(l_1, (int32_t)p_1.f2);
  return *l_2 > 0 ? *g_4 : &g_5.f0;
}

static uint16_t func_2(uint32_t p_1, int16_t p_2) {
  struct S0 l_1 = g_5;
  int32_t *l_2 = func_3(l_1, g_3, (uint8_t)p_1);
  l_1.f3 = p_1;
  l_1.f4 = (int32_t)(p_2 ^ g_9);
  *l_2 ^= (int32_t)safe_lshift(p_1, l_1.f3);
  g_6->f2 = (int64_t)safe_sub64((uint64_t)g_6->f2, (uint64_t)l_1.f4);
  g_7.f0 += (uint32_t)g_7.f1;
  return (uint16_t)(safe_mul16(p_2, (int16_t)l_1.f4) | l_1.f1);
}

static int32_t func_1(uint32_t n) {
  int16_t l_1 = 5;
  int32_t l_2[3] = {1, -2, 3};
  for (uint32_t i = 0; i < n; i++) {
    l_1 = (int16_t)(l_1 + func_2(i, l_1));
    l_2[i % 3] = safe_div(l_2[(i + 1) % 3], (int32_t)(l_1 & 15));
    switch (l_1 & 7) {
    case 0: **g_4 = l_2[0]; break;
    case 3: g_5.f1 ^= (uint16_t)l_1; break;
    case 6: g_6->f4 = l_1; break;
    default: g_9 = (int16_t)(g_9 + 1);
    }
    crc = (crc >> 1) ^ (uint32_t)(l_2[i % 3] + l_1) ^ (crc & 1 ? 0xedb88320u : 0);
  }
  return l_2[0] + l_2[1] + l_2[2];
}

int main(void) {
  int32_t r = func_1(SCALE);
  printf("%d %d %d %u %lld %d %u %08x\n", r, g_2, g_5.f0, g_5.f1, (long long)g_5.f2, g_5.f4, g_7.f0, crc);
  return 0;
}

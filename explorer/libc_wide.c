/* Wide strings and multibyte conversion, in the C locale: ASCII is its own encoding, other bytes are invalid. */
#define _GNU_SOURCE
#include "explorer/libc_impl.h"

#include <errno.h>
#include <wchar.h>
#include <wctype.h>

static bool wide_at(exm_machine *m, exm_addr a, uint64_t i, uint32_t *out) {
  const uint8_t *p = exm_rd(m, a + 4 * i, 4);
  if (p) memcpy(out, p, 4);
  return p != NULL;
}

static bool put_wide(exm_machine *m, exm_addr a, uint64_t i, uint32_t v) {
  uint8_t *p = exm_wr(m, a + 4 * i, 4);
  if (p) memcpy(p, &v, 4);
  return p != NULL;
}

/* Bytes of n wide characters; too many stay too many. */
static uint64_t wide_bytes(uint64_t n) { return n > UINT64_MAX / 4 ? UINT64_MAX : 4 * n; }

/* Length, at most max. */
static bool wide_length(exm_machine *m, exm_addr a, uint64_t max, uint64_t *n) {
  uint32_t w;
  for (*n = 0; *n < max; ++*n) {
    if (!wide_at(m, a, *n, &w)) return false;
    if (!w) break;
  }
  return true;
}

LIBC(wcslen) {
  uint64_t n;
  if (!wide_length(c->m, ARG(0), UINT64_MAX, &n)) return false;
  RET(n);
}
LIBC(wcsnlen) {
  uint64_t n;
  if (!wide_length(c->m, ARG(0), ARG(1), &n)) return false;
  RET(n);
}
static bool wide_copy(exm_machine *m, exm_addr to, exm_addr from, uint64_t max) {
  uint64_t n;
  if (!wide_length(m, from, max, &n) || !exm_memcpy(m, to, from, 4 * n, false)) return false;
  return put_wide(m, to, n, 0);
}
LIBC(wcscpy) {
  if (!wide_copy(c->m, ARG(0), ARG(1), UINT64_MAX)) return false;
  RET(ARG(0));
}
LIBC(wcsncpy) {
  uint64_t n;
  if (!wide_length(c->m, ARG(1), ARG(2), &n) || !exm_memcpy(c->m, ARG(0), ARG(1), 4 * n, false)) return false;
  if (!exm_memset(c->m, ARG(0) + 4 * n, 0, wide_bytes(ARG(2) - n))) return false;
  RET(ARG(0));
}
LIBC(wcscat) {
  uint64_t n;
  if (!wide_length(c->m, ARG(0), UINT64_MAX, &n) || !wide_copy(c->m, ARG(0) + 4 * n, ARG(1), UINT64_MAX))
    return false;
  RET(ARG(0));
}
LIBC(wcsncat) {
  uint64_t n;
  if (!wide_length(c->m, ARG(0), UINT64_MAX, &n) || !wide_copy(c->m, ARG(0) + 4 * n, ARG(1), ARG(2)))
    return false;
  RET(ARG(0));
}
static bool wide_compare(exm_hostcall *c, uint64_t max, bool stop_at_nul) {
  for (uint64_t i = 0; i < max; i++) {
    uint32_t x, y;
    if (!wide_at(c->m, ARG(0), i, &x) || !wide_at(c->m, ARG(1), i, &y)) return false;
    if (x != y) RET((int32_t)x < (int32_t)y ? -1 : 1);
    if (stop_at_nul && !x) break;
  }
  RET(0);
}
LIBC(wcscmp) { return wide_compare(c, UINT64_MAX, true); }
LIBC(wcsncmp) { return wide_compare(c, ARG(2), true); }
LIBC(wmemcmp) { return wide_compare(c, ARG(2), false); }
LIBC(wcschr) {
  uint32_t w;
  for (uint64_t i = 0;; i++) {
    if (!wide_at(c->m, ARG(0), i, &w)) return false;
    if (w == (uint32_t)ARG(1)) RET(ARG(0) + 4 * i);
    if (!w) RET(0);
  }
}
LIBC(wcsrchr) {
  uint32_t w;
  exm_addr last = 0;
  for (uint64_t i = 0;; i++) {
    if (!wide_at(c->m, ARG(0), i, &w)) return false;
    if (w == (uint32_t)ARG(1)) last = ARG(0) + 4 * i;
    if (!w) RET(last);
  }
}
LIBC(wcsstr) {
  uint64_t n, k;
  if (!wide_length(c->m, ARG(0), UINT64_MAX, &n) || !wide_length(c->m, ARG(1), UINT64_MAX, &k)) return false;
  for (uint64_t i = 0; i + k <= n; i++) {
    const uint8_t *p = exm_rd(c->m, ARG(0) + 4 * i, 4 * k), *q = exm_rd(c->m, ARG(1), 4 * k);
    if (!k || !memcmp(p, q, 4 * k)) RET(ARG(0) + 4 * i);
  }
  RET(0);
}
LIBC(wmemcpy) {
  if (!exm_memcpy(c->m, ARG(0), ARG(1), wide_bytes(ARG(2)), false)) return false;
  RET(ARG(0));
}
LIBC(wmemmove) {
  if (!exm_memcpy(c->m, ARG(0), ARG(1), wide_bytes(ARG(2)), true)) return false;
  RET(ARG(0));
}
LIBC(wmemset) {
  for (uint64_t i = 0; i < ARG(2); i++) {
    if (!put_wide(c->m, ARG(0), i, (uint32_t)ARG(1))) return false;
  }
  RET(ARG(0));
}
LIBC(wmemchr) {
  uint32_t w;
  for (uint64_t i = 0; i < ARG(2); i++) {
    if (!wide_at(c->m, ARG(0), i, &w)) return false;
    if (w == (uint32_t)ARG(1)) RET(ARG(0) + 4 * i);
  }
  RET(0);
}

// clang-format off
#define CLASSES(F)                                                                                     \
  F(iswalnum) F(iswalpha) F(iswblank) F(iswcntrl) F(iswdigit) F(iswgraph) F(iswlower) F(iswprint)      \
  F(iswpunct) F(iswspace) F(iswupper) F(iswxdigit) F(towlower) F(towupper)
// clang-format on
#define DEFINE(name) \
  LIBC(name) { RET(name((wint_t)ARG(0))); }
CLASSES(DEFINE)

LIBC(mbstowcs) {
  const char *s = exm_str(c->m, ARG(1));
  if (!s) return false;
  uint64_t n = 0;
  for (; s[n] && (!ARG(0) || n < ARG(2)); n++) {
    if ((unsigned char)s[n] > 0x7f) {
      exm_set_errno(c->m, EILSEQ);
      RET(-1);
    }
    if (ARG(0) && !put_wide(c->m, ARG(0), n, (uint32_t)s[n])) return false;
  }
  if (ARG(0) && n < ARG(2) && !put_wide(c->m, ARG(0), n, 0)) return false;
  RET(n);
}
LIBC(wcstombs) {
  uint32_t w;
  for (uint64_t n = 0;; n++) {
    if (ARG(0) && n == ARG(2)) RET(n);
    if (!wide_at(c->m, ARG(1), n, &w)) return false;
    if (w > 0x7f) {
      exm_set_errno(c->m, EILSEQ);
      RET(-1);
    }
    if (ARG(0) && !exm_memset(c->m, ARG(0) + n, (int)w, 1)) return false;
    if (!w) RET(n);
  }
}
LIBC(mbtowc) {
  if (!ARG(1) || !ARG(2)) RET(ARG(1) ? -1 : 0);
  const uint8_t *p = exm_rd(c->m, ARG(1), 1);
  if (!p) return false;
  uint8_t byte = *p;
  if (byte > 0x7f) {
    exm_set_errno(c->m, EILSEQ);
    RET(-1);
  }
  if (ARG(0) && !put_wide(c->m, ARG(0), 0, byte)) return false;
  RET(byte != 0);
}
LIBC(wctomb) {
  if (!ARG(0)) RET(0);
  if ((uint32_t)ARG(1) > 0x7f) {
    exm_set_errno(c->m, EILSEQ);
    RET(-1);
  }
  if (!exm_memset(c->m, ARG(0), (int)ARG(1), 1)) return false;
  RET(1);
}
LIBC(btowc) { RET(ARG(0) <= 0x7f ? (int64_t)ARG(0) : -1); }
LIBC(putwchar) {
  if ((uint32_t)ARG(0) > 0x7f) RET(-1);
  RET(putc(ARGI(0), c->m->opt.out));
}

#define ENTRY1(name) ENTRY(name, 1),
const exm_libc exm_libc_wide[] = {
    ENTRY(wcslen, 1),   ENTRY(wcsnlen, 2),         ENTRY(wcscpy, 2),
    ENTRY(wcsncpy, 3),  ENTRY(wcscat, 2),          ENTRY(wcsncat, 3),
    ENTRY(wcscmp, 2),   ALIAS(wcscoll, wcscmp, 2), ENTRY(wcsncmp, 3),
    ENTRY(wmemcmp, 3),  ENTRY(wcschr, 2),          ENTRY(wcsrchr, 2),
    ENTRY(wcsstr, 2),   ENTRY(wmemcpy, 3),         ENTRY(wmemmove, 3),
    ENTRY(wmemset, 3),  ENTRY(wmemchr, 3),         CLASSES(ENTRY1) ENTRY(mbstowcs, 3),
    ENTRY(wcstombs, 3), ENTRY(mbtowc, 3),          ENTRY(wctomb, 2),
    ENTRY(btowc, 1),    ENTRY(putwchar, 1),        {NULL, NULL, 0}};

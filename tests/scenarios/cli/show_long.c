// Long conditions and values are printed in parts that have names, each defined once; --full shows all of them.
static int kind(int c) {
  if (c == ' ' || c == '\t' || c == '\n') return 1;
  if (c >= '0' && c <= '9') return 2;
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_') return 3;
  if (c < ' ') return 4;
  return 5;
}

int words(const char *s) {
  int n = kind(s[0]) * kind(s[1]) + kind(s[2]) * kind(s[3]);
  return n > 10 ? n * n : n;
}

unsigned hash(unsigned x) {
  for (int i = 0; i < 400; i++) x = (x ^ (x >> 7)) * 2654435761u + i;
  return x;
}

// RUN: summ run %s -j1 --store s
// RUN: summ show words --store s
// CHECK: \$1 <= 10
// CHECK: returns +\$1
// CHECK: where +\$1 = 
// CHECK: \$1 > 10
// CHECK: returns +\$1 \* \$1
// CHECK-NOT: .{420}
// RUN: summ show hash --store s
// CHECK: returns .*\$1
// CHECK: where +\$1 = 
// CHECK: --full shows the rest
// RUN: summ show hash --full --store s
// CHECK: \$50 = 
// CHECK-NOT: …

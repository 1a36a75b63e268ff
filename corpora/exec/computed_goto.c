// Labels as values: a byte-code interpreter with a dispatch table, and label differences.
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, SWAP, JNZ, DEC, PRINT, HALT };

static int run(const int *code) {
  static void *const table[] = {&&push, &&add, &&mul, &&dup, &&swap, &&jnz, &&dec, &&print, &&halt};
  int stack[16], sp = 0, t;
  const int *pc = code;
  long steps = 0;
#define NEXT                                                                                                 \
  do {                                                                                                       \
    steps++;                                                                                                 \
    goto *table[*pc++];                                                                                      \
  } while (0)
  NEXT;
push:
  stack[sp++] = *pc++;
  NEXT;
add:
  sp--;
  stack[sp - 1] += stack[sp];
  NEXT;
mul:
  sp--;
  stack[sp - 1] *= stack[sp];
  NEXT;
dup:
  stack[sp] = stack[sp - 1];
  sp++;
  NEXT;
swap:
  t = stack[sp - 1];
  stack[sp - 1] = stack[sp - 2];
  stack[sp - 2] = t;
  NEXT;
jnz:
  t = *pc++;
  if (stack[sp - 1] != 0)
    pc = code + t;
  NEXT;
dec:
  stack[sp - 1]--;
  NEXT;
print:
  printf("%d\n", stack[sp - 1]);
  NEXT;
halt:
  printf("steps %ld\n", steps);
  return stack[0];
}

static int offsets(int i) {
  static const int off[] = {&&a - &&a, &&b - &&a, &&c - &&a};
  goto *(&&a + off[i]);
a:
  return 1;
b:
  return 2;
c:
  return 3;
}

int main(void) {
  // 10! on the stack: acc n -> acc*n n-1
  static const int prog[] = {PUSH, 1,   PUSH, 10,  DUP,  PUSH, 0,    ADD,  SWAP, PRINT,
                             DEC,  JNZ, 9,    ADD, ADD, PRINT, HALT};
  int r = run(prog);
  printf("%d %d %d\n", offsets(0), offsets(1), offsets(2));
  return r & 0x3f;
}

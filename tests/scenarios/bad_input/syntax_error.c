// A file that does not compile: the compiler's message with its place, exit code 3, nothing on disk; the others go on.
// RUN: printf 'int f(int n) {\n  return n +;\n}\n' > bad.c && printf 'int g(int n) { return n > 0; }\n' > good.c
// RUN: summ run bad.c
// EXIT: 3
// OUT:
// CHECK-ERR: ^summ: .*bad.c:2:13: .*expected expression
// CHECK-ERR: ^summ: none of the 1 file could be read; mend them, or give their flags after --$
// DISK: unchanged
// RUN: summ run bad.c good.c --json
// EXIT: 3
// CHECK-ERR: bad.c:2:13
// JSON: len(functions) == 1
// JSON: functions[name=g].status == "complete"
// JSON: failures[0].message ~ "bad.c:2:13"
// RUN: head -c 3000 /dev/urandom > noise.c; summ run noise.c
// EXIT: 3
// CHECK-ERR: noise.c

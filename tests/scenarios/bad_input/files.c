// Input that cannot be read: a line that names it and the next step, exit code 3, nothing on disk.
// RUN: summ run no-such-file.c
// EXIT: 3
// OUT:
// ERR: summ: cannot read no-such-file.c: No such file or directory; name a C file
// DISK: unchanged
// RUN: summ run --with no-such-file.c %s
// EXIT: 3
// ERR: summ: cannot read no-such-file.c: No such file or directory; name a C file with preconditions
// DISK: unchanged
// RUN: summ run -p no-such-folder
// EXIT: 3
// CHECK-ERR: ^summ: .*no-such-folder.*; make one with cmake
// DISK: unchanged
// RUN: summ run
// EXIT: 2
// ERR: summ: nothing to read; name C files, or a project with -p; see summ run --help
// DISK: unchanged
// RUN: summ run -p . %s
// EXIT: 2
// CHECK-ERR: give files or -p, not both
// DISK: unchanged
int f(void) { return 0; }

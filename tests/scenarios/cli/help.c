// Help goes to stdout when it was asked for and to stderr when it was not.
// RUN: summ --help
// CHECK: ^usage: summ COMMAND
// CHECK: ^  run  +explore functions
// CHECK: ^  0  done, nothing to report
// CHECK: ^  4  the store
// RUN: summ
// EXIT: 2
// OUT:
// CHECK-ERR: ^usage: summ COMMAND
// RUN: summ run --help
// CHECK: ^usage: summ run \[OPTION...\] \[FILE.c... \| compile_commands.json\] \[-- CFLAGS\]$
// CHECK: ^  -p, --project DIR
// CHECK: --max-loop N .*\(default: \d+\)$
// RUN: summ help run > a && summ run -h > b && cmp a b
// OUT:
// RUN: summ help rum
// EXIT: 2
// ERR: summ: no command 'rum' (near: 'run'); see summ --help

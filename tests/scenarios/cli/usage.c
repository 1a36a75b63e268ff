// Wrong usage: one line that names the thing and the next step, exit code 2, nothing on disk.
// RUN: summ rnu
// EXIT: 2
// ERR: summ: no command 'rnu' (near: 'run'); see summ --help
// DISK: unchanged
// RUN: summ --verison
// EXIT: 2
// ERR: summ: no option '--verison' (near: '--version'); see summ --help
// RUN: summ run --maxloop 3 %s
// EXIT: 2
// ERR: summ: summ run has no option --maxloop (near: '--max-loop'); see summ run --help
// DISK: unchanged
// RUN: summ run --max-loop=0 %s
// EXIT: 2
// ERR: summ: '0' is no value for --max-loop, which takes a number from 1 to 1000000000
// DISK: unchanged
// RUN: summ run --max-loop=3x %s
// EXIT: 2
// CHECK-ERR: '3x' is no value for --max-loop
// RUN: summ run %s --max-loop
// EXIT: 2
// ERR: summ: --max-loop needs a value: N
// RUN: summ run --json=yes %s
// EXIT: 2
// ERR: summ: --json takes no value, but got 'yes'
// RUN: summ run --cover lines %s
// EXIT: 2
// ERR: summ: 'lines' is no value for --cover, which takes one of branches|paths
// RUN: summ run -q %s
// EXIT: 2
// ERR: summ: summ run has no option -q; see summ run --help
int f(void) { return 0; }

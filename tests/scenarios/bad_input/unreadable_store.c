// A store without permission to read or write it: named, exit code 4. (For root every file is readable.)
// REQUIRES: test "$(id -u)" != 0
// RUN: summ run %s --store s
// RUN: chmod 000 s/data.mdb; summ list --store s
// EXIT: 4
// OUT:
// CHECK-ERR: ^summ: .*\bs\b.*[Pp]ermission
// RUN: chmod 600 s/data.mdb; chmod 500 .; summ run %s --store other
// EXIT: 4
// CHECK-ERR: ^summ: .*other.*[Pp]ermission
int f(int n) { return n > 3; }

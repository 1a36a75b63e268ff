// A store without permission to read or write it: named, exit code 4. Root gives up its right to read everything first.
// REQUIRES: test "$(id -u)" != 0 || setpriv --bounding-set=-dac_override,-dac_read_search true
// RUN: summ run %s --store s
// RUN: chmod 000 s/data.mdb; as=; test "$(id -u)" != 0 || as="setpriv --bounding-set=-dac_override,-dac_read_search"; $as summ list --store s
// EXIT: 4
// OUT:
// CHECK-ERR: ^summ: .*\bs\b.*[Pp]ermission
// RUN: chmod 600 s/data.mdb; chmod 500 .; as=; test "$(id -u)" != 0 || as="setpriv --bounding-set=-dac_override,-dac_read_search"; $as summ run %s --store other
// EXIT: 4
// CHECK-ERR: ^summ: .*other.*[Pp]ermission
int f(int n) { return n > 3; }

// A damaged store: named, never a crash; removing it and running again is enough.
// RUN: summ run --store s %s
// RUN: cp -r s cut; truncate -s 20000 cut/data.mdb; summ list --store cut
// EXIT: 4
// CHECK-ERR: cut/data.mdb is damaged .*truncated.*remove it and run again
// RUN: summ run --store cut %s
// EXIT: 4
// CHECK-ERR: cut/data.mdb is damaged
// RUN: cp -r s head; printf 'xxxx' | dd of=head/data.mdb bs=1 seek=16 conv=notrunc 2>/dev/null; summ show --store head f
// EXIT: 4
// CHECK-ERR: head/data.mdb is damaged .a header is wrong
// RUN: cp -r s nolock; rm nolock/lock.mdb nolock/writer; summ check --store nolock
// CHECK: all fine
// RUN: rm cut/data.mdb; summ run --store cut %s; summ check --store cut
// CHECK: all fine
// RUN: summ check --store nothing
// EXIT: 4
// CHECK-ERR: no store at nothing
int f(int n) { return n > 0 ? n : -n; }

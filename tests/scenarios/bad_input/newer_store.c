// A store made by a newer version is refused by name and left as it is.
// REQUIRES: /usr/bin/python3 -c 'import lmdb, msgpack'
// RUN: summ run %s --store s
// RUN: /usr/bin/python3 -c 'import lmdb, msgpack; e = lmdb.open("s", max_dbs=16); t = e.begin(db=e.open_db(b"meta"), write=True); v = msgpack.unpackb(t.get(b"commit")); v[0] = 99; t.put(b"commit", msgpack.packb(v)); t.commit()'
// RUN: summ show f --store s
// EXIT: 4
// OUT:
// CHECK-ERR: ^summ: .*\bs\b.*newer.*summ
// DISK: unchanged
// RUN: summ list --store s
// EXIT: 4
// DISK: unchanged
// RUN: summ run %s --store s
// EXIT: 4
// OUT:
// CHECK-ERR: ^summ: .*\bs\b.*newer.*summ
// DISK: unchanged
int f(int n) { return n > 3; }

// A project by its compile database: flags per file, the store beside the database, functions by name and by file.
// RUN: mkdir b && printf '[{"directory": "%t", "file": "one.c", "arguments": ["cc", "-DLIMIT=3", "-c", "one.c"]}, {"directory": "%t", "file": "two.c", "command": "cc -DLIMIT=4 -c two.c"}]' > b/compile_commands.json && printf 'static int limit(int n) { return n < LIMIT; }\nint one(int n) { return limit(n); }\n' > one.c && printf 'static int limit(int n) { if (n < LIMIT) return 1; if (n == 7) return 2; return 0; }\nint two(int n) { return limit(n); }\n' > two.c
// RUN: summ run -p b --json
// JSON: len(functions) == 4
// JSON: functions[*].status == "complete"
// RUN: ls -d b/.summ; ls -d .summ
// EXIT: 2
// OUT: b/.summ
// RUN: summ show -p b limit
// EXIT: 2
// CHECK-ERR: 2 functions are called 'limit'
// CHECK-ERR: one.c:limit
// RUN: summ show -p b two.c:limit --json
// JSON: len(cases) == 3
// RUN: cd b && summ list
// CHECK: ^one +complete
// CHECK: ^two +complete
// RUN: summ run b/compile_commands.json --json
// JSON: totals.explored == 0

// The version line names the libraries that summ runs with.
// RUN: summ --version
// CHECK: ^summ \d+\.\d+\.\d+ \(LLVM 19\.\d+\.\d+, Z3 \d+\.\d+\.\d+, LMDB \d+\.\d+\.\d+, msgpack \d+\.\d+\.\d+, cJSON \d+\.\d+\.\d+\)$
// RUN: summ --version --json
// JSON: summ ~ "^\\d+\\.\\d+\\.\\d+$"
// JSON: llvm ~ "^19\\."

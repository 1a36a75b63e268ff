// Output that cannot be written is a failure, not a silent success.
// RUN: summ --help > /dev/full
// EXIT: 4
// ERR: summ: cannot write the output: No space left on device

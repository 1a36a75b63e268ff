// Colour where a terminal is looking, none in a pipe, none with NO_COLOR or a dumb terminal.
// REQUIRES: script -qec true /dev/null
// RUN: TERM=xterm script -qec 'summ no-such-command' /dev/null | od -c | head -3
// EXIT: 0
// CHECK: 033 +\[ +3 +1 +m
// RUN: NO_COLOR=1 TERM=xterm script -qec 'summ no-such-command' /dev/null | tr -d '\r' | sed 's/\x1b\[K//'
// OUT: summ: no command 'no-such-command'; see summ --help
// RUN: TERM=dumb script -qec 'summ no-such-command' /dev/null | tr -d '\r'
// OUT: summ: no command 'no-such-command'; see summ --help
// RUN: TERM=xterm summ no-such-command 2>&1 | cat
// OUT: summ: no command 'no-such-command'; see summ --help

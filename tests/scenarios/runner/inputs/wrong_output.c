// RUN: printf 'one\ntwo\n'
// OUT: one
// OUT: three

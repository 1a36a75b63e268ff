// The completions for bash know the commands, each command's options, and the words of a choice.
// REQUIRES: command -v bash
// RUN: summ help --completion=bash > c && bash -c '. ./c; complete_at() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _summ; echo ${COMPREPLY[*]}; }; complete_at summ sh; complete_at summ run --max-lo; complete_at summ show --max-lo; complete_at summ run --cover b'
// OUT: show
// OUT: --max-loop
// OUT:
// OUT: branches

// The completions for zsh are a well-formed zsh script.
// REQUIRES: command -v zsh
// RUN: summ help --completion=zsh > _summ && zsh -n _summ && head -1 _summ
// OUT: #compdef summ
// ERR:

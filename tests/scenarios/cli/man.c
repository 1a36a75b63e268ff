// The man page has every option and exit code, and groff takes it without a warning.
// REQUIRES: command -v groff
// RUN: summ help --man | groff -man -Tutf8 -ww -z
// OUT:
// ERR:
// RUN: summ help --man
// CHECK: ^\.TH SUMM 1
// CHECK: ^\\fB\\-\\-max\\-loop\\fR \\fIN\\fR$
// CHECK: ^\.SH EXIT STATUS

// How summ speaks to a person: one-line messages on stderr, colour and progress only where a terminal is
// looking.
#include "cli/cli.h"

#include <stdarg.h>
#include <stdlib.h>

static void say(emit_colour colour, const char *format, va_list args) {
  cli_progress_end();
  fprintf(stderr, "%ssumm:%s ", emit_paint(stderr, colour), emit_paint(stderr, EMIT_PLAIN));
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
}

int cli_fail(cli_exit code, const char *format, ...) {
  va_list args;
  va_start(args, format);
  say(EMIT_RED, format, args);
  va_end(args);
  return (int)code;
}

void cli_note(const char *format, ...) {
  va_list args;
  va_start(args, format);
  say(EMIT_BOLD, format, args);
  va_end(args);
}

void *cli_realloc(void *old, size_t size) {
  void *p = realloc(old, size);
  if (!p && size) {
    fputs("summ: out of memory\n", stderr);
    exit(CLI_EXIT_INPUT);
  }
  return p;
}

void cli_progress(size_t done, size_t total, const char *what) {
  if (emit_is_terminal(stderr)) fprintf(stderr, "\r\033[K[%zu/%zu] %.60s", done, total, what);
}

void cli_progress_end(void) {
  if (emit_is_terminal(stderr)) fputs("\r\033[K", stderr);
}

// How summ speaks to a person: one-line messages on stderr, colour and progress only where a terminal is
// looking.
#include "cli/cli.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void say(cli_colour colour, const char *format, va_list args) {
  cli_progress_end();
  fprintf(stderr, "%ssumm:%s ", cli_paint(stderr, colour), cli_paint(stderr, CLI_PLAIN));
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
}

int cli_fail(cli_exit code, const char *format, ...) {
  va_list args;
  va_start(args, format);
  say(CLI_RED, format, args);
  va_end(args);
  return (int)code;
}

void cli_note(const char *format, ...) {
  va_list args;
  va_start(args, format);
  say(CLI_BOLD, format, args);
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

static bool is_terminal(FILE *stream) {
  const char *term = getenv("TERM");
  return isatty(fileno(stream)) && term && strcmp(term, "dumb");
}

const char *cli_paint(FILE *stream, cli_colour colour) {
  static const char *const escapes[] = {"\033[0m",  "\033[1m",  "\033[2m", "\033[31m",
                                        "\033[32m", "\033[33m", "\033[34m"};
  const char *no_color = getenv("NO_COLOR");
  return is_terminal(stream) && !(no_color && *no_color) ? escapes[colour] : "";
}

void cli_progress(size_t done, size_t total, const char *what) {
  if (is_terminal(stderr)) fprintf(stderr, "\r\033[K[%zu/%zu] %.60s", done, total, what);
}

void cli_progress_end(void) {
  if (is_terminal(stderr)) fputs("\r\033[K", stderr);
}

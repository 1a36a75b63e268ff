// Colour for people: only where a terminal is looking and nobody asked for none.
#define _POSIX_C_SOURCE 200809L // fileno
#include "emit/emit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool emit_is_terminal(FILE *stream) {
  const char *kind = getenv("TERM");
  return isatty(fileno(stream)) && kind && strcmp(kind, "dumb");
}

const char *emit_paint(FILE *stream, emit_colour colour) {
  static const char *const escapes[] = {"\033[0m",  "\033[1m",  "\033[2m", "\033[31m",
                                        "\033[32m", "\033[33m", "\033[34m"};
  const char *no_color = getenv("NO_COLOR");
  return emit_is_terminal(stream) && !(no_color && *no_color) ? escapes[colour] : "";
}

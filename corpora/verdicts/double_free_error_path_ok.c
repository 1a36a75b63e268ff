// verdict: ok
// An error path frees what the common end frees again.
#include <stdlib.h>
extern int get_input(void);

int main(void) {
  char *a = malloc(8), *b = malloc(8);
  if (a == NULL || b == NULL)
    goto end;
  a[0] = 1;
  b[0] = 2;
  if (get_input() == 42) {
    free(a);
    a = NULL;
  }
end:
  free(a);
  free(b);
  return 0;
}

// verdict: error null dereference line 5
// With no argument argv[1] is the NULL behind the last one.
int main(int argc, char **argv) {
  if (argc > 5) return 0;
  return argv[1][0];
}

// verdict: ok
void *malloc(__CPROVER_size_t);
int main(void) {
  char *p = malloc(3), *q = malloc(3);
  __CPROVER_assert(p != q, "two blocks");
  return 0;
}

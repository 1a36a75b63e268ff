// Near names and tables.
#include "cli/cli.h"
#include "cli/table.h"
#include "unity.h"

#include <stdlib.h>

void setUp(void) {}
void tearDown(void) {}

static void test_distance(void) {
  TEST_ASSERT_EQUAL(0, cli_distance("same", "same", 9));
  TEST_ASSERT_EQUAL(1, cli_distance("run", "rum", 9));
  TEST_ASSERT_EQUAL(1, cli_distance("run", "rnu", 9));
  TEST_ASSERT_EQUAL(1, cli_distance("run", "runs", 9));
  TEST_ASSERT_EQUAL(3, cli_distance("kitten", "sitting", 9));
  TEST_ASSERT_EQUAL(4, cli_distance("", "four", 9));
  TEST_ASSERT_EQUAL(3, cli_distance("abcdef", "uvwxyz", 2));
}

static void test_nearest_is_ordered_and_limited(void) {
  const char *const names[] = {"list_remove", "list_insert", "list_inset", "tree_insert", "x"};
  const char *out[2];
  TEST_ASSERT_EQUAL(2, cli_nearest("list_inser", names, 5, out, 2));
  TEST_ASSERT_EQUAL_STRING("list_insert", out[0]);
  TEST_ASSERT_EQUAL_STRING("list_inset", out[1]);
  TEST_ASSERT_EQUAL(0, cli_nearest("unlike_anything", names, 5, out, 2));
  TEST_ASSERT_EQUAL(0, cli_nearest("", names, 5, out, 2));
  TEST_ASSERT_EQUAL(1, cli_nearest("tre", names, 5, out, 2)); // a prefix is near
  TEST_ASSERT_EQUAL_STRING("tree_insert", out[0]);
}

static void test_suggestion_reads_well(void) {
  const char *const names[] = {"max2", "max3", "fib"};
  char *s = cli_suggest("max", names, 3);
  TEST_ASSERT_EQUAL_STRING(" (near: 'max2', 'max3')", s);
  free(s);
  s = cli_suggest("quicksort", names, 3);
  TEST_ASSERT_EQUAL_STRING("", s);
  free(s);
}

static void test_table_aligns_by_characters(void) {
  const char *const titles[] = {"name", "n", "note"};
  cli_table *t = cli_table_new("lrl", titles);
  cli_table_cell(t, "é"), cli_table_cell(t, "%d", 7), cli_table_cell(t, "one");
  cli_table_cell(t, "longer"), cli_table_cell(t, "%d", 123), cli_table_cell(t, "%s", "two three");
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  cli_table_print(t, out);
  fclose(out);
  TEST_ASSERT_EQUAL_STRING("name      n  note\n"
                           "é         7  one\n"
                           "longer  123  two three\n",
                           text);
  free(text);
  cli_table_free(t);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_distance);
  RUN_TEST(test_nearest_is_ordered_and_limited);
  RUN_TEST(test_suggestion_reads_well);
  RUN_TEST(test_table_aligns_by_characters);
  return UNITY_END();
}

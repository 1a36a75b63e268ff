// The parser against the table: kinds, ranges, defaults, and the options text that goes into a summary's key.
#include "cli/cli.h"
#include "cli/engine.h"
#include "unity.h"

#include <stdlib.h>
#include <string.h>

static cli_options o;

void setUp(void) {}
void tearDown(void) { cli_options_free(&o); }

static int parse(const char *line) {
  static char text[512];
  static char *argv[64];
  int argc = 0;
  snprintf(text, sizeof text, "%s", line);
  for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) argv[argc++] = word;
  return cli_options_parse(&o, cli_command_find(argv[0]), argc, argv);
}

static void test_defaults_come_from_the_table(void) {
  TEST_ASSERT_EQUAL(0, parse("run a.c"));
  TEST_ASSERT_EQUAL_STRING("paths", o.cover);
  TEST_ASSERT_FALSE(o.json);
  TEST_ASSERT_NULL(o.store);
  TEST_ASSERT_TRUE(o.max_loop > 0);
  TEST_ASSERT_EQUAL(0, o.functions.count);
}

static void test_defaults_are_the_engines_own(void) {
  TEST_ASSERT_EQUAL(0, parse("run a.c"));
  ex_options ours = cli_engine_options(&o), theirs = ex_options_default();
  TEST_ASSERT_EQUAL_HEX32(theirs.checks & cli_all_checks(), ours.checks);
  TEST_ASSERT_EQUAL(theirs.loop_bound, ours.loop_bound);
  TEST_ASSERT_EQUAL(theirs.recursion_bound, ours.recursion_bound);
  TEST_ASSERT_EQUAL_UINT64(theirs.step_bound, ours.step_bound);
  TEST_ASSERT_EQUAL_UINT64(theirs.total_steps, ours.total_steps);
  TEST_ASSERT_EQUAL(theirs.case_bound, ours.case_bound);
  TEST_ASSERT_EQUAL(theirs.array_bound, ours.array_bound);
  TEST_ASSERT_EQUAL(theirs.object_bound, ours.object_bound);
  TEST_ASSERT_EQUAL(theirs.alloc_fails, ours.alloc_fails);
  TEST_ASSERT_EQUAL(theirs.cover_branches, ours.cover_branches);
}

static void test_every_default_is_in_range(void) {
  for (size_t i = 0; i < cli_option_count; i++) {
    const cli_option_row *row = &cli_option_table[i];
    if (row->kind != CLI_KIND_NUMBER) continue;
    int64_t number = strtoll(row->fallback, NULL, 10);
    TEST_ASSERT_TRUE_MESSAGE(row->min <= number && number <= row->max, row->name);
  }
}

static void test_names_and_letters_are_unique(void) {
  for (size_t i = 0; i < cli_option_count; i++)
    for (size_t j = 0; j < i; j++) {
      const cli_option_row *a = &cli_option_table[i], *b = &cli_option_table[j];
      if (!(a->commands & b->commands)) continue;
      TEST_ASSERT_TRUE_MESSAGE(strcmp(a->name, b->name), a->name);
      TEST_ASSERT_TRUE_MESSAGE(!a->letter || a->letter != b->letter, a->name);
    }
}

static void test_all_ways_to_give_a_value(void) {
  TEST_ASSERT_EQUAL(0,
                    parse("run -p build --store=s --max-loop 3 -j2 --function f -f g x.c y.c -- -DA -I b"));
  TEST_ASSERT_EQUAL_STRING("build", o.project);
  TEST_ASSERT_EQUAL_STRING("s", o.store);
  TEST_ASSERT_EQUAL(3, o.max_loop);
  TEST_ASSERT_EQUAL(2, o.jobs);
  TEST_ASSERT_EQUAL(2, o.functions.count);
  TEST_ASSERT_EQUAL_STRING("f", o.functions.items[0]);
  TEST_ASSERT_EQUAL_STRING("g", o.functions.items[1]);
  TEST_ASSERT_EQUAL(2, o.args.count);
  TEST_ASSERT_EQUAL_STRING("y.c", o.args.items[1]);
  TEST_ASSERT_EQUAL(3, o.rest.count);
  TEST_ASSERT_EQUAL_STRING("b", o.rest.items[2]);
}

static void test_long_lists_keep_their_order(void) {
  char line[512] = "run";
  for (int i = 0; i < 40; i++) sprintf(line + strlen(line), " %d", i);
  TEST_ASSERT_EQUAL(0, parse(line));
  TEST_ASSERT_EQUAL(40, o.args.count);
  for (int i = 0; i < 40; i++) TEST_ASSERT_EQUAL(i, atoi(o.args.items[i]));
}

static void test_sets(void) {
  TEST_ASSERT_TRUE(cli_set_has("null,div", "div"));
  TEST_ASSERT_FALSE(cli_set_has("null,div", "di"));
  TEST_ASSERT_FALSE(cli_set_has("null,div", "leak"));
  TEST_ASSERT_TRUE(cli_set_has("all", "leak"));
  TEST_ASSERT_FALSE(cli_set_has("all,-leak", "leak"));
  TEST_ASSERT_TRUE(cli_set_has("all,-leak", "null"));
  TEST_ASSERT_TRUE(cli_set_has("none,leak", "leak"));
  TEST_ASSERT_FALSE(cli_set_has("leak,none", "leak"));
  TEST_ASSERT_FALSE(cli_set_has("", "leak"));
}

static char *text_of(const char *line) {
  TEST_ASSERT_EQUAL(0, parse(line));
  char *text = cli_options_text(&o);
  cli_options_free(&o);
  return text;
}

static void compare(const char *a, const char *b, int equal) {
  char *x = text_of(a), *y = text_of(b);
  TEST_ASSERT_EQUAL_MESSAGE(equal, !strcmp(x, y), b);
  free(x), free(y);
}

static void test_options_text_says_what_can_change_results(void) {
  compare("run a.c", "run b.c --json -j 2 --store s", 1);
  compare("run a.c", "run a.c --max-loop 3", 0);
  compare("run a.c", "run a.c --no-slice", 0);
  compare("run a.c", "run a.c --cover branches", 0);
  compare("run a.c --check null,div", "run a.c --check div,null,leak,-leak", 1);
  compare("run a.c --check null", "run a.c --check null,div", 0);
  compare("run a.c", "run a.c --alloc-fails", 0);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_defaults_come_from_the_table);
  RUN_TEST(test_defaults_are_the_engines_own);
  RUN_TEST(test_every_default_is_in_range);
  RUN_TEST(test_names_and_letters_are_unique);
  RUN_TEST(test_all_ways_to_give_a_value);
  RUN_TEST(test_long_lists_keep_their_order);
  RUN_TEST(test_sets);
  RUN_TEST(test_options_text_says_what_can_change_results);
  return UNITY_END();
}

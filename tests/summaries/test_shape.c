/* Interning: the same data has the same id whatever is written on its label, and nothing else does. */
#include "summaries/shape.h"
#include "unity.h"

#include <stdio.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

static void test_ids_start_at_one_and_labels_do_not_count(void) {
  shape_space *s = shape_space_new();
  TEST_ASSERT_EQUAL_UINT32(0, shape_obj_count(s));
  shape_atom p = {.kind = SHAPE_PARAM, .width = 64, .is_pointer = true, .name = "root", .type = "node *"};
  uint32_t root = shape_atom_intern(s, &p);
  TEST_ASSERT_EQUAL_UINT32(1, root);
  p.name = "renamed", p.type = "other", p.is_signed = true;
  TEST_ASSERT_EQUAL_UINT32(root, shape_atom_intern(s, &p));
  TEST_ASSERT_EQUAL_STRING("root", shape_atom_get(s, root)->name);
  shape_obj o = {.kind = SHAPE_INPUT, .via = root, .name = "*root", .type = "node"};
  uint32_t node = shape_obj_intern(s, &o);
  o.name = NULL, o.size = 24, o.elem = 24;
  TEST_ASSERT_EQUAL_UINT32(node, shape_obj_intern(s, &o));
  TEST_ASSERT_EQUAL_STRING("*root", shape_obj_get(s, node)->name);
  shape_space_free(s);
}

static void test_every_identifying_field_counts(void) {
  shape_space *s = shape_space_new();
  const shape_atom atoms[] = {
      {.kind = SHAPE_PARAM, .width = 32, .index = 0},
      {.kind = SHAPE_PARAM, .width = 32, .index = 1},
      {.kind = SHAPE_PARAM, .width = 64, .index = 0},
      {.kind = SHAPE_CELL, .width = 32, .obj = 1, .offset = 0},
      {.kind = SHAPE_CELL, .width = 32, .obj = 2, .offset = 0},
      {.kind = SHAPE_CELL, .width = 32, .obj = 1, .offset = -4},
      {.kind = SHAPE_CELL, .width = 8, .obj = 1, .offset = 0},
      {.kind = SHAPE_SIZE, .width = 64, .obj = 1},
      {.kind = SHAPE_STUB, .width = 32, .symbol = "getchar", .index = 0},
      {.kind = SHAPE_STUB, .width = 32, .symbol = "getchar", .index = 1},
      {.kind = SHAPE_STUB, .width = 32, .symbol = "rand", .index = 0},
      {.kind = SHAPE_STUB, .width = 32, .symbol = "rand", .index = 0, .piece = 1},
      {.kind = SHAPE_FAIL, .width = 32, .index = 0},
  };
  const shape_obj objs[] = {
      {.kind = SHAPE_INPUT, .via = 1},
      {.kind = SHAPE_INPUT, .via = 2},
      {.kind = SHAPE_GLOBAL, .symbol = "c:@x"},
      {.kind = SHAPE_FUNC, .symbol = "c:@x"},
      {.kind = SHAPE_GLOBAL, .symbol = "c:@y"},
      {.kind = SHAPE_LOCAL, .symbol = "buf", .site = 3, .seq = 0},
      {.kind = SHAPE_LOCAL, .symbol = "buf", .site = 3, .seq = 1},
      {.kind = SHAPE_LOCAL, .symbol = "buf", .site = 4, .seq = 0},
      {.kind = SHAPE_HEAP, .symbol = "buf", .site = 3, .seq = 0},
  };
  const uint32_t natoms = sizeof atoms / sizeof *atoms, nobjs = sizeof objs / sizeof *objs;
  for (int round = 0; round < 2; round++) {
    for (uint32_t i = 0; i < natoms; i++) TEST_ASSERT_EQUAL_UINT32(i + 1, shape_atom_intern(s, &atoms[i]));
    for (uint32_t i = 0; i < nobjs; i++) TEST_ASSERT_EQUAL_UINT32(i + 1, shape_obj_intern(s, &objs[i]));
  }
  TEST_ASSERT_EQUAL_UINT32(natoms, shape_atom_count(s));
  TEST_ASSERT_EQUAL_UINT32(nobjs, shape_obj_count(s));
  shape_space_free(s);
}

static void test_fields_without_meaning_for_the_kind_are_ignored(void) {
  shape_space *s = shape_space_new();
  shape_obj o = {.kind = SHAPE_GLOBAL, .symbol = "c:@x", .via = 7, .site = 9};
  uint32_t id = shape_obj_intern(s, &o);
  o.via = SHAPE_NONE, o.site = 1, o.seq = 5;
  TEST_ASSERT_EQUAL_UINT32(id, shape_obj_intern(s, &o));
  shape_atom a = {.kind = SHAPE_PARAM, .width = 8, .offset = 3, .symbol = "z"};
  uint32_t atom = shape_atom_intern(s, &a);
  a.offset = 0, a.symbol = NULL, a.piece = 4;
  TEST_ASSERT_EQUAL_UINT32(atom, shape_atom_intern(s, &a));
  shape_space_free(s);
}

static void test_many_entries_keep_their_ids(void) {
  enum { N = 20000 };
  shape_space *s = shape_space_new();
  for (int round = 0; round < 2; round++)
    for (uint32_t i = 0; i < N; i++) {
      char name[32];
      snprintf(name, sizeof name, "a[%u]", i);
      shape_atom a = {
          .kind = SHAPE_CELL, .width = 32, .obj = 1 + i % 7, .offset = (int64_t)i * 4, .name = name};
      TEST_ASSERT_EQUAL_UINT32(i + 1, shape_atom_intern(s, &a));
    }
  TEST_ASSERT_EQUAL_STRING("a[12345]", shape_atom_get(s, 12346)->name);
  shape_space_free(s);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_ids_start_at_one_and_labels_do_not_count);
  RUN_TEST(test_every_identifying_field_counts);
  RUN_TEST(test_fields_without_meaning_for_the_kind_are_ignored);
  RUN_TEST(test_many_entries_keep_their_ids);
  return UNITY_END();
}

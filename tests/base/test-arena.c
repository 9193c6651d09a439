/* test-arena.c - memory that is given back all at once
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"
#include "base/poison.h"
#include "tests/support/cmocka.h"

#include <malloc.h>
#include <string.h>

static void
test_memory_is_aligned_and_apart (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  guchar *blocks[200];

  for (gsize i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      (void) fit_arena_strndup (arena, "odd", i % 4);
      blocks[i] = fit_arena_alloc (arena, i);
      assert_int_equal ((guintptr) blocks[i] % _Alignof(max_align_t), 0);
      memset (blocks[i], (int) i, i);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (blocks); i++)
    for (gsize j = 0; j < i; j++)
      assert_int_equal (blocks[i][j], (guchar) i);
}

#ifdef FIT_SANITIZES_ADDRESSES
/* The sanitizer notices a step behind a block, and blocks that are gone. */
static void
test_what_is_not_in_use (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitArenaMark start = fit_arena_mark (arena);
  char *blocks[400];

  for (gsize i = 0; i < G_N_ELEMENTS (blocks); i++)
    blocks[i] = fit_arena_strndup (arena, "eleven and more", 11);
  for (gsize i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      assert_null (__asan_region_is_poisoned (blocks[i], 12));
      assert_true (__asan_address_is_poisoned (blocks[i] + 16));
    }
  fit_arena_rewind (arena, start);
  for (gsize i = 0; i < G_N_ELEMENTS (blocks); i++)
    assert_true (__asan_address_is_poisoned (blocks[i]));
  assert_ptr_equal (fit_arena_alloc (arena, 1), blocks[0]);
  assert_false (__asan_address_is_poisoned (blocks[0]));
}
#else
/* Bytes that the process has from malloc(). */
static gsize
allocated (void)
{
  const struct mallinfo2 info = mallinfo2 ();

  return info.uordblks + info.hblkhd;
}

/* Work that grows from round to round, as that on a growing cluster, takes as
 * much memory as its last round, not as all of them together. */
static void
test_growing_rounds_take_no_more_than_the_last (void **state)
{
  const gsize before = allocated ();
  g_autoptr (FitArena) arena = fit_arena_new ();
  gsize size = 0;

  for (guint round = 0; round < 2000; round++)
    {
      size += 256;
      fit_arena_reset (arena);
      (void) fit_arena_alloc (arena, 100);
      (void) fit_arena_alloc (arena, size);
      (void) fit_arena_alloc (arena, size / 2);
    }
  assert_in_range (allocated () - before, size, 4 * size);
}

/* Nothing is lost between them but for the alignment. */
static void
test_memory_is_packed (void **state)
{
  const gsize align = _Alignof(max_align_t);
  g_autoptr (FitArena) arena = fit_arena_new ();
  char *first = fit_arena_alloc (arena, align);

  for (gsize i = 1; i <= 8; i++)
    assert_ptr_equal (fit_arena_alloc (arena, align), first + i * align);
  assert_ptr_equal (fit_arena_strndup (arena, "ab", 2), first + 9 * align);
  assert_ptr_equal (fit_arena_strndup (arena, "", 0), first + 9 * align + 3);
  assert_ptr_equal (fit_arena_strndup (arena, "c", 1), first + 9 * align + 4);
  assert_ptr_equal (fit_arena_alloc (arena, 1), first + 10 * align);
  assert_ptr_equal (fit_arena_alloc (arena, 1), first + 11 * align);
  assert_int_equal (fit_arena_used (arena), 11 * align + 1);
}
#endif

static void
test_cleared_memory (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  guint *numbers;

  memset (fit_arena_alloc (arena, 4096), 0xFF, 4096);
  fit_arena_reset (arena);
  numbers = fit_arena_new0 (arena, guint, 1000);
  for (guint i = 0; i < 1000; i++)
    assert_int_equal (numbers[i], 0);
}

static void
test_strings_end_with_nul (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();

  assert_string_equal (fit_arena_strndup (arena, "nodes", 4), "node");
  assert_string_equal (fit_arena_strndup (arena, NULL, 0), "");
}

static void
test_texts_are_copied (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  char text[] = "node";

  (void) state;
  assert_null (fit_arena_strdup (arena, NULL));
  {
    const char *copy = fit_arena_strdup (arena, text);

    text[0] = 'm';
    assert_string_equal (copy, "node");
  }
  assert_string_equal (fit_arena_printf (arena, "%s-%d", text, 12), "mode-12");
}

static void
test_large_blocks (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  gsize size = 5 * 1024 * 1024;
  char *small = fit_arena_strndup (arena, "before", 6);
  char *large = fit_arena_alloc (arena, size);

  memset (large, 'x', size);
  assert_string_equal (small, "before");
  assert_true (fit_arena_used (arena) >= size);
}

static void
test_used_follows_marks (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  FitArenaMark start = fit_arena_mark (arena);
  FitArenaMark mark;
  gsize used;

  assert_int_equal (fit_arena_used (arena), 0);
  (void) fit_arena_alloc (arena, 100);
  mark = fit_arena_mark (arena);
  used = fit_arena_used (arena);
  assert_int_equal (used, 100 + FIT_POISON_GAP);
  for (guint i = 0; i < 100; i++)
    (void) fit_arena_alloc (arena, 1000);
  assert_true (fit_arena_used (arena) >= 100 * 1000);
  fit_arena_rewind (arena, mark);
  assert_int_equal (fit_arena_used (arena), used);
  fit_arena_rewind (arena, start);
  assert_int_equal (fit_arena_used (arena), 0);
}

static void
test_rewind_keeps_what_was_before (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  char *kept = fit_arena_strndup (arena, "kept", 4);

  for (guint round = 0; round < 50; round++)
    {
      FitArenaMark mark = fit_arena_mark (arena);

      for (guint i = 0; i < 20; i++)
        memset (fit_arena_alloc (arena, 3000 + 500 * i), 0xAA, 3000 + 500 * i);
      fit_arena_rewind (arena, mark);
    }
  assert_string_equal (kept, "kept");
}

/* Once warm, the same work finds its memory where it was. */
static void
test_chunks_are_reused (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  gpointer first[64];

  for (guint round = 0; round < 10; round++)
    {
      fit_arena_reset (arena);
      for (gsize i = 0; i < G_N_ELEMENTS (first); i++)
        {
          gpointer block = fit_arena_alloc (arena, 700);

          if (round == 0)
            first[i] = block;
          assert_ptr_equal (block, first[i]);
        }
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_memory_is_aligned_and_apart),
#ifdef FIT_SANITIZES_ADDRESSES
    cmocka_unit_test (test_what_is_not_in_use),
#else
    cmocka_unit_test (test_growing_rounds_take_no_more_than_the_last),
    cmocka_unit_test (test_memory_is_packed),
#endif
    cmocka_unit_test (test_cleared_memory),
    cmocka_unit_test (test_strings_end_with_nul),
    cmocka_unit_test (test_texts_are_copied),
    cmocka_unit_test (test_large_blocks),
    cmocka_unit_test (test_used_follows_marks),
    cmocka_unit_test (test_rewind_keeps_what_was_before),
    cmocka_unit_test (test_chunks_are_reused),
  };

  return cmocka_run_group_tests_name ("arena", tests, NULL, NULL);
}

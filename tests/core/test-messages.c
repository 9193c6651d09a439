/* test-messages.c - reasons and errors are joined as in v1.16
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/cycle.h"

#include "tests/support/cluster.h"

typedef struct
{
  FitArena *arena;
  FitNodeVerdict *verdicts; /* all examined */
  guint n;
} Fixture;

static void
fixture_init (Fixture *f, guint n)
{
  f->arena = fit_arena_new ();
  f->verdicts = g_new0 (FitNodeVerdict, n);
  f->n = n;
  for (guint i = 0; i < n; i++)
    {
      f->verdicts[i].examined = TRUE;
      fit_reasons_init (&f->verdicts[i].reasons, f->arena);
    }
}

static void
fixture_clear (Fixture *f)
{
  g_clear_pointer (&f->verdicts, g_free);
  g_clear_pointer (&f->arena, fit_arena_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static void
expect (const Fixture *f, guint n_nodes, const char *expected)
{
  g_autofree char *text
      = fit_fit_error_text (n_nodes, f->verdicts, f->n, NULL, TRUE);

  assert_string_equal (text, expected);
}

/* Sorted as texts with the count in front; a status without a message is
 * counted like any other. */
static void
test_reasons_are_counted_and_sorted (void **state)
{
  g_auto (Fixture) f = { 0 };

  fixture_init (&f, 12);
  for (guint i = 0; i < 12; i++)
    fit_reasons_add_insufficient (&f.verdicts[i].reasons,
                                  i < 10 ? "cpu" : "memory", 1, 1, 1);
  f.verdicts[0].filter_code = FIT_STATUS_UNSCHEDULABLE;
  expect (&f, 12,
          "0/12 nodes are available: 1 , 10 Insufficient cpu, 2 Insufficient "
          "memory.");
}

static void
test_no_reason_at_all (void **state)
{
  g_auto (Fixture) f = { 0 };

  fixture_init (&f, 3);
  expect (&f, 3, "0/3 nodes are available: .");
}

static void
test_node_may_give_several_reasons (void **state)
{
  g_auto (Fixture) f = { 0 };

  fixture_init (&f, 2);
  fit_reasons_add (&f.verdicts[0].reasons, FIT_REASON_POD_AFFINITY);
  fit_reasons_add (&f.verdicts[0].reasons, FIT_REASON_POD_AFFINITY_RULES);
  fit_reasons_add (&f.verdicts[1].reasons, FIT_REASON_TAINTS);
  fit_reasons_add (&f.verdicts[1].reasons, FIT_REASON_TAINTS);
  expect (&f, 2,
          "0/2 nodes are available: 1 node(s) didn't match pod affinity "
          "rules, 1 node(s) didn't match pod affinity/anti-affinity, 2 node(s) "
          "had taints that the pod didn't tolerate.");
}

/* What reads the same is the same, whoever said it. */
static void
test_equal_texts_are_counted_together (void **state)
{
  g_auto (Fixture) f = { 0 };
  char copy[] = "cpu";

  fixture_init (&f, 4);
  fit_reasons_add_insufficient (&f.verdicts[0].reasons, "cpu", 1, 2, 3);
  fit_reasons_add_insufficient (&f.verdicts[1].reasons, copy, 4, 5, 6);
  fit_reasons_add_insufficient (&f.verdicts[2].reasons, copy, 4, 5, 6);
  fit_reasons_add_custom (&f.verdicts[3].reasons, "Insufficient cpu");
  expect (&f, 4, "0/4 nodes are available: 4 Insufficient cpu.");
}

static void
test_nodes_not_examined_do_not_count (void **state)
{
  g_auto (Fixture) f = { 0 };

  fixture_init (&f, 2);
  fit_reasons_add (&f.verdicts[0].reasons, FIT_REASON_TAINTS);
  fit_reasons_add (&f.verdicts[1].reasons, FIT_REASON_TAINTS);
  f.verdicts[1].examined = FALSE;
  expect (&f, 5,
          "0/5 nodes are available: 1 node(s) had taints that the pod didn't "
          "tolerate.");
}

/* -- several errors -------------------------------------------------------- */

static void
expect_aggregate (const char *const *texts, gboolean with_counts,
                  const char *expected)
{
  FitMessages messages;
  g_autofree char *text = NULL;

  fit_messages_init (&messages);
  for (guint i = 0; texts[i] != NULL; i++)
    fit_messages_add (&messages, texts[i]);
  text = fit_messages_aggregate (&messages, with_counts);
  fit_messages_clear (&messages);
  assert_string_equal (text, expected);
}

static void
test_errors_are_joined (void **state)
{
  expect_aggregate ((const char *const[]){ "boom", NULL }, TRUE, "boom");
  expect_aggregate ((const char *const[]){ "boom", "boom", NULL }, TRUE,
                    "boom (repeated 2 times)");
  expect_aggregate ((const char *const[]){ "b", "a", "b", "b", NULL }, TRUE,
                    "[b (repeated 3 times), a]");
  expect_aggregate ((const char *const[]){ "b", "a", "b", NULL }, FALSE,
                    "[b, a]");
  expect_aggregate ((const char *const[]){ "b", "b", NULL }, FALSE, "b");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_reasons_are_counted_and_sorted),
    cmocka_unit_test (test_no_reason_at_all),
    cmocka_unit_test (test_node_may_give_several_reasons),
    cmocka_unit_test (test_equal_texts_are_counted_together),
    cmocka_unit_test (test_nodes_not_examined_do_not_count),
    cmocka_unit_test (test_errors_are_joined),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

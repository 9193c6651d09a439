/* test-live-view.c - what is there after lists and changes */
#include "daemon/live-view.h"

#include <string.h>

#include "tests/support/cluster.h"

#define A NODE ("a", "", "cpu: 1")
#define B NODE ("b", "", "cpu: 1")
#define C NODE ("c", "", "cpu: 1")

/* @manifest: all the nodes there are by now */
static void
list (FitLiveView *view, const char *manifest, const char *expected)
{
  g_autoptr (FitObjects) objects = objects_from (manifest);
  g_autoptr (GPtrArray) there = NULL;
  g_autoptr (GString) names = g_string_new (NULL);

  fit_live_view_listed (view, FIT_KIND_NODE, objects->of[FIT_KIND_NODE], 0);
  there = fit_live_objects_list (view->live, FIT_KIND_NODE);
  for (guint i = 0; i < there->len; i++)
    g_string_append_printf (names, "%s ",
                            fit_object_meta (there->pdata[i])->name);
  assert_string_equal (names->str, expected);
}

/* A watch was interrupted: what is missing in the next list has gone. */
static void
test_gone_unseen (void **state)
{
  FitLiveView view;

  (void) state;
  fit_live_view_init (&view);
  list (&view, A B, "a b ");
  list (&view, B C, "b c ");
  list (&view, C, "c ");
  fit_live_view_clear (&view);
}

int
main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_gone_unseen) };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

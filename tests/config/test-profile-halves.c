/* test-profile-halves.c - profiles that run only half of a plugin */
#include "tests/config/config-test.h"

#include "config/profile-halves.h"

#define PREFILTER_OFF "preFilter: {disabled: [{name: NodePorts}]}"
#define PRESCORE_OFF "preScore: {disabled: [{name: TaintToleration}]}"
#define FAILS_ALL "which fails every pod: "

static void
assert_notes (const char *profiles, const char *const *expected, guint n)
{
  g_autofree char *text
      = g_strdup_printf (FILE_OF ("v1", "profiles:\n%s"), profiles);
  g_autoptr (FitConfiguration) configuration = read_config ("1.30", text);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);

  assert_int_equal (fit_configuration_note_halves (configuration, notes), n);
  assert_int_equal (notes->len, n);
  for (guint i = 0; i < n; i++)
    if (!g_str_has_prefix (notes->pdata[i], expected[i]))
      fail_msg ("expected %s, got %s", expected[i],
                (const char *) notes->pdata[i]);
}

static void
test_notes (void **state)
{
  static const char *const expected[] = {
    "profiles[0].plugins: NodePorts filters, but its PreFilter is off, " FAILS_ALL,
    "profiles[1].plugins: NodePorts filters, but its PreFilter is off, " FAILS_ALL,
    "profiles[1].plugins: TaintToleration scores, but its PreScore is off, " FAILS_ALL,
  };

  (void) state;
  assert_notes ("- schedulerName: a\n", NULL, 0);
  assert_notes ("- plugins: {" PREFILTER_OFF "}\n", expected, 1);
  assert_notes ("- schedulerName: a\n"
                "  plugins: {" PREFILTER_OFF "}\n"
                "- schedulerName: b\n"
                "  plugins: {" PREFILTER_OFF ", " PRESCORE_OFF "}\n",
                expected, 3);
  /* What is off altogether fails nobody. */
  assert_notes ("- plugins: {" PREFILTER_OFF
                ", filter: {disabled: [{name: NodePorts}]}}\n",
                NULL, 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_notes),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

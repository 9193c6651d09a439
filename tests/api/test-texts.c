/* test-texts.c - amounts, taints and selectors as people read them
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/api/read.h"

#include "api/texts.h"

static void
test_amounts (void **state)
{
  static const struct
  {
    const char *resource;
    gint64 amount;
    const char *text;
  } rows[] = {
    { "cpu", 0, "0" },
    { "cpu", 1, "1m" },
    { "cpu", 999, "999m" },
    { "cpu", 1000, "1" },
    { "cpu", 1001, "1001m" },
    { "cpu", -1500, "-1500m" },
    { "cpu", 2000000, "2000" },
    { "memory", 2048, "2Ki" },
    { "ephemeral-storage", 2048, "2Ki" },
    { "storage", 2048, "2Ki" },
    { "hugepages-2Mi", 2097152, "2Mi" },
    { "hugepages", 2048, "2048" },
    { "pods", 1024, "1024" },
    { "example.com/gpu", 1000, "1000" },
    { "memory", 1025, "1025" },
    { "memory", G_GINT64_CONSTANT (1) << 60, "1Ei" },
    { "memory", G_MININT64, "-8Ei" },
    { "memory", G_MAXINT64, "9223372036854775807" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text
          = fit_amount_format (rows[i].resource, rows[i].amount);

      assert_string_equal (text, rows[i].text);
    }
}

/* A pod with @terms of node affinity: the text of all of them. */
static char *
node_selector_text (const char *terms)
{
  g_autofree char *text = g_strdup_printf (
      "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p'},'spec':{"
      "'affinity':{'nodeAffinity':{"
      "'requiredDuringSchedulingIgnoredDuringExecution':{"
      "'nodeSelectorTerms':[%s]}}}}}",
      terms);
  g_autoptr (FitObjects) objects = read_text (text);
  const FitPod *pod = only (objects, FIT_KIND_POD);

  return fit_node_selector_format (pod->spec->required_nodes);
}

#define TERM(list) "{'matchExpressions':[" list "]}"
#define SAYS(key, op) "{'key':'" key "','operator':'" op "'}"
#define SAYS_OF(key, op, values) \
  "{'key':'" key "','operator':'" op "','values':[" values "]}"
#define NAME_IS(name) \
  "'matchFields':[" SAYS_OF ("metadata.name", "In", "'" name "'") "]"

static void
test_node_selectors (void **state)
{
  static const struct
  {
    const char *terms;
    const char *text;
  } rows[] = {
    { TERM (SAYS_OF ("disk", "In", "'ssd'")), "disk=ssd" },
    { TERM (SAYS_OF ("disk", "In", "'ssd','hdd'")), "disk in (ssd, hdd)" },
    { TERM (SAYS_OF ("disk", "NotIn", "'ssd'")), "disk!=ssd" },
    { TERM (SAYS_OF ("disk", "NotIn", "'ssd','hdd'")),
      "disk notin (ssd, hdd)" },
    { TERM (SAYS ("disk", "Exists")), "disk" },
    { TERM (SAYS ("disk", "DoesNotExist")), "!disk" },
    { TERM (SAYS_OF ("n", "Gt", "'5'")), "n>5" },
    { TERM (SAYS_OF ("n", "Lt", "'5'")), "n<5" },
    { TERM (SAYS_OF ("n", "Lt", "'-5'")), "(invalid)" },
    { TERM (SAYS ("a", "Exists") "," SAYS ("b", "DoesNotExist")), "a,!b" },
    { TERM (SAYS_OF ("disk", "In", "")), "(invalid)" },
    { TERM (SAYS_OF ("disk", "In", "") "," SAYS ("a", "Exists")), "(invalid)" },
    { "{" NAME_IS ("n1") "}", "metadata.name=n1" },
    { "{'matchExpressions':[" SAYS ("a", "Exists") "]," NAME_IS ("n1") "}",
      "a,metadata.name=n1" },
    { TERM (SAYS ("a", "Exists")) "," TERM (SAYS ("b", "Exists")), "a or b" },
    { TERM (SAYS ("a", "Exists")) ",{" NAME_IS ("n1") "}",
      "a or metadata.name=n1" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = node_selector_text (rows[i].terms);

      assert_string_equal (text, rows[i].text);
    }
}

static void
test_selectors_without_requirements (void **state)
{
  g_autoptr (FitSelector) all = fit_selector_new_everything ();
  g_autoptr (FitSelector) none = fit_selector_new_nothing ();
  g_autofree char *all_text = fit_selector_format (all);
  g_autofree char *none_text = fit_selector_format (none);

  assert_string_equal (all_text, "(everything)");
  assert_string_equal (none_text, "(nothing)");
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_amounts),
    cmocka_unit_test (test_node_selectors),
    cmocka_unit_test (test_selectors_without_requirements),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

/* Pods by name, and what is suggested instead of a name that no pod has.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/api/read.h"

#include "api/find-pod.h"

#define POD(namespace_, name)                                            \
  "{'kind':'Pod','apiVersion':'v1','metadata':{'namespace':'" namespace_ \
  "','name':'" name "'}}"

static const char pods[]
    = POD ("a", "web") POD ("ab", "web") POD ("a", "web-1") POD ("b", "cron");

static void
test_found (void **state)
{
  g_autoptr (FitObjects) objects = read_text (pods);
  static const char *const names[] = { "a/web", "ab/web", "a/web-1", "b/cron" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    assert_ptr_equal (fit_objects_find_pod (objects, names[i], NULL),
                      objects->of[FIT_KIND_POD]->pdata[i]);
}

#define NONE(name) "no pod " name " in the cluster"
#define MEANT(name) "\nhint: did you mean " name "?"

static void
test_not_found (void **state)
{
  g_autoptr (FitObjects) objects = read_text (pods);
  static const struct
  {
    const char *name;
    const char *message;
  } cases[] = {
    /* in another namespace: the first one of that name */
    { "b/web", NONE ("b/web") MEANT ("a/web") },
    { "/web", NONE ("/web") MEANT ("a/web") },
    { "a/cron", NONE ("a/cron") MEANT ("b/cron") },
    { "abc/web", NONE ("abc/web") MEANT ("a/web") },
    /* slips */
    { "a/wep", NONE ("a/wep") MEANT ("a/web") },
    { "a/web-2", NONE ("a/web-2") MEANT ("a/web-1") },
    { "b/corn", NONE ("b/corn") MEANT ("b/cron") },
    { "b/cron/", NONE ("b/cron/") MEANT ("b/cron") },
    { "b", NONE ("b") },
    { "b/cro", NONE ("b/cro") MEANT ("b/cron") },
    /* nothing like it */
    { "web", NONE ("web") },
    { "", NONE ("") },
    { "quite/other", NONE ("quite/other") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      assert_null (fit_objects_find_pod (objects, cases[i].name, &error));
      assert_string_equal (error->message, cases[i].message);
      assert_int_equal (error->code, FIT_ERROR_NOT_FOUND);
    }
}

/* Pods that are not among the objects may be meant, too; an object of the same
 * name is the better answer. */
static void
test_other_pods (void **state)
{
  g_autoptr (FitObjects) objects = read_text (pods);
  g_autoptr (FitObjects) others = read_text (POD ("c", "web") POD ("c", "job"));
  static const struct
  {
    const char *name;
    const char *message;
  } cases[] = {
    { "a/job", NONE ("a/job") MEANT ("c/job") },
    { "c/jop", NONE ("c/jop") MEANT ("c/job") },
    { "d/web", NONE ("d/web") MEANT ("a/web") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      fit_objects_fail_unknown_pod (objects, others->of[FIT_KIND_POD],
                                    cases[i].name, &error);
      assert_string_equal (error->message, cases[i].message);
    }
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_found),
    cmocka_unit_test (test_not_found),
    cmocka_unit_test (test_other_pods),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

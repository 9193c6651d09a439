/* What MatchInterPodAffinity answers when pods are added to, or taken from, a
 * copy of the metadata.
 * SPDX-License-Identifier: Apache-2.0 */
#include "predicates/affinity-metadata.h"
#include "predicates/metadata-build.h"

#include "tests/predicates/affinity-answers.h"
#include "tests/predicates/question.h"

typedef struct
{
  Asking asking;
  FitPredicateMetadata *meta; /* a copy */
} WhatIf;

static void
what_if_init (WhatIf *w, const char *manifest)
{
  asking_init (&w->asking,
               &(const Question){ .info = &fit_match_inter_pod_affinity,
                                  .manifest = manifest });
  w->meta = fit_predicate_metadata_copy (w->asking.run.meta,
                                         w->asking.cluster.arena);
}

static void
what_if_clear (WhatIf *w)
{
  asking_clear (&w->asking);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WhatIf, what_if_clear)

static void
without (WhatIf *w, const char *uid, const char *node)
{
  fit_predicate_metadata_remove_pod (
      w->meta, cluster_pod (&w->asking.cluster, uid),
      cluster_node (&w->asking.cluster, node), w->asking.cluster.arena);
}

static void
with (WhatIf *w, const FitPod *pod, const char *node)
{
  fit_predicate_metadata_add_pod (w->meta, pod,
                                  cluster_node (&w->asking.cluster, node),
                                  w->asking.cluster.arena);
}

/* The answers about all nodes by the copy; the original must not change. */
static void
expect (const WhatIf *w, const char *expected)
{
  const FitCache *cache = w->asking.cluster.cache;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (cache, i);
      g_autofree char *answer = asking_answer (&w->asking, node, w->meta);

      g_string_append_printf (text, "%s: %s\n", node->name, answer);
    }
  assert_string_equal (text->str, expected);
}

#define WANTS(terms) PENDING ("", AFFINE (POD_AFFINITY (terms)))
#define SHUNS(terms) PENDING ("", AFFINE (POD_ANTI_AFFINITY (terms)))

static void
test_affinity_follows_removal (void **state)
{
  g_auto (WhatIf) w = { 0 };

  what_if_init (&w, TOPOLOGY WANTS (TERM ("zone", WEB)) PLACED ("p", "a1", WEB)
                        PLACED ("q", "b2", WEB));
  expect (&w, ANSWERS ("yes", "yes", "yes", NO_AFFINITY));
  without (&w, "p", "a1");
  expect (&w, ANSWERS (NO_AFFINITY, NO_AFFINITY, "yes", NO_AFFINITY));
  with (&w, cluster_pod (&w.asking.cluster, "p"), "a1");
  expect (&w, ANSWERS ("yes", "yes", "yes", NO_AFFINITY));
  expect_answer (&w.asking, "a1", "yes");
}

/* When the last pod of a group goes, the incoming one is the first again. */
static void
test_group_may_become_empty (void **state)
{
  g_auto (WhatIf) w = { 0 };

  what_if_init (
      &w, TOPOLOGY PENDING (WEB, AFFINE (POD_AFFINITY (TERM ("zone", WEB))))
              PLACED ("p", "a1", WEB));
  expect (&w, ANSWERS ("yes", "yes", NO_AFFINITY, NO_AFFINITY));
  without (&w, "p", "a1");
  expect (&w, EVERYWHERE ("yes"));
}

static void
test_anti_affinity_follows_removal (void **state)
{
  g_auto (WhatIf) w = { 0 };

  what_if_init (&w, TOPOLOGY SHUNS (TERM ("zone", WEB)) PLACED ("p", "a1", WEB)
                        PLACED ("q", "a2", WEB));
  expect (&w, ANSWERS (NO_ANTI, NO_ANTI, "yes", "yes"));
  without (&w, "p", "a1");
  expect (&w, ANSWERS (NO_ANTI, NO_ANTI, "yes", "yes"));
  without (&w, "q", "a2");
  expect (&w, EVERYWHERE ("yes"));
}

static void
test_running_pods_anti_affinity_follows_removal (void **state)
{
  g_auto (WhatIf) w = { 0 };

#define GUARD(name, node) \
  PLACED_WITH (name, node, "", AFFINE (POD_ANTI_AFFINITY (TERM ("zone", WEB))))
  what_if_init (&w,
                TOPOLOGY PENDING (WEB, "") GUARD ("p", "a1") GUARD ("q", "b2"));
  expect (&w, ANSWERS (NO_EXISTING, NO_EXISTING, NO_EXISTING, "yes"));
  without (&w, "p", "a1");
  expect (&w, ANSWERS ("yes", "yes", NO_EXISTING, "yes"));
  with (&w, cluster_pod (&w.asking.cluster, "p"), "a1");
  expect (&w, ANSWERS (NO_EXISTING, NO_EXISTING, NO_EXISTING, "yes"));
#undef GUARD
}

/* A nominated pod has no nodeName yet: its own anti-affinity counts, but the
 * incoming pod is neither near it nor keeps away from it. */
static void
test_nominated_pod_counts_for_its_own_terms_only (void **state)
{
  g_auto (WhatIf) near = { 0 }, far = { 0 }, kept = { 0 };
  g_autoptr (FitPod) nominated
      = pod_from (POD ("x", "namespace: ns, labels: {app: web}",
                       AFFINE (POD_ANTI_AFFINITY (TERM ("zone", "app: db")))));

  what_if_init (&near, TOPOLOGY WANTS (TERM ("zone", WEB)));
  with (&near, nominated, "a1");
  expect (&near, EVERYWHERE (NO_AFFINITY));
  what_if_init (&far, TOPOLOGY SHUNS (TERM ("zone", WEB)));
  with (&far, nominated, "a1");
  expect (&far, EVERYWHERE ("yes"));
  what_if_init (&kept, TOPOLOGY PENDING ("app: db", ""));
  with (&kept, nominated, "a1");
  expect (&kept, ANSWERS (NO_EXISTING, NO_EXISTING, "yes", "yes"));
}

/* The same pod with a nodeName counts for everything. */
static void
test_added_pod_counts (void **state)
{
  g_auto (WhatIf) near = { 0 }, far = { 0 };
  g_autoptr (FitPod) added = pod_from (PLACED ("x", "a1", WEB));

  what_if_init (&near, TOPOLOGY WANTS (TERM ("zone", WEB)));
  with (&near, added, "a1");
  expect (&near, ANSWERS ("yes", "yes", NO_AFFINITY, NO_AFFINITY));
  what_if_init (&far, TOPOLOGY SHUNS (TERM ("zone", WEB)));
  with (&far, added, "a1");
  expect (&far, ANSWERS (NO_ANTI, NO_ANTI, "yes", "yes"));
}

/* An added pod that matches one anti-affinity term counts for all of them; one
 * that was there from the beginning counts for the term that it matches. */
static void
test_added_pod_counts_for_all_anti_affinity_terms (void **state)
{
  g_auto (WhatIf) w = { 0 };

  what_if_init (&w, TOPOLOGY SHUNS (TERM ("zone", WEB) ", " TERM (
                        "rack", "app: db")) PLACED ("p", "b2", WEB));
  expect (&w, ANSWERS ("yes", "yes", NO_ANTI, "yes"));
  without (&w, "p", "b2");
  expect (&w, EVERYWHERE ("yes"));
  with (&w, cluster_pod (&w.asking.cluster, "p"), "b2");
  expect (&w, ANSWERS ("yes", NO_ANTI, NO_ANTI, "yes"));
}

#define N_HOSTS 12

/* What is true on one of many nodes depends on the pods there, taken away and
 * put back one after the other. */
static void
check_many (const char *pending, const char *affinity, const char *with_pod,
            const char *without_pod)
{
  g_autoptr (GString) manifest = g_string_new (pending);
  g_auto (WhatIf) w = { 0 };

  for (guint i = 0; i < N_HOSTS; i++)
    g_string_append_printf (manifest,
                            NODE ("n%02u", "host: n%02u", "")
                                PLACED_WITH ("p%u", "n%02u", WEB, "%s"),
                            i, i, i, i, i, affinity);
  what_if_init (&w, manifest->str);
  for (guint step = 0; step < 2 * N_HOSTS; step++)
    {
      const guint moved = step % N_HOSTS;
      g_autofree char *uid = g_strdup_printf ("p%u", moved);
      g_autofree char *node = g_strdup_printf ("n%02u", moved);
      g_autoptr (GString) expected = g_string_new (NULL);

      if (step < N_HOSTS)
        without (&w, uid, node);
      else
        with (&w, cluster_pod (&w.asking.cluster, uid), node);
      for (guint i = 0; i < N_HOSTS; i++)
        g_string_append_printf (
            expected, "n%02u: %s\n", i,
            (i <= moved) == (step >= N_HOSTS) ? with_pod : without_pod);
      expect (&w, expected->str);
    }
}

static void
test_many_pods_one_by_one (void **state)
{
  check_many (PENDING (WEB, ""),
              AFFINE (POD_ANTI_AFFINITY (TERM ("host", WEB))), NO_EXISTING,
              "yes");
  check_many (SHUNS (TERM ("host", WEB)), "", NO_ANTI, "yes");
  check_many (WANTS (TERM ("host", WEB)), "", "yes", NO_AFFINITY);
}

/* What is tried with a copy of a copy changes neither of the others. */
static void
test_copies_of_copies (void **state)
{
  static const char *const pending[]
      = { PENDING (WEB, ""), SHUNS (TERM ("zone", WEB)),
          WANTS (TERM ("zone", WEB)) };
  static const char *const near[] = { NO_EXISTING, NO_ANTI, "yes" };
  static const char *const far[] = { "yes", "yes", NO_AFFINITY };

  for (guint i = 0; i < G_N_ELEMENTS (pending); i++)
    {
      g_auto (WhatIf) w = { 0 };
      g_autofree char *manifest = g_strconcat (
          TOPOLOGY,
          PLACED_WITH ("p", "a1", WEB,
                       AFFINE (POD_ANTI_AFFINITY (TERM ("zone", WEB)))),
          PLACED_WITH ("q", "b2", WEB,
                       AFFINE (POD_ANTI_AFFINITY (TERM ("zone", WEB)))),
          pending[i], NULL);
      g_autofree char *both = g_strdup_printf (
          ANSWERS ("%s", "%s", "%s", "%s"), near[i], near[i], near[i], far[i]);
      g_autofree char *only_b = g_strdup_printf (
          ANSWERS ("%s", "%s", "%s", "%s"), far[i], far[i], near[i], far[i]);
      FitPredicateMetadata *first, *second;

      what_if_init (&w, manifest);
      first = w.meta;
      without (&w, "p", "a1");
      expect (&w, only_b);
      second = fit_predicate_metadata_copy (first, w.asking.cluster.arena);
      w.meta = second;
      expect (&w, only_b);
      with (&w, cluster_pod (&w.asking.cluster, "p"), "a1");
      expect (&w, both);
      w.meta = first;
      expect (&w, only_b);
    }
}

static void
test_pod_with_an_invalid_selector_is_not_added (void **state)
{
  g_auto (WhatIf) w = { 0 };
  g_autoptr (FitPod) invalid = pod_from (
      PLACED_WITH ("x", "a1", WEB,
                   AFFINE (POD_ANTI_AFFINITY (
                       TERM ("zone", "app: db") ", " INVALID_TERM ("zone")))));

  what_if_init (&w, TOPOLOGY PENDING (
                        "app: db", AFFINE (POD_AFFINITY (TERM ("zone", WEB)))));
  with (&w, invalid, "a1");
  expect (&w, EVERYWHERE (NO_AFFINITY));
}

static void
test_metadata_is_unusable_with_an_invalid_selector (void **state)
{
  const struct
  {
    const char *manifest;
    gboolean usable;
  } rows[] = {
    /* clang-format off */
    { TOPOLOGY PENDING ("", ""), TRUE },
    { TOPOLOGY WANTS (INVALID_TERM ("zone")), FALSE },
    /* Without any pod, nobody looks at the anti-affinity. */
    { TOPOLOGY SHUNS (INVALID_TERM ("zone")), TRUE },
    { TOPOLOGY SHUNS (INVALID_TERM ("zone")) PLACED ("p", "lost", ""), TRUE },
    { TOPOLOGY SHUNS (INVALID_TERM ("zone")) PLACED ("p", "none", ""), FALSE },
    { TOPOLOGY PENDING ("", "") PLACED_WITH ("p", "a1", "", AFFINE (POD_ANTI_AFFINITY (INVALID_TERM ("zone")))), FALSE },
    { TOPOLOGY PENDING ("", "") PLACED_WITH ("p", "a1", "", AFFINE (POD_AFFINITY (INVALID_TERM ("zone")))), TRUE },
    /* clang-format on */
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Cluster) c = { 0 };

      cluster_init (&c, rows[i].manifest, NULL);
      assert_int_equal (
          fit_predicate_metadata_new (c.cache, c.pending, c.arena, NULL, 0)
              ->usable,
          rows[i].usable);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_affinity_follows_removal),
    cmocka_unit_test (test_group_may_become_empty),
    cmocka_unit_test (test_anti_affinity_follows_removal),
    cmocka_unit_test (test_running_pods_anti_affinity_follows_removal),
    cmocka_unit_test (test_nominated_pod_counts_for_its_own_terms_only),
    cmocka_unit_test (test_added_pod_counts),
    cmocka_unit_test (test_added_pod_counts_for_all_anti_affinity_terms),
    cmocka_unit_test (test_many_pods_one_by_one),
    cmocka_unit_test (test_copies_of_copies),
    cmocka_unit_test (test_pod_with_an_invalid_selector_is_not_added),
    cmocka_unit_test (test_metadata_is_unusable_with_an_invalid_selector),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

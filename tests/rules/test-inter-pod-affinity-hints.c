/* test-inter-pod-affinity-hints.c - events that help pods which other pods keep away
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/hint-scene.h"

static void
test_inter_pod_affinity (void **state)
{
  static const char fond[]
      = PENDING ("", "affinity: {" POD_AFFINITY (TERM ("zone", "app: db")) "}"),
      shy[] = PENDING (
          "", "affinity: {" POD_ANTI_AFFINITY (TERM ("zone", "app: db")) "}");
  static const char db[] = PLACED ("a", "n1", "app: db"),
                    web[] = PLACED ("a", "n1", "app: web"),
                    waiting[]
                    = POD ("a", "namespace: ns, labels: {app: db}", "");
  static const char zoned[] = NODE ("n1", "zone: a", ""),
                    moved[] = NODE ("n1", "zone: b", ""),
                    bare[] = NODE ("n1", "", "");

  ASK (TRUE, "InterPodAffinity", IN (34), fond, EVENT (ASSIGNED_POD_ADD), NULL,
       db);
  ASK (FALSE, "InterPodAffinity", IN (34), fond, EVENT (ASSIGNED_POD_ADD), NULL,
       web);
  ASK (TRUE, "InterPodAffinity", IN (34), fond,
       EVENT (ASSIGNED_POD_LABEL_CHANGE), web, db);
  ASK (FALSE, "InterPodAffinity", IN (34), fond,
       EVENT (ASSIGNED_POD_LABEL_CHANGE), db, web);
  ASK (FALSE, "InterPodAffinity", IN (34), fond, EVENT (ASSIGNED_POD_DELETE),
       db);
  ASK (TRUE, "InterPodAffinity", IN (34), shy, EVENT (ASSIGNED_POD_DELETE), db);
  ASK (FALSE, "InterPodAffinity", IN (34), shy, EVENT (ASSIGNED_POD_DELETE),
       web);
  ASK (FALSE, "InterPodAffinity", IN (34), shy, EVENT (ASSIGNED_POD_DELETE),
       waiting);
  ASK (TRUE, "InterPodAffinity", IN (34), shy,
       EVENT (ASSIGNED_POD_LABEL_CHANGE), db, web);
  ASK (TRUE, "InterPodAffinity", IN (34), shy, EVENT (NODE_ADD), NULL, bare);
  ASK (FALSE, "InterPodAffinity", IN (34), fond, EVENT (NODE_ADD), NULL, bare);
  ASK (TRUE, "InterPodAffinity", IN (34), fond, EVENT (NODE_LABEL_CHANGE), bare,
       zoned);
  ASK (FALSE, "InterPodAffinity", IN (34), fond, EVENT (NODE_LABEL_CHANGE),
       zoned, bare);
  ASK (TRUE, "InterPodAffinity", IN (34), shy, EVENT (NODE_LABEL_CHANGE), zoned,
       bare);
  ASK (TRUE, "InterPodAffinity", IN (34), shy, EVENT (NODE_LABEL_CHANGE), zoned,
       moved);
  ASK (FALSE, "InterPodAffinity", IN (34), shy, EVENT (NODE_LABEL_CHANGE),
       zoned, zoned);
  ASK (TRUE, "InterPodAffinity", IN (32), shy, EVENT (NODE_LABEL_CHANGE), zoned,
       zoned);
}

/* A pod has to satisfy all terms; a namespaceSelector counts as if its namespace
 * had no labels; and a faulty term waits for nothing in particular. */
static void
test_terms_of_affinity (void **state)
{
#define IN_NAMESPACES(selector) \
  "{topologyKey: zone, labelSelector: {matchLabels: {app: db}}" selector "}"
#define FOND_OF(terms)                                             \
  PENDING ("", "affinity: {podAffinity: {requiredDuringScheduling" \
               "IgnoredDuringExecution: [" terms "]}}")
#define RUNNING(namespace, labels) \
  POD ("a", "namespace: " namespace ", labels: {" labels "}", "nodeName: n1")
  static const char all[]
      = FOND_OF (IN_NAMESPACES (", namespaceSelector: {}")),
      some[] = FOND_OF (
          IN_NAMESPACES (", namespaceSelector: {matchLabels: {team: a}}")),
      named[] = FOND_OF (IN_NAMESPACES (", namespaces: [other]")),
      two[]
      = FOND_OF (IN_NAMESPACES ("") ", {topologyKey: rack, labelSelector: "
                                    "{matchLabels: {tier: back}}}"),
      faulty[] = FOND_OF (
          IN_NAMESPACES ("") ", {topologyKey: rack, labelSelector: "
                             "{matchExpressions: [{key: a, operator: In}]}}"),
      other_db[] = RUNNING ("other", "app: db"),
      other_web[] = RUNNING ("other", "app: web"),
      db[] = RUNNING ("ns", "app: db"),
      back_db[] = RUNNING ("ns", "app: db, tier: back");
  static const struct
  {
    const char *pod, *placed;
    gboolean helps;
  } cases[] = {
    { all, other_db, TRUE },   { all, other_web, FALSE },
    { some, other_db, FALSE }, { some, db, FALSE },
    { named, other_db, TRUE }, { named, db, FALSE },
    { two, db, FALSE },        { two, back_db, TRUE },
    { faulty, db, TRUE },      { faulty, other_web, TRUE },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const HintQuestion question
          = { "InterPodAffinity",       IN (34), cases[i].pod,
              EVENT (ASSIGNED_POD_ADD), NULL,    cases[i].placed };

      if (hint_helps (&question) != cases[i].helps)
        fail_msg ("case %u", i);
    }
#undef RUNNING
#undef FOND_OF
#undef IN_NAMESPACES
}

#define LIKES(terms) POD_AFFINITY (terms)
#define HATES(terms) POD_ANTI_AFFINITY (terms)
#define WITH(terms) PENDING ("", "affinity: {" terms "}")
#define DB TERM ("zone", "app: db")
#define WEB TERM ("rack", "app: web")

/* A pod came to match all terms that attract the pod, or no longer matches those
 * that keep it away. */
static void
test_neighbours_that_change (void **state)
{
  static const char plain[]
      = PENDING ("", ""),
      fond[] = WITH (LIKES (DB ", " WEB)), shy[] = WITH (HATES (DB ", " WEB)),
      both[] = WITH (LIKES (DB) ", " HATES (WEB)),
      broken[] = WITH (LIKES (DB) ", " HATES (INVALID_TERM ("zone"))),
      no_space[]
      = WITH (LIKES ("{topologyKey: zone, labelSelector: {}, "
                     "namespaceSelector: {matchExpressions: [{key: a, "
                     "operator: In, values: []}]}}"));
  static const char none[] = PLACED ("a", "n1", ""),
                    db[] = PLACED ("a", "n1", "app: db"),
                    web[] = PLACED ("a", "n1", "app: web"),
                    queued[]
                    = POD ("a", "namespace: ns, labels: {app: db}", "");

  (void) state;
  CHANGES ("InterPodAffinity", ASSIGNED_POD_LABEL_CHANGE,
           {
               { plain, none, db, FALSE },
               { plain, db, none, FALSE },
               { fond, none, db, FALSE },
               { fond, db, none, FALSE },
               { shy, db, none, FALSE },
               { shy, none, db, FALSE },
               { both, none, none, FALSE },
               { both, none, db, TRUE },
               { both, db, db, FALSE },
               { both, db, none, FALSE },
               { both, none, web, FALSE },
               { both, web, web, FALSE },
               { both, web, none, TRUE },
               { both, web, queued, FALSE },
               { both, queued, db, FALSE },
               { broken, none, none, TRUE },
               { broken, queued, none, FALSE },
               { no_space, none, none, TRUE },
           });
}

/* From 1.36 on pods count that are nominated to a node, the pod's own labels, and
 * the anti-affinity of a pod that goes. */
static void
test_neighbours_of_later_releases (void **state)
{
#define NOMINATED(labels)                                         \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: a, uid: a, " \
  "namespace: ns, labels: {" labels "}}, status: {nominatedNodeName: n1}}\n"
  static const char shy[] = WITH (HATES (DB)), fond[] = WITH (LIKES (DB)),
                    hated[] = POD ("p", "namespace: ns, labels: {app: db}", "");
  static const char hater[]
      = PLACED_WITH ("a", "n1", "app: web", "affinity: {" HATES (DB) "}"),
      other[]
      = PLACED_WITH ("a", "n1", "app: web", "affinity: {" HATES (WEB) "}");

  (void) state;
  ASK (FALSE, "InterPodAffinity", IN (35), fond, EVENT (ASSIGNED_POD_ADD), NULL,
       NOMINATED ("app: db"));
  ASK (TRUE, "InterPodAffinity", IN (36), fond, EVENT (ASSIGNED_POD_ADD), NULL,
       NOMINATED ("app: db"));
  ASK (TRUE, "InterPodAffinity", IN (36), shy, EVENT (ASSIGNED_POD_DELETE),
       NOMINATED ("app: db"));
  ASK (FALSE, "InterPodAffinity", IN (35), hated, EVENT (ASSIGNED_POD_DELETE),
       hater);
  ASK (TRUE, "InterPodAffinity", IN (36), hated, EVENT (ASSIGNED_POD_DELETE),
       hater);
  ASK (FALSE, "InterPodAffinity", IN (36), hated, EVENT (ASSIGNED_POD_DELETE),
       other);
  ASK (FALSE, "InterPodAffinity", IN (35), hated,
       EVENT (PENDING_POD_LABEL_CHANGE), hated, hated);
  ASK (TRUE, "InterPodAffinity", IN (36), hated,
       EVENT (PENDING_POD_LABEL_CHANGE), hated, hated);
#undef NOMINATED
}

#define RACK(labels) NODE ("n1", labels, "")

static void
test_topology_that_changes (void **state)
{
  static const char plain[] = PENDING ("", ""),
                    fond[] = WITH (LIKES (DB ", " WEB)),
                    shy[] = WITH (HATES (DB ", " WEB)),
                    both[] = WITH (LIKES (DB) ", " HATES (WEB));

  (void) state;
  CHANGES ("InterPodAffinity", NODE_ADD,
           {
               { plain, NULL, RACK ("zone: a"), FALSE },
               { fond, NULL, RACK ("disk: a"), FALSE },
               { fond, NULL, RACK ("zone: a"), TRUE },
               { fond, NULL, RACK ("rack: a"), TRUE },
               { shy, NULL, RACK (""), TRUE },
               { both, NULL, RACK (""), TRUE },
           });
  CHANGES ("InterPodAffinity", NODE_LABEL_CHANGE,
           {
               { plain, RACK ("zone: a"), RACK ("zone: b"), FALSE },
               { fond, RACK ("zone: a"), RACK ("zone: a"), FALSE },
               { fond, RACK ("zone: a"), RACK ("zone: b"), TRUE },
               { fond, RACK (""), RACK ("rack: a"), TRUE },
               { fond, RACK ("rack: a"), RACK ("rack: b"), TRUE },
               { fond, RACK ("rack: a"), RACK (""), FALSE },
               { fond, RACK (""), RACK ("disk: a"), FALSE },
               { shy, RACK (""), RACK ("zone: a"), FALSE },
               { shy, RACK ("rack: a"), RACK (""), TRUE },
               { shy, RACK ("rack: a"), RACK ("rack: b"), TRUE },
               { shy, RACK ("rack: a"), RACK ("rack: a"), FALSE },
               { both, RACK (""), RACK ("zone: a"), TRUE },
               { both, RACK ("zone: a"), RACK (""), FALSE },
               { both, RACK (""), RACK ("rack: a"), FALSE },
               { both, RACK ("rack: a"), RACK (""), TRUE },
           });
  /* Earlier it only matters that the node has one of the keys. */
  ASK (FALSE, "InterPodAffinity", IN (31), plain, EVENT (NODE_ADD), NULL,
       RACK ("zone: a"));
  ASK (FALSE, "InterPodAffinity", IN (31), both, EVENT (NODE_ADD), NULL,
       RACK (""));
  ASK (TRUE, "InterPodAffinity", IN (31), both, EVENT (NODE_ADD), NULL,
       RACK ("zone: a"));
  ASK (TRUE, "InterPodAffinity", IN (31), both, EVENT (NODE_ADD), NULL,
       RACK ("rack: a"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_inter_pod_affinity),
    cmocka_unit_test (test_terms_of_affinity),
    cmocka_unit_test (test_neighbours_that_change),
    cmocka_unit_test (test_neighbours_of_later_releases),
    cmocka_unit_test (test_topology_that_changes),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

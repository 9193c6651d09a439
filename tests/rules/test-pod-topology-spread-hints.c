/* test-pod-topology-spread-hints.c - events that help pods which would be too many in one domain
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/hint-scene.h"

static void
test_topology_spread (void **state)
{
#define SPREAD(more)                                                      \
  "topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, "          \
  "whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: " \
  "web}}" more "}]"
  static const char even[]
      = PENDING ("app: web", SPREAD ("")),
      strict[] = PENDING ("app: web", SPREAD (", nodeTaintsPolicy: Honor")),
      now_tolerant[]
      = PENDING ("app: web", "tolerations: [{key: a}], " SPREAD (""));
  static const char web[]
      = PLACED ("a", "n1", "app: web"),
      db[] = PLACED ("a", "n1", "app: db"),
      elsewhere[]
      = POD ("a", "namespace: other, labels: {app: web}", "nodeName: n1");
  static const char zoned[] = NODE ("n1", "zone: a", ""),
                    moved[] = NODE ("n1", "zone: b", ""),
                    bare[] = NODE ("n1", "", "");

  ASK (TRUE, "PodTopologySpread", IN (34), even, EVENT (ASSIGNED_POD_DELETE),
       web);
  ASK (FALSE, "PodTopologySpread", IN (34), even, EVENT (ASSIGNED_POD_DELETE),
       db);
  ASK (FALSE, "PodTopologySpread", IN (34), even, EVENT (ASSIGNED_POD_ADD),
       NULL, elsewhere);
  ASK (TRUE, "PodTopologySpread", IN (34), even, EVENT (ASSIGNED_POD_ADD), NULL,
       web);
  ASK (TRUE, "PodTopologySpread", IN (34), even,
       EVENT (ASSIGNED_POD_LABEL_CHANGE), web, db);
  ASK (FALSE, "PodTopologySpread", IN (34), even,
       EVENT (ASSIGNED_POD_LABEL_CHANGE), db,
       PLACED ("a", "n1", "app: db, more: b"));
  ASK (FALSE, "PodTopologySpread", IN (34), even,
       EVENT (PENDING_POD_TOLERATION_CHANGE), even, now_tolerant);
  ASK (TRUE, "PodTopologySpread", IN (34), strict,
       EVENT (PENDING_POD_TOLERATION_CHANGE), strict, now_tolerant);
  ASK (TRUE, "PodTopologySpread", IN (34), even, EVENT (NODE_ADD), NULL, zoned);
  ASK (FALSE, "PodTopologySpread", IN (34), even, EVENT (NODE_ADD), NULL, bare);
  ASK (TRUE, "PodTopologySpread", IN (34), even, EVENT (NODE_DELETE), zoned);
  ASK (TRUE, "PodTopologySpread", IN (34), even, EVENT (NODE_LABEL_CHANGE),
       zoned, moved);
  ASK (TRUE, "PodTopologySpread", IN (34), even, EVENT (NODE_LABEL_CHANGE),
       zoned, bare);
  ASK (FALSE, "PodTopologySpread", IN (34), even, EVENT (NODE_LABEL_CHANGE),
       zoned, NODE ("n1", "zone: a, disk: ssd", ""));
  ASK (TRUE, "PodTopologySpread", IN (34), even, EVENT (NODE_TAINT_CHANGE),
       zoned,
       NODE_WITH ("n1", "labels: {zone: a}",
                  "taints: [{key: a, effect: NoSchedule}]", ""));
  /* Earlier it only matters that the node counts. */
  ASK (TRUE, "PodTopologySpread", IN (31), even, EVENT (NODE_ADD), NULL, zoned);
  ASK (FALSE, "PodTopologySpread", IN (31), even, EVENT (NODE_ADD), NULL, bare);
  ASK (TRUE, "PodTopologySpread", IN (31), even, EVENT (NODE_DELETE), zoned);
  ASK (FALSE, "PodTopologySpread", IN (31), even, EVENT (NODE_DELETE), bare);
  ASK (TRUE, "PodTopologySpread", IN (31), even, EVENT (NODE_LABEL_CHANGE),
       zoned, zoned);
  ASK (FALSE, "PodTopologySpread", IN (31), even, EVENT (NODE_LABEL_CHANGE),
       zoned, bare);
#undef SPREAD
}

#define RACK(labels) NODE ("n1", labels, "")
#define CONSTRAINT(key, labels, more)                      \
  "{maxSkew: 1, topologyKey: " key ", whenUnsatisfiable: " \
  "DoNotSchedule, labelSelector: {matchLabels: {" labels "}}" more "}"
#define EVEN(labels, constraints) \
  PENDING (labels, "topologySpreadConstraints: [" constraints "]")
#define WEBS CONSTRAINT ("zone", "app: web", "")
#define FRONTS CONSTRAINT ("rack", "tier: front", "")

static void
test_counts_that_change (void **state)
{
  static const char two[]
      = EVEN ("app: web", WEBS ", " FRONTS),
      invalid[]
      = EVEN ("app: web", "{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: "
                          "DoNotSchedule, labelSelector: {matchExpressions: "
                          "[{key: a, operator: In, values: []}]}}");
  static const char none[]
      = PLACED ("a", "n1", ""),
      web[] = PLACED ("a", "n1", "app: web"),
      front[] = PLACED ("a", "n1", "tier: front"),
      web_front[] = PLACED ("a", "n1", "app: web, tier: front"),
      queued[]
      = POD ("a", "namespace: ns, labels: {app: web, tier: front}", ""),
      foreign[] = POD ("a", "namespace: other, labels: {app: web, tier: front}",
                       "nodeName: n1");

  (void) state;
  CHANGES ("PodTopologySpread", ASSIGNED_POD_ADD,
           {
               { two, NULL, none, FALSE },
               { two, NULL, web, FALSE },
               { two, NULL, front, FALSE },
               { two, NULL, web_front, TRUE },
               { two, NULL, queued, FALSE },
               { two, NULL, foreign, FALSE },
               { invalid, NULL, none, TRUE },
               { invalid, NULL, foreign, FALSE },
           });
  CHANGES ("PodTopologySpread", ASSIGNED_POD_DELETE,
           {
               { two, web, NULL, FALSE },
               { two, web_front, NULL, TRUE },
               { two, queued, NULL, FALSE },
           });
  CHANGES ("PodTopologySpread", ASSIGNED_POD_LABEL_CHANGE,
           {
               { two, none, web, TRUE },
               { two, none, front, TRUE },
               { two, web_front, web, TRUE },
               { two, web_front, web_front, FALSE },
               { two, none, none, FALSE },
               { two, queued, none, FALSE },
               { two, none, foreign, FALSE },
               { invalid, none, none, TRUE },
           });
}

/* Of the pod itself the labels count, and tolerations where taints do. */
static void
test_own_changes (void **state)
{
#define HONORING CONSTRAINT ("rack", "tier: front", ", nodeTaintsPolicy: Honor")
#define TOLERANT(constraints)                      \
  PENDING ("app: web", "tolerations: [{key: a}], " \
                       "topologySpreadConstraints: [" constraints "]")
  static const char loose[] = EVEN ("app: web", WEBS ", " FRONTS),
                    strict[] = EVEN ("app: web", WEBS ", " HONORING),
                    loose_tolerant[] = TOLERANT (WEBS ", " FRONTS),
                    strict_tolerant[] = TOLERANT (WEBS ", " HONORING),
                    relabelled[] = EVEN ("app: db", WEBS ", " FRONTS);

  (void) state;
  CHANGES ("PodTopologySpread", PENDING_POD_TOLERATION_CHANGE,
           {
               { loose, loose, loose_tolerant, FALSE },
               { strict, strict, strict_tolerant, TRUE },
               { strict, strict, strict, FALSE },
           });
  CHANGES ("PodTopologySpread", PENDING_POD_LABEL_CHANGE,
           {
               { loose, loose, relabelled, TRUE },
               { loose, loose, loose, FALSE },
               { loose, POD ("b", "namespace: ns, labels: {}", ""),
                 POD ("b", "namespace: ns, labels: {app: web}", ""), FALSE },
           });
#undef HONORING
#undef TOLERANT
}

#define TAINTED_RACK(labels, taint)        \
  NODE_WITH ("n1", "labels: {" labels "}", \
             "taints: [{key: " taint ", effect: NoSchedule}]", "")

static void
test_domains_that_change (void **state)
{
  static const char two[] = EVEN ("app: web", WEBS ", " FRONTS);

  (void) state;
  CHANGES ("PodTopologySpread", NODE_ADD,
           {
               { two, NULL, RACK (""), FALSE },
               { two, NULL, RACK ("zone: a"), FALSE },
               { two, NULL, RACK ("rack: a"), FALSE },
               { two, NULL, RACK ("zone: a, rack: a"), TRUE },
           });
  CHANGES ("PodTopologySpread", NODE_DELETE,
           {
               { two, RACK ("zone: a"), NULL, FALSE },
               { two, RACK ("zone: a, rack: a"), NULL, TRUE },
           });
  CHANGES (
      "PodTopologySpread", NODE_LABEL_CHANGE,
      {
          { two, RACK (""), RACK (""), FALSE },
          { two, RACK ("zone: a"), RACK ("zone: b"), FALSE },
          { two, RACK ("zone: a"), RACK ("zone: a, rack: a"), TRUE },
          { two, RACK ("zone: a, rack: a"), RACK ("rack: a"), TRUE },
          { two, RACK ("zone: a, rack: a"), RACK ("zone: a, rack: a"), FALSE },
          { two, RACK ("zone: a, rack: a"), RACK ("zone: b, rack: a"), TRUE },
          { two, RACK ("zone: a, rack: a"), RACK ("zone: a, rack: b"), TRUE },
      });
  CHANGES ("PodTopologySpread", NODE_TAINT_CHANGE,
           {
               { two, TAINTED_RACK ("zone: a, rack: a", "t"),
                 TAINTED_RACK ("zone: a, rack: a", "t"), FALSE },
               { two, TAINTED_RACK ("zone: a, rack: a", "t"),
                 TAINTED_RACK ("zone: a, rack: a", "u"), TRUE },
               { two, TAINTED_RACK ("zone: a", "t"),
                 TAINTED_RACK ("zone: a", "u"), FALSE },
           });
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_topology_spread),
    cmocka_unit_test (test_counts_that_change),
    cmocka_unit_test (test_own_changes),
    cmocka_unit_test (test_domains_that_change),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

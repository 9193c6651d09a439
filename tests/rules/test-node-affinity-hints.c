/* test-node-affinity-hints.c - events that help pods which find no node with their labels
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/hint-scene.h"

static void
test_node_affinity (void **state)
{
  static const char ssd[] = NODE ("n1", "disk: ssd", ""),
                    hdd[] = NODE ("n1", "disk: hdd", "");
  static const char picky[] = PENDING ("", "nodeSelector: {disk: ssd}");

  ASK (TRUE, "NodeAffinity", IN (34), picky, EVENT (NODE_ADD), NULL, ssd);
  ASK (FALSE, "NodeAffinity", IN (34), picky, EVENT (NODE_ADD), NULL, hdd);
  ASK (TRUE, "NodeAffinity", IN (34), picky, EVENT (NODE_LABEL_CHANGE), hdd,
       ssd);
  ASK (FALSE, "NodeAffinity", IN (34), picky, EVENT (NODE_LABEL_CHANGE), ssd,
       hdd);
  ASK (FALSE, "NodeAffinity", IN (34), picky, EVENT (NODE_LABEL_CHANGE), ssd,
       ssd);
  ASK (TRUE, "NodeAffinity", IN (31), picky, EVENT (NODE_LABEL_CHANGE), ssd,
       ssd);
  ASK (TRUE, "NodeAffinity", IN (28), picky, EVENT (NODE_ADD), NULL, hdd);
}

#define REQUIRES(terms)                              \
  PENDING ("", "affinity: {nodeAffinity: {" REQUIRED \
               "{nodeSelectorTerms: [" terms "]}}}")

/* A term that cannot be read may match any node. */
static void
test_nodes_that_come_to_match (void **state)
{
  static const char expressions[]
      = REQUIRES ("{matchExpressions: [{key: disk, operator: In, values: "
                  "[ssd]}]}, {matchFields: [{key: metadata.name, operator: "
                  "In, values: [n2]}]}"),
      broken_values[] = REQUIRES ("{matchExpressions: [{key: disk, operator: "
                                  "In, values: []}]}"),
      broken_field[] = REQUIRES (
          "{matchExpressions: [{key: disk, operator: In, values: [ssd]}]}, "
          "{matchFields: [{key: metadata.name, operator: In, values: [a, "
          "b]}]}");

  (void) state;
  CHANGES ("NodeAffinity", NODE_ADD,
           {
               { expressions, NULL, NODE ("n1", "disk: ssd", ""), TRUE },
               { expressions, NULL, NODE ("n1", "disk: hdd", ""), FALSE },
               { expressions, NULL, NODE ("n2", "", ""), TRUE },
               { expressions, NULL, NODE ("n1", "", ""), FALSE },
               { broken_values, NULL, NODE ("n1", "disk: hdd", ""), TRUE },
               { broken_field, NULL, NODE ("n1", "disk: hdd", ""), TRUE },
           });
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_node_affinity),
    cmocka_unit_test (test_nodes_that_come_to_match),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

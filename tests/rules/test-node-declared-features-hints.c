/* test-node-declared-features-hints.c - events that help pods which need
 * features of a node
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/hint-scene.h"

/* The node says that a feature has come or gone; what the pod needs stays. */
static void
test_declared_features (void **state)
{
  static const char bare[] = NODE ("n1", "", ""),
                    able[]
                    = NODE_WITH ("n1", "", "", "declaredFeatures: [Other]");
  static const char pod[] = PENDING ("", "");

  (void) state;
  ASK (TRUE, "NodeDeclaredFeatures", IN (36), pod, EVENT (NODE_ADD), NULL,
       bare);
  ASK (TRUE, "NodeDeclaredFeatures", IN (36), pod, EVENT (NODE_FEATURES_CHANGE),
       bare, able);
  ASK (FALSE, "NodeDeclaredFeatures", IN (36), pod, EVENT (NODE_LABEL_CHANGE),
       bare, bare);
  ASK (FALSE, "NodeDeclaredFeatures", IN (36), pod,
       EVENT (PENDING_POD_LABEL_CHANGE), pod, pod);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_declared_features),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

/* test-node-resources-fit-hints.c - events that help pods which find no room
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/hint-scene.h"

static void
test_resources_fit (void **state)
{
  static const char big[] = PENDING ("", REQUESTS ("cpu: 2")),
                    small[] = NODE ("n1", "", ROOM ("1", "1Gi")),
                    more_memory[] = NODE ("n1", "", ROOM ("1", "2Gi")),
                    enough[] = NODE ("n1", "", ROOM ("2", "1Gi")),
                    roomy[] = NODE ("n1", "", ROOM ("4", "1Gi"));
  static const char before[] = PLACED_WITH ("a", "n1", "", REQUESTS ("cpu: 3")),
                    less[] = PLACED_WITH ("a", "n1", "", REQUESTS ("cpu: 1")),
                    no_node[] = POD ("a", "namespace: ns", REQUESTS ("cpu: 1"));

  ASK (FALSE, "NodeResourcesFit", IN (34), big, EVENT (NODE_ADD), NULL, small);
  ASK (TRUE, "NodeResourcesFit", IN (34), big, EVENT (NODE_ADD), NULL, enough);
  ASK (TRUE, "NodeResourcesFit", IN (34), big, EVENT (NODE_ALLOCATABLE_CHANGE),
       enough, roomy);
  ASK (FALSE, "NodeResourcesFit", IN (34), big, EVENT (NODE_ALLOCATABLE_CHANGE),
       roomy, enough);
  ASK (FALSE, "NodeResourcesFit", IN (34), big, EVENT (NODE_ALLOCATABLE_CHANGE),
       small, more_memory);
  ASK (TRUE, "NodeResourcesFit", IN (31), big, EVENT (NODE_LABEL_CHANGE), roomy,
       enough);
  ASK (TRUE, "NodeResourcesFit", IN (34), big, EVENT (ASSIGNED_POD_DELETE),
       less);
  ASK (FALSE, "NodeResourcesFit", IN (34), big, EVENT (ASSIGNED_POD_DELETE),
       no_node);
  ASK (TRUE, "NodeResourcesFit", IN (34), big, EVENT (ASSIGNED_POD_SCALE_DOWN),
       before, less);
  ASK (FALSE, "NodeResourcesFit", IN (32), big, EVENT (ASSIGNED_POD_SCALE_DOWN),
       before, less);
  ASK (FALSE, "NodeResourcesFit", IN (34), big, EVENT (PENDING_POD_SCALE_DOWN),
       no_node, no_node);
  ASK (TRUE, "NodeResourcesFit", IN (34), big, EVENT (PENDING_POD_SCALE_DOWN),
       big, PENDING ("", REQUESTS ("cpu: 1")));
  ASK (FALSE, "NodeResourcesFit", IN (34), PENDING ("", REQUESTS ("memory: 1")),
       EVENT (ASSIGNED_POD_SCALE_DOWN), before, less);
}

/* The same for each resource: a node with exactly as much as is requested has room,
 * and resources that are not requested do not matter. */
static void
test_each_resource (void **state)
{
#define WANTS(amount) PENDING ("", REQUESTS (amount))
#define HAS(amounts) NODE ("n1", "", amounts ", pods: 1")
#define USING(amount) PLACED_WITH ("a", "n1", "", REQUESTS (amount))
  static const struct
  {
    const char *wants;    /* 2 */
    const char *nodes[4]; /* with 1, 2, 3 of it, and with 1 of each resource */
    const char *users[3]; /* of 1, 2, and of 2 of another resource */
  } rows[] = {
#define ROW(name, other)                                                       \
  {                                                                            \
    WANTS (name ": 2"),                                                        \
        { HAS (name ": 1"), HAS (name ": 2"), HAS (name ": 3"),                \
          HAS (name ": 1, " other ": 9") },                                    \
    {                                                                          \
      USING (name ": 1"), USING (name ": 2"), USING (name ": 1, " other ": 1") \
    }                                                                          \
  }
    ROW ("cpu", "memory"),
    ROW ("memory", "ephemeral-storage"),
    ROW ("ephemeral-storage", "cpu"),
    ROW ("example.com/gpu", "example.com/nic"),
#undef ROW
  };
  static const struct
  {
    const char *wants, *user;
  } least[] = {
    { WANTS ("cpu: 1m"), USING ("cpu: 1m") },
    { WANTS ("memory: 1"), USING ("memory: 1") },
    { WANTS ("ephemeral-storage: 1"), USING ("ephemeral-storage: 1") },
    { WANTS ("example.com/gpu: 1"), USING ("example.com/gpu: 1") },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const char *wants = rows[i].wants, *const *nodes = rows[i].nodes,
                 *const *users = rows[i].users;

      for (guint n = 0; n < 4; n++)
        ASK (n == 1 || n == 2, "NodeResourcesFit", IN (34), wants,
             EVENT (NODE_ADD), NULL, nodes[n]);
      ASK (TRUE, "NodeResourcesFit", IN (34), wants,
           EVENT (NODE_ALLOCATABLE_CHANGE), nodes[0], nodes[1]);
      ASK (TRUE, "NodeResourcesFit", IN (34), wants,
           EVENT (NODE_ALLOCATABLE_CHANGE), nodes[1], nodes[2]);
      ASK (FALSE, "NodeResourcesFit", IN (34), wants,
           EVENT (NODE_ALLOCATABLE_CHANGE), nodes[2], nodes[2]);
      ASK (FALSE, "NodeResourcesFit", IN (34), wants,
           EVENT (NODE_ALLOCATABLE_CHANGE), nodes[2], nodes[1]);
      ASK (FALSE, "NodeResourcesFit", IN (34), wants,
           EVENT (NODE_ALLOCATABLE_CHANGE), nodes[0], nodes[3]);
      ASK (TRUE, "NodeResourcesFit", IN (34), wants,
           EVENT (ASSIGNED_POD_SCALE_DOWN), users[1], users[0]);
      ASK (FALSE, "NodeResourcesFit", IN (34), wants,
           EVENT (ASSIGNED_POD_SCALE_DOWN), users[0], users[1]);
      ASK (FALSE, "NodeResourcesFit", IN (34), wants,
           EVENT (ASSIGNED_POD_SCALE_DOWN), users[2], users[0]);
    }
  /* The smallest request is one, too. */
  for (guint i = 0; i < G_N_ELEMENTS (least); i++)
    {
      ASK (FALSE, "NodeResourcesFit", IN (34), least[i].wants, EVENT (NODE_ADD),
           NULL, NODE ("n1", "", "pods: 1"));
      ASK (TRUE, "NodeResourcesFit", IN (34), least[i].wants,
           EVENT (ASSIGNED_POD_SCALE_DOWN), least[i].user,
           PLACED_WITH ("a", "n1", "", ""));
    }
  /* Places for pods are one of them, too. */
  ASK (FALSE, "NodeResourcesFit", IN (34), WANTS ("cpu: 1"), EVENT (NODE_ADD),
       NULL, NODE ("n1", "", "cpu: 1, pods: 0"));
  ASK (TRUE, "NodeResourcesFit", IN (34), WANTS ("cpu: 1"),
       EVENT (NODE_ALLOCATABLE_CHANGE), NODE ("n1", "", "cpu: 1, pods: 1"),
       NODE ("n1", "", "cpu: 1, pods: 2"));
  ASK (FALSE, "NodeResourcesFit", IN (34), WANTS ("cpu: 1"),
       EVENT (NODE_ALLOCATABLE_CHANGE), NODE ("n1", "", "cpu: 1, pods: 2"),
       NODE ("n1", "", "cpu: 1, pods: 1"));
#undef WANTS
#undef HAS
#undef USING
}

/* What the pod's runtime takes counts. */
static void
test_overhead_of_each_resource (void **state)
{
  static const struct
  {
    const char *pod, *node;
    gboolean fits;
  } rows[] = {
#define TAKES(overhead, requests) \
  PENDING ("", "overhead: {" overhead "}, " REQUESTS (requests))
#define HAS(amounts) NODE ("n1", "", amounts ", pods: 1")
#define ALL "cpu: 1, memory: 1, ephemeral-storage: 1"
    { TAKES (ALL, "cpu: 2"), HAS ("cpu: 2, memory: 1, ephemeral-storage: 1"),
      FALSE },
    { TAKES (ALL, "memory: 2"), HAS ("cpu: 2, memory: 2, ephemeral-storage: 1"),
      FALSE },
    { TAKES (ALL, "memory: 2"), HAS ("cpu: 1, memory: 3, ephemeral-storage: 1"),
      TRUE },
    { TAKES ("ephemeral-storage: 1", "ephemeral-storage: 2"),
      HAS ("cpu: 1, memory: 3, ephemeral-storage: 2"), FALSE },
#undef TAKES
#undef HAS
#undef ALL
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ASK (rows[i].fits, "NodeResourcesFit", IN (34), rows[i].pod,
         EVENT (NODE_ADD), NULL, rows[i].node);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_resources_fit),
    cmocka_unit_test (test_each_resource),
    cmocka_unit_test (test_overhead_of_each_resource),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

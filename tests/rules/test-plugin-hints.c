/* test-plugin-hints.c - for each plugin: an event that helps a pod, one that does not, and one of another object */
#include "rules/plugin-events.h"
#include "rules/profile-plugin.h"
#include "tests/rules/hint-scene.h"

#include <string.h>

/* -- plugins about the node ------------------------------------------------ */

static void
test_node_unschedulable (void **state)
{
  static const char open[] = NODE_WITH ("n1", "", "", ""),
                    closed[] = NODE_WITH ("n1", "", "unschedulable: true", "");
  static const char plain[]
      = PENDING ("", ""),
      tolerant[]
      = PENDING ("", "tolerations: [{key: node.kubernetes.io/unschedulable, "
                     "operator: Exists}]"),
      other[] = PENDING ("", "tolerations: [{key: a}]"),
      stranger[]
      = POD ("x", "namespace: ns", "tolerations: [{operator: Exists}]");

  ASK (TRUE, "NodeUnschedulable", IN (34), plain, EVENT (NODE_ADD), NULL, open);
  ASK (FALSE, "NodeUnschedulable", IN (34), plain, EVENT (NODE_ADD), NULL,
       closed);
  ASK (TRUE, "NodeUnschedulable", IN (34), plain,
       EVENT (NODE_SPEC_UNSCHEDULABLE_CHANGE), closed, open);
  ASK (FALSE, "NodeUnschedulable", IN (34), plain, EVENT (NODE_TAINT_CHANGE),
       open, open);
  ASK (TRUE, "NodeUnschedulable", IN (30), plain, EVENT (NODE_LABEL_CHANGE),
       open, open);
  ASK (TRUE, "NodeUnschedulable", IN (34), plain,
       EVENT (PENDING_POD_TOLERATION_CHANGE), plain, tolerant);
  ASK (FALSE, "NodeUnschedulable", IN (34), plain,
       EVENT (PENDING_POD_TOLERATION_CHANGE), plain, other);
  ASK (FALSE, "NodeUnschedulable", IN (34), plain,
       EVENT (PENDING_POD_TOLERATION_CHANGE), stranger, stranger);
  ASK (TRUE, "NodeUnschedulable", IN (34), plain, EVENT (NODE_LABEL_CHANGE),
       closed, closed, .no_hints = TRUE);
}

static void
test_taint_toleration (void **state)
{
#define TAINTED(effect) \
  NODE_WITH ("n1", "", "taints: [{key: k, value: v, effect: " effect "}]", "")
  static const char clean[] = NODE_WITH ("n1", "", "", ""),
                    tainted[] = TAINTED ("NoSchedule"),
                    soft[] = TAINTED ("PreferNoSchedule"),
                    hard[] = TAINTED ("NoExecute");
  static const char plain[] = PENDING ("", "");

  ASK (TRUE, "TaintToleration", IN (34), plain, EVENT (NODE_TAINT_CHANGE),
       tainted, clean);
  ASK (TRUE, "TaintToleration", IN (34), plain, EVENT (NODE_TAINT_CHANGE),
       tainted, soft);
  ASK (FALSE, "TaintToleration", IN (34), plain, EVENT (NODE_TAINT_CHANGE),
       tainted, hard);
  ASK (FALSE, "TaintToleration", IN (34), plain, EVENT (NODE_TAINT_CHANGE),
       clean, clean);
  ASK (FALSE, "TaintToleration", IN (34), plain,
       EVENT (NODE_ALLOCATABLE_CHANGE), tainted, clean);
  ASK (TRUE, "TaintToleration", IN (31), plain, EVENT (NODE_ALLOCATABLE_CHANGE),
       tainted, clean);
  ASK (TRUE, "TaintToleration", IN (24), plain, EVENT (NODE_LABEL_CHANGE),
       tainted, tainted);
  ASK (FALSE, "TaintToleration", IN (23), plain, EVENT (NODE_LABEL_CHANGE),
       tainted, tainted);
  ASK (TRUE, "TaintToleration", IN (34), plain,
       EVENT (PENDING_POD_TOLERATION_CHANGE), plain,
       PENDING ("", "tolerations: [{key: other}]"));
#undef TAINTED
}

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

static void
test_node_ports (void **state)
{
#define PORT(port) "containers: [{name: c, ports: [{hostPort: " port "}]}]"
  static const char web[] = PENDING ("", PORT ("80")),
                    same[] = PLACED_WITH ("a", "n1", "", PORT ("80")),
                    other[] = PLACED_WITH ("a", "n1", "", PORT ("81")),
                    waiting[] = POD ("a", "namespace: ns", PORT ("80"));

  ASK (TRUE, "NodePorts", IN (34), web, EVENT (ASSIGNED_POD_DELETE), same);
  ASK (FALSE, "NodePorts", IN (34), web, EVENT (ASSIGNED_POD_DELETE), other);
  ASK (FALSE, "NodePorts", IN (34), web, EVENT (ASSIGNED_POD_DELETE), waiting);
  ASK (TRUE, "NodePorts", IN (28), web, EVENT (ASSIGNED_POD_DELETE), other);
  ASK (FALSE, "NodePorts", IN (34), web, EVENT (NODE_LABEL_CHANGE),
       NODE ("n1", "", ""), NODE ("n1", "a: b", ""));
  ASK (TRUE, "NodePorts", IN (31), web, EVENT (NODE_LABEL_CHANGE),
       NODE ("n1", "", ""), NODE ("n1", "a: b", ""));
#undef PORT
}

/* Ports are the same if number, protocol and address are; 0.0.0.0 is every
 * address. */
static void
test_ports_that_are_freed (void **state)
{
#define PORTS(list) "containers: [{name: c, ports: [" list "]}]"
#define GONE(list) PLACED_WITH ("a", "n1", "", PORTS (list))
  static const char any[] = PENDING ("", PORTS ("{hostPort: 53}")),
                    one[] = PENDING ("", PORTS ("{hostPort: 80, hostIP: "
                                                "10.0.0.1}, {hostPort: 53, "
                                                "protocol: UDP}")),
                    none[] = PENDING ("", PORTS ("{containerPort: 53}"));

  (void) state;
  CHANGES ("NodePorts", ASSIGNED_POD_DELETE,
           {
               { any, GONE ("{hostPort: 53}"), NULL, TRUE },
               { any, GONE ("{hostPort: 53, hostIP: 10.0.0.1}"), NULL, TRUE },
               { any, GONE ("{hostPort: 53, protocol: UDP}"), NULL, FALSE },
               { any, GONE ("{hostPort: 54}"), NULL, FALSE },
               { any, GONE ("{hostPort: 54}, {hostPort: 53}"), NULL, TRUE },
               { any, GONE ("{containerPort: 53}"), NULL, FALSE },
               { one, GONE ("{hostPort: 80}"), NULL, TRUE },
               { one, GONE ("{hostPort: 80, hostIP: 10.0.0.1}"), NULL, TRUE },
               { one, GONE ("{hostPort: 80, hostIP: 10.0.0.2}"), NULL, FALSE },
               { one, GONE ("{hostPort: 53, protocol: UDP}"), NULL, TRUE },
               { one, GONE ("{hostPort: 53, protocol: TCP}"), NULL, FALSE },
               { none, GONE ("{hostPort: 53}"), NULL, FALSE },
           });
#undef GONE
#undef PORTS
}

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

/* -- plugins about other pods ---------------------------------------------- */

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

/* -- what exactly counts --------------------------------------------------- */

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

/* -- the rest -------------------------------------------------------------- */

static void
test_scheduling_gates (void **state)
{
  static const char gated[] = PENDING ("", "schedulingGates: [{name: g}]"),
                    open[] = PENDING ("", ""),
                    other[] = POD ("x", "namespace: ns", "");

  ASK (TRUE, "SchedulingGates", IN (34), gated,
       EVENT (PENDING_POD_GATES_ELIMINATED), gated, open);
  ASK (FALSE, "SchedulingGates", IN (34), gated,
       EVENT (PENDING_POD_GATES_ELIMINATED), gated, other);
  ASK (FALSE, "SchedulingGates", IN (34), gated,
       EVENT (PENDING_POD_LABEL_CHANGE), gated, gated);
}

/* Without hints every event counts that is registered, as before 1.28. */
static void
test_no_hints_no_judgement (void **state)
{
  static const FitRelease releases[]
      = { FIT_RELEASE (22, 6), FIT_RELEASE (25, 2), FIT_RELEASE (27, 1) };

  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    {
      g_autoptr (GArray) rows = fit_plugin_events (
          releases[i], fit_feature_gates_of_release (releases[i]), FALSE);

      assert_true (rows->len > 30);
      for (guint k = 0; k < rows->len; k++)
        assert_null (g_array_index (rows, FitPluginEvent, k).registration.hint);
    }
}

static gboolean
registers (const GArray *rows, const char *plugin, FitClusterEventName name)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const FitPluginEvent *row = &g_array_index (rows, FitPluginEvent, i);

      if (strcmp (row->plugin, plugin) == 0
          && fit_cluster_event_matches (&row->registration.event,
                                        fit_cluster_event (name)))
        return TRUE;
    }
  return FALSE;
}

/* Whatever else changes with a release, a new node may help. */
static void
test_each_release_waits_for_nodes (void **state)
{
  static const char *const plugins[]
      = { "NodeUnschedulable", "NodeName",           "TaintToleration",
          "NodeAffinity",      "NodePorts",          "NodeResourcesFit",
          "InterPodAffinity",  "VolumeRestrictions", "PodTopologySpread",
          "VolumeZone",        "VolumeBinding" };
  guint n;
  const FitReleaseName *releases = fit_releases (&n);

  for (guint i = 0; i < n; i++)
    for (guint hints = 0;
         hints < 2 && releases[i].release >= FIT_RELEASE (22, 0); hints++)
      {
        g_autoptr (GArray) rows = fit_plugin_events (
            releases[i].release,
            fit_feature_gates_of_release (releases[i].release), hints);

        for (guint k = 0; k < G_N_ELEMENTS (plugins); k++)
          if (!registers (rows, plugins[k], EVENT (NODE_ADD)))
            fail_msg ("%s in %s", plugins[k], releases[i].name);
      }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_node_unschedulable),
    cmocka_unit_test (test_taint_toleration),
    cmocka_unit_test (test_node_affinity),
    cmocka_unit_test (test_node_ports),
    cmocka_unit_test (test_ports_that_are_freed),
    cmocka_unit_test (test_resources_fit),
    cmocka_unit_test (test_each_resource),
    cmocka_unit_test (test_overhead_of_each_resource),
    cmocka_unit_test (test_inter_pod_affinity),
    cmocka_unit_test (test_terms_of_affinity),
    cmocka_unit_test (test_topology_spread),
    cmocka_unit_test (test_neighbours_that_change),
    cmocka_unit_test (test_topology_that_changes),
    cmocka_unit_test (test_counts_that_change),
    cmocka_unit_test (test_own_changes),
    cmocka_unit_test (test_domains_that_change),
    cmocka_unit_test (test_nodes_that_come_to_match),
    cmocka_unit_test (test_scheduling_gates),
    cmocka_unit_test (test_no_hints_no_judgement),
    cmocka_unit_test (test_each_release_waits_for_nodes),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

/* Values of the wrong type, wherever objects have fields of their own kind.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/api/read.h"

#define POD(spec)                                               \
  "--- {kind: Pod, apiVersion: v1, metadata: {name: p}, spec: " \
  "{" spec "}}"
#define STATUS(status)                                            \
  "--- {kind: Pod, apiVersion: v1, metadata: {name: p}, status: " \
  "{" status "}, spec: {containers: [{name: c}]}}"
#define OBJECT(kind, version, name, body)                                \
  "--- {kind: " kind ", apiVersion: " version ", metadata: {name: " name \
  "}, " body "}"
#define AFFINITY(term)                                      \
  POD ("affinity: {nodeAffinity: "                          \
       "{preferredDuringSchedulingIgnoredDuringExecution: " \
       "[{weight: 1, preference: {" term "}}]}}")
#define AT "test: document 1: "
#define AT_TERM                                   \
  AT "Pod default/p: spec.affinity.nodeAffinity." \
     "preferredDuringSchedulingIgnoredDuringExecution[0].preference."

static void
test_wrong_types (void **state)
{
  static const struct
  {
    const char *text;
    const char *message;
    FitDecodeFlags flags;
  } cases[] = {
    { OBJECT ("Pod", "v1", "p, annotations: [a]", "spec: {}"),
      AT "Pod default/p: metadata.annotations: found a list, expected an "
         "object" },
    { OBJECT ("Pod", "v1", "p, ownerReferences: [[]]", "spec: {}"),
      AT "Pod default/p: metadata.ownerReferences[0]: found a list, expected "
         "an object" },
    { POD ("preemptionPolicy: []"),
      AT "Pod default/p: spec.preemptionPolicy: found a list, expected a "
         "string" },
    { POD ("topologySpreadConstraints: [{whenUnsatisfiable: {}}]"),
      AT "Pod default/p: spec.topologySpreadConstraints[0].whenUnsatisfiable: "
         "found an object, expected a string" },
    { POD ("schedulingGates: {}"),
      AT "Pod default/p: spec.schedulingGates: found an object, expected a "
         "list" },
    { POD ("schedulingGates: [{name: a}, gate]"),
      AT "Pod default/p: spec.schedulingGates[1]: found string \"gate\", "
         "expected an object" },
    { POD ("activeDeadlineSeconds: soon"),
      AT "Pod default/p: spec.activeDeadlineSeconds: found string \"soon\", "
         "expected an integer" },
    { POD ("volumes: [{}, disk]"),
      AT "Pod default/p: spec.volumes[1]: found string \"disk\", expected an "
         "object" },
    { POD ("overhead: 1"), AT "Pod default/p: spec.overhead: found number 1, "
                              "expected an object" },
    { POD ("resources: []"),
      AT "Pod default/p: spec.resources: found a list, expected an object",
      FIT_DECODE_POD_RESOURCES },
    { AFFINITY ("matchExpressions: {}"),
      AT_TERM "matchExpressions: found an object, expected a list" },
    { AFFINITY ("matchFields: {}"),
      AT_TERM "matchFields: found an object, expected a list" },
    { STATUS ("conditions: [3]"),
      AT "Pod default/p: status.conditions[0]: found number 3, expected an "
         "object" },
    { STATUS ("resize: []"),
      AT "Pod default/p: status.resize: found a list, expected a string",
      FIT_DECODE_RESIZES_BY_REPORT },
    { STATUS ("containerStatuses: [c]"),
      AT "Pod default/p: status.containerStatuses[0]: found string \"c\", "
         "expected an object",
      FIT_DECODE_RESIZES },
    { OBJECT ("PersistentVolume", "v1", "v", "spec: {accessModes: [[]]}"),
      AT "PersistentVolume v: spec.accessModes[0]: found a list, expected a "
         "string" },
    { OBJECT ("StorageClass", "storage.k8s.io/v1", "s",
              "volumeBindingMode: {}"),
      AT "StorageClass s: volumeBindingMode: found an object, expected a "
         "string" },
    { OBJECT ("Deployment", "apps/v1", "d", "spec: {replicas: many}"),
      AT "Deployment default/d: spec.replicas: found string \"many\", expected "
         "an integer",
      FIT_DECODE_CONTROLLERS },
    { OBJECT ("Deployment", "apps/v1", "d", "spec: {replicas: -1}"),
      AT "Deployment default/d: spec.replicas: found number -1, expected 0 or "
         "more",
      FIT_DECODE_CONTROLLERS },
    { OBJECT ("Deployment", "apps/v1", "d", "spec: {paused: 1}"),
      AT "Deployment default/d: spec.paused: found number 1, expected true or "
         "false",
      FIT_DECODE_CONTROLLERS },
    { OBJECT ("ReplicationController", "v1", "r",
              "spec: {selector: [], template: {}}"),
      AT "ReplicationController default/r: spec.selector: found a list, "
         "expected an object",
      FIT_DECODE_CONTROLLERS },
    { OBJECT ("Job", "batch/v1", "j", "status: {conditions: [Complete]}"),
      AT "Job default/j: status.conditions[0]: found string \"Complete\", "
         "expected an object",
      FIT_DECODE_CONTROLLERS },
    { OBJECT ("Job", "batch/v1", "j", "status: {completedIndexes: 1}"),
      AT "Job default/j: status.completedIndexes: found number 1, expected a "
         "string\nhint: put it in quotes",
      FIT_DECODE_CONTROLLERS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_refused_with (cases[i].text, cases[i].flags, FIT_ERROR_SCHEMA,
                         cases[i].message);
}

/* A pod may ask for 4096 kinds of resources, in several containers. */
static void
test_many_resources (void **state)
{
  static const struct
  {
    const char *list;
    guint refused_at; /* the number of a container */
  } lists[] = {
    { "'requests':{'x.io/r", 4096 },
    { "'requests':{'hugepages-", 4097 },
    { "'limits':{'hugepages-", 4097 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint n = 4096; n <= 4097; n++)
      {
        g_autoptr (GString) text
            = g_string_new ("{'kind':'Pod','apiVersion':'v1','metadata':{"
                            "'name':'p'},'spec':{'containers':[");

        for (guint j = 0; j < n; j++)
          g_string_append_printf (text, "{'resources':{%s%u':1}}},",
                                  lists[i].list, j);
        g_string_append (text, "{}]}}");
        if (n == 4096)
          fit_objects_free (read_text (text->str));
        else
          {
            g_autofree char *message = g_strdup_printf (
                AT "Pod default/p: spec.containers[%u]: more than 4096 "
                   "different resources in one pod",
                lists[i].refused_at);

            assert_refused (text->str, FIT_ERROR_LIMIT, message);
          }
      }
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_wrong_types),
    cmocka_unit_test (test_many_resources),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

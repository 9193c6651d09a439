/* test-signature.c - which pods a profile cannot tell apart
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/signature.h"

#include "config/profile-algorithm.h"
#include "tests/support/cluster.h"
#include "tests/support/simulated.h"

#include <string.h>

#define PROFILE(args)                                              \
  "apiVersion: kubescheduler.config.k8s.io/v1\nkind: "             \
  "KubeSchedulerConfiguration\nprofiles: [{pluginConfig: [{name: " \
  "PodTopologySpread, args: {defaultingType: List}}, {name: "      \
  "InterPodAffinity, args: {" args "}}]}]\n"

/* Returns: (transfer full) (nullable): the signature of a pod with @spec */
static char *
sign (const char *args, const char *labels, const char *spec)
{
  g_autofree char *text = g_strdup_printf (PROFILE ("%s"), args);
  g_autofree char *manifest = g_strdup_printf (
      POD ("p", "namespace: ns, labels: {%s}", "%s"), labels, spec);
  g_autoptr (FitConfiguration) configuration
      = configuration_from ("1.36.3", "", text);
  g_autoptr (FitCache) cache = fit_configuration_cache (configuration);
  g_autoptr (FitProfileAlgorithm) profile
      = fit_profile_algorithm_new (configuration, 0, cache, NULL);
  g_autoptr (FitPod) pod = pod_from (manifest);

  return profile->signers != NULL ? fit_sign_pod (profile->signers, pod) : NULL;
}

#define C "containers: [{name: c, image: i, resources: {requests: {cpu: 1}}}]"
#define TERMS(list) \
  C ", affinity: {nodeAffinity: {" REQUIRED "{nodeSelectorTerms: [" list "]}}}"
#define PREFERS(list) C ", affinity: {nodeAffinity: {" PREFERRED "[" list "]}}"
#define EXISTS(key) "{key: " key ", operator: Exists}"

static const struct
{
  gboolean alike;
  const char *specs[2];
} rows[] = {
  { TRUE, { C, C ", priority: 5, terminationGracePeriodSeconds: 1" } },
  { FALSE, { C, C ", nodeSelector: {a: b}" } },
  { TRUE,
    { C ", nodeSelector: {a: b, c: d}", C ", nodeSelector: {c: d, a: b}" } },
  /* What is assumed for containers without requests, and limits, do not count,
   * nor whose request it is. */
  { TRUE,
    { C, "containers: [{name: c, image: i, resources: {requests: {cpu: 500m}, "
         "limits: {cpu: 2, memory: 1}}}, {name: d, image: i, resources: "
         "{requests: {cpu: 500m}}}]" } },
  { FALSE,
    { C, "containers: [{name: c, image: i, resources: {requests: {cpu: 1, "
         "memory: 1}}}]" } },
  { FALSE,
    { C, "containers: [{name: c, image: i, resources: {requests: {cpu: 1, "
         "example.com/x: 1}}}]" } },
  { TRUE,
    { C ", overhead: {cpu: 1}",
      "containers: [{name: c, image: i, resources: {requests: {cpu: 2}}}]" } },
  /* A text may have commas. */
  { FALSE,
    { "containers: [{name: c, image: 'i:1,j:1'}]",
      "containers: [{name: c, image: 'i:1'}, {name: d, image: 'j:1'}]" } },
  /* Sets of images and ports. */
  { FALSE,
    { C,
      "containers: [{name: c, image: j, resources: {requests: {cpu: 1}}}]" } },
  { TRUE,
    { C,
      "containers: [{name: c, image: 'i:latest', resources: {requests: {cpu: "
      "1}}}, {name: d, image: i}]" } },
  { TRUE,
    { "containers: [{name: c, image: i, ports: [{containerPort: 1, hostPort: "
      "7}, {containerPort: 2, hostPort: 8}]}]",
      "containers: [{name: c, image: i, ports: [{containerPort: 1, hostPort: 8, "
      "protocol: UDP}, {containerPort: 2, hostPort: 7, hostIP: 1.2.3.4}]}]" } },
  { FALSE,
    { C,
      "containers: [{name: c, image: i, ports: [{containerPort: 1, hostPort: "
      "7}], resources: {requests: {cpu: 1}}}]" } },
  /* Tolerations in any order. */
  { TRUE,
    { C ", tolerations: [{key: a, operator: Exists}, {key: b, value: c}]",
      C ", tolerations: [{key: b, operator: Equal, value: c}, {key: a, "
        "operator: Exists}]" } },
  { FALSE,
    { C ", tolerations: [{key: a, operator: Exists}]",
      C ", tolerations: [{key: a, operator: Exists, effect: NoExecute}]" } },
  /* Terms of node affinity in any order. */
  { TRUE,
    { TERMS (
          "{matchExpressions: [{key: a, operator: In, values: [x, z]}, " EXISTS (
              "b") "]}, {matchFields: [{key: metadata.name, operator: In, values: "
                   "[n1]}]}"),
      TERMS (
          "{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}, "
          "{matchExpressions: [" EXISTS (
              "b") ", {key: a, operator: In, values: [z, x]}]}") } },
  { FALSE,
    { TERMS ("{matchExpressions: [" EXISTS ("a") "]}"),
      TERMS ("{matchExpressions: [" EXISTS ("b") "]}") } },
  { FALSE,
    { PREFERS (
          "{weight: 1, preference: {matchExpressions: [" EXISTS ("a") "]}}"),
      PREFERS ("{weight: 2, preference: {matchExpressions: [" EXISTS (
          "a") "]}}") } },
  /* Volumes that a rule reads. */
  { FALSE,
    { C ", volumes: [{name: v, persistentVolumeClaim: {claimName: a}}]",
      C ", volumes: [{name: v, persistentVolumeClaim: {claimName: b}}]" } },
  { TRUE,
    { C ", volumes: [{name: v, persistentVolumeClaim: {claimName: a}}]", C
      ", volumes: [{name: v, persistentVolumeClaim: {claimName: a}}, {name: w, "
      "configMap: {name: x}}]" } },
  /* What a node has to declare. */
  { FALSE, { C, C ", hostUsers: false, hostNetwork: true" } },
};

static void
test_pods_are_alike_by_what_rules_read (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *one = sign ("", "app: x", rows[i].specs[0]);
      g_autofree char *other = sign ("", "app: x", rows[i].specs[1]);

      if ((strcmp (one, other) == 0) != rows[i].alike)
        fail_msg ("%u:\n%s\n%s", i, one, other);
    }
}

/* Labels count unless the arguments leave out the terms that they may match. */
static void
test_labels_of_pods (void **state)
{
#define IGNORE "ignorePreferredTermsOfExistingPods: true"
  g_autofree char *x = sign ("", "app: x", C), *y = sign ("", "app: z", C);
  g_autofree char *x_less = sign (IGNORE, "app: x", C);
  g_autofree char *y_less = sign (IGNORE, "app: z", C);

  assert_string_not_equal (x, y);
  assert_string_equal (x_less, y_less);
}

static const char *const lonely[] = {
  C ", affinity: {" POD_AFFINITY (TERM ("zone", "a: b")) "}",
  C ", affinity: {podAntiAffinity: {}}",
  C ", topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, "
    "whenUnsatisfiable: ScheduleAnyway}]",
  C ", resourceClaims: [{name: r}]",
};

static void
test_pods_that_are_like_no_other (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (lonely); i++)
    assert_null (sign ("", "", lonely[i]));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_pods_are_alike_by_what_rules_read),
    cmocka_unit_test (test_labels_of_pods),
    cmocka_unit_test (test_pods_that_are_like_no_other),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

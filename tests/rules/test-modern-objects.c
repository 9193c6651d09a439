/* test-modern-objects.c - fields that v1.16 does not know: who reads them, and
 * which pods get no answer
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/modern-objects.h"

#include "tests/support/cluster.h"

static const FitModernField *
field_of (FitModernFields bit)
{
  guint n;
  const FitModernField *fields = fit_modern_fields (&n);

  for (guint i = 0; i < n; i++)
    if (fields[i].bit == bit)
      return &fields[i];
  fail_msg ("no field %x", bit);
  return NULL;
}

/* By default, and with the gate of the field on. */
static void
test_who_reads_them (void **state)
{
  static const struct
  {
    FitModernFields bit;
    FitRelease release;
    gboolean by_default, with_gate;
  } rows[] = {
    { FIT_MODERN_CLAIMS, FIT_RELEASE (25, 2), FALSE, FALSE },
    { FIT_MODERN_CLAIMS, FIT_RELEASE (31, 1), FALSE, TRUE },
    { FIT_MODERN_CLAIMS, FIT_RELEASE (34, 1), TRUE, TRUE },
    { FIT_MODERN_DEVICE_CLASSES, FIT_RELEASE (33, 0), FALSE, FALSE },
    { FIT_MODERN_DEVICE_CLASSES, FIT_RELEASE (35, 6), FALSE, TRUE },
    { FIT_MODERN_DEVICE_CLASSES, FIT_RELEASE (36, 3), TRUE, TRUE },
    { FIT_MODERN_WORKLOAD, FIT_RELEASE (34, 1), FALSE, FALSE },
    { FIT_MODERN_WORKLOAD, FIT_RELEASE (35, 6), FALSE, TRUE },
    { FIT_MODERN_WORKLOAD, FIT_RELEASE (36, 3), FALSE, FALSE },
    { FIT_MODERN_SCHEDULING_GROUP, FIT_RELEASE (35, 6), FALSE, FALSE },
    { FIT_MODERN_SCHEDULING_GROUP, FIT_RELEASE (36, 3), FALSE, TRUE },
    { FIT_MODERN_GATES, FIT_RELEASE (26, 4), FALSE, TRUE },
    { FIT_MODERN_GATES, FIT_RELEASE (27, 1), TRUE, TRUE },
    { FIT_MODERN_SIDECARS, FIT_RELEASE (29, 1), TRUE, TRUE },
    { FIT_MODERN_POD_RESOURCES, FIT_RELEASE (34, 1), TRUE, TRUE },
    { FIT_MODERN_EPHEMERAL_VOLUMES, FIT_RELEASE (20, 15), FALSE, TRUE },
    { FIT_MODERN_EPHEMERAL_VOLUMES, FIT_RELEASE (21, 9), TRUE, TRUE },
    { FIT_MODERN_ONE_POD_CLAIMS, FIT_RELEASE (21, 9), FALSE, FALSE },
    { FIT_MODERN_ONE_POD_CLAIMS, FIT_RELEASE (26, 4), FALSE, TRUE },
    { FIT_MODERN_ONE_POD_CLAIMS, FIT_RELEASE (27, 1), TRUE, TRUE },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitModernField *field = field_of (rows[i].bit);
      const FitFeatureGates gates
          = fit_feature_gates_of_release (rows[i].release);
      const FitFeatureGates with
          = fit_feature_gates_with (gates, field->gate, TRUE);

      if (fit_modern_field_read (field, rows[i].release, gates)
              != rows[i].by_default
          || fit_modern_field_read (field, rows[i].release, with)
                 != rows[i].with_gate)
        fail_msg ("row %u: %s", i, field->field);
    }
}

/* What each pod comes to: "" it is tried, "waits", or why there is no answer. */
static void
test_each_pod (void **state)
{
#define REFUSED(field)                                                 \
  "the pod has " field ", which --modern-objects=refuse does not let " \
  "these rules decide about"
#define UNKNOWN(field) "the pod has " field ", which fitsched does not evaluate"
  static const struct
  {
    const char *spec, *honour, *refuse;
  } rows[] = {
    { "containers: [{name: c}]", "", "" },
    { "schedulingGates: [{name: a}]", "waits", "waits" },
    { "schedulingGates: []", "", "" },
    { "resourceClaims: [{name: a}]",
      UNKNOWN ("spec.resourceClaims (resource claims)"),
      UNKNOWN ("spec.resourceClaims (resource claims)") },
    { "resourceClaims: []", "", "" },
    { "resourceClaims: null", "", "" },
    { "workloadRef: {name: w, podGroup: g}",
      UNKNOWN ("spec.workloadRef (a group of pods)"),
      UNKNOWN ("spec.workloadRef (a group of pods)") },
    { "schedulingGroup: {podGroupName: g}",
      UNKNOWN ("spec.schedulingGroup (a group of pods)"),
      UNKNOWN ("spec.schedulingGroup (a group of pods)") },
    { "containers: [{name: c, resources: {limits: "
      "{deviceclass.resource.kubernetes.io/gpu: 1}}}]",
      UNKNOWN ("requests of deviceclass.resource.kubernetes.io/ (devices as "
               "extended resources)"),
      UNKNOWN ("requests of deviceclass.resource.kubernetes.io/ (devices as "
               "extended resources)") },
    { "initContainers: [{name: s, restartPolicy: Always}]", "",
      REFUSED ("spec.initContainers.restartPolicy (sidecars)") },
    { "initContainers: [{name: s}]", "", "" },
    { "resources: {requests: {cpu: 1}}", "",
      REFUSED ("spec.resources (requests of the pod as a whole)") },
    { "volumes: [{name: v, ephemeral: {}}]", "",
      REFUSED ("spec.volumes.ephemeral (volumes whose claims are made for the "
               "pod)") },
    { "volumes: [{name: v, ephemeral: null}, {name: w}]", "", "" },
  };
  const FitModernUse legacy = fit_modern_use (FIT_MODERN_STRICT_LEGACY);

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint refuse = 0; refuse < 2; refuse++)
      {
        const FitModernUse use
            = fit_modern_use (refuse ? FIT_MODERN_REFUSE : FIT_MODERN_HONOUR);
        const char *expected = refuse ? rows[i].refuse : rows[i].honour;
        g_autofree char *text
            = g_strdup_printf (POD ("p", "namespace: ns", "%s"), rows[i].spec);
        g_autoptr (FitPod) pod = pod_from (text);
        g_autoptr (GError) error = NULL;
        const gboolean answers = fit_modern_answers (&use, pod, &error);

        assert_false (fit_modern_waits (&legacy, pod));
        assert_true (fit_modern_answers (&legacy, pod, NULL));
        if (!answers)
          assert_int_equal (error->code, FIT_ERROR_NOT_EVALUATED);
        assert_string_equal (fit_modern_waits (&use, pod) ? "waits"
                             : answers                    ? ""
                                                          : error->message,
                             expected);
      }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_who_reads_them),
    cmocka_unit_test (test_each_pod),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

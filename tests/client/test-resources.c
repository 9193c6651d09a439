/* test-resources.c - what a scheduler of each release reads from an API server
 */
#include "client/resources.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* "KIND PATH PLURAL QUERY, or PATH", with a star if nothing can be decided
 * without it. */
static char *
describe (const FitApiResource *resource)
{
  return g_strdup_printf ("%s%s %s %s%s%s%s%s", fit_kind_name (resource->kind),
                          resource->needed ? "*" : "", resource->path,
                          resource->plural, resource->query ? " " : "",
                          resource->query ? resource->query : "",
                          resource->instead ? ", or " : "",
                          resource->instead ? resource->instead : "");
}

/* clang-format off */
static const char *const expected[] = {
  "Node* /api/v1/nodes nodes",
  "Pod* /api/v1/pods pods fieldSelector=status.phase%21%3DSucceeded%2Cstatus.phase%21%3DFailed",
  "Service /api/v1/services services",
  "ReplicationController /api/v1/replicationcontrollers replicationcontrollers",
  "ReplicaSet /apis/apps/v1/replicasets replicasets",
  "StatefulSet /apis/apps/v1/statefulsets statefulsets",
  "PodDisruptionBudget /apis/policy/v1/poddisruptionbudgets poddisruptionbudgets, or /apis/policy/v1beta1/poddisruptionbudgets",
  "PersistentVolume /api/v1/persistentvolumes persistentvolumes",
  "PersistentVolumeClaim /api/v1/persistentvolumeclaims persistentvolumeclaims",
  "StorageClass /apis/storage.k8s.io/v1/storageclasses storageclasses",
  "CSINode /apis/storage.k8s.io/v1/csinodes csinodes, or /apis/storage.k8s.io/v1beta1/csinodes",
  "CSIDriver /apis/storage.k8s.io/v1/csidrivers csidrivers, or /apis/storage.k8s.io/v1beta1/csidrivers",
  "CSIStorageCapacity /apis/storage.k8s.io/v1/csistoragecapacities csistoragecapacities, or /apis/storage.k8s.io/v1beta1/csistoragecapacities",
  "Namespace /api/v1/namespaces namespaces",
  "VolumeAttachment /apis/storage.k8s.io/v1/volumeattachments volumeattachments",
};
/* clang-format on */

static void
assert_read (FitRelease release, guint n_expected)
{
  guint n;
  const FitApiResource *resources = fit_api_resources (release, &n);

  assert_int_equal (n, n_expected);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = describe (&resources[i]);

      assert_string_equal (text, expected[i]);
    }
}

static void
test_what_is_read (void **state)
{
  (void) state;
  assert_read (FIT_RELEASE_LEGACY, 11);
  assert_read (FIT_RELEASE (20, 2), 11);
  assert_read (FIT_RELEASE (21, 0), 13);
  assert_read (FIT_RELEASE (22, 0), 14);
  assert_read (FIT_RELEASE (33, 0), 14);
  assert_read (FIT_RELEASE (34, 0), 15);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_what_is_read),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

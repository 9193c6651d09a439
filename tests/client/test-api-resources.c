/* test-api-resources.c - what a scheduler of each release reads from an API server
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/api-resources.h"
#include "tests/support/cmocka.h"

#include <string.h>

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

/* An item of a list need not say what it is, but what it says must be true. */
static void
test_items_of_the_kind (void **state)
{
  static const struct
  {
    const char *item;
    const char *error; /* NULL: it is one */
  } cases[] = {
    { "{\"metadata\":{\"name\":\"a\"}}", NULL },
    { "{\"kind\":\"Node\",\"metadata\":{\"name\":\"a\"}}", NULL },
    { "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}}",
      "found another kind or apiVersion, expected Node" },
    { "{\"kind\":\"Lease\",\"metadata\":{\"name\":\"a\"}}",
      "found another kind or apiVersion, expected Node" },
    { "{\"apiVersion\":\"v2\",\"metadata\":{\"name\":\"a\"}}",
      "found another kind or apiVersion, expected Node" },
    { "{\"metadata\":{\"name\":\"\"}}",
      "metadata.name: found nothing, expected that of a Node" },
    { "{\"metadata\":{}}",
      "metadata.name: found nothing, expected that of a Node" },
    { "{}", "metadata.name: found nothing, expected that of a Node" },
    { "{\"spec\":[]}",
      "Node (no name): spec: found a list, expected an object" },
  };
  guint n;
  const FitApiResource *nodes = fit_api_resources (FIT_RELEASE_LEGACY, &n);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FitArena) arena = fit_arena_new ();
      g_autoptr (FitObjects) objects = fit_objects_new ();
      g_autoptr (GError) error = NULL;
      const FitValue *item = fit_json_parse (
          arena, cases[i].item, strlen (cases[i].item), NULL, NULL, &error);
      const gboolean is_one = fit_api_resource_decode (
          nodes, objects, item, "v1", FIT_DECODE_AS_IS, &error);

      assert_string_equal (error != NULL ? error->message : "none",
                           cases[i].error != NULL ? cases[i].error : "none");
      assert_int_equal (is_one, cases[i].error == NULL);
      if (is_one)
        assert_int_equal (objects->of[FIT_KIND_NODE]->len, 1);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_what_is_read),
    cmocka_unit_test (test_items_of_the_kind),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

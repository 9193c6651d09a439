/* test-sketch.c - clusters at random, what is written of them, and what is left
 * when they shrink
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "api/objects.h"
#include "find/sketch.h"
#include "tests/support/cmocka.h"

static const char *const cpu[] = { "'cpu':'4'", "'cpu':'2'" };
static const char *const zone[] = { "", "'zone':'a'", "'zone':'b'" };
static const char *const request[] = { "", "'cpu':'1'", "'cpu':'2'" };
static const char *const claim[] = {
  "",
  "'volumes':[{'name':'v','persistentVolumeClaim':{'claimName':'local'}}]",
};
static const char *const service[] = {
  "",
  "{'apiVersion':'v1','kind':'Service','metadata':{'name':'a'}}",
};

enum
{
  CPU,
  ZONE,
  REQUEST,
  CLAIM,
  SERVICE,
};

#define TRAIT(owner, place, usual, texts)                  \
  {                                                        \
    NULL, owner, place, usual, G_N_ELEMENTS (texts), texts \
  }

static GArray *
make_traits (void)
{
  static const FitTrait rows[] = {
    [CPU] = TRAIT (FIT_OF_NODE, FIT_IN_ALLOCATABLE, TRUE, cpu),
    [ZONE] = TRAIT (FIT_OF_NODE, FIT_IN_LABELS, FALSE, zone),
    [REQUEST] = TRAIT (FIT_OF_POD, FIT_IN_REQUESTS, FALSE, request),
    [CLAIM] = TRAIT (FIT_OF_POD, FIT_IN_SPEC, FALSE, claim),
    [SERVICE] = TRAIT (FIT_OF_CLUSTER, FIT_IN_METADATA, FALSE, service),
  };
  GArray *traits = g_array_new (FALSE, FALSE, sizeof (FitTrait));

  g_array_append_vals (traits, rows, G_N_ELEMENTS (rows));
  return traits;
}

/* Whatever is made can be read, and all of it is there. */
static void
test_written_clusters_are_read (void **state)
{
  g_autoptr (GArray) traits = make_traits ();
  g_autoptr (GString) json = g_string_new (NULL);
  guint n_claims = 0, n_services = 0;

  for (guint64 number = 0; number < 300; number++)
    {
      g_autoptr (FitObjects) objects = fit_objects_new ();
      g_autoptr (GError) error = NULL;
      FitSketch sketch;

      fit_sketch_fill (&sketch, traits, 1, number);
      fit_sketch_write (&sketch, traits, "say \"it\"", json);
      assert_true (fit_objects_read (objects, json->str, json->len, "sketch", 0,
                                     NULL, &error));
      assert_int_equal (objects->of[FIT_KIND_NODE]->len, sketch.n_nodes);
      assert_int_equal (objects->of[FIT_KIND_POD]->len, sketch.n_pods);
      assert_in_range (sketch.n_nodes, 1, FIT_SKETCH_NODES);
      assert_in_range (sketch.n_pods, 1, FIT_SKETCH_PODS);
      for (guint i = 0; i < sketch.n_pods; i++)
        {
          const FitPod *pod = objects->of[FIT_KIND_POD]->pdata[i];

          assert_string_equal (pod->spec->scheduler_name, "say \"it\"");
          assert_int_equal (*pod->node_name != '\0', sketch.pods[i].node >= 0);
        }
      n_claims += objects->of[FIT_KIND_PERSISTENT_VOLUME_CLAIM]->len;
      n_services += objects->of[FIT_KIND_SERVICE]->len;
      assert_int_equal (objects->of[FIT_KIND_PERSISTENT_VOLUME_CLAIM]->len,
                        strstr (json->str, "claimName") != NULL);
    }
  assert_true (n_claims > 0 && n_services > 0);
}

static void
test_a_cluster_depends_on_seed_and_number (void **state)
{
  g_autoptr (GArray) traits = make_traits ();
  FitSketch one, same, other_seed, other_number;

  fit_sketch_fill (&one, traits, 3, 8);
  fit_sketch_fill (&same, traits, 3, 8);
  fit_sketch_fill (&other_seed, traits, 4, 8);
  fit_sketch_fill (&other_number, traits, 3, 9);
  assert_memory_equal (&one, &same, sizeof one);
  assert_memory_not_equal (&one, &other_seed, sizeof one);
  assert_memory_not_equal (&one, &other_number, sizeof one);
}

/* -- shrinking ------------------------------------------------------------- */

/* Two nodes in different zones, and a pod that asks for something. */
static gboolean
has_zones_and_a_request (const FitSketch *sketch, gpointer data)
{
  gboolean zones = FALSE, requests = FALSE;

  ++*(guint *) data;
  for (guint i = 0; i < sketch->n_nodes; i++)
    for (guint j = 0; j < i; j++)
      zones |= sketch->nodes[i].choices[ZONE] > 0
               && sketch->nodes[j].choices[ZONE] > 0
               && sketch->nodes[i].choices[ZONE]
                      != sketch->nodes[j].choices[ZONE];
  for (guint i = 0; i < sketch->n_pods; i++)
    {
      requests |= sketch->pods[i].choices[REQUEST] > 0;
      assert_true (sketch->pods[i].node < (gint) sketch->n_nodes);
    }
  return zones && requests;
}

static void
test_shrinking_leaves_what_is_needed (void **state)
{
  g_autoptr (GArray) traits = make_traits ();
  guint n_shrunk = 0, n_tests = 0;

  for (guint64 number = 0; number < 2000; number++)
    {
      FitSketch sketch;
      guint size;

      fit_sketch_fill (&sketch, traits, 5, number);
      size = fit_sketch_size (&sketch, traits);
      if (!has_zones_and_a_request (&sketch, &n_tests))
        continue;
      fit_sketch_shrink (&sketch, traits, has_zones_and_a_request, &n_tests);
      assert_int_equal (sketch.n_nodes, 2);
      assert_int_equal (sketch.n_pods, 1);
      assert_int_equal (
          sketch.nodes[0].choices[ZONE] + sketch.nodes[1].choices[ZONE], 1 + 2);
      assert_int_equal (sketch.nodes[0].choices[CPU], 0);
      assert_int_equal (sketch.pods[0].choices[REQUEST], 1);
      assert_int_equal (sketch.pods[0].choices[CLAIM], 0);
      assert_int_equal (sketch.rest.choices[SERVICE], 0);
      assert_true (fit_sketch_size (&sketch, traits) <= size);
      n_shrunk++;
    }
  assert_true (n_shrunk > 10);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_written_clusters_are_read),
    cmocka_unit_test (test_a_cluster_depends_on_seed_and_number),
    cmocka_unit_test (test_shrinking_leaves_what_is_needed),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

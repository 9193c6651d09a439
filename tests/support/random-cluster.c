/* random-cluster.c - writes random clusters as manifests, to be read like real ones
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/random-objects.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/turns.h"

#define SERVICES 3

static void
add_services (GPtrArray *services)
{
  static const char *const apps[SERVICES] = { "web", "db", "cache" };

  for (guint i = 0; i < SERVICES; i++)
    g_ptr_array_add (
        services,
        g_strdup_printf ("{\"apiVersion\":\"v1\",\"kind\":\"Service\","
                         "\"metadata\":{\"name\":\"%s\",\"namespace\":\"a\"},"
                         "\"spec\":{\"selector\":{\"app\":\"%s\"}}}",
                         apps[i], apps[i]));
}

/* Few pods that run have terms, or their anti-affinity would leave no room. */
static RandomFlags
flags_of_running (guint number)
{
  return RANDOM_RULES | (number % 64 == 0 ? RANDOM_TERMS : 0);
}

void
random_cluster_init (RandomCluster *cluster, guint32 seed, guint nodes,
                     guint running, guint pending)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  cluster->nodes = g_ptr_array_new_with_free_func (g_free);
  cluster->services = g_ptr_array_new_with_free_func (g_free);
  cluster->pods = g_ptr_array_new_with_free_func (g_free);
  add_services (cluster->services);
  for (guint i = 0; i < nodes; i++)
    {
      g_autofree char *name = g_strdup_printf ("node-%04u", i);

      g_ptr_array_add (cluster->nodes,
                       random_node (random, name, RANDOM_TROUBLE));
    }
  for (guint i = 0; i < running + pending; i++)
    {
      g_autofree char *name = g_strdup_printf ("pod-%05u", i);
      g_autofree char *node = g_strdup_printf (
          "node-%04d", g_rand_int_range (random, 0, (gint32) nodes));

      if (i < running)
        g_ptr_array_add (cluster->pods,
                         random_pod (random, name, node, flags_of_running (i)));
      else
        g_ptr_array_add (cluster->pods, random_pod (random, name, NULL,
                                                    RANDOM_TERMS | RANDOM_RULES
                                                        | RANDOM_SPREAD));
    }
}

void
random_cluster_clear (RandomCluster *cluster)
{
  g_clear_pointer (&cluster->nodes, g_ptr_array_unref);
  g_clear_pointer (&cluster->services, g_ptr_array_unref);
  g_clear_pointer (&cluster->pods, g_ptr_array_unref);
}

/* The kind that the next object is taken from; it must have one left. */
static guint
next_kind (GRand *random, const GPtrArray *const *kinds, const guint *taken,
           guint n)
{
  guint kind
      = random != NULL ? (guint) g_rand_int_range (random, 0, (gint) n) : 0;

  while (taken[kind] == kinds[kind]->len)
    kind = (kind + 1) % n;
  return kind;
}

char *
random_cluster_list (const RandomCluster *cluster, guint32 shuffle)
{
  const GPtrArray *kinds[]
      = { cluster->nodes, cluster->services, cluster->pods };
  guint taken[G_N_ELEMENTS (kinds)] = { 0 }, left = 0;
  GRand *random = shuffle != 0 ? g_rand_new_with_seed (shuffle) : NULL;
  GString *list
      = g_string_new ("{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[");

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    left += kinds[k]->len;
  for (; left > 0; left--)
    {
      guint k = next_kind (random, kinds, taken, G_N_ELEMENTS (kinds));

      g_string_append (list, kinds[k]->pdata[taken[k]++]);
      g_string_append (list, left > 1 ? ",\n" : "\n");
    }
  g_clear_pointer (&random, g_rand_free);
  return g_string_free (g_string_append (list, "]}"), FALSE);
}

guint
random_runs (guint runs)
{
  const char *thorough = g_getenv ("FIT_TEST_LONG");

  if (turns_are_taken ())
    return (runs + 3) / 4;
  return runs * (thorough != NULL && strcmp (thorough, "1") == 0 ? 10 : 1);
}

guint32
random_seed (guint run)
{
  const char *text = g_getenv ("FIT_TEST_SEED");
  guint64 first = 1;

  if (text != NULL)
    g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, &first, NULL);
  printf ("# seed %u\n", (guint32) first + run);
  return (guint32) first + run;
}

/* queue-objects.c - decodes the pods of random operations on a queue, and follows them
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/queue/queue-objects.h"

#include "tests/support/cluster.h"

QueueObjects *
queue_objects_new (guint n_pods, const char *const *variants, guint n_variants,
                   const char *const *labels, guint n_labels)
{
  QueueObjects *objects = g_new0 (QueueObjects, 1);

  objects->n_pods = n_pods;
  objects->n_variants = n_variants;
  objects->n_assigned = n_labels;
  objects->pods = g_new0 (FitPod *, (gsize) n_pods * n_variants);
  objects->assigned = g_new0 (FitPod *, n_labels);
  for (guint i = 0; i < n_pods * n_variants; i++)
    {
      g_autofree char *text = g_strdup_printf (
          "---\n{apiVersion: v1, kind: Pod, metadata: {name: p%u, uid: u%u, "
          "namespace: ns}, %s}",
          i / n_variants, i / n_variants, variants[i % n_variants]);

      objects->pods[i] = pod_from (text);
    }
  for (guint i = 0; i < n_labels; i++)
    {
      g_autofree char *text
          = g_strdup_printf (PLACED ("running", "n1", "%s"), labels[i]);

      objects->assigned[i] = pod_from (text);
    }
  objects->nodes[0] = fit_intern ("n1");
  objects->nodes[1] = fit_intern ("n2");
  return objects;
}

void
queue_objects_free (QueueObjects *objects)
{
  for (guint i = 0; i < objects->n_pods * objects->n_variants; i++)
    fit_pod_unref (objects->pods[i]);
  for (guint i = 0; i < objects->n_assigned; i++)
    fit_pod_unref (objects->assigned[i]);
  for (guint i = 0; i < G_N_ELEMENTS (objects->nodes); i++)
    fit_intern_unref (objects->nodes[i]);
  g_free (objects->pods);
  g_free (objects->assigned);
  g_free (objects);
}

const FitPod *
queue_objects_pod (const QueueObjects *objects, guint row, guint variant)
{
  return objects->pods[row * objects->n_variants + variant];
}

guint
queue_row (const FitPod *pod)
{
  guint64 row = 0;

  assert_true (g_ascii_string_to_unsigned (pod->meta.name + 1, 10, 0, G_MAXUINT,
                                           &row, NULL));
  return (guint) row;
}

void
queue_see (const FitPod *pod, FitQueueName from, FitQueueName to,
           FitQueueEvent event, gpointer seen)
{
  FitQueueName *where = (FitQueueName *) seen + queue_row (pod);

  assert_int_not_equal (from, to);
  assert_int_equal (*where, from);
  *where = to;
}

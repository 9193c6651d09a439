/* cluster-notes.c - objects that are missing, repeated or misspelt
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/cluster-notes.h"

#include "cli/console.h"

#include <string.h>

#include "base/each.h"

/* -- what is there --------------------------------------------------------- */

static char *
describe (const FitTally *tally, const char *one, const char *many)
{
  g_autofree char *examples = fit_tally_text (tally);

  if (tally->n == 0)
    return NULL;
  return tally->n == 1
             ? g_strconcat ("1 ", one, ": ", examples, NULL)
             : g_strdup_printf ("%u %s: %s", tally->n, many, examples);
}

static char *
finish (FitTally *tally, const char *one, const char *many)
{
  char *text = describe (tally, one, many);

  fit_tally_clear (tally);
  return text;
}

/* -- notes ----------------------------------------------------------------- */

char *
fit_cluster_note_fields (const FitObjects *objects)
{
  return describe (&objects->misspelt, "field is unknown and ignored",
                   "fields are unknown and ignored");
}

char *
fit_cluster_note_words (const FitObjects *objects)
{
  return describe (&objects->odd_words,
                   "value is unknown; an API server would refuse it",
                   "values are unknown; an API server would refuse them");
}

char *
fit_cluster_note_repeated (const FitObjects *objects)
{
  FitTally tally = { 0 };

  for (guint kind = 0; kind < FIT_KIND_LAST; kind++)
    {
      g_autoptr (GHashTable) names
          = g_hash_table_new (fit_object_meta_hash, fit_object_meta_equal);

      for (guint i = 0; i < objects->of[kind]->len; i++)
        {
          const FitObjectMeta *meta
              = fit_object_meta (objects->of[kind]->pdata[i]);

          if (!g_hash_table_add (names, (gpointer) meta))
            fit_tally_add (&tally, "%s %s%s%s", fit_kind_name (kind),
                           meta->namespace_, *meta->namespace_ ? "/" : "",
                           meta->name);
        }
    }
  return finish (&tally, "object appears twice", "objects appear twice");
}

char *
fit_cluster_note_nodes (const FitObjects *objects)
{
  const GPtrArray *nodes = objects->of[FIT_KIND_NODE];
  const GPtrArray *pods = objects->of[FIT_KIND_POD];
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  FitTally tally = { 0 };

  if (nodes->len == 0)
    return g_strdup ("there are no nodes in the input");
  FIT_EACH (const FitNode, one, nodes)
    g_hash_table_add (names, (gpointer) one->name);
  FIT_EACH (const FitPod, pod, pods)
    if (*pod->node_name != '\0' && !fit_pod_terminal (pod)
        && !g_hash_table_contains (names, pod->node_name))
      fit_tally_add (&tally, "%s/%s on %s", pod->meta.namespace_,
                     pod->meta.name, pod->node_name);
  return finish (&tally, "pod is on a node that is not in the input",
                 "pods are on nodes that are not in the input");
}

char *
fit_cluster_note_half_bound (const FitObjects *objects)
{
  const GPtrArray *claims = objects->of[FIT_KIND_PERSISTENT_VOLUME_CLAIM];
  FitTally tally = { 0 };

  FIT_EACH (const FitPersistentVolumeClaim, claim, claims)
    if (*claim->volume_name != '\0' && !claim->bind_completed)
      fit_tally_add (&tally, "%s/%s", claim->meta.namespace_, claim->meta.name);
  return finish (&tally,
                 "claim names its volume, but counts as unbound without the "
                 "annotation pv.kubernetes.io/bind-completed",
                 "claims name their volumes, but count as unbound without the "
                 "annotation pv.kubernetes.io/bind-completed");
}

/* Which claims that are not there do pods use?  @running: also pods that
 * have a node. */
static FitTally
find_missing_claims (const FitObjects *objects, gboolean running)
{
  const GPtrArray *pods = objects->of[FIT_KIND_POD];
  const GPtrArray *all = objects->of[FIT_KIND_PERSISTENT_VOLUME_CLAIM];
  g_autoptr (GHashTable) claims
      = g_hash_table_new (fit_object_meta_hash, fit_object_meta_equal);
  FitTally tally = { 0 };

  for (guint i = 0; i < all->len; i++)
    g_hash_table_add (claims, (gpointer) fit_object_meta (all->pdata[i]));
  FIT_EACH (const FitPod, pod, pods)
    {
      if ((*pod->node_name != '\0' && !running) || fit_pod_terminal (pod))
        continue;
      for (guint j = 0; j < pod->spec->n_volumes; j++)
        {
          const FitVolume *volume = &pod->spec->volumes[j];
          const FitObjectMeta wanted = { .namespace_ = pod->meta.namespace_,
                                         .name = (char *) volume->id };

          if (volume->type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM
              && !g_hash_table_contains (claims, &wanted))
            fit_tally_add (&tally, "%s/%s uses %s", pod->meta.namespace_,
                           pod->meta.name, volume->id);
        }
    }
  return tally;
}

/* An input without any claim is a dump that left them out, if even running pods
 * use some. */
char *
fit_cluster_note_claims (const FitObjects *objects)
{
  const gboolean none = objects->of[FIT_KIND_PERSISTENT_VOLUME_CLAIM]->len == 0;
  g_auto (FitTally) pending = find_missing_claims (objects, FALSE);
  g_auto (FitTally) all = find_missing_claims (objects, none);

  if (all.n == pending.n)
    return describe (&pending, "volume has a claim that is not in the input",
                     "volumes have claims that are not in the input");
  return describe (
      &all,
      "volume of a pod has a claim, but the input holds no claims, "
      "so the pod could not be placed on any other node, and how "
      "much fits elsewhere is underestimated",
      "volumes of pods have claims, but the input holds no claims, "
      "so these pods could not be placed on any other node, and "
      "how much fits elsewhere is underestimated");
}

void
fit_note_left_alone (const FitOptions *options, guint n)
{
  const char *namespace_ = options->namespace_;
  const char *selector = options->selector;

  if (n > 0)
    fit_console_note ("left alone %u pending %s %s%s%s%s%s", n,
                      n == 1 ? "pod" : "pods",
                      namespace_ != NULL ? "of other namespaces than " : "",
                      namespace_ != NULL ? namespace_ : "",
                      namespace_ != NULL && selector != NULL ? " or " : "",
                      selector != NULL ? "with other labels than " : "",
                      selector != NULL ? selector : "");
}

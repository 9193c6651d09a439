/* find-pod.c - finds a pod by name, or similar names
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/find-pod.h"

#include <string.h>

#include "api/texts.h"
#include "base/each.h"
#include "base/similar.h"

/* What to suggest instead of a name. */
typedef struct
{
  const char *name;      /* borrowed: what was asked for, without namespace */
  FitSimilar similar;    /* to the whole name */
  GPtrArray *names;      /* borrowed, of owned char: the best so far */
  const char *elsewhere; /* (nullable): @name in another namespace */
} Suggestion;

static void
offer (Suggestion *suggestion, const GPtrArray *pods)
{
  FIT_EACH (const FitPod, pod, pods)
    {
      char *full = fit_pod_full_name (pod);

      fit_similar_offer (&suggestion->similar, full);
      if (suggestion->elsewhere == NULL
          && g_strcmp0 (pod->meta.name, suggestion->name) == 0)
        suggestion->elsewhere = full;
      if (suggestion->similar.best == full || suggestion->elsewhere == full)
        g_ptr_array_add (suggestion->names, full);
      else
        g_free (full);
    }
}

void
fit_objects_fail_unknown_pod (const FitObjects *objects,
                              const GPtrArray *others, const char *name,
                              GError **error)
{
  const char *slash = strchr (name, '/');
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  Suggestion suggestion
      = { .name = slash != NULL ? slash + 1 : NULL, .names = names };
  const char *best;

  fit_similar_init (&suggestion.similar, name);
  offer (&suggestion, objects->of[FIT_KIND_POD]);
  offer (&suggestion, others);
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
               "no pod %s in the cluster", name);
  best = suggestion.elsewhere != NULL ? suggestion.elsewhere
                                      : suggestion.similar.best;
  if (best != NULL)
    fit_error_add_hint (error, "did you mean %s?", best);
}

const FitPod *
fit_objects_find_pod (const FitObjects *objects, const char *name,
                      GError **error)
{
  const GPtrArray *pods = objects->of[FIT_KIND_POD];
  const char *slash = strchr (name, '/');

  for (guint i = 0; slash != NULL && i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];
      const gsize len = strlen (pod->meta.namespace_);

      if (strncmp (name, pod->meta.namespace_, len) == 0 && name + len == slash
          && strcmp (pod->meta.name, slash + 1) == 0)
        return pod;
    }
  fit_objects_fail_unknown_pod (objects, NULL, name, error);
  return NULL;
}

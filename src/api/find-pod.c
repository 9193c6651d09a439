/* find-pod.c - finds a pod by name, or similar names */
#include "api/find-pod.h"

#include <string.h>

#include "api/texts.h"
#include "base/similar.h"

void
fit_objects_fail_unknown_pod (const FitObjects *objects, const char *name,
                              GError **error)
{
  const GPtrArray *pods = objects->of[FIT_KIND_POD];
  const char *slash = strchr (name, '/');
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *elsewhere = NULL;
  FitSimilar similar;

  fit_similar_init (&similar, name);
  for (guint i = 0; i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];
      char *other = fit_pod_full_name (pod);

      g_ptr_array_add (names, other);
      fit_similar_offer (&similar, other);
      if (elsewhere == NULL && slash != NULL
          && strcmp (pod->meta.name, slash + 1) == 0)
        elsewhere = other;
    }
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
               "no pod %s in the cluster", name);
  if (elsewhere == NULL)
    elsewhere = similar.best;
  if (elsewhere != NULL)
    fit_error_add_hint (error, "did you mean %s?", elsewhere);
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
  fit_objects_fail_unknown_pod (objects, name, error);
  return NULL;
}

/* find-pod.c - from a name to the pod of the cluster that it means */
#include "cli/session.h"

#include <string.h>

#include "base/similar.h"
#include "cli/workload-pod.h"

static void
fail_unknown_pod (const FitSession *session, const char *name,
                  const char *namespace_, GError **error)
{
  const GPtrArray *pods = session->objects->of[FIT_KIND_POD];
  g_autofree char *full = strchr (name, '/')
                              ? g_strdup (name)
                              : g_strconcat (namespace_, "/", name, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *elsewhere = NULL;
  FitSimilar similar;

  fit_similar_init (&similar, full);
  for (guint i = 0; i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];
      char *other
          = g_strconcat (pod->meta.namespace_, "/", pod->meta.name, NULL);

      g_ptr_array_add (names, other);
      fit_similar_offer (&similar, other);
      if (elsewhere == NULL && strcmp (pod->meta.name, name) == 0)
        elsewhere = other;
    }
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
               "no pod %s in the cluster", full);
  if (elsewhere == NULL)
    elsewhere = similar.best;
  if (elsewhere != NULL)
    fit_error_add_hint (error, "did you mean %s?", elsewhere);
}

const FitPod *
fit_session_find_pod (const FitSession *session, const char *name,
                      GError **error)
{
  const GPtrArray *pods = session->objects->of[FIT_KIND_POD];
  const char *slash = strchr (name, '/');
  g_autofree char *namespace_
      = slash ? g_strndup (name, (gsize) (slash - name)) : g_strdup ("default");
  const FitPod *found;

  for (guint i = 0; i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];

      if (strcmp (pod->meta.name, slash ? slash + 1 : name) == 0
          && strcmp (pod->meta.namespace_, namespace_) == 0)
        return pod;
    }
  if (!fit_workload_pod_find (session, name, "default", &found, error))
    return NULL;
  if (found == NULL)
    fail_unknown_pod (session, name, namespace_, error);
  return found;
}

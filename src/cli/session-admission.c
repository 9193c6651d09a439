/* session-admission.c - new pods go through admission
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/session-private.h"

#include "api/raw.h"
#include "cli/console.h"

gboolean
fit_session_admits (const FitSession *session)
{
  const FitOptions *options = &session->invocation->options;

  return options->admission == FIT_ADMISSION_AUTO && !options->as_is;
}

/* -- defaults -------------------------------------------------------------- */

gboolean
fit_session_open_admission (FitSession *session, const FitNewPods *new_pods,
                            GError **error)
{
  const FitDecodeFlags flags = fit_session_cluster_flags (session);
  GPtrArray *pods = session->objects->of[FIT_KIND_POD];
  FitAdmission *admission;
  g_autoptr (FitObjects) objects = NULL;

  if (!fit_session_admits (session))
    return TRUE;
  /* Two sessions on the same cluster have the same pods. */
  admission = fit_admission_new (
      session->objects, session->beside != NULL
                            ? fit_session_cluster_flags (session->beside)
                            : flags);
  session->admission = admission;
  if (admission != NULL)
    objects = fit_objects_new ();
  for (guint i = new_pods->given; i < pods->len; i++)
    {
      FitPod *pod = pods->pdata[i];
      g_autoptr (FitArena) arena = NULL;
      FitValue changed;

      if (objects == NULL
          || !fit_admission_concerns (admission, pod->meta.namespace_))
        {
          /* Frees the JSON if only admission needed it. */
          if ((flags & FIT_DECODE_KEEP_RAW) == 0)
            g_clear_pointer (&pod->meta.raw, g_free);
          continue;
        }
      /* Reads the pod again, with the defaults of its namespace. */
      arena = fit_arena_new ();
      changed
          = fit_admission_set_defaults (admission, arena, pod->meta.namespace_,
                                        fit_raw_read (arena, pod->meta.raw));
      if (!fit_objects_add_value (objects, &changed, "Pod", "v1",
                                  flags | FIT_DECODE_DEMANDS, error))
        return FALSE;
      pods->pdata[i] = g_ptr_array_steal_index (objects->of[FIT_KIND_POD], 0);
      fit_pod_unref (pod);
    }
  return TRUE;
}

/* -- refusals -------------------------------------------------------------- */

static void
add_range (const GPtrArray *pods, guint first, guint end, GPtrArray *out)
{
  for (guint i = first; i < end; i++)
    g_ptr_array_add (out, pods->pdata[i]);
}

/* In the words of OpenShift's API server. */
static void
refuse_conflicts (FitSession *session)
{
  fit_refusals_add (&session->refused, session->objects, session->conflicts,
                    "pod node label selector conflicts with its project node "
                    "label selector");
  if (session->conflicts->len > 0 && session->beside == NULL)
    fit_console_note ("admission refused %u new %s whose node selector "
                      "contradicts that of the namespace",
                      session->conflicts->len,
                      session->conflicts->len == 1 ? "pod" : "pods");
}

void
fit_session_admit (FitSession *session, const FitNewPods *new_pods)
{
  const GPtrArray *pods = session->objects->of[FIT_KIND_POD];
  const guint end = new_pods->made + session->workloads->n_pods_of_cluster;
  const FitSession *other = session->beside;
  g_autoptr (GPtrArray) made = g_ptr_array_new ();

  if (session->admission == NULL)
    {
      refuse_conflicts (session);
      return;
    }
  /* Pods that come with nodes are first, then workloads of the cluster, then
   * what is asked for: pods, then workloads. */
  for (guint i = 0; i < new_pods->given; i++)
    if (fit_session_comes_with_node (session, pods->pdata[i]))
      g_ptr_array_add (made, pods->pdata[i]);
  add_range (pods, new_pods->made, end, made);
  add_range (pods, new_pods->given, new_pods->made, made);
  add_range (pods, end, pods->len, made);
  /* What was refused when the cluster was read for another session is refused
   * again; sessions that share its objects have no list of their own. */
  while (other != NULL && other->refused == NULL)
    other = other->beside;
  session->refused
      = other != NULL ? fit_admission_repeat (session->objects, other->refused)
                      : fit_admission_run (session->admission, session->objects,
                                           made, new_pods->first_claim);
  if (session->refused->pods->len > 0 && session->beside == NULL)
    fit_console_note ("admission refused %u of %u new %s",
                      session->refused->pods->len, made->len,
                      made->len == 1 ? "pod" : "pods");
  refuse_conflicts (session);
}

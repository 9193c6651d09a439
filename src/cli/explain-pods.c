/* explain-pods.c - finds the pods to explain by names, patterns and
 * workloads
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/explain-pods.h"

#include <string.h>

#include "api/find-pod.h"
#include "api/selector-text.h"
#include "base/each.h"
#include "cli/refusals.h"
#include "workloads/workloads.h"

/* A parsed operand.  KIND/NAME may also mean NAMESPACE/NAME. */
typedef struct
{
  const char *text; /* borrowed: as given */
  char *namespace_; /* (nullable) owned: for a pod; NULL: it cannot be a pod */
  FitControllerKind kind; /* FIT_CONTROLLER_LAST: it cannot be a workload */
  char *kind_namespace;   /* owned: for a workload */
  char *name;             /* owned: for both */
  gboolean many;          /* it may match several */
} Wanted;

static void
wanted_clear (Wanted *wanted)
{
  g_clear_pointer (&wanted->namespace_, g_free);
  g_clear_pointer (&wanted->kind_namespace, g_free);
  g_clear_pointer (&wanted->name, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Wanted, wanted_clear)

/* The namespace for operands without one. */
static const char *
default_namespace (const FitInvocation *invocation)
{
  const FitOptions *options = &invocation->options;

  if (options->all_namespaces)
    return "*";
  return options->namespace_ != NULL
             ? options->namespace_
             : fit_inputs_namespace (invocation->inputs);
}

static void
add (GPtrArray *pods, GHashTable *seen, const FitPod *pod)
{
  if (g_hash_table_add (seen, (gpointer) pod))
    g_ptr_array_add (pods, (gpointer) pod);
}

/* Pods that admission has refused can be asked about, too.
 * Returns: whether there were any */
static gboolean
add_pods (const FitSession *session, const Wanted *wanted, GPtrArray *pods,
          GHashTable *seen)
{
  const GPtrArray *all = session->objects->of[FIT_KIND_POD];
  const FitRefusals *refused = session->refused;
  const guint n_refused = fit_refusals_count (refused);
  gboolean any = FALSE;

  if (wanted->namespace_ == NULL)
    return FALSE;
  if (!wanted->many)
    {
      const FitPod *pod
          = fit_session_find_pod (session, wanted->namespace_, wanted->name);

      if (pod != NULL)
        add (pods, seen, pod);
      return pod != NULL;
    }
  for (guint i = 0; i < all->len + n_refused; i++)
    {
      const FitPod *pod
          = i < all->len
                ? all->pdata[i]
                : ((const FitRefusal *) refused->pods->pdata[i - all->len])
                      ->pod;

      if (!g_pattern_match_simple (wanted->namespace_, pod->meta.namespace_)
          || !g_pattern_match_simple (wanted->name, pod->meta.name))
        continue;
      any = TRUE;
      add (pods, seen, pod);
    }
  return any;
}

/* Returns: whether there were any; FALSE without @error if there is no such
 * workload */
static gboolean
add_pods_of_workloads (const FitSession *session, const Wanted *wanted,
                       GPtrArray *pods, GHashTable *seen, GError **error)
{
  g_autoptr (GPtrArray) found = NULL;

  if (wanted->kind == FIT_CONTROLLER_LAST)
    return FALSE;
  if (wanted->many)
    found = fit_workload_pods_match (session, wanted->kind,
                                     wanted->kind_namespace, wanted->name);
  else
    found = fit_workload_pods_find (
        session, wanted->kind, wanted->kind_namespace, wanted->name, error);
  for (guint i = 0; found != NULL && i < found->len; i++)
    add (pods, seen, found->pdata[i]);
  return found != NULL && found->len > 0;
}

static gboolean
add_operand (const FitSession *session, const char *operand, GPtrArray *pods,
             GHashTable *seen, GError **error)
{
  /* kubectl writes pod/NAME. */
  static const char *const pod_words[] = { "po", "pod", "pods", NULL };
  g_auto (Wanted) wanted;
  g_autoptr (GError) problem = NULL;
  const FitInvocation *invocation = session->invocation;
  const FitOptions *options = &invocation->options;
  g_auto (GStrv) parts = g_strsplit (operand, "/", 3);
  const guint n = g_strv_length (parts);
  const gboolean is_pod = n >= 2 && g_strv_contains (pod_words, parts[n - 2]);
  const char *otherwise = default_namespace (invocation);

  wanted = (Wanted){ .text = operand, .kind = FIT_CONTROLLER_LAST };
  if (n >= 2)
    wanted.kind = fit_workload_kind_find (parts[n - 2]);
  if (is_pod)
    wanted.namespace_ = g_strdup (n == 3 ? parts[0] : otherwise);
  else if (n < 3)
    wanted.namespace_ = g_strdup (n == 2 ? parts[0] : otherwise);
  wanted.kind_namespace = g_strdup (n == 3 ? parts[0] : otherwise);
  wanted.name = g_strdup (n > 0 ? parts[n - 1] : "");
  wanted.many = strpbrk (operand, "*?") != NULL
                || (options->all_namespaces
                    && (n < 2 || is_pod || wanted.kind != FIT_CONTROLLER_LAST));
  if (add_pods (session, &wanted, pods, seen)
      || add_pods_of_workloads (session, &wanted, pods, seen, &problem))
    return TRUE;
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  else if (wanted.many)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
                   "no pod in the cluster matches %s", wanted.text);
      if ((strchr (wanted.text, '/') == NULL
           || wanted.kind != FIT_CONTROLLER_LAST)
          && !session->invocation->options.all_namespaces)
        fit_error_add_hint (
            error, "only the namespace %s was searched; -A searches all",
            wanted.kind_namespace);
    }
  else
    {
      const FitRefusals *refused = session->refused;
      g_autoptr (GPtrArray) others = g_ptr_array_new ();
      g_autofree char *full
          = wanted.namespace_ == NULL
                ? g_strdup (wanted.text)
                : g_strconcat (wanted.namespace_, "/", wanted.name, NULL);

      for (guint i = 0; i < fit_refusals_count (refused); i++)
        g_ptr_array_add (others, ((FitRefusal *) refused->pods->pdata[i])->pod);
      fit_objects_fail_unknown_pod (session->objects, others, full, error);
    }
  return FALSE;
}

/* Adds the pods of --selector and --namespace, and all pending pods of these
 * rules, those with --selector if it is given. */
static gboolean
add_chosen (const FitSession *session, GPtrArray *pods, GHashTable *seen,
            GError **error)
{
  const FitOptions *options = &session->invocation->options;
  const GPtrArray *all = session->objects->of[FIT_KIND_POD];
  const char *namespace_ = options->all_pending
                               ? options->namespace_
                               : default_namespace (session->invocation);
  g_autoptr (FitSelector) selector = NULL;

  if (options->selector != NULL
      && (selector = fit_selector_parse (options->selector, error)) == NULL)
    return FALSE;
  FIT_EACH (const FitPod, pod, all)
    if ((!options->all_pending
         || (*pod->node_name == '\0' && !fit_pod_terminal (pod)
             && fit_chosen_rules_take (&session->rules, pod)))
        && (selector == NULL
            || fit_selector_matches (selector, pod->meta.labels))
        && (namespace_ == NULL
            || g_pattern_match_simple (namespace_, pod->meta.namespace_)))
      add (pods, seen, pod);
  if (pods->len == 0 && !options->all_pending)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
                   "no pod has the labels %s", options->selector);
      if (!options->all_namespaces)
        fit_error_add_hint (error,
                            "only the namespace %s was searched; -A searches "
                            "all",
                            namespace_);
      return FALSE;
    }
  return TRUE;
}

gboolean
fit_explain_check (const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;
  const guint n = invocation->operands->len;
  const char *problem = NULL;

  if (n == 0 && !options->all_pending && options->selector == NULL)
    problem = "explain needs a POD, or --all-pending";
  else if (n > 0 && options->selector != NULL)
    problem = "explain: POD and --selector exclude each other";
  else if (n > 0 && options->all_pending)
    problem = "explain: POD and --all-pending exclude each other";
  else if (options->node != NULL && options->nodes != NULL)
    problem = "explain: --node and --nodes exclude each other";
  else if (options->node != NULL && strpbrk (options->node, "*?,") != NULL)
    problem = "explain: --node takes the name of one node; --nodes takes "
              "patterns and several";
  if (problem == NULL)
    return TRUE;
  return fit_fail (error, FIT_ERROR_USAGE, "%s", problem);
}

gboolean
fit_explain_find_pods (const FitSession *session, GPtrArray *pods,
                       GError **error)
{
  const GPtrArray *operands = session->invocation->operands;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  if ((session->invocation->options.all_pending
       || session->invocation->options.selector != NULL)
      && !add_chosen (session, pods, seen, error))
    return FALSE;
  for (guint i = 0; i < operands->len; i++)
    if (!add_operand (session, operands->pdata[i], pods, seen, error))
      return FALSE;
  return TRUE;
}

/* explain-pods.c - from names, patterns and workloads to the pods that are explained */
#include "cli/explain-pods.h"

#include <string.h>

/* An operand, taken apart. */
typedef struct
{
  char *namespace_; /* owned */
  GPatternSpec *in; /* owned: namespaces */
  GPatternSpec *of; /* owned: names */
  gboolean many;    /* it may stand for several pods */
} Wanted;

static void
wanted_clear (Wanted *wanted)
{
  g_clear_pointer (&wanted->namespace_, g_free);
  g_clear_pointer (&wanted->in, g_pattern_spec_free);
  g_clear_pointer (&wanted->of, g_pattern_spec_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Wanted, wanted_clear)

/* The namespace of an operand that names none. */
static const char *
default_namespace (const FitOptions *options)
{
  if (options->all_namespaces)
    return "*";
  return options->namespace_ != NULL ? options->namespace_ : "default";
}

static void
wanted_init (Wanted *wanted, const char *operand, const FitOptions *options)
{
  const char *slash = strchr (operand, '/');

  *wanted = (Wanted){ 0 };
  wanted->namespace_ = slash != NULL
                           ? g_strndup (operand, (gsize) (slash - operand))
                           : g_strdup (default_namespace (options));
  wanted->in = g_pattern_spec_new (wanted->namespace_);
  wanted->of = g_pattern_spec_new (slash != NULL ? slash + 1 : operand);
  wanted->many = strpbrk (operand, "*?") != NULL
                 || (slash == NULL && options->all_namespaces);
}

static gboolean
is_wanted (const Wanted *wanted, const FitPod *pod)
{
  return g_pattern_spec_match_string (wanted->in, pod->meta.namespace_)
         && g_pattern_spec_match_string (wanted->of, pod->meta.name);
}

static void
add (GPtrArray *pods, GHashTable *seen, const FitPod *pod)
{
  if (g_hash_table_add (seen, (gpointer) pod))
    g_ptr_array_add (pods, (gpointer) pod);
}

static gboolean
add_operand (const FitSession *session, const char *operand, GPtrArray *pods,
             GHashTable *seen, GError **error)
{
  const GPtrArray *all = session->objects->of[FIT_KIND_POD];
  g_auto (Wanted) wanted;
  g_autofree char *full = NULL;
  gboolean any = FALSE;

  wanted_init (&wanted, operand, &session->invocation->options);
  if (!wanted.many)
    {
      const FitPod *pod;

      full = strchr (operand, '/')
                 ? g_strdup (operand)
                 : g_strconcat (wanted.namespace_, "/", operand, NULL);
      pod = fit_session_find_pod (session, full, error);
      if (pod != NULL)
        add (pods, seen, pod);
      return pod != NULL;
    }
  for (guint i = 0; i < all->len; i++)
    if (is_wanted (&wanted, all->pdata[i]))
      {
        any = TRUE;
        add (pods, seen, all->pdata[i]);
      }
  if (any)
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
               "no pod in the cluster matches %s", operand);
  if (strchr (operand, '/') == NULL
      && !session->invocation->options.all_namespaces)
    fit_error_add_hint (error,
                        "only the namespace %s was searched; -A searches all",
                        wanted.namespace_);
  return FALSE;
}

/* All that wait for these rules. */
static void
add_pending (const FitSession *session, GPtrArray *pods, GHashTable *seen)
{
  const GPtrArray *all = session->objects->of[FIT_KIND_POD];
  const char *namespace_ = session->invocation->options.namespace_;

  for (guint i = 0; i < all->len; i++)
    {
      const FitPod *pod = all->pdata[i];

      if (*pod->node_name == '\0' && !fit_pod_terminal (pod)
          && fit_chosen_rules_take (&session->rules, pod)
          && (namespace_ == NULL
              || strcmp (namespace_, pod->meta.namespace_) == 0))
        add (pods, seen, pod);
    }
}

gboolean
fit_explain_check (const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;
  const guint n = invocation->operands->len;
  const char *problem = NULL;

  if (n == 0 && !options->all_pending)
    problem = "explain needs a POD, or --all-pending";
  else if (n > 0 && options->all_pending)
    problem = "explain: POD and --all-pending exclude each other";
  else if (options->namespace_ != NULL && options->all_namespaces)
    problem = "explain: --namespace and --all-namespaces exclude each other";
  if (problem == NULL)
    return TRUE;
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_USAGE, problem);
  return FALSE;
}

gboolean
fit_explain_find_pods (const FitSession *session, GPtrArray *pods,
                       GError **error)
{
  const GPtrArray *operands = session->invocation->operands;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  if (session->invocation->options.all_pending)
    add_pending (session, pods, seen);
  for (guint i = 0; i < operands->len; i++)
    if (!add_operand (session, operands->pdata[i], pods, seen, error))
      return FALSE;
  return TRUE;
}

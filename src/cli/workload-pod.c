/* workload-pod.c - from deploy/web to one of its pods */
#include "cli/workload-pod.h"

#include <string.h>

#include "cli/console.h"
#include "workloads/owners.h"

/* The names of kinds in kubectl; a plural ends in s. */
static const struct
{
  FitControllerKind kind;
  const char *name;
  const char *abbreviation; /* (nullable) */
  const char *groups[2];
} kinds[] = {
  { FIT_CONTROLLER_DEPLOYMENT,
    "deployment",
    "deploy",
    { "apps", "extensions" } },
  { FIT_CONTROLLER_REPLICA_SET, "replicaset", "rs", { "apps", "extensions" } },
  { FIT_CONTROLLER_REPLICATION_CONTROLLER,
    "replicationcontroller",
    "rc",
    { "" } },
  { FIT_CONTROLLER_STATEFUL_SET, "statefulset", "sts", { "apps" } },
  { FIT_CONTROLLER_DAEMON_SET, "daemonset", "ds", { "apps", "extensions" } },
  { FIT_CONTROLLER_JOB, "job", NULL, { "batch" } },
  { FIT_CONTROLLER_CRON_JOB, "cronjob", "cj", { "batch" } },
};

/* --- the name ------------------------------------------------------------- */

static gboolean
is_plural (const char *text, const char *name)
{
  const gsize len = strlen (name);

  return g_ascii_strncasecmp (text, name, len) == 0
         && g_ascii_strcasecmp (text + len, "s") == 0;
}

/* @group: what stands behind the first dot: apps, or v1.apps */
static gboolean
is_group (const char *group, const char *const groups[2])
{
  const char *dot = strrchr (group, '.');

  for (guint i = 0; i < 2; i++)
    if (g_strcmp0 (dot != NULL ? dot + 1 : group, groups[i]) == 0)
      return TRUE;
  return FALSE;
}

/* Returns: FIT_CONTROLLER_LAST when it is none */
static FitControllerKind
find_kind (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ".", 2);
  const char *group = parts[0] != NULL ? parts[1] : NULL;

  for (guint i = 0; parts[0] != NULL && i < G_N_ELEMENTS (kinds); i++)
    if ((g_ascii_strcasecmp (parts[0], kinds[i].name) == 0
         || is_plural (parts[0], kinds[i].name)
         || (kinds[i].abbreviation != NULL
             && g_ascii_strcasecmp (parts[0], kinds[i].abbreviation) == 0))
        && (group == NULL || is_group (group, kinds[i].groups)))
      return kinds[i].kind;
  return FIT_CONTROLLER_LAST;
}

/* --- the pod -------------------------------------------------------------- */

/* Returns: the first pod that has no node, or else has not finished, or any */
static const FitPod *
choose (const GPtrArray *pods, const char **out_why)
{
  const FitPod *unfinished = NULL;

  for (guint i = 0; i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];

      if (fit_pod_terminal (pod))
        continue;
      *out_why = "the first without a node";
      if (*pod->node_name == '\0')
        return pod;
      if (unfinished == NULL)
        unfinished = pod;
    }
  *out_why = "all have a node";
  return unfinished != NULL ? unfinished : pods->pdata[0];
}

static const FitPod *
find_pod (const FitSession *session, FitControllerKind kind,
          const char *namespace_, const char *name, GError **error)
{
  g_autoptr (FitOwners) owners = fit_owners_new (session->objects);
  g_autoptr (GPtrArray) pods = fit_owners_pods (owners, kind, namespace_, name);
  const char *kind_name = fit_controller_kind_name (kind), *why;
  const FitPod *pod;

  if (pods->len == 0)
    {
      const gboolean known
          = fit_owners_find (owners, kind_name, namespace_, name) != NULL;

      g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
                   known ? "%s %s/%s has no pods"
                         : "no %s %s/%s in the cluster",
                   kind_name, namespace_, name);
      return NULL;
    }
  pod = choose (pods, &why);
  fit_console_note ("%s %s/%s has %u %s: this is %s (%s)", kind_name,
                    namespace_, name, pods->len,
                    pods->len == 1 ? "pod" : "pods", pod->meta.name, why);
  return pod;
}

gboolean
fit_workload_pod_find (const FitSession *session, const char *name,
                       const char *namespace_, const FitPod **out_pod,
                       GError **error)
{
  g_auto (GStrv) parts = g_strsplit (name, "/", -1);
  const guint n = g_strv_length (parts);
  FitControllerKind kind = FIT_CONTROLLER_LAST;

  *out_pod = NULL;
  if (n == 2 || n == 3)
    kind = find_kind (parts[n - 2]);
  if (kind == FIT_CONTROLLER_LAST)
    return TRUE;
  *out_pod = find_pod (session, kind, n == 3 ? parts[0] : namespace_,
                       parts[n - 1], error);
  return *out_pod != NULL;
}

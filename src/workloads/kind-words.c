/* kind-words.c - the words for kinds of workloads: "deploy", "sts"
 * SPDX-License-Identifier: Apache-2.0 */
#include "workloads/workloads.h"

#include <string.h>

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

static gboolean
is_plural (const char *text, const char *name)
{
  const gsize len = strlen (name);

  return g_ascii_strncasecmp (text, name, len) == 0
         && g_ascii_strcasecmp (text + len, "s") == 0;
}

/* @group: the text after the first dot: apps, or v1.apps */
static gboolean
is_group (const char *group, const char *const groups[2])
{
  const char *dot = strrchr (group, '.');

  for (guint i = 0; i < 2; i++)
    if (g_strcmp0 (dot != NULL ? dot + 1 : group, groups[i]) == 0)
      return TRUE;
  return FALSE;
}

FitControllerKind
fit_workload_kind_find (const char *text)
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

/* aliases.c - the table of aliases, and how one is turned into its verb
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/aliases.h"

#include <string.h>

/* clang-format off */
const FitAlias fit_aliases[] = {
  { "why", "explain", FIT_ALIAS_AS_THEY_ARE,
    "why is this pod pending, or on that node?",
    { "fitsched why web-3 -n shop", "why is this pod of the current cluster pending?" } },
  { "fit", "simulate", FIT_ALIAS_FILES_OF_PODS,
    "would these manifests fit, and where?",
    { "fitsched fit -f deploy.yaml", "would the pods of this Deployment fit on the current cluster?" } },
  { "drain", "simulate", FIT_ALIAS_NODES_TO_DRAIN,
    "can these nodes go?",
    { "fitsched drain worker-a1 worker-a2", "would the pods of these nodes fit elsewhere? Nothing is drained" } },
  { "what-if", "simulate", FIT_ALIAS_AS_THEY_ARE,
    "what if the cluster were another one?",
    { "fitsched what-if --scale shop/deploy/web=20", "would twenty replicas fit on the current cluster?" } },
  { NULL },
};
/* clang-format on */

const FitAlias *
fit_alias_find (const char *name)
{
  for (const FitAlias *alias = fit_aliases; alias->name != NULL; alias++)
    if (strcmp (alias->name, name) == 0)
      return alias;
  return NULL;
}

char *
fit_alias_text (const FitAlias *alias)
{
  static const char *const words[] = {
    [FIT_ALIAS_AS_THEY_ARE] = "",
    [FIT_ALIAS_NODES_TO_DRAIN] = " with its operands as --drain",
    [FIT_ALIAS_FILES_OF_PODS] = " with -f as --pods, unless both are given",
  };

  return g_strdup_printf (
      "'fitsched %s' is 'fitsched %s'%s. Without -f, --kubeconfig and "
      "--context it asks about the current cluster.",
      alias->name, alias->verb, words[alias->words]);
}

static gboolean
drain_operands (FitInvocation *invocation, GError **error)
{
  g_autoptr (GStrvBuilder) what_ifs = g_strv_builder_new ();
  g_autoptr (GString) drain = g_string_new ("drain=");
  char ***given = &invocation->options.what_ifs;
  GPtrArray *nodes = invocation->operands;

  if (nodes->len == 0)
    return fit_fail (error, FIT_ERROR_USAGE, "drain needs a NODE");
  for (guint i = 0; i < nodes->len; i++)
    g_string_append_printf (drain, "%s%s", i > 0 ? "," : "",
                            (char *) nodes->pdata[i]);
  g_strv_builder_add (what_ifs, drain->str);
  if (*given != NULL)
    g_strv_builder_addv (what_ifs, (const char **) *given);
  g_strfreev (*given);
  *given = g_strv_builder_end (what_ifs);
  g_ptr_array_set_size (nodes, 0);
  return TRUE;
}

gboolean
fit_alias_apply (const FitAlias *alias, FitInvocation *invocation,
                 GError **error)
{
  FitOptions *options = &invocation->options;

  switch (alias->words)
    {
    case FIT_ALIAS_AS_THEY_ARE:
      return TRUE;
    case FIT_ALIAS_NODES_TO_DRAIN:
      return drain_operands (invocation, error);
    case FIT_ALIAS_FILES_OF_PODS:
      if (options->files == NULL && options->pods == NULL)
        return fit_fail (error, FIT_ERROR_USAGE,
                         "fit needs the manifests: -f FILE");
      if (options->pods == NULL)
        {
          options->pods = g_steal_pointer (&options->files);
          fit_options_forget (options, "filename");
        }
      return TRUE;
    }
  g_assert_not_reached ();
}

/* cmd-list.c - the verb 'fitsched list', which shows predicates, priorities,
 * plugins and other known names
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/similar.h"
#include "cli/list-rules.h"
#include "cli/output.h"

/* The list of 'fitsched list WORD'. */
typedef struct
{
  const char *word;
  const char *kind; /* of the JSON document */
  FitTable *(*make) (const FitCatalog *catalog);
  FitRun run; /* (nullable): prints it, instead of the two above */
  FitOptionGroups
      groups; /* options that only some lists accept: the groups that it
                   accepts */
} Listing;

#define RULES (FIT_GROUP_HISTORY | FIT_GROUP_GATES)
#define PLUGINS (FIT_GROUP_GATES | FIT_GROUP_RELEASE | FIT_GROUP_VERSION)

static const Listing listings[] = {
  { "predicates", "PredicateList", fit_list_predicates, NULL, RULES },
  { "priorities", "PriorityList", fit_list_priorities, NULL, RULES },
  { "providers", "ProviderList", fit_list_providers, NULL, RULES },
  { "feature-gates", "FeatureGateList", fit_list_feature_gates, NULL, RULES },
  { "plugins", NULL, NULL, fit_list_plugins, PLUGINS },
  { "releases", "ReleaseList", fit_list_releases, NULL, 0 },
};

const char *const fit_list_words[]
    = { "predicates", "priorities", "providers", "feature-gates",
        "plugins",    "releases",   NULL };
G_STATIC_ASSERT (G_N_ELEMENTS (fit_list_words) == G_N_ELEMENTS (listings) + 1);

static const Listing *
find_listing (const char *word, GError **error)
{
  FitSimilar similar;

  fit_similar_init (&similar, word);
  for (guint i = 0; i < G_N_ELEMENTS (listings); i++)
    {
      if (strcmp (listings[i].word, word) == 0)
        return &listings[i];
      fit_similar_offer (&similar, listings[i].word);
    }
  if (similar.best != NULL)
    g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                 "cannot list \"%s\"; did you mean %s?", word, similar.best);
  else
    g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                 "cannot list \"%s\", only predicates, priorities, providers, "
                 "feature-gates, plugins and releases",
                 word);
  return NULL;
}

FitExit
fit_cmd_list (const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;
  const Listing *listing = find_listing (invocation->operands->pdata[0], error);
  /* Options that would have no effect on a list are rejected. */
  const struct
  {
    gboolean given;
    FitOptionGroups group;
    const char *name;
  } rows[] = {
    { strcmp (options->emulate_release,
              fit_legacy_release_name (FIT_RELEASE_LEGACY))
          != 0,
      FIT_GROUP_HISTORY, "emulate-release" },
    { options->feature_gates != NULL, FIT_GROUP_GATES, "feature-gates" },
    { options->release != NULL, FIT_GROUP_RELEASE, "release" },
    { options->config_version != NULL, FIT_GROUP_VERSION, "config-version" },
  };
  FitCatalog catalog = { .invocation = invocation };
  g_autoptr (FitReport) report = NULL;

  if (listing == NULL)
    return FIT_EXIT_USAGE;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].given && (listing->groups & rows[i].group) == 0)
      {
        g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE, "list %s has no --%s",
                     listing->word, rows[i].name);
        return FIT_EXIT_USAGE;
      }
  if (listing->run != NULL)
    return listing->run (invocation, error);
  if (!fit_invocation_gates (invocation, &catalog.gates, error))
    return FIT_EXIT_USAGE;
  catalog.registry = fit_invocation_registry (invocation, catalog.gates);
  report = fit_output_report (invocation, listing->kind);
  report->names = fit_report_own (report, listing->make (&catalog));
  fit_report_set_rows (report, "items", report->names);
  fit_report_table (report, report->names);
  fit_output_print (report, invocation, error);
  fit_registry_free (catalog.registry);
  return FIT_EXIT_YES;
}

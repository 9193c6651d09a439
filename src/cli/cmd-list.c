/* cmd-list.c - 'fitsched list' */
#include <string.h>

#include "base/similar.h"
#include "cli/list-rules.h"
#include "cli/session.h"

/* What 'fitsched list WORD' shows. */
typedef struct
{
  const char *word;
  const char *kind; /* of the JSON document */
  FitTable *(*make) (const FitCatalog *catalog);
} Listing;

static const Listing listings[] = {
  { "predicates", "PredicateList", fit_list_predicates },
  { "priorities", "PriorityList", fit_list_priorities },
  { "providers", "ProviderList", fit_list_providers },
  { "feature-gates", "FeatureGateList", fit_list_feature_gates },
};

const char *const fit_list_words[]
    = { "predicates", "priorities", "providers", "feature-gates", NULL };
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
                 "cannot list \"%s\", only predicates, priorities, providers "
                 "and feature-gates",
                 word);
  return NULL;
}

static void
append_text (gconstpointer data, const FitTextStyle *style, GString *out)
{
  fit_table_append_text (data, style, out);
}

static const FitColumn member_columns[]
    = { { "items", NULL, FIT_CELL_TABLE, 0 } };

FitExit
fit_cmd_list (const FitInvocation *invocation, GError **error)
{
  const Listing *listing = find_listing (invocation->operands->pdata[0], error);
  FitCatalog catalog = { .invocation = invocation };
  g_autoptr (FitTable) record = FIT_TABLE_NEW (member_columns);
  FitTable *items;

  if (listing == NULL || !fit_session_gates (invocation, &catalog.gates, error))
    return FIT_EXIT_USAGE;
  catalog.registry = fit_session_registry (invocation, catalog.gates);
  items = listing->make (&catalog);
  fit_table_add_row (record);
  fit_table_set_table (record, 0, items);
  fit_output_print (
      &(FitOutput){ listing->kind, record, items, append_text, items },
      invocation->options.output, error);
  fit_registry_free (catalog.registry);
  return FIT_EXIT_YES;
}

/* diff-find.c - lets the search use the rules of two sessions, and compares the
 * cluster that it finds like any other
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/diff-find.h"

#include "api/syntax.h"
#include "cli/explain-page.h"
#include "cli/search-key.h"
#include "cli/shards.h"
#include "formats/duration.h"

#include <string.h>

/* What messages call the clusters. */
#define TRIED "(a cluster that --find tries)"
#define FOUND "(the cluster that --find has found)"

/* More are not tried. */
#define MOST_CLUSTERS 100000000

/* A session wants a cluster. */
#define ANY_CLUSTER \
  "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n1\"}}"

/* -- the budget ------------------------------------------------------------ */

typedef struct
{
  guint64 n_clusters; /* 0: as many as time allows */
  gint64 end_us;      /* of the time; 0: as many as @n_clusters */
} Budget;

static gboolean
may_try (guint64 number, gpointer data)
{
  const Budget *budget = data;

  return budget->n_clusters > 0 ? number < budget->n_clusters
                                : g_get_monotonic_time () < budget->end_us;
}

static gboolean
parse_budget (const FitOptions *options, Budget *out, GError **error)
{
  const char *text = options->budget;
  gint64 number, ns;

  if (fit_parse_int64 (text, strlen (text), &number) && number > 0
      && number <= MOST_CLUSTERS)
    *out = (Budget){ .n_clusters = (guint64) number };
  else if (!fit_duration_parse (text, &ns) || ns <= 0)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "option --budget: \"%s\" is neither a number of clusters, "
                     "as 10000, nor a time, as 30s",
                     text);
  else if (options->directory != NULL || options->merge != NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "option --budget: what is found in a time depends on the "
                   "machine, so parts cannot share %s",
                   text);
      fit_error_add_hint (error, "give the number of clusters that all parts "
                                 "try together, as in --budget 20000");
      return FALSE;
    }
  else
    *out = (Budget){ .end_us = g_get_monotonic_time () + ns / 1000 };
  return TRUE;
}

/* -- one side -------------------------------------------------------------- */

typedef struct
{
  FitInvocation invocation; /* as if only these rules were given */
  FitSession session;
  FitPolicy *policy; /* (nullable) owned: what the search may read of it */
} Side;

/* The second session may use what the first one owns. */
typedef struct
{
  Side sides[FIT_DIFF_SIDES];
} Sides;

static void
sides_clear (Sides *sides)
{
  for (guint i = FIT_DIFF_SIDES; i > 0; i--)
    {
      fit_session_close (&sides->sides[i - 1].session);
      g_clear_pointer (&sides->sides[i - 1].policy, fit_policy_free);
    }
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sides, sides_clear)

static gboolean
open_sides (Sides *sides, const FitInvocation *invocation,
            const FitDiffSource *sources, GError **error)
{
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      Side *side = &sides->sides[i];

      side->invocation = *invocation;
      fit_diff_source_choose (&sources[i], &side->invocation.options);
      if (!(i == 0 ? fit_session_open (&side->session, &side->invocation, error)
                   : fit_session_open_beside (&side->session, &side->invocation,
                                              &sides->sides[0].session, error)))
        return FALSE;
    }
  return TRUE;
}

/* -- what the search asks for ---------------------------------------------- */

static FitSimulation *
make (const FitObjects *objects, gpointer data, GError **error)
{
  return fit_session_simulate (&((Side *) data)->session, objects, error);
}

static gboolean
hold_back (const FitPod *pod, gpointer data)
{
  return fit_chosen_rules_hold_back (&((Side *) data)->session.rules, pod);
}

/* As a session reads its files.  A cluster begins with the left side; the right
 * one goes on with its answers. */
static FitObjects *
read_cluster (const char *json, gsize len, gpointer data, GError **error)
{
  const FitSession *session = &((Side *) data)->session;
  const FitChosenRules *rules = &session->rules;
  g_autoptr (FitObjects) objects = fit_objects_new ();
  GPtrArray *pods = objects->of[FIT_KIND_POD];

  if (session->extenders.answers != NULL && !session->extenders.shares)
    fit_extender_answers_rewind (session->extenders.answers);
  if (!fit_objects_read (objects, json, len, TRIED,
                         fit_session_cluster_flags (session), NULL, error))
    return NULL;
  for (guint i = 0; !fit_session_has_priorities (session) && i < pods->len; i++)
    fit_pod_drop_priority (pods->pdata[i]);
  if (!session->invocation->options.as_is
      && !fit_objects_complete (objects, error))
    return NULL;
  for (guint i = 0; rules->adopter != NULL && i < pods->len; i++)
    if (!fit_chosen_rules_take (rules, pods->pdata[i]))
      fit_pod_set_scheduler_name (pods->pdata[i], rules->adopter);
  return g_steal_pointer (&objects);
}

/* A schedulerName that both sides have, or else one of the left side, whose pods
 * the right one adopts. */
static const char *
choose_scheduler (const Sides *sides)
{
  const FitChosenRules *left = &sides->sides[FIT_DIFF_LEFT].session.rules;
  const FitChosenRules *right = &sides->sides[FIT_DIFF_RIGHT].session.rules;
  const FitConfiguration *configuration = left->configuration;

  if (configuration == NULL)
    return left->scheduler_name;
  for (guint i = 0; i < configuration->n_profiles; i++)
    if (right->configuration != NULL
            ? fit_configuration_find (right->configuration,
                                      configuration->profiles[i].scheduler_name)
                  != NULL
            : strcmp (right->scheduler_name,
                      configuration->profiles[i].scheduler_name)
                  == 0)
      return configuration->profiles[i].scheduler_name;
  return configuration->profiles[0].scheduler_name;
}

/* Everything that decides what comes of a cluster. */
static char *
make_key (const Sides *sides, const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;
  g_autoptr (GChecksum) key = fit_search_key_new (
      options, FIT_GROUP_COMPARE | FIT_GROUP_DECODING | FIT_GROUP_SEARCH);

  fit_search_key_add (key, options->budget);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    fit_search_key_add_rules (key, &sides->sides[i].session.rules);
  return fit_search_key_add_extenders (key, invocation->inputs, options, error)
             ? g_strdup (g_checksum_get_string (key))
             : NULL;
}

static gboolean
sends (const Side *side)
{
  return fit_extender_use_sends (&side->session.extenders);
}

static gboolean
make_block (guint number, GString *out, gpointer data, GError **error)
{
  return fit_search_try (data, number, out, error);
}

/* Tries all clusters, or those of a part, or learns what came of all parts.
 * @out_done: (out): is there an answer? */
static gboolean
try_all (FitSearch *search, Sides *sides, const FitInvocation *invocation,
         const Budget *budget, gboolean *out_done, GError **error)
{
  const guint64 n_clusters
      = budget->n_clusters > 0 ? budget->n_clusters : MOST_CLUSTERS;
  g_autofree char *key = make_key (sides, invocation, error);
  const FitShardJob job = {
    .work = { .invocation = invocation,
              .alone = sends (&sides->sides[0]) || sends (&sides->sides[1]),
              .called = "block",
              .make = make_block,
              .data = search },
    .n = (guint) ((n_clusters + FIT_SEARCH_BLOCK - 1) / FIT_SEARCH_BLOCK),
    .endless = budget->n_clusters == 0,
    .kind = "FoundBlocks",
    .key = key,
  };
  g_autoptr (GPtrArray) results = NULL;

  if (key == NULL || !fit_shard_job_run (&job, &results, error))
    return FALSE;
  *out_done = results != NULL;
  for (guint i = 0; results != NULL && i < results->len; i++)
    {
      gsize len;
      const char *text = results->pdata[i] != NULL
                             ? g_bytes_get_data (results->pdata[i], &len)
                             : NULL;

      if (text != NULL && !fit_search_take (search, text, len, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
look (Sides *sides, const FitInvocation *invocation, FitFound *out,
      gboolean *out_done, GError **error)
{
  FitFindSide asked[FIT_DIFF_SIDES];
  FitFindOptions options
      = { .seed = (guint32) invocation->options.seed, .may_try = may_try };
  Budget budget;
  g_autoptr (FitSearch) search = NULL;

  if (!parse_budget (&invocation->options, &budget, error))
    return FALSE;
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      Side *side = &sides->sides[i];
      const FitChosenRules *rules = &side->session.rules;

      if (rules->policy.text != NULL
          && (side->policy = fit_chosen_rules_parse_policy (rules, error))
                 == NULL)
        return FALSE;
      asked[i] = (FitFindSide){
        .run = { .make = make, .hold_back = hold_back, .data = side },
        .policy = side->policy,
        .configuration = rules->configuration,
        .read = read_cluster,
      };
    }
  options.scheduler_name = choose_scheduler (sides);
  options.data = &budget;
  search = fit_search_new (asked, &options, error);
  return search != NULL
         && try_all (search, sides, invocation, &budget, out_done, error)
         && (!*out_done || fit_search_end (search, out, error));
}

/* -- what was found -------------------------------------------------------- */

/* Explains the first pod that the sides decide differently. */
static gboolean
explain (Sides *sides, const char *yaml, FitDiffFound *out, GError **error)
{
  const FitDiffItem *item = out->finding.diff->items->pdata[0];
  g_autofree char *name = g_strconcat (item->namespace_, "/", item->name, NULL);

  for (guint json = 0; json < 2; json++)
    for (guint i = 0; i < FIT_DIFF_SIDES; i++)
      {
        Side *side = &sides->sides[i];
        g_autoptr (FitObjects) objects
            = read_cluster (yaml, strlen (yaml), side, error);
        const FitExplainQuestion question = { objects, name, json != 0 };
        g_autoptr (GString) text = g_string_new (NULL);

        if (objects == NULL
            || !fit_explain_page (&side->session, &question, text, error))
          return FALSE;
        (json ? out->documents : out->answers)[i]
            = g_string_free (g_steal_pointer (&text), FALSE);
      }
  return TRUE;
}

/* @files: where to put the only file.  Returns: the options for made-up
 * clusters */
static FitInvocation
without_cluster (const FitInvocation *invocation, char **files)
{
  FitInvocation changed = *invocation;

  files[0] = (char *) TRIED;
  files[1] = NULL;
  changed.options.files = files;
  changed.options.pods = NULL;
  /* Nobody answers for clusters that do not exist. */
  if (!fit_options_given (&invocation->options, "extenders"))
    changed.options.extenders = (char *) "skip";
  fit_inputs_keep (changed.inputs, TRIED, g_strdup (ANY_CLUSTER),
                   strlen (ANY_CLUSTER));
  return changed;
}

gboolean
fit_diff_search (const FitInvocation *invocation, const FitDiffSource *sources,
                 FitFound *out_found, GError **error)
{
  char *files[2];
  const FitInvocation changed = without_cluster (invocation, files);
  g_auto (Sides) sides = { 0 };
  gboolean done;

  *out_found = (FitFound){ 0 };
  return open_sides (&sides, &changed, sources, error)
         && look (&sides, &changed, out_found, &done, error);
}

gboolean
fit_diff_find (const FitInvocation *invocation, const FitDiffSource *sources,
               FitDiffFound *out_found, GError **error)
{
  char *files[2], *found[] = { (char *) FOUND, NULL };
  const FitInvocation changed = without_cluster (invocation, files);
  FitInvocation comparing = changed;
  g_auto (Sides) sides = { 0 };
  const char *yaml;

  *out_found = (FitDiffFound){ 0 };
  if (!open_sides (&sides, &changed, sources, error)
      || !look (&sides, &changed, &out_found->found, &out_found->done, error))
    return FALSE;
  if (!out_found->done || out_found->found.clusters->len == 0)
    return TRUE;
  yaml = ((FitFoundCluster *) out_found->found.clusters->pdata[0])->manifests;
  fit_inputs_keep (changed.inputs, FOUND, g_strdup (yaml), strlen (yaml));
  comparing.options.files = found;
  comparing.rules_are_known = TRUE;
  if (!fit_diff_run (&comparing, sources, &out_found->finding, error))
    return FALSE;
  if (out_found->finding.diff->items->len == 0)
    return fit_fail (error, FIT_ERROR_INTERNAL,
                     "the search has found a cluster that diff finds no "
                     "difference in:\n%s",
                     yaml);
  return explain (&sides, yaml, out_found, error);
}

void
fit_diff_found_clear (FitDiffFound *found)
{
  fit_found_clear (&found->found);
  fit_diff_finding_clear (&found->finding);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      g_clear_pointer (&found->answers[i], g_free);
      g_clear_pointer (&found->documents[i], g_free);
    }
}

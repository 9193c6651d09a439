/* filter-phase.c - runs PreFilter and Filter of the in-tree plugins in the
 * order of the profile
 * Tests: tests/rules/test-filter-phase*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/filter-phase.h"
#include "rules/unprepared-plugins.h"
#include "base/sort.h"

#include <stdarg.h>
#include <string.h>

/* -- plugins --------------------------------------------------------------- */

static gboolean
named (const char *const *names, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (names[i], name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
add_plugin (FitFilterProfile *profile, const FitFilterProfileOptions *options,
            const char *name, gconstpointer of_plugin, GError **error)
{
  const FitProfilePluginArgs args = {
    .release = options->release,
    .gates = options->gates,
    .points
    = (named (options->pre_filters, options->n_pre_filters, name)
           ? FIT_AT (PRE_FILTER)
           : 0u)
      | (named (options->filters, options->n_filters, name) ? FIT_AT (FILTER)
                                                            : 0u),
    .args = of_plugin,
    .cache = options->cache,
  };
  FitPredicate *filter = fit_profile_filter_new (name, &args, error);

  if (filter == NULL)
    return FALSE;
  g_ptr_array_add (profile->plugins, filter);
  return TRUE;
}

static guint
index_of (const FitFilterProfile *profile, const char *name)
{
  guint i = 0;

  while (i < profile->plugins->len
         && strcmp (((const FitPredicate *) profile->plugins->pdata[i])->name,
                    name)
                != 0)
    i++;
  return i;
}

FitFilterProfile *
fit_filter_profile_new (const FitFilterProfileOptions *options,
                        FitArgsFunc args, gpointer data, GError **error)
{
  g_autoptr (FitFilterProfile) profile = g_new0 (FitFilterProfile, 1);

  profile->release = options->release;
  profile->gates = options->gates;
  profile->gates.release = options->release;
  profile->behaviour = fit_behaviour_of_gates (profile->gates);
  profile->plugins = g_ptr_array_new_with_free_func (
      (GDestroyNotify) fit_profile_filter_free);
  profile->order = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < options->n_filters; i++)
    if (!add_plugin (profile, options, options->filters[i],
                     args (options->filters[i], data), error))
      return NULL;
  profile->n_filters = options->n_filters;
  for (guint i = 0; i < options->n_pre_filters; i++)
    {
      const char *name = options->pre_filters[i];
      guint position = index_of (profile, name);

      if (position == profile->plugins->len
          && !add_plugin (profile, options, name, args (name, data), error))
        return NULL;
      g_array_append_val (profile->order, position);
    }
  return g_steal_pointer (&profile);
}

void
fit_filter_profile_free (FitFilterProfile *profile)
{
  if (profile == NULL)
    return;
  g_ptr_array_unref (profile->plugins);
  g_array_unref (profile->order);
  g_free (profile);
}

/* -- PreFilter ------------------------------------------------------------- */

static void
prepare (FitPredicateRun *run)
{
  if (run->predicate->info->prepare != NULL)
    run->predicate->info->prepare (run);
}

static gboolean
at_pre_filter (const FitFilterProfile *profile, guint index)
{
  for (guint i = 0; i < profile->order->len; i++)
    if (g_array_index (profile->order, guint, i) == index)
      return TRUE;
  return FALSE;
}

/* The Filter plugins that do not run at PreFilter. */
static void
prepare_others (const FitFilterProfile *profile, FitPredicateRun *runs)
{
  for (guint i = 0; i < profile->n_filters; i++)
    if (!at_pre_filter (profile, i))
      prepare (&runs[i]);
}

void
fit_filter_profile_pre_filter (const FitFilterProfile *profile,
                               FitPredicateMetadata *meta,
                               FitPredicateRun *runs,
                               FitPreFilterResult *out_result)
{
  *out_result = (FitPreFilterResult){ 0 };
  for (guint i = 0; i < profile->plugins->len; i++)
    runs[i] = (FitPredicateRun){ .predicate = profile->plugins->pdata[i],
                                 .meta = meta };
  for (guint i = 0; i < profile->order->len && !out_result->ended; i++)
    {
      FitPredicateRun *run = &runs[g_array_index (profile->order, guint, i)];
      const FitBehaviour *behaviour = &profile->behaviour;
      const char *name;

      prepare (run);
      name = run->predicate->name;
      if (run->error != NULL)
        fit_pre_filter_fail (
            out_result, meta->arena,
            fit_arena_printf (meta->arena,
                              "running PreFilter plugin \"%s\": %s", name,
                              run->error));
      else if (run->reject != NULL)
        fit_pre_filter_reject (
            out_result, behaviour, name, run->reject,
            !fit_reasons_unresolvable (run->reject->items, run->reject->n));
      else if (run->only != NULL)
        fit_pre_filter_narrow (out_result, behaviour, meta->arena, name,
                               run->only);
      out_result->n_asked++;
    }
  if (!out_result->ended)
    prepare_others (profile, runs);
  fit_pre_filter_exclude (out_result, &profile->behaviour, meta->cache,
                          meta->arena);
}

gboolean
fit_filter_profile_asked (const FitFilterProfile *profile,
                          const FitPreFilterResult *result, const char *plugin)
{
  for (guint i = 0; i < result->n_asked; i++)
    {
      const FitPredicate *asked
          = profile->plugins->pdata[g_array_index (profile->order, guint, i)];

      if (strcmp (asked->name, plugin) == 0)
        return TRUE;
    }
  return FALSE;
}

/* -- after a rejection ----------------------------------------------------- */

/* Makes the plugin fail from now on if Filter needs what PreFilter has not
 * computed.
 * @error: (inout): the first error of a plugin when a pod is removed */
static void
leave_unprepared (const FitFilterProfile *profile, FitPredicateRun *run,
                  const char **error)
{
  FitArena *arena = run->meta->arena;
  const char *name = run->predicate->name;
  const FitUnprepared *row = fit_unprepared_find (
      name, profile->release, profile->gates, FIT_AT (FILTER), FIT_AT (FILTER));
  FitPredicate *failing;

  if (row == NULL)
    return;
  failing = fit_arena_newn (arena, FitPredicate, 1);
  *failing = *run->predicate;
  failing->info = &fit_filter_unprepared;
  failing->data = (gpointer) row;
  run->predicate = failing;
  if (row->tracks_pods && *error == NULL)
    *error = fit_arena_printf (
        arena, "running RemovePod on PreFilter plugin \"%s\": %s", name,
        row->message);
}

const char *
fit_filter_profile_after_rejection (const FitFilterProfile *profile,
                                    FitPredicateRun *runs,
                                    const FitPreFilterResult *result)
{
  const char *error = NULL;
  gboolean behind = FALSE;

  for (guint i = 0; i < profile->order->len; i++)
    {
      FitPredicateRun *run = &runs[g_array_index (profile->order, guint, i)];
      const gboolean rejects
          = strcmp (run->predicate->name, result->rejected_by) == 0;

      if (behind)
        prepare (run);
      if (behind || run->reject != NULL)
        leave_unprepared (profile, run, &error);
      behind |= rejects && !profile->behaviour.pre_filter_goes_on;
    }
  prepare_others (profile, runs);
  return error;
}

/* -- texts of releases ----------------------------------------------------- */

char *
fit_filter_error_text (const FitBehaviour *behaviour, const char *plugin,
                       const char *pod_name, const char *message)
{
  if (behaviour->filter_errors_name_pod)
    return g_strdup_printf ("running \"%s\" filter plugin for pod \"%s\": %s",
                            plugin, pod_name, message);
  return g_strdup_printf ("running \"%s\" filter plugin: %s", plugin, message);
}

char *
fit_pre_filter_fit_error (const FitBehaviour *behaviour, guint n_nodes,
                          const FitReasons *reject)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *joined = NULL;

  for (guint i = 0; i < reject->n; i++)
    {
      g_autofree char *text = fit_reason_format (&reject->items[i]);

      if (behaviour->rejection_counts_nodes)
        g_ptr_array_add (texts, g_strdup_printf ("%u %s", n_nodes, text));
      else
        g_ptr_array_add (texts, g_steal_pointer (&text));
    }
  g_ptr_array_sort (texts, fit_compare_texts);
  g_ptr_array_add (texts, NULL);
  joined = g_strjoinv (", ", (char **) texts->pdata);
  return g_strdup_printf ("0/%u nodes are available: %s.", n_nodes, joined);
}

/* filter-phase.c - runs PreFilter and Filter of the in-tree plugins in the order of the profile */
#include "rules/filter-phase.h"
#include "rules/unprepared.h"
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

static void
free_filter (gpointer filter)
{
  fit_profile_filter_free (filter);
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

  if (!filter)
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
  profile->behaviour = fit_behaviour (options->release);
  profile->gates = options->gates;
  profile->plugins = g_ptr_array_new_with_free_func (free_filter);
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
  if (!profile)
    return;
  g_ptr_array_unref (profile->plugins);
  g_array_unref (profile->order);
  g_free (profile);
}

/* -- PreFilter ------------------------------------------------------------- */

static const char *arena_printf (FitArena *arena, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

static const char *
arena_printf (FitArena *arena, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  return fit_arena_strndup (arena, text, strlen (text));
}

/* The nodes that all plugins so far allow. */
typedef struct
{
  gboolean some;    /* FALSE: all nodes */
  GPtrArray *names; /* owned, borrowed strings */
  GString *plugins; /* owned: the plugins that named nodes */
  guint n_plugins;
} Remaining;

static void
remaining_clear (Remaining *remaining)
{
  g_clear_pointer (&remaining->names, g_ptr_array_unref);
  if (remaining->plugins)
    g_string_free (remaining->plugins, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Remaining, remaining_clear)

static void
narrow (Remaining *remaining, const char *plugin, const FitNodeNames *only)
{
  g_autoptr (GPtrArray) before = remaining->names;

  remaining->names = g_ptr_array_new ();
  for (guint i = 0; i < only->n; i++)
    if (!remaining->some
        || named ((const char *const *) before->pdata, before->len,
                  only->names[i]))
      g_ptr_array_add (remaining->names, (gpointer) only->names[i]);
  remaining->some = TRUE;
  if (!remaining->plugins)
    remaining->plugins = g_string_new (NULL);
  g_string_append_printf (remaining->plugins, "%s%s",
                          remaining->n_plugins++ ? " " : "", plugin);
}

/* The plugins together allow no node. */
static const FitReasons *
nothing_left (const Remaining *remaining, FitArena *arena)
{
  FitReasons *reasons = fit_arena_newn (arena, FitReasons, 1);

  fit_reasons_init (reasons, arena);
  fit_reasons_add_text (
      reasons, FIT_REASON_LOOKUP,
      remaining->n_plugins > 1
          ? arena_printf (arena,
                          "node(s) didn't satisfy plugin(s) [%s] "
                          "simultaneously",
                          remaining->plugins->str)
          : arena_printf (arena, "node(s) didn't satisfy plugin %s",
                          remaining->plugins->str));
  return reasons;
}

/* Returns: FALSE if no further plugin runs */
static gboolean
take_answer (const FitFilterProfile *profile, const FitPredicateRun *run,
             Remaining *remaining, FitArena *arena, FitPreFilterResult *result)
{
  if (run->error)
    {
      result->error
          = arena_printf (arena, "running PreFilter plugin \"%s\": %s",
                          run->predicate->name, run->error);
      return FALSE;
    }
  if (run->reject)
    {
      result->rejected_by = run->predicate;
      result->reject = run->reject;
      result->resolvable
          = profile->behaviour.rejection_is_forgotten
            || !fit_reasons_unresolvable (run->reject->items, run->reject->n);
      return result->resolvable && profile->behaviour.pre_filter_goes_on;
    }
  if (!run->only)
    return TRUE;
  narrow (remaining, run->predicate->name, run->only);
  if (remaining->names->len > 0)
    return TRUE;
  result->rejected_by = run->predicate;
  result->reject = nothing_left (remaining, arena);
  result->resolvable = !profile->behaviour.pre_filter_goes_on;
  return FALSE;
}

static const char *
excluded_reason (const FitBehaviour *behaviour, const Remaining *remaining,
                 FitArena *arena)
{
  if (behaviour->excluded_by_result)
    return "node is filtered out by the prefilter result";
  if (behaviour->excluded_by_plugins)
    return arena_printf (arena, "node(s) didn't satisfy plugin(s) [%s]",
                         remaining->plugins->str);
  return NULL;
}

static void
exclude_others (const FitFilterProfile *profile, FitPredicateMetadata *meta,
                Remaining *remaining, FitPreFilterResult *result)
{
  const guint n = fit_cache_n_slots (meta->cache);
  guint8 *excluded = fit_arena_newn (meta->arena, guint8, n);

  memset (excluded, TRUE, n);
  g_ptr_array_sort (remaining->names, fit_compare_texts);
  for (guint i = 0; i < remaining->names->len; i++)
    {
      const char *name = remaining->names->pdata[i];
      const FitNodeInfo *node = fit_cache_find_node (meta->cache, name);

      if (node)
        excluded[node->index] = FALSE;
      else if (!result->error && !profile->behaviour.narrowing_names_any)
        result->error = arena_printf (
            meta->arena, "nodeinfo not found for node name \"%s\"", name);
    }
  result->excluded = excluded;
  result->excluded_reason
      = excluded_reason (&profile->behaviour, remaining, meta->arena);
}

static void
prepare (FitPredicateRun *run)
{
  if (run->predicate->info->prepare)
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
  g_auto (Remaining) remaining = { 0 };

  *out_result = (FitPreFilterResult){ 0 };
  for (guint i = 0; i < profile->plugins->len; i++)
    runs[i] = (FitPredicateRun){ .predicate = profile->plugins->pdata[i],
                                 .meta = meta };
  for (guint i = 0; i < profile->order->len; i++)
    {
      FitPredicateRun *run = &runs[g_array_index (profile->order, guint, i)];

      prepare (run);
      if (!take_answer (profile, run, &remaining, meta->arena, out_result))
        return;
    }
  if (out_result->reject)
    return;
  prepare_others (profile, runs);
  if (remaining.some)
    exclude_others (profile, meta, &remaining, out_result);
}

/* -- after a rejection ----------------------------------------------------- */

/* Makes the plugin fail if it misses what it has not computed.
 * @error: (inout): what it says first of a pod that is removed */
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
    *error = arena_printf (arena,
                           "running RemovePod on PreFilter plugin \"%s\": %s",
                           name, row->message);
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
          = strcmp (run->predicate->name, result->rejected_by->name) == 0;

      if (behind)
        prepare (run);
      if (behind || (rejects && run->reject))
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

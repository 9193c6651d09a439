/* pre-filter.c - merges the answers of PreFilter plugins, of the release and of
 * programs
 * Tests: tests/rules/test-filter-phase.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/pre-filter.h"

#include <stdlib.h>
#include <string.h>

void
fit_pre_filter_fail (FitPreFilterResult *result, FitArena *arena,
                     const char *message)
{
  result->error = fit_arena_strndup (arena, message, strlen (message));
  result->ended = TRUE;
}

void
fit_pre_filter_reject (FitPreFilterResult *result,
                       const FitBehaviour *behaviour, const char *plugin,
                       const FitReasons *reasons, gboolean resolvable)
{
  result->rejected_by = plugin;
  result->reject = reasons;
  result->resolvable = resolvable || behaviour->rejection_is_forgotten;
  result->ended = !result->resolvable || !behaviour->pre_filter_goes_on;
}

/* -- naming nodes ---------------------------------------------------------- */

static gboolean
contains (const FitNodeNames *names, const char *name)
{
  for (guint i = 0; i < names->n; i++)
    if (strcmp (names->names[i], name) == 0)
      return TRUE;
  return FALSE;
}

/* Adds @plugin to the plugins that messages name; they are sorted. */
static void
name_plugin (FitPreFilterResult *result, FitArena *arena, const char *plugin)
{
  const char **names
      = fit_arena_newn (arena, const char *, result->n_narrowing + 1);
  guint n = 0;

  for (; n < result->n_narrowing && strcmp (result->narrowing[n], plugin) < 0;
       n++)
    names[n] = result->narrowing[n];
  if (n < result->n_narrowing && strcmp (result->narrowing[n], plugin) == 0)
    return;
  names[n] = plugin;
  for (; n < result->n_narrowing; n++)
    names[n + 1] = result->narrowing[n];
  result->narrowing = names;
  result->n_narrowing++;
}

/* "node(s) didn't satisfy ", and the plugins that named nodes, between @before
 * and @behind.  Returns: (transfer none): memory of @arena */
static const char *
unsatisfied (const FitPreFilterResult *result, FitArena *arena,
             const char *before, const char *behind)
{
  g_autoptr (GString) text = g_string_new ("node(s) didn't satisfy ");

  g_string_append (text, before);
  for (guint i = 0; i < result->n_narrowing; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            result->narrowing[i]);
  g_string_append (text, behind);
  return fit_arena_strndup (arena, text->str, text->len);
}

void
fit_pre_filter_narrow (FitPreFilterResult *result,
                       const FitBehaviour *behaviour, FitArena *arena,
                       const char *plugin, const FitNodeNames *only)
{
  const char **names = fit_arena_newn (arena, const char *, only->n);
  FitReasons *reasons;
  guint n = 0;

  for (guint i = 0; i < only->n; i++)
    if (result->n_narrowing == 0 || contains (&result->only, only->names[i]))
      names[n++] = only->names[i];
  result->only = (FitNodeNames){ n, names };
  name_plugin (result, arena, plugin);
  if (n > 0)
    return;
  reasons = fit_arena_newn (arena, FitReasons, 1);
  fit_reasons_init (reasons, arena);
  fit_reasons_add_text (
      reasons, FIT_REASON_LOOKUP,
      result->n_narrowing > 1
          ? unsatisfied (result, arena, "plugin(s) [", "] simultaneously")
          : unsatisfied (result, arena, "plugin ", ""));
  fit_pre_filter_reject (result, behaviour, plugin, reasons,
                         !behaviour->pre_filter_goes_on);
  result->ended = TRUE;
}

/* If several names are not those of nodes, the error has the alphabetically
 * first one. */
void
fit_pre_filter_exclude (FitPreFilterResult *result,
                        const FitBehaviour *behaviour, FitCache *cache,
                        FitArena *arena)
{
  const guint n = fit_cache_n_slots (cache);
  const char *missing = NULL;
  guint8 *excluded;

  if (result->n_narrowing == 0 || result->reject != NULL
      || result->error != NULL)
    return;
  excluded = fit_arena_newn (arena, guint8, n);
  memset (excluded, TRUE, n);
  for (guint i = 0; i < result->only.n; i++)
    {
      const char *name = result->only.names[i];
      const FitNodeInfo *node = fit_cache_find_node (cache, name);

      if (node != NULL)
        excluded[node->index] = FALSE;
      else if (missing == NULL || strcmp (name, missing) < 0)
        missing = name;
    }
  if (missing != NULL && !behaviour->narrowing_names_any)
    {
      g_autofree char *text = g_strdup_printf (
          "nodeinfo not found for node name \"%s\"", missing);

      fit_pre_filter_fail (result, arena, text);
    }
  result->excluded = excluded;
  result->excluded_reason
      = behaviour->excluded_by_result
            ? "node is filtered out by the prefilter result"
        : behaviour->excluded_by_plugins
            ? unsatisfied (result, arena, "plugin(s) [", "]")
            : NULL;
}

void
fit_pre_filter_nominated_fails (FitPreFilterResult *result,
                                const FitBehaviour *behaviour, FitArena *arena,
                                const char *plugin)
{
  if (result->excluded == NULL || !behaviour->excluded_by_plugins)
    return;
  name_plugin (result, arena, plugin);
  result->excluded_reason = unsatisfied (result, arena, "plugin(s) [", "]");
}

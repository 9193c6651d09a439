/* profile-check.c - plugins that a version rejects by name, weights that
 * overflow, and queues that profiles would sort differently
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/configuration-private.h"
#include "releases/behaviour.h"
#include "rules/rule.h"

#include <string.h>

static void
check_removed (const FitProfileDraft *draft, const char *plugin,
               const char *field, guint index, GPtrArray *problems)
{
  const FitConfigTarget *target = draft->build->target;
  const FitRule *rule = fit_rule_find (plugin);

  if (rule != NULL && rule->removed.since != 0
      && fit_config_span_has (&rule->removed, target->version, target->release))
    fit_config_problem (
        problems,
        "profiles[%u].%s[%u]: Invalid value: \"%s\": was %s in version "
        "\"" FIT_CONFIG_GROUP "/%s\" "
        "(" FIT_CONFIG_KIND " is version \"" FIT_CONFIG_GROUP "/%s\")",
        draft->index, field, index, plugin,
        fit_behaviour (target->release).config_removed_is_invalid ? "invalid"
                                                                  : "removed",
        fit_config_version_name (rule->removed.since),
        fit_config_version_name (target->version));
}

void
fit_profile_check_plugins (const FitProfileDraft *draft, GPtrArray *problems)
{
  const FitProfileFile *written = draft->written;
  const FitConfigTarget *target = draft->build->target;
  const FitPluginSet *scores = &draft->sets.sets[FIT_POINT_SCORE];

  for (guint point = 0; point < FIT_POINT_LAST; point++)
    {
      const FitPluginSet *set = &draft->sets.sets[point];
      g_autofree char *field = g_strconcat (
          "plugins.", fit_extension_point_info (point)->name, ".enabled", NULL);

      for (guint i = 0; i < set->n_enabled; i++)
        check_removed (draft, set->enabled[i].name, field, i, problems);
    }
  for (guint i = 0; i < written->n_plugin_config; i++)
    check_removed (draft, written->plugin_config[i].name, "pluginConfig", i,
                   problems);
  /* v1beta1 in 1.22 has both NodeResourcesFit as a scorer and the plugins that
   * it replaces. */
  if (target->version != FIT_CONFIG_V1BETA1
      || !fit_behaviour (target->release).fit_replaces_scorers)
    return;
  for (guint i = 0; fit_rules[i] != NULL; i++)
    if (fit_rules[i]->became != NULL
        && fit_plugin_set_has (scores, fit_rules[i]->became->name)
        && fit_plugin_set_has (scores, fit_rules[i]->name))
      fit_config_problem (problems,
                          "profiles[%u].plugins.score.enabled: Invalid value: "
                          "\"%s\": was conflict with \"%s\" in version "
                          "\"" FIT_CONFIG_GROUP "/v1beta1\"",
                          draft->index, fit_rules[i]->became->name,
                          fit_rules[i]->name);
}

/* -- the queue ------------------------------------------------------------- */

static gboolean
same_entries (const FitPluginEntry *one, guint n_one,
              const FitPluginEntry *other, guint n_other, gboolean weights)
{
  if (n_one != n_other)
    return FALSE;
  for (guint i = 0; i < n_one; i++)
    if (strcmp (one[i].name, other[i].name) != 0
        || (weights && one[i].weight != other[i].weight))
      return FALSE;
  return TRUE;
}

/* An empty list differs from a missing one. */
static gboolean
same_written (const FitPluginSet *one, const FitPluginSet *other)
{
  return (one->place.line == 0) == (other->place.line == 0)
         && (one->enabled == NULL) == (other->enabled == NULL)
         && (one->disabled == NULL) == (other->disabled == NULL)
         && same_entries (one->enabled, one->n_enabled, other->enabled,
                          other->n_enabled, TRUE)
         && same_entries (one->disabled, one->n_disabled, other->disabled,
                          other->n_disabled, TRUE);
}

/* Merged lists include the disabled plugins from v1beta3 on. */
static gboolean
same_merged (const FitConfigTarget *target, const FitPluginSet *one,
             const FitPluginSet *other)
{
  return same_entries (one->enabled, one->n_enabled, other->enabled,
                       other->n_enabled, TRUE)
         && (target->version < FIT_CONFIG_V1BETA3
             || same_entries (one->disabled, one->n_disabled, other->disabled,
                              other->n_disabled, FALSE));
}

static void
describe_entries (GString *out, const char *name, const FitPluginEntry *entries,
                  guint n)
{
  g_string_append_printf (out, "%s: [", name);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? " " : "", entries[i].name);
  g_string_append_c (out, ']');
}

static const struct
{
  FitSpan span;
  const char *text;
} must_match[] = {
  { FIT_BEFORE (31), "has to match for all profiles" },
  { FIT_SPAN (31, 34), "queueSort must be the same for all profiles" },
  { FIT_SINCE (34), "must be the same for all profiles" },
};

void
fit_profile_check_queue_sort (const FitProfileDraft *first,
                              const FitProfileDraft *draft, GPtrArray *problems)
{
  const FitConfigTarget *target = draft->build->target;
  const gboolean merged
      = fit_behaviour (target->release).config_merges_defaults;
  const guint point = FIT_POINT_QUEUE_SORT;
  const FitPluginSet *set = merged ? &draft->sets.sets[point]
                                   : &draft->written->plugins.sets[point];
  g_autoptr (GString) found = g_string_new (NULL);

  if (target->version < FIT_CONFIG_V1ALPHA2
      || (merged ? same_merged (target, &first->sets.sets[point], set)
                 : same_written (&first->written->plugins.sets[point], set)))
    return;
  describe_entries (found, "enabled", set->enabled, set->n_enabled);
  describe_entries (found, ", disabled", set->disabled, set->n_disabled);
  for (guint i = 0; i < G_N_ELEMENTS (must_match); i++)
    if (fit_span_has (must_match[i].span, target->release))
      fit_config_problem (
          problems, "profiles[%u].plugins.queueSort: Invalid value: {%s}: %s",
          draft->index, found->str, must_match[i].text);
}

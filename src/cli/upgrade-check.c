/* upgrade-check.c - reads one configuration as the releases of an upgrade do,
 * and says what changes
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/upgrade-check.h"

#include <string.h>

#include "base/each.h"
#include "cli/chosen-rules.h"
#include "cli/config-target-options.h"
#include "config/default-profile.h"
#include "config/configuration-changes.h"

/* How a hint follows a message. */
#define HINT "\nhint: "

/* -- reading --------------------------------------------------------------- */

/* Do both sides name one configuration, or the defaults of releases that have
 * profiles?  Returns: whether, and if so which releases */
static gboolean
find_releases (const FitDiffSource *sources, FitUpgradeStep *out_whole)
{
  const FitDiffSource *left = &sources[FIT_DIFF_LEFT],
                      *right = &sources[FIT_DIFF_RIGHT];

  return left->policy == NULL && left->provider == NULL && right->policy == NULL
         && right->provider == NULL
         && g_strcmp0 (left->config, right->config) == 0
         && left->release != NULL && right->release != NULL
         && fit_release_parse (left->release, &out_whole->from, NULL)
         && fit_release_parse (right->release, &out_whole->to, NULL)
         && out_whole->from != out_whole->to
         && fit_release_has_profiles (MIN (out_whole->from, out_whole->to));
}

/* Returns: (transfer full) (nullable): the configuration of @source as @release
 * reads it */
static FitConfiguration *
read_as (const FitInvocation *invocation, const FitDiffSource *source,
         FitRelease release, GError **error)
{
  g_autoptr (FitPluginRegistry) plugins = fit_invocation_plugins (invocation);
  FitInvocation reader = *invocation;
  FitRulesFile file = { 0 };
  FitConfigTarget target;
  FitConfiguration *configuration;

  if (source->config == NULL)
    {
      const FitConfigurationOptions options
          = { release, &target.gates, plugins, NULL, FIT_UNKNOWN_PLUGINS_SKIP,
              FALSE };

      return fit_config_target_find (release, 0, &target, error)
                     && fit_config_target_set_gates (
                         &target, source->feature_gates, error)
                 ? fit_configuration_default (target.version, &options, error)
                 : NULL;
    }
  reader.options.config = (char *) source->config;
  reader.options.policy = NULL;
  reader.options.release = (char *) fit_release_name (release);
  reader.options.feature_gates = source->feature_gates;
  configuration
      = fit_chosen_rules_read_configuration (&reader, plugins, &file, error);
  fit_rules_file_clear (&file);
  return configuration;
}

/* Fills @step, whose releases are set.  @from: as the first of them reads it.
 * @out_read: (out) (transfer full) (nullable): as the second does; NULL if it
 * refuses it */
static gboolean
take_step (FitUpgradeStep *step, const FitInvocation *invocation,
           const FitDiffSource *source, const FitConfiguration *from,
           FitConfiguration **out_read, GError **error)
{
  g_autoptr (GError) problem = NULL;

  *out_read = read_as (invocation, source, step->to, &problem);
  if (*out_read != NULL)
    step->changes = fit_configuration_changes (from, *out_read);
  else if (problem->domain == FIT_ERROR
           && (problem->code == FIT_ERROR_PARSE
               || problem->code == FIT_ERROR_SCHEMA
               || problem->code == FIT_ERROR_POLICY
               || problem->code == FIT_ERROR_USAGE))
    {
      const char *hint = strstr (problem->message, HINT);

      step->refusal = hint != NULL ? g_strndup (
                          problem->message, (gsize) (hint - problem->message))
                                   : g_strdup (problem->message);
      step->hint = hint != NULL ? g_strdup (hint + strlen (HINT)) : NULL;
    }
  else
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  return TRUE;
}

/* -- step by step ---------------------------------------------------------- */

static void
step_clear (gpointer data)
{
  FitUpgradeStep *step = data;

  g_clear_pointer (&step->refusal, g_free);
  g_clear_pointer (&step->hint, g_free);
  g_clear_pointer (&step->changes, g_ptr_array_unref);
}

/* A release that refuses the file is left out of the way. */
static gboolean
take_steps (FitUpgrade *upgrade, const FitInvocation *invocation,
            FitDiffSource *sources, FitConfiguration *from, GError **error)
{
  const FitUpgradeStep *whole = &upgrade->whole;
  guint n;
  const FitReleaseName *known = fit_releases (&n);
  const gboolean down = whole->to < whole->from;
  const gint first = MIN (whole->from, whole->to) / 100,
             latest = MAX (whole->from, whole->to) / 100;
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (FitRelease));
  g_autoptr (FitConfiguration) last = NULL;
  FitRelease reached = upgrade->whole.from;

  for (guint i = 0; i < n; i++)
    {
      const gint minor = known[i].release / 100;

      if (minor <= first || minor >= latest
          || (i + 1 < n && known[i + 1].release / 100 == minor))
        continue;
      if (down)
        g_array_prepend_val (way, known[i].release);
      else
        g_array_append_val (way, known[i].release);
    }
  g_array_append_val (way, whole->to);
  upgrade->steps = g_array_new (FALSE, TRUE, sizeof (FitUpgradeStep));
  g_array_set_clear_func (upgrade->steps, step_clear);
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    upgrade->others[side] = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < way->len; i++)
    {
      FitUpgradeStep step
          = { .from = reached, .to = g_array_index (way, FitRelease, i) };
      const FitRelease releases[] = { step.from, step.to };
      FitConfiguration *read;

      if (!take_step (&step, invocation, &sources[FIT_DIFF_RIGHT],
                      last != NULL ? last : from, &read, error))
        return FALSE;
      g_array_append_val (upgrade->steps, step);
      if (read == NULL)
        continue;
      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        {
          FitDiffSource *other = g_memdup2 (&sources[side], sizeof *other);

          other->release = fit_release_name (releases[side]);
          other->others = NULL;
          g_ptr_array_add (upgrade->others[side], other);
        }
      g_clear_pointer (&last, fit_configuration_free);
      last = read;
      reached = step.to;
    }
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    sources[side].others = upgrade->others[side];
  return TRUE;
}

gboolean
fit_upgrade_open (FitUpgrade *upgrade, const FitInvocation *invocation,
                  FitDiffSource *sources, GError **error)
{
  const gboolean through = invocation->options.through;
  g_autoptr (FitConfiguration) from = NULL, to = NULL;

  *upgrade = (FitUpgrade){ 0 };
  if (!find_releases (sources, &upgrade->whole))
    {
      upgrade->whole.to = 0;
      return !through
             || fit_fail (error, FIT_ERROR_USAGE,
                          "option --through: needs --left-release and "
                          "--right-release from 1.18 on, and the same "
                          "configuration, or none, on both sides");
    }
  if (through && invocation->options.trace != NULL)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "option --through: does not work with --trace");
  from = read_as (invocation, &sources[FIT_DIFF_LEFT], upgrade->whole.from,
                  error);
  return from != NULL
         && take_step (&upgrade->whole, invocation, &sources[FIT_DIFF_RIGHT],
                       from, &to, error)
         && (!through
             || take_steps (upgrade, invocation, sources, from, error));
}

void
fit_upgrade_clear (FitUpgrade *upgrade)
{
  step_clear (&upgrade->whole);
  g_clear_pointer (&upgrade->steps, g_array_unref);
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    g_clear_pointer (&upgrade->others[side], g_ptr_array_unref);
}

/* -- the verdict ----------------------------------------------------------- */

const FitUpgradeStep *
fit_upgrade_refused (const FitUpgrade *upgrade)
{
  if (upgrade->whole.refusal != NULL)
    return &upgrade->whole;
  for (guint i = 0; upgrade->steps != NULL && i < upgrade->steps->len; i++)
    if (g_array_index (upgrade->steps, FitUpgradeStep, i).refusal != NULL)
      return &g_array_index (upgrade->steps, FitUpgradeStep, i);
  return NULL;
}

char *
fit_upgrade_verdict (const FitUpgrade *upgrade, const FitDiff *placements,
                     const char *in_words)
{
  const FitUpgradeStep *refused = fit_upgrade_refused (upgrade);
  const char *grade = "safe";

  if (refused != NULL)
    return g_strdup_printf ("not safe: kube-scheduler %s would not start",
                            fit_release_name (refused->to));
  if (placements->n_pods == 0)
    return g_strdup_printf ("kube-scheduler %s would start, but %s",
                            fit_release_name (upgrade->whole.to), in_words);
  if (fit_diff_count_changes (placements, FIT_DIFF_STOPPED) > 0)
    grade = "not safe: pods would no longer fit";
  else if (fit_diff_count_changes (placements, FIT_DIFF_NOT_COMPARED) > 0)
    grade = "unknown";
  else if (placements->items->len > 0)
    grade = "safe, but pods would go elsewhere";
  return g_strdup_printf ("%s: %s", grade, in_words);
}

/* -- the report ------------------------------------------------------------ */

static const FitColumn change_columns[] = {
  { "profile", NULL, FIT_CELL_TEXT, 0 },
  { "setting", NULL, FIT_CELL_TEXT, 0 },
  { NULL, "SETTING", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
  { "left", "LEFT", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
  { "right", "RIGHT", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

/* People need the profile only if there are several. */
static FitTable *
changes_table (const GPtrArray *changes)
{
  FitTable *table = FIT_TABLE_NEW (change_columns);
  const char *first = NULL;
  gboolean several = FALSE;

  FIT_EACH (const FitConfigChange, change, changes)
    {
      several |= first != NULL && change->profile != NULL
                 && strcmp (first, change->profile) != 0;
      if (change->profile != NULL)
        first = change->profile;
    }
  FIT_EACH (const FitConfigChange, change, changes)
    {
      g_autofree char *full
          = several && change->profile != NULL ? g_strdup_printf (
                "%s of profile %s", change->setting, change->profile)
                                               : g_strdup (change->setting);

      FIT_TABLE_ADD (table, fit_cell_text (change->profile),
                     fit_cell_text (change->setting), fit_cell_text (full),
                     fit_cell_text (change->left),
                     fit_cell_text (change->right));
    }
  return table;
}

static const FitColumn step_columns[] = {
  { "from", "FROM", FIT_CELL_TEXT, 0 },
  { "to", "TO", FIT_CELL_TEXT, 0 },
  { "changes", "CHANGED SETTINGS", FIT_CELL_INTEGER, 0 },
  { "pods", "PODS", FIT_CELL_TEXT, 0 },
  { "refusal", "WOULD NOT START", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

static FitTable *
steps_table (const FitUpgrade *upgrade, const FitDiff *whole,
             const GPtrArray *findings)
{
  FitTable *table = FIT_TABLE_NEW (step_columns);
  guint n = 0;

  FIT_EACH_OF (const FitUpgradeStep, step, upgrade->steps)
    {
      g_autofree char *pods = NULL;

      if (step->refusal == NULL && findings != NULL)
        {
          const FitDiffFinding *found = findings->pdata[n++];
          const FitDiff *diff = found != NULL ? found->diff : whole;
          GString *out = g_string_new (NULL);

          g_string_append_printf (out, "%u same",
                                  diff->n_pods - diff->items->len);
          for (guint k = 0; k < FIT_DIFF_CHANGES; k++)
            {
              const guint count
                  = fit_diff_count_changes (diff, (FitDiffChange) k);

              if (count > 0)
                g_string_append_printf (
                    out, ", %u %s", count,
                    fit_diff_change_name ((FitDiffChange) k));
            }
          pods = g_string_free (out, FALSE);
        }
      FIT_TABLE_ADD (table, fit_cell_text (fit_release_name (step->from)),
                     fit_cell_text (fit_release_name (step->to)),
                     fit_cell_number (step->changes != NULL,
                                      step->changes != NULL
                                          ? (gint64) step->changes->len
                                          : 0),
                     fit_cell_text (pods), fit_cell_text (step->refusal));
    }
  return table;
}

FitJson *
fit_upgrade_json (const FitUpgrade *upgrade, const FitDiff *whole,
                  const GPtrArray *findings)
{
  const FitUpgradeStep *step = &upgrade->whole;
  FitJson *object = fit_json_object ();

  fit_json_set_text (object, "from", fit_release_name (step->from));
  fit_json_set_text (object, "to", fit_release_name (step->to));
  fit_json_set_text (object, "refusal", step->refusal);
  fit_json_set_text (object, "hint", step->hint);
  if (step->changes != NULL)
    fit_json_set_rows (object, "changes", changes_table (step->changes));
  if (upgrade->steps != NULL)
    fit_json_set_rows (object, "steps", steps_table (upgrade, whole, findings));
  return object;
}

void
fit_upgrade_tell (const FitUpgrade *upgrade, const FitDiff *whole,
                  const GPtrArray *findings, guint level, FitReport *report)
{
  const GPtrArray *changes = upgrade->whole.changes;

  if (changes != NULL && changes->len > 0)
    {
      fit_report_heading (report, level, "Changes of the configuration");
      fit_report_block (report,
                        fit_report_own (report, changes_table (changes)));
    }
  if (upgrade->steps != NULL)
    {
      fit_report_heading (report, level, "Release by release");
      fit_report_block (
          report,
          fit_report_own (report, steps_table (upgrade, whole, findings)));
    }
}

void
fit_upgrade_report_refused (const FitUpgrade *upgrade,
                            const FitDiffSource *sources, FitReport *report)
{
  const FitUpgradeStep *whole = &upgrade->whole;
  g_autofree char *verdict = fit_upgrade_verdict (upgrade, NULL, NULL);
  const char *name = sources[FIT_DIFF_LEFT].name;

  if (fit_report_is_data (report))
    {
      fit_json_set_boolean (report->data, "identical", FALSE);
      fit_json_set_text (report->data, "verdict", verdict);
      fit_json_set (report->data, "upgrade",
                    fit_upgrade_json (upgrade, NULL, NULL));
      return;
    }
  fit_report_say (report, "%s is read by %s, but not by %s:",
                  name != NULL ? name : "the default configuration",
                  fit_release_name (whole->from), fit_release_name (whole->to));
  fit_report_paragraph (report, whole->refusal);
  if (whole->hint != NULL)
    fit_report_say (report, "hint: %s", whole->hint);
  fit_report_gap (report);
  fit_upgrade_tell (upgrade, NULL, NULL, 2, report);
  fit_report_begin_summary (report);
  fit_report_say (report, "%s; no placements were compared", verdict);
  fit_report_end_summary (report);
}

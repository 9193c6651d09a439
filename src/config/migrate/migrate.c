/* migrate.c - the three steps of a migration: read the rules, move them to the
 * target, write them
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/migration.h"

#include "api/names.h"
#include "base/each.h"
#include "formats/source.h"
#include "formats/value-json.h"
#include "config/migrate/plan.h"
#include "config/migrate/policy-plan.h"
#include "config/migrate/readers.h"
#include "config/migrate/move.h"
#include "rules/rule.h"

#include <string.h>

/* The default release for a provider, and for a Policy that no release can
 * read. */
#define PROVIDER_RELEASE FIT_RELEASE (16, 0)
#define POLICY_RELEASE FIT_RELEASE (22, 6)

/* -- target ---------------------------------------------------------------- */

static gboolean
settle_target (FitPlan *plan, GError **error)
{
  const FitMigrationOptions *options = plan->options;
  const FitConfigVersion version = options->target_version;
  const FitRelease release = options->target_release != 0
                                 ? options->target_release
                                 : fit_config_version_newest_release (version);
  g_autofree char *versions = NULL;

  plan->target
      = (FitConfigTarget){ version, release,
                           options->target_gates != NULL
                               ? *options->target_gates
                               : fit_feature_gates_of_release (release) };
  plan->behaviour = fit_behaviour (release);
  if (version < FIT_CONFIG_V1ALPHA2)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "cannot migrate to %s of %s: it has no profiles",
                   fit_config_version_name (version),
                   fit_release_name (release));
      fit_error_add_hint (error, "the oldest target is %s, which %s reads",
                          fit_config_version_name (FIT_CONFIG_V1ALPHA2),
                          fit_release_name (fit_config_version_newest_release (
                              FIT_CONFIG_V1ALPHA2)));
      return FALSE;
    }
  if (fit_config_version_is_read_by (version, release))
    return TRUE;
  versions = fit_config_versions_text (release);
  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "%s does not read %s; it reads %s", fit_release_name (release),
               fit_config_version_name (version), versions);
  fit_error_add_hint (
      error, "%s is read by %s to %s", fit_config_version_name (version),
      fit_release_name (fit_config_version_oldest_release (version)),
      fit_release_name (fit_config_version_newest_release (version)));
  return FALSE;
}

/* -- source ---------------------------------------------------------------- */

static gboolean
read_policy (FitPlan *plan, const FitMigrationSource *source, const char *bytes,
             gsize len, GError **error)
{
  const FitMigrationSource policy
      = { .name = source->name, .bytes = bytes, .len = len };

  if (plan->from_release > FIT_POLICY_RELEASE_LAST)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "%s reads no Policy: 1.22 was the last release that did",
                     fit_release_name (plan->from_release));
  return fit_plan_read_policy (plan, &policy, error);
}

/* Reads the Policy that a v1alpha1 configuration names, from memory or from its
 * file. */
static gboolean
read_named_policy (FitPlan *plan, const FitMigrationSource *source,
                   GError **error)
{
  const FitPolicySource *named = plan->top->file->algorithm_source.policy;
  const FitLimits *limits = plan->options->limits;
  g_autoptr (FitSource) file = NULL;

  if (source->policy_bytes != NULL)
    return read_policy (plan, source, source->policy_bytes, source->policy_len,
                        error);
  if (named->file == NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
                   "%s: algorithmSource.policy names a ConfigMap, which is not "
                   "here",
                   source->name);
      fit_error_add_hint (error, "give its Policy too");
      return FALSE;
    }
  file = fit_source_open (
      named->file->path,
      (limits != NULL ? limits : fit_limits_default ())->rules_bytes, error);
  if (file == NULL)
    return fit_blame (error, "couldn't read policy config: ");
  return read_policy (plan, source, file->bytes, file->len, error);
}

static gboolean
read_configuration (FitPlan *plan, const FitMigrationSource *source,
                    GError **error)
{
  const FitConfigTarget *from, *to = &plan->target;
  const FitAlgorithmSource *named;

  if (!fit_plan_read_configuration (plan, source, error))
    return FALSE;
  from = &plan->top->target;
  if (from->version > to->version
      || (from->release > to->release && to->version < FIT_CONFIG_V1))
    return fit_fail (error, FIT_ERROR_USAGE,
                     "found %s of %s, which is newer than the target %s of %s",
                     fit_config_version_name (from->version),
                     fit_release_name (from->release),
                     fit_config_version_name (to->version),
                     fit_release_name (to->release));
  named = &plan->top->file->algorithm_source;
  if (!fit_configuration_names_policy (plan->top)
      && fit_release_has_profiles (plan->from_release))
    {
      fit_plan_from_configuration (plan);
      return TRUE;
    }
  if (!(named->policy != NULL
            ? read_named_policy (plan, source, error)
            : fit_plan_read_provider (plan, named->provider, error)))
    return FALSE;
  fit_plan_add_file (plan);
  return TRUE;
}

static gboolean
read_source (FitPlan *plan, const FitMigrationSource *source, GError **error)
{
  switch (source->kind)
    {
    case FIT_MIGRATION_PROVIDER:
      return fit_plan_read_provider (plan, source->name, error);
    case FIT_MIGRATION_CONFIGURATION:
      return read_configuration (plan, source, error);
    case FIT_MIGRATION_POLICY:
    default:
      return read_policy (plan, source, source->bytes, source->len, error);
    }
}

/* -- which release reads it ------------------------------------------------ */

/* The release to use if none was requested: the newest one that reads the
 * source, or if there is none, one that reports the error well. */
static FitRelease
choose_reader (const FitPlan *plan, const FitMigrationSource *source,
               const GPtrArray *readers)
{
  const gboolean is_policy = source->kind == FIT_MIGRATION_POLICY;
  const FitReader *newest
      = fit_readers_newest (readers, is_policy ? 0 : plan->target.release);
  FitConfigVersion version;

  if (newest == NULL)
    newest = fit_readers_newest (readers, fit_release_newest ());
  if (newest == NULL)
    newest = fit_readers_newest (readers, 0);
  if (newest != NULL)
    return newest->release;
  if (is_policy)
    return POLICY_RELEASE;
  version = fit_migration_source_version (source);
  return version == FIT_CONFIG_VERSION_LAST
                 || fit_config_version_is_read_by (version,
                                                   plan->target.release)
             ? plan->target.release
             : fit_config_version_newest_release (version);
}

/* @out_readers: (nullable): the releases to choose from */
static gboolean
settle_source (FitPlan *plan, const FitMigrationSource *source,
               GPtrArray **out_readers, GError **error)
{
  const FitRelease given = plan->options->from_release;
  FitMigrationOptions how;

  plan->from_release = given;
  /* Before 1.18 only the minor release matters; configurations are read by
   * fit_releases(). */
  if (given != 0 && !fit_release_has_profiles (given)
      && source->kind == FIT_MIGRATION_CONFIGURATION)
    {
      g_autofree char *line = g_strdup_printf ("1.%d", given / 100);

      return fit_release_parse (line, &plan->from_release, error);
    }
  if (given != 0)
    return TRUE;
  if (source->kind == FIT_MIGRATION_PROVIDER)
    {
      plan->from_release = PROVIDER_RELEASE;
      return TRUE;
    }
  /* In-tree plugins show which releases a file is for. */
  how = *plan->options;
  how.only_out_of_tree = TRUE;
  *out_readers = fit_readers_new (source, &how);
  plan->from_release = choose_reader (plan, source, *out_readers);
  return TRUE;
}

/* -- the migration --------------------------------------------------------- */

/* Fills in the plugin's final weight. */
static void
complete_weight (const FitPlanProfile *profile, FitMigrationNote *note)
{
  if (!fit_plan_has (profile, FIT_POINT_SCORE, note->plugin)
      || !fit_points_have (note->points, FIT_POINT_SCORE))
    return;
  note->weight_after = fit_plan_weight (profile, note->plugin);
  if (note->kind != FIT_MIGRATION_CARRIED || note->weight_before == 0
      || note->weight_before == note->weight_after)
    return;
  note->kind = FIT_MIGRATION_CHANGED;
  note->message = note->weight_before > G_MAXINT32
                      ? "a weight has only 32 bits"
                      : "several entries became one plugin with one weight";
}

/* Fills in the plugin's arguments, which may be as long as the source, only in
 * the first note about it.  @told: plugins of the profile whose arguments were
 * already added */
static void
complete_args (const FitPlanProfile *profile, GHashTable *told,
               FitMigrationNote *note)
{
  const FitValue *args;
  g_autofree char *json = NULL;

  if (note->args != NULL || note->path == NULL
      || fit_plan_args (profile, note->plugin) == NULL
      || !g_hash_table_add (told, (gpointer) note->plugin))
    return;
  args = fit_write_wanted_args (profile, note->plugin);
  if (args == NULL || args->n == 0)
    return;
  json = fit_value_to_json (args, NULL, NULL);
  note->args = fit_arena_strdup (profile->plan->arena, json);
}

/* Is it the shape of the example: no points for nothing in use, all of them for all? */
static gboolean
is_plain_ratio (const FitCapacityRatioArgument *ratio)
{
  const FitUtilizationPoint *points = ratio->shape.points;

  return ratio->resources.n == 0 && ratio->shape.n == 2
         && points[0].utilization == 0 && points[0].score == 0
         && points[1].utilization == 100 && points[1].score == FIT_MAX_PRIORITY;
}

/* The rule that the priority of @note is; NULL for anything else. */
static const FitRule *
find_priority (const FitMigrationNote *note)
{
  const FitPolicyEntry *entry = note->entry;

  if (entry != NULL && entry->kind != FIT_NAME_PRIORITY)
    return NULL;
  if (entry != NULL && fit_policy_has_argument (entry))
    return fit_rule_of_argument (TRUE, entry->written->members);
  return note->name != NULL ? fit_rule_of_priority (note->name) : NULL;
}

/* What is known of the order of nodes by the plugin that a priority became and that
 * scores.  It is about the formulas with points up to 10: from 1.17 on, plugins
 * have those of the priorities. */
static void
note_order (const FitPlan *plan, FitMigrationNote *note)
{
  const FitPolicyEntry *entry = note->entry;
  const FitRulePolicy *written = entry != NULL ? entry->written : NULL;
  const FitRule *rule = find_priority (note);

  if (plan->from_release >= FIT_RELEASE (17, 0) || rule == NULL
      || rule->orders == NULL || note->weight_after == 0
      || !fit_points_have (note->points, FIT_POINT_SCORE)
      || (written != NULL
          && written->members & FIT_PRIORITY_ARGUMENT_SERVICE_ANTI_AFFINITY
          && !fit_is_qualified_name (written->anti_affinity_label))
      || (written != NULL && written->ratio.shape.n > 0
          && !is_plain_ratio (&written->ratio)))
    return;
  for (const FitRuleOrder *order = rule->orders;
       note->order == NULL && (order->alike != NULL || order->unlike != NULL);
       order++)
    if (order->plugin == NULL || strcmp (order->plugin, note->plugin) == 0)
      note->order = order;
}

static FitMigration *
finish (FitPlan *plan, GError **error)
{
  g_autofree char *yaml = fit_move_write (plan);
  FitConfiguration *configuration = fit_move_read_back (plan, yaml, error);
  FitMigration *migration;

  if (configuration == NULL)
    return NULL;
  migration = g_new0 (FitMigration, 1);
  migration->yaml_len = strlen (yaml);
  migration->yaml = g_steal_pointer (&yaml);
  migration->arena = fit_arena_new ();
  migration->notes = fit_plan_list_notes (plan, migration->arena);
  for (guint i = 0; i < migration->notes->len; i++)
    migration->lost
        |= g_array_index (migration->notes, FitMigrationNote, i).kind
           == FIT_MIGRATION_LOST;
  migration->from_release = plan->from_release;
  migration->target_version = plan->target.version;
  migration->target_release = plan->target.release;
  migration->configuration = configuration;
  if (plan->top != NULL)
    migration->warnings = g_ptr_array_ref (plan->top->warnings);
  return migration;
}

FitMigration *
fit_migrate (const FitMigrationSource *source,
             const FitMigrationOptions *options, GError **error)
{
  g_autoptr (FitPlan) plan = fit_plan_new (options);
  g_autoptr (GPtrArray) readers = NULL;
  g_autofree char *kept = NULL;
  FitConfigurationOptions defaults = { 0 };
  FitMigration *migration;
  const char *spread;

  if (!settle_target (plan, error))
    return NULL;
  defaults.release = plan->target.release;
  defaults.gates = &plan->target.gates;
  plan->defaults
      = fit_configuration_default (plan->target.version, &defaults, error);
  if (plan->defaults == NULL || !settle_source (plan, source, &readers, error)
      || !read_source (plan, source, error))
    return NULL;
  spread = fit_rule_with_setting (FIT_SETTING_SPREADING)->name;
  /* The source's gate determines the default constraints, so they are
   * arguments from now on. */
  if (plan->from == NULL && fit_plan_has_any (plan->profile, spread))
    fit_plan_need_args (plan->profile, spread);
  plan->form = plan->target;
  FIT_EACH (FitPlanProfile, profile, plan->profiles)
    {
      fit_move_profile (profile);
      if (profile->defaults != 0 && !plan->options->exact)
        fit_move_take_defaults (profile);
    }
  if (plan->top != NULL)
    fit_plan_note_file (plan);
  if (plan->from != NULL)
    fit_move_note_fields (plan);
  fit_move_note_rest (plan);
  for (guint i = 0; i < plan->profiles->len; i++)
    {
      /* Fills in the final weights and arguments of all notes. */
      const FitPlanProfile *profile = plan->profiles->pdata[i];
      g_autoptr (GHashTable) told = g_hash_table_new (g_str_hash, g_str_equal);

      for (const GList *place = profile->notes.head; place != NULL;
           place = place->next)
        {
          FitMigrationNote *note = place->data;

          if (note->plugin == NULL)
            continue;
          complete_weight (profile, note);
          complete_args (profile, told, note);
          note_order (plan, note);
        }
    }
  if (options->keep_lost_url != NULL && plan->policy != NULL)
    kept = fit_move_keep_lost (plan);
  migration = finish (plan, error);
  if (migration == NULL)
    return NULL;
  migration->readers = g_steal_pointer (&readers);
  migration->kept_policy = g_steal_pointer (&kept);
  return migration;
}

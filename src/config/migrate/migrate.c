/* migrate.c - the three steps of a migration: read the rules, move them to the target, write them */
#include "config/migrate/migration.h"

#include "base/source.h"
#include "base/value-json.h"
#include "config/migrate/config-plan.h"
#include "config/migrate/policy-plan.h"
#include "config/migrate/readers.h"
#include "config/migrate/move.h"

#include <string.h>

/* The default release for a provider, and for a Policy that no release can
 * read. */
#define PROVIDER_RELEASE FIT_RELEASE (16, 0)
#define POLICY_RELEASE FIT_RELEASE (22, 6)

/* The state of a migration. */
typedef struct
{
  const FitMigrationSource *source;
  const FitMigrationOptions *options;
  FitPlan *plan;
  FitConfiguration *from; /* (nullable): owned */
  FitConfigTarget target;
  FitRelease from_release; /* the release that reads the source */
  GPtrArray *readers;      /* (nullable) owned: the releases to choose from */
} Work;

/* -- target ---------------------------------------------------------------- */

static gboolean
settle_target (Work *work, GError **error)
{
  const FitMigrationOptions *options = work->options;
  const FitConfigVersion version = options->target_version;
  const FitRelease release = options->target_release != 0
                                 ? options->target_release
                                 : fit_config_version_newest_release (version);
  g_autofree char *versions = NULL;

  work->target
      = (FitConfigTarget){ version, release,
                           options->target_gates != NULL
                               ? *options->target_gates
                               : fit_feature_gates_of_release (release) };
  work->plan->to_release = release;
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

/* -- sources --------------------------------------------------------------- */

static gboolean
read_policy (Work *work, const char *bytes, gsize len, GError **error)
{
  const FitMigrationSource policy
      = { .name = work->source->name, .bytes = bytes, .len = len };

  if (work->from_release > FIT_POLICY_RELEASE_LAST)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "%s reads no Policy: 1.22 was the last release that did",
                     fit_release_name (work->from_release));
  return fit_plan_read_policy (work->plan, &policy, work->options,
                               work->from_release, error);
}

static gboolean
read_provider (Work *work, const char *provider, GError **error)
{
  const FitRelease release = work->from_release;
  g_auto (FitPolicyOutcome) outcome = { 0 };
  FitPolicyRules rules;

  fit_policy_outcome_init (&outcome);
  work->plan->from_release = release;
  work->plan->scheduler_name = work->options->scheduler_name;
  return fit_policy_rules_init (&rules, release, work->options->from_gates,
                                error)
         && fit_plan_from_provider (work->plan, provider, &rules, &outcome,
                                    error);
}

/* -- configurations -------------------------------------------------------- */

/* Reads the Policy that a v1alpha1 configuration names, from memory or from its
 * file. */
static gboolean
read_named_policy (Work *work, GError **error)
{
  const FitPolicySource *named = work->from->file->algorithm_source.policy;
  const FitLimits *limits = work->options->limits;
  g_autoptr (FitSource) file = NULL;

  if (work->source->policy_bytes != NULL)
    return read_policy (work, work->source->policy_bytes,
                        work->source->policy_len, error);
  if (named->file == NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
                   "%s: algorithmSource.policy names a ConfigMap, which is not "
                   "here",
                   work->source->name);
      fit_error_add_hint (error, "give its Policy too");
      return FALSE;
    }
  file = fit_source_open (
      named->file->path,
      (limits != NULL ? limits : fit_limits_default ())->rules_bytes, error);
  if (file == NULL)
    {
      g_prefix_error (error, "couldn't read policy config: ");
      return FALSE;
    }
  return read_policy (work, file->bytes, file->len, error);
}

static gboolean
read_configuration (Work *work, GError **error)
{
  const FitConfigTarget *from;
  const FitAlgorithmSource *named;

  work->from = fit_migration_read_configuration (work->source, work->options,
                                                 work->from_release, error);
  if (work->from == NULL)
    return FALSE;
  from = &work->from->target;
  if (from->version > work->target.version
      || from->release > work->target.release)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "found %s of %s, which is newer than the target %s of %s",
                     fit_config_version_name (from->version),
                     fit_release_name (from->release),
                     fit_config_version_name (work->target.version),
                     fit_release_name (work->target.release));
  named = &work->from->file->algorithm_source;
  if (!fit_configuration_names_policy (work->from)
      && fit_release_has_profiles (work->from_release))
    {
      work->plan->from_release = work->from_release;
      fit_plan_from_configuration (work->plan, work->from);
      return TRUE;
    }
  if (!(named->policy != NULL ? read_named_policy (work, error)
                              : read_provider (work, named->provider, error)))
    return FALSE;
  fit_plan_add_file (work->plan, work->plan->profiles->pdata[0], work->from);
  return TRUE;
}

static gboolean
read_source (Work *work, GError **error)
{
  switch (work->source->kind)
    {
    case FIT_MIGRATION_PROVIDER:
      return read_provider (work, work->source->name, error);
    case FIT_MIGRATION_CONFIGURATION:
      return read_configuration (work, error);
    case FIT_MIGRATION_POLICY:
    default:
      return read_policy (work, work->source->bytes, work->source->len, error);
    }
}

/* -- which release reads it ------------------------------------------------ */

/* The release to use if none was requested: the newest one that reads the
 * source, or if there is none, one that reports the error well. */
static FitRelease
choose_reader (const Work *work)
{
  const gboolean is_policy = work->source->kind == FIT_MIGRATION_POLICY;
  const FitReader *newest = fit_readers_newest (
      work->readers, is_policy ? 0 : work->target.release);
  FitConfigVersion version;

  if (newest == NULL)
    newest = fit_readers_newest (work->readers, 0);
  if (newest != NULL)
    return newest->release;
  if (is_policy)
    return POLICY_RELEASE;
  version = fit_migration_source_version (work->source);
  return version == FIT_CONFIG_VERSION_LAST
                 || fit_config_version_is_read_by (version,
                                                   work->target.release)
             ? work->target.release
             : fit_config_version_newest_release (version);
}

static gboolean
settle_source (Work *work, GError **error)
{
  const FitRelease given = work->options->from_release;
  FitMigrationOptions how;

  work->from_release = given;
  /* Before 1.18 only the minor release matters; configurations are read by
   * fit_releases(). */
  if (given != 0 && !fit_release_has_profiles (given)
      && work->source->kind == FIT_MIGRATION_CONFIGURATION)
    {
      g_autofree char *line = g_strdup_printf ("1.%d", given / 100);

      return fit_release_parse (line, &work->from_release, error);
    }
  if (given != 0)
    return TRUE;
  if (work->source->kind == FIT_MIGRATION_PROVIDER)
    {
      work->from_release = PROVIDER_RELEASE;
      return TRUE;
    }
  /* In-tree plugins show which releases a file is for. */
  how = *work->options;
  how.only_out_of_tree = TRUE;
  work->readers = fit_readers_new (work->source, &how);
  work->from_release = choose_reader (work);
  return TRUE;
}

/* -- the migration --------------------------------------------------------- */

/* Fills in the plugin's final weight. */
static void
complete_weight (const FitPlanProfile *profile, FitMigrationNote *note)
{
  if (!fit_plan_has (profile, FIT_POINT_SCORE, note->plugin)
      || (note->points >> FIT_POINT_SCORE & 1u) == 0)
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
complete_args (FitMove *move, const FitPlanProfile *profile, GHashTable *told,
               FitMigrationNote *note)
{
  const FitValue *args;
  g_autofree char *json = NULL;

  if (note->args != NULL || note->path == NULL
      || fit_plan_args (profile, note->plugin) == NULL
      || !g_hash_table_add (told, (gpointer) note->plugin))
    return;
  args = fit_write_wanted_args (move, profile, note->plugin);
  if (args == NULL || args->n == 0)
    return;
  json = fit_value_to_json (args, NULL, NULL);
  note->args = fit_arena_strdup (move->plan->arena, json);
}

/* Fills in the final weights and arguments of all notes. */
static void
complete_notes (FitMove *move, const FitPlanProfile *profile)
{
  g_autoptr (GHashTable) told = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < profile->notes->len; i++)
    {
      FitMigrationNote *note = ((GList *) profile->notes->pdata[i])->data;

      if (note->plugin == NULL)
        continue;
      complete_weight (profile, note);
      complete_args (move, profile, told, note);
    }
}

static void
move_profiles (Work *work, FitMove *move)
{
  for (guint i = 0; i < work->plan->profiles->len; i++)
    {
      FitPlanProfile *profile = work->plan->profiles->pdata[i];

      fit_move_profile (move, profile);
      if (profile->defaults != 0 && !work->options->exact)
        fit_move_take_defaults (move, profile);
    }
  if (work->plan->top != NULL)
    fit_plan_note_file (work->plan, &work->target);
  fit_move_note_rest (move);
  for (guint i = 0; i < work->plan->profiles->len; i++)
    complete_notes (move, work->plan->profiles->pdata[i]);
}

static FitMigration *
finish (Work *work, FitMove *move, GError **error)
{
  g_autofree char *yaml = fit_move_write (move);
  FitConfiguration *configuration = fit_move_read_back (move, yaml, error);
  FitMigration *migration;

  if (configuration == NULL)
    return NULL;
  migration = g_new0 (FitMigration, 1);
  migration->yaml_len = strlen (yaml);
  migration->yaml = g_steal_pointer (&yaml);
  migration->arena = fit_arena_new ();
  migration->notes = fit_plan_list_notes (work->plan, migration->arena);
  for (guint i = 0; i < migration->notes->len; i++)
    migration->lost
        |= g_array_index (migration->notes, FitMigrationNote, i).kind
           == FIT_MIGRATION_LOST;
  migration->from_release = work->plan->from_release;
  migration->readers = g_steal_pointer (&work->readers);
  migration->target_version = work->target.version;
  migration->target_release = work->target.release;
  migration->configuration = configuration;
  if (work->from != NULL)
    migration->warnings = g_ptr_array_ref (work->from->warnings);
  return migration;
}

static FitMigration *
run (Work *work, GError **error)
{
  FitMove move = { .plan = work->plan,
                   .options = work->options,
                   .target = work->target,
                   .behaviour = fit_behaviour (work->target.release) };
  const FitConfigurationOptions options
      = { .release = work->target.release, .gates = &work->target.gates };
  g_autoptr (FitConfiguration) defaults
      = fit_configuration_default (work->target.version, &options, error);

  if (defaults == NULL || !settle_source (work, error)
      || !read_source (work, error))
    return NULL;
  move.defaults = defaults;
  move_profiles (work, &move);
  return finish (work, &move, error);
}

FitMigration *
fit_migrate (const FitMigrationSource *source,
             const FitMigrationOptions *options, GError **error)
{
  g_autoptr (FitPlan) plan = fit_plan_new ();
  Work work = { .source = source, .options = options, .plan = plan };
  FitMigration *migration
      = settle_target (&work, error) ? run (&work, error) : NULL;

  fit_configuration_free (work.from);
  g_clear_pointer (&work.readers, g_ptr_array_unref);
  return migration;
}

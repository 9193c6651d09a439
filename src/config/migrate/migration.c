/* migration.c - the result of a migration, and the names in it
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/migration.h"

#include "api/avoid-pods.h"
#include "base/each.h"

static const char *const kind_names[] = {
  [FIT_MIGRATION_CARRIED] = "carried",
  [FIT_MIGRATION_CHANGED] = "changed",
  [FIT_MIGRATION_DEFAULTS] = "defaults",
  [FIT_MIGRATION_OUT_OF_TREE] = "outOfTree",
  [FIT_MIGRATION_ADDED] = "added",
  [FIT_MIGRATION_DROPPED] = "dropped",
  [FIT_MIGRATION_CONDITIONAL] = "conditional",
  [FIT_MIGRATION_KEPT] = "kept",
  [FIT_MIGRATION_LOST] = "lost",
  [FIT_MIGRATION_ARITHMETIC] = "arithmetic",
  [FIT_MIGRATION_EXTENDER] = "extender",
  [FIT_MIGRATION_DECIDE] = "decide",
};

const char *
fit_migration_kind_name (FitMigrationKind kind)
{
  return kind_names[kind];
}

void
fit_migration_free (FitMigration *migration)
{
  if (migration == NULL)
    return;
  g_free (migration->yaml);
  g_free (migration->kept_policy);
  g_clear_pointer (&migration->notes, g_array_unref);
  fit_arena_free (migration->arena);
  g_clear_pointer (&migration->readers, g_ptr_array_unref);
  g_clear_pointer (&migration->warnings, g_ptr_array_unref);
  fit_configuration_free (migration->configuration);
  g_free (migration);
}

gboolean
fit_migration_release_parse (const char *text, FitRelease *out_release,
                             GError **error)
{
  gint minor;
  gint patch;

  if (fit_legacy_release_parse (text, out_release, NULL))
    return TRUE;
  if (!fit_release_split (text, &minor, &patch)
      || fit_release_has_profiles (FIT_RELEASE (minor, 0)))
    return fit_release_parse (text, out_release, error);
  if (!fit_release_is_legacy (FIT_RELEASE (minor, 0)))
    {
      *out_release = FIT_RELEASE (minor, 0);
      return TRUE;
    }
  return fit_fail (error, FIT_ERROR_USAGE,
                   "unknown release %s; the oldest known release is %s", text,
                   fit_legacy_release_name (FIT_RELEASE_OLDEST));
}

void
fit_migration_settle_avoidance (FitMigration *migration, guint n_nodes,
                                guint n_avoided)
{
  FIT_EACH_OF (FitMigrationNote, note, migration->notes)
    {
      if (note->kind != FIT_MIGRATION_CONDITIONAL)
        continue;
      note->kind = n_avoided == 0 ? FIT_MIGRATION_DROPPED : FIT_MIGRATION_LOST;
      note->message = n_avoided == 0
                          ? "no node of the cluster carries the "
                            "annotation " FIT_ANNOTATION_PREFER_AVOID_PODS
                          : fit_arena_printf (
                              migration->arena,
                              "%u of %u nodes have the "
                              "annotation " FIT_ANNOTATION_PREFER_AVOID_PODS
                              ", which the target ignores: taint them instead",
                              n_avoided, n_nodes);
      migration->lost = migration->lost || n_avoided > 0;
    }
}

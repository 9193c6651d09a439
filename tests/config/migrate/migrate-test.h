/* migrate-test.h - what the tests of migrations share
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/config/config-test.h"

#include "config/migrate/migration.h"

#define POLICY(rest) "kind: Policy\napiVersion: v1\n" rest

/* A migration, as a row of a table. */
typedef struct
{
  FitMigrationSourceKind kind;
  const char *text;   /* or the name of a provider */
  const char *from;   /* (nullable) release */
  const char *gates;  /* (nullable) feature gates of @from */
  const char *to;     /* version */
  const char *target; /* (nullable) release */
  gboolean exact;
  gboolean full;
} MigrateRow;

static inline FitMigration *
try_migrate (const MigrateRow *row, GError **error)
{
  const gboolean provider = row->kind == FIT_MIGRATION_PROVIDER;
  const FitMigrationSource source = { .kind = row->kind,
                                      .name = provider ? row->text : "source",
                                      .bytes = provider ? NULL : row->text,
                                      .len = strlen (row->text) };
  FitMigrationOptions options
      = { .exact = row->exact, .full = row->full, .from_gates = row->gates };

  assert_true (
      fit_config_version_parse (row->to, &options.target_version, NULL));
  if (row->from != NULL)
    assert_true (
        fit_migration_release_parse (row->from, &options.from_release, NULL));
  if (row->target != NULL)
    options.target_release = release_of (row->target);
  return fit_migrate (&source, &options, error);
}

/* Only scores, of nodes or placements, have a weight. */
static inline void
check_weights (const FitMigration *migration)
{
  for (guint i = 0; i < migration->notes->len; i++)
    {
      const FitMigrationNote *note
          = &g_array_index (migration->notes, FitMigrationNote, i);

      if (note->points != 0 && (note->points & FIT_POINTS_WITH_WEIGHTS) == 0)
        assert_int_equal (note->weight_before, 0);
    }
}

static inline FitMigration *
migrate (const MigrateRow *row)
{
  g_autoptr (GError) error = NULL;
  FitMigration *migration = try_migrate (row, &error);

  if (migration == NULL)
    fail_msg ("%s\nto %s of %s: %s", row->text, row->to,
              row->target != NULL ? row->target : "the newest", error->message);
  check_weights (migration);
  return migration;
}

/* What is written for a Policy, as the newest release that reads it does. */
static inline FitMigration *
migrate_policy (const char *text, const char *to, const char *target)
{
  const MigrateRow row = {
    .kind = FIT_MIGRATION_POLICY, .text = text, .to = to, .target = target
  };

  return migrate (&row);
}

/* The first note of that kind about that name; (nullable) */
static inline const FitMigrationNote *
find_note (const FitMigration *migration, FitMigrationKind kind,
           const char *name)
{
  for (guint i = 0; i < migration->notes->len; i++)
    {
      const FitMigrationNote *note
          = &g_array_index (migration->notes, FitMigrationNote, i);

      if (note->kind == kind && g_strcmp0 (note->name, name) == 0)
        return note;
    }
  return NULL;
}

/* The same, which has to be there. */
static inline const FitMigrationNote *
need_note (const FitMigration *migration, FitMigrationKind kind,
           const char *name)
{
  const FitMigrationNote *note = find_note (migration, kind, name);

  if (note == NULL)
    fail_msg ("no note %s about %s for\n%s", fit_migration_kind_name (kind),
              name != NULL ? name : "nothing", migration->yaml);
  return note;
}

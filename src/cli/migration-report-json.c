/* migration-report-json.c - the report as JSON, with all notes unchanged */
#include "cli/migration-report-private.h"
#include "base/secrets.h"
#include "cli/output.h"
#include "cli/readers-table.h"

enum
{
  NOTE_KIND,
  NOTE_PATH,
  NOTE_NAME,
  NOTE_PROFILE,
  NOTE_PLUGIN,
  NOTE_POINTS,
  NOTE_WEIGHT_BEFORE,
  NOTE_WEIGHT_AFTER,
  NOTE_ARGS,
  NOTE_MESSAGE,
  NOTE_SINCE,
};

static const FitColumn note_columns[] = {
  [NOTE_KIND] = { "kind", NULL, FIT_CELL_TEXT, 0 },
  [NOTE_PATH] = { "path", NULL, FIT_CELL_TEXT, 0 },
  [NOTE_NAME] = { "name", NULL, FIT_CELL_TEXT, 0 },
  [NOTE_PROFILE] = { "profile", NULL, FIT_CELL_TEXT, 0 },
  [NOTE_PLUGIN] = { "plugin", NULL, FIT_CELL_TEXT, 0 },
  [NOTE_POINTS] = { "points", NULL, FIT_CELL_TEXTS, 0 },
  [NOTE_WEIGHT_BEFORE] = { "weightBefore", NULL, FIT_CELL_INTEGER, 0 },
  [NOTE_WEIGHT_AFTER] = { "weightAfter", NULL, FIT_CELL_INTEGER, 0 },
  [NOTE_ARGS] = { "args", NULL, FIT_CELL_JSON, 0 },
  [NOTE_MESSAGE] = { "message", NULL, FIT_CELL_TEXT, 0 },
  [NOTE_SINCE] = { "since", NULL, FIT_CELL_TEXT, 0 },
};

enum
{
  ARGUMENTS_PROFILE,
  ARGUMENTS_PLUGIN,
  ARGUMENTS_ARGS,
};

static const FitColumn arguments_columns[] = {
  [ARGUMENTS_PROFILE] = { "profile", NULL, FIT_CELL_TEXT, 0 },
  [ARGUMENTS_PLUGIN] = { "plugin", NULL, FIT_CELL_TEXT, 0 },
  [ARGUMENTS_ARGS] = { "args", NULL, FIT_CELL_JSON, 0 },
};

enum
{
  SOURCE_NAME,
  SOURCE_TYPE,
  SOURCE_RELEASE,
  SOURCE_READ_BY,
};

static const FitColumn source_columns[] = {
  [SOURCE_NAME] = { "name", NULL, FIT_CELL_TEXT, 0 },
  [SOURCE_TYPE] = { "type", NULL, FIT_CELL_TEXT, 0 },
  [SOURCE_RELEASE] = { "release", NULL, FIT_CELL_TEXT, 0 },
  [SOURCE_READ_BY] = { "readBy", NULL, FIT_CELL_TABLE, 0 },
};

enum
{
  TARGET_VERSION,
  TARGET_RELEASE,
};

static const FitColumn target_columns[] = {
  [TARGET_VERSION] = { "configVersion", NULL, FIT_CELL_TEXT, 0 },
  [TARGET_RELEASE] = { "release", NULL, FIT_CELL_TEXT, 0 },
};

enum
{
  MEMBER_SOURCE,
  MEMBER_TARGET,
  MEMBER_LOST,
  MEMBER_ITEMS,
  MEMBER_ARGUMENTS,
  MEMBER_CONFIGURATION,
  MEMBER_VERIFICATION,
  MEMBER_COVERAGE,
};

static const FitColumn member_columns[] = {
  [MEMBER_SOURCE] = { "source", NULL, FIT_CELL_RECORD, 0 },
  [MEMBER_TARGET] = { "target", NULL, FIT_CELL_RECORD, 0 },
  [MEMBER_LOST] = { "lost", NULL, FIT_CELL_BOOLEAN, 0 },
  [MEMBER_ITEMS] = { "items", NULL, FIT_CELL_TABLE, 0 },
  [MEMBER_ARGUMENTS] = { "arguments", NULL, FIT_CELL_TABLE, 0 },
  [MEMBER_CONFIGURATION] = { "configuration", NULL, FIT_CELL_TEXT, 0 },
  [MEMBER_VERIFICATION] = { "verification", NULL, FIT_CELL_RECORD, 0 },
  [MEMBER_COVERAGE] = { "coverage", NULL, FIT_CELL_RECORD, 0 },
};

enum
{
  COVERAGE_GENERATED,
  COVERAGE_NODES,
  COVERAGE_SOURCE,
  COVERAGE_TARGET,
};

static const FitColumn coverage_columns[] = {
  [COVERAGE_GENERATED] = { "generated", NULL, FIT_CELL_BOOLEAN, 0 },
  [COVERAGE_NODES] = { "nodes", NULL, FIT_CELL_INTEGER, 0 },
  [COVERAGE_SOURCE] = { "source", NULL, FIT_CELL_RECORD, 0 },
  [COVERAGE_TARGET] = { "target", NULL, FIT_CELL_RECORD, 0 },
};

static void
set_points (FitTable *table, const FitMigrationNote *note)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < FIT_PROFILE_SET_LAST; i++)
    if (note->points & 1u << i)
      g_ptr_array_add (names, (gpointer) fit_profile_point_info (i)->name);
  fit_table_set_texts (table, NOTE_POINTS, names);
}

static void
add_note (FitTable *table, const FitMigrationNote *note)
{
  g_autofree char *since
      = note->since != 0 ? fit_report_since (note->since) : NULL;

  fit_table_add_row (table);
  fit_table_set_text (table, NOTE_KIND, fit_migration_kind_name (note->kind));
  fit_table_set_text (table, NOTE_PATH, note->path);
  fit_table_set_text (table, NOTE_NAME, note->name);
  fit_table_set_text (table, NOTE_PROFILE, note->profile);
  fit_table_set_text (table, NOTE_PLUGIN, note->plugin);
  set_points (table, note);
  if (note->weight_before != 0)
    fit_table_set_integer (table, NOTE_WEIGHT_BEFORE, note->weight_before);
  if (note->weight_after != 0)
    fit_table_set_integer (table, NOTE_WEIGHT_AFTER, note->weight_after);
  fit_table_set_text (table, NOTE_ARGS, note->args);
  fit_table_set_text (table, NOTE_MESSAGE, note->message);
  fit_table_set_text (table, NOTE_SINCE, since);
}

static FitTable *
arguments_table (const FitMigration *migration)
{
  FitTable *table = FIT_TABLE_NEW (arguments_columns);
  g_autoptr (GPtrArray) notes = fit_report_arguments (migration);

  for (guint i = 0; i < notes->len; i++)
    {
      const FitMigrationNote *note = notes->pdata[i];

      fit_table_add_row (table);
      fit_table_set_text (table, ARGUMENTS_PROFILE, note->profile);
      fit_table_set_text (table, ARGUMENTS_PLUGIN, note->plugin);
      fit_table_set_text (table, ARGUMENTS_ARGS, note->args);
    }
  return table;
}

static FitTable *
source_record (const FitMigrationReport *report)
{
  FitTable *record = FIT_TABLE_NEW (source_columns);
  g_autofree char *release
      = fit_report_release_name (report->migration->from_release);

  fit_table_add_row (record);
  fit_table_set_text (record, SOURCE_NAME, report->source);
  fit_table_set_text (record, SOURCE_TYPE, report->source_type);
  fit_table_set_text (record, SOURCE_RELEASE, release);
  if (report->migration->readers != NULL)
    fit_table_set_table (record, SOURCE_READ_BY,
                         fit_readers_table (report->migration->readers));
  return record;
}

static FitTable *
target_record (const FitMigration *migration)
{
  FitTable *record = FIT_TABLE_NEW (target_columns);
  g_autofree char *release
      = fit_report_release_name (migration->target_release);

  fit_table_add_row (record);
  fit_table_set_text (record, TARGET_VERSION,
                      fit_config_version_name (migration->target_version));
  fit_table_set_text (record, TARGET_RELEASE, release);
  return record;
}

static FitTable *
coverage_record (const FitDiffFinding *finding)
{
  FitTable *record = FIT_TABLE_NEW (coverage_columns);

  fit_table_add_row (record);
  fit_table_set_boolean (record, COVERAGE_GENERATED, finding->generated);
  fit_table_set_integer (record, COVERAGE_NODES, finding->n_nodes);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    fit_table_set_table (record, COVERAGE_SOURCE + i,
                         fit_coverage_record (finding->coverage[i]));
  return record;
}

static char *
hide_all (const char *value)
{
  return g_strdup ("\"" FIT_SECRET "\"");
}

/* Fields of the configuration with secrets; it has one field per line. */
static const struct
{
  const char *field;
  char *(*hide) (const char *value);
} secret_fields[] = {
  { "urlPrefix: ", fit_url_hide },
  { "certData: ", hide_all },
  { "keyData: ", hide_all },
  { "caData: ", hide_all },
};

/* Returns: (transfer full): @yaml with secrets hidden */
static char *
hide_secrets (const char *yaml)
{
  g_auto (GStrv) lines = g_strsplit (yaml, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    for (guint f = 0; f < G_N_ELEMENTS (secret_fields); f++)
      {
        const char *field = strstr (lines[i], secret_fields[f].field);
        g_autofree char *value = NULL;
        char *line;

        if (field == NULL)
          continue;
        field += strlen (secret_fields[f].field);
        value = secret_fields[f].hide (field);
        line = g_strdup_printf ("%.*s%s", (int) (field - lines[i]), lines[i],
                                value);
        g_free (lines[i]);
        lines[i] = line;
      }
  return g_strjoinv ("\n", lines);
}

void
fit_report_append_json (const FitMigrationReport *report, GString *out)
{
  const FitMigration *migration = report->migration;
  g_autoptr (FitTable) record = FIT_TABLE_NEW (member_columns);
  FitTable *items = FIT_TABLE_NEW (note_columns);
  g_autofree char *yaml = hide_secrets (migration->yaml);

  for (guint i = 0; i < migration->notes->len; i++)
    add_note (items, &g_array_index (migration->notes, FitMigrationNote, i));
  fit_table_add_row (record);
  fit_table_set_table (record, MEMBER_SOURCE, source_record (report));
  fit_table_set_table (record, MEMBER_TARGET, target_record (migration));
  fit_table_set_boolean (record, MEMBER_LOST, migration->lost);
  fit_table_set_table (record, MEMBER_ITEMS, items);
  fit_table_set_table (record, MEMBER_ARGUMENTS, arguments_table (migration));
  fit_table_set_text (record, MEMBER_CONFIGURATION, yaml);
  if (report->finding != NULL)
    {
      g_auto (FitDiffReport) verification = { 0 };

      fit_diff_report_init (&verification, report->finding);
      fit_table_set_table (record, MEMBER_VERIFICATION,
                           g_steal_pointer (&verification.record));
      fit_table_set_table (record, MEMBER_COVERAGE,
                           coverage_record (report->finding));
    }
  fit_output_append (&(FitOutput){ .kind = "Migration", .record = record },
                     FIT_FORMAT_JSON, 0, out);
}

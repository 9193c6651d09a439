/* cmd-migrate.c - 'fitsched migrate': converts a Policy to a profile */
#include <string.h>

#include "cli/config-target-options.h"
#include "cli/console.h"
#include "cli/migration-report.h"
#include "cli/migration-verify.h"
#include "cli/named-policy.h"
#include "cli/output-file.h"
#include "cli/output.h"
#include "cli/rules-warnings.h"
#include "formats/value-json.h"
#include "config/legacy-rules.h"
#include "config/migrate/migration.h"

/* One invocation of the verb. */
typedef struct
{
  const FitInvocation *invocation; /* borrowed */
  const FitOptions *options;       /* borrowed: its options */
  const char *file;                /* (nullable) borrowed */
  const char *title;               /* borrowed: name of the source in reports */
  FitRulesFile rules;              /* owned: from @file */
  FitRulesFile policy;             /* owned: from --policy */
  char *scheduler_name;            /* (nullable) owned: for @rules */
  char *gates;                     /* (nullable) owned: gates of the source */
  FitConfigTarget target;
  FitMigrationSource source;
  FitPluginRegistry *plugins; /* owned: of the embedding program */
  FitRegistry *known;         /* owned: v1.16's rules and the program's */
  FitMigration *migration;    /* owned */
  FitDiffFinding finding;     /* for --verify */
} Migrate;

static void
migrate_clear (Migrate *migrate)
{
  fit_rules_file_clear (&migrate->rules);
  fit_rules_file_clear (&migrate->policy);
  g_clear_pointer (&migrate->scheduler_name, g_free);
  g_clear_pointer (&migrate->gates, g_free);
  g_clear_pointer (&migrate->plugins, fit_plugin_registry_free);
  g_clear_pointer (&migrate->known, fit_registry_free);
  g_clear_pointer (&migrate->migration, fit_migration_free);
  fit_diff_finding_clear (&migrate->finding);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Migrate, migrate_clear)

/* -- the command line ------------------------------------------------------ */

static gboolean
prints_page (const FitOptions *options)
{
  return options->migrate_format == FIT_MIGRATE_HTML;
}

/* Returns: (nullable): the file of the configuration: a page takes standard
 * output */
static const char *
configuration_file (const FitOptions *options)
{
  if (options->write_file != NULL)
    return options->write_file;
  return prints_page (options) ? NULL : "-";
}

/* Each text needs a file of its own, or standard output. */
static gboolean
check_outputs (const FitOptions *options, GError **error)
{
  const struct
  {
    const char *option;
    const char *path; /* (nullable) */
  } outputs[] = {
    { "-o html", prints_page (options) ? "-" : NULL },
    { "--write", configuration_file (options) },
    { "--report", options->report },
    { "--keep-lost-policy", options->keep_lost_policy },
    { "--write-cluster", options->write_cluster },
    { "--html", options->html },
  };

  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++)
    for (guint j = 0; j < i; j++)
      if (outputs[i].path != NULL
          && (g_strcmp0 (outputs[i].path, outputs[j].path) == 0
              || (outputs[j].path != NULL
                  && fit_output_file_is_stdout (outputs[i].path)
                  && fit_output_file_is_stdout (outputs[j].path))))
        return fit_fail (error, FIT_ERROR_USAGE,
                         fit_output_file_is_stdout (outputs[i].path)
                             ? "%s and %s both go to standard output"
                             : "%s and %s name the same file",
                         outputs[i].option, outputs[j].option);
  return TRUE;
}

static gboolean
check_options (const Migrate *migrate, GError **error)
{
  const FitOptions *options = migrate->options;
  const guint n_stdin = fit_source_is_stdin (migrate->file)
                        + fit_source_is_stdin (options->policy)
                        + fit_source_is_stdin (options->extenders)
                        + fit_invocation_count_stdin (options->files)
                        + fit_invocation_count_stdin (options->pods);
  const gboolean has_cluster = options->files != NULL || options->pods != NULL;

  if (migrate->file == NULL && options->provider == NULL)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "migrate needs a FILE or --provider");
  if (migrate->file != NULL && options->provider != NULL)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "FILE and --provider cannot be used together");
  if (!options->verify
      && (fit_options_given (options, "extenders")
          || options->record_extenders != NULL))
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--extenders and --record-extenders need --verify");
  if (options->write_cluster != NULL && (!options->verify || has_cluster))
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--write-cluster goes with --verify without -f");
  if ((options->keep_lost != NULL) != (options->keep_lost_policy != NULL))
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--keep-lost URL and --keep-lost-policy FILE go "
                     "together");
  if (options->keep_lost != NULL
      && !g_str_has_prefix (options->keep_lost, "http://")
      && !g_str_has_prefix (options->keep_lost, "https://"))
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--keep-lost needs a URL like "
                     "http://127.0.0.1:8888");
  if (options->keep_lost != NULL && options->provider != NULL)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--keep-lost needs a Policy, and --provider is none");
  if (has_cluster && !options->verify)
    return fit_fail (error, FIT_ERROR_USAGE, "-f and --pods need --verify");
  return check_outputs (options, error)
         && fit_invocation_check_stdin (n_stdin, error);
}

/* Errors about the text begin with the option. */
static gboolean
parse_target (const FitOptions *options, GError **error)
{
  FitConfigVersion version;
  FitRelease release;

  if (options->to_version != NULL
      && !fit_config_version_parse (options->to_version, &version, error))
    {
      g_prefix_error (error, "option --to: ");
      return FALSE;
    }
  if (options->to_release == NULL
      || fit_release_parse (options->to_release, &release, error))
    return TRUE;
  g_prefix_error (error, "option --to-release: ");
  return FALSE;
}

static gboolean
choose_target (Migrate *migrate, GError **error)
{
  const FitOptions *options = migrate->options;

  return parse_target (options, error)
         && fit_config_target_choose (options->to_release, options->to_version,
                                      &migrate->target, error)
         && fit_config_target_set_gates (&migrate->target,
                                         options->to_feature_gates, error);
}

/* -- the source ------------------------------------------------------------ */

/* Returns: (transfer full) (nullable): the configuration, to see what it names;
 * NULL if it cannot be read, which the migration itself reports */
static FitConfiguration *
read_configuration (const Migrate *migrate)
{
  const FitOptions *options = migrate->options;
  FitConfigTarget target;
  FitConfigurationOptions reading = { .registry = migrate->plugins };
  gsize len;
  const char *text = fit_rules_file_text (&migrate->rules, &len);

  if (migrate->rules.type != FIT_INPUT_CONFIGURATION
      || !fit_config_target_beside_policy (
          options->policy != NULL ? options->from_release : NULL,
          migrate->rules.api_version, options->policy != NULL, &target, NULL))
    return NULL;
  reading.release = target.release;
  return fit_configuration_read (text, len, migrate->rules.name, &reading,
                                 NULL);
}

/* The Policy of --policy replaces the profile, as in 1.20 to 1.22. */
static gboolean
take_policy_beside (Migrate *migrate, const FitConfiguration *configuration,
                    GError **error)
{
  if (!fit_configuration_check_beside_policy (configuration,
                                              migrate->rules.name, error)
      || !fit_rules_file_read (migrate->options->policy, FIT_RULES_NAMED,
                               migrate->invocation, &migrate->policy, error))
    return FALSE;
  fit_console_note ("the Policy replaces the profile and the extenders of %s; "
                    "the other fields of that file are not migrated",
                    migrate->rules.name);
  migrate->scheduler_name
      = g_strdup (configuration->profiles[0].scheduler_name);
  fit_rules_file_clear (&migrate->rules);
  migrate->rules = migrate->policy;
  migrate->policy = (FitRulesFile){ 0 };
  return TRUE;
}

static gboolean
read_rules (Migrate *migrate, GError **error)
{
  g_autoptr (FitConfiguration) configuration = NULL;

  if (!fit_rules_file_read (migrate->file, FIT_RULES_ANY, migrate->invocation,
                            &migrate->rules, error))
    return FALSE;
  if (migrate->rules.note != NULL)
    fit_console_note ("%s", migrate->rules.note);
  configuration = read_configuration (migrate);
  if (configuration != NULL
      && configuration->file->algorithm_source.policy != NULL)
    return fit_named_policy_read (configuration->file->algorithm_source.policy,
                                  migrate->file, migrate->invocation,
                                  &migrate->policy, error);
  if (migrate->options->policy == NULL)
    return TRUE;
  if (configuration != NULL
      && configuration->target.release >= FIT_POLICY_BESIDE_SINCE)
    return take_policy_beside (migrate, configuration, error);
  return fit_fail (error, FIT_ERROR_USAGE,
                   "--policy needs a FILE that names a Policy in "
                   "algorithmSource, or that 1.20 to 1.22 read beside it");
}

static gboolean
read_source (Migrate *migrate, GError **error)
{
  FitMigrationSource *source = &migrate->source;

  if (migrate->file == NULL)
    {
      source->kind = FIT_MIGRATION_PROVIDER;
      source->name = migrate->title = migrate->options->provider;
      return TRUE;
    }
  if (!read_rules (migrate, error))
    return FALSE;
  migrate->title
      = fit_source_is_stdin (migrate->file) ? "stdin" : migrate->file;
  source->name = migrate->rules.name;
  source->bytes = fit_rules_file_text (&migrate->rules, &source->len);
  source->kind = migrate->rules.type == FIT_INPUT_POLICY
                     ? FIT_MIGRATION_POLICY
                     : FIT_MIGRATION_CONFIGURATION;
  if (migrate->policy.text != NULL)
    source->policy_bytes
        = fit_rules_file_text (&migrate->policy, &source->policy_len);
  return TRUE;
}

static const char *const source_types[] = {
  [FIT_MIGRATION_POLICY] = "Policy",
  [FIT_MIGRATION_PROVIDER] = "Provider",
  [FIT_MIGRATION_CONFIGURATION] = FIT_CONFIG_KIND,
};

/* -- the migration --------------------------------------------------------- */

/* A release's errors do not contain the file name, so add it. */
static void
complete_error (const Migrate *migrate, GError **error)
{
  const FitMigrationSource *source = &migrate->source;

  if (g_error_matches (*error, FIT_ERROR, FIT_ERROR_USAGE)
      || source->kind == FIT_MIGRATION_PROVIDER)
    return;
  if (strstr ((*error)->message, source->name) == NULL)
    g_prefix_error (error, "%s: ", source->name);
  if (source->kind == FIT_MIGRATION_POLICY
      && g_error_matches (*error, FIT_ERROR, FIT_ERROR_POLICY)
      && migrate->options->from_release == NULL
      && !fit_options_given (migrate->options, "emulate-release"))
    fit_error_add_hint (error, "no known release reads it; this is what "
                               "1.22.6 says");
}

/* As in other commands, --emulate-release sets it too. */
static gboolean
choose_source_release (const FitOptions *options, FitRelease *out_release,
                       GError **error)
{
  const gboolean emulated = fit_options_given (options, "emulate-release");
  const char *text
      = emulated ? options->emulate_release : options->from_release;

  if (emulated && options->from_release != NULL)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--emulate-release and --from-release mean the same: give "
                     "one of them");
  if (text == NULL || fit_migration_release_parse (text, out_release, error))
    return TRUE;
  g_prefix_error (
      error, "option --%s: ", emulated ? "emulate-release" : "from-release");
  return FALSE;
}

static gboolean
run (Migrate *migrate, GError **error)
{
  const FitOptions *options = migrate->options;
  FitMigrationOptions how = {
    .from_gates = migrate->gates,
    .target_version = migrate->target.version,
    .target_release = migrate->target.release,
    .target_gates = &migrate->target.gates,
    .exact = options->exact,
    .full = options->full,
    .keep_lost_url = options->keep_lost,
    .scheduler_name = options->profile_name != NULL ? options->profile_name
                                                    : migrate->scheduler_name,
    .registry = migrate->plugins,
    .rules = migrate->known,
  };

  how.unknown_plugins = fit_options_unknown_plugins (
      options, FIT_UNKNOWN_PLUGINS_KEEP, &how.only_out_of_tree);
  if (options->feature_gates != NULL)
    how.from_gates = migrate->gates = g_strjoinv (",", options->feature_gates);
  if (!choose_source_release (options, &how.from_release, error))
    return FALSE;
  migrate->migration = fit_migrate (&migrate->source, &how, error);
  if (migrate->migration == NULL && error != NULL)
    complete_error (migrate, error);
  return migrate->migration != NULL;
}

static void
note_left_out (const FitMigration *migration)
{
  for (guint i = 0; migration->warnings != NULL && i < migration->warnings->len;
       i++)
    fit_console_note ("%s", (char *) migration->warnings->pdata[i]);
}

static void
note_nothing_kept (const Migrate *migrate)
{
  if (migrate->options->keep_lost != NULL
      && migrate->migration->kept_policy == NULL)
    fit_console_note (
        "the Policy loses nothing that an extender could keep, so "
        "%s is not written",
        migrate->options->keep_lost_policy);
}

/* Warns about what the release silently ignores in the Policy.  From 1.18 on
 * decoding is strict, and the report has the rest. */
static void
warn_about_policy (const Migrate *migrate)
{
  const FitRulesFile *file
      = migrate->policy.text != NULL ? &migrate->policy : &migrate->rules;
  const FitRelease release
      = MIN (migrate->migration->from_release, FIT_RELEASE_LEGACY);
  g_autoptr (FitPolicy) policy = NULL;
  g_autoptr (FitRegistry) registry = NULL;
  const char *text;
  gsize len;

  if (file->text == NULL || file->type != FIT_INPUT_POLICY
      || fit_release_has_profiles (migrate->migration->from_release))
    return;
  text = fit_rules_file_text (file, &len);
  policy = fit_policy_parse_as (text, len, file->name, release, NULL, NULL);
  if (policy == NULL)
    return;
  registry = fit_invocation_registry (migrate->invocation,
                                      fit_feature_gates_of_release (release));
  fit_rules_warnings_say (file, policy, registry);
}

static gboolean
verify (Migrate *migrate, GError **error)
{
  const FitMigrationProof proof = { .invocation = migrate->invocation,
                                    .source = &migrate->source,
                                    .source_name = migrate->title,
                                    .migration = migrate->migration,
                                    .from_gates = migrate->gates,
                                    .plugins = migrate->plugins };

  if (!migrate->options->verify)
    return TRUE;
  if (!fit_migration_verify (&proof, &migrate->finding, error))
    return FALSE;
  migrate->finding.verdict
      = fit_migration_report_verdict (&(FitMigrationReport){
          .migration = migrate->migration, .finding = &migrate->finding });
  if (!migrate->finding.generated)
    fit_migration_settle_avoidance (migrate->migration,
                                    migrate->finding.n_nodes,
                                    migrate->finding.n_avoided);
  if (migrate->finding.diff->n_pods == 0)
    fit_console_note (
        "no pod is pending, so nothing was compared; add pods with "
        "--pods FILE");
  return TRUE;
}

/* -- the result ------------------------------------------------------------ */

/* --report-format decides, then the name of the file, then --output. */
static FitReportFormat
report_format (const FitOptions *options)
{
  static const FitReportFormat by_output[] = {
    [FIT_MIGRATE_YAML] = FIT_REPORT_TEXT,
    [FIT_MIGRATE_JSON] = FIT_REPORT_JSON,
    [FIT_MIGRATE_TEXT] = FIT_REPORT_TEXT,
    [FIT_MIGRATE_MARKDOWN] = FIT_REPORT_MARKDOWN,
    [FIT_MIGRATE_HTML] = FIT_REPORT_TEXT,
  };
  const FitReportFormat by_name = options->report != NULL
                                      ? fit_report_format_of (options->report)
                                      : FIT_REPORT_TEXT;

  if (options->report_format != FIT_REPORT_AUTO)
    return options->report_format;
  return by_name != FIT_REPORT_TEXT ? by_name
                                    : by_output[options->migrate_format];
}

static FitMigrationReport
migrated (const Migrate *migrate)
{
  return (FitMigrationReport){
    .migration = migrate->migration,
    .source = migrate->title,
    .source_type = source_types[migrate->source.kind],
    .finding = migrate->options->verify ? &migrate->finding : NULL
  };
}

/* The configuration in the format of --output. */
static GString *
configuration_text (const Migrate *migrate)
{
  const FitMigration *migration = migrate->migration;
  GString *text = g_string_new (NULL);
  g_autoptr (FitArena) arena = NULL;
  g_autoptr (FitJson) document = NULL;
  g_autofree char *json = NULL;

  if (migrate->options->migrate_format != FIT_MIGRATE_JSON)
    return g_string_append_len (text, migration->yaml,
                                (gssize) migration->yaml_len);
  arena = fit_arena_new ();
  json = fit_value_to_json (
      fit_yaml_parse (arena, migration->yaml, migration->yaml_len, NULL, NULL),
      NULL, NULL);
  document = fit_json_from_text (json);
  fit_document_append (document, text);
  return text;
}

/* Does the result contain the private key of an extender, or a URL with a user
 * and a password? */
static gboolean
has_secrets (const FitMigration *migration)
{
  return g_regex_match_simple ("^ *keyData:|^[ -]*urlPrefix:.*(@|%40)",
                               migration->yaml, G_REGEX_MULTILINE, 0);
}

static gboolean
write_pages (const Migrate *migrate, const FitMigrationReport *what,
             GError **error)
{
  const char *files[]
      = { migrate->options->html, prints_page (migrate->options) ? "-" : NULL };
  gboolean written = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (files) && written; i++)
    {
      g_autoptr (GString) page
          = files[i] != NULL ? fit_migration_report_page (what) : NULL;

      written
          = page == NULL
            || fit_output_file_write (migrate->invocation->signals, files[i],
                                      FALSE, page->str, page->len, error);
    }
  return written;
}

/* Writes the configuration first, so that the report is about an existing
 * file. */
static gboolean
write_result (const Migrate *migrate, GError **error)
{
  const FitOptions *options = migrate->options;
  const FitMigration *migration = migrate->migration;
  FitSignals *signals = migrate->invocation->signals;
  const FitMigrationReport what = migrated (migrate);
  GString *report = fit_migration_report_print (
      &what, report_format (options),
      options->report == NULL && fit_console_is_coloured ());
  GString *configuration = configuration_text (migrate);
  const char *file = configuration_file (options);
  gboolean written = file == NULL
                     || fit_output_file_write (
                         signals, file, has_secrets (migration),
                         configuration->str, configuration->len, error);

  if (written && migration->kept_policy != NULL)
    written = fit_output_file_write (signals, options->keep_lost_policy, FALSE,
                                     migration->kept_policy,
                                     strlen (migration->kept_policy), error);
  if (written && options->report != NULL)
    written = fit_output_file_write (signals, options->report, FALSE,
                                     report->str, report->len, error);
  else if (written)
    fit_console_report (report->str);
  g_string_free (report, TRUE);
  g_string_free (configuration, TRUE);
  return written && write_pages (migrate, &what, error);
}

/* Not needed if a report on standard error contains it. */
static void
note_reader (const Migrate *migrate)
{
  g_autofree char *reader = fit_migration_report_reader (migrate->migration);

  if (reader != NULL && migrate->options->report != NULL)
    fit_console_note ("%s", reader);
}

static FitExit
loss_status (const Migrate *migrate)
{
  const FitMigration *migration = migrate->migration;
  const guint n_lost = fit_migration_report_count_lost (migration);

  if (!migration->lost || migrate->options->accept_loss)
    return FIT_EXIT_YES;
  fit_console_note (
      "%u %s lost, so the exit status is 1; --accept-loss makes it 0", n_lost,
      n_lost == 1 ? "entry was" : "entries were");
  return FIT_EXIT_NO;
}

FitExit
fit_cmd_migrate (const FitInvocation *invocation, GError **error)
{
  const GPtrArray *operands = invocation->operands;
  g_auto (Migrate) migrate
      = { .invocation = invocation,
          .options = &invocation->options,
          .file = operands->len > 0 ? operands->pdata[0] : NULL,
          .plugins = fit_invocation_plugins (invocation),
          .known = fit_invocation_registry (invocation,
                                            fit_feature_gates_default ()) };
  FitExit status, verified;

  if (!check_options (&migrate, error) || !choose_target (&migrate, error))
    return FIT_EXIT_USAGE;
  if (!read_source (&migrate, error) || !run (&migrate, error))
    return FIT_EXIT_INPUT;
  note_left_out (migrate.migration);
  note_nothing_kept (&migrate);
  warn_about_policy (&migrate);
  if (!verify (&migrate, error) || !write_result (&migrate, error))
    return FIT_EXIT_INPUT;
  note_reader (&migrate);
  status = loss_status (&migrate);
  if (!migrate.options->verify)
    return status;
  verified = fit_diff_exit (&migrate.finding);
  return MAX (status, verified);
}

/* cmd-migrate.c - 'fitsched migrate': converts a Policy to a profile
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/config-target-options.h"
#include "cli/console.h"
#include "cli/migration-report.h"
#include "cli/migration-verify.h"
#include "cli/rules-file.h"
#include "cli/output-file.h"
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

/* Returns: (nullable): the file of the configuration: a page, or a report that
 * is to go there, takes standard output */
static const char *
configuration_file (const FitOptions *options)
{
  const gboolean prints_report
      = options->report != NULL && fit_output_file_is_stdout (options->report);

  if (options->write_file != NULL)
    return options->write_file;
  return prints_page (options) || prints_report ? NULL : "-";
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
  if ((options->namespace_ != NULL || options->selector != NULL)
      && (!options->verify || !has_cluster))
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--%s needs --verify and the pods of a cluster",
                     options->namespace_ != NULL ? "namespace" : "selector");
  return check_outputs (options, error)
         && fit_invocation_check_stdin (n_stdin, error);
}

/* Errors about the text begin with the option. */
static gboolean
choose_target (Migrate *migrate, GError **error)
{
  const FitOptions *options = migrate->options;
  FitConfigVersion version;
  FitRelease release;

  if (options->to_version != NULL
      && !fit_config_version_parse (options->to_version, &version, error))
    return fit_blame (error, "option --to: ");
  if (options->to_release != NULL
      && !fit_release_parse (options->to_release, &release, error))
    return fit_blame (error, "option --to-release: ");
  return fit_config_target_choose (options->to_release, options->to_version,
                                   &migrate->target, error)
         && fit_config_target_set_gates (&migrate->target,
                                         options->to_feature_gates, error);
}

/* -- the source ------------------------------------------------------------ */

/* Reads the file, and the Policy that a configuration there names or that
 * --policy puts beside it. */
static gboolean
read_rules (Migrate *migrate, GError **error)
{
  const FitOptions *options = migrate->options;
  const gboolean beside = options->policy != NULL;
  FitRulesFile *rules = &migrate->rules;
  g_autoptr (FitConfiguration) configuration = NULL;
  FitConfigTarget target;

  if (!fit_rules_file_read (migrate->file, FIT_RULES_ANY, migrate->invocation,
                            rules, error))
    return FALSE;
  if (rules->note != NULL)
    fit_console_note ("%s", rules->note);
  /* What a configuration names matters here; if it cannot be read, the migration
   * itself reports why. */
  if (rules->type == FIT_INPUT_CONFIGURATION
      && fit_config_target_beside_policy (beside ? options->from_release : NULL,
                                          rules->api_version, beside, &target,
                                          NULL))
    {
      const FitConfigurationOptions reading
          = { .registry = migrate->plugins, .release = target.release };
      gsize len;
      const char *text = fit_rules_file_text (rules, &len);

      configuration
          = fit_configuration_read (text, len, rules->name, &reading, NULL);
    }
  if (configuration != NULL
      && configuration->file->algorithm_source.policy != NULL)
    return fit_named_policy_read (configuration->file->algorithm_source.policy,
                                  migrate->file, migrate->invocation,
                                  &migrate->policy, error);
  if (!beside)
    return TRUE;
  if (configuration == NULL
      || configuration->target.release < FIT_POLICY_BESIDE_SINCE)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--policy needs a FILE that names a Policy in "
                     "algorithmSource, or that 1.20 to 1.22 read beside it");
  if (!fit_configuration_check_beside_policy (configuration, rules->name, error)
      || !fit_rules_file_read (options->policy, FIT_RULES_NAMED,
                               migrate->invocation, &migrate->policy, error))
    return FALSE;
  fit_console_note ("the Policy replaces the profile and the extenders of %s; "
                    "the other fields of that file are not migrated",
                    rules->name);
  migrate->scheduler_name
      = g_strdup (configuration->profiles[0].scheduler_name);
  fit_rules_file_clear (rules);
  *rules = migrate->policy;
  migrate->policy = (FitRulesFile){ 0 };
  return TRUE;
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
  return fit_blame (
      error, "option --%s: ", emulated ? "emulate-release" : "from-release");
}

static gboolean
convert_source (Migrate *migrate, GError **error)
{
  const FitOptions *options = migrate->options;
  const FitMigrationSource *source = &migrate->source;
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
  migrate->migration = fit_migrate (source, &how, error);
  if (migrate->migration != NULL)
    return TRUE;
  if (error == NULL || g_error_matches (*error, FIT_ERROR, FIT_ERROR_USAGE)
      || source->kind == FIT_MIGRATION_PROVIDER)
    return FALSE;
  /* The errors of a release do not name the file. */
  if (strstr ((*error)->message, source->name) == NULL)
    g_prefix_error (error, "%s: ", source->name);
  if (source->kind == FIT_MIGRATION_POLICY
      && g_error_matches (*error, FIT_ERROR, FIT_ERROR_POLICY)
      && options->from_release == NULL
      && !fit_options_given (options, "emulate-release"))
    fit_error_add_hint (error, "no known release reads it; this is what "
                               "1.22.6 says");
  return FALSE;
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
  const FitReportFormat by_name
      = options->report != NULL ? fit_migration_report_format (options->report)
                                : FIT_REPORT_TEXT;

  if (options->report_format != FIT_REPORT_AUTO)
    return options->report_format;
  return by_name != FIT_REPORT_TEXT ? by_name
                                    : by_output[options->migrate_format];
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

/* Writes the configuration first, so that the report is about an existing
 * file. */
static gboolean
write_result (const Migrate *migrate, GError **error)
{
  const FitOptions *options = migrate->options;
  const FitMigration *migration = migrate->migration;
  FitSignals *signals = migrate->invocation->signals;
  const FitMigrationReport what
      = { .migration = migration,
          .source = migrate->title,
          .source_type = source_types[migrate->source.kind],
          .finding = options->verify ? &migrate->finding : NULL };
  const char *file = configuration_file (options);
  const char *pages[] = { options->html, prints_page (options) ? "-" : NULL };
  g_autoptr (GString) report = fit_migration_report_print (
      &what, report_format (options),
      options->report == NULL && fit_console_is_coloured ());

  if (file != NULL)
    {
      g_autoptr (GString) text = configuration_text (migrate);
      /* The private key of an extender, or a URL with a user and a password. */
      const gboolean has_secrets
          = g_regex_match_simple ("^ *keyData:|^[ -]*urlPrefix:.*(@|%40)",
                                  migration->yaml, G_REGEX_MULTILINE, 0);

      if (!fit_output_file_write (signals, file, has_secrets, text->str,
                                  text->len, error))
        return FALSE;
    }
  if (migration->kept_policy != NULL
      && !fit_output_file_write (signals, options->keep_lost_policy, FALSE,
                                 migration->kept_policy,
                                 strlen (migration->kept_policy), error))
    return FALSE;
  if (options->report == NULL)
    fit_console_report (report->str);
  else if (!fit_output_file_write (signals, options->report, FALSE, report->str,
                                   report->len, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    if (pages[i] != NULL)
      {
        g_autoptr (GString) page = fit_migration_report_page (&what);

        if (!fit_output_file_write (signals, pages[i], FALSE, page->str,
                                    page->len, error))
          return FALSE;
      }
  return TRUE;
}

FitExit
fit_cmd_migrate (const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;
  const GPtrArray *operands = invocation->operands;
  g_auto (Migrate) migrate
      = { .invocation = invocation,
          .options = options,
          .file = operands->len > 0 ? operands->pdata[0] : NULL,
          .plugins = fit_invocation_plugins (invocation),
          .known = fit_invocation_registry (invocation,
                                            fit_feature_gates_default ()) };
  const FitMigration *migration;
  g_autofree char *reader = NULL;
  FitExit status = FIT_EXIT_YES, verified;

  if (!check_options (&migrate, error) || !choose_target (&migrate, error))
    return FIT_EXIT_USAGE;
  if (!read_source (&migrate, error) || !convert_source (&migrate, error))
    return FIT_EXIT_INPUT;
  migration = migrate.migration;
  for (guint i = 0; migration->warnings != NULL && i < migration->warnings->len;
       i++)
    fit_console_note ("%s", (char *) migration->warnings->pdata[i]);
  if (options->keep_lost != NULL && migration->kept_policy == NULL)
    fit_console_note ("the Policy loses nothing that an extender could keep, "
                      "so %s is not written",
                      options->keep_lost_policy);
  warn_about_policy (&migrate);
  if (!verify (&migrate, error) || !write_result (&migrate, error))
    return FIT_EXIT_INPUT;
  /* A report on standard error says itself who reads the result. */
  reader = fit_migration_report_reader (migration);
  if (reader != NULL && options->report != NULL)
    fit_console_note ("%s", reader);
  if (migration->lost && !options->accept_loss)
    {
      const guint n_lost = fit_migration_report_count_lost (migration);

      fit_console_note ("%u %s lost, so the exit status is 1; --accept-loss "
                        "makes it 0",
                        n_lost, n_lost == 1 ? "entry was" : "entries were");
      status = FIT_EXIT_NO;
    }
  if (!options->verify)
    return status;
  verified = fit_diff_exit (&migrate.finding);
  return MAX (status, verified);
}

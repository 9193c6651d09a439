/* run-settings.c - the settings in effect for 'fitsched run'
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/run-settings.h"

#include <string.h>

#include "base/list-gap.h"
#include "cli/console.h"
#include "config/config-read.h"
#include "config/file-table.h"
#include "config/legacy-rules.h"
#include "config/migrate/migration.h"
#include "formats/value-edit.h"
#include "formats/value-yaml.h"

#define FLAG(name, option, type, field, beside)                    \
  {                                                                \
    name, G_STRUCT_OFFSET (FitOptions, option), FIT_CONFIG_##type, \
        G_STRUCT_OFFSET (FitConfigFile, field), beside             \
  }

/* The first releases that read flags even with --config: those that choose the
 * algorithm, and those of leader election. */
#define ELECTION_BESIDE FIT_RELEASE (22, 0)

/* -- flags ----------------------------------------------------------------- */

/* clang-format off */

/* Flags that have a field in a KubeSchedulerConfiguration.  With --config they
 * are ignored, as in kube-scheduler. */
static const struct
{
  const char *name;
  guint from;         /* offset in FitOptions */
  FitConfigType type; /* of the field */
  guint to;           /* offset in FitConfigFile */
  FitRelease beside;  /* the first release that reads it even with --config; 0:
                         none */
} flags[] = {
  FLAG ("kubeconfig", kubeconfig, STRING, client_connection.kubeconfig, 0),
  FLAG ("kube-api-qps", run.kube_api_qps, NUMBER, client_connection.qps, 0),
  FLAG ("kube-api-burst", run.kube_api_burst, INT32, client_connection.burst, 0),
  FLAG ("kube-api-content-type", run.kube_api_content_type, STRING, client_connection.content_type, 0),
  FLAG ("leader-elect", run.leader_elect, BOOL, leader_election.leader_elect, ELECTION_BESIDE),
  FLAG ("leader-elect-lease-duration", run.leader_elect_lease_duration, DURATION, leader_election.lease_duration_ns, ELECTION_BESIDE),
  FLAG ("leader-elect-renew-deadline", run.leader_elect_renew_deadline, DURATION, leader_election.renew_deadline_ns, ELECTION_BESIDE),
  FLAG ("leader-elect-retry-period", run.leader_elect_retry_period, DURATION, leader_election.retry_period_ns, ELECTION_BESIDE),
  FLAG ("leader-elect-resource-lock", run.leader_elect_resource_lock, STRING, leader_election.resource_lock, ELECTION_BESIDE),
  FLAG ("lock-object-name", run.lock_object_name, STRING, leader_election.resource_name, 0),
  FLAG ("lock-object-namespace", run.lock_object_namespace, STRING, leader_election.resource_namespace, 0),
  FLAG ("leader-elect-resource-name", run.leader_elect_resource_name, STRING, leader_election.resource_name, ELECTION_BESIDE),
  FLAG ("leader-elect-resource-namespace", run.leader_elect_resource_namespace, STRING, leader_election.resource_namespace, ELECTION_BESIDE),
  FLAG ("profiling", run.profiling, BOOL, enable_profiling, 0),
  FLAG ("contention-profiling", run.contention_profiling, BOOL, enable_contention_profiling, 0),
  FLAG ("scheduler-name", scheduler_name, STRING, top.scheduler_name, 0),
  FLAG ("hard-pod-affinity-symmetric-weight", hard_pod_affinity_symmetric_weight, INT32, hard_pod_affinity_symmetric_weight, 0),
};
/* clang-format on */

/* Flags that say which algorithm to run. */
static const char *const algorithm_flags[]
    = { "policy-config-file", "policy-configmap", "policy-configmap-namespace",
        "use-legacy-policy-config", "algorithm-provider" };

/* Flags that a release dropped. */
static const struct
{
  const char *name;
  FitSpan span;     /* the releases that no longer have it */
  gboolean is_ours; /* under its own name, fitsched has it for every release */
} removed[] = {
  { "algorithm-provider", FIT_SINCE (22) },
  { "hard-pod-affinity-symmetric-weight", FIT_SINCE (22) },
  { "scheduler-name", FIT_SINCE (22) },
  { "policy-config-file", FIT_SINCE (23) },
  { "policy-configmap", FIT_SINCE (23) },
  { "policy-configmap-namespace", FIT_SINCE (23) },
  { "use-legacy-policy-config", FIT_SINCE (23) },
  { "address", FIT_SINCE (24), TRUE },
  { "port", FIT_SINCE (24), TRUE },
  { "experimental-logging-sanitization", FIT_SINCE (24) },
  { "logtostderr", FIT_SINCE (26) },
  { "alsologtostderr", FIT_SINCE (26) },
  { "stderrthreshold", FIT_SINCE (26) },
  { "log-dir", FIT_SINCE (26) },
  { "log-file", FIT_SINCE (26) },
  { "log-file-max-size", FIT_SINCE (26) },
  { "log-backtrace-at", FIT_SINCE (26) },
  { "skip-headers", FIT_SINCE (26) },
  { "skip-log-headers", FIT_SINCE (26) },
  { "add-dir-header", FIT_SINCE (26) },
  { "one-output", FIT_SINCE (26) },
  { "lock-object-name", FIT_SINCE (28) },
  { "lock-object-namespace", FIT_SINCE (28) },
};

/* Adds a flag to @list. */
static void
append_name (GString *list, const char *name)
{
  g_string_append_printf (list, "%s--%s", fit_list_gap (list, ", "), name);
}

static void
apply_flags (FitRunSettings *settings)
{
  FitOptions *options = &settings->invocation.options;
  g_autoptr (GString) ignored = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    {
      if (!fit_options_given (options, flags[i].name))
        continue;
      /* --config replaces most flags, but under the name fitsched never
       * --kubeconfig. */
      if (settings->configuration == NULL
          || (strcmp (flags[i].name, "kubeconfig") == 0
                  ? !settings->invocation.as_kube_scheduler
                  : flags[i].beside != 0
                        && settings->release >= flags[i].beside))
        {
          const char *from = (const char *) options + flags[i].from;
          char *to = (char *) &settings->file + flags[i].to;

          switch (flags[i].type)
            {
            case FIT_CONFIG_BOOL:
              *(gboolean *) to = *(const gboolean *) from;
              break;
            case FIT_CONFIG_INT32:
              *(gint32 *) to = (gint32) * (const gint64 *) from;
              break;
            case FIT_CONFIG_INT64:
            case FIT_CONFIG_DURATION:
              *(gint64 *) to = *(const gint64 *) from;
              break;
            case FIT_CONFIG_NUMBER:
              *(gdouble *) to = *(const gdouble *) from;
              break;
            default:
              *(const char **) to = *(const char *const *) from;
              break;
            }
        }
      else
        {
          append_name (ignored, flags[i].name);
          fit_options_forget (options, flags[i].name);
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (algorithm_flags); i++)
    if (settings->configuration != NULL
        && settings->release < FIT_POLICY_BESIDE_SINCE
        && fit_options_given (options, algorithm_flags[i]))
      append_name (ignored, algorithm_flags[i]);
  if (ignored->len > 0)
    fit_console_note ("as in kube-scheduler, --config takes the place of %s",
                      ignored->str);
}

/* -- the rules ------------------------------------------------------------- */

static void
take_config_map (FitRunSettings *settings, const char *namespace_,
                 const char *name)
{
  settings->config_map = name;
  settings->config_map_namespace = namespace_;
}

/* Applies kube-scheduler's flags for rules.  The first one wins, in its
 * order. */
static void
choose_algorithm (FitRunSettings *settings)
{
  FitOptions *options = &settings->invocation.options;
  const FitRunOptions *run = &options->run;

  if (run->use_legacy_policy_config
      || (run->policy_config_file != NULL && run->policy_configmap == NULL))
    options->policy = run->policy_config_file;
  else if (run->policy_configmap != NULL)
    take_config_map (settings, run->policy_configmap_namespace,
                     run->policy_configmap);
  else if (run->algorithm_provider != NULL)
    options->provider = run->algorithm_provider;
}

static gboolean
choose_rules (FitRunSettings *settings, GError **error)
{
  FitOptions *options = &settings->invocation.options;
  const gboolean own = options->policy != NULL || options->provider != NULL;
  gboolean kube = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (algorithm_flags); i++)
    kube |= fit_options_given (options, algorithm_flags[i]);
  if (options->run.use_legacy_policy_config
      && options->run.policy_config_file == NULL)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--use-legacy-policy-config needs "
                     "--policy-config-file FILE");
  if (own && kube)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--policy and --provider cannot be used with "
                     "kube-scheduler's flags for the same: choose one form");
  if (settings->configuration != NULL)
    {
      FitOptions *given = &settings->invocation.options;
      const FitRunOptions *run = &given->run;
      const FitAlgorithmSource *source = &settings->file.algorithm_source;
      const FitConfiguration *read = settings->configuration;
      const gboolean beside = settings->release >= FIT_POLICY_BESIDE_SINCE;

      if (beside && run->algorithm_provider != NULL
          && strcmp (run->algorithm_provider, "DefaultProvider") != 0)
        return fit_fail (error, FIT_ERROR_USAGE,
                         "--algorithm-provider cannot change the "
                         "profiles of --config: give them their "
                         "plugins in the file");
      if (beside
          && (run->policy_config_file != NULL || run->policy_configmap != NULL))
        {
          /* A Policy that is chosen in addition to a configuration replaces
           * its profile. */
          choose_algorithm (settings);
          if (!fit_configuration_check_beside_policy (read, given->config,
                                                      error))
            return FALSE;
          fit_console_note (
              "the Policy replaces the profile of %s and runs as in "
              "v1.16",
              settings->text.name);
          given->scheduler_name = (char *) read->profiles[0].scheduler_name;
          given->config = NULL;
          given->release = NULL;
          return TRUE;
        }
      if (given->policy == NULL && source->policy != NULL
          && source->policy->file == NULL && source->policy->config_map != NULL)
        take_config_map (settings, source->policy->config_map->namespace_,
                         source->policy->config_map->name);
      return TRUE;
    }
  if (own)
    return TRUE;
  choose_algorithm (settings);
  if (options->policy != NULL || options->provider != NULL
      || settings->config_map != NULL)
    return TRUE;
  if (!settings->invocation.as_kube_scheduler)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "no rules: give --policy FILE, --provider NAME, "
                     "--config FILE or --policy-configmap NAME");
  options->provider = (char *) "DefaultProvider";
  return TRUE;
}

/* Sets the algorithmSource that would choose the same rules. */
static void
name_source (FitRunSettings *settings)
{
  const FitOptions *options = &settings->invocation.options;
  FitAlgorithmSource *source = &settings->file.algorithm_source;

  if (options->config != NULL)
    return;
  *source = (FitAlgorithmSource){ .provider = options->provider };
  if (options->provider != NULL)
    return;
  source->policy = fit_arena_new0 (settings->arena, FitPolicySource, 1);
  if (settings->config_map != NULL)
    {
      source->policy->config_map
          = fit_arena_new0 (settings->arena, FitPolicyConfigMapSource, 1);
      source->policy->config_map->name = settings->config_map;
      source->policy->config_map->namespace_ = settings->config_map_namespace;
      return;
    }
  source->policy->file
      = fit_arena_new0 (settings->arena, FitPolicyFileSource, 1);
  source->policy->file->path = options->policy;
}

/* -- the whole ------------------------------------------------------------- */

static gboolean
read_configuration (FitRunSettings *settings, GError **error)
{
  const FitInvocation *invocation = &settings->invocation;
  const FitConfiguration *read;

  settings->configuration = fit_chosen_rules_read_configuration (
      invocation, settings->plugins, &settings->text, error);
  read = settings->configuration;
  if (read == NULL)
    return FALSE;
  settings->release = read->target.release;
  settings->version = read->target.version;
  settings->file = *read->file;
  if (settings->file.delay_cache_until_active)
    fit_console_note ("%s: delayCacheUntilActive has no effect: fitsched reads "
                      "the cluster before it leads",
                      settings->text.name);
  for (guint i = 0; i < G_N_ELEMENTS (removed); i++)
    if (fit_span_has (removed[i].span, settings->release)
        && (invocation->as_kube_scheduler || !removed[i].is_ours)
        && fit_options_given (&invocation->options, removed[i].name))
      return fit_fail (
          error, FIT_ERROR_USAGE,
          "--%s was removed in 1.%d, and %s runs the configuration",
          removed[i].name, removed[i].span.since / 100,
          fit_release_name (settings->release));
  return TRUE;
}

/* "kube=1.34", "1.34": kube-scheduler then has the feature gates of an older
 * release, and everything else of its own. */
static gboolean
check_emulated_version (const FitRunSettings *settings, GError **error)
{
  const char *text = settings->invocation.options.run.emulated_version;
  const char *version;
  gint minor, patch;

  if (text == NULL)
    return TRUE;
  version = g_str_has_prefix (text, "kube=") ? text + strlen ("kube=") : text;
  if (!fit_release_split (version, &minor, &patch))
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--emulated-version: found \"%s\", expected a release "
                     "such as 1.34 or kube=1.34",
                     text);
  if (minor == settings->release / 100)
    return TRUE;
  g_set_error (
      error, FIT_ERROR, FIT_ERROR_USAGE,
      "--emulated-version %s: %s runs the %s, and fitsched does not mix "
      "releases",
      text, fit_release_name (settings->release),
      settings->configuration != NULL ? "configuration" : "rules");
  fit_error_add_hint (error, settings->configuration != NULL
                                 ? "--release 1.N runs it as 1.N"
                                 : "--config FILE with --release 1.N runs a "
                                   "configuration as 1.N");
  return FALSE;
}

/* v1.16 tries such pods again after a minute, and has no flag for that. */
static gboolean
check_longest_wait (const FitRunSettings *settings, GError **error)
{
  const FitOptions *options = &settings->invocation.options;
  static const char name[] = "pod-max-in-unschedulable-pods-duration";

  if (!fit_options_given (options, name))
    return TRUE;
  if (settings->configuration == NULL)
    return fit_fail (error, FIT_ERROR_USAGE, "--%s needs --config", name);
  return options->run.pod_max_in_unschedulable_pods > 0
         || fit_fail (error, FIT_ERROR_USAGE,
                      "--%s: expected a time greater than zero", name);
}

/* Flags override the defaults or the file; the choice of rules depends on
 * both. */
gboolean
fit_run_settings_init (FitRunSettings *settings,
                       const FitInvocation *invocation, GError **error)
{
  FitOptions *options = &settings->invocation.options;

  *settings = (FitRunSettings){ .invocation = *invocation };
  settings->arena = fit_arena_new ();
  settings->plugins = fit_invocation_plugins (invocation);
  if (options->run.report != NULL && !options->run.shadow)
    return fit_fail (error, FIT_ERROR_USAGE, "--report needs --shadow");
  if (!fit_options_given (options, "modern-objects"))
    options->modern_objects = FIT_MODERN_HONOUR;
  /* For a configuration --emulate-release says the same as --release. */
  if (options->config != NULL && fit_options_given (options, "emulate-release"))
    {
      if (options->release != NULL
          && strcmp (options->release, options->emulate_release) != 0)
        return fit_fail (
            error, FIT_ERROR_USAGE,
            "--emulate-release and --release say different things");
      options->release = options->emulate_release;
      options->emulate_release = (char *) "1.16";
      fit_options_forget (options, "emulate-release");
    }
  if (options->config == NULL)
    {
      FitConfigReader reader = { .arena = settings->arena,
                                 .version = FIT_CONFIG_V1ALPHA1,
                                 .release = FIT_RELEASE_LEGACY };

      settings->release = reader.release;
      settings->version = reader.version;
      settings->file = *fit_config_file_default (&reader);
      if (!settings->invocation.as_kube_scheduler)
        settings->file.leader_election.resource_lock = "leases";
    }
  else if (!read_configuration (settings, error))
    return FALSE;
  if (!check_emulated_version (settings, error)
      || !check_longest_wait (settings, error))
    return FALSE;
  apply_flags (settings);
  if (!choose_rules (settings, error))
    return FALSE;
  name_source (settings);
  return TRUE;
}

void
fit_run_settings_clear (FitRunSettings *settings)
{
  g_clear_pointer (&settings->configuration, fit_configuration_free);
  fit_rules_file_clear (&settings->text);
  g_clear_pointer (&settings->plugins, fit_plugin_registry_free);
  g_clear_pointer (&settings->arena, fit_arena_free);
}

/* -- the API server -------------------------------------------------------- */

static FitApiConfig *
find_server (const FitRunSettings *settings, const char *master, GError **error)
{
  const FitOptions *options = &settings->invocation.options;
  const char *path = settings->file.client_connection.kubeconfig;
  g_auto (GStrv) paths = NULL;
  g_autoptr (GError) problem = NULL;
  FitApiConfig *config;

  if (path == NULL || *path == '\0')
    {
      if (master != NULL)
        {
          config = fit_api_config_new ();
          config->source = g_strdup ("--master");
          config->server = g_strdup (master);
          config->namespace_ = g_strdup ("default");
          return config;
        }
      if (settings->invocation.as_kube_scheduler
          || g_getenv ("KUBERNETES_SERVICE_HOST") != NULL)
        {
          config = fit_api_config_in_cluster (&problem);
          if (config == NULL)
            fit_error_add_hint (&problem, "give the API server with "
                                          "--kubeconfig FILE");
          if (config == NULL)
            g_propagate_error (error, g_steal_pointer (&problem));
          return config;
        }
      path = NULL;
    }
  paths = fit_kubeconfig_paths (path);
  config = fit_kubeconfig_load ((const char *const *) paths, options->context,
                                error);
  if (config == NULL && path != NULL && path != options->kubeconfig)
    g_prefix_error (error,
                    "%s: clientConnection.kubeconfig: ", settings->text.name);
  return config;
}

FitApiConfig *
fit_run_settings_server (const FitRunSettings *settings, GError **error)
{
  const char *master = settings->invocation.options.run.master;
  g_autoptr (FitApiConfig) config = NULL;
  const char *host;

  if (master != NULL && strchr (master, '@') == NULL
      && !g_str_has_prefix (master, "http://")
      && !g_str_has_prefix (master, "https://"))
    return fit_fail_null (error, FIT_ERROR_USAGE,
                          "option --master: \"%s\" is not a URL like "
                          "https://192.0.2.1:6443",
                          master);
  config = find_server (settings, master, error);
  if (config == NULL)
    return NULL;
  if (master != NULL)
    {
      g_free (config->server);
      config->server = g_strdup (master);
      for (gsize n = strlen (master); n > 0 && master[n - 1] == '/'; n--)
        config->server[n - 1] = '\0';
    }
  /* URLs are logged, so they may not have a password. */
  host = strstr (config->server, "://");
  host = host != NULL ? host + strlen ("://") : config->server;
  if (memchr (host, '@', strcspn (host, "/?#")) == NULL)
    return g_steal_pointer (&config);
  g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
               "%s: the URL of the API server must not have a user or a "
               "password",
               config->source);
  fit_error_add_hint (error, "give them as username and password of a user in "
                             "a kubeconfig");
  return NULL;
}

/* -- as a configuration ---------------------------------------------------- */

/* The profiles with every list and all arguments, as the release reads the
 * file.  Returns: (transfer none) (nullable): a map of profiles and
 * extenders, in @arena */
static const FitValue *
full_profiles (const FitRunSettings *settings, FitArena *arena, GError **error)
{
  const FitConfiguration *read = settings->configuration;
  char **gates = settings->invocation.options.feature_gates;
  g_autofree char *from_gates = gates != NULL ? g_strjoinv (",", gates) : NULL;
  g_autoptr (FitMigration) migration = NULL;
  FitMigrationSource source
      = { .kind = FIT_MIGRATION_CONFIGURATION, .name = settings->text.name };
  const FitMigrationOptions options = {
    .from_release = settings->release,
    .from_gates = from_gates,
    .target_version = settings->version,
    .target_release = settings->release,
    .target_gates = &read->target.gates,
    .full = TRUE,
    .registry = settings->plugins,
    .unknown_plugins = read->unknown_plugins,
  };

  source.bytes = fit_rules_file_text (&settings->text, &source.len);
  migration = fit_migrate (&source, &options, error);
  if (migration == NULL)
    return NULL;
  return fit_yaml_parse (arena, migration->yaml, migration->yaml_len, NULL,
                         error);
}

char *
fit_run_settings_yaml (const FitRunSettings *settings, GError **error)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  FitConfigReader writer = { .arena = arena,
                             .version = settings->version,
                             .release = settings->release };
  const char *version = fit_config_api_version (settings->version);
  FitConfigFile file = settings->file;
  const FitValue *written, *profiles = NULL;
  FitValue root = { .type = FIT_VALUE_MAP };
  FitNewMap map;

  if (settings->configuration != NULL
      && settings->invocation.options.config == NULL)
    return fit_fail_null (
        error, FIT_ERROR_USAGE,
        "--write-config-to: a configuration of %s cannot name the "
        "Policy that replaces its profile",
        version);
  if (settings->configuration != NULL
      && settings->version != FIT_CONFIG_V1ALPHA1)
    {
      profiles = full_profiles (settings, arena, error);
      if (profiles == NULL)
        return NULL;
      file.n_profiles = file.n_extenders = 0;
    }
  written = fit_config_write (&writer, &fit_config_file_table, &file);
  map.members = fit_arena_new0 (arena, FitMember, written->n + 4);
  map.n = 0;
  fit_new_map_add (&map, "apiVersion", fit_value_of_text (version));
  fit_new_map_add (&map, "kind", fit_value_of_text (FIT_CONFIG_KIND));
  for (guint i = 0; i < written->n; i++)
    map.members[map.n++] = written->members[i];
  for (guint i = 0; profiles != NULL && i < profiles->n; i++)
    if (strcmp (profiles->members[i].key, "profiles") == 0
        || strcmp (profiles->members[i].key, "extenders") == 0)
      map.members[map.n++] = profiles->members[i];
  root.members = map.members;
  root.n = map.n;
  return fit_value_to_yaml (&root);
}

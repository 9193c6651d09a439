/* cmd-extender.c - fitsched extender: a Policy that answers a kube-scheduler
 * SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "net/secrets.h"
#include "cli/console.h"
#include "cli/live-cluster.h"
#include "cli/rules-file.h"
#include "cli/run-log.h"
#include "cli/run-serving.h"
#include "cli/verbs.h"
#include "daemon/extender-service.h"

/* Paths that have a meaning of their own. */
static const char *const reserved[]
    = { "filter", "prioritize", "preempt", "healthz",
        "livez",  "readyz",     "metrics", NULL };

#define NAME_CHARACTERS                                  \
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" \
  "0123456789-_"

/* One --policy. */
typedef struct
{
  char *name;       /* owned */
  const char *path; /* borrowed */
  FitRulesFile file;
  FitPolicy *policy; /* (nullable) owned */
} Given;

typedef struct
{
  const FitInvocation *invocation; /* borrowed */
  FitFeatureGates gates;
  FitRegistry *registry; /* owned */
  Given *given;          /* owned */
  guint n_given;
  FitRunLog *log;    /* owned */
  FitApiConfig *api; /* owned */
  char *address;     /* owned */
  FitListener listener;
  FitServerTLS tls;        /* owned */
  FitLiveFiles *client_ca; /* (nullable) owned reference */
} Extender;

static void
extender_clear (Extender *extender)
{
  for (guint i = 0; i < extender->n_given; i++)
    {
      g_free (extender->given[i].name);
      fit_rules_file_clear (&extender->given[i].file);
      fit_policy_free (extender->given[i].policy);
    }
  g_free (extender->given);
  g_clear_pointer (&extender->registry, fit_registry_free);
  fit_run_log_free (extender->log);
  fit_api_config_free (extender->api);
  g_free (extender->address);
  fit_server_tls_clear (&extender->tls);
  fit_live_files_unref (extender->client_ca);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Extender, extender_clear)

/* -- Policies -------------------------------------------------------------- */

static gboolean
read_policies (Extender *extender, GError **error)
{
  if (!fit_invocation_gates (extender->invocation, &extender->gates, error))
    return FALSE;
  extender->registry
      = fit_invocation_registry (extender->invocation, extender->gates);
  for (guint i = 0; i < extender->n_given; i++)
    {
      Given *given = &extender->given[i];
      const FitRulesFile *file = &given->file;
      const char *text;
      gsize len;

      if (!fit_rules_file_read (given->path, FIT_RULES_ANSWERING,
                                extender->invocation, &given->file, error))
        return FALSE;
      text = fit_rules_file_text (file, &len);
      given->policy = fit_policy_parse_as (
          text, len, file->name, fit_feature_gates_release (extender->gates),
          NULL, error);
      if (given->policy == NULL)
        return FALSE;
      fit_rules_warnings_say (file, given->policy, extender->registry);
      if (given->policy->extenders->len > 0)
        fit_console_note ("%s: its extenders are not called: that is up to the "
                          "kube-scheduler",
                          file->name);
    }
  return TRUE;
}

/* -- the command line ------------------------------------------------------ */

static gboolean
read_command_line (Extender *extender, GError **error)
{
  const FitOptions *options = &extender->invocation->options;
  const FitRunOptions *run = &options->run;
  g_autoptr (GError) problem = NULL;
  char **texts;
  guint n_stdin = 0;

  if (options->policies == NULL)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "no rules: give --policy [NAME=]FILE");
  /* Takes the names and files from the options, which are [NAME=]FILE:
   * without a name, that of the file counts, as far as it is one. */
  texts = extender->invocation->options.policies;
  extender->given = g_new0 (Given, g_strv_length (texts));
  for (; *texts != NULL; texts++)
    {
      Given *given = &extender->given[extender->n_given];
      const gsize n = strspn (*texts, NAME_CHARACTERS);
      const gboolean named = n > 0 && (*texts)[n] == '=';
      g_autofree char *base = g_path_get_basename (*texts);

      extender->n_given++;
      base[strspn (base, NAME_CHARACTERS)] = '\0';
      given->path = named ? *texts + n + 1 : *texts;
      given->name = named           ? g_strndup (*texts, n)
                    : *base != '\0' ? g_strdup (base)
                                    : g_strdup ("policy");
      n_stdin += strcmp (given->path, "-") == 0;
      if (g_strv_contains (reserved, given->name))
        {
          g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                       "option --policy: a Policy cannot be named \"%s\"",
                       given->name);
          fit_error_add_hint (error, "give it another name: NAME=FILE");
          return FALSE;
        }
      for (const Given *other = extender->given; other < given; other++)
        if (strcmp (other->name, given->name) == 0)
          {
            g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                         "option --policy: two Policies are named \"%s\"",
                         given->name);
            fit_error_add_hint (error, "give one another name: NAME=FILE");
            return FALSE;
          }
    }
  if (!fit_invocation_check_stdin (n_stdin, error))
    return FALSE;
  if (!fit_run_serving_split (options->listen, "option --listen",
                              &extender->address, &extender->listener,
                              &problem))
    return fit_fail (error, FIT_ERROR_USAGE, "%s", problem->message);
  if (run->tls_cert_file == NULL
      && (run->tls_private_key_file != NULL || run->client_ca_file != NULL))
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--tls-private-key-file and --client-ca-file need "
                     "--tls-cert-file");
  return TRUE;
}

/* -- the verb -------------------------------------------------------------- */

static void
note (const char *text, gpointer log)
{
  fit_run_log_note (log, text);
}

static void
requested (const FitApiExchangeEnd *end, gpointer log)
{
  fit_run_log_requested (log, end);
}

static void
stop (gpointer service)
{
  fit_extender_service_stop (service);
}

static gboolean
serve (Extender *extender, GError **error)
{
  const FitInvocation *invocation = extender->invocation;
  const gboolean v6 = strchr (extender->address, ':') != NULL;
  g_autoptr (GString) begin = g_string_new (NULL);
  g_autofree char *server = NULL;
  g_autofree FitServedPolicy *policies
      = g_new0 (FitServedPolicy, extender->n_given);
  g_autoptr (FitExtenderService) service = NULL;
  const FitExtenderServiceOptions options = {
    .api = extender->api,
    .registry = extender->registry,
    .gates = extender->gates,
    .hard_pod_affinity_symmetric_weight = 1,
    .flags = FIT_DECODE_AS_IS,
    .policies = policies,
    .n_policies = extender->n_given,
    .address = extender->listener.address,
    .port = extender->listener.port,
    .tls = extender->tls.certificate != NULL ? &extender->tls : NULL,
    .client_ca = extender->client_ca,
    .note = note,
    .requested = requested,
    .detail = fit_run_log_detail (extender->log),
    .data = extender->log,
  };

  for (guint i = 0; i < extender->n_given; i++)
    policies[i]
        = (FitServedPolicy){ extender->given[i].name,
                             extender->given[i].file.name,
                             g_steal_pointer (&extender->given[i].policy) };
  service = fit_extender_service_new (&options, error);
  /* After a failure, those that the service has not taken. */
  for (guint i = 0; i < extender->n_given; i++)
    fit_policy_free (policies[i].policy);
  if (service == NULL)
    return FALSE;
  fit_signals_ask_first (invocation->signals, stop, service);
  server = fit_url_hide (extender->api->server);
  g_string_append_printf (begin, "answering on %s://%s%s%s:%u for %s (%s):",
                          extender->tls.certificate != NULL ? "https" : "http",
                          v6 ? "[" : "", extender->address, v6 ? "]" : "",
                          fit_extender_service_port (service), server,
                          extender->api->source);
  for (guint i = 0; i < extender->n_given; i++)
    g_string_append_printf (begin, " /%s", extender->given[i].name);
  fit_run_log_note (extender->log, begin->str);
  fit_extender_service_run (service);
  fit_signals_ask_first (invocation->signals, NULL, NULL);
  return TRUE;
}

FitExit
fit_cmd_extender (const FitInvocation *invocation, GError **error)
{
  const FitRunOptions *run = &invocation->options.run;
  g_auto (Extender) extender = { .invocation = invocation };

  if (!read_command_line (&extender, error))
    return FIT_EXIT_USAGE;
  if (!read_policies (&extender, error))
    return FIT_EXIT_INPUT;
  if (run->tls_cert_file != NULL)
    {
      if (!fit_run_serving_load_tls (&extender.tls, run, error)
          || !fit_run_serving_load_authorities (run->client_ca_file,
                                                &extender.client_ca, error))
        return FIT_EXIT_INPUT;
    }
  else if (!g_str_has_prefix (extender.address, "127.")
           && strcmp (extender.address, "::1") != 0)
    fit_console_warning (
        "whoever reaches %s may ask, and nothing is encrypted: "
        "give --tls-cert-file and --client-ca-file",
        extender.address);
  extender.log = fit_run_log_new (run, error);
  if (extender.log == NULL)
    return FIT_EXIT_INPUT;
  extender.api = fit_find_server (&invocation->options, error);
  if (extender.api == NULL)
    return FIT_EXIT_INPUT;
  fit_api_config_share_secrets (extender.api,
                                fit_run_log_secrets (extender.log));
  fit_api_config_share_files (extender.api, note, extender.log);
  fit_run_serving_tell (extender.tls.files, extender.log);
  fit_run_serving_tell (extender.client_ca, extender.log);
  fit_run_log_notes (extender.log, extender.api->warnings);
  return serve (&extender, error) ? FIT_EXIT_YES : FIT_EXIT_INPUT;
}

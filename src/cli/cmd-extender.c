/* cmd-extender.c - fitsched extender: a Policy that answers a kube-scheduler */

#include <string.h>

#include "net/secrets.h"
#include "cli/console.h"
#include "cli/live-cluster.h"
#include "cli/rules-warnings.h"
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

/* Splits [NAME=]FILE.  Returns: (transfer none): the file */
static const char *
split (const char *text, char **out_name)
{
  const gsize n = strspn (text, NAME_CHARACTERS);
  g_autofree char *base = NULL;

  if (n > 0 && text[n] == '=')
    {
      *out_name = g_strndup (text, n);
      return text + n + 1;
    }
  base = g_path_get_basename (text);
  base[strspn (base, NAME_CHARACTERS)] = '\0';
  *out_name = g_strdup (*base != '\0' ? base : "policy");
  return text;
}

static gboolean
check_name (const Extender *extender, const char *name, GError **error)
{
  if (g_strv_contains (reserved, name))
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "option --policy: a Policy cannot be named \"%s\"", name);
      fit_error_add_hint (error, "give it another name: NAME=FILE");
      return FALSE;
    }
  for (guint i = 0; i + 1 < extender->n_given; i++)
    if (strcmp (extender->given[i].name, name) == 0)
      {
        g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                     "option --policy: two Policies are named \"%s\"", name);
        fit_error_add_hint (error, "give one another name: NAME=FILE");
        return FALSE;
      }
  return TRUE;
}

/* Takes the names and files from the options. */
static gboolean
name_policies (Extender *extender, GError **error)
{
  char **texts = extender->invocation->options.policies;
  guint n_stdin = 0;

  extender->given = g_new0 (Given, g_strv_length (texts));
  for (; *texts != NULL; texts++)
    {
      Given *given = &extender->given[extender->n_given++];

      given->path = split (*texts, &given->name);
      n_stdin += strcmp (given->path, "-") == 0;
      if (!check_name (extender, given->name, error))
        return FALSE;
    }
  return fit_invocation_check_stdin (n_stdin, error);
}

static gboolean
read_policy (const Extender *extender, Given *given, GError **error)
{
  const char *text;
  gsize len;

  if (!fit_rules_file_read (given->path, FIT_RULES_ANSWERING,
                            extender->invocation, &given->file, error))
    return FALSE;
  text = fit_rules_file_text (&given->file, &len);
  given->policy = fit_policy_parse_as (
      text, len, given->file.name, fit_feature_gates_release (extender->gates),
      NULL, error);
  if (given->policy == NULL)
    return FALSE;
  fit_rules_warnings_say (&given->file, given->policy, extender->registry);
  if (given->policy->extenders->len > 0)
    fit_console_note ("%s: its extenders are not called: that is up to the "
                      "kube-scheduler",
                      given->file.name);
  return TRUE;
}

static gboolean
read_policies (Extender *extender, GError **error)
{
  if (!fit_invocation_gates (extender->invocation, &extender->gates, error))
    return FALSE;
  extender->registry
      = fit_invocation_registry (extender->invocation, extender->gates);
  for (guint i = 0; i < extender->n_given; i++)
    if (!read_policy (extender, &extender->given[i], error))
      return FALSE;
  return TRUE;
}

/* -- the command line ------------------------------------------------------ */

static gboolean
is_loopback (const char *address)
{
  return g_str_has_prefix (address, "127.") || strcmp (address, "::1") == 0;
}

static gboolean
read_command_line (Extender *extender, GError **error)
{
  const FitOptions *options = &extender->invocation->options;
  const FitRunOptions *run = &options->run;
  g_autoptr (GError) problem = NULL;

  if (options->policies == NULL)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "no rules: give --policy [NAME=]FILE");
  if (!name_policies (extender, error))
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

static gboolean
load_certificate (Extender *extender, GError **error)
{
  const FitRunOptions *run = &extender->invocation->options.run;

  if (run->tls_cert_file != NULL)
    return fit_run_serving_load_tls (&extender->tls, run, error)
           && fit_run_serving_load_authorities (run->client_ca_file,
                                                &extender->client_ca, error);
  if (!is_loopback (extender->address))
    fit_console_warning (
        "whoever reaches %s may ask, and nothing is encrypted: "
        "give --tls-cert-file and --client-ca-file",
        extender->address);
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

static void
note_begin (const Extender *extender, const FitExtenderService *service)
{
  const gboolean v6 = strchr (extender->address, ':') != NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *server = fit_url_hide (extender->api->server);

  g_string_append_printf (text, "answering on %s://%s%s%s:%u for %s (%s):",
                          extender->tls.certificate != NULL ? "https" : "http",
                          v6 ? "[" : "", extender->address, v6 ? "]" : "",
                          fit_extender_service_port (service), server,
                          extender->api->source);
  for (guint i = 0; i < extender->n_given; i++)
    g_string_append_printf (text, " /%s", extender->given[i].name);
  fit_run_log_note (extender->log, text->str);
}

static gboolean
serve (Extender *extender, GError **error)
{
  const FitInvocation *invocation = extender->invocation;
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
  note_begin (extender, service);
  fit_extender_service_run (service);
  fit_signals_ask_first (invocation->signals, NULL, NULL);
  return TRUE;
}

FitExit
fit_cmd_extender (const FitInvocation *invocation, GError **error)
{
  g_auto (Extender) extender = { .invocation = invocation };

  if (!read_command_line (&extender, error))
    return FIT_EXIT_USAGE;
  if (!read_policies (&extender, error) || !load_certificate (&extender, error))
    return FIT_EXIT_INPUT;
  extender.log = fit_run_log_new (&invocation->options.run, error);
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

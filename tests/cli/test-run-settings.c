/* The settings of 'fitsched run': which file and which flags count.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "cli/run-serving.h"
#include "cli/run-settings.h"
#include "cli/verbs.h"
#include "tests/cli/captured.h"
#include "tests/support/cmocka.h"

/* The settings of one command line. */
typedef struct
{
  FitInvocation invocation;
  FitRunSettings settings;
  GError *error;
} Run;

static void
run_clear (Run *run)
{
  fit_run_settings_clear (&run->settings);
  fit_inputs_free (run->invocation.inputs);
  fit_options_clear (&run->invocation.options);
  g_clear_error (&run->error);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

/* @line: after a blank: under the name kube-scheduler; @config: the text of
 * --config c */
static gboolean
init (Run *run, const char *line, const char *config)
{
  g_auto (GStrv) args
      = g_strsplit (g_str_has_prefix (line, " ") ? line + 1 : line, " ", -1);
  g_autoptr (GPtrArray) operands = g_ptr_array_new ();
  FitInvocation *invocation = &run->invocation;

  *run = (Run){ .invocation.as_kube_scheduler = *line == ' ' };
  invocation->verb = fit_verb_find ("run", NULL);
  fit_options_init (&invocation->options);
  invocation->inputs = fit_inputs_new (&invocation->options);
  fit_inputs_keep (invocation->inputs, "c", g_strdup (config), strlen (config));
  assert_true (fit_options_parse (
      &invocation->options, invocation->verb->groups, args, operands, NULL));
  return fit_run_settings_init (&run->settings, invocation, &run->error);
}

#define GROUP "kubescheduler.config.k8s.io"
#define CONFIG(version, fields) \
  "kind: KubeSchedulerConfiguration\napiVersion: " GROUP "/" version "\n" fields
#define NIGHT "profiles:\n- schedulerName: night\n"
#define BESIDE " --release 1.20 --policy-config-file p"
#define CLASH                                                               \
  "--policy and --provider cannot be used with kube-scheduler's flags for " \
  "the same: choose one form"
#define NO_RULES                                                     \
  "no rules: give --policy FILE, --provider NAME, --config FILE or " \
  "--policy-configmap NAME"

static const struct
{
  const char *line;
  const char *config;
  const char *result; /* release, rules, scheduler, lock; or the message */
} rows[] = {
  { "", "", NO_RULES },
  { " --v=0", "",
    "1.16.15 provider DefaultProvider default-scheduler endpoints" },
  { "--provider P", "", "1.16.15 provider P default-scheduler leases" },
  { "--policy p --scheduler-name s", "", "1.16.15 policy p s leases" },
  { "--policy-config-file p", "", "1.16.15 policy p default-scheduler leases" },
  { "--algorithm-provider P", "",
    "1.16.15 provider P default-scheduler leases" },
  { "--policy-configmap m", "",
    "1.16.15 map kube-system/m default-scheduler leases" },
  { "--policy-configmap m --policy-configmap-namespace ns", "",
    "1.16.15 map ns/m default-scheduler leases" },
  /* The first one wins. */
  { "--policy-configmap m --policy-config-file p --algorithm-provider P", "",
    "1.16.15 map kube-system/m default-scheduler leases" },
  { "--policy-configmap m --policy-config-file p --use-legacy-policy-config",
    "", "1.16.15 policy p default-scheduler leases" },
  { "--algorithm-provider P --policy-config-file p", "",
    "1.16.15 policy p default-scheduler leases" },
  { "--use-legacy-policy-config", "",
    "--use-legacy-policy-config needs --policy-config-file FILE" },
  { "--policy p --algorithm-provider P", "", CLASH },
  { "--provider P --policy-config-file p", "", CLASH },
  { "--provider P --policy-configmap m", "", CLASH },
  { "--provider P --policy-configmap-namespace m", "", CLASH },
  { "--report r --provider P", "", "--report needs --shadow" },
  { "--report r --shadow --provider P", "",
    "1.16.15 provider P default-scheduler leases" },
  /* The release of a configuration has two names. */
  { "--config c --emulate-release 1.20", CONFIG ("v1beta1", ""),
    "1.20.15 config default-scheduler leases" },
  { "--config c --emulate-release 1.20 --release 1.20", CONFIG ("v1beta1", ""),
    "1.20.15 config default-scheduler leases" },
  { "--config c --emulate-release 1.20 --release 1.21", CONFIG ("v1beta1", ""),
    "--emulate-release and --release say different things" },
  { "--config c --release 1.16", CONFIG ("v1alpha1", ""),
    "1.16.15 config default-scheduler endpoints" },
  /* A Policy beside a configuration. */
  { "--config c" BESIDE, CONFIG ("v1beta1", NIGHT),
    "1.20.15 policy p night leases" },
  { "--config c --release 1.20 --policy-configmap m", CONFIG ("v1beta1", NIGHT),
    "1.20.15 map kube-system/m night leases" },
  { "--config c --release 1.19 --policy-config-file p",
    CONFIG ("v1beta1", NIGHT),
    "1.19.0-rc.4 config default-scheduler endpointsleases" },
  { "--config c" BESIDE,
    CONFIG (
        "v1beta1", NIGHT
        "  plugins: {score: {enabled: [{name: NodeResourcesMostAllocated}]}}\n"),
    "c: profiles[0].plugins cannot be used with a Policy" },
  { "--config c" BESIDE,
    CONFIG (
        "v1beta1", NIGHT
        "  plugins: {queueSort: {disabled: [{name: PrioritySort}], enabled: [{name: PrioritySort}]}}\n"),
    "c: profiles[0].plugins cannot be used with a Policy" },
  { "--config c" BESIDE,
    CONFIG ("v1beta1", NIGHT "- schedulerName: day\n  plugins: {preBind: "
                             "{disabled: [{name: \"*\"}]}}\n"),
    "c: profiles[1].plugins cannot be used with a Policy" },
  { "--config c" BESIDE, CONFIG ("v1beta1", NIGHT "- schedulerName: day\n"),
    "c: profiles: found 2, expected one beside a Policy" },
  { "--config c --release 1.20 --algorithm-provider P", CONFIG ("v1beta1", ""),
    "--algorithm-provider cannot change the profiles of --config: give them "
    "their plugins in the file" },
  { "--config c --release 1.20 --algorithm-provider DefaultProvider",
    CONFIG ("v1beta1", ""), "1.20.15 config default-scheduler leases" },
  { "--config c --release 1.19 --algorithm-provider P", CONFIG ("v1beta1", ""),
    "1.19.0-rc.4 config default-scheduler endpointsleases" },
  /* A configuration that names its Policy. */
  { "--config c --release 1.16",
    CONFIG ("v1alpha1", "algorithmSource: {policy: {configMap: {namespace: a, "
                        "name: b}}}\n"),
    "1.16.15 map a/b default-scheduler endpoints" },
  { "--config c --release 1.16",
    CONFIG ("v1alpha1", "algorithmSource: {policy: {file: {path: a}}}\n"),
    "1.16.15 config default-scheduler endpoints" },
  { "--config c --release 1.16 --policy q",
    CONFIG ("v1alpha1", "algorithmSource: {policy: {configMap: {namespace: a, "
                        "name: b}}}\n"),
    "1.16.15 policy q default-scheduler endpoints" },
};

/* Returns: (transfer full) */
static char *
describe (const FitRunSettings *settings)
{
  const FitOptions *options = &settings->invocation.options;
  const char *lock = settings->file.leader_election.resource_lock;
  g_autofree char *rules
      = settings->config_map != NULL ? g_strdup_printf (
            "map %s/%s", settings->config_map_namespace, settings->config_map)
        : options->policy != NULL
            ? g_strdup_printf ("policy %s", options->policy)
        : options->provider != NULL
            ? g_strdup_printf ("provider %s", options->provider)
            : g_strdup ("config");

  return g_strdup_printf ("%s %s %s %s", fit_release_name (settings->release),
                          rules, options->scheduler_name, lock);
}

static void
test_rules (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Run) run;
      g_autofree char *text = init (&run, rows[i].line, rows[i].config)
                                  ? describe (&run.settings)
                                  : g_strdup (run.error->message);

      if (strcmp (text, rows[i].result) != 0)
        fail_msg ("%s: %s", rows[i].line, text);
    }
}

static const struct
{
  const char *flag;
  guint since;   /* the first release without it */
  gboolean ours; /* only under the name kube-scheduler */
} removed[] = {
  { "--algorithm-provider=DefaultProvider", 22, FALSE },
  { "--hard-pod-affinity-symmetric-weight=1", 22, FALSE },
  { "--scheduler-name=a", 22, FALSE },
  { "--policy-config-file=a", 23, FALSE },
  { "--policy-configmap=a", 23, FALSE },
  { "--policy-configmap-namespace=a", 23, FALSE },
  { "--use-legacy-policy-config=false", 23, FALSE },
  { "--address=127.0.0.1", 24, TRUE },
  { "--port=0", 24, TRUE },
  { "--experimental-logging-sanitization", 24, FALSE },
  { "--logtostderr", 26, FALSE },
  { "--alsologtostderr", 26, FALSE },
  { "--stderrthreshold=1", 26, FALSE },
  { "--log-dir=a", 26, FALSE },
  { "--log-file=a", 26, FALSE },
  { "--log-file-max-size=1", 26, FALSE },
  { "--log-backtrace-at=1", 26, FALSE },
  { "--skip-headers", 26, FALSE },
  { "--skip-log-headers", 26, FALSE },
  { "--add-dir-header", 26, FALSE },
  { "--one-output", 26, FALSE },
  { "--lock-object-name=a", 28, FALSE },
  { "--lock-object-namespace=a", 28, FALSE },
};

/* Is @flag refused as removed by a configuration of 1.@minor? */
static void
assert_removed (const char *name, const char *flag, guint minor, gboolean is,
                guint since)
{
  const char *text = minor < 23   ? CONFIG ("v1beta1", "")
                     : minor < 25 ? CONFIG ("v1beta2", "")
                                  : CONFIG ("v1", "");
  g_autofree char *line
      = g_strdup_printf ("%s--config c --release 1.%u %s", name, minor, flag);
  g_auto (Run) run;
  g_autofree char *message
      = g_strdup_printf ("--%.*s was removed in 1.%u, and 1.%u.",
                         (int) strcspn (flag + 2, "="), flag + 2, since, minor);
  const gboolean done = init (&run, line, text);

  if (is != (!done && g_str_has_prefix (run.error->message, message)))
    fail_msg ("%s: %s", line, done ? "accepted" : run.error->message);
}

static void
test_removed (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (removed); i++)
    {
      const char *flag = removed[i].flag;
      const guint since = removed[i].since;

      assert_removed (" ", flag, since, TRUE, since);
      assert_removed (" ", flag, since - 1, FALSE, since);
      assert_removed ("", flag, since, !removed[i].ours, since);
    }
}

/* -- the API server -------------------------------------------------------- */

#define OUTSIDE                                                            \
  "not in a cluster: KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT or " \
  "the token of a service account is missing\n"                            \
  "hint: give the API server with --kubeconfig FILE"

static const struct
{
  const char *line;
  const char *server; /* and where it comes from; or the message */
} servers[] = {
  { "--master https://a", "https://a --master" },
  { "--master http://a/", "http://a --master" },
  { "--master https://a//", "https://a --master" },
  { "--master a",
    "option --master: \"a\" is not a URL like https://192.0.2.1:6443" },
  { "--master ftp://a",
    "option --master: \"ftp://a\" is not a URL like https://192.0.2.1:6443" },
  { "--master https://u:p@a",
    "--master: the URL of the API server must not have a user or a password\n"
    "hint: give them as username and password of a user in a kubeconfig" },
  { "--master u@a",
    "--master: the URL of the API server must not have a user or a password\n"
    "hint: give them as username and password of a user in a kubeconfig" },
  { "--master https://a/b@c", "https://a/b@c --master" },
  { "--master https://a?b@c", "https://a?b@c --master" },
  { "--master https://a#b@c", "https://a#b@c --master" },
  { "--kubeconfig /absent",
    "no kubeconfig: /absent\n"
    "hint: give one with --kubeconfig FILE or $KUBECONFIG" },
  { "--kubeconfig /absent --master https://a",
    "no kubeconfig: /absent\n"
    "hint: give one with --kubeconfig FILE or $KUBECONFIG" },
  { "--config c", "c: clientConnection.kubeconfig: no kubeconfig: /gone\n"
                  "hint: give one with --kubeconfig FILE or $KUBECONFIG" },
  { "--config c --kubeconfig /absent",
    "no kubeconfig: /absent\n"
    "hint: give one with --kubeconfig FILE or $KUBECONFIG" },
};

static void
assert_server (const char *line, const char *expected)
{
  g_auto (Run) run;
  g_autoptr (FitApiConfig) server = NULL;
  g_autofree char *text = NULL;

  assert_true (init (&run, line,
                     CONFIG ("v1", "clientConnection: {kubeconfig: /gone}\n")));
  server = fit_run_settings_server (&run.settings, &run.error);
  text = server != NULL
             ? g_strconcat (server->server, " ", server->source, NULL)
             : g_strdup (run.error->message);
  if (strcmp (text, expected) != 0)
    fail_msg ("%s: %s", line, text);
  if (server != NULL)
    assert_string_equal (server->namespace_, "default");
}

static void
test_server (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (servers); i++)
    {
      g_autofree char *line = g_strconcat (
          servers[i].line,
          strstr (servers[i].line, "--config") == NULL ? " --provider P" : "",
          NULL);

      assert_server (line, servers[i].server);
    }
}

/* Without a file: in a pod its account, and otherwise that of $KUBECONFIG. */
static void
test_no_file (void **state)
{
  setenv ("KUBECONFIG", "/absent", 1);
  unsetenv ("KUBERNETES_SERVICE_HOST");
  assert_server ("--provider P",
                 "no kubeconfig: /absent\n"
                 "hint: give one with --kubeconfig FILE or $KUBECONFIG");
  assert_server (" --v=0", OUTSIDE);
  unsetenv ("KUBERNETES_SERVICE_PORT");
  setenv ("KUBERNETES_SERVICE_HOST", "10.0.0.1", 1);
  assert_server ("--provider P", OUTSIDE);
}

/* -- ports and certificates ------------------------------------------------ */

static const struct
{
  const char *text;
  const char *address; /* or the message */
  guint port;
} addresses[] = {
  { "a:0", "a", 0 },
  { "a:1", "a", 1 },
  { "[::1]:2", "::1", 2 },
  { ":3", "0.0.0.0", 3 },
  { "[]:4", "0.0.0.0", 4 },
  { "[:5", "[", 5 },
  { "]:6", "]", 6 },
  { "::1:65535", "::1", 65535 },
  { "a:65536", "it: found \"a:65536\", expected ADDRESS:PORT", 0 },
  { "a", "it: found \"a\", expected ADDRESS:PORT", 0 },
  { "a:", "it: found \"a:\", expected ADDRESS:PORT", 0 },
  { "[::1]", "it: found \"[::1]\", expected ADDRESS:PORT", 0 },
};

static void
test_addresses (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    {
      g_autofree char *address = NULL;
      g_autoptr (GError) error = NULL;
      FitListener listener = { 0 };

      if (fit_run_serving_split (addresses[i].text, "it", &address, &listener,
                                 &error))
        {
          assert_string_equal (listener.address, addresses[i].address);
          assert_string_equal (listener.source, "it");
        }
      else
        assert_string_equal (error->message, addresses[i].address);
      assert_int_equal (listener.port, addresses[i].port);
    }
}

#define BIND(healthz, metrics)                       \
  CONFIG ("v1beta1", "healthzBindAddress: '" healthz \
                     "'\nmetricsBindAddress: '" metrics "'\n")
#define WITH " --config c --release 1.20"

/* Where plain HTTP is served. */
static const struct
{
  const char *line;
  const char *config;
  const char *plain; /* or the message */
} plain[] = {
  { "--provider P", "", "127.0.0.1:0 --port" },
  { "--provider P --port 8", "", "127.0.0.1:8 --port" },
  { "--provider P --address 10.0.0.1 --port 8", "", "10.0.0.1:8 --port" },
  { " --v=0", "", "0.0.0.0:10251 --port" },
  { " --address 10.0.0.1", "", "10.0.0.1:10251 --port" },
  { " --port 0", "", "0.0.0.0:0 --port" },
  { "--v=0" WITH, CONFIG ("v1beta1", ""), "" },
  { " --v=0" WITH, CONFIG ("v1beta1", ""), "0.0.0.0:10251 healthzBindAddress" },
  { "--v=0" WITH, BIND ("10.0.0.1:1", "10.0.0.2:2"),
    "10.0.0.1:1 healthzBindAddress 10.0.0.2:2 metricsBindAddress" },
  { "--v=0" WITH, BIND ("10.0.0.1:1", "10.0.0.1:1"),
    "10.0.0.1:1 healthzBindAddress" },
  { "--v=0" WITH, BIND ("", ":2"), "0.0.0.0:2 metricsBindAddress" },
  { "--v=0" WITH, BIND ("10.0.0.1", ":2"),
    "10.0.0.1:10251 healthzBindAddress 0.0.0.0:2 metricsBindAddress" },
  { " --config c --release 1.23", CONFIG ("v1beta2", ""), "" },
  { "--port 7" WITH, BIND ("10.0.0.1:1", "10.0.0.2:2"), "127.0.0.1:7 --port" },
  { "--address d" WITH, BIND ("10.0.0.1:1", "10.0.0.2:2"), "d:0 --port" },
  { " --port 7 --address d" WITH, BIND ("10.0.0.1:1", "10.0.0.1:1"),
    "10.0.0.1:1 healthzBindAddress" },
};

static void
test_plain (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    {
      g_auto (Run) run;
      g_auto (FitRunServing) serving;
      g_autofree char *line
          = g_strconcat (plain[i].line, " --secure-port 0", NULL);
      g_autoptr (GString) text = g_string_new (NULL);

      if (!init (&run, line, plain[i].config))
        fail_msg ("%s: %s", line, run.error->message);
      if (!fit_run_serving_init (&serving, &run.settings, NULL, NULL,
                                 &run.error))
        g_string_append (text, run.error->message);
      for (guint n = 0; n < G_N_ELEMENTS (serving.serving.plain); n++)
        {
          const FitListener *one = &serving.serving.plain[n];

          if (run.error == NULL && one->address != NULL)
            g_string_append_printf (text, "%s%s:%u %s",
                                    text->len > 0 ? " " : "", one->address,
                                    one->port, one->source);
        }
      if (strcmp (text->str, plain[i].plain) != 0)
        fail_msg ("%s: %s", line, text->str);
      if (run.error == NULL)
        assert_non_null (serving.serving.configuration);
    }
}

static const struct
{
  const char *line;
  const char *message;
} unserved[] = {
  { "--tls-cert-file a",
    "--tls-cert-file and --tls-private-key-file must be given together" },
  { "--tls-private-key-file a",
    "--tls-cert-file and --tls-private-key-file must be given together" },
  { "--tls-sni-cert-key a,b",
    "--tls-sni-cert-key cannot be used: fitsched shows the same certificate "
    "under every name; give it with --tls-cert-file" },
  { "--client-ca-file /absent", "open /absent: no such file or directory" },
  { "--requestheader-client-ca-file /absent",
    "open /absent: no such file or directory" },
  { "--requestheader-allowed-names a,,b",
    "option --requestheader-allowed-names: found \"a,,b\", expected names "
    "separated by commas" },
  { "--requestheader-username-headers ,a",
    "option --requestheader-username-headers: found \",a\", expected names "
    "separated by commas" },
  { "--requestheader-uid-headers a,",
    "option --requestheader-uid-headers: found \"a,\", expected names "
    "separated by commas" },
  { "--requestheader-group-headers ,",
    "option --requestheader-group-headers: found \",\", expected names "
    "separated by commas" },
  { "--requestheader-extra-headers-prefix ,",
    "option --requestheader-extra-headers-prefix: found \",\", expected names "
    "separated by commas" },
  { "--authentication-kubeconfig /absent",
    "no kubeconfig: /absent\n"
    "hint: give one with --kubeconfig FILE or $KUBECONFIG" },
  { "--authorization-kubeconfig /absent",
    "no kubeconfig: /absent\n"
    "hint: give one with --kubeconfig FILE or $KUBECONFIG" },
};

static void
test_unserved (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (unserved); i++)
    {
      g_auto (Run) run;
      g_auto (FitRunServing) serving;
      g_autofree char *line
          = g_strconcat (unserved[i].line, " --provider P", NULL);

      assert_true (init (&run, line, ""));
      assert_false (fit_run_serving_init (&serving, &run.settings, NULL, NULL,
                                          &run.error));
      assert_string_equal (run.error->message, unserved[i].message);
    }
}

/* What flags say about the secure port. */
static void
test_secure (void **state)
{
  g_auto (Run) usual, other;
  g_auto (FitRunServing) serving, changed;
  g_autoptr (FitApiConfig) api = fit_api_config_new ();
  const FitServing *out = &serving.serving;

  assert_true (init (&usual, "--provider P", ""));
  assert_true (
      fit_run_serving_init (&serving, &usual.settings, api, NULL, NULL));
  assert_string_equal (out->secure.address, "0.0.0.0");
  assert_int_equal (out->secure.port, 10259);
  assert_string_equal (out->secure.source, "--secure-port");
  assert_ptr_equal (out->tls, &serving.tls);
  assert_true (out->look_up_trust);
  assert_false (out->trust_needed);
  assert_true (out->access.token_seconds == 10);
  assert_string_equal (out->access.open_paths[0], "/healthz");
  assert_string_equal (out->access.open_paths[2], "/livez");
  assert_string_equal (out->trust.user_headers[0], "x-remote-user");
  assert_string_equal (out->trust.group_headers[0], "x-remote-group");
  assert_string_equal (out->trust.extra_prefixes[0], "x-remote-extra-");
  assert_null (out->trust.proxy_names[0]);
  assert_null (out->trust.uid_headers[0]);
  assert_ptr_equal (out->authentication, api);
  assert_ptr_equal (out->authorization, api);

  assert_true (
      init (&other,
            "--provider P --secure-port 7 --bind-address 127.0.0.1 "
            "--authentication-skip-lookup "
            "--authentication-tolerate-lookup-failure=false "
            "--authentication-token-webhook-cache-ttl 1s "
            "--authorization-webhook-cache-authorized-ttl 2s "
            "--authorization-webhook-cache-unauthorized-ttl 1500ms "
            "--requestheader-allowed-names a,b --requestheader-uid-headers c "
            "--authorization-always-allow-paths /d --client-ca-file= "
            "--requestheader-client-ca-file=",
            ""));
  out = &changed.serving;
  assert_true (
      fit_run_serving_init (&changed, &other.settings, api, NULL, NULL));
  assert_string_equal (out->secure.address, "127.0.0.1");
  assert_int_equal (out->secure.port, 7);
  assert_false (out->look_up_trust);
  assert_true (out->trust_needed);
  assert_true (out->access.token_seconds == 1);
  assert_true (out->access.allowed_seconds == 2);
  assert_true (out->access.denied_seconds == 1.5);
  assert_string_equal (out->trust.proxy_names[0], "a");
  assert_string_equal (out->trust.proxy_names[1], "b");
  assert_string_equal (out->trust.uid_headers[0], "c");
  assert_string_equal (out->access.open_paths[0], "/d");
  assert_null (out->access.open_paths[1]);
}

/* Who says who a client is, under the name kube-scheduler. */
typedef struct
{
  Run run;
  FitRunServing serving;
} Secured;

static void
secure (gpointer data)
{
  Secured *secured = data;
  g_autoptr (FitApiConfig) api = fit_api_config_new ();

  assert_true (fit_run_serving_init (&secured->serving, &secured->run.settings,
                                     api, NULL, NULL));
}

static void
test_reviewers (void **state)
{
#define NOBODY                                                          \
  "note: nobody can prove who they are on the secure port: "            \
  "--authentication-kubeconfig and --authorization-kubeconfig are not " \
  "given\n"
  g_autofree char *file
      = g_build_filename (g_getenv ("FIT_TEST_SRCDIR"), "tests", "cli", "data",
                          "canaries.yaml", NULL);

  unsetenv ("KUBERNETES_SERVICE_HOST");
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *line = g_strdup_printf (
          " --v=0%s%s%s%s", i & 1 ? " --authentication-kubeconfig=" : "",
          i & 1 ? file : "", i & 2 ? " --authorization-kubeconfig=" : "",
          i & 2 ? file : "");
      Secured secured = { 0 };
      g_autofree char *said = NULL;

      assert_true (init (&secured.run, line, ""));
      said = captured_stderr (secure, &secured);
      assert_string_equal (said, i < 3 ? NOBODY : "");
      assert_int_equal (secured.serving.serving.authentication != NULL,
                        (i & 1) != 0);
      assert_int_equal (secured.serving.serving.authorization != NULL,
                        (i & 2) != 0);
      fit_run_serving_clear (&secured.serving);
      run_clear (&secured.run);
    }
}

/* The configuration of 1.20 is shown with its plugins from --v=2 on. */
static void
test_configuration (void **state)
{
  char *texts[3];

  for (guint v = 0; v < 3; v++)
    {
      g_auto (Run) run;
      g_auto (FitRunServing) serving;
      g_autofree char *line
          = g_strdup_printf ("--secure-port 0 --v=%u" WITH, v);

      assert_true (init (&run, line, CONFIG ("v1beta1", NIGHT)));
      assert_true (
          fit_run_serving_init (&serving, &run.settings, NULL, NULL, NULL));
      texts[v] = g_strdup (serving.configuration);
    }
  assert_string_equal (texts[0], texts[1]);
  assert_string_not_equal (texts[1], texts[2]);
  for (guint v = 0; v < 3; v++)
    g_free (texts[v]);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_rules),     cmocka_unit_test (test_removed),
    cmocka_unit_test (test_server),    cmocka_unit_test (test_no_file),
    cmocka_unit_test (test_addresses), cmocka_unit_test (test_plain),
    cmocka_unit_test (test_unserved),  cmocka_unit_test (test_secure),
    cmocka_unit_test (test_reviewers), cmocka_unit_test (test_configuration),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

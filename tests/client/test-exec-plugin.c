/* test-exec-plugin.c - credential plugins, from the kubeconfig to the request
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/api-client.h"

#include "base/mailbox.h"
#include "client/exec-credential.h"
#include "tests/client/replay-server.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GROUP "client.authentication.k8s.io/"
#define SECRET "canary-8e41d7"
#define OK        \
  {               \
    .status = 200 \
  }

/* -- a plugin, and a client that uses it ----------------------------------- */

typedef struct
{
  char *directory; /* with the kubeconfig and the plugin */
  ReplayServer *server;
  FitApiConfig *config;
  FitApiClient *client;
  FitMailbox *ends; /* of char *, owned */
} Talk;

static void
write_file (const Talk *talk, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (talk->directory, name, NULL);

  assert_true (g_file_set_contents (path, text, -1, NULL));
  assert_int_equal (g_chmod (path, 0700), 0);
}

/* Returns: (transfer full) (nullable) */
static char *
read_file (const Talk *talk, const char *name)
{
  g_autofree char *path = g_build_filename (talk->directory, name, NULL);
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

/* @script: of the shell; it runs in the directory.  @exec: more fields */
static void
talk_init (Talk *talk, const char *script, const char *exec,
           const ReplayAnswer *answers, guint n)
{
  g_autofree char *plugin = NULL;
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  const char *paths[2] = { 0 };

  talk->ends = fit_mailbox_new (g_free);
  talk->server = replay_server_new (answers, n);
  talk->directory = g_dir_make_tmp ("fitsched-XXXXXX", NULL);
  plugin
      = g_strdup_printf ("#!/bin/sh\ncd '%s'\n%s\n", talk->directory, script);
  write_file (talk, "plugin", plugin);
  text = g_strdup_printf (
      "clusters: [{name: c, cluster: {server: '%s', extensions: [{name: " GROUP
      "exec, extension: {audience: us}}]}}]\n"
      "contexts: [{name: x, context: {cluster: c, user: u}}]\n"
      "current-context: x\n"
      "users: [{name: u, user: {exec: {command: ./plugin, %s}}}]\n",
      replay_server_url (talk->server), exec);
  write_file (talk, "config", text);
  paths[0] = path = g_build_filename (talk->directory, "config", NULL);
  talk->config = fit_kubeconfig_load (paths, NULL, &error);
  if (talk->config == NULL)
    fail_msg ("%s", error->message);
  talk->client = fit_api_client_new (talk->config, 0, 1, &error);
  if (talk->client == NULL)
    fail_msg ("%s", error->message);
}

static void
talk_clear (Talk *talk)
{
  static const char *const names[] = { "plugin", "config", "runs", "info" };

  fit_api_client_free (talk->client);
  fit_api_config_free (talk->config);
  replay_server_free (talk->server);
  fit_mailbox_free (talk->ends);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path
          = g_build_filename (talk->directory, names[i], NULL);

      g_remove (path);
    }
  assert_int_equal (g_rmdir (talk->directory), 0);
  g_free (talk->directory);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Talk, talk_clear)

#define TALK(name, script, exec, ...)                    \
  const ReplayAnswer name##_answers[] = { __VA_ARGS__ }; \
  g_auto (Talk) name = { 0 };                            \
  talk_init (&name, script, exec, name##_answers, G_N_ELEMENTS (name##_answers))

static void
push_end (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  fit_mailbox_put (data, problem != NULL
                             ? g_strdup (problem->message)
                             : g_strdup_printf ("%u", answer->status));
}

/* Sends a request and waits for what comes of it. */
static void
assert_end (Talk *talk, const char *method, const char *expected)
{
  g_autofree char *text = NULL;
  g_autoptr (GString) shown = NULL;

  fit_api_client_send (talk->client,
                       &(const FitApiRequest){ .method = method,
                                               .path = "/",
                                               .done = push_end,
                                               .data = talk->ends });
  text = fit_mailbox_take (talk->ends,
                           g_get_monotonic_time () + 120 * G_USEC_PER_SEC);
  shown = g_string_new (text);
  g_string_replace (shown, replay_server_url (talk->server), "SERVER", 0);
  g_string_replace (shown, talk->directory, "DIR", 0);
  assert_null (strstr (shown->str, SECRET));
  assert_string_equal (shown->str, expected);
}

static void
assert_sent (Talk *talk, const char *text)
{
  g_autofree char *request = replay_server_next (talk->server);

  if (strstr (request, text) == NULL)
    fail_msg ("no %s in %s", text, request);
}

static void
assert_runs (const Talk *talk, const char *expected)
{
  g_autofree char *runs = read_file (talk, "runs");

  assert_string_equal (runs != NULL ? runs : "", expected);
}

/* Every run has another token: x, xx, xxx... */
#define COUNT "printf x >>runs; "
#define PRINT(version, status)                                                 \
  COUNT "printf '{\"kind\":\"ExecCredential\",\"apiVersion\":\"" GROUP version \
        "\",\"status\":{" status "}}' \"$(cat runs)\""
#define BETA "apiVersion: " GROUP "v1beta1"
#define V1 "apiVersion: " GROUP "v1, interactiveMode: Never"

#define TOKEN "\"token\":\"%s\""

static void
test_token (void **state)
{
  TALK (talk, PRINT ("v1beta1", TOKEN), BETA, OK, OK);

  (void) state;
  assert_end (&talk, "GET", "200");
  assert_end (&talk, "GET", "200");
  assert_sent (&talk, "Authorization: Bearer x\r\n");
  assert_sent (&talk, "Authorization: Bearer x\r\n");
  assert_runs (&talk, "x");
}

static void
test_expiry (void **state)
{
  TALK (talk,
        PRINT ("v1", TOKEN ",\"expirationTimestamp\":\"2020-01-01T00:00:00Z\""),
        V1, OK);
  TALK (later,
        PRINT ("v1", TOKEN ",\"expirationTimestamp\":\"2099-01-01T00:00:00Z\""),
        V1, OK, OK);

  (void) state;
  assert_end (&later, "GET", "200");
  assert_end (&later, "GET", "200");
  assert_runs (&later, "x");
  /* One that is over when it comes would run for ever. */
  assert_end (&talk, "GET",
              "SERVER: getting credentials: exec: executable DIR/plugin: "
              "status.expirationTimestamp: found a time in the past");
}

/* The server takes it no more: another one, and the same request again. */
static void
test_rejected (void **state)
{
  TALK (talk, PRINT ("v1", TOKEN), V1, OK, { .status = 401 }, OK,
        { .status = 401 }, { .status = 401 }, OK);

  (void) state;
  assert_end (&talk, "GET", "200");
  assert_end (&talk, "POST", "200");
  assert_sent (&talk, "Bearer x\r\n");
  assert_sent (&talk, "Bearer x\r\n");
  assert_sent (&talk, "Bearer xx\r\n");
  /* Twice is an answer. */
  assert_end (&talk, "POST", "401");
  assert_runs (&talk, "xxx");
}

static void
test_info (void **state)
{
  TALK (
      talk,
      "printf '%s' \"$A $1 $KUBERNETES_EXEC_INFO\" >info; " PRINT ("v1", TOKEN),
      V1 ", args: ['two words'], env: [{name: A, value: b}], "
         "provideClusterInfo: true",
      OK);
  g_autoptr (GString) expected = g_string_new (
      "b two words {\"kind\":\"ExecCredential\",\"apiVersion\":\"" GROUP
      "v1\",\"spec\":{\"cluster\":{\"server\":\"SERVER\",\"config\":{"
      "\"audience\":\"us\"}},\"interactive\":false}}");
  g_autofree char *info = NULL;

  (void) state;
  assert_end (&talk, "GET", "200");
  info = read_file (&talk, "info");
  g_string_replace (expected, "SERVER", replay_server_url (talk.server), 0);
  assert_string_equal (info, expected->str);
}

/* What the kubeconfig says comes before what the environment has. */
static void
test_environment (void **state)
{
  TALK (
      talk,
      "printf '%s' \"$FIT_TEST_A, $FIT_TEST_B, $KUBERNETES_EXEC_INFO\" >info; " PRINT (
          "v1", TOKEN),
      V1 ", env: [{name: FIT_TEST_A, value: 'b=c=d'}]", OK);
  g_autofree char *info = NULL;

  (void) state;
  g_setenv ("FIT_TEST_A", "old", TRUE);
  g_setenv ("FIT_TEST_B", "kept", TRUE);
  g_setenv ("KUBERNETES_EXEC_INFO", "old", TRUE);
  assert_end (&talk, "GET", "200");
  g_unsetenv ("FIT_TEST_A");
  g_unsetenv ("FIT_TEST_B");
  g_unsetenv ("KUBERNETES_EXEC_INFO");
  info = read_file (&talk, "info");
  assert_string_equal (info, "b=c=d, kept, {\"kind\":\"ExecCredential\","
                             "\"apiVersion\":\"" GROUP "v1\",\"spec\":{"
                             "\"interactive\":false}}");
}

/* -- plugins that ask the user --------------------------------------------- */

/* The standard input of the process, for as long as a test runs. */
typedef struct
{
  int before, master;
} Input;

/* @is_terminal: else it is empty */
static void
input_begin (Input *input, gboolean is_terminal)
{
  int fd;

  input->before = dup (STDIN_FILENO);
  assert_true (input->before >= 0);
  input->master = -1;
  if (is_terminal)
    {
      input->master = posix_openpt (O_RDWR | O_NOCTTY | O_CLOEXEC);
      assert_true (input->master >= 0);
      assert_int_equal (grantpt (input->master), 0);
      assert_int_equal (unlockpt (input->master), 0);
    }
  fd = open (is_terminal ? ptsname (input->master) : "/dev/null",
             O_RDWR | O_NOCTTY);
  assert_true (fd >= 0);
  assert_int_equal (dup2 (fd, STDIN_FILENO), STDIN_FILENO);
  close (fd);
}

static void
input_end (Input *input)
{
  dup2 (input->before, STDIN_FILENO);
  close (input->before);
  if (input->master >= 0)
    close (input->master);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Input, input_end)

/* It may if there is a terminal, and if its mode allows that: then it has the
 * terminal, and knows. */
static void
test_interactive (void **state)
{
  static const struct
  {
    const char *mode;
    gboolean is_terminal, asks;
  } rows[] = {
    { "Never", FALSE, FALSE },       { "Never", TRUE, FALSE },
    { "IfAvailable", FALSE, FALSE }, { "IfAvailable", TRUE, TRUE },
    { "Always", TRUE, TRUE },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *exec = g_strdup_printf (
          "apiVersion: " GROUP "v1, interactiveMode: %s", rows[i].mode);
      TALK (
          talk,
          "[ -t 0 ] && printf 'asks ' >info; "
          "printf '%s' \"$KUBERNETES_EXEC_INFO\" >>info; " PRINT ("v1", TOKEN),
          exec, OK);
      g_auto (Input) input = { -1, -1 };
      g_autofree char *info = NULL;

      input_begin (&input, rows[i].is_terminal);
      assert_end (&talk, "GET", "200");
      info = read_file (&talk, "info");
      assert_int_equal (g_str_has_prefix (info, "asks "), rows[i].asks);
      assert_non_null (strstr (info, rows[i].asks ? "\"interactive\":true"
                                                  : "\"interactive\":false"));
    }
}

/* -- plugins that do not do what they should ------------------------------- */

static const struct
{
  const char *script;
  const char *exec;
  const char *why;
} failures[] = {
  { "exit 7", V1, "failed with exit code 7" },
  { "kill -9 $$", V1, "was ended by signal 9" },
  { "echo " SECRET, V1, "found something else, expected JSON" },
  { "echo '[\"" SECRET "\"]'", V1,
    "found something else, expected an ExecCredential" },
  { PRINT ("v1beta1", TOKEN), V1,
    "apiVersion: found client.authentication.k8s.io/v1beta1, expected "
    "client.authentication.k8s.io/v1" },
  { PRINT ("v1", ""), V1,
    "status: found neither a token nor a certificate with its key" },
  { PRINT ("v1", "\"token\":[\"" SECRET "\"]"), V1,
    "status.token: found a list, expected a string" },
  { PRINT ("v1", "\"token\":\"a " SECRET "\""), V1,
    "status.token: found blanks or line ends in it" },
  { PRINT ("v1", "\"clientKeyData\":\"" SECRET "\""), V1,
    "status: found only clientKeyData, expected both or none of "
    "clientCertificateData and clientKeyData" },
  { PRINT ("v1",
           "\"clientCertificateData\":\"" SECRET "\",\"clientKeyData\":\"b\""),
    V1,
    "status.clientCertificateData: found something else, expected a PEM "
    "certificate" },
  { PRINT ("v1", TOKEN ",\"expirationTimestamp\":\"" SECRET "\""), V1,
    "status.expirationTimestamp: found something else, expected a time like "
    "2026-01-31T12:00:00Z" },
  { "echo '{\"kind\":\"" SECRET "\"}'", V1,
    "found something else, expected an ExecCredential" },
  { "echo '{\"kind\":\"ExecCredential\"}'", V1,
    "apiVersion: found another version, expected "
    "client.authentication.k8s.io/v1" },
  { PRINT ("v1alpha1", TOKEN), V1,
    "apiVersion: found another version, expected "
    "client.authentication.k8s.io/v1" },
  { "echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"" GROUP "v1\"}'", V1,
    "status: found nothing, expected an object" },
  { "echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"" GROUP
    "v1\",\"status\":[]}'",
    V1, "status: found a list, expected an object" },
  { PRINT ("v1", "\"token\":null,\"clientKeyData\":\"\""), V1,
    "status: found neither a token nor a certificate with its key" },
  { PRINT ("v1", "\"clientCertificateData\":[]"), V1,
    "status.clientCertificateData: found a list, expected a string" },
  { PRINT ("v1", "\"clientKeyData\":[]"), V1,
    "status.clientKeyData: found a list, expected a string" },
  { PRINT ("v1", TOKEN ",\"expirationTimestamp\":[]"), V1,
    "status.expirationTimestamp: found a list, expected a string" },
  { PRINT ("v1", TOKEN ",\"clientCertificateData\":\"" SECRET "\""), V1,
    "status: found only clientCertificateData, expected both or none of "
    "clientCertificateData and clientKeyData" },
  { PRINT ("v1", "\"clientCertificateData\":\"-----BEGIN CERTIFICATE-----"
                 "\\\\nMAA=\\\\n-----END CERTIFICATE-----\\\\n\","
                 "\"clientKeyData\":\"" SECRET "\""),
    V1, "status.clientKeyData: found something else, expected a PEM key" },
  { "yes " SECRET, V1, "has printed more than 1048576 bytes" },
  { "head -c 1048577 /dev/zero", V1, "has printed more than 1048576 bytes" },
  { "head -c 1048576 /dev/zero", V1, "found something else, expected JSON" },
  { "true", "apiVersion: " GROUP "v1, interactiveMode: Always",
    "has interactiveMode Always, but standard input is no terminal" },
};

static void
test_failures (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      TALK (talk, failures[i].script, failures[i].exec, OK);
      g_autofree char *expected
          = g_strdup_printf ("SERVER: getting credentials: exec: executable "
                             "DIR/plugin: %s",
                             failures[i].why);

      assert_end (&talk, "GET", expected);
      assert_int_equal (replay_server_count (talk.server), 0);
    }
}

/* A plugin that hangs does not hold up the end of the client. */
static void
test_stopped (void **state)
{
  TALK (talk, COUNT "exec sleep 1000", V1, OK);

  (void) state;
  fit_api_client_send (
      talk.client,
      &(const FitApiRequest){
          .method = "GET", .path = "/", .done = push_end, .data = talk.ends });
  for (g_autofree char *runs = NULL; runs == NULL;
       runs = read_file (&talk, "runs"))
    g_usleep (1000);
  g_clear_pointer (&talk.client, fit_api_client_free);
  {
    g_autofree char *text = fit_mailbox_take (talk.ends, G_MAXINT64);

    assert_string_equal (text, "the client was stopped");
  }
}

typedef struct
{
  FitExecPlugin *plugin;
  gint cancelled; /* atomic */
  GError *error;
} Try;

static gpointer
try (gpointer data)
{
  Try *a_try = data;

  assert_false (fit_exec_plugin_run (a_try->plugin, NULL, &a_try->cancelled,
                                     &a_try->error));
  return NULL;
}

/* Neither does one that has nothing more to say. */
static void
test_stopped_at_its_end (void **state)
{
  TALK (talk, "exec >&-; " COUNT "exec sleep 1000", V1, OK);
  Try a_try = { .plugin = talk.config->exec };
  GThread *thread = g_thread_new ("try", try, &a_try);
  g_autofree char *path = g_build_filename (talk.directory, "plugin", NULL);
  g_autofree char *expected = g_strdup_printf (
      "getting credentials: exec: executable %s: stopped", path);

  (void) state;
  for (g_autofree char *runs = NULL; runs == NULL;
       runs = read_file (&talk, "runs"))
    g_thread_yield ();
  g_atomic_int_set (&a_try.cancelled, 1);
  g_thread_join (thread);
  assert_string_equal (a_try.error->message, expected);
  g_clear_error (&a_try.error);
}

static void
test_not_installed (void **state)
{
  g_autoptr (GError) error = NULL;
  FitApiConfig config
      = { .source = (char *) "FILE", .server = (char *) "https://host" };

  (void) state;
  config.exec = fit_exec_plugin_new (
      &(const FitExecOptions){ .api_version = GROUP "v1",
                               .command = "no-such-plugin",
                               .install_hint = "install it from there" });
  assert_null (fit_api_client_new (&config, 0, 1, &error));
  assert_string_equal (error->message,
                       "FILE: exec: executable no-such-plugin not found\n"
                       "hint: install it from there");
  fit_exec_plugin_unref (config.exec);
}

/* Clients share a plugin: who comes second takes what it has already, unless just
 * that was rejected. */
static void
test_shared (void **state)
{
  TALK (talk, PRINT ("v1", TOKEN), V1 ", installHint: get it", OK);
  FitExecPlugin *plugin = talk.config->exec;
  g_autoptr (FitCredential) first = NULL;
  g_autoptr (FitCredential) second = NULL;
  g_autofree char *path = g_build_filename (talk.directory, "plugin", NULL);
  g_autofree char *expected = g_strdup_printf (
      "getting credentials: exec: executable %s: not found\nhint: get it",
      path);
  g_autoptr (GError) error = NULL;

  (void) state;
  assert_null (fit_exec_plugin_current (plugin));
  for (guint i = 0; i < 2; i++)
    assert_true (fit_exec_plugin_run (plugin, NULL, NULL, &error));
  assert_runs (&talk, "x");
  first = fit_exec_plugin_current (plugin);
  assert_string_equal (first->header, "Authorization: Bearer x");
  assert_true (fit_exec_plugin_run (plugin, first, NULL, &error));
  assert_true (fit_exec_plugin_run (plugin, first, NULL, &error));
  assert_runs (&talk, "xx");
  second = fit_exec_plugin_current (plugin);
  assert_string_equal (second->header, "Authorization: Bearer xx");
  /* It has been removed; what was rejected is of no use to anybody. */
  g_remove (path);
  assert_false (fit_exec_plugin_run (plugin, second, NULL, &error));
  assert_string_equal (error->message, expected);
  assert_null (fit_exec_plugin_current (plugin));
}

/* Only a program that is not there has a hint. */
static void
test_hints (void **state)
{
  TALK (talk, "exit 7", V1 ", installHint: get it", OK);
  gint cancelled = 1;
  g_autofree char *path = g_build_filename (talk.directory, "plugin", NULL);
  g_autofree char *failed = g_strdup_printf (
      "getting credentials: exec: executable %s: failed with exit code 7",
      path);
  g_autofree char *stopped = g_strdup_printf (
      "getting credentials: exec: executable %s: stopped", path);
  g_autoptr (GError) error = NULL;

  (void) state;
  assert_false (fit_exec_plugin_run (talk.config->exec, NULL, NULL, &error));
  assert_string_equal (error->message, failed);
  g_clear_error (&error);
  assert_false (
      fit_exec_plugin_run (talk.config->exec, NULL, &cancelled, &error));
  assert_string_equal (error->message, stopped);
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_INCOMPLETE));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_token),
    cmocka_unit_test (test_expiry),
    cmocka_unit_test (test_rejected),
    cmocka_unit_test (test_info),
    cmocka_unit_test (test_environment),
    cmocka_unit_test (test_interactive),
    cmocka_unit_test (test_failures),
    cmocka_unit_test (test_stopped),
    cmocka_unit_test (test_stopped_at_its_end),
    cmocka_unit_test (test_not_installed),
    cmocka_unit_test (test_shared),
    cmocka_unit_test (test_hints),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

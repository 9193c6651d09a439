/* A command inside a program: its answer as data, from several threads.
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fit-main.h"
#include "tests/cli/captured.h"
#include "tests/support/cmocka.h"

#define THREADS 4
#define ROUNDS 5

static const char node[]
    = "{\"kind\": \"Node\", \"apiVersion\": \"v1\", \"metadata\": {\"name\": \"n1\"},"
      " \"status\": {\"allocatable\": {\"cpu\": \"4\", \"pods\": \"10\"}}}";
static const char pods[]
    = "apiVersion: v1\nkind: Pod\nmetadata: {name: small}\n"
      "spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}\n"
      "---\napiVersion: v1\nkind: Pod\nmetadata: {name: large}\n"
      "spec: {containers: [{name: c, resources: {requests: {cpu: 9}}}]}\n";
static const FitCallInput inputs[]
    = { { "node", node, sizeof node - 1 }, { "pods", pods, sizeof pods - 1 } };

/* Calls with the words of @line. */
static void
call (const char *line, FitCallAnswer *out_answer)
{
  g_auto (GStrv) args = g_strsplit (line, " ", -1);

  fit_call ((const char *const *) args, inputs, G_N_ELEMENTS (inputs), NULL,
            out_answer);
}

static void
test_answer (void **state)
{
  g_auto (FitCallAnswer) answer = { 0 };

  call ("simulate --release 1.34.9 -f node --pods pods -o name", &answer);
  assert_int_equal (answer.status, 1);
  assert_string_equal (answer.output, "default/small n1\ndefault/large -\n");
  assert_int_equal (answer.len, strlen (answer.output));
  assert_string_equal (
      answer.messages,
      "note: no rules are named: the default configuration of 1.34.9 decides\n");
}

/* Errors name the inputs; what a person would see is in the messages. */
static void
test_wrong_input (void **state)
{
  static const FitCallInput broken[] = { { "mine", "kind: [", 7 } };
  static const char *const args[]
      = { "simulate", "--release", "1.34", "-f", "mine", NULL };
  g_auto (FitCallAnswer) answer = { 0 };

  fit_call (args, broken, 1, NULL, &answer);
  assert_int_equal (answer.status, 3);
  assert_string_equal (answer.output, "");
  assert_non_null (strstr (
      answer.messages,
      "\nfitsched: mine: document 1: line 2, column 1: did not find expected "
      "node content\n"));
}

static void
test_usage (void **state)
{
  g_auto (FitCallAnswer) none = { 0 }, serves = { 0 }, coloured = { 0 };
  static const char *const no_args[] = { NULL };

  fit_call (no_args, NULL, 0, NULL, &none);
  assert_int_equal (none.status, 2);
  assert_string_equal (none.messages,
                       "fitsched: which verb?\nsee 'fitsched --help'\n");
  call ("run", &serves);
  assert_int_equal (serves.status, 2);
  assert_string_equal (serves.messages,
                       "fitsched: run runs until it is stopped: start it as a "
                       "program\nsee 'fitsched run --help'\n");
  call ("version --color never", &coloured);
  assert_null (g_getenv ("NO_COLOR"));
}

static void
call_into (gpointer data)
{
  call ("validate --policy node", data);
}

/* Standard error, the handling of signals and the program's name stay. */
static void
test_process (void **state)
{
  g_auto (FitCallAnswer) answer = { 0 };
  struct sigaction before, after;
  sigset_t mask, later_mask;
  g_autofree char *printed = NULL;

  g_set_prgname ("kube-scheduler");
  sigaction (SIGPIPE, NULL, &before);
  pthread_sigmask (SIG_SETMASK, NULL, &mask);
  printed = captured_stderr (call_into, &answer);
  assert_string_equal (printed, "");
  assert_string_not_equal (answer.messages, "");
  sigaction (SIGPIPE, NULL, &after);
  pthread_sigmask (SIG_SETMASK, NULL, &later_mask);
  assert_true (before.sa_handler == after.sa_handler);
  assert_int_equal (sigismember (&mask, SIGINT),
                    sigismember (&later_mask, SIGINT));
  assert_string_equal (g_get_prgname (), "kube-scheduler");
  g_set_prgname ("test-call");
}

static void *
ask_again_and_again (void *expected)
{
  gsize n_same = 0;

  for (guint i = 0; i < ROUNDS; i++)
    {
      g_auto (FitCallAnswer) answer = { 0 };

      call ("explain --all-pending -f node --pods pods -o json", &answer);
      n_same += strcmp (answer.output, expected) == 0;
    }
  return GSIZE_TO_POINTER (n_same);
}

static void
test_threads (void **state)
{
  g_auto (FitCallAnswer) alone = { 0 };
  pthread_t threads[THREADS];
  void *n_same;

  call ("explain --all-pending -f node --pods pods -o json", &alone);
  assert_non_null (strstr (alone.output, "\"kind\": \"Explanation\""));
  for (guint i = 0; i < THREADS; i++)
    assert_int_equal (
        pthread_create (&threads[i], NULL, ask_again_and_again, alone.output),
        0);
  for (guint i = 0; i < THREADS; i++)
    {
      assert_int_equal (pthread_join (threads[i], &n_same), 0);
      assert_int_equal (GPOINTER_TO_SIZE (n_same), ROUNDS);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_answer),  cmocka_unit_test (test_wrong_input),
    cmocka_unit_test (test_usage),   cmocka_unit_test (test_process),
    cmocka_unit_test (test_threads),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

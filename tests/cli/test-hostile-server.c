/* test-hostile-server.c - the commands that read a live cluster, and an API server that means harm
 *
 * Each runs as a process of its own, with little memory.  It says in one line what is
 * wrong, exits with 4, and writes nothing.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/cli/hostile-process.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/support/turns.h"

#define KEPT "what was there before\n"

static const HostileFact facts[] = {
  { "/api/v1/nodes?",
    "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"metadata\":{"
    "\"resourceVersion\":\"7\"},\"items\":[{\"metadata\":{\"name\":\"a\"}}]}",
    FALSE },
};

static const struct
{
  const char *answer;
  const char *said; /* after "fitsched: " */
  gboolean slow;    /* one command is enough */
} cases[] = {
  { "endless letters",
    "SERVER: cannot read the list of pods: found a list "
    "without items of more than 1 MiB",
    FALSE },
  { "endless item",
    "SERVER: cannot read the list of pods: found an item of "
    "more than 16 MiB",
    FALSE },
  { "endless items of nothing",
    "SERVER: cannot read the list of pods: metadata.name: found nothing, "
    "expected that of a Pod",
    FALSE },
  { "endless items",
    "SERVER: cannot read the list of pods: found a list of more than 1000000 "
    "objects",
    TRUE },
  { "deep lists",
    "SERVER: cannot read the list of pods: lists and objects are nested more "
    "than 100 deep (line 1, column 102)",
    FALSE },
  { "wrong types in an item",
    "SERVER: cannot read the list of pods: Pod (no "
    "name): metadata.name: found an object, expected "
    "a string",
    FALSE },
  { "null",
    "SERVER: cannot read the list of pods: found something else, "
    "expected a PodList with a resourceVersion",
    FALSE },
  { "what was sent", "SERVER: cannot list pods: 500: Bearer *** [2J", FALSE },
  { "redirect 307", "SERVER: cannot list pods: 307: redirects are not followed",
    FALSE },
  { "cut",
    "cannot read from SERVER: transfer closed with outstanding read "
    "data remaining",
    FALSE },
  { "endless header", "cannot read from SERVER: the answer is too long",
    FALSE },
};

static const char *const commands[] = {
  "snapshot --write kept",
  "snapshot -o yaml",
  "simulate --provider DefaultProvider",
  "explain web --provider DefaultProvider",
  "diff --left DefaultProvider --right ClusterAutoscalerProvider",
};

static const HostileAnswer *
find_answer (const char *name)
{
  guint n;
  const HostileAnswer *answers = hostile_answers (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (answers[i].name, name) == 0)
      return &answers[i];
  fail_msg ("no answer %s", name);
  return NULL;
}

/* What is in @directory but for the two files of the test. */
static void
assert_nothing_else (const char *directory)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (strcmp (name, "kept") != 0 && strcmp (name, "kubeconfig") != 0)
      fail_msg ("%s was left", name);
}

static void
try_command (const char *directory, const char *arguments, guint i)
{
  g_autofree char *program = fitsched_program ();
  g_autofree char *kept = g_build_filename (directory, "kept", NULL);
  g_autofree char *line
      = g_strconcat (program, " ", arguments, " --kubeconfig kubeconfig", NULL);
  g_auto (GStrv) argv = g_strsplit (line, " ", -1);
  g_auto (HostileServer) server = { .needle = "/api/v1/pods?",
                                    .times = 1,
                                    .answer = find_answer (cases[i].answer),
                                    .facts = facts,
                                    .n_facts = G_N_ELEMENTS (facts) };
  g_autofree char *out = NULL;
  g_autofree char *said = NULL;
  g_autofree char *expected = g_strdup_printf ("fitsched: %s\n", cases[i].said);
  g_autofree char *left = NULL;
  g_autoptr (GString) shown = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  hostile_server_start (&server);
  write_kubeconfig (directory, replay_server_url (server.server));
  assert_true (g_file_set_contents (kept, KEPT, -1, NULL));
  if (!g_spawn_sync (directory, argv, NULL, G_SPAWN_DEFAULT, set_up_child, NULL,
                     &out, &said, &status, &error))
    fail_msg ("%s", error->message);
  shown = g_string_new (said);
  g_string_replace (shown, replay_server_url (server.server), "SERVER", 0);
  assert_string_equal (shown->str, expected);
  assert_true (WIFEXITED (status));
  assert_int_equal (WEXITSTATUS (status), 4);
  assert_string_equal (out, "");
  assert_true (g_file_get_contents (kept, &left, NULL, NULL));
  assert_string_equal (left, KEPT);
  assert_nothing_else (directory);
}

static void
test_commands (void **state)
{
  g_autofree char *directory = g_dir_make_tmp ("fitsched-XXXXXX", NULL);

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint j = 0; j < (cases[i].slow ? 1 : G_N_ELEMENTS (commands)); j++)
      if (is_its_turn (i + j, 4))
        try_command (directory, commands[j], i);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *file
          = g_build_filename (directory, i ? "kept" : "kubeconfig", NULL);

      assert_int_equal (g_remove (file), 0);
    }
  assert_int_equal (g_rmdir (directory), 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_commands),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

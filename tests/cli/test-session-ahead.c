/* test-session-ahead.c - an answer of a session that was opened ahead is that of
 * any other one
 *
 * With arguments, CLUSTER POD FILE: only asks about POD, of the manifests in
 * FILE, so that callgrind can count what a question costs.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/run-verb.h"
#include "cli/session.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include <glib/gstdio.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* A bit beside the exit status. */
#define TAKEN 0x40

/* A cluster that is open ahead, as for the questions of programs. */
typedef struct
{
  FitInvocation plain;
  FitInputs *inputs;
  FitSession session;
} Ahead;

static void
ahead_open (Ahead *ahead, char *cluster)
{
  const char *const files[] = { cluster, NULL };
  g_autoptr (GError) error = NULL;

  ahead->plain = (FitInvocation){ .verb = fit_verb_find ("explain", NULL),
                                  .operands = g_ptr_array_new () };
  fit_options_init (&ahead->plain.options);
  ahead->plain.options.files = g_strdupv ((char **) files);
  ahead->inputs = ahead->plain.inputs = fit_inputs_new (&ahead->plain.options);
  assert_true (fit_session_open (&ahead->session, &ahead->plain, &error));
  assert_true (fit_session_prepare (&ahead->session, &error));
}

static void
ahead_close (Ahead *ahead)
{
  fit_session_close (&ahead->session);
  fit_options_clear (&ahead->plain.options);
  fit_inputs_free (ahead->inputs);
  g_ptr_array_unref (ahead->plain.operands);
}

/* Runs 'fitsched explain' with @args. */
static FitExit
explain (FitSession *ahead, FitInputs *inputs, char *const *args)
{
  g_autoptr (GPtrArray) operands = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  FitInvocation invocation = { .verb = fit_verb_find ("explain", NULL),
                               .operands = operands,
                               .inputs = inputs,
                               .ahead = ahead };
  FitExit status;

  fit_options_init (&invocation.options);
  assert_true (fit_options_parse (&invocation.options, invocation.verb->groups,
                                  args, operands, &error));
  status = fit_run_verb (&invocation, &error);
  if (error != NULL)
    printf ("%s\n", error->message);
  fit_options_clear (&invocation.options);
  return status;
}

/* Runs it in a process of its own, as workers do.  Returns: (transfer full):
 * what it prints on standard output, and its status.  @out_taken: (nullable)
 * (out): has it taken over @ahead? */
static char *
answer (FitSession *ahead, FitInputs *inputs, char *const *args,
        gboolean *out_taken)
{
  FILE *file = tmpfile ();
  const pid_t child = fork ();
  g_autoptr (GString) text = g_string_new (NULL);
  int ended, c;

  assert_non_null (file);
  if (child == 0)
    {
      FitExit status;

      dup2 (fileno (file), STDOUT_FILENO);
      status = explain (ahead, inputs, args);
      fflush (stdout);
      _exit ((int) status
             | (ahead != NULL && ahead->objects == NULL ? TAKEN : 0));
    }
  assert_int_equal (waitpid (child, &ended, 0), child);
  assert_true (WIFEXITED (ended));
  rewind (file);
  while ((c = getc (file)) != EOF)
    g_string_append_c (text, (char) c);
  fclose (file);
  g_string_append_printf (text, "exit status %d\n",
                          WEXITSTATUS (ended) & ~TAKEN);
  if (out_taken != NULL)
    *out_taken = (WEXITSTATUS (ended) & TAKEN) != 0;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

#define CLUSTER                                                             \
  "apiVersion: v1\nkind: Node\nmetadata: {name: a}\n"                       \
  "status: {allocatable: {cpu: 4, memory: 8Gi, pods: 9},"                   \
  " nodeInfo: {kubeletVersion: v1.34.1}}\n---\n"                            \
  "apiVersion: v1\nkind: Node\nmetadata: {name: b, labels: {disk: ssd}}\n"  \
  "status: {allocatable: {cpu: 2, memory: 8Gi, pods: 9}}\n---\n"            \
  "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\n"                 \
  "metadata: {name: high}\nvalue: 1000\n---\n"                              \
  "apiVersion: v1\nkind: Pod\nmetadata: {name: placed}\n"                   \
  "spec: {nodeName: a, containers: [{name: c,"                              \
  " resources: {requests: {cpu: 3}}}]}\n---\n"                              \
  "apiVersion: v1\nkind: Pod\nmetadata: {name: pending}\n"                  \
  "spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}\n---\n" \
  "apiVersion: v1\nkind: Pod\nmetadata: {name: other}\n"                    \
  "spec: {schedulerName: mine, containers: [{name: c}]}\n"

#define POD(name, spec)                                     \
  "kind: Pod\napiVersion: v1\nmetadata: {name: " name "}\n" \
  "spec: {" spec "}\n"
#define WANTS(cpu) \
  "containers: [{name: c, resources: {requests: {cpu: " cpu "}}}]"

static const struct
{
  const char *pods; /* (nullable) */
  const char *args[6];
  gboolean taken; /* can the session that is open be taken over? */
} rows[] = {
  { NULL, { "pending" }, TRUE },
  { NULL, { "placed" }, TRUE },
  { NULL, { "placed", "pending" }, TRUE },
  { NULL, { "--all-pending" }, TRUE },
  { NULL, { "pending", "--alone", "--node", "b" }, TRUE },
  { NULL, { "pending", "-o", "json" }, TRUE },
  { NULL, { "pending", "--release", "1.30" }, FALSE },
  { NULL, { "pending", "--drain", "a" }, FALSE },
  { NULL, { "pending", "--tie-break", "random" }, FALSE },
  { NULL, { "pending", "-o", "json", "--detail", "columns" }, FALSE },
  { POD ("new", WANTS ("1")), { "new", "-o", "json" }, TRUE },
  { POD ("new", WANTS ("7")), { "new", "-o", "json", "--all" }, TRUE },
  { POD ("new", "priorityClassName: high, " WANTS ("2")),
    { "new", "pending", "-o", "json" },
    TRUE },
  { POD ("new", "nodeSelector: {disk: ssd}, " WANTS ("1")) "---\n" POD (
        "more", WANTS ("1")),
    { "new", "more", "-o", "json" },
    TRUE },
  { POD ("pending", WANTS ("2")), { "pending", "-o", "json" }, FALSE },
  { POD ("new", "schedulerName: mine, " WANTS ("1")), { "new" }, FALSE },
  { POD ("new", "nodeselector: {}, " WANTS ("1")), { "new" }, FALSE },
  { "kind: Deployment\napiVersion: apps/v1\nmetadata: {name: d}\n"
    "spec: {template: {spec: {" WANTS ("1") "}}}\n",
    { "deploy/d" },
    FALSE },
};

static void
test_rows (void **state)
{
  g_autofree char *directory = g_dir_make_tmp ("fitsched-XXXXXX", NULL);
  g_autofree char *cluster = g_build_filename (directory, "c.yaml", NULL);
  g_autofree char *pods = g_build_filename (directory, "p.yaml", NULL);

  assert_true (g_file_set_contents (cluster, CLUSTER, -1, NULL));
  assert_true (g_file_set_contents (pods, "", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
      g_autoptr (FitInputs) inputs = NULL;
      g_auto (GStrv) args = NULL;
      g_autofree char *warm = NULL, *cold = NULL;
      Ahead ahead = { 0 };
      gboolean taken;

      g_strv_builder_addv (words, (const char **) rows[i].args);
      g_strv_builder_add_many (words, "-f", cluster, NULL);
      if (rows[i].pods != NULL)
        {
          assert_true (g_file_set_contents (pods, rows[i].pods, -1, NULL));
          g_strv_builder_add_many (words, "--pods", pods, NULL);
        }
      args = g_strv_builder_end (words);
      ahead_open (&ahead, cluster);
      warm = answer (&ahead.session, ahead.inputs, args, &taken);
      if (taken != rows[i].taken)
        print_error ("row %u\n", i);
      assert_int_equal (taken, rows[i].taken);
      inputs = fit_inputs_new (&ahead.plain.options);
      cold = answer (NULL, inputs, args, NULL);
      assert_string_equal (warm, cold);
      ahead_close (&ahead);
    }
  g_unlink (cluster);
  g_unlink (pods);
  g_rmdir (directory);
}

int
main (int argc, char **argv)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_rows) };

  if (argc == 4)
    {
      char *const args[] = { argv[2], "-f",   argv[1],   "--pods",    argv[3],
                             "-o",    "json", "--nodes", "node-0001", NULL };
      Ahead ahead = { 0 };

      ahead_open (&ahead, argv[1]);
      return (int) explain (&ahead.session, ahead.inputs, args);
    }
  return cmocka_run_group_tests (tests, NULL, NULL);
}

/* test-session-ahead.c - an answer of a session that was opened ahead is that of
 * any other one
 *
 * With arguments, CLUSTER POD FILE OPTION...: only asks about POD, of the
 * manifests in FILE, so that callgrind can count what a question costs.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/console.h"
#include "cli/option-table.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "tests/support/cmocka.h"

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
  FitConsoleTexts *texts;
  g_autoptr (GError) error = NULL;

  ahead->plain = (FitInvocation){ .verb = fit_verb_find ("explain", NULL),
                                  .operands = g_ptr_array_new () };
  fit_options_init (&ahead->plain.options);
  ahead->plain.options.files = g_strdupv ((char **) files);
  ahead->inputs = ahead->plain.inputs = fit_inputs_new (&ahead->plain.options);
  texts = fit_console_catch ();
  assert_true (fit_session_open (&ahead->session, &ahead->plain, &error));
  ahead->session.said = g_strdup (texts->messages->str);
  fit_console_texts_free (texts);
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
 * what it prints on standard error and on standard output, and its status.  @out_taken: (nullable)
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
      dup2 (fileno (file), STDERR_FILENO);
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
  { NULL, { "placed", "-o", "json", "--detail", "columns" }, TRUE },
  { NULL, { "pending", "-o", "json", "--detail", "columns" }, TRUE },
  { NULL, { "pending", "--release", "1.30" }, FALSE },
  { NULL, { "pending", "--drain", "a" }, FALSE },
  { NULL, { "pending", "--tie-break", "random" }, FALSE },
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

/* The directory of a test, and its files. */
typedef struct
{
  char *directory, *cluster, *pods;
} Files;

static void
files_init (Files *files)
{
  files->directory = g_dir_make_tmp ("fitsched-XXXXXX", NULL);
  files->cluster = g_build_filename (files->directory, "c.yaml", NULL);
  files->pods = g_build_filename (files->directory, "p.yaml", NULL);
  assert_true (g_file_set_contents (files->cluster, CLUSTER, -1, NULL));
}

static void
files_clear (Files *files)
{
  g_unlink (files->cluster);
  g_unlink (files->pods);
  g_rmdir (files->directory);
  g_free (files->cluster);
  g_free (files->pods);
  g_free (files->directory);
}

/* Asks with @words, which end with NULL, about the cluster, and @pods (nullable)
 * that come along: a session that is open gives the answer of any other one.
 * Returns: was it taken over? */
static gboolean
ask (const Files *files, const char *pods, const char *const *args)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_autoptr (FitInputs) inputs = NULL;
  g_auto (GStrv) all = NULL;
  g_autofree char *warm = NULL, *cold = NULL;
  Ahead ahead = { 0 };
  gboolean taken;

  g_strv_builder_addv (words, (const char **) args);
  g_strv_builder_add_many (words, "-f", files->cluster, NULL);
  if (pods != NULL)
    {
      assert_true (g_file_set_contents (files->pods, pods, -1, NULL));
      g_strv_builder_add_many (words, "--pods", files->pods, NULL);
    }
  all = g_strv_builder_end (words);
  ahead_open (&ahead, files->cluster);
  warm = answer (&ahead.session, ahead.inputs, all, &taken);
  inputs = fit_inputs_new (&ahead.plain.options);
  cold = answer (NULL, inputs, all, NULL);
  assert_string_equal (warm, cold);
  ahead_close (&ahead);
  return taken;
}

static void
test_rows (void **state)
{
  Files files;

  files_init (&files);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const gboolean taken = ask (&files, rows[i].pods, rows[i].args);

      if (taken != rows[i].taken)
        print_error ("row %u\n", i);
      assert_int_equal (taken, rows[i].taken);
    }
  files_clear (&files);
}

/* -- options that only say what is asked, or how it is printed ------------- */

/* Values that make sense in the cluster above, and options that stand in place
 * of a pod. */
static const struct
{
  const char *option;
  const char *value;
  gboolean chooses;
} values[] = {
  { "namespace", "default", FALSE },
  { "selector", "app=web", TRUE },
  { "all-pending", NULL, TRUE },
  { "nodes", "a*", FALSE },
  { "node", "b", FALSE },
  { "html", "/dev/null", FALSE },
};

/* With each of them, with each of its words: in two formats, of a pod that fits
 * and of one that does not. */
static void
test_options (void **state)
{
#define LABELLED(cpu)           \
  "kind: Pod\napiVersion: v1\n" \
  "metadata: {name: new, labels: {app: web}}\nspec: {" WANTS (cpu) "}\n"
  static const char *const pods[] = { LABELLED ("1"), LABELLED ("7") };
  static const char *const formats[] = { "json", "table" };
  const FitOptionGroups groups = fit_verb_find ("explain", NULL)->groups;
  Files files;
  guint n_tried = 0;

  files_init (&files);
  FIT_EACH_OPTION (info, groups)
    {
      const char *one[] = { NULL, NULL };
      const char *const *words = info->words != NULL ? info->words : one;
      const char *pod = "new";

      if (!info->of_answer)
        continue;
      n_tried++;
      for (guint v = 0; v < G_N_ELEMENTS (values); v++)
        if (strcmp (values[v].option, info->name) == 0)
          {
            one[0] = values[v].value;
            pod = values[v].chooses ? NULL : pod;
          }
      for (guint w = 0; w == 0 || words[w] != NULL; w++)
        for (guint k = 0; k < 4; k++)
          {
            g_autofree char *option = g_strdup_printf ("--%s", info->name);
            g_autofree char *both
                = g_strdup_printf ("--%s=%s", info->name, words[w]);
            const char *const args[]
                = { "-o", formats[k / 2], words[w] != NULL ? both : option, pod,
                    NULL };

            if (!ask (&files, pods[k % 2], args))
              fail_msg ("%s is no question for the session that is open", both);
          }
    }
  assert_true (n_tried > 10);
  files_clear (&files);
}

int
main (int argc, char **argv)
{
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_rows), cmocka_unit_test (test_options) };

  if (argc >= 4)
    {
      const char *const first[]
          = { argv[2], "-f", argv[1], "--pods", argv[3], "-o", "json", NULL };
      g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
      g_auto (GStrv) args = NULL;
      Ahead ahead = { 0 };

      g_strv_builder_addv (words, (const char **) first);
      g_strv_builder_addv (words, (const char **) &argv[4]);
      args = g_strv_builder_end (words);
      ahead_open (&ahead, argv[1]);
      return (int) explain (&ahead.session, ahead.inputs, args);
    }
  return cmocka_run_group_tests (tests, NULL, NULL);
}

/* fit-main.c - from the command line to a verb
 * SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "cli/fit-main.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "releases/release.h"
#include "cli/aliases.h"
#include "cli/complete.h"
#include "cli/console.h"
#include "cli/live-cluster.h"
#include "cli/output-file.h"
#include "cli/program-name.h"
#include "cli/verbs.h"

#define KUBE_SCHEDULER "kube-scheduler"

/* Is the log to be JSON?  Asked before anything is parsed, so that also the
 * error about an option in front of this one is a line of JSON. */
static gboolean
asks_for_json (char *const *args)
{
  gboolean json = FALSE;

  for (; *args != NULL && strcmp (*args, "--") != 0; args++)
    {
      g_autofree char *arg = g_strdelimit (g_strdup (*args), "_", '-');

      if (g_str_has_prefix (arg, "--logging-format="))
        json = strcmp (strchr (arg, '=') + 1, "json") == 0;
      else if (strcmp (arg, "--logging-format") == 0)
        json = g_strcmp0 (args[1], "json") == 0;
    }
  return json;
}

/* Questions that need a cluster are about the current one, if kubectl's users
 * ask them and name no other. */
static gboolean
wants_live_cluster (const FitInvocation *invocation, const FitAlias *alias)
{
  const FitOptions *options = &invocation->options;
  const FitOptionGroups groups = invocation->verb->groups;

  if (options->files != NULL || options->trace != NULL)
    return FALSE;
  return (groups & FIT_GROUP_SNAPSHOT) != 0 || alias != NULL
         || ((groups & FIT_GROUP_CLUSTER) != 0
             && (groups & FIT_GROUP_MIGRATE) == 0 && fit_program_is_plugin ());
}

/* @alias (nullable) */
static FitExit
run_verb (FitInvocation *invocation, const FitAlias *alias, char *const *args,
          GError **error)
{
  FitOptions *options = &invocation->options;
  GPtrArray *operands = invocation->operands;
  const FitOptionGroups groups = invocation->verb->groups;

  if ((groups & FIT_GROUP_LOGS) != 0 && asks_for_json (args))
    fit_console_use_json ();
  if (!fit_options_parse (options, groups, args, operands, error))
    return FIT_EXIT_USAGE;
  fit_console_color (options->color);
  /* 'fitsched VERB --help' is 'fitsched help VERB', and likewise with
   * --help-all; but 'fitsched help VERB --help-all' is about VERB. */
  if (options->help
      || (options->help_all
          && (invocation->verb->run != fit_cmd_help || operands->len == 0)))
    {
      g_autoptr (GPtrArray) words = g_ptr_array_new ();
      FitInvocation help = { .operands = words,
                             .as_kube_scheduler = invocation->as_kube_scheduler,
                             .options.help_all = options->help_all };

      g_ptr_array_add (
          words,
          (char *) (alias != NULL ? alias->name : invocation->verb->name));
      return fit_cmd_help (&help, error);
    }
  if (options->run.version)
    {
      /* "Kubernetes v1.16.15 (fitsched 0.1.0)" */
      const char *asked = options->release != NULL ? options->release
                                                   : options->emulate_release;
      g_autofree char *text = NULL;
      FitRelease release;

      if (!fit_release_parse (asked, &release, error))
        return FIT_EXIT_USAGE;
      text = g_strdup_printf ("Kubernetes v%s (" PACKAGE_STRING ")\n",
                              fit_release_name (release));
      fit_console_write (text, strlen (text), error);
      return FIT_EXIT_YES;
    }
  /* kube-scheduler notes that it takes no operands, and goes on. */
  if (invocation->as_kube_scheduler)
    {
      for (guint i = 0; i < operands->len; i++)
        fit_console_note (KUBE_SCHEDULER
                          " takes no arguments: \"%s\" is ignored",
                          (char *) operands->pdata[i]);
      g_ptr_array_set_size (operands, 0);
    }
  if (alias != NULL && !fit_alias_apply (alias, invocation, error))
    return FIT_EXIT_USAGE;
  /* The page is the result of some verbs, and comes beside that of others. */
  if (options->html != NULL && fit_output_file_is_stdout (options->html)
      && (groups & (FIT_GROUP_OUTPUT | FIT_GROUP_FORMATS)) != 0)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "--html needs a file: the result goes to standard output");
      fit_error_add_hint (error, "-o html writes the page to standard output");
      return FIT_EXIT_USAGE;
    }
  if ((groups & FIT_GROUP_LIVE) != 0)
    fit_live_cluster_choose (options, wants_live_cluster (invocation, alias));
  return fit_run_verb (invocation, error);
}

static FitExit
run (FitInvocation *invocation, int argc, char **argv, GError **error)
{
  const char *name = argc > 1 ? argv[1] : NULL;
  const FitAlias *alias;

  if (!invocation->embedded && fit_program_is (KUBE_SCHEDULER))
    {
      invocation->as_kube_scheduler = TRUE;
      invocation->verb = fit_verb_find ("run", error);
      return run_verb (invocation, NULL, argv + 1, error);
    }
  if (!invocation->embedded && fit_program_is (FIT_COMPLETE_PROGRAM))
    return fit_complete (invocation, argv + 1, FIT_COMPLETE_FOR_KUBECTL, error);
  if (name == NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE, "which verb?");
      return FIT_EXIT_USAGE;
    }
  if (strcmp (name, "--version") == 0)
    return fit_print_version (error);
  if (strcmp (name, "--help") == 0 || strcmp (name, "-h") == 0)
    return fit_cmd_help (invocation, error);
  if (strcmp (name, FIT_COMPLETE_VERB) == 0)
    return fit_complete (invocation, argv + 2, FIT_COMPLETE_FOR_SHELLS, error);
  if (*name == '-')
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "unknown option %s before the verb", name);
      return FIT_EXIT_USAGE;
    }
  alias = fit_alias_find (name);
  invocation->verb = fit_verb_find (alias != NULL ? alias->verb : name, error);
  if (invocation->verb == NULL)
    return FIT_EXIT_USAGE;
  if (invocation->embedded && (invocation->verb->groups & FIT_GROUP_LOGS) != 0)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "%s runs until it is stopped: start it as a program",
                   invocation->verb->name);
      return FIT_EXIT_USAGE;
    }
  return run_verb (invocation, alias, argv + 2, error);
}

/* GLib aborts the program if memory runs out.  Nothing can be allocated then,
 * so the message is written directly. */
static void
say_of_glib (const char *domain, GLogLevelFlags level, const char *message,
             gpointer signals)
{
  static const char text[] = "fitsched: out of memory\n";

  if ((level & G_LOG_LEVEL_ERROR) == 0
      || (message != NULL && strstr (message, "alloc") == NULL))
    {
      g_log_default_handler (domain, level, message, NULL);
      return;
    }
  fit_signals_remove_files (signals);
  if (write (STDERR_FILENO, text, strlen (text)) < 0)
    _exit (FIT_EXIT_INTERNAL);
  _exit (FIT_EXIT_INTERNAL);
}

int
fit_main (int argc, char **argv, FitRegisterFunc extra, gpointer data)
{
  return fit_main_with (argc, argv,
                        &(FitExtras){ .rules = extra, .data = data });
}

/* Runs the command, and says what is wrong with it.  @invocation has extras,
 * signals, and @inputs. */
static FitExit
run_and_tell (FitInvocation *invocation, FitInputs *inputs, int argc,
              char **argv)
{
  g_autoptr (GPtrArray) operands = g_ptr_array_new ();
  g_autoptr (GError) problem = NULL;
  FitExit status;

  invocation->inputs = inputs;
  invocation->operands = operands;
  fit_options_init (&invocation->options);
  status = run (invocation, argc, argv, &problem);
  if (problem != NULL)
    {
      status = fit_exit_status (problem);
      if (*problem->message != '\0')
        fit_console_error (problem);
      /* Usage errors end with a reference to --help. */
      if (status == FIT_EXIT_USAGE && invocation->as_kube_scheduler)
        fit_console_see (KUBE_SCHEDULER, NULL);
      else if (status == FIT_EXIT_USAGE)
        fit_console_see (fit_program_name (),
                         invocation->verb != NULL ? argv[1] : NULL);
    }
  fit_options_clear (&invocation->options);
  return status;
}

int
fit_main_with (int argc, char **argv, const FitExtras *extras)
{
  g_autoptr (FitSignals) signals = fit_signals_new ();
  FitInvocation invocation = { .extras = *extras, .signals = signals };
  g_autoptr (FitInputs) inputs = fit_inputs_new (&invocation.options);
  FitExit status;

  /* Ignored, a closed pipe and a limit on the size of files are ordinary write
   * errors. */
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);
  g_log_set_default_handler (say_of_glib, signals);
  /* GLib allocates memory for its first message, so send one now, while there
   * is memory. */
  g_debug ("ready");
  fit_program_set_name (argc > 0 ? argv[0] : NULL);
  status = run_and_tell (&invocation, inputs, argc, argv);
  g_log_set_default_handler (g_log_default_handler, NULL);
  return (int) status;
}

/* -- a command inside a program ---------------------------------------------- */

void
fit_call (const char *const *args, const FitCallInput *inputs, guint n_inputs,
          const FitExtras *extras, FitCallAnswer *out_answer)
{
  g_autoptr (FitSignals) signals = fit_signals_new_idle ();
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  FitInvocation invocation = { .signals = signals, .embedded = TRUE };
  g_autoptr (FitInputs) kept = fit_inputs_new (&invocation.options);
  g_autoptr (FitConsoleTexts) texts = fit_console_catch ();

  if (extras != NULL)
    invocation.extras = *extras;
  for (guint i = 0; i < n_inputs; i++)
    {
      char *text = g_malloc (inputs[i].len + 1);

      if (inputs[i].len > 0)
        memcpy (text, inputs[i].bytes, inputs[i].len);
      text[inputs[i].len] = '\0';
      fit_inputs_keep (kept, inputs[i].name, text, inputs[i].len);
    }
  g_ptr_array_add (argv, (char *) "fitsched");
  for (; *args != NULL; args++)
    g_ptr_array_add (argv, (char *) *args);
  g_ptr_array_add (argv, NULL);
  out_answer->status = (int) run_and_tell (
      &invocation, kept, (int) argv->len - 1, (char **) argv->pdata);
  out_answer->len = texts->output->len;
  out_answer->output = g_string_free (g_steal_pointer (&texts->output), FALSE);
  out_answer->messages
      = g_string_free (g_steal_pointer (&texts->messages), FALSE);
}

void
fit_call_answer_clear (FitCallAnswer *answer)
{
  g_clear_pointer (&answer->output, g_free);
  g_clear_pointer (&answer->messages, g_free);
}

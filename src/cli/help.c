/* help.c - 'fitsched --help' and 'fitsched VERB --help'
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/help.h"

#include <string.h>

#include "cli/aliases.h"
#include "cli/console.h"
#include "cli/program-name.h"
#include "releases/release.h"

#define DEFAULT_WIDTH 80
#define WIDEST 100
/* The columns where the text begins after a verb, an option and an exit
 * status. */
#define VERB_COLUMN 19
#define OPTION_COLUMN 26
#define STATUS_COLUMN 5
/* Limits for a verb on one screen. */
#define MOST_EXAMPLES 3

char *
fit_help_intro (void)
{
  return g_strdup_printf (
      "Places pods on nodes as kube-scheduler does, by the predicates and "
      "priorities of v1.%d with a legacy Policy file or a provider, or by the "
      "plugins of 1.%d to 1.%d with a KubeSchedulerConfiguration, and explains "
      "every placement.",
      FIT_RELEASE_LEGACY / 100, FIT_RELEASE_PROFILES / 100,
      fit_release_newest () / 100);
}

static void
pad_to (GString *out, gsize line_start, guint column)
{
  do
    g_string_append_c (out, ' ');
  while (out->len - line_start < column);
}

void
fit_help_append_wrapped (const char *text, guint indent, guint width,
                         GString *out)
{
  g_autofree char *typed = fit_program_text (text);
  g_auto (GStrv) words = g_strsplit (typed, " ", 0);
  guint column = indent;

  for (guint i = 0; words[i] != NULL; i++)
    {
      guint len = (guint) g_utf8_strlen (words[i], -1);

      if (i > 0 && column + 1 + len > width)
        {
          gsize start;

          g_string_append_c (out, '\n');
          start = out->len;
          if (indent > 0)
            pad_to (out, start, indent);
          column = indent;
        }
      else if (i > 0)
        {
          g_string_append_c (out, ' ');
          column++;
        }
      g_string_append (out, words[i]);
      column += len;
    }
  g_string_append_c (out, '\n');
}

/* "  LEFT    right, in as many lines as it needs" */
static void
append_entry (const char *left, const char *right, guint column, guint width,
              GString *out)
{
  gsize start = out->len;

  g_string_append_printf (out, "  %s", left);
  if (out->len - start > column - 2)
    {
      g_string_append_c (out, '\n');
      start = out->len;
    }
  pad_to (out, start, column);
  fit_help_append_wrapped (right, column, width, out);
}

static void
append_example (const FitExample *example, GString *out)
{
  g_autofree char *command = fit_program_text (example->command);

  g_string_append_printf (out, "  # %s\n  %s\n", example->purpose, command);
}

/* @verb (nullable): NULL: for any verb */
static void
append_exit_statuses (const FitVerb *verb, guint width, GString *out)
{
  g_string_append (out, "\nExit status:\n");
  for (guint i = 0; i < FIT_EXIT_LAST; i++)
    {
      const char *meaning
          = verb != NULL ? fit_verb_status (verb, i) : fit_exit_meaning (i);
      g_autofree char *left = g_strdup_printf ("%u", i);

      if (meaning != NULL)
        append_entry (left, meaning, STATUS_COLUMN, width, out);
    }
}

void
fit_help_append_verb (const FitVerb *verb, gboolean all, guint width,
                      GString *out)
{
  g_auto (GStrv) paragraphs = g_strsplit (verb->description, "\n\n", 0);
  const guint most_examples = all ? G_MAXUINT : MOST_EXAMPLES;
  gsize start = out->len;
  guint indent;

  g_string_append_printf (out, "usage: %s %s ", fit_program_name (),
                          verb->name);
  indent = (guint) (out->len - start);
  fit_help_append_wrapped (verb->synopsis, indent, width, out);
  for (guint i = 0; paragraphs[i] != NULL && (all || i == 0); i++)
    {
      g_string_append_c (out, '\n');
      fit_help_append_wrapped (paragraphs[i], 0, width, out);
    }
  g_string_append (out, "\nExamples:\n");
  for (guint i = 0; i < most_examples && verb->examples[i].command != NULL; i++)
    append_example (&verb->examples[i], out);
  /* The most important options, one line each. */
  if (!all)
    g_string_append (out, "\nOptions:\n");
  FIT_EACH_OPTION (info, all ? 0 : verb->groups)
    if (info->brief != NULL)
      {
        g_autofree char *left = fit_option_synopsis (info);

        append_entry (left, info->brief, OPTION_COLUMN, width, out);
      }
  for (guint i = 0; all && i < FIT_N_OPTION_GROUPS; i++)
    {
      const FitOptionGroups group
          = (FitOptionGroups) (G_GUINT64_CONSTANT (1) << i);

      if (!(verb->groups & group))
        continue;
      g_string_append_printf (out, "\n%s:\n", fit_option_group_title (group));
      FIT_EACH_OPTION (info, group)
        {
          g_autofree char *left = fit_option_synopsis (info);
          g_autofree char *right = fit_option_help (info);

          append_entry (left, right, OPTION_COLUMN, width, out);
        }
    }
  append_exit_statuses (verb, width, out);
}

void
fit_help_append_program (guint width, GString *out)
{
  g_autofree char *intro = fit_help_intro ();

  g_string_append_printf (out, "usage: %s VERB [ARGUMENT...]\n\n",
                          fit_program_name ());
  fit_help_append_wrapped (intro, 0, width, out);
  g_string_append (out, "\nVerbs:\n");
  for (const FitVerb *verb = fit_verbs; verb->name != NULL; verb++)
    append_entry (verb->name, verb->summary, VERB_COLUMN, width, out);
  g_string_append (out, "\nQuestions about the current cluster:\n");
  for (const FitAlias *alias = fit_aliases; alias->name != NULL; alias++)
    append_entry (alias->name, alias->summary, VERB_COLUMN, width, out);
  g_string_append (out, "\nGeneral:\n");
  append_entry ("-h, --help", "show this help", VERB_COLUMN, width, out);
  append_entry ("--version", "show the version, its libraries and features",
                VERB_COLUMN, width, out);
  append_exit_statuses (NULL, width, out);
  g_string_append_c (out, '\n');
  fit_help_append_wrapped ("'fitsched VERB --help' describes a verb, and "
                           "'fitsched VERB --help-all' all its options.",
                           0, width, out);
}

FitExit
fit_cmd_help (const FitInvocation *invocation, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  guint width = fit_console_width ();

  width = width == 0 ? DEFAULT_WIDTH : MIN (width, WIDEST);
  if (invocation->operands->len == 0)
    fit_help_append_program (width, out);
  else
    {
      const char *name = invocation->operands->pdata[0];
      const FitAlias *alias = fit_alias_find (name);
      const FitVerb *verb
          = fit_verb_find (alias != NULL ? alias->verb : name, error);

      if (verb == NULL)
        return FIT_EXIT_USAGE;
      if (alias != NULL)
        {
          g_autofree char *text = fit_alias_text (alias);

          fit_help_append_wrapped (text, 0, width, out);
          append_example (&alias->example, out);
          g_string_append_c (out, '\n');
        }
      fit_help_append_verb (verb, invocation->options.help_all, width, out);
    }
  /* Under this name it is the text about 'fitsched run', which begins in another
   * way. */
  if (invocation->as_kube_scheduler && invocation->operands->len > 0)
    {
      const char *rest = strstr (out->str, "\n\n");
      g_autoptr (GString) text
          = g_string_new ("usage: kube-scheduler [OPTION...]\n\n");

      fit_help_append_wrapped (
          "This is fitsched under the name of kube-scheduler. It takes "
          "kube-scheduler's flags and has its defaults: without rules it runs "
          "DefaultProvider, and without --kubeconfig and --master it uses the "
          "service account of its pod.",
          0, width, text);
      g_string_append (text, rest != NULL ? rest + 1 : out->str);
      g_string_assign (out, text->str);
    }
  fit_console_write (out->str, out->len, error);
  return FIT_EXIT_YES;
}

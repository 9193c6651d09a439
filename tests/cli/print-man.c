/* print-man.c - the manual page of the program or of one verb
 *
 *   print-man [VERB]
 *
 * Made from the tables that also give --help.  docs/man holds what it prints;
 * `make update-man` writes it there, test-man.sh compares.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "cli/aliases.h"
#include "cli/help.h"

static const char intro_files[]
    = "Standard input, standard output and the files named on the command "
      "line; nothing else is read or written.";

/* @text for roff: blanks and lines as they are, no character special. */
static void
append_escaped (GString *out, const char *text)
{
  if (*text == '.' || *text == '\'')
    g_string_append (out, "\\&");
  for (; *text != '\0'; text++)
    switch (*text)
      {
      case '\\':
        g_string_append (out, "\\e");
        break;
      case '-':
        g_string_append (out, "\\-");
        break;
      case '\'':
        g_string_append (out, "\\(aq");
        break;
      default:
        g_string_append_c (out, *text);
      }
}

static void
append_line (GString *out, const char *text)
{
  append_escaped (out, text);
  g_string_append_c (out, '\n');
}

static void
append_entry (GString *out, const char *left, const char *right)
{
  g_string_append (out, ".TP\n\\fB");
  append_escaped (out, left);
  g_string_append (out, "\\fR\n");
  append_line (out, right);
}

static void
append_title (GString *out, const char *name, const char *summary)
{
  g_autofree char *upper = g_ascii_strup (name, -1);

  g_string_append (out, ".TH ");
  append_escaped (out, upper);
  g_string_append (out, " 1 \"\" fitsched \"User Commands\"\n.SH NAME\n");
  append_escaped (out, name);
  g_string_append (out, " \\- ");
  append_line (out, summary);
}

/* @verb (nullable): those of any */
static void
append_exit_statuses (GString *out, const FitVerb *verb)
{
  g_string_append (out, ".SH EXIT STATUS\n");
  for (guint i = 0; i < FIT_EXIT_LAST; i++)
    {
      const char *meaning
          = verb ? fit_verb_status (verb, i) : fit_exit_meaning (i);
      g_autofree char *status = g_strdup_printf ("%u", i);

      if (meaning != NULL)
        append_entry (out, status, meaning);
    }
}

static void
append_options (GString *out, FitOptionGroups group)
{
  g_string_append_printf (out, ".SS %s\n", fit_option_group_title (group));
  FIT_EACH_OPTION (info, group)
    {
      g_autofree char *left = fit_option_synopsis (info);
      g_autofree char *right = fit_option_help (info);

      append_entry (out, left, right);
    }
}

static void
append_examples (GString *out, const FitExample *examples)
{
  g_string_append (out, ".SH EXAMPLES\n");
  for (; examples->command != NULL; examples++)
    {
      g_string_append (out, ".PP\n");
      append_line (out, examples->purpose);
      g_string_append (out, ".PP\n.nf\n.RS\n");
      append_line (out, examples->command);
      g_string_append (out, ".RE\n.fi\n");
    }
}

static void
append_verb_page (GString *out, const FitVerb *verb)
{
  g_autofree char *name = g_strconcat ("fitsched-", verb->name, NULL);
  g_auto (GStrv) paragraphs = g_strsplit (verb->description, "\n\n", -1);

  append_title (out, name, verb->summary);
  g_string_append_printf (out, ".SH SYNOPSIS\n.B fitsched %s\n", verb->name);
  append_line (out, verb->synopsis);
  g_string_append (out, ".SH DESCRIPTION\n");
  for (guint i = 0; paragraphs[i] != NULL; i++)
    {
      g_string_append (out, i > 0 ? ".PP\n" : "");
      append_line (out, paragraphs[i]);
    }
  g_string_append (out, ".SH OPTIONS\n");
  for (guint i = 0; i < FIT_N_OPTION_GROUPS; i++)
    if (verb->groups & G_GUINT64_CONSTANT (1) << i)
      append_options (out, (FitOptionGroups) (G_GUINT64_CONSTANT (1) << i));
  append_examples (out, verb->examples);
  append_exit_statuses (out, verb);
  g_string_append (out, ".SH SEE ALSO\n.BR fitsched (1)\n");
}

static void
append_program_page (GString *out)
{
  g_autofree char *intro = fit_help_intro ();

  append_title (out, "fitsched",
                "place pods as kube-scheduler v1.16 would, and say why");
  g_string_append (out, ".SH SYNOPSIS\n.B fitsched\nVERB [ARGUMENT...]\n"
                        ".br\n.B fitsched\n\\-\\-help | \\-\\-version\n"
                        ".SH DESCRIPTION\n");
  append_line (out, intro);
  g_string_append (out, ".SH VERBS\n");
  for (const FitVerb *verb = fit_verbs; verb->name != NULL; verb++)
    append_entry (out, verb->name, verb->summary);
  g_string_append (out, ".SH QUESTIONS ABOUT THE CURRENT CLUSTER\n");
  for (const FitAlias *alias = fit_aliases; alias->name != NULL; alias++)
    {
      g_autofree char *text = fit_alias_text (alias);
      g_autofree char *entry = g_strconcat (alias->summary, " ", text, NULL);

      append_entry (out, alias->example.command, entry);
    }
  append_line (out, "As a plugin, the program is called kubectl fitsched. Then "
                    "simulate, explain and diff ask about the current cluster, "
                    "too, if no option names one.");
  g_string_append (out, ".SH OPTIONS\n");
  append_entry (out, "-h, --help", "show help");
  append_entry (out, "--version",
                "show the version, its libraries and features");
  append_exit_statuses (out, NULL);
  g_string_append (out, ".SH ENVIRONMENT\n");
  append_entry (out, "NO_COLOR",
                "when it is set, messages are not colored on a terminal");
  append_entry (out, "CLICOLOR_FORCE",
                "when it is set and NO_COLOR is not, messages are colored "
                "even if standard error is not a terminal");
  g_string_append (out, ".SH FILES\n");
  append_line (out, intro_files);
  g_string_append (out, ".SH SEE ALSO\n");
  for (const FitVerb *verb = fit_verbs; verb->name != NULL; verb++)
    g_string_append_printf (out, ".BR fitsched\\-%s (1)%s\n", verb->name,
                            verb[1].name != NULL ? "," : "");
}

int
main (int argc, char **argv)
{
  g_autoptr (GString) out = g_string_new (NULL);
  const FitVerb *verb = NULL;

  if (argc > 1)
    {
      verb = fit_verb_find (argv[1], NULL);
      if (verb == NULL)
        return 2;
    }
  if (verb != NULL)
    append_verb_page (out, verb);
  else
    append_program_page (out);
  fputs (out->str, stdout);
  return 0;
}

/* cmd-completion.c - 'fitsched completion bash'
 *
 * The script holds the tables of verbs and options as shell words; it needs
 * nothing but bash.
 */
#include <string.h>

#include "cli/console.h"
#include "cli/verbs.h"

static const char prologue[]
    = "# bash completion for fitsched, made by 'fitsched completion bash'\n"
      "\n"
      "_fitsched ()\n"
      "{\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
      "  local verb= words= files=\n"
      "\n"
      "  # bash takes the = of --option=VALUE for a word of its own\n"
      "  [ \"$word\" != = ] || word=\n"
      "  [ \"$previous\" != = ] || previous=${COMP_WORDS[COMP_CWORD-2]}\n"
      "  [ \"$COMP_CWORD\" -lt 2 ] || verb=${COMP_WORDS[1]}\n"
      "\n"
      "  case \"$verb $previous\" in\n";

static const char epilogue[]
    = "  esac\n"
      "  COMPREPLY=($(compgen ${files:+-f} -W \"$words\" -- \"$word\"))\n"
      "  [ -z \"$files\" ] || compopt -o filenames 2>/dev/null\n"
      "}\n"
      "\n"
      "complete -F _fitsched fitsched\n";

static gboolean
completes_alike (const FitOptionInfo *a, const FitOptionInfo *b)
{
  if (a->words != NULL || b->words != NULL)
    return a->words == b->words;
  return a->completion == b->completion;
}

static gboolean
is_spelled (const FitOptionInfo *info, const char *spelling)
{
  return spelling[1] == '-' ? strcmp (info->name, spelling + 2) == 0
                            : info->letter == spelling[1];
}

/* Verbs may mean different things by the same option. */
static gboolean
is_ambiguous (const FitOptionInfo *info, const char *spelling)
{
  guint n;
  const FitOptionInfo *infos = fit_option_infos (&n);

  for (guint i = 0; i < n; i++)
    if (is_spelled (&infos[i], spelling) && !completes_alike (&infos[i], info))
      return TRUE;
  return FALSE;
}

static gboolean
is_known (const FitOptionInfo *info, const char *spelling)
{
  guint n;
  const FitOptionInfo *other = fit_option_infos (&n);

  for (; other < info; other++)
    if (is_spelled (other, spelling))
      return TRUE;
  return FALSE;
}

static void
append_pattern (GString *patterns, const char *verb, const char *spelling)
{
  if (patterns->len > 0)
    g_string_append (patterns, " | ");
  if (verb != NULL)
    g_string_append_printf (patterns, "\"%s %s\"", verb, spelling);
  else
    g_string_append_printf (patterns, "*\" %s\"", spelling);
}

static void
append_patterns (GString *patterns, const FitOptionInfo *info,
                 const char *spelling)
{
  guint n;
  const FitVerb *verbs = fit_verbs (&n);

  if (is_ambiguous (info, spelling))
    {
      for (guint i = 0; i < n; i++)
        if (verbs[i].groups & info->group)
          append_pattern (patterns, verbs[i].name, spelling);
    }
  else if (!is_known (info, spelling))
    append_pattern (patterns, NULL, spelling);
}

/* What may follow an option that takes a value. */
static void
append_values (const FitOptionInfo *info, GString *out)
{
  g_autoptr (GString) patterns = g_string_new (NULL);
  const char letter[] = { '-', info->letter, '\0' };
  g_autofree char *name = g_strconcat ("--", info->name, NULL);

  if (info->letter)
    append_patterns (patterns, info, letter);
  append_patterns (patterns, info, name);
  if (patterns->len == 0)
    return;
  g_string_append_printf (out, "    %s) ", patterns->str);
  if (info->words != NULL)
    {
      g_autofree char *words = g_strjoinv (" ", (char **) info->words);

      g_string_append_printf (
          out, "%swords=\"%s\"",
          info->completion == FIT_COMPLETE_FILES ? "files=yes " : "", words);
    }
  else if (info->completion == FIT_COMPLETE_FILES)
    g_string_append (out, "files=yes");
  else if (info->completion == FIT_COMPLETE_PROVIDERS)
    g_string_append (out,
                     "words=$(fitsched list providers -o name 2>/dev/null)");
  else
    g_string_append (out, "return");
  g_string_append (out, " ;;\n");
}

static void
append_all_values (GString *out)
{
  guint n;
  const FitOptionInfo *infos = fit_option_infos (&n);

  for (guint i = 0; i < n; i++)
    if (infos[i].type != FIT_OPTION_FLAG)
      append_values (&infos[i], out);
}

/* What may follow a verb. */
static void
append_verb (const FitVerb *verb, GString *out)
{
  guint n;
  const FitOptionInfo *infos = fit_option_infos (&n);
  const char *gap = "";

  g_string_append_printf (
      out, "        %s) %swords=\"", verb->name,
      verb->operand_completion == FIT_COMPLETE_FILES ? "files=yes " : "");
  for (guint i = 0; verb->operand_words && verb->operand_words[i]; i++)
    {
      g_string_append_printf (out, "%s%s", gap, verb->operand_words[i]);
      gap = " ";
    }
  for (guint i = 0; i < n; i++)
    if (infos[i].group & verb->groups)
      {
        g_string_append_printf (out, "%s--%s", gap, infos[i].name);
        gap = " ";
      }
  g_string_append (out, "\" ;;\n");
}

static void
append_verbs (GString *out)
{
  guint n;
  const FitVerb *verbs = fit_verbs (&n);

  g_string_append (out, "    *)\n      case $verb in\n        \"\") words=\"");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%s ", verbs[i].name);
  g_string_append (out, "--help --version\" ;;\n");
  for (guint i = 0; i < n; i++)
    append_verb (&verbs[i], out);
  g_string_append (out, "      esac\n      ;;\n");
}

FitExit
fit_cmd_completion (const FitInvocation *invocation, GError **error)
{
  g_autoptr (GString) out = g_string_new (prologue);
  const char *shell = invocation->operands->pdata[0];

  if (!g_strv_contains (invocation->verb->operand_words, shell))
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "no completion for the shell \"%s\", only for bash", shell);
      return FIT_EXIT_USAGE;
    }
  append_all_values (out);
  append_verbs (out);
  g_string_append (out, epilogue);
  fit_console_write (out->str, out->len, error);
  return FIT_EXIT_YES;
}

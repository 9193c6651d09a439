/* options.c - parses the command line with the table of options
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/options.h"

#include <string.h>

#include "base/each.h"
#include "base/list-gap.h"
#include "base/similar.h"
#include "formats/duration.h"

/* The state of the parser. */
typedef struct
{
  FitOptions *options;
  FitOptionGroups groups;
  char *const *next; /* arguments not read yet */
} Parser;

static gpointer
field_of (FitOptions *options, const FitOptionInfo *info)
{
  return (char *) options + info->offset;
}

/* Verbs may have options of the same name: any of them counts. */
gboolean
fit_options_given (const FitOptions *options, const char *name)
{
  FIT_EACH_OPTION (info, FIT_ALL_GROUPS)
    if (options->given[fit_option_number (info)]
        && strcmp (info->name, name) == 0)
      return TRUE;
  return FALSE;
}

void
fit_options_forget (FitOptions *options, const char *name)
{
  FIT_EACH_OPTION (info, FIT_ALL_GROUPS)
    if (strcmp (info->name, name) == 0)
      options->given[fit_option_number (info)] = FALSE;
}

/* -- values ---------------------------------------------------------------- */

static gboolean
fail_value (const char *text, const char *expected, GError **error)
{
  return fit_fail (error, FIT_ERROR_USAGE, "\"%s\" is not %s", text, expected);
}

static gboolean
fail_range (const FitOptionInfo *info, const char *text, GError **error)
{
  g_autofree char *expected = g_strdup_printf ("a number from %" G_GINT64_FORMAT
                                               " to %" G_GINT64_FORMAT,
                                               info->least, info->most);

  return fail_value (text, expected, error);
}

static gboolean
set_choice (const FitOptionInfo *info, guint *field, const char *text,
            GError **error)
{
  g_autofree char *words = NULL, *expected = NULL;

  for (guint i = 0; info->words[i] != NULL; i++)
    if (strcmp (info->words[i], text) == 0)
      {
        *field = i;
        return TRUE;
      }
  words = g_strjoinv (", ", (char **) info->words);
  expected = g_strdup_printf ("one of %s", words);
  return fail_value (text, expected, error);
}

/* The words that kube-scheduler takes, and those of the option itself. */
static gboolean
set_flag (const FitOptionInfo *info, gboolean *field, const char *text,
          GError **error)
{
  static const char *const yes[]
      = { "true", "True", "TRUE", "t", "T", "1", NULL };
  static const char *const no[]
      = { "false", "False", "FALSE", "f", "F", "0", NULL };

  static const char *const none[] = { NULL };
  const char *const *own = info->words != NULL ? info->words : none;
  g_autofree char *expected = NULL;

  *field = g_strv_contains (yes, text) || g_strv_contains (own, text);
  if (*field || g_strv_contains (no, text))
    return TRUE;
  expected = *own != NULL ? g_strdup_printf ("true, false or %s", *own)
                          : g_strdup ("true or false");
  return fail_value (text, expected, error);
}

/* @text: (transfer full) */
static void
append_string (char ***field, char *text)
{
  guint n = *field != NULL ? g_strv_length (*field) : 0;

  *field = g_renew (char *, *field, n + 2);
  (*field)[n] = text;
  (*field)[n + 1] = NULL;
}

/* Messages do not say which option it is. */
static gboolean
set_value (FitOptions *options, const FitOptionInfo *info, const char *text,
           GError **error)
{
  gpointer field = field_of (options, info);
  char *end;
  gdouble number;
  gint64 integer;

  switch (info->type)
    {
    case FIT_OPTION_FLAG:
      return set_flag (info, field, text, error);
    case FIT_OPTION_STRING:
      g_free (*(char **) field);
      *(char **) field = g_strdup (text);
      return TRUE;
    case FIT_OPTION_STRINGS:
      append_string (field, g_strdup (text));
      return TRUE;
    case FIT_OPTION_NAMED:
      append_string (field, g_strconcat (info->name, "=", text, NULL));
      return TRUE;
    case FIT_OPTION_INTEGER:
      return g_ascii_string_to_signed (text, 10, info->least, info->most, field,
                                       NULL)
             || fail_range (info, text, error);
    case FIT_OPTION_NUMBER:
      number = g_ascii_strtod (text, &end);
      if (end == text || *end != '\0' || !(number >= (gdouble) info->least)
          || !(number <= (gdouble) info->most))
        return fail_range (info, text, error);
      *(gdouble *) field = number;
      return TRUE;
    case FIT_OPTION_DURATION:
      if (!fit_duration_parse (text, &integer) || integer < 0)
        return fail_value (text, "a duration like \"100ms\" or \"1m30s\"",
                           error);
      *(gint64 *) field = integer;
      return TRUE;
    case FIT_OPTION_CHOICE:
      return set_choice (info, field, text, error);
    }
  g_assert_not_reached ();
}

char *
fit_options_text (const FitOptions *options, const FitOptionInfo *info)
{
  gconstpointer field = field_of ((FitOptions *) options, info);
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  switch (info->type)
    {
    case FIT_OPTION_FLAG:
      return g_strdup (*(const gboolean *) field ? "true" : "false");
    case FIT_OPTION_STRING:
      return g_strdup (*(char *const *) field != NULL ? *(char *const *) field
                                                      : "");
    case FIT_OPTION_STRINGS:
    case FIT_OPTION_NAMED:
      return *(char **const *) field != NULL
                 ? g_strjoinv (",", *(char **const *) field)
                 : g_strdup ("");
    case FIT_OPTION_INTEGER:
      return g_strdup_printf ("%" G_GINT64_FORMAT, *(const gint64 *) field);
    case FIT_OPTION_NUMBER:
      return g_strdup (
          g_ascii_dtostr (digits, sizeof digits, *(const gdouble *) field));
    case FIT_OPTION_DURATION:
      return fit_duration_text (*(const gint64 *) field);
    case FIT_OPTION_CHOICE:
      return g_strdup (info->words[*(const guint *) field]);
    }
  g_assert_not_reached ();
}

/* -- options --------------------------------------------------------------- */

static gint
compare_infos (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const FitOptionInfo *const *) a)->name,
                 (*(const FitOptionInfo *const *) b)->name);
}

char **
fit_options_list (const FitOptions *options, FitOptionGroups groups)
{
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  GPtrArray *list = g_ptr_array_new ();

  FIT_EACH_OPTION (info, groups)
    g_ptr_array_add (chosen, (gpointer) info);
  g_ptr_array_sort (chosen, compare_infos);
  FIT_EACH (const FitOptionInfo, info, chosen)
    {
      g_ptr_array_add (list, g_strdup (info->name));
      g_ptr_array_add (list, fit_options_text (options, info));
    }
  g_ptr_array_add (list, NULL);
  return (char **) g_ptr_array_free (list, FALSE);
}

FitUnknownPlugins
fit_options_unknown_plugins (const FitOptions *options,
                             FitUnknownPlugins otherwise,
                             gboolean *out_only_out_of_tree)
{
  const gboolean given = fit_options_given (options, "unknown-plugins");

  *out_only_out_of_tree = !given;
  return given ? options->unknown_plugins : otherwise;
}

void
fit_options_init (FitOptions *options)
{
  *options = (FitOptions){ 0 };
  FIT_EACH_OPTION (info, FIT_ALL_GROUPS)
    if (info->otherwise != NULL)
      set_value (options, info, info->otherwise, NULL);
}

void
fit_options_clear (FitOptions *options)
{
  FIT_EACH_OPTION (info, FIT_ALL_GROUPS)
    {
      gpointer field = field_of (options, info);

      if (info->type == FIT_OPTION_STRING)
        g_clear_pointer ((char **) field, g_free);
      else if (info->type == FIT_OPTION_STRINGS
               || info->type == FIT_OPTION_NAMED)
        g_clear_pointer ((char ***) field, g_strfreev);
    }
}

/* Returns: (nullable): the only option whose value help calls so: --output
 * FORMAT for "format" */
static const char *
find_by_value (const Parser *parser, const char *word)
{
  const char *found = NULL;

  FIT_EACH_OPTION (info, parser->groups)
    if (info->value != NULL && g_ascii_strcasecmp (info->value, word) == 0)
      {
        if (found != NULL)
          return NULL;
        found = info->name;
      }
  return found;
}

static gboolean
fail_unknown (const Parser *parser, const char *text, GError **error)
{
  g_autofree char *name = g_strndup (text, strcspn (text, "="));
  const char *word = name + strspn (name, "-");
  /* Options that end as @word does, such as --left-policy and --right-policy
   * for policy. */
  g_autoptr (GString) longer = g_string_new (NULL);
  g_autofree char *ending = g_strconcat ("-", word, NULL);
  const char *by_value = find_by_value (parser, word);
  FitSimilar similar;

  fit_similar_init (&similar, word);
  FIT_EACH_OPTION (info, parser->groups)
    {
      fit_similar_offer (&similar, info->name);
      if (g_str_has_suffix (info->name, ending))
        g_string_append_printf (longer, "%s--%s", fit_list_gap (longer, " or "),
                                info->name);
    }
  if (similar.best != NULL && g_str_has_prefix (name, "--"))
    g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                 "unknown option %s; did you mean --%s?", name, similar.best);
  else if (longer->len > 0 && g_str_has_prefix (name, "--"))
    g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                 "unknown option %s; did you mean %s?", name, longer->str);
  else if (by_value != NULL && g_str_has_prefix (name, "--"))
    g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                 "unknown option %s; did you mean --%s?", name, by_value);
  else
    g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE, "unknown option %s", name);
  return FALSE;
}

/* @written: the option as the user wrote it, "-o" or "--output".  @value
 * (nullable): the text after "=" or a letter. */
static gboolean
take_option (Parser *parser, const FitOptionInfo *info, const char *written,
             const char *value, GError **error)
{
  parser->options->given[fit_option_number (info)] = TRUE;
  if (info->type == FIT_OPTION_FLAG && value == NULL)
    value = "true";
  /* An option is hardly meant as the value of another option. */
  if (value == NULL && *parser->next != NULL
      && !g_str_has_prefix (*parser->next, "--"))
    value = *parser->next++;
  if (value == NULL)
    return fit_fail (error, FIT_ERROR_USAGE, "option %s needs a value: %s %s",
                     written, written, info->value);
  if (set_value (parser->options, info, value, error))
    return TRUE;
  g_prefix_error (error, "option %s: ", written);
  /* --output was the name of a file once, where --write is now. */
  if (strcmp (info->name, "output") == 0
      && fit_option_find (parser->groups, "write", strlen ("write")) != NULL)
    fit_error_add_hint (error, "to write to this file: --write %s", value);
  return FALSE;
}

static gboolean
parse_long (Parser *parser, const char *arg, GError **error)
{
  const char *name = arg + strlen ("--");
  gsize len = strcspn (name, "=");
  const FitOptionInfo *info = fit_option_find (parser->groups, name, len);
  g_autofree char *written = g_strndup (arg, strlen ("--") + len);

  if (info == NULL)
    return fail_unknown (parser, arg, error);
  return take_option (parser, info, written,
                      name[len] == '=' ? name + len + 1 : NULL, error);
}

static gboolean
parse_short (Parser *parser, const char *arg, GError **error)
{
  const FitOptionInfo *info = NULL;
  const char *value = arg[2] == '=' ? arg + 3 : arg + 2;
  const char written[] = { '-', arg[1], '\0' };

  FIT_EACH_OPTION (one, parser->groups)
    if (one->letter == arg[1])
      info = one;
  if (info == NULL || (info->type == FIT_OPTION_FLAG && arg[2] != '\0'))
    return fail_unknown (parser, arg, error);
  return take_option (parser, info, written, arg[2] != '\0' ? value : NULL,
                      error);
}

gboolean
fit_options_parse (FitOptions *options, FitOptionGroups groups,
                   char *const *args, GPtrArray *operands, GError **error)
{
  Parser parser = { options, groups, args };

  while (*parser.next != NULL)
    {
      char *arg = *parser.next++;

      if (strcmp (arg, "--") == 0)
        break;
      if (*arg != '-' || strcmp (arg, "-") == 0)
        g_ptr_array_add (operands, arg);
      else if (!(g_str_has_prefix (arg, "--") ? parse_long : parse_short) (
                   &parser, arg, error))
        return FALSE;
    }
  while (*parser.next != NULL)
    g_ptr_array_add (operands, *parser.next++);
  return TRUE;
}

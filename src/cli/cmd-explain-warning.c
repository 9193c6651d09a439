/* cmd-explain-warning.c - the verb 'fitsched explain-warning', which prints what a warning code means */
#include "cli/console.h"
#include "cli/help.h"
#include "cli/verbs.h"
#include "factory/policy-lint.h"

/* The maximum width of prose, and its width without a terminal. */
#define MOST_WIDTH 80

enum
{
  WARNING_CODE,
  WARNING_TITLE,
  WARNING_EXPLANATION,
  WARNING_EXAMPLE,
  WARNING_FIX,
  WARNING_MEANS_OTHERWISE,
};

static const FitColumn warning_columns[] = {
  [WARNING_CODE] = { "code", "CODE", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  [WARNING_TITLE] = { "title", "WARNING", FIT_CELL_TEXT, 0 },
  [WARNING_EXPLANATION] = { "explanation", NULL, FIT_CELL_TEXT, 0 },
  [WARNING_EXAMPLE] = { "example", NULL, FIT_CELL_TEXT, 0 },
  [WARNING_FIX]
  = { "fix", "FIX", FIT_CELL_TEXT, FIT_COLUMN_WIDE | FIT_COLUMN_WRAP },
  [WARNING_MEANS_OTHERWISE] = { "meansOtherwise", NULL, FIT_CELL_BOOLEAN, 0 },
};

static FitTable *
warnings_table (const GPtrArray *warnings)
{
  FitTable *table = FIT_TABLE_NEW (warning_columns);

  for (guint i = 0; i < warnings->len; i++)
    {
      const FitWarningInfo *info = warnings->pdata[i];

      fit_table_add_row (table);
      fit_table_set_text (table, WARNING_CODE, info->code);
      fit_table_set_text (table, WARNING_TITLE, info->title);
      fit_table_set_text (table, WARNING_EXPLANATION, info->explanation);
      fit_table_set_text (table, WARNING_EXAMPLE, info->example);
      fit_table_set_text (table, WARNING_FIX, info->fix);
      fit_table_set_boolean (table, WARNING_MEANS_OTHERWISE,
                             info->means_otherwise);
    }
  return table;
}

/* Returns: (transfer container) (nullable): the warnings with @codes, or all */
static GPtrArray *
find_warnings (const GPtrArray *codes, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  guint n;
  const FitWarningInfo *infos = fit_warning_infos (&n);

  for (guint i = 0; codes->len == 0 && i < n; i++)
    g_ptr_array_add (found, (gpointer) &infos[i]);
  for (guint i = 0; i < codes->len; i++)
    {
      const FitWarningInfo *info = fit_warning_info (codes->pdata[i], error);

      if (info == NULL)
        return NULL;
      g_ptr_array_add (found, (gpointer) info);
    }
  return g_steal_pointer (&found);
}

/* --- for people ----------------------------------------------------------- */

static void
append_warning (const FitWarningInfo *info, guint width, GString *out)
{
  g_auto (GStrv) lines = g_strsplit (info->example, "\n", -1);

  g_string_append_printf (out, "%s: %s\n\n", info->code, info->title);
  fit_help_append_wrapped (info->explanation, 0, width, out);
  g_string_append (out, "\nExample:\n");
  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (out, "  %s\n", lines[i]);
  g_string_append (out, "\nFix:\n  ");
  fit_help_append_wrapped (info->fix, 2, width, out);
}

static void
append_warnings (gconstpointer data, const FitTextStyle *style, GString *out)
{
  const GPtrArray *warnings = data;
  const guint width
      = style->width == 0 ? MOST_WIDTH : MIN (style->width, MOST_WIDTH);

  for (guint i = 0; i < warnings->len; i++)
    {
      if (i > 0)
        g_string_append_c (out, '\n');
      append_warning (warnings->pdata[i], width, out);
    }
}

static void
append_list (gconstpointer data, const FitTextStyle *style, GString *out)
{
  g_autoptr (FitTable) table = warnings_table (data);

  fit_table_append_text (table, style, out);
}

/* --- all of it ------------------------------------------------------------ */

static void
set_json (gconstpointer data, FitJson *document)
{
  fit_json_set_rows (document, "items", warnings_table (data));
}

FitExit
fit_cmd_explain_warning (const FitInvocation *invocation, GError **error)
{
  g_autoptr (GPtrArray) warnings = find_warnings (invocation->operands, error);
  const gboolean all = invocation->operands->len == 0;
  g_autoptr (FitTable) names = NULL;

  if (warnings == NULL)
    return FIT_EXIT_INPUT;
  names = warnings_table (warnings);
  fit_output_print (
      &(FitOutput){ .kind = "WarningList",
                    .names = names,
                    .append_text = all ? append_list : append_warnings,
                    .set_json = set_json,
                    .data = warnings },
      invocation->options.output, error);
  return FIT_EXIT_YES;
}

/* detail-text.c - writes everything that a rule explains as a few lines
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/detail-text.h"

#include <string.h>

static void
append_change (GString *text, const FitChange *change)
{
  static const char *const types[] = {
    [FIT_CHANGE_TOLERATE] = "tolerate", [FIT_CHANGE_UNCORDON] = "uncordon",
    [FIT_CHANGE_LABEL] = "label",       [FIT_CHANGE_UNLABEL] = "unlabel",
    [FIT_CHANGE_REPAIR] = "repair",     [FIT_CHANGE_EVICT] = "evict",
    [FIT_CHANGE_ROOM] = "room",         [FIT_CHANGE_FEWER] = "fewer",
  };

  g_string_append_printf (text, " %s", types[change->type]);
  if (change->taint != NULL)
    g_string_append_printf (text, " %s", change->taint->key);
  if (change->key != NULL)
    g_string_append_printf (text, " %s", change->key);
  if (change->value != NULL)
    g_string_append_printf (text, "=%s", change->value);
  if (change->pod != NULL)
    g_string_append_printf (text, " %s", change->pod->meta.name);
  if (change->selector != NULL)
    g_string_append_printf (text, " by %" G_GINT64_FORMAT, change->amount);
  if (change->resource != NULL)
    g_string_append_printf (text, " %s %" G_GINT64_FORMAT, change->resource,
                            change->amount);
}

void
detail_text_append (GString *text, const FitDetail *detail)
{
  g_string_append (text, detail->text != NULL ? detail->text : "-");
  if (detail->common != NULL && strcmp (detail->common, detail->text) != 0)
    g_string_append_printf (text, "\n  all: %s", detail->common);
  if (detail->remedy != NULL)
    g_string_append_printf (text, "\n  do: %s", detail->remedy);
  if (detail->facts->len > 0)
    g_string_append (text, "\n ");
  for (guint i = 0; i < detail->facts->len; i++)
    {
      const FitFact *fact = &g_array_index (detail->facts, FitFact, i);

      if (fact->text != NULL)
        g_string_append_printf (text, " %s=%s", fact->name, fact->text);
      else
        g_string_append_printf (text, " %s=%" G_GINT64_FORMAT, fact->name,
                                fact->number);
    }
  if (detail->changes->len > 0)
    g_string_append (text, "\n  ->");
  for (guint i = 0; i < detail->changes->len; i++)
    append_change (text, &g_array_index (detail->changes, FitChange, i));
  g_string_append_c (text, '\n');
}

/* detail.c - why a rule rejected a node, as a sentence and as data
 * SPDX-License-Identifier: Apache-2.0 */
#include "predicates/detail.h"

#include <string.h>

#include "api/texts.h"

static void
clear_fact (gpointer data)
{
  g_free (((FitFact *) data)->text);
}

FitDetail *
fit_detail_new (FitDetailMemo *memo)
{
  FitDetail *detail = g_new0 (FitDetail, 1);

  detail->memo = memo;
  detail->facts = g_array_new (FALSE, FALSE, sizeof (FitFact));
  g_array_set_clear_func (detail->facts, clear_fact);
  detail->changes = g_array_new (FALSE, FALSE, sizeof (FitChange));
  return detail;
}

void
fit_detail_free (FitDetail *detail)
{
  if (detail == NULL)
    return;
  g_free (detail->text);
  g_free (detail->common);
  g_free (detail->remedy);
  g_array_unref (detail->facts);
  g_array_unref (detail->changes);
  g_free (detail);
}

static void
set_text (char **text, const char *format, va_list args)
{
  g_free (*text);
  *text = g_strdup_vprintf (format, args);
}

void
fit_detail_say (FitDetail *detail, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  set_text (&detail->text, format, args);
  va_end (args);
}

void
fit_detail_say_common (FitDetail *detail, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  set_text (&detail->common, format, args);
  va_end (args);
}

void
fit_detail_advise (FitDetail *detail, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  set_text (&detail->remedy, format, args);
  va_end (args);
}

static void
add_fact (FitDetail *detail, FitFact fact)
{
  for (guint i = 0; i < detail->facts->len; i++)
    if (strcmp (g_array_index (detail->facts, FitFact, i).name, fact.name) == 0)
      {
        clear_fact (&fact);
        return;
      }
  g_array_append_val (detail->facts, fact);
}

void
fit_detail_add_fact (FitDetail *detail, const char *name, const char *text)
{
  if (text != NULL)
    add_fact (detail, (FitFact){ .name = name, .text = g_strdup (text) });
}

void
fit_detail_add_number (FitDetail *detail, const char *name, gint64 number)
{
  add_fact (detail, (FitFact){ .name = name, .number = number });
}

void
fit_detail_add_pod (FitDetail *detail, const char *name, const FitPod *pod)
{
  add_fact (detail, (FitFact){ .name = name, .text = fit_pod_full_name (pod) });
}

void
fit_detail_add_change (FitDetail *detail, const FitChange *change)
{
  g_array_append_val (detail->changes, *change);
}

/* messages.c - joins reasons and errors into the messages that users know from
 * v1.16
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/cycle.h"

#include "core/extender.h"
#include "base/sort.h"

#include <string.h>

void
fit_messages_init (FitMessages *messages)
{
  messages->texts = g_ptr_array_new_with_free_func (g_free);
  messages->counts = g_array_new (FALSE, FALSE, sizeof (guint));
}

void
fit_messages_clear (FitMessages *messages)
{
  g_clear_pointer (&messages->texts, g_ptr_array_unref);
  g_clear_pointer (&messages->counts, g_array_unref);
}

void
fit_messages_add (FitMessages *messages, const char *text)
{
  const guint one = 1;
  guint position;

  if (g_ptr_array_find_with_equal_func (messages->texts, text, g_str_equal,
                                        &position))
    g_array_index (messages->counts, guint, position)++;
  else
    {
      g_ptr_array_add (messages->texts, g_strdup (text));
      g_array_append_val (messages->counts, one);
    }
}

char *
fit_messages_aggregate (const FitMessages *messages, gboolean with_counts)
{
  const guint n = messages->texts->len;
  GString *text = g_string_new (n > 1 ? "[" : "");

  for (guint i = 0; i < n; i++)
    {
      const guint count = g_array_index (messages->counts, guint, i);

      g_string_append_printf (text, "%s%s", i ? ", " : "",
                              (char *) messages->texts->pdata[i]);
      if (with_counts && count > 1)
        g_string_append_printf (text, " (repeated %u times)", count);
    }
  if (n > 1)
    g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

/* -- FitError -------------------------------------------------------------- */

/* Equal reasons, counted before they are formatted. */
typedef struct
{
  FitReasonCode code;
  const char *text;
  guint count;
} Tally;

static void
count_reason (GArray *tallies, const FitReason *reason)
{
  const Tally fresh = { reason->code, reason->text, 1 };

  for (guint i = 0; i < tallies->len; i++)
    {
      Tally *tally = &g_array_index (tallies, Tally, i);

      if (tally->code == reason->code && tally->text == reason->text)
        {
          tally->count++;
          return;
        }
    }
  g_array_append_val (tallies, fresh);
}

const char *
fit_first_reason (const FitReasons *reasons)
{
  g_autofree char *text = NULL;

  if (reasons->n == 0)
    return "";
  text = fit_reason_format (&reasons->items[0]);
  return fit_arena_strndup (reasons->arena, text, strlen (text));
}

void
fit_count_text (GHashTable *texts, char *text, guint count)
{
  guint sum = GPOINTER_TO_UINT (g_hash_table_lookup (texts, text)) + count;

  g_hash_table_insert (texts, text, GUINT_TO_POINTER (sum));
}

char *
fit_counted_text (guint n_nodes, GHashTable *texts, gboolean dot)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer text, count;
  g_autofree char *joined = NULL;

  /* "COUNT TEXT" for each; sorted as byte strings including the count, as
   * v1.16 does. */
  g_hash_table_iter_init (&iter, texts);
  while (g_hash_table_iter_next (&iter, &text, &count))
    g_ptr_array_add (items, g_strdup_printf ("%u %s", GPOINTER_TO_UINT (count),
                                             (char *) text));
  g_ptr_array_sort (items, fit_compare_texts);
  if (items->len == 0 && !dot)
    return g_strdup_printf ("0/%u nodes are available:", n_nodes);
  g_ptr_array_add (items, NULL);
  joined = g_strjoinv (", ", (char **) items->pdata);
  return g_strdup_printf ("0/%u nodes are available: %s.", n_nodes, joined);
}

char *
fit_fit_error_text (guint n_nodes, const FitNodeVerdict *verdicts, guint n,
                    const GArray *rejections, gboolean dot)
{
  g_autoptr (GHashTable) texts
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) tallies = g_array_new (FALSE, FALSE, sizeof (Tally));

  for (guint i = 0; i < n; i++)
    {
      const FitNodeVerdict *verdict = &verdicts[i];

      for (guint r = 0; verdict->examined && r < verdict->reasons.n; r++)
        count_reason (tallies, &verdict->reasons.items[r]);
      if (verdict->examined && verdict->filter_code != FIT_STATUS_SUCCESS)
        fit_count_text (texts,
                        g_strdup (verdict->filter_message != NULL
                                      ? verdict->filter_message
                                      : ""),
                        1);
    }
  for (guint i = 0; i < tallies->len; i++)
    {
      const Tally *tally = &g_array_index (tallies, Tally, i);
      const FitReason reason = { .code = tally->code, .text = tally->text };

      fit_count_text (texts, fit_reason_format (&reason), tally->count);
    }
  for (guint i = 0; rejections != NULL && i < rejections->len; i++)
    fit_count_text (
        texts,
        g_strdup (g_array_index (rejections, FitExtenderRejection, i).message),
        1);
  return fit_counted_text (n_nodes, texts, dot);
}

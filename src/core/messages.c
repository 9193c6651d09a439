#include "core/cycle.h"

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

/* --- FitError ------------------------------------------------------------ */

/* A text and how often it was given, for whatever reason. */
typedef struct
{
  char *text; /* owned */
  guint count;
} Bar;

static void
bar_clear (gpointer data)
{
  g_free (((Bar *) data)->text);
}

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

static void
add_bar (GArray *bars, const Tally *tally)
{
  const FitReason reason = { .code = tally->code, .text = tally->text };
  Bar fresh = { fit_reason_format (&reason), tally->count };

  for (guint i = 0; i < bars->len; i++)
    {
      Bar *bar = &g_array_index (bars, Bar, i);

      if (strcmp (bar->text, fresh.text) == 0)
        {
          bar->count += fresh.count;
          g_free (fresh.text);
          return;
        }
    }
  g_array_append_val (bars, fresh);
}

static gint
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

char *
fit_fit_error_text (guint n_nodes, const FitNodeVerdict *verdicts, guint n)
{
  g_autoptr (GArray) tallies = g_array_new (FALSE, FALSE, sizeof (Tally));
  g_autoptr (GArray) bars = g_array_new (FALSE, FALSE, sizeof (Bar));
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *joined = NULL;

  g_array_set_clear_func (bars, bar_clear);
  for (guint i = 0; i < n; i++)
    for (guint r = 0; verdicts[i].examined && r < verdicts[i].reasons.n; r++)
      count_reason (tallies, &verdicts[i].reasons.items[r]);
  for (guint i = 0; i < tallies->len; i++)
    add_bar (bars, &g_array_index (tallies, Tally, i));
  for (guint i = 0; i < bars->len; i++)
    {
      const Bar *bar = &g_array_index (bars, Bar, i);

      g_ptr_array_add (items, g_strdup_printf ("%u %s", bar->count, bar->text));
    }
  /* Sorted as byte strings with the count in front, as v1.16 does. */
  g_ptr_array_sort (items, compare_strings);
  g_ptr_array_add (items, NULL);
  joined = g_strjoinv (", ", (char **) items->pdata);
  return g_strdup_printf ("0/%u nodes are available: %s.", n_nodes, joined);
}

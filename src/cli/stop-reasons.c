/* stop-reasons.c - takes messages of pods without a node apart, and sums them
 * up
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/stop-reasons.h"

#include <string.h>

#include "base/each.h"
#include "base/plain-text.h"
#include "base/sort.h"
#include "cli/explain-text.h"

#define AVAILABLE " nodes are available: "

/* Before what later releases append. */
#define PREEMPTION " preemption: "

/* A reason over all messages. */
typedef struct
{
  char *text;      /* owned */
  guint n_pods;    /* that it keeps off a node */
  guint n_stopped; /* that it keeps off every node */
  guint number;    /* in order of appearance */
} Total;

/* A part of a message. */
typedef struct
{
  guint n;
  const char *text;
  gsize len;
} Part;

/* A message taken apart.  If it is of another form, it is one reason, on every
 * node. */
typedef struct
{
  guint n_nodes;
  GArray *parts; /* owned, of Part */
} Parts;

/* -- life ------------------------------------------------------------------ */

static void
reason_free (gpointer data)
{
  FitStopReason *reason = data;

  g_free (reason->text);
  g_free (reason);
}

static void
group_free (gpointer data)
{
  FitStopGroup *group = data;

  g_free (group->message);
  g_clear_pointer (&group->remedies, fit_remedies_free);
  g_ptr_array_unref (group->names);
  g_hash_table_unref (group->reason_of);
  g_ptr_array_unref (group->reasons);
  g_free (group);
}

static void
total_free (gpointer data)
{
  Total *total = data;

  g_free (total->text);
  g_free (total);
}

FitStopReasons *
fit_stop_reasons_new (void)
{
  FitStopReasons *stops = g_new0 (FitStopReasons, 1);

  stops->groups = g_ptr_array_new_with_free_func (group_free);
  stops->by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  stops->totals = g_ptr_array_new_with_free_func (total_free);
  stops->total_of = g_hash_table_new (g_str_hash, g_str_equal);
  return stops;
}

void
fit_stop_reasons_free (FitStopReasons *stops)
{
  if (stops == NULL)
    return;
  g_hash_table_unref (stops->by_key);
  g_hash_table_unref (stops->total_of);
  g_ptr_array_unref (stops->groups);
  g_ptr_array_unref (stops->totals);
  g_free (stops);
}

/* -- messages -------------------------------------------------------------- */

/* Reads "12 Insufficient cpu".  Returns: whether @text begins with a number and
 * a blank */
static gboolean
read_number (const char *text, guint *out_number, const char **out_end)
{
  char *end;
  const guint64 number = g_ascii_strtoull (text, &end, 10);

  if (!g_ascii_isdigit (*text) || *end != ' ' || number > G_MAXUINT)
    return FALSE;
  *out_number = (guint) number;
  *out_end = end + 1;
  return TRUE;
}

static Parts
take_apart (const char *message)
{
  const gboolean counted
      = g_str_has_prefix (message, "0/") && strstr (message, AVAILABLE) != NULL;
  const char *at
      = counted ? strstr (message, AVAILABLE) + strlen (AVAILABLE) : message;
  const char *more = strstr (at, PREEMPTION);
  const char *end = more != NULL ? more : at + strlen (at);
  Parts parts = { .parts = g_array_new (FALSE, FALSE, sizeof (Part)) };
  Part part;

  if (counted)
    parts.n_nodes = (guint) g_ascii_strtoull (message + 2, NULL, 10);
  end -= counted && end > at && end[-1] == '.';
  while (counted && at < end && read_number (at, &part.n, &part.text))
    {
      const char *next;
      guint number;

      /* A reason may have commas of its own: it ends with ", " before a
       * number. */
      for (at = part.text; at < end; at++)
        if (at[0] == ',' && at[1] == ' '
            && read_number (at + 2, &number, &next))
          break;
      at = MIN (at, end);
      part.len = (gsize) (at - part.text);
      g_array_append_val (parts.parts, part);
      at = MIN (at + strlen (", "), end);
    }
  if (parts.parts->len > 0 && at == end)
    return parts;
  parts.n_nodes = 0;
  g_array_set_size (parts.parts, 0);
  part = (Part){ 0, message, strlen (message) };
  g_array_append_val (parts.parts, part);
  return parts;
}

/* What messages of one group have in common: the reasons on every node, or
 * all. */
static char *
key_of (const Parts *parts)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  gboolean every = FALSE;
  GString *key = g_string_new (NULL);

  for (guint i = 0; i < parts->parts->len; i++)
    every |= g_array_index (parts->parts, Part, i).n >= parts->n_nodes;
  FIT_EACH_OF (const Part, part, parts->parts)
    if (!every || part->n >= parts->n_nodes)
      g_ptr_array_add (texts, g_strndup (part->text, part->len));
  g_ptr_array_sort (texts, fit_compare_texts);
  FIT_EACH (const char, text, texts)
    g_string_append_printf (key, "%s\n", text);
  g_string_append (key, every ? "" : "on some nodes");
  return g_string_free (key, FALSE);
}

/* -- adding ---------------------------------------------------------------- */

gboolean
fit_stop_reasons_has (FitStopReasons *stops, const char *message)
{
  const Parts parts = take_apart (message);
  g_autofree char *key = key_of (&parts);

  g_array_unref (parts.parts);
  return g_hash_table_contains (stops->by_key, key);
}

static FitStopGroup *
find_or_add (FitStopReasons *stops, const Parts *parts, const char *message)
{
  char *key = key_of (parts);
  FitStopGroup *group = g_hash_table_lookup (stops->by_key, key);

  if (group != NULL)
    {
      g_free (key);
      return group;
    }
  group = g_new0 (FitStopGroup, 1);
  group->message = g_strdup (message);
  group->names = g_ptr_array_new_with_free_func (g_free);
  group->reasons = g_ptr_array_new_with_free_func (reason_free);
  group->reason_of = g_hash_table_new (g_str_hash, g_str_equal);
  group->number = stops->groups->len;
  g_ptr_array_add (stops->groups, group);
  g_hash_table_insert (stops->by_key, key, group);
  return group;
}

FitStopGroup *
fit_stop_reasons_add (FitStopReasons *stops, char *name, const char *message)
{
  const Parts parts = take_apart (message);
  FitStopGroup *group = find_or_add (stops, &parts, message);

  FIT_EACH_OF (const Part, part, parts.parts)
    {
      g_autofree char *text = g_strndup (part->text, part->len);
      Total *total = g_hash_table_lookup (stops->total_of, text);
      FitStopReason *reason = g_hash_table_lookup (group->reason_of, text);

      if (total == NULL)
        {
          total = g_new0 (Total, 1);
          total->text = g_strdup (text);
          total->number = stops->totals->len;
          g_ptr_array_add (stops->totals, total);
          g_hash_table_insert (stops->total_of, total->text, total);
        }
      total->n_pods++;
      total->n_stopped += part->n >= parts.n_nodes;
      if (reason == NULL)
        {
          reason = g_new (FitStopReason, 1);
          *reason = (FitStopReason){ g_strdup (text), part->n, part->n, 0 };
          g_ptr_array_add (group->reasons, reason);
          g_hash_table_insert (group->reason_of, reason->text, reason);
        }
      reason->least = MIN (reason->least, part->n);
      reason->most = MAX (reason->most, part->n);
      reason->n_pods++;
    }
  g_ptr_array_add (group->names, name);
  stops->n_pods++;
  group->differ |= strcmp (group->message, message) != 0;
  g_array_unref (parts.parts);
  return group;
}

/* -- showing --------------------------------------------------------------- */

static gint
compare_groups (gconstpointer a, gconstpointer b)
{
  const FitStopGroup *one = *(const FitStopGroup *const *) a;
  const FitStopGroup *other = *(const FitStopGroup *const *) b;

  if (one->names->len != other->names->len)
    return one->names->len > other->names->len ? -1 : 1;
  return one->number < other->number ? -1 : 1;
}

GPtrArray *
fit_stop_reasons_groups (const FitStopReasons *stops)
{
  GPtrArray *groups = g_ptr_array_new ();

  for (guint i = 0; i < stops->groups->len; i++)
    g_ptr_array_add (groups, stops->groups->pdata[i]);
  g_ptr_array_sort (groups, compare_groups);
  return groups;
}

static gint
compare_totals (gconstpointer a, gconstpointer b)
{
  const Total *one = *(const Total *const *) a;
  const Total *other = *(const Total *const *) b;

  if (one->n_stopped != other->n_stopped)
    return one->n_stopped > other->n_stopped ? -1 : 1;
  if (one->n_pods != other->n_pods)
    return one->n_pods > other->n_pods ? -1 : 1;
  return one->number < other->number ? -1 : 1;
}

FitTable *
fit_stop_reasons_table (const FitStopReasons *stops, guint most)
{
  static const FitColumn columns[] = {
    { "reason", "REASON", FIT_CELL_TEXT, 0 },
    { "pods", "PODS", FIT_CELL_INTEGER, 0 },
    { "podsOnEveryNode", "ON EVERY NODE", FIT_CELL_INTEGER, 0 },
  };
  FitTable *table = FIT_TABLE_NEW (columns);
  g_autoptr (GPtrArray) totals = g_ptr_array_new ();

  for (guint i = 0; i < stops->totals->len; i++)
    g_ptr_array_add (totals, stops->totals->pdata[i]);
  g_ptr_array_sort (totals, compare_totals);
  for (guint i = 0; i < MIN (totals->len, most); i++)
    {
      const Total *total = totals->pdata[i];

      FIT_TABLE_ADD (table, fit_cell_text (total->text),
                     fit_cell_integer (total->n_pods),
                     fit_cell_integer (total->n_stopped));
    }
  return table;
}

void
fit_stop_group_append (const FitStopGroup *group, GString *out)
{
  const guint n = group->names->len;
  const char *available = strstr (group->message, AVAILABLE);
  const gsize len = available == NULL ? 0
                                      : (gsize) (available - group->message)
                                            + strlen (AVAILABLE);

  g_string_append_printf (out, "%u %s: ", n, n == 1 ? "pod" : "pods");
  if (!group->differ)
    fit_plain_printf (out, "%s", group->message);
  else
    {
      /* "0/5 nodes are available: 5 Insufficient gpu, 0 to 3 Insufficient
       * cpu." */
      fit_plain_printf (out, "%.*s", (int) len, group->message);
      for (guint i = 0; i < group->reasons->len; i++)
        {
          const FitStopReason *reason = group->reasons->pdata[i];
          const guint least = reason->n_pods == n ? reason->least : 0;

          g_string_append (out, i > 0 ? ", " : "");
          if (least != reason->most)
            g_string_append_printf (out, "%u to ", least);
          fit_plain_printf (out, "%u %s", reason->most, reason->text);
        }
      g_string_append_c (out, '.');
    }
  g_string_append (out, "\n    ");
  fit_append_names (group->names, out);
  g_string_append_c (out, '\n');
}

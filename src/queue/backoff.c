/* backoff.c - how long each pod has to wait after its last failures, as v1.16
 * computes it
 * SPDX-License-Identifier: Apache-2.0 */
#include "queue/backoff.h"

typedef struct
{
  char *key;
  guint attempts;
  gint64 last_update_ns;
  GList link; /* in by_age */
} Record;

struct _FitBackoff
{
  GHashTable *records; /* key, borrowed from the record -> owned Record */
  GQueue by_age;       /* of Record, the one written longest ago first */
};

static void
record_free (gpointer data)
{
  Record *record = data;

  g_free (record->key);
  g_free (record);
}

FitBackoff *
fit_backoff_new (void)
{
  FitBackoff *backoff = g_new0 (FitBackoff, 1);

  backoff->records
      = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, record_free);
  g_queue_init (&backoff->by_age);
  return backoff;
}

void
fit_backoff_free (FitBackoff *backoff)
{
  if (backoff == NULL)
    return;
  g_hash_table_unref (backoff->records);
  g_free (backoff);
}

static gint64
ends (const Record *record)
{
  gint64 wait = FIT_BACKOFF_INITIAL_NS;

  for (guint i = 1; i < record->attempts && wait < FIT_BACKOFF_MAX_NS; i++)
    wait = MIN (2 * wait, FIT_BACKOFF_MAX_NS);
  return record->last_update_ns + wait;
}

static void
drop (FitBackoff *backoff, Record *record)
{
  g_queue_unlink (&backoff->by_age, &record->link);
  g_hash_table_remove (backoff->records, record->key);
}

void
fit_backoff_step (FitBackoff *backoff, const char *key, gint64 now_ns)
{
  Record *record;
  Record *oldest;

  while ((oldest = g_queue_peek_head (&backoff->by_age)) != NULL
         && oldest->last_update_ns + 2 * FIT_BACKOFF_MAX_NS < now_ns)
    drop (backoff, oldest);
  record = g_hash_table_lookup (backoff->records, key);
  if (record == NULL)
    {
      record = g_new0 (Record, 1);
      record->key = g_strdup (key);
      record->link.data = record;
      g_queue_push_tail_link (&backoff->by_age, &record->link);
      g_hash_table_insert (backoff->records, record->key, record);
    }
  else if (ends (record) >= now_ns)
    return;
  record->attempts++;
  record->last_update_ns = now_ns;
  g_queue_unlink (&backoff->by_age, &record->link);
  g_queue_push_tail_link (&backoff->by_age, &record->link);
}

gint64
fit_backoff_until (const FitBackoff *backoff, const char *key)
{
  const Record *record = g_hash_table_lookup (backoff->records, key);

  return record != NULL ? ends (record) : FIT_BACKOFF_NONE;
}

void
fit_backoff_forget (FitBackoff *backoff, const char *key)
{
  Record *record = g_hash_table_lookup (backoff->records, key);

  if (record != NULL)
    drop (backoff, record);
}

#include "framework/cycle-state.h"

#include <pthread.h>

/* The lock is on pthreads, so that the thread sanitizer sees how plugins
 * synchronise. */
struct _FitCycleState
{
  GHashTable *slots; /* owned: owned key -> owned Slot */
  pthread_rwlock_t lock;
};

typedef struct
{
  gpointer data;
  GDestroyNotify free_data; /* (nullable) */
} Slot;

static void
slot_free (gpointer data)
{
  Slot *slot = data;

  if (slot->free_data != NULL)
    slot->free_data (slot->data);
  g_free (slot);
}

FitCycleState *
fit_cycle_state_new (void)
{
  FitCycleState *state = g_new0 (FitCycleState, 1);

  state->slots
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, slot_free);
  pthread_rwlock_init (&state->lock, NULL);
  return state;
}

void
fit_cycle_state_free (FitCycleState *state)
{
  if (state == NULL)
    return;
  g_hash_table_unref (state->slots);
  pthread_rwlock_destroy (&state->lock);
  g_free (state);
}

gpointer
fit_cycle_state_get (const FitCycleState *state, const char *key,
                     GError **error)
{
  const Slot *slot = g_hash_table_lookup (state->slots, key);

  if (slot == NULL)
    g_set_error_literal (error, FIT_ERROR, FIT_ERROR_NOT_FOUND, "not found");
  return slot != NULL ? slot->data : NULL;
}

void
fit_cycle_state_set (FitCycleState *state, const char *key, gpointer data,
                     GDestroyNotify free_data)
{
  Slot *slot = g_new (Slot, 1);

  *slot = (Slot){ data, free_data };
  g_hash_table_replace (state->slots, g_strdup (key), slot);
}

void
fit_cycle_state_delete (FitCycleState *state, const char *key)
{
  g_hash_table_remove (state->slots, key);
}

void
fit_cycle_state_lock (FitCycleState *state)
{
  pthread_rwlock_wrlock (&state->lock);
}

void
fit_cycle_state_unlock (FitCycleState *state)
{
  pthread_rwlock_unlock (&state->lock);
}

void
fit_cycle_state_lock_shared (FitCycleState *state)
{
  pthread_rwlock_rdlock (&state->lock);
}

void
fit_cycle_state_unlock_shared (FitCycleState *state)
{
  pthread_rwlock_unlock (&state->lock);
}

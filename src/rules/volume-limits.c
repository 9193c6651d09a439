/* volume-limits.c - finds the claims of a pod, and collects sets of attached
 * volumes
 * Tests: tests/rules/test-volume-limits*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/volume-limits.h"

#include <string.h>

#include "cluster/listers-private.h"

const FitReasonCode fit_limits_reasons[]
    = { FIT_REASON_MAX_VOLUME_COUNT, FIT_REASON_LOOKUP, 0 };
const FitReasonCode fit_former_limits_reasons[]
    = { FIT_REASON_MAX_VOLUME_COUNT, 0 };

/* -- claims ---------------------------------------------------------------- */

gboolean
fit_limits_find_claim (const FitPredicateRun *run, const FitPod *pod,
                       const FitVolume *volume,
                       const FitPersistentVolumeClaim **out, GError **error)
{
  const FitListers *listers = fit_cache_listers (run->predicate->cache);
  const FitPersistentVolumeClaim *claim
      = fit_listers_pvc (listers, pod->meta.namespace_, volume->id);
  g_autofree char *problem = NULL;

  if (*volume->id == '\0')
    problem = g_strdup ("PersistentVolumeClaim had no name");
  else if (claim != NULL && volume->type == FIT_VOLUME_EPHEMERAL_CLAIM)
    problem = fit_pvc_foreign (claim, pod);
  if (problem != NULL)
    return fit_fail (error, FIT_ERROR_SCHEDULE, "%s", problem);
  *out = claim;
  return TRUE;
}

const char *
fit_limits_missing_claim (const FitPredicateRun *run)
{
  const FitPod *pod = run->meta->pod;

  if (!fit_filter_behaviour (run)->limits_need_claims)
    return NULL;
  for (guint i = 0; i < pod->spec->n_volumes; i++)
    {
      const FitVolume *volume = &pod->spec->volumes[i];
      const FitPersistentVolumeClaim *claim;
      g_autofree char *text = NULL;

      if (!fit_volume_is_claim (volume) || *volume->id == '\0')
        continue;
      if (!fit_limits_find_claim (run, pod, volume, &claim, NULL))
        return NULL;
      if (claim != NULL)
        continue;
      text = g_strdup_printf (
          "looking up PVC %s/%s: persistentvolumeclaim \"%s\" not found",
          pod->meta.namespace_, volume->id, volume->id);
      return fit_arena_strndup (run->meta->arena, text, strlen (text));
    }
  return NULL;
}

FitAnswer
fit_limits_refuse (const FitPredicateRun *run, const char *missing,
                   FitReasons *reasons, GError **error)
{
  if (fit_filter_behaviour (run)->limits_reject)
    {
      fit_reasons_add_text (reasons, FIT_REASON_LOOKUP, missing);
      return FIT_ANSWER_NO;
    }
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE, missing);
  return FIT_ANSWER_ERROR;
}

void
fit_limits_explain (const char *driver, gint64 attached, gint64 added,
                    gint64 limit, FitDetail *detail)
{
  fit_detail_say (detail,
                  "%s: %" G_GINT64_FORMAT " attached, %" G_GINT64_FORMAT
                  " new, the limit is %" G_GINT64_FORMAT,
                  driver, attached, added, limit);
  fit_detail_say_common (detail, "%s: limit %" G_GINT64_FORMAT, driver, limit);
  if (added > limit)
    fit_detail_advise (detail,
                       "only a node that can attach %" G_GINT64_FORMAT
                       " volume%s of %s fits",
                       added, added == 1 ? "" : "s", driver);
  else
    fit_detail_advise (detail, "detach %" G_GINT64_FORMAT " volume%s of %s",
                       attached + added - limit,
                       attached + added - limit == 1 ? "" : "s", driver);
  fit_detail_add_fact (detail, "driver", driver);
  fit_detail_add_number (detail, "attached", attached);
  fit_detail_add_number (detail, "new", added);
  fit_detail_add_number (detail, "limit", limit);
}

/* -- attached volumes ------------------------------------------------------ */

typedef struct
{
  guint64 generation; /* of the node when the entry was stored */
  GArray *volumes;    /* (nullable) owned reference */
} MemoEntry;

struct _FitAttachedMemo
{
  FitCache *cache;         /* borrowed */
  guint64 storage_version; /* of the listers, for all entries */
  GArray *entries;         /* owned: MemoEntry by node index */
};

/* Any order that puts equal ones together. */
static gint
compare (gconstpointer a, gconstpointer b)
{
  const FitAttachedVolume *left = a, *right = b;

  if (left->id != right->id)
    return (guintptr) left->id < (guintptr) right->id ? -1 : 1;
  return g_strcmp0 (left->driver, right->driver);
}

GArray *
fit_attached_volumes_new (void)
{
  return g_array_sized_new (FALSE, FALSE, sizeof (FitAttachedVolume), 8);
}

void
fit_attached_volumes_add (GArray *volumes, gconstpointer id, const char *driver)
{
  const FitAttachedVolume volume = { id, driver };

  g_array_append_val (volumes, volume);
}

void
fit_attached_volumes_unique (GArray *volumes)
{
  FitAttachedVolume *items = (FitAttachedVolume *) (gpointer) volumes->data;
  guint n = 0;

  g_array_sort (volumes, compare);
  for (guint i = 0; i < volumes->len; i++)
    if (n == 0 || compare (&items[n - 1], &items[i]) != 0)
      items[n++] = items[i];
  g_array_set_size (volumes, n);
}

gboolean
fit_attached_volumes_contain (const GArray *volumes,
                              const FitAttachedVolume *volume)
{
  return g_array_binary_search ((GArray *) volumes, volume, compare, NULL);
}

static void
entry_clear (gpointer data)
{
  g_clear_pointer (&((MemoEntry *) data)->volumes, g_array_unref);
}

FitAttachedMemo *
fit_attached_memo_new (FitCache *cache)
{
  FitAttachedMemo *memo = g_new0 (FitAttachedMemo, 1);

  memo->cache = cache;
  memo->entries = g_array_new (FALSE, TRUE, sizeof (MemoEntry));
  g_array_set_clear_func (memo->entries, entry_clear);
  return memo;
}

void
fit_attached_memo_free (FitAttachedMemo *memo)
{
  if (memo == NULL)
    return;
  g_array_unref (memo->entries);
  g_free (memo);
}

void
fit_attached_memo_prepare (FitAttachedMemo *memo)
{
  const guint64 version
      = fit_listers_storage_version (fit_cache_listers (memo->cache));

  if (memo->storage_version != version)
    g_array_set_size (memo->entries, 0);
  memo->storage_version = version;
  g_array_set_size (memo->entries, fit_cache_n_slots (memo->cache));
}

/* A node that is not the cache's own is a what-if copy: its pods may differ
 * from what its generation says. */
static MemoEntry *
entry_of (const FitAttachedMemo *memo, const FitNodeInfo *node)
{
  return node == fit_cache_node (memo->cache, node->index)
             ? &g_array_index (memo->entries, MemoEntry, node->index)
             : NULL;
}

GArray *
fit_attached_memo_get (const FitAttachedMemo *memo, const FitNodeInfo *node)
{
  const MemoEntry *entry = entry_of (memo, node);

  return entry != NULL && entry->volumes != NULL
                 && entry->generation == node->generation
             ? g_array_ref (entry->volumes)
             : NULL;
}

void
fit_attached_memo_put (FitAttachedMemo *memo, const FitNodeInfo *node,
                       GArray *volumes)
{
  MemoEntry *entry = entry_of (memo, node);

  if (entry == NULL)
    return;
  entry_clear (entry);
  entry->generation = node->generation;
  entry->volumes = g_array_ref (volumes);
}

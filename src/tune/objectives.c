/* objectives.c - watches where pods go, and measures the cluster that is left
 * SPDX-License-Identifier: Apache-2.0 */
#include "tune/objectives.h"

#include <string.h>

#include "api/pod-alike.h"
#include "api/texts.h"
#include "base/error.h"
#include "base/similar.h"
#include "simulate/config-trial.h"

/* A whole in hundredths of a percent. */
#define WHOLE 10000

/* clang-format off */
static const FitTuneObjectiveInfo infos[] = {
  [FIT_TUNE_PLACED] = { "placed", "PLACED", "pods that were placed and not evicted", TRUE, FIT_TUNE_COUNT },
  [FIT_TUNE_PREEMPTED] = { "preempted", "PREEMPTED", "pods that were evicted for others", FALSE, FIT_TUNE_COUNT },
  [FIT_TUNE_EMPTY_NODES] = { "empty-nodes", "EMPTY NODES", "nodes that run nothing but pods of DaemonSets and static pods", TRUE, FIT_TUNE_COUNT },
  [FIT_TUNE_DRAINABLE_NODES] = { "drainable-nodes", "DRAINABLE NODES", "nodes that could go, as simulate --compress finds them", TRUE, FIT_TUNE_COUNT },
  [FIT_TUNE_STRANDED] = { "stranded", "STRANDED", "share of free cpu and memory that is stranded beside the other", FALSE, FIT_TUNE_SHARE },
  [FIT_TUNE_IMBALANCE] = { "imbalance", "IMBALANCE", "how far requests of nodes are from the mean, on average", FALSE, FIT_TUNE_SHARE },
  [FIT_TUNE_ZONE_SKEW] = { "zone-skew", "ZONE SKEW", "sum over workloads: pods in the fullest zone less those in the emptiest", FALSE, FIT_TUNE_COUNT },
  [FIT_TUNE_MOVED] = { "moved", "MOVED", "pods that go elsewhere than by the rules as they are", FALSE, FIT_TUNE_COUNT },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (infos) == FIT_TUNE_OBJECTIVES);

static const FitTuneGoals usual
    = { 3, { FIT_TUNE_PLACED, FIT_TUNE_STRANDED, FIT_TUNE_IMBALANCE } };

const FitTuneObjectiveInfo *
fit_tune_objective_info (FitTuneObjective objective)
{
  return &infos[objective];
}

/* -- goals ----------------------------------------------------------------- */

gboolean
fit_tune_goals_have (const FitTuneGoals *goals, FitTuneObjective objective)
{
  for (guint i = 0; i < goals->n; i++)
    if (goals->of[i] == objective)
      return TRUE;
  return FALSE;
}

static gboolean
add_goal (FitTuneGoals *goals, const char *name, GError **error)
{
  GString *names;
  FitSimilar similar;

  fit_similar_init (&similar, name);
  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    {
      fit_similar_offer (&similar, infos[i].name);
      if (strcmp (infos[i].name, name) != 0)
        continue;
      if (!fit_tune_goals_have (goals, i))
        goals->of[goals->n++] = i;
      return TRUE;
    }
  names = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", infos[i].name);
  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "option --objective: there is no objective \"%s\"%s%s%s; there "
               "are: %s",
               name, similar.best != NULL ? " (did you mean " : "",
               similar.best != NULL ? similar.best : "",
               similar.best != NULL ? "?)" : "", names->str);
  g_string_free (names, TRUE);
  return FALSE;
}

gboolean
fit_tune_goals_parse (char *const *lists, FitTuneGoals *out, GError **error)
{
  FitTuneGoals goals = { 0 };

  if (lists == NULL)
    goals = usual;
  for (guint i = 0; lists != NULL && lists[i] != NULL; i++)
    {
      g_auto (GStrv) names = g_strsplit (lists[i], ",", 0);

      for (char **name = names; *name != NULL; name++)
        if (!add_goal (&goals, g_strstrip (*name), error))
          return FALSE;
    }
  *out = goals;
  return TRUE;
}

gint64
fit_tune_gain (FitTuneObjective objective, gint64 value, gint64 other)
{
  return infos[objective].more ? value - other : other - value;
}

char *
fit_tune_value_text (FitTuneObjective objective, gint64 value)
{
  return infos[objective].unit == FIT_TUNE_SHARE
             ? g_strdup_printf ("%" G_GINT64_FORMAT ".%02d %%", value / 100,
                                (int) (value % 100))
             : g_strdup_printf ("%" G_GINT64_FORMAT, value);
}

/* -- where pods go --------------------------------------------------------- */

struct _FitTunePlaces
{
  GHashTable *nodes;    /* owned: "NAMESPACE/NAME" -> node; "" after an
                           eviction, or if it fits nowhere */
  GChecksum *decisions; /* owned: of what happened, in order */
  guint n_preempted;
  GError *error; /* (nullable) owned */
};

FitTunePlaces *
fit_tune_places_new (void)
{
  FitTunePlaces *places = g_new0 (FitTunePlaces, 1);

  places->nodes
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  places->decisions = g_checksum_new (G_CHECKSUM_SHA256);
  return places;
}

void
fit_tune_places_free (FitTunePlaces *places)
{
  if (places == NULL)
    return;
  g_hash_table_unref (places->nodes);
  g_checksum_free (places->decisions);
  g_clear_error (&places->error);
  g_free (places);
}

static void
set_place (FitTunePlaces *places, const FitPod *pod, const char *node)
{
  char *name = fit_pod_full_name (pod);

  g_checksum_update (places->decisions, (const guchar *) name, -1);
  g_checksum_update (places->decisions, (const guchar *) " ", 1);
  g_checksum_update (places->decisions, (const guchar *) node, -1);
  g_checksum_update (places->decisions, (const guchar *) "\n", 1);
  g_hash_table_replace (places->nodes, name, g_strdup (node));
}

/* A pod that failed once may be placed later, and one that was placed and left
 * may come again: the last word counts. */
static void
decided (gpointer data, const FitDecision *decision)
{
  FitTunePlaces *places = data;

  if (decision->type == FIT_DECISION_BOUND)
    set_place (places, decision->pod, decision->node_name);
  else if (decision->type == FIT_DECISION_FAILED)
    set_place (places, decision->pod, "");
  else if (decision->type == FIT_DECISION_NOMINATED)
    {
      places->n_preempted += decision->victims->n_victims;
      for (guint i = 0; i < decision->victims->n_victims; i++)
        set_place (places, decision->victims->victims[i], "");
    }
  if (decision->error != NULL && places->error == NULL)
    places->error = g_error_copy (decision->error);
}

FitReplayObserver
fit_tune_places_observer (FitTunePlaces *places)
{
  return (FitReplayObserver){ .data = places, .decided = decided };
}

const GError *
fit_tune_places_error (const FitTunePlaces *places)
{
  return places->error;
}

guint
fit_tune_places_seen (const FitTunePlaces *places)
{
  return g_hash_table_size (places->nodes);
}

static gint64
count_placed (const FitTunePlaces *places)
{
  GHashTableIter iter;
  gpointer node;
  gint64 n = 0;

  g_hash_table_iter_init (&iter, places->nodes);
  while (g_hash_table_iter_next (&iter, NULL, &node))
    n += *(const char *) node != '\0';
  return n;
}

static gint64
count_moved (const FitTunePlaces *places, const FitTunePlaces *today)
{
  GHashTableIter iter;
  gpointer pod, node;
  gint64 n = 0;

  g_hash_table_iter_init (&iter, places->nodes);
  while (g_hash_table_iter_next (&iter, &pod, &node))
    n += g_strcmp0 (node, g_hash_table_lookup (today->nodes, pod)) != 0;
  g_hash_table_iter_init (&iter, today->nodes);
  while (g_hash_table_iter_next (&iter, &pod, NULL))
    n += !g_hash_table_contains (places->nodes, pod);
  return n;
}

/* -- nodes ----------------------------------------------------------------- */

static gboolean
is_empty (const FitNodeInfo *info)
{
  for (guint i = 0; i < info->n_pods; i++)
    if (!fit_pod_is_tied (info->pods[i]))
      return FALSE;
  return TRUE;
}

/* What of @all is free; nodes may have less than was asked of them. */
static gint64
free_of (gint64 all, gint64 used)
{
  return CLAMP (all - MAX (used, 0), 0, MAX (all, 0));
}

/* What is free of one resource, and how much of it is stranded. */
typedef struct
{
  __int128 free, stranded;
} FreeSum;

/* As report/fragments.h has it: of what is free, the smaller share of cpu and
 * memory can be used. */
static void
add_free (FreeSum *sums, const FitNodeInfo *info)
{
  const FitNodeTraits *traits = info->traits;
  const gint64 all[]
      = { traits->allocatable.milli_cpu, traits->allocatable.memory };
  const gint64 free[] = { free_of (all[0], info->requested.milli_cpu),
                          free_of (all[1], info->requested.memory) };
  const gboolean takes_pods
      = !traits->unschedulable && traits->allowed_pods > info->n_pods;

  for (guint i = 0; i < 2; i++)
    {
      gint64 usable = takes_pods ? free[i] : 0;

      if (all[1 - i] > 0)
        usable = MIN (usable,
                      (gint64) ((__int128) all[i] * free[1 - i] / all[1 - i]));
      sums[i].free += free[i];
      sums[i].stranded += free[i] - usable;
    }
}

/* Returns: the mean of both shares */
static gint64
stranded_share (const FreeSum *sums)
{
  __int128 sum = 0;

  for (guint i = 0; i < 2; i++)
    if (sums[i].free > 0)
      sum += sums[i].stranded * WHOLE / sums[i].free;
  return (gint64) (sum / 2);
}

/* Returns: how much of the node is requested: the mean of cpu and memory */
static gint64
use_of (const FitNodeInfo *info)
{
  const FitResources *all = &info->traits->allocatable;
  gint64 use = 0;

  if (all->milli_cpu > 0)
    use += (gint64) ((__int128) info->requested.milli_cpu * WHOLE
                     / all->milli_cpu);
  if (all->memory > 0)
    use += (gint64) ((__int128) info->requested.memory * WHOLE / all->memory);
  return use / 2;
}

static gint64
imbalance_of (const GArray *uses)
{
  gint64 sum = 0, apart = 0;

  if (uses->len == 0)
    return 0;
  for (guint i = 0; i < uses->len; i++)
    sum += g_array_index (uses, gint64, i);
  for (guint i = 0; i < uses->len; i++)
    apart += ABS (g_array_index (uses, gint64, i) - sum / uses->len);
  return apart / uses->len;
}

/* -- zones ----------------------------------------------------------------- */

/* Pods of one controller belong together, and without one those that no rule can
 * tell apart. */
static guint
hash_workload (gconstpointer key)
{
  const FitPod *pod = key;

  return pod->meta.controller != NULL ? g_str_hash (pod->meta.controller->uid)
                                      : fit_pod_alike_hash (pod);
}

static gboolean
same_workload (gconstpointer a, gconstpointer b)
{
  const FitPod *one = a, *other = b;
  const FitOwnerReference *owner = one->meta.controller,
                          *others = other->meta.controller;

  if (owner == NULL || others == NULL)
    return owner == others && fit_pod_alike (one, other);
  return strcmp (owner->uid, others->uid) == 0
         && strcmp (owner->kind, others->kind) == 0
         && strcmp (owner->name, others->name) == 0
         && strcmp (one->meta.namespace_, other->meta.namespace_) == 0;
}

/* Only zones that have nodes count. */
static gint64
skew_of (const guint *counts, const gboolean *zones, guint n)
{
  guint most = 0, least = G_MAXUINT;

  for (guint i = 0; i < n; i++)
    if (zones[i])
      {
        most = MAX (most, counts[i]);
        least = MIN (least, counts[i]);
      }
  return least < most ? most - least : 0;
}

static gint64
zone_skew (const FitCache *cache)
{
  const guint n = fit_cache_n_zones (cache);
  g_autofree gboolean *zones = g_new0 (gboolean, n);
  g_autoptr (GHashTable) counts
      = g_hash_table_new_full (hash_workload, same_workload, NULL, g_free);
  GHashTableIter iter;
  gpointer of_zone;
  gint64 sum = 0;

  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *info = fit_cache_node (cache, i);

      if (info == NULL || info->node == NULL || info->zone == 0
          || info->zone >= n)
        continue;
      zones[info->zone] = TRUE;
      for (guint p = 0; p < info->n_pods; p++)
        {
          guint *known = g_hash_table_lookup (counts, info->pods[p]);

          if (fit_pod_is_tied (info->pods[p]))
            continue;
          if (known == NULL)
            {
              known = g_new0 (guint, n);
              g_hash_table_insert (counts, (gpointer) info->pods[p], known);
            }
          known[info->zone]++;
        }
    }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, NULL, &of_zone))
    sum += skew_of (of_zone, zones, n);
  return sum;
}

/* -- all ------------------------------------------------------------------- */

void
fit_tune_measure (const FitTunePlaces *places, const FitTunePlaces *today,
                  const FitCache *cache, FitTuneOutcome *out)
{
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GChecksum) decisions = g_checksum_copy (places->decisions);
  FreeSum sums[2] = { { 0 } };
  guint8 digest[32];
  gsize len = sizeof digest;

  *out = (FitTuneOutcome){ 0 };
  out->of[FIT_TUNE_PLACED] = count_placed (places);
  out->of[FIT_TUNE_PREEMPTED] = places->n_preempted;
  if (today != NULL)
    out->of[FIT_TUNE_MOVED] = count_moved (places, today);
  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *info = fit_cache_node (cache, i);
      gint64 use;

      if (info == NULL || info->node == NULL)
        continue;
      out->of[FIT_TUNE_EMPTY_NODES] += is_empty (info);
      add_free (sums, info);
      use = use_of (info);
      g_array_append_val (uses, use);
    }
  out->of[FIT_TUNE_STRANDED] = stranded_share (sums);
  out->of[FIT_TUNE_IMBALANCE] = imbalance_of (uses);
  out->of[FIT_TUNE_ZONE_SKEW] = zone_skew (cache);
  g_checksum_get_digest (decisions, digest, &len);
  for (guint i = 0; i < sizeof out->decisions; i++)
    out->decisions = out->decisions << 8 | digest[i];
}

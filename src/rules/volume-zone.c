/* volume-zone.c - VolumeZone at PreFilter and Filter; up to v1.16 predicate
 * NoVolumeZoneConflict
 *
 * The volumes behind the pod's claims must be in the node's zone and region.
 * These come from labels with the older or the newer names, up to v1.16 only
 * from the older; a volume's label may list several values, separated by "__".
 * A list with an empty member is ignored.  A node with none of the labels fits,
 * without checking any claim.  A node with only one fails for a volume that has
 * the other.  With zone_labels_translate, a node's label with the newer name
 * also counts as the older one.
 *
 * A missing claim, volume or class is an error on nodes with labels; with
 * zone_problem_rejects a rejection; with zone_checked_once a rejection on all
 * nodes.  An unbound claim is skipped if it waits for its first consumer.
 * Cost: the pod's claims.  Source: kube-scheduler v1.16 VolumeZoneChecker,
 * later VolumeZone.
 * Tests: tests/rules/test-volume-zone*.c, tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/intern.h"
#include "api/names.h"
#include "predicates/predicates.h"
#include "rules/rule-rows.h"

#include <string.h>

#define FILTER_SUMMARY "the volumes of the pod's claims are in the node's zone"

/* -- the rule -------------------------------------------------------------- */

/* The formulas, defined below. */
static const FitPredicateInfo filter_volume_zone;

/* clang-format off */
const FitRule fit_rule_volume_zone = {
  .name = "VolumeZone",
  .predicates = PREDICATES (&fit_no_volume_zone_conflict),
  .points = POINTS (
    { F, FIT_SPAN (18, 27) },
    { PF | F, FIT_SINCE (27) }),
  .filters = FILTERS ({ FROM (18), &filter_volume_zone }),
  .events = EVENTS (
    EVENT (STORAGE_CLASS, ADD, FIT_BEFORE (31), ALWAYS, NULL),
    EVENT (STORAGE_CLASS, ADD, FIT_SINCE (31), ALWAYS, fit_hint_class_waits),
    EVENT (NODE, ADD | LABEL, FIT_ALWAYS, ALWAYS, NULL),
    EVENT (NODE, TAINT, FIT_SPAN (30, 32), ALWAYS, NULL),
    EVENT (NODE, TAINT, FIT_SINCE (32), NO_HINTS, NULL),
    EVENT (PERSISTENT_VOLUME_CLAIM, ADD, FIT_BEFORE (31), ALWAYS, NULL),
    EVENT (PERSISTENT_VOLUME_CLAIM, ADD | UPDATE, FIT_SINCE (31), ALWAYS, fit_hint_named_claim),
    EVENT (PERSISTENT_VOLUME, ADD | UPDATE, FIT_BEFORE (31), ALWAYS, NULL),
    EVENT (PERSISTENT_VOLUME, ADD | UPDATE, FIT_SINCE (31), ALWAYS, fit_hint_zones_changed)),
  .by_default = TRUE,
  .notes = NOTES (
    { "the labels of volumes count under their newer names, too", FIT_SINCE (17), .points = F },
    { "the newer labels of nodes match the older ones of volumes", FIT_SINCE (29), .points = F }),
  .sign = fit_sign_volumes,
};
/* clang-format on */

static const struct
{
  const char *key;
  const char *newer; /* (nullable): the newer name on nodes */
} zone_labels[] = {
  { FIT_LABEL_ZONE, FIT_LABEL_ZONE_GA },
  { FIT_LABEL_REGION, FIT_LABEL_REGION_GA },
  { FIT_LABEL_ZONE_GA, NULL },
  { FIT_LABEL_REGION_GA, NULL },
};

#define N_LABELS G_N_ELEMENTS (zone_labels)
#define N_FORMER 2 /* v1.16 reads these */

typedef struct
{
  FitFilterData common;        /* for v1.16, no statement holds */
  gboolean former;             /* the texts of v1.16 */
  guint n;                     /* labels that count */
  const char *keys[N_LABELS];  /* interned, references held */
  const char *newer[N_LABELS]; /* (nullable) the same */
} Data;

/* One label of a volume. */
typedef struct
{
  guint label; /* index of its key */
  guint n;
  const char **values; /* the node must have one of these */
} Demand;

/* The requirements in the order of the pod's volumes, up to the first that
 * cannot be evaluated. */
typedef struct
{
  guint n;
  Demand *demands;
  const char *problem; /* (nullable): for a node that meets all requirements */
} State;

static Data *
data_new (guint n)
{
  Data *data = g_new0 (Data, 1);

  data->n = n;
  for (guint i = 0; i < n; i++)
    {
      data->keys[i] = fit_intern (zone_labels[i].key);
      if (zone_labels[i].newer != NULL)
        data->newer[i] = fit_intern (zone_labels[i].newer);
    }
  return data;
}

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  Data *data = data_new (N_LABELS);

  fit_filter_data_init (&data->common, argument);
  *out_data = data;
  return TRUE;
}

static gboolean
create_former (const FitFactoryArgs *args, gconstpointer argument,
               gpointer *out_data, GError **error)
{
  Data *data = data_new (N_FORMER);

  data->former = TRUE;
  *out_data = data;
  return TRUE;
}

static void
free_data (gpointer pointer)
{
  Data *data = pointer;

  for (guint i = 0; i < data->n; i++)
    {
      fit_intern_unref (data->keys[i]);
      fit_intern_unref (data->newer[i]);
    }
  g_free (data);
}

/* -- labels of volumes ----------------------------------------------------- */

#define ZONE_SEPARATOR "__"

/* Returns: FALSE if @text is not a list of zones */
static gboolean
split_zones (const char *text, FitArena *arena, Demand *demand)
{
  g_auto (GStrv) parts = g_strsplit (text, ZONE_SEPARATOR, 0);
  const guint n = g_strv_length (parts);

  demand->n = 0;
  demand->values = fit_arena_newn (arena, const char *, n);
  for (guint i = 0; i < n; i++)
    {
      const char *zone = g_strstrip (parts[i]);

      if (!*zone)
        return FALSE;
      demand->values[demand->n++]
          = fit_arena_strndup (arena, zone, strlen (zone));
    }
  return n > 0;
}

/* The demands of a volume's labels, in the order of @keys.  A label may list
 * several values, with spaces around them; a list with an empty value requires
 * nothing.  Returns: their number */
static guint
demands_of_volume (const FitPersistentVolume *pv, const char *const *keys,
                   guint n_keys, FitArena *arena, Demand *demands)
{
  guint n = 0;

  for (guint i = 0; i < n_keys; i++)
    {
      const char *text = fit_labels_get (pv->meta.labels, keys[i]);
      Demand demand = { .label = i };

      if (text != NULL && split_zones (text, arena, &demand))
        demands[n++] = demand;
    }
  return n;
}

static gboolean
is_met (const Demand *demand, const char *value)
{
  for (guint i = 0; value != NULL && i < demand->n; i++)
    if (strcmp (demand->values[i], value) == 0)
      return TRUE;
  return FALSE;
}

/* @values are the node's, by key; NULL if it lacks the label. */
static gboolean
demands_met (const Demand *demands, guint n, const char *const *values)
{
  for (guint i = 0; i < n; i++)
    if (!is_met (&demands[i], values[demands[i].label]))
      return FALSE;
  return TRUE;
}

/* -- requirements for nodes ------------------------------------------------ */

/* Returns: (transfer full) (nullable): why the claim cannot be evaluated */
static char *
add_claim (const FitPredicateRun *run, State *state, const FitVolume *volume)
{
  const Data *data = run->predicate->data;
  const FitListers *listers = fit_cache_listers (run->predicate->cache);
  const FitPersistentVolumeClaim *claim;
  const FitPersistentVolume *pv;

  if (!*volume->id)
    return g_strdup ("PersistentVolumeClaim had no name");
  claim
      = fit_listers_pvc (listers, run->meta->pod->meta.namespace_, volume->id);
  if (claim == NULL)
    return g_strdup_printf ("persistentvolumeclaim \"%s\" not found",
                            volume->id);
  if (!*claim->volume_name)
    {
      const char *class_name = fit_pvc_class (claim);
      const FitStorageClass *storage_class = fit_listers_storage_class (
          fit_cache_listers (run->predicate->cache), class_name);
      const gboolean former = ((const Data *) run->predicate->data)->former;

      if (!*class_name && !former)
        return g_strdup (
            "PersistentVolumeClaim had no pv name and storageClass name");
      if (storage_class == NULL && former)
        return g_strdup_printf ("PersistentVolumeClaim was not found: \"%s\"",
                                claim->meta.name);
      if (storage_class == NULL
          && fit_filter_behaviour (run)->zone_problem_rejects)
        return g_strdup_printf ("storageclass.storage.k8s.io \"%s\" not found",
                                class_name);
      if (storage_class == NULL)
        return g_strdup_printf (
            "StorageClass \"%s\" claimed by PersistentVolumeClaim \"%s\" not found",
            class_name, claim->meta.name);
      if (storage_class->binding_mode == FIT_BINDING_MODE_ABSENT)
        return g_strdup_printf (
            "VolumeBindingMode not set for StorageClass \"%s\"", class_name);
      if (storage_class->binding_mode
          == FIT_BINDING_MODE_WAIT_FOR_FIRST_CONSUMER)
        return NULL;
      return former ? g_strdup_printf (
                 "PersistentVolumeClaim was not found: \"%s\"",
                 claim->meta.name)
                    : g_strdup ("PersistentVolume had no name");
    }
  pv = fit_listers_pv (listers, claim->volume_name);
  if (pv == NULL)
    return g_strdup_printf ("persistentvolume \"%s\" not found",
                            claim->volume_name);
  state->n += demands_of_volume (pv, data->keys, data->n, run->meta->arena,
                                 &state->demands[state->n]);
  return NULL;
}

static void
prepare (FitPredicateRun *run)
{
  const Data *data = run->predicate->data;
  const FitPodSpec *spec = run->meta->pod->spec;
  FitArena *arena = run->meta->arena;
  State *state = fit_arena_new0 (arena, State, 1);

  state->demands = fit_arena_newn (arena, Demand, data->n * spec->n_volumes);
  for (guint i = 0; i < spec->n_volumes && state->problem == NULL; i++)
    {
      const FitVolume *volume = &spec->volumes[i];
      g_autofree char *problem = NULL;

      if (volume->type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM)
        problem = add_claim (run, state, volume);
      if (problem != NULL)
        state->problem = fit_arena_strndup (arena, problem, strlen (problem));
    }
  run->state = state;
  if (state->problem != NULL && fit_filter_behaviour (run)->zone_checked_once)
    fit_filter_reject (run, FIT_REASON_LOOKUP, state->problem);
  if (state->n == 0 && state->problem == NULL)
    fit_filter_skip (run, fit_filter_behaviour (run)->filter_first_skip);
}

/* -- nodes ----------------------------------------------------------------- */

/* Returns: FALSE if the node has none of the labels */
static gboolean
read_values (const FitPredicateRun *run, const FitLabels *labels,
             const char *values[N_LABELS])
{
  const Data *data = run->predicate->data;
  gboolean labelled = FALSE;

  for (guint i = 0; i < data->n; i++)
    {
      values[i] = fit_labels_get (labels, data->keys[i]);
      labelled |= values[i] != NULL;
      if (values[i] == NULL && data->newer[i] != NULL
          && fit_filter_behaviour (run)->zone_labels_translate)
        values[i] = fit_labels_get (labels, data->newer[i]);
    }
  return labelled;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const State *state = run->state;
  const char *values[N_LABELS];

  if (!read_values (run, node->node->meta.labels, values))
    return FIT_ANSWER_YES;
  if (!demands_met (state->demands, state->n, values))
    {
      fit_reasons_add (reasons, FIT_REASON_VOLUME_ZONE_CONFLICT);
      return FIT_ANSWER_NO;
    }
  if (state->problem == NULL)
    return FIT_ANSWER_YES;
  if (fit_filter_behaviour (run)->zone_problem_rejects)
    {
      fit_reasons_add_text (reasons, FIT_REASON_LOOKUP, state->problem);
      return FIT_ANSWER_NO;
    }
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE, state->problem);
  return FIT_ANSWER_ERROR;
}

/* -- explaining ------------------------------------------------------------ */

static void
explain_zones (const FitPredicateRun *run, const char *const *keys,
               guint n_keys, const char *const *values, const FitNodeInfo *node,
               FitDetail *detail)
{
  const FitPod *pod = run->meta->pod;
  const FitListers *listers = fit_cache_listers (run->predicate->cache);
  FitArena *arena = run->meta->arena;
  Demand *demands = fit_arena_newn (arena, Demand, n_keys);

  for (guint i = 0; i < pod->spec->n_volumes; i++)
    {
      const FitVolume *volume = &pod->spec->volumes[i];
      const FitPersistentVolumeClaim *claim
          = volume->type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM
                ? fit_listers_pvc (listers, pod->meta.namespace_, volume->id)
                : NULL;
      const FitPersistentVolume *pv
          = claim != NULL && *claim->volume_name
                ? fit_listers_pv (listers, claim->volume_name)
                : NULL;
      const guint n = pv != NULL
                          ? demands_of_volume (pv, keys, n_keys, arena, demands)
                          : 0;

      for (guint d = 0; d < n; d++)
        if (!is_met (&demands[d], values[demands[d].label]))
          {
            const char *key = keys[demands[d].label];
            const Demand *demand = &demands[d];
            const char *found = values[demands[d].label];
            GString *out = g_string_new (NULL);
            g_autofree char *zones = NULL;

            for (guint k = 0; k < demand->n; k++)
              g_string_append_printf (out, "%s%s", k > 0 ? " or " : "",
                                      demand->values[k]);
            zones = g_string_free (out, FALSE);
            fit_detail_say (
                detail,
                "volume %s of claim %s is in %s=%s, the node has %s%s%s",
                claim->volume_name, claim->meta.name, key, zones,
                found != NULL ? key : "no label ", found != NULL ? "=" : key,
                found != NULL ? found : "");
            fit_detail_say_common (detail, "volume %s of claim %s is in %s=%s",
                                   claim->volume_name, claim->meta.name, key,
                                   zones);
            fit_detail_advise (detail, "only a node with %s=%s fits", key,
                               zones);
            fit_detail_add_fact (detail, "claim", claim->meta.name);
            fit_detail_add_fact (detail, "volume", claim->volume_name);
            fit_detail_add_fact (detail, "label", key);
            fit_detail_add_fact (detail, "wanted", zones);
            fit_detail_add_fact (detail, "found", found);
            return;
          }
    }
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  const Data *data = run->predicate->data;
  const char *values[N_LABELS];

  if (node == NULL || reason->code != FIT_REASON_VOLUME_ZONE_CONFLICT)
    return;
  read_values (run, node->node->meta.labels, values);
  explain_zones (run, data->keys, data->n, values, node, detail);
}

/* -- events ---------------------------------------------------------------- */

FitQueueingHint
fit_hint_class_waits (gpointer plugin, const FitPod *pod,
                      gconstpointer old_object, gconstpointer new_object)
{
  const FitStorageClass *storage_class = new_object;

  return fit_hint_if (storage_class->binding_mode
                      == FIT_BINDING_MODE_WAIT_FOR_FIRST_CONSUMER);
}

/* Does @a list every zone of @b? */
static gboolean
covers (const Demand *a, const Demand *b)
{
  for (guint i = 0; i < b->n; i++)
    if (!is_met (a, b->values[i]))
      return FALSE;
  return TRUE;
}

static gboolean
same_demands (const Demand *a, guint n_a, const Demand *b, guint n_b)
{
  for (guint i = 0; i < n_a && n_a == n_b; i++)
    if (a[i].label != b[i].label || !covers (&a[i], &b[i])
        || !covers (&b[i], &a[i]))
      return FALSE;
  return n_a == n_b;
}

FitQueueingHint
fit_hint_zones_changed (gpointer plugin, const FitPod *pod,
                        gconstpointer old_object, gconstpointer new_object)
{
  const Data *data = ((const FitPredicate *) plugin)->data;
  g_autoptr (FitArena) arena = fit_arena_new ();
  Demand before[N_LABELS], now[N_LABELS];
  guint n_before, n_now;

  if (old_object == NULL)
    return FIT_QUEUEING_AFTER_BACKOFF;
  n_before = demands_of_volume (old_object, data->keys, data->n, arena, before);
  n_now = demands_of_volume (new_object, data->keys, data->n, arena, now);
  return fit_hint_if (!same_demands (before, n_before, now, n_now));
}

static const FitReasonCode gives[]
    = { FIT_REASON_VOLUME_ZONE_CONFLICT, FIT_REASON_LOOKUP, 0 };

static const FitPredicateInfo filter_volume_zone = {
  .name = "VolumeZone",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_VOLUMES,
  .reasons = gives,
  .check = check,
  .prepare = prepare,
  .explain = explain,
  .create = create,
  .free_data = free_data,
};

static const FitReasonCode former_gives[]
    = { FIT_REASON_VOLUME_ZONE_CONFLICT, 0 };

const FitPredicateInfo fit_no_volume_zone_conflict = {
  .name = "NoVolumeZoneConflict",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_VOLUMES,
  .reasons = former_gives,
  .check = check,
  .ignores_plain_pods = TRUE,
  .prepare = prepare,
  .explain = explain,
  .create = create_former,
  .free_data = free_data,
};

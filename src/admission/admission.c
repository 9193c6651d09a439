/* admission.c - checks new pods and claims against the LimitRanges and
 * ResourceQuotas of their namespace
 * SPDX-License-Identifier: Apache-2.0 */
#include "admission/admission.h"

#include "admission/limit-ranges.h"
#include "admission/quotas.h"
#include "base/each.h"
#include "base/intern.h"

/* The restrictions of one namespace. */
typedef struct
{
  GPtrArray *ranges; /* owned, of FitLimitRange: owned references */
  GPtrArray *quotas; /* owned, of owned FitQuota */
} Place;

struct _FitAdmission
{
  gboolean later;     /* the rules of 1.28 and later */
  GHashTable *places; /* owned: interned namespace -> Place */
};

/* -- restrictions by namespace --------------------------------------------- */

static void
place_free (gpointer data)
{
  Place *place = data;

  g_ptr_array_unref (place->ranges);
  g_ptr_array_unref (place->quotas);
  g_free (place);
}

static Place *
place_of (const FitAdmission *admission, const char *namespace_)
{
  return g_hash_table_lookup (admission->places, namespace_);
}

static Place *
make_place (FitAdmission *admission, const char *namespace_)
{
  Place *place = place_of (admission, namespace_);

  if (place != NULL)
    return place;
  place = g_new (Place, 1);
  place->ranges
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_limit_range_unref);
  place->quotas
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_quota_free);
  g_hash_table_insert (admission->places,
                       (gpointer) fit_intern_ref (namespace_), place);
  return place;
}

static char *
full_name (const FitObjectMeta *meta)
{
  return g_strconcat (meta->namespace_, "/", meta->name, NULL);
}

/* By NAMESPACE/NAME; of several objects with the same name the last counts. */
static GHashTable *
last_ones (const GPtrArray *all)
{
  GHashTable *last
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < all->len; i++)
    g_hash_table_insert (last, full_name (fit_object_meta (all->pdata[i])),
                         all->pdata[i]);
  return last;
}

static gboolean
is_last (GHashTable *last, gconstpointer object)
{
  g_autofree char *name = full_name (fit_object_meta (object));

  return g_hash_table_lookup (last, name) == object;
}

FitAdmission *
fit_admission_new (const FitObjects *objects, FitDecodeFlags flags)
{
  const GPtrArray *ranges = objects->of[FIT_KIND_LIMIT_RANGE];
  const GPtrArray *quotas = objects->of[FIT_KIND_RESOURCE_QUOTA];
  g_autoptr (GHashTable) last_ranges = NULL;
  g_autoptr (GHashTable) last_quotas = NULL;
  FitAdmission *admission;

  if (ranges->len == 0 && quotas->len == 0)
    return NULL;
  last_ranges = last_ones (ranges);
  last_quotas = last_ones (quotas);
  admission = g_new0 (FitAdmission, 1);
  admission->later = (flags & FIT_DECODE_SIDECARS) != 0;
  admission->places = g_hash_table_new_full (
      NULL, NULL, (GDestroyNotify) fit_intern_unref, place_free);
  FIT_EACH (const FitLimitRange, range, ranges)
    if (is_last (last_ranges, range))
      g_ptr_array_add (make_place (admission, range->meta.namespace_)->ranges,
                       fit_limit_range_ref (range));
  FIT_EACH (const FitResourceQuota, quota, quotas)
    if (is_last (last_quotas, quota))
      g_ptr_array_add (make_place (admission, quota->meta.namespace_)->quotas,
                       fit_quota_new (quota));
  return admission;
}

void
fit_admission_free (FitAdmission *admission)
{
  if (admission == NULL)
    return;
  g_hash_table_unref (admission->places);
  g_free (admission);
}

gboolean
fit_admission_concerns (const FitAdmission *admission, const char *namespace_)
{
  return place_of (admission, namespace_) != NULL;
}

/* -- one pod --------------------------------------------------------------- */

FitValue
fit_admission_set_defaults (const FitAdmission *admission, FitArena *arena,
                            const char *namespace_, const FitValue *pod)
{
  const Place *place = place_of (admission, namespace_);

  return place != NULL
             ? fit_limit_ranges_set_defaults (place->ranges, arena, pod)
             : *pod;
}

/* Returns: (transfer full) (nullable): why not */
static char *
exceeded (const Place *place, const FitQuotaSubject *subject)
{
  char *reason = NULL;

  for (guint i = 0; reason == NULL && i < place->quotas->len; i++)
    reason = fit_quota_exceeded (place->quotas->pdata[i], subject);
  return reason;
}

/* @place: (nullable) */
static void
charge (const Place *place, const FitQuotaSubject *subject)
{
  for (guint i = 0; place != NULL && i < place->quotas->len; i++)
    fit_quota_charge (place->quotas->pdata[i], subject);
}

char *
fit_admission_refuse (const FitAdmission *admission, const FitPod *pod)
{
  const Place *place = place_of (admission, pod->meta.namespace_);
  char *reason;

  if (place == NULL)
    return NULL;
  reason = fit_limit_ranges_refuse_pod (place->ranges, pod, admission->later);
  /* A missing request or limit is reported first, whichever quota wants it;
   * only then are amounts compared. */
  for (guint i = 0; reason == NULL && i < place->quotas->len; i++)
    reason = fit_quota_lacks (place->quotas->pdata[i], pod, admission->later);
  return reason != NULL
             ? reason
             : exceeded (place, &(const FitQuotaSubject){ .pod = pod });
}

void
fit_admission_charge (FitAdmission *admission, const FitPod *pod)
{
  charge (place_of (admission, pod->meta.namespace_),
          &(const FitQuotaSubject){ .pod = pod });
}

GArray *
fit_admission_save (const FitAdmission *admission)
{
  GArray *used = g_array_new (FALSE, FALSE, sizeof (gint64));
  GHashTableIter iter;
  gpointer place;

  g_hash_table_iter_init (&iter, admission->places);
  while (g_hash_table_iter_next (&iter, NULL, &place))
    for (guint i = 0; i < ((Place *) place)->quotas->len; i++)
      fit_quota_save (((Place *) place)->quotas->pdata[i], used);
  return used;
}

void
fit_admission_restore (FitAdmission *admission, const GArray *used)
{
  GHashTableIter iter;
  gpointer place;
  guint at = 0;

  /* No namespace comes or goes, so their order is that of saving. */
  g_hash_table_iter_init (&iter, admission->places);
  while (g_hash_table_iter_next (&iter, NULL, &place))
    for (guint i = 0; i < ((Place *) place)->quotas->len; i++)
      at = fit_quota_restore (((Place *) place)->quotas->pdata[i], used, at);
}

/* -- refusals -------------------------------------------------------------- */

static void
refusal_free (gpointer data)
{
  FitRefusal *refusal = data;

  fit_pod_unref (refusal->pod);
  g_free (refusal->reason);
  g_free (refusal);
}

static FitRefusals *
refusals_new (void)
{
  FitRefusals *refusals = g_new (FitRefusals, 1);

  refusals->pods = g_ptr_array_new_with_free_func (refusal_free);
  refusals->claims
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return refusals;
}

void
fit_refusals_free (FitRefusals *refusals)
{
  if (refusals == NULL)
    return;
  g_ptr_array_unref (refusals->pods);
  g_hash_table_unref (refusals->claims);
  g_free (refusals);
}

static void
add_refusal (FitRefusals *refusals, const FitPod *pod, char *reason)
{
  FitRefusal *refusal = g_new (FitRefusal, 1);

  *refusal = (FitRefusal){ fit_pod_ref (pod), reason };
  g_ptr_array_add (refusals->pods, refusal);
}

static gboolean
is_not_in (gconstpointer object, gpointer set)
{
  return !g_hash_table_contains (set, object);
}

void
fit_refusals_add (FitRefusals **refusals, FitObjects *objects,
                  const GPtrArray *pods, const char *reason)
{
  const GPtrArray *all = objects->of[FIT_KIND_POD];
  g_autoptr (GHashTable) set = g_hash_table_new (NULL, NULL);

  if (pods->len == 0)
    return;
  if (*refusals == NULL)
    *refusals = refusals_new ();
  for (guint i = 0; i < pods->len; i++)
    g_hash_table_add (set, pods->pdata[i]);
  for (guint i = 0; i < all->len; i++)
    if (g_hash_table_contains (set, all->pdata[i]))
      add_refusal (*refusals, all->pdata[i], g_strdup (reason));
  fit_objects_keep (objects, FIT_KIND_POD, is_not_in, set);
}

/* -- many pods ------------------------------------------------------------- */

typedef struct
{
  FitAdmission *admission; /* borrowed */
  GHashTable *last;        /* owned: NAMESPACE/NAME -> the pod that counts */
  GHashTable *made;        /* owned set of borrowed FitPod */
  GHashTable *claims;   /* owned: NAMESPACE/NAME -> claim that is to be made */
  FitRefusals *refused; /* borrowed */
} Run;

static void
run_clear (Run *run)
{
  g_clear_pointer (&run->last, g_hash_table_unref);
  g_clear_pointer (&run->made, g_hash_table_unref);
  g_clear_pointer (&run->claims, g_hash_table_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static gboolean
counts (const Run *run, const FitPod *pod)
{
  g_autofree char *name = NULL;

  if (!fit_admission_concerns (run->admission, pod->meta.namespace_))
    return FALSE;
  name = full_name (&pod->meta);
  return g_hash_table_lookup (run->last, name) == pod;
}

/* Creates the new claims of @pod.  Returns: (transfer full) (nullable): why the
 * first of the rejected ones was rejected; the others are created anyway */
static char *
make_claims (Run *run, const FitPod *pod)
{
  const Place *place = place_of (run->admission, pod->meta.namespace_);
  char *first = NULL;

  for (guint i = 0; i < pod->spec->n_volumes; i++)
    {
      const FitVolume *volume = &pod->spec->volumes[i];
      g_autofree char *name
          = g_strconcat (pod->meta.namespace_, "/", volume->id, NULL);
      const FitPersistentVolumeClaim *claim
          = volume->type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM
                ? g_hash_table_lookup (run->claims, name)
                : NULL;
      const FitQuotaSubject subject = { .claim = claim };
      g_autofree char *reason = NULL;

      if (claim == NULL)
        continue;
      g_hash_table_remove (run->claims, name);
      reason = fit_limit_ranges_refuse_claim (place->ranges, claim);
      if (reason == NULL)
        reason = exceeded (place, &subject);
      if (reason == NULL)
        {
          charge (place, &subject);
          continue;
        }
      g_hash_table_add (run->refused->claims, g_steal_pointer (&name));
      if (first == NULL)
        first
            = g_strdup_printf ("persistentvolumeclaims \"%s\" is forbidden: %s",
                               claim->meta.name, reason);
    }
  return first;
}

/* -- removing what was rejected -------------------------------------------- */

/* @names: NAMESPACE/NAME */
static gboolean
is_not_named (gconstpointer object, gpointer names)
{
  g_autofree char *name = full_name (fit_object_meta (object));

  return !g_hash_table_contains (names, name);
}

/* Earlier pods of the same name go, too: the last one counts, and it was
 * rejected. */
static void
take_out (FitObjects *objects, const FitRefusals *refused)
{
  g_autoptr (GHashTable) names
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  if (refused->pods->len == 0)
    return;
  FIT_EACH (const FitRefusal, refusal, refused->pods)
    g_hash_table_add (names, full_name (&refusal->pod->meta));
  fit_objects_keep (objects, FIT_KIND_POD, is_not_named, names);
  fit_objects_keep (objects, FIT_KIND_PERSISTENT_VOLUME_CLAIM, is_not_named,
                    refused->claims);
}

FitRefusals *
fit_admission_run (FitAdmission *admission, FitObjects *objects,
                   const GPtrArray *made, guint first_claim)
{
  FitRefusals *refused = refusals_new ();
  g_auto (Run) run = { .admission = admission, .refused = refused };
  const GPtrArray *pods = objects->of[FIT_KIND_POD];
  const GPtrArray *claims = objects->of[FIT_KIND_PERSISTENT_VOLUME_CLAIM];

  /* Counts what already exists, and notes what will be created. */
  run.last = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  run.made = g_hash_table_new (NULL, NULL);
  run.claims = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < made->len; i++)
    g_hash_table_add (run.made, made->pdata[i]);
  FIT_EACH (const FitPod, pod, pods)
    if (fit_admission_concerns (run.admission, pod->meta.namespace_))
      g_hash_table_insert (run.last, full_name (&pod->meta), (gpointer) pod);
  for (guint i = 0; i < pods->len; i++)
    if (!g_hash_table_contains (run.made, pods->pdata[i])
        && counts (&run, pods->pdata[i]))
      fit_admission_charge (run.admission, pods->pdata[i]);
  for (guint i = 0; i < claims->len; i++)
    {
      const FitPersistentVolumeClaim *claim = claims->pdata[i];

      if (i < first_claim)
        charge (place_of (run.admission, claim->meta.namespace_),
                &(const FitQuotaSubject){ .claim = claim });
      else
        g_hash_table_insert (run.claims, full_name (&claim->meta),
                             (gpointer) claim);
    }
  FIT_EACH (const FitPod, pod, made)
    {
      char *reason;

      if (!counts (&run, pod))
        continue;
      reason = make_claims (&run, pod);
      if (reason == NULL)
        reason = fit_admission_refuse (admission, pod);
      if (reason != NULL)
        add_refusal (refused, pod, reason);
      else
        fit_admission_charge (admission, pod);
    }
  take_out (objects, refused);
  return refused;
}

FitRefusals *
fit_admission_repeat (FitObjects *objects, const FitRefusals *refused)
{
  const GPtrArray *pods = objects->of[FIT_KIND_POD];
  g_autoptr (GHashTable) by_name
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  FitRefusals *repeated = refusals_new ();
  GHashTableIter iter;
  gpointer claim;

  for (guint i = 0; refused->pods->len > 0 && i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];

      g_hash_table_insert (by_name, full_name (&pod->meta), (gpointer) pod);
    }
  FIT_EACH (const FitRefusal, refusal, refused->pods)
    {
      g_autofree char *name = full_name (&refusal->pod->meta);
      const FitPod *pod = g_hash_table_lookup (by_name, name);

      if (pod != NULL)
        add_refusal (repeated, pod, g_strdup (refusal->reason));
    }
  g_hash_table_iter_init (&iter, refused->claims);
  while (g_hash_table_iter_next (&iter, &claim, NULL))
    g_hash_table_add (repeated->claims, g_strdup (claim));
  take_out (objects, repeated);
  return repeated;
}

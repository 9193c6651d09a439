/* job.c - pods of Jobs, and the next Job of a CronJob
 *
 * A Job runs as many pods at a time as its parallelism, but no more than are
 * left to complete.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include "releases/behaviour.h"

#include "base/each.h"
#include "workloads/workloads-private.h"

#define INDEX_KEY "batch.kubernetes.io/job-completion-index"

/* From 1.27 on there are new label names in addition to the old ones; from 1.28
 * on the index is a label in addition to the annotation. */
static FitValue
job_pod (const FitMaking *making, const FitController *job)
{
  const FitValue *object = fit_making_object (making, job);
  const FitValue *template
      = fit_value_get (fit_value_get (object, "spec"), "template");
  FitValue pod = fit_making_pod (making, job, template);
  const char *uid = fit_making_uid (making, job);
  const struct
  {
    const char *key;
    const char *text;
    FitSpan span;
  } labels[] = {
    { "controller-uid", uid, FIT_ALWAYS },
    { "job-name", job->meta.name, FIT_ALWAYS },
    { "batch.kubernetes.io/controller-uid", uid, FIT_SINCE (27) },
    { "batch.kubernetes.io/job-name", job->meta.name, FIT_SINCE (27) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (fit_span_has (labels[i].span, making->options->release))
      pod = fit_making_set (making, &pod, "labels", labels[i].key,
                            labels[i].text);
  return pod;
}

/* -- number of pods -------------------------------------------------------- */

/* How many pods may run at a time.  Without completions the pods decide when
 * the Job ends: once one has succeeded, no others are started. */
static guint
count_wanted_pods (const FitMaking *making, const FitController *job)
{
  g_autoptr (GPtrArray) pods = fit_owners_pods (
      making->owners, job->kind, job->meta.namespace_, job->meta.name);
  const guint completions = (guint) job->completions;
  guint done = 0;

  for (guint i = 0; i < pods->len; i++)
    done += strcmp (((const FitPod *) pods->pdata[i])->phase, "Succeeded") == 0;
  done = MAX (done, (guint) job->succeeded);
  if (!job->has_completions)
    return done > 0 ? 0 : (guint) job->parallelism;
  return MIN ((guint) job->parallelism,
              completions > done ? completions - done : 0);
}

/* -- indexes --------------------------------------------------------------- */

/* A list like "0-2,5", in order. */
typedef struct
{
  const char *rest;
  guint64 first; /* of the current interval */
  guint64 end;   /* one after its last */
} Intervals;

static gboolean
next_interval (Intervals *intervals)
{
  guint64 last;
  char *end;

  if (!g_ascii_isdigit (*intervals->rest))
    return FALSE;
  intervals->first = last = g_ascii_strtoull (intervals->rest, &end, 10);
  if (*end == '-')
    last = g_ascii_strtoull (end + 1, &end, 10);
  intervals->end = MIN (last, G_MAXINT32) + 1;
  intervals->rest = *end == ',' ? end + 1 : end;
  return TRUE;
}

/* Returns: the first index from @index on that is not listed */
static guint64
skip_listed (Intervals *intervals, guint64 index)
{
  do
    if (index >= intervals->first && index < intervals->end)
      index = intervals->end;
  while (intervals->end <= index && next_interval (intervals));
  return index;
}

static gboolean
make_indexed_pods (FitMaking *making, const FitController *job,
                   const FitValue *pod, guint n, GError **error)
{
  const gboolean labels_index
      = fit_behaviour (making->options->release).pods_have_index_labels;
  const gsize len = strlen (job->meta.name);
  g_autoptr (GPtrArray) pods = fit_owners_pods (
      making->owners, job->kind, job->meta.namespace_, job->meta.name);
  g_autoptr (GHashTable) taken = g_hash_table_new (NULL, NULL);
  Intervals completed = { .rest = job->completed_indexes };

  /* The index of a pod that has one is part of its name: JOB-INDEX-xxxxx. */
  FIT_EACH (const FitPod, other, pods)
    {
      const char *name = other->meta.name;
      guint64 index;
      char *end;

      if (strcmp (other->phase, "Failed") == 0
          || fit_object_meta_deleting (&other->meta)
          || strncmp (name, job->meta.name, len) != 0 || name[len] != '-'
          || !g_ascii_isdigit (name[len + 1]))
        continue;
      index = g_ascii_strtoull (name + len + 1, &end, 10);
      if (*end == '-' && index <= G_MAXINT32)
        g_hash_table_add (taken, GUINT_TO_POINTER ((guint) index));
    }
  for (guint64 i = skip_listed (&completed, 0);
       n > 0 && i < (guint64) job->completions;
       i = skip_listed (&completed, i + 1))
    {
      const FitArenaMark mark = fit_arena_mark (making->arena);
      g_autofree char *text = g_strdup_printf ("%u", (guint) i);
      g_autofree char *base
          = g_strconcat (job->meta.name, "-", text, "-", NULL);
      FitValue one;
      gboolean done;

      if (g_hash_table_contains (taken, GUINT_TO_POINTER ((guint) i)))
        continue;
      one = fit_making_set (making, pod, "annotations", INDEX_KEY, text);
      if (labels_index)
        one = fit_making_set (making, &one, "labels", INDEX_KEY, text);
      done = fit_making_add_generated (making, &one, base, 1, error);
      fit_arena_rewind (making->arena, mark);
      if (!done)
        return FALSE;
      n--;
    }
  return TRUE;
}

/* -- Jobs ------------------------------------------------------------------ */

gboolean
fit_make_job (FitMaking *making, const FitController *controller,
              GError **error)
{
  g_autofree char *base = g_strconcat (controller->meta.name, "-", NULL);
  FitValue pod;
  guint n;

  if (controller->finished)
    {
      making->made->n_finished++;
      return TRUE;
    }
  n = fit_making_lacks (making, controller,
                        count_wanted_pods (making, controller));
  if (n == 0)
    return TRUE;
  pod = job_pod (making, controller);
  if (controller->indexed && !(making->given && making->options->one_each))
    return make_indexed_pods (making, controller, &pod, n, error);
  return fit_making_add_generated (making, &pod, base, n, error);
}

/* A Job is named after the minute it was scheduled for; here that is the start
 * of a simulation's clock: 2020-01-01T00:00Z. */
#define PLANNED_MINUTE "26297280"

/* Creates one Job.  CronJobs that are part of the cluster start when they are
 * due, and that time is not known. */
gboolean
fit_make_cron_job (FitMaking *making, const FitController *controller,
                   GError **error)
{
  const FitValue *object, *template;
  g_autofree char *name
      = g_strconcat (controller->meta.name, "-" PLANNED_MINUTE, NULL);
  FitValue metadata, job;

  if (!making->given)
    {
      making->made->n_not_due++;
      return TRUE;
    }
  object = fit_making_object (making, controller);
  template = fit_value_get (fit_value_get (object, "spec"), "jobTemplate");
  metadata = fit_value_with (
      making->arena, NULL, "labels",
      fit_value_get (fit_value_get (template, "metadata"), "labels"));
  metadata = fit_value_with_text (making->arena, &metadata, "name", name);
  metadata = fit_making_owned (making, controller, &metadata);
  job = fit_value_with (making->arena, NULL, "metadata", &metadata);
  job = fit_value_with (making->arena, &job, "spec",
                        fit_value_get (template, "spec"));
  if (!fit_making_add_object (making, &job, "Job", "batch/v1", error))
    return FALSE;
  return fit_make_job (making,
                       making->objects->controllers
                           ->pdata[making->objects->controllers->len - 1],
                       error);
}

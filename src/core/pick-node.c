/* pick-node.c - the criteria by which one of the candidates for preemption is chosen */
#include "core/preemption-private.h"

gint64
fit_preemption_start (const FitPod *pod)
{
  return pod->start_time_ns == FIT_TIME_NONE ? G_MAXINT64 : pod->start_time_ns;
}

static gint64
no_victims (const FitNodeVictims *v)
{
  return v->n_victims != 0;
}

static gint64
pdb_violations (const FitNodeVictims *v)
{
  return v->n_pdb_violations;
}

/* Up to 1.31 not necessarily the highest: pods that violate a budget come
 * first. */
static gint64
first_priority (const FitNodeVictims *v)
{
  return v->n_victims ? v->victims[0]->spec->priority : 0;
}

/* The offset makes every summand positive.  So if two nodes have equal negative
 * priorities, the one with fewer pods wins. */
static gint64
sum_of_priorities (const FitNodeVictims *v)
{
  gint64 sum = 0;

  for (guint i = 0; i < v->n_victims; i++)
    sum += (gint64) v->victims[i]->spec->priority + G_MAXINT32 + 1;
  return sum;
}

static gint64
number_of_victims (const FitNodeVictims *v)
{
  return v->n_victims;
}

/* Negative, because later is better. */
static gint64
earliest_start_of_most_important (const FitNodeVictims *v)
{
  gint64 earliest = G_MAXINT64;
  gint32 highest = G_MININT32;

  for (guint i = 0; i < v->n_victims; i++)
    {
      const FitPod *pod = v->victims[i];

      if (pod->spec->priority > highest)
        {
          highest = pod->spec->priority;
          earliest = fit_preemption_start (pod);
        }
      else if (pod->spec->priority == highest)
        earliest = MIN (earliest, fit_preemption_start (pod));
    }
  return -earliest;
}

/* Each criterion keeps the candidates with the smallest value. */
static const struct
{
  FitChoice choice;
  gint64 (*value) (const FitNodeVictims *v);
} criteria[] = {
  { FIT_CHOICE_NO_VICTIMS, no_victims },
  { FIT_CHOICE_VIOLATIONS, pdb_violations },
  { FIT_CHOICE_FIRST_PRIORITY, first_priority },
  { FIT_CHOICE_PRIORITY_SUM, sum_of_priorities },
  { FIT_CHOICE_NUMBER, number_of_victims },
  { FIT_CHOICE_START, earliest_start_of_most_important },
};

/* Keeps those of the best candidates that have the smallest @value.  @values has
 * room for all of them. */
static void
keep_smallest (FitPreemption *preemption,
               gint64 (*value) (const FitNodeVictims *v), gint64 *values)
{
  const FitNodeVictims *candidates = preemption->candidates;
  gint64 smallest = G_MAXINT64;
  guint kept = 0;

  for (guint i = 0; i < preemption->n_best; i++)
    {
      values[i] = value (&candidates[preemption->best[i]]);
      smallest = MIN (smallest, values[i]);
    }
  for (guint i = 0; i < preemption->n_best; i++)
    if (values[i] == smallest)
      preemption->best[kept++] = preemption->best[i];
  preemption->n_best = kept;
}

void
fit_preemption_pick (FitPreemption *preemption)
{
  g_autofree gint64 *values = g_new (gint64, preemption->n_candidates);

  preemption->best = g_new (guint, preemption->n_candidates);
  preemption->n_best = preemption->n_candidates;
  for (guint i = 0; i < preemption->n_best; i++)
    preemption->best[i] = i;
  preemption->decided_by
      = preemption->n_best == 1 ? FIT_CHOICE_ONLY : FIT_CHOICE_NONE;
  for (guint c = 0; c < G_N_ELEMENTS (criteria) && preemption->n_best > 1; c++)
    {
      keep_smallest (preemption, criteria[c].value, values);
      preemption->decided_by = criteria[c].choice;
    }
  if (preemption->n_best > 1)
    preemption->decided_by = FIT_CHOICE_ORDER;
}

/* generation.c - selection, crossover and mutation of trials
 * SPDX-License-Identifier: Apache-2.0 */
#include "tune/generation.h"

#include <string.h>

#include "base/each.h"

/* A share of the room around a trial, of all that the front spans. */
#define ROOM 1000000
#define MOST_ROOM G_MAXINT64

/* So often a child is mutated once more that has been there already. */
#define MOST_ATTEMPTS 50

static const FitTuneTrial *
trial_at (const GArray *trials, guint i)
{
  return &g_array_index (trials, FitTuneTrial, i);
}

static gint
compare_genes (const FitTuneTrial *a, const FitTuneTrial *b)
{
  for (guint i = 0; i < FIT_TUNE_MOST_GENES; i++)
    if (a->genes[i] != b->genes[i])
      return a->genes[i] < b->genes[i] ? -1 : 1;
  return 0;
}

/* -- which is better ------------------------------------------------------- */

static gint64
gain_of (FitTuneObjective goal, const FitTuneTrial *one,
         const FitTuneTrial *other)
{
  return fit_tune_gain (goal, one->outcome.of[goal], other->outcome.of[goal]);
}

/* Is @one nowhere worse than @other, and better somewhere? */
static gboolean
beats (const FitTuneGoals *goals, const FitTuneTrial *one,
       const FitTuneTrial *other)
{
  gboolean better = FALSE;

  for (guint i = 0; i < goals->n; i++)
    {
      const gint64 gain = gain_of (goals->of[i], one, other);

      if (gain < 0)
        return FALSE;
      better |= gain > 0;
    }
  return better;
}

gboolean
fit_tune_improves (const FitTuneGoals *goals, const FitTuneTrial *trial,
                   const FitTuneTrial *start)
{
  FitTuneGoals others = { 0 };

  for (guint i = 0; i < goals->n; i++)
    if (goals->of[i] != FIT_TUNE_MOVED)
      others.of[others.n++] = goals->of[i];
  return beats (&others, trial, start);
}

/* What selection knows of a trial. */
typedef struct
{
  const FitTuneTrial *trial;
  guint rank;
  gint64 room;
} Ranked;

static gint
by_rank (gconstpointer a, gconstpointer b)
{
  const Ranked *one = a, *other = b;

  if (one->rank != other->rank)
    return one->rank < other->rank ? -1 : 1;
  if (one->room != other->room)
    return one->room > other->room ? -1 : 1;
  return compare_genes (one->trial, other->trial);
}

static gint
by_value (gconstpointer a, gconstpointer b, gpointer data)
{
  const Ranked *one = *(Ranked *const *) a, *other = *(Ranked *const *) b;
  const FitTuneObjective goal = *(const FitTuneObjective *) data;
  const gint64 value = one->trial->outcome.of[goal];
  const gint64 others = other->trial->outcome.of[goal];

  if (value != others)
    return value < others ? -1 : 1;
  return compare_genes (one->trial, other->trial);
}

/* Sets how much room there is around each of @front, all of one rank. */
static void
measure_room (GPtrArray *front, const FitTuneGoals *goals)
{
  const guint last = front->len - 1;

  for (guint g = 0; g < goals->n; g++)
    {
      FitTuneObjective goal = goals->of[g];
      gint64 span;

      g_ptr_array_sort_with_data (front, by_value, &goal);
      span = ((Ranked *) front->pdata[last])->trial->outcome.of[goal]
             - ((Ranked *) front->pdata[0])->trial->outcome.of[goal];
      for (guint i = 0; i <= last; i++)
        {
          Ranked *one = front->pdata[i];

          if (i == 0 || i == last)
            one->room = MOST_ROOM;
          else if (one->room != MOST_ROOM && span > 0)
            {
              const Ranked *below = front->pdata[i - 1];
              const Ranked *above = front->pdata[i + 1];

              one->room
                  += (gint64) ((__int128) (above->trial->outcome.of[goal]
                                           - below->trial->outcome.of[goal])
                               * ROOM / span);
            }
        }
    }
}

/* Returns: (transfer full): of Ranked: all trials, the best first */
static GArray *
rank_all (const GArray *trials, const FitTuneGoals *goals)
{
  GArray *ranked
      = g_array_sized_new (FALSE, TRUE, sizeof (Ranked), trials->len);
  g_autoptr (GArray) beaten
      = g_array_sized_new (FALSE, TRUE, sizeof (guint), trials->len);
  guint n_left = trials->len;

  g_array_set_size (ranked, trials->len);
  g_array_set_size (beaten, trials->len);
  for (guint i = 0; i < trials->len; i++)
    {
      g_array_index (ranked, Ranked, i)
          = (Ranked){ trial_at (trials, i), G_MAXUINT, 0 };
      for (guint j = 0; j < trials->len; j++)
        g_array_index (beaten, guint, i)
            += beats (goals, trial_at (trials, j), trial_at (trials, i));
    }
  for (guint rank = 0; n_left > 0; rank++)
    {
      g_autoptr (GPtrArray) front = g_ptr_array_new ();

      for (guint i = 0; i < trials->len; i++)
        if (g_array_index (ranked, Ranked, i).rank == G_MAXUINT
            && g_array_index (beaten, guint, i) == 0)
          g_ptr_array_add (front, &g_array_index (ranked, Ranked, i));
      FIT_EACH (Ranked, one, front)
        {
          one->rank = rank;
          for (guint i = 0; i < trials->len; i++)
            g_array_index (beaten, guint, i)
                -= beats (goals, one->trial, trial_at (trials, i));
        }
      n_left -= front->len;
      measure_room (front, goals);
    }
  g_array_sort (ranked, by_rank);
  return ranked;
}

/* -- children -------------------------------------------------------------- */

/* What a generation is made with. */
typedef struct
{
  GArray *trials;
  const FitTuneSpace *space;
  GRand *random;    /* owned */
  GHashTable *seen; /* owned set of FitTuneTrial, owned: their genes */
  guint generation;
  guint most; /* trials in all */
} Maker;

static guint
hash_genes (gconstpointer key)
{
  const FitTuneTrial *trial = key;
  guint hash = 5381;

  for (guint i = 0; i < FIT_TUNE_MOST_GENES; i++)
    hash = hash * 33 + (guint) trial->genes[i];
  return hash;
}

static gboolean
same_genes (gconstpointer a, gconstpointer b)
{
  return compare_genes (a, b) == 0;
}

/* Returns: FALSE if there was such a trial */
static gboolean
add (Maker *maker, const FitTuneTrial *child)
{
  FitTuneTrial trial
      = { .number = maker->trials->len, .generation = maker->generation };

  memcpy (trial.genes, child->genes, sizeof trial.genes);
  fit_tune_space_settle (maker->space, trial.genes);
  if (maker->trials->len >= maker->most
      || g_hash_table_contains (maker->seen, &trial))
    return FALSE;
  g_array_append_val (maker->trials, trial);
  g_hash_table_add (maker->seen, g_memdup2 (&trial, sizeof trial));
  return TRUE;
}

static gint32
between (GRand *random, gint32 least, gint32 most)
{
  return g_rand_int_range (random, least, most + 1);
}

/* What counts is how weights compare, so small ones are as likely as large
 * ones. */
static gint32
any_value (GRand *random, const FitTuneGene *gene)
{
  gint32 most = gene->most;

  if (gene->most < 20)
    return between (random, gene->least, gene->most);
  for (guint halvings = g_rand_int_range (random, 0, 6); halvings > 0;
       halvings--)
    most = MAX (most / 2, gene->least);
  return between (random, gene->least, most);
}

/* Changes at least one number. */
static void
mutate (Maker *maker, FitTuneTrial *child)
{
  const guint n = maker->space->genes->len;
  const guint sure = (guint) g_rand_int_range (maker->random, 0, (gint32) n);

  for (guint i = 0; i < n; i++)
    {
      const FitTuneGene *gene
          = &g_array_index (maker->space->genes, FitTuneGene, i);
      gint32 *value = &child->genes[i];

      if (i != sure && g_rand_int_range (maker->random, 0, (gint32) n) != 0)
        continue;
      switch (g_rand_int_range (maker->random, 0, 4))
        {
        case 0:
          *value += g_rand_int_range (maker->random, 0, 2) == 0 ? 1 : -1;
          break;
        case 1:
          *value *= 2;
          break;
        case 2:
          *value /= 2;
          break;
        default:
          *value = any_value (maker->random, gene);
          break;
        }
      *value = CLAMP (*value, gene->least, gene->most);
    }
}

/* Of two at random, the better one. */
static const FitTuneTrial *
choose (Maker *maker, const GArray *ranked, guint population)
{
  const gint32 n = (gint32) MIN (ranked->len, population);
  const gint32 a = g_rand_int_range (maker->random, 0, n);
  const gint32 b = g_rand_int_range (maker->random, 0, n);

  return g_array_index (ranked, Ranked, MIN (a, b)).trial;
}

static void
add_children (Maker *maker, const FitTuneGoals *goals, guint population)
{
  g_autoptr (GArray) parents
      = g_array_copy (maker->trials); /* trials move when some are added */
  g_autoptr (GArray) ranked = rank_all (parents, goals);

  for (guint i = 0; i < population; i++)
    {
      const FitTuneTrial *mother = choose (maker, ranked, population);
      const FitTuneTrial *father = choose (maker, ranked, population);
      FitTuneTrial child = *mother;

      for (guint g = 0; g < maker->space->genes->len; g++)
        if (g_rand_int_range (maker->random, 0, 2) == 0)
          child.genes[g] = father->genes[g];
      for (guint attempts = 0; attempts < MOST_ATTEMPTS; attempts++)
        {
          mutate (maker, &child);
          if (add (maker, &child))
            break;
        }
    }
}

/* The rules as they are, what each number does alone, and then anything. */
static void
add_first (Maker *maker, guint population)
{
  const GArray *genes = maker->space->genes;
  FitTuneTrial start = { 0 };

  fit_tune_space_start (maker->space, start.genes);
  add (maker, &start);
  /* What one number does alone: at both ends and a little above, or each
   * word. */
  for (guint i = 0; i < genes->len; i++)
    {
      const FitTuneGene *gene = &g_array_index (genes, FitTuneGene, i);
      const gint32 ends[] = { gene->most, gene->least, gene->start * 4 };
      const guint n = gene->words != NULL ? (guint) gene->most + 1
                                          : (guint) G_N_ELEMENTS (ends);

      for (guint e = 0; e < n; e++)
        {
          const gint32 value = gene->words != NULL ? (gint32) e : ends[e];
          FitTuneTrial trial = start;

          trial.genes[i] = CLAMP (value, gene->least, gene->most);
          add (maker, &trial);
        }
    }
  for (guint attempts = 0;
       maker->trials->len < population && attempts < population * MOST_ATTEMPTS;
       attempts++)
    {
      FitTuneTrial trial = { 0 };

      for (guint i = 0; i < genes->len; i++)
        trial.genes[i]
            = any_value (maker->random, &g_array_index (genes, FitTuneGene, i));
      add (maker, &trial);
    }
}

guint
fit_tune_next (GArray *trials, const FitTuneSpace *space,
               const FitTuneGoals *goals, const FitTuneOptions *options)
{
  const guint before = trials->len;
  Maker maker = { .trials = trials, .space = space, .most = options->n_trials };
  guint32 seeds[2];

  if (before > 0)
    maker.generation = trial_at (trials, before - 1)->generation + 1;
  seeds[0] = options->seed;
  seeds[1] = maker.generation;
  maker.random = g_rand_new_with_seed_array (seeds, G_N_ELEMENTS (seeds));
  maker.seen = g_hash_table_new_full (hash_genes, same_genes, g_free, NULL);
  for (guint i = 0; i < before; i++)
    g_hash_table_add (maker.seen,
                      g_memdup2 (trial_at (trials, i), sizeof (FitTuneTrial)));
  if (before == 0)
    add_first (&maker, options->population);
  else
    add_children (&maker, goals, options->population);
  g_hash_table_unref (maker.seen);
  g_rand_free (maker.random);
  return trials->len - before;
}

/* -- what was found -------------------------------------------------------- */

static gint
best_first (gconstpointer a, gconstpointer b, gpointer data)
{
  const FitTuneGoals *goals = data;
  const Ranked *one = a, *other = b;

  for (guint i = 0; i < goals->n; i++)
    {
      const gint64 gain = gain_of (goals->of[i], one->trial, other->trial);

      if (gain != 0)
        return gain > 0 ? -1 : 1;
    }
  return one->trial->number < other->trial->number ? -1 : 1;
}

static gboolean
same_outcome (const FitTuneGoals *goals, const FitTuneTrial *a,
              const FitTuneTrial *b)
{
  for (guint i = 0; i < goals->n; i++)
    if (a->outcome.of[goals->of[i]] != b->outcome.of[goals->of[i]])
      return FALSE;
  return TRUE;
}

GArray *
fit_tune_front (const GArray *trials, const FitTuneGoals *goals)
{
  g_autoptr (GArray) ranked = rank_all (trials, goals);
  GArray *front = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n = 0;

  while (n < ranked->len && g_array_index (ranked, Ranked, n).rank == 0)
    n++;
  g_array_set_size (ranked, n);
  g_array_sort_with_data (ranked, best_first, (gpointer) goals);
  for (guint i = 0; i < n; i++)
    {
      const FitTuneTrial *trial = g_array_index (ranked, Ranked, i).trial;

      if (i == 0
          || !same_outcome (goals, trial,
                            g_array_index (ranked, Ranked, i - 1).trial))
        g_array_append_val (front, trial->number);
    }
  return front;
}

gint
fit_tune_recommend (const GArray *trials, const FitTuneGoals *goals)
{
  const FitTuneTrial *start = trial_at (trials, 0);
  gint64 most[FIT_TUNE_OBJECTIVES] = { 0 };
  guint best_count = 0;
  gint64 best_sum = 0;
  gint best = -1;

  for (guint i = 0; i < trials->len; i++)
    for (guint g = 0; g < goals->n; g++)
      {
        const gint64 gain = gain_of (goals->of[g], trial_at (trials, i), start);

        most[g] = MAX (most[g], ABS (gain));
      }
  for (guint i = 1; i < trials->len; i++)
    {
      const FitTuneTrial *trial = trial_at (trials, i);
      guint count = 0;
      gint64 sum = 0;

      if (!fit_tune_improves (goals, trial, start))
        continue;
      for (guint g = 0; g < goals->n; g++)
        {
          const gint64 gain = gain_of (goals->of[g], trial, start);

          count += gain > 0;
          if (most[g] > 0)
            sum += (gint64) ((__int128) gain * ROOM / most[g]);
        }
      if (best < 0 || count > best_count
          || (count == best_count && sum > best_sum))
        {
          best_count = count;
          best_sum = sum;
          best = (gint) i;
        }
    }
  return best;
}

gboolean
fit_tune_matters (const GArray *trials, guint gene, guint *out_n)
{
  g_autoptr (GHashTable) others
      = g_hash_table_new_full (hash_genes, same_genes, g_free, NULL);
  gboolean matters = FALSE;

  *out_n = 0;
  for (guint i = 0; i < trials->len; i++)
    {
      FitTuneTrial *key
          = g_memdup2 (trial_at (trials, i), sizeof (FitTuneTrial));
      const FitTuneTrial *first;

      key->genes[gene] = 0;
      first = g_hash_table_lookup (others, key);
      if (first == NULL)
        {
          g_hash_table_add (others, key);
          continue;
        }
      ++*out_n;
      matters |= first->outcome.decisions != key->outcome.decisions;
      g_free (key);
    }
  return matters;
}

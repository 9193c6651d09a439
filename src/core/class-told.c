/* class-told.c - finds nodes, and chooses one of them, by what groups of similar
 * nodes tell, without a value for each node
 *
 * What most rules say of a node depends on its traits, on what is in use, and on
 * its kind.  So a whole sector is taken by the run: members of a group that are of
 * one kind (cluster/node-sectors.h).  All nodes of a run that fit get the same
 * total, or one between bounds.  Nodes that a rule tells from the others of their
 * run are apart: these are few, and each has its total in the window's sums.
 * Of sectors that do not tell, and those that are cut by the ends of the window,
 * every node has one.
 *
 * This is for classes that have no column of their own: the values of a column are
 * worth their price if more pods of the class come.
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/class-told.h"

#include "base/wrapping.h"
#include "cluster/node-kinds.h"
#include "cluster/place-set.h"
#include "core/four-values.h"
#include "core/pod-class.h"

#include <string.h>

/* Pods that ask for more labels than this are not told about. */
#define MOST_KEYS 8

typedef struct
{
  guint16 n_fit;
  guint16 n_left; /* of these: they are not apart */
  gint32 more;    /* points of raw scores and kinds */
} ToldRun;

typedef struct
{
  FitSurvey survey;
  guint64 apart[FIT_SECTOR_BLOCKS]; /* a bit for each: its total is known */
  ToldRun runs[FIT_SECTOR_RUNS];
} ToldSector;

/* A sector of the window, or the part of it that is in the window. */
typedef struct
{
  guint place; /* in the window */
  guint n;
  ToldSector *told; /* (nullable) */
  gint32 best;      /* the greatest total that is known */
  guint n_best;     /* nodes that have it */
} Stretch;

struct _FitTold
{
  const FitNodeKinds *kinds;
  const guint16 *kind_of; /* by node index */
  guint n_kinds;
  gint32 *of_kinds; /* FIT_COLUMN_UNFIT, or the raw score of labels; or
                       FIT_COLUMN_STALE: not asked for yet */
  guint32 *left;    /* by kind: nodes that fit and are not apart */
  guint n_others;   /* what these say depends on more than kinds */
  FitPredicateRun *others;
  gint32 *sums; /* by place; FIT_COLUMN_STALE for nodes that are not apart */
  ToldSector **sectors; /* (nullable) each: by number */
  gboolean failed;      /* a score is too great */
  gboolean filled;      /* all nodes are apart */
  guint n;              /* stretches */
  Stretch *stretches;
  gint32 best; /* the greatest total of all */
};

/* -- may groups tell? ------------------------------------------------------ */

/* Lists the slots of all labels that the rules ask for.  Returns: FALSE if they are
 * not known, or too many */
static gboolean
follow_labels (const FitWindow *window, guint *slots, guint *out_n)
{
  FitTopology *topology = fit_cache_topology (window->cycle->cache);
  const char *keys[MOST_KEYS];
  guint n;

  *out_n = 0;
  if (window->labels == NULL)
    return TRUE;
  for (guint k = 0; k < window->n_runs; k++)
    if (window->runs[k].asks_configured_labels)
      return FALSE;
  if (window->labels_raw < FIT_COLUMN_RAWS
      && window->scaled[window->labels_raw].run.asks_configured_labels)
    return FALSE;
  n = fit_pod_label_keys (window->cycle->pod, keys, MOST_KEYS);
  if (n == G_MAXUINT)
    return FALSE;
  while (*out_n < n
         && fit_topology_follow (topology, keys[*out_n], &slots[*out_n]))
    ++*out_n;
  return *out_n == n;
}

static void
ask_others_about_kinds (const FitWindow *window, FitTold *told)
{
  FitArena *arena = window->cycle->arena;
  gboolean *excluded = fit_arena_new0 (arena, gboolean, told->n_kinds);

  told->others = fit_arena_newn (arena, FitPredicateRun, window->n_others);
  for (guint k = 0; k < window->n_others; k++)
    if (!window->others[k].predicate->info->exclude_kinds (
            &window->others[k], told->kinds, excluded))
      told->others[told->n_others++] = window->others[k];
  for (guint kind = 0; kind < told->n_kinds; kind++)
    if (excluded[kind])
      told->of_kinds[kind] = FIT_COLUMN_UNFIT;
    else
      told->of_kinds[kind] = window->labels != NULL ? FIT_COLUMN_STALE : 0;
}

/* Would a search by the values of the column have to look at each node? */
static gboolean
is_worth_it (const FitWindow *window)
{
  return window->by_groups && !window->only_best && window->column->guest
         && MIN (window->enough, window->column->n) >= 2 * FIT_SECTOR_NODES;
}

void
fit_told_begin (FitWindow *window)
{
  FitArena *arena = window->cycle->arena;
  const guint n = window->column->n;
  guint slots[MOST_KEYS], n_slots;
  const FitNodeKinds *kinds;
  FitTold *told;

  if (!is_worth_it (window) || !follow_labels (window, slots, &n_slots))
    return;
  for (guint k = 0; k < window->n_rest; k++)
    if (window->rest[k]->info->add == NULL)
      return;
  kinds = fit_cache_node_kinds (window->cycle->cache);
  for (guint k = 0; kinds != NULL && k < n_slots; k++)
    if (!fit_node_kinds_tell (kinds, slots[k]))
      return;
  if (kinds == NULL)
    return;
  told = fit_arena_new0 (arena, FitTold, 1);
  told->kinds = kinds;
  told->kind_of = fit_node_kinds_of (kinds);
  told->n_kinds = fit_node_kinds_count (kinds);
  told->of_kinds = fit_arena_newn (arena, gint32, told->n_kinds);
  told->left = fit_arena_new0 (arena, guint32, told->n_kinds);
  told->sums = fit_arena_newn (arena, gint32, n);
  told->sectors
      = fit_arena_new0 (arena, ToldSector *, n / FIT_SECTOR_NODES + 1);
  ask_others_about_kinds (window, told);
  window->told = told;
}

/* -- sectors --------------------------------------------------------------- */

static inline gboolean
is_apart (const ToldSector *sector, guint i)
{
  return (sector->apart[i / 64] >> i % 64 & 1) != 0;
}

static inline void
put_apart (ToldSector *sector, guint i)
{
  sector->apart[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
}

static inline const FitSectorRun *
run_of (const ToldSector *sector, guint i)
{
  return &sector->survey.sector->runs[sector->survey.sector->run_of[i]];
}

static inline const guint16 *
places_of (const ToldSector *sector, const FitSectorRun *run)
{
  return sector->survey.sector->members + run->begin;
}

/* Returns: what is known of the kind of the nodes of a run */
static gint32
value_of_kind (FitWindow *window, const ToldSector *sector,
               const FitSectorRun *run)
{
  gint32 *value = &window->told->of_kinds[run->kind];

  if (G_UNLIKELY (*value == FIT_COLUMN_STALE))
    {
      const guint place = places_of (sector, run)[0];
      const FitPlainNodes *block
          = &sector->survey.blocks[place / FIT_PLAIN_NODES];

      *value
          = fit_window_ask_labels (window, block->of[place % FIT_PLAIN_NODES]);
    }
  return *value;
}

/* Returns: how many nodes of run @number fit */
static guint
take_run (FitWindow *window, ToldSector *sector, guint number)
{
  const FitSectorRun *run = &sector->survey.sector->runs[number];
  const FitFinding finding = sector->survey.findings[run->group];
  ToldRun *taken = &sector->runs[number];
  gint32 *values = sector->survey.values;
  gboolean fits;

  *taken = (ToldRun){ .n_fit = 0 };
  if (finding == FIT_NONE_FIT || run->n == 0)
    return 0;
  fits = value_of_kind (window, sector, run) != FIT_COLUMN_UNFIT;
  if (finding == FIT_ASKED)
    for (guint i = 0; i < run->n; i++)
      {
        const guint place = places_of (sector, run)[i];

        put_apart (sector, place);
        if (!fits)
          values[place] = FIT_COLUMN_UNFIT;
        taken->n_fit += values[place] != FIT_COLUMN_UNFIT;
      }
  else if (fits)
    {
      taken->n_left = taken->n_fit = run->n;
      window->told->left[run->kind] += run->n;
    }
  return taken->n_fit;
}

/* A rule excludes the node at place @i of a sector.  Returns: whether it fitted */
static gboolean
exclude_node (FitTold *told, ToldSector *sector, guint i)
{
  const guint number = sector->survey.sector->run_of[i];
  gint32 *value = &sector->survey.values[i];
  const gboolean apart = is_apart (sector, i);
  const gboolean fitted
      = apart ? *value != FIT_COLUMN_UNFIT : sector->runs[number].n_left > 0;

  *value = FIT_COLUMN_UNFIT;
  put_apart (sector, i);
  if (!fitted)
    return FALSE;
  sector->runs[number].n_fit--;
  if (!apart)
    {
      sector->runs[number].n_left--;
      told->left[run_of (sector, i)->kind]--;
    }
  return TRUE;
}

/* Asks the rules that look at single nodes.  Returns: how many nodes that fitted do
 * not */
static guint
exclude_nodes (FitWindow *window, ToldSector *sector, guint begin)
{
  FitTold *told = window->told;
  guint64 excluded[FIT_SECTOR_BLOCKS] = { 0 };
  guint n_lost = 0;

  for (guint k = 0; k < told->n_others; k++)
    told->others[k].predicate->info->exclude (&told->others[k], told->kinds,
                                              window->list, begin,
                                              FIT_SECTOR_NODES, excluded);
  for (guint b = 0; b < FIT_SECTOR_BLOCKS; b++)
    {
      guint64 bits = excluded[b];

      if (window->n_reserved > 0)
        bits = fit_window_exclude_reserved (window, begin + b * 64, 64, bits);
      for (; bits != 0; bits &= bits - 1)
        n_lost += exclude_node (told, sector,
                                b * 64 + (guint) __builtin_ctzll (bits));
    }
  return n_lost;
}

/* Asks about each node of groups of which it is not sure how many fit. */
static gboolean
ask_unsure (FitSurvey *survey)
{
  const FitSector *sector = survey->sector;

  for (guint g = 0; g < sector->n_groups; g++)
    if (survey->findings[g] == FIT_UNSURE)
      {
        if (!fit_survey_ask (survey, sector->members + sector->begins[g],
                             sector->n_members[g]))
          return FALSE;
        survey->findings[g] = FIT_ASKED;
      }
  return TRUE;
}

static void
fetch_next (const FitWindow *window, guint number)
{
  FitClassColumns *columns = fit_cache_class_columns (window->cycle->cache);

  if ((number + 2) * FIT_SECTOR_NODES <= window->column->n)
    fit_sector_fetch (fit_class_columns_sector (columns, number + 1),
                      fit_class_columns_sector (columns, number));
}

guint
fit_told_take (FitWindow *window, guint number, guint place)
{
  FitTold *told = window->told;
  const FitArenaMark mark = fit_arena_mark (window->cycle->arena);
  ToldSector *sector = fit_arena_newn (window->cycle->arena, ToldSector, 1);
  FitSurvey *survey = &sector->survey;
  guint found = 0;

  if (!window->by_groups)
    return FIT_BLOCK_UNKNOWN;
  survey->values = told->sums + place;
  memset (survey->values, FIT_COLUMN_STALE & 0xff,
          sizeof *survey->values * FIT_SECTOR_NODES);
  fetch_next (window, number);
  if (!fit_survey_begin (survey, window, number) || survey->sector->many_kinds
      || fit_survey_is_too_much (survey, survey->best) || !ask_unsure (survey))
    {
      fit_arena_rewind (window->cycle->arena, mark);
      return FIT_BLOCK_UNKNOWN;
    }
  told->sectors[number] = sector;
  memset (sector->apart, 0, sizeof sector->apart);
  for (guint r = 0; r < survey->sector->n_runs; r++)
    found += take_run (window, sector, r);
  return found - exclude_nodes (window, sector, number * FIT_SECTOR_NODES);
}

/* -- single nodes ---------------------------------------------------------- */

/* Finds out the total of the node at place @i of a sector, without what scores add
 * later. */
static void
know_node (FitTold *told, ToldSector *sector, guint i)
{
  const guint number = sector->survey.sector->run_of[i];
  const FitSectorRun *run = run_of (sector, i);
  const guint16 place = (guint16) i;

  put_apart (sector, i);
  if (sector->runs[number].n_left == 0)
    {
      sector->survey.values[i] = FIT_COLUMN_UNFIT;
      return;
    }
  if (sector->survey.findings[run->group] == FIT_ALL_EQUAL)
    sector->survey.values[i] = sector->survey.least[run->group];
  else
    told->failed |= !fit_survey_ask (&sector->survey, &place, 1);
  sector->runs[number].n_left--;
  told->left[run->kind]--;
}

static void
know (const FitTotals *totals, const guint32 *places, guint n)
{
  FitTold *told = totals->teller;

  for (guint k = 0; k < n; k++)
    {
      guint position = totals->first + places[k], i;
      ToldSector *sector;

      position -= position >= totals->n_circle ? totals->n_circle : 0;
      sector = told->sectors[position / FIT_SECTOR_NODES];
      i = position % FIT_SECTOR_NODES;
      if (sector != NULL && !is_apart (sector, i))
        know_node (told, sector, i);
    }
}

/* -- totals ---------------------------------------------------------------- */

/* Finds out which sectors the window has, and the values of nodes that groups do not
 * tell about. */
static void
cut_window (FitWindow *window)
{
  FitTold *told = window->told;
  FitWindowPart parts[2];

  fit_window_split (window, parts);
  told->stretches = fit_arena_newn (window->cycle->arena, Stretch,
                                    window->n / FIT_SECTOR_NODES + 4);
  for (guint p = 0, place = 0; p < G_N_ELEMENTS (parts); p++)
    for (guint i = 0; i < parts[p].n;)
      {
        const guint position = parts[p].begin + i;
        ToldSector *sector = told->sectors[position / FIT_SECTOR_NODES];
        const guint n = MIN (FIT_SECTOR_NODES - position % FIT_SECTOR_NODES,
                             parts[p].n - i);

        told->stretches[told->n++] = (Stretch){
          .place = place, .n = n, .told = sector, .best = G_MININT32
        };
        if (sector == NULL)
          memcpy (told->sums + place, parts[p].values + i,
                  sizeof *told->sums * n);
        i += n;
        place += n;
      }
}

static gint32
raw_of_run (const FitWindow *window, guint k, const ToldSector *sector,
            const FitSectorRun *run)
{
  return k == window->labels_raw ? window->told->of_kinds[run->kind]
                                 : sector->survey.raws[k][run->group];
}

/* Returns: (nullable): the raw scores of the nodes of a stretch; NULL: all are 0 */
static const gint32 *
raws_of_nodes (const FitWindow *window, guint k, const Stretch *stretch)
{
  const gint32 *raws = window->column->raws[k];

  return raws != NULL
             ? raws + (window->first + stretch->place) % window->column->n
             : NULL;
}

/* Which raw scores nodes that fit have. */
typedef struct
{
  guint8 present[FIT_COLUMN_FEW];
  guint32 raws[FIT_COLUMN_FEW + 1];
  guint n;
} RawSet;

/* Returns: FALSE if the raw score is too great */
static inline gboolean
note_raw (RawSet *set, gint32 raw)
{
  if (raw < 0 || raw >= FIT_COLUMN_FEW)
    return FALSE;
  set->raws[set->n] = (guint32) raw;
  set->n += !set->present[raw];
  set->present[raw] = 1;
  return TRUE;
}

/* Marks the raw scores of the nodes of a stretch, unless all that the column has are
 * known. */
static gboolean
note_raws_of_nodes (const FitWindow *window, guint k, const Stretch *stretch,
                    RawSet *set)
{
  const FitClassColumn *column = window->column;
  const gint32 *totals = window->sums + stretch->place;
  const gint32 *raws = raws_of_nodes (window, k, stretch);
  guint32 possible[FIT_COLUMN_FEW] = { 0 };
  guint n_possible = 1, seen = 0;

  if (raws != NULL && column->many_raws[k])
    return FALSE;
  if (raws != NULL)
    n_possible = fit_places_list (column->raw_set[k], FIT_COLUMN_FEW, 0,
                                  FIT_COLUMN_FEW, possible);
  for (guint i = 0; i < stretch->n; i++)
    {
      while (seen < n_possible && set->present[possible[seen]])
        seen++;
      if (seen == n_possible)
        break;
      if (totals[i] >= FIT_TOTALS_FEASIBLE)
        note_raw (set, raws != NULL ? raws[i] : 0);
    }
  return TRUE;
}

static gboolean
note_raws_of_runs (const FitWindow *window, guint k, const ToldSector *sector,
                   RawSet *set)
{
  const FitSector *nodes = sector->survey.sector;
  gboolean known = TRUE;

  for (guint r = 0; r < nodes->n_runs && known; r++)
    known = sector->runs[r].n_fit == 0
            || note_raw (set, raw_of_run (window, k, sector, &nodes->runs[r]));
  return known;
}

/* Sets @points to what each raw score that a node has adds to its total.  Returns:
 * FALSE if that is unknown, or too much */
static gboolean
tabulate (const FitWindow *window, guint k, gint32 *points)
{
  const FitTold *told = window->told;
  RawSet set = { .n = 0 };
  gboolean known = TRUE;

  for (guint s = 0; s < told->n && known; s++)
    if (told->stretches[s].told != NULL)
      known = note_raws_of_runs (window, k, told->stretches[s].told, &set);
  for (guint s = 0; s < told->n && known; s++)
    if (told->stretches[s].told == NULL)
      known = note_raws_of_nodes (window, k, &told->stretches[s], &set);
  memset (points, 0, sizeof *points * FIT_COLUMN_FEW);
  return known && fit_window_scale_raws (window, k, set.raws, set.n, points);
}

static inline void
note_total (Stretch *stretch, gint32 total, guint n)
{
  if (total > stretch->best)
    {
      stretch->best = total;
      stretch->n_best = 0;
    }
  stretch->n_best += total == stretch->best ? n : 0;
}

static void
add_to_sector (const FitWindow *window, Stretch *stretch,
               const gint32 *of_kinds, gint32 (*of_raws)[FIT_COLUMN_FEW])
{
  ToldSector *sector = stretch->told;
  const FitSector *nodes = sector->survey.sector;
  gint32 *values = sector->survey.values;

  for (guint r = 0; r < nodes->n_runs; r++)
    {
      const FitSectorRun *run = &nodes->runs[r];

      if (sector->runs[r].n_fit == 0)
        continue;
      sector->runs[r].more = of_kinds[run->kind];
      for (guint k = 0; k < window->n_scaled; k++)
        sector->runs[r].more += of_raws[k][raw_of_run (window, k, sector, run)];
      if (sector->runs[r].n_left > 0)
        note_total (stretch,
                    sector->survey.least[run->group] + sector->runs[r].more,
                    sector->survey.findings[run->group] == FIT_ALL_EQUAL
                        ? sector->runs[r].n_left
                        : 0);
    }
  for (guint b = 0; b < FIT_SECTOR_BLOCKS; b++)
    for (guint64 bits = sector->apart[b]; bits != 0; bits &= bits - 1)
      {
        const guint i = b * 64 + (guint) __builtin_ctzll (bits);

        if (values[i] >= FIT_TOTALS_FEASIBLE)
          {
            values[i] += sector->runs[nodes->run_of[i]].more;
            note_total (stretch, values[i], 1);
          }
      }
}

/* Adds to all nodes, since the sums of those that do not fit stay below the
 * others. */
static void
add_to_nodes (const FitWindow *window, Stretch *stretch,
              const FitTotals *totals, gint32 (*of_raws)[FIT_COLUMN_FEW])
{
  const guint32 *indexes = totals->indexes + stretch->place;
  gint32 *values = totals->totals + stretch->place;

  for (guint i = 0; i < stretch->n; i++)
    values[i] += totals->points[totals->kind_of[indexes[i]]];
  for (guint k = 0; k < window->n_scaled; k++)
    {
      const gint32 *raws = raws_of_nodes (window, k, stretch);

      for (guint i = 0; i < stretch->n; i++)
        values[i] += of_raws[k][raws != NULL ? raws[i] : 0];
    }
  stretch->best = fit_greatest_value (values, stretch->n);
  stretch->n_best = fit_count_equal (values, stretch->n, stretch->best);
}

/* -- the best -------------------------------------------------------------- */

/* Finds out the totals of all nodes of a run. */
static void
know_run (FitTold *told, ToldSector *sector, guint number)
{
  const FitSectorRun *run = &sector->survey.sector->runs[number];
  const guint16 *places = places_of (sector, run);
  guint16 left[FIT_SECTOR_NODES];
  guint n = 0;

  for (guint i = 0; i < run->n; i++)
    if (!is_apart (sector, places[i]))
      {
        put_apart (sector, places[i]);
        left[n++] = places[i];
      }
  if (sector->runs[number].n_left == 0)
    for (guint i = 0; i < n; i++)
      sector->survey.values[left[i]] = FIT_COLUMN_UNFIT;
  else
    told->failed |= !fit_survey_ask (&sector->survey, left, n);
  for (guint i = 0; i < n && sector->runs[number].n_left > 0; i++)
    sector->survey.values[left[i]] += sector->runs[number].more;
  told->left[run->kind] -= sector->runs[number].n_left;
  sector->runs[number].n_left = 0;
}

/* Asks about the nodes of runs that may be among the best. */
static void
ask_for_more (FitTold *told, Stretch *stretch)
{
  ToldSector *sector = stretch->told;
  const FitSector *nodes = sector->survey.sector;
  const gint32 *values = sector->survey.values;

  for (guint r = 0; r < nodes->n_runs; r++)
    {
      const guint group = nodes->runs[r].group;
      const guint16 *places = places_of (sector, &nodes->runs[r]);
      guint64 before[FIT_SECTOR_BLOCKS];

      if (sector->runs[r].n_left == 0
          || sector->survey.findings[group] == FIT_ALL_EQUAL
          || sector->survey.most[group] + sector->runs[r].more < told->best)
        continue;
      memcpy (before, sector->apart, sizeof before);
      know_run (told, sector, r);
      for (guint i = 0; i < nodes->runs[r].n; i++)
        if (!(before[places[i] / 64] >> places[i] % 64 & 1))
          note_total (stretch, values[places[i]], 1);
      told->best = MAX (told->best, stretch->best);
    }
}

static void
find_most (FitTold *told)
{
  told->best = G_MININT32;
  for (guint s = 0; s < told->n; s++)
    told->best = MAX (told->best, told->stretches[s].best);
  for (guint s = 0; s < told->n; s++)
    if (told->stretches[s].told != NULL)
      ask_for_more (told, &told->stretches[s]);
}

gboolean
fit_told_score (FitWindow *window)
{
  FitTold *told = window->told;
  gint32 of_raws[FIT_COLUMN_RAWS][FIT_COLUMN_FEW];
  FitTotals totals;

  window->sums = told->sums;
  cut_window (window);
  if (window->found < 2)
    return TRUE;
  totals = fit_window_totals (window);
  totals.totals = told->sums;
  totals.kinds = told->kinds;
  totals.n_kinds = told->n_kinds;
  totals.kind_of = told->kind_of;
  totals.points = fit_arena_new0 (window->cycle->arena, gint32, told->n_kinds);
  totals.know = know;
  totals.teller = told;
  totals.unknown = told->left;
  if (!fit_window_add_rest (window, &totals) || told->failed)
    return FALSE;
  for (guint k = 0; k < window->n_scaled; k++)
    if (!tabulate (window, k, of_raws[k]))
      return FALSE;
  for (guint s = 0; s < told->n; s++)
    if (told->stretches[s].told != NULL)
      add_to_sector (window, &told->stretches[s], totals.points, of_raws);
    else
      add_to_nodes (window, &told->stretches[s], &totals, of_raws);
  find_most (told);
  return !told->failed;
}

/* -- choosing -------------------------------------------------------------- */

/* Marks the nodes of a sector whose total is @best. */
static void
mark_best (const ToldSector *sector, gint32 best, guint64 *marks)
{
  const FitSector *nodes = sector->survey.sector;

  for (guint r = 0; r < nodes->n_runs; r++)
    {
      const FitSectorRun *run = &nodes->runs[r];
      const guint16 *places = places_of (sector, run);

      if (sector->runs[r].n_left == 0
          || sector->survey.most[run->group] + sector->runs[r].more != best)
        continue;
      for (guint i = 0; i < run->n; i++)
        marks[places[i] / 64] |= G_GUINT64_CONSTANT (1) << places[i] % 64;
    }
  for (guint b = 0; b < FIT_SECTOR_BLOCKS; b++)
    for (guint64 bits = sector->apart[b]; bits != 0; bits &= bits - 1)
      {
        const guint64 bit = bits & -bits;

        if (sector->survey.values[b * 64 + (guint) __builtin_ctzll (bits)]
            == best)
          marks[b] |= bit;
        else
          marks[b] &= ~bit;
      }
}

/* Returns: which node of the stretch is the @turn-th of the best, counted from 0 */
static guint
find_best (const FitTold *told, const Stretch *stretch, gint32 best, guint turn)
{
  guint64 marks[FIT_SECTOR_BLOCKS] = { 0 };
  guint b = 0;

  if (stretch->told != NULL)
    mark_best (stretch->told, best, marks);
  else
    for (guint k = 0; k < stretch->n; k++)
      marks[k / 64] |= (guint64) (told->sums[stretch->place + k] == best)
                       << k % 64;
  while (turn >= (guint) __builtin_popcountll (marks[b]))
    turn -= (guint) __builtin_popcountll (marks[b++]);
  for (; turn > 0; turn--)
    marks[b] &= marks[b] - 1;
  return b * 64 + (guint) __builtin_ctzll (marks[b]);
}

guint
fit_told_select (FitWindow *window, FitGenericScheduler *scheduler,
                 gint64 *out_total)
{
  FitTold *told = window->told;
  const gint32 best = told->best;
  guint n_best = 0, turn, s = 0;

  for (guint i = 0; i < told->n; i++)
    {
      Stretch *stretch = &told->stretches[i];

      if (stretch->best != best)
        stretch->n_best = 0;
      n_best += stretch->n_best;
    }
  *out_total = fit_wrapping_add (best, window->everywhere);
  turn = (guint) (scheduler->turns->n_ties++ % n_best);
  while (turn >= told->stretches[s].n_best)
    turn -= told->stretches[s++].n_best;
  return (window->first + told->stretches[s].place
          + find_best (told, &told->stretches[s], best, turn))
         % window->column->n;
}

void
fit_told_fill (FitWindow *window)
{
  FitTold *told = window->told;

  for (guint s = 0; s < told->n && !told->filled; s++)
    {
      ToldSector *sector = told->stretches[s].told;

      for (guint r = 0; sector != NULL && r < sector->survey.sector->n_runs;
           r++)
        know_run (told, sector, r);
    }
  told->filled = TRUE;
}

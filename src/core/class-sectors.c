/* class-sectors.c - finds out of many nodes at once how many fit, and how many
 * are the best, from groups of similar ones
 *
 * Each node of a group gets at least what the rules say of its fullest, and at
 * most what they say of its emptiest; see cluster/node-sectors.h.  If both are
 * the same, all of them get that.  If the most is less than what another node
 * gets at least, none of them is among the best.  The nodes of all other groups
 * are asked about one by one.  So how many fit, what the best get and which they
 * are is what the values of all nodes would tell.
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/class-told.h"

#include "cluster/node-kinds.h"

#include <string.h>

/* -- groups ---------------------------------------------------------------- */

static guint
count_members (const FitSurvey *survey, guint group)
{
  return survey->sector->n_members[group];
}

static guint
place_of_member (const FitSurvey *survey, guint group, guint i)
{
  return survey->sector->members[survey->sector->begins[group] + i];
}

/* Answers about the groups, and what is least and most of those with unlike
 * members. */
typedef struct
{
  FitPlainAnswers of_groups;
  FitPlainAnswers least;
  FitPlainAnswers most;
} Answers;

static void
begin_answers (FitPlainAnswers *answers, const FitPlainNodes *nodes)
{
  memset (answers->totals, 0, sizeof *answers->totals * nodes->pairs);
  memset (answers->unfit, 0, sizeof *answers->unfit * nodes->pairs);
}

/* Begins with what the rules say that are by_traits.  Returns: FALSE if that is
 * too much */
static gboolean
take_facts (FitSurvey *survey, Answers *answers)
{
  const guint n_scaled = survey->window->n_scaled;
  const FitSector *sector = survey->sector;
  const FitTraitsFacts *facts = NULL;

  memset (survey->raws, 0, sizeof survey->raws);
  survey->any_raws = FALSE;
  for (guint g = 0; g < sector->n_groups; g++)
    {
      if (facts == NULL || facts->traits != sector->groups.traits[g])
        facts
            = fit_window_known_facts (survey->window, sector->groups.traits[g]);
      if (facts == NULL)
        {
          const guint place = place_of_member (survey, g, 0);

          facts = fit_window_facts (survey->window,
                                    &survey->blocks[place / FIT_PLAIN_NODES],
                                    place % FIT_PLAIN_NODES);
        }
      if (facts->plain)
        continue;
      for (guint k = 0; k < n_scaled; k++)
        {
          survey->raws[k][g] = (gint32) facts->raws[k];
          if (survey->raws[k][g] != facts->raws[k])
            return FALSE;
          survey->any_raws |= facts->raws[k] != 0;
        }
      if (facts->sum > FIT_COLUMN_MOST / 2
          || facts->sum < -(FIT_COLUMN_MOST / 2))
        return FALSE;
      answers->of_groups.totals[g / 2][g % 2] = (gdouble) facts->sum;
      answers->of_groups.unfit[g / 2][g % 2] = facts->fits ? 0 : -1;
    }
  for (guint k = 0; k < sector->n_unlike; k++)
    {
      const guint g = sector->unlike[k];

      answers->least.totals[k / 2][k % 2] = answers->most.totals[k / 2][k % 2]
          = answers->of_groups.totals[g / 2][g % 2];
      answers->least.unfit[k / 2][k % 2] = answers->most.unfit[k / 2][k % 2]
          = answers->of_groups.unfit[g / 2][g % 2];
    }
  return TRUE;
}

/* Returns: FALSE if a rule cannot tell */
static gboolean
ask_rules (const FitSurvey *survey, Answers *answers)
{
  const FitWindow *window = survey->window;
  const FitSector *sector = survey->sector;
  const FitPlainBounds unlike = { &sector->emptiest, &sector->fullest };
  const gboolean any = sector->n_unlike > 0;

  for (guint k = 0; k < window->n_runs; k++)
    {
      const FitPredicateRun *run = &window->runs[k];
      const FitPredicateInfo *info = run->predicate->info;

      if (info->check_plain == NULL
          || !info->check_plain (run, &sector->groups, &answers->of_groups)
          || (any
              && (!info->check_plain (run, unlike.emptiest, &answers->most)
                  || !info->check_plain (run, unlike.fullest,
                                         &answers->least))))
        return FALSE;
    }
  for (guint k = 0; k < window->n_scores; k++)
    {
      const FitPriorityRun *run = &window->scores[k].run;
      const gdouble weight = (gdouble) window->scores[k].weight;
      const FitPriorityInfo *info = run->priority->info;

      if (info->bound_plain == NULL
          || !info->add_plain (run, &sector->groups, weight,
                               &answers->of_groups)
          || (any
              && !info->bound_plain (run, &unlike, weight, &answers->least,
                                     &answers->most)))
        return FALSE;
    }
  return TRUE;
}

/* @least, @most: those of its number @i */
static void
note_group (FitSurvey *survey, guint g, const FitPlainAnswers *least,
            const FitPlainAnswers *most, guint i)
{
  const guint n = count_members (survey, g);

  survey->findings[g] = FIT_NONE_FIT;
  if (n == 0 || most->unfit[i / 2][i % 2] != 0)
    return;
  survey->findings[g] = FIT_UNSURE;
  survey->most[g] = (gint32) most->totals[i / 2][i % 2];
  if (least->unfit[i / 2][i % 2] != 0)
    return;
  survey->least[g] = (gint32) least->totals[i / 2][i % 2];
  survey->findings[g]
      = survey->least[g] == survey->most[g] ? FIT_ALL_EQUAL : FIT_ALL_FIT;
  survey->n_fit += n;
  survey->best = MAX (survey->best, survey->least[g]);
}

static gboolean
ask_about_groups (FitSurvey *survey)
{
  const FitSector *sector = survey->sector;
  guint next = 0;
  Answers answers;

  begin_answers (&answers.of_groups, &sector->groups);
  begin_answers (&answers.least, &sector->fullest);
  begin_answers (&answers.most, &sector->emptiest);
  if (!take_facts (survey, &answers) || !ask_rules (survey, &answers))
    return FALSE;
  for (guint g = 0; g < sector->n_groups; g++)
    if (next < sector->n_unlike && sector->unlike[next] == g)
      note_group (survey, g, &answers.least, &answers.most, next++);
    else
      note_group (survey, g, &answers.of_groups, &answers.of_groups, g);
  return TRUE;
}

/* -- nodes ----------------------------------------------------------------- */

gboolean
fit_survey_ask (FitSurvey *survey, const guint16 *places, guint n)
{
  FitPlainNodes nodes;
  gint32 values[FIT_PLAIN_NODES];

  nodes.fresh = nodes.plain = nodes.full = 0;
  nodes.same = NULL;
  nodes.stand_in = FALSE;
  for (guint i = 0, end; i < n; i = end)
    {
      end = MIN (i + FIT_PLAIN_NODES, n);
      nodes.pairs = 0;
      for (guint k = i; k < end; k++)
        fit_plain_nodes_copy (&nodes, k - i,
                              &survey->blocks[places[k] / FIT_PLAIN_NODES],
                              places[k] % FIT_PLAIN_NODES);
      if (!fit_window_ask (survey->window, &nodes, end - i, values))
        return FALSE;
      for (guint k = i; k < end; k++)
        survey->values[places[k]] = values[k - i];
    }
  return TRUE;
}

static gboolean
ask_about_members (FitSurvey *survey, guint group)
{
  const FitSector *sector = survey->sector;

  return fit_survey_ask (survey, sector->members + sector->begins[group],
                         sector->n_members[group]);
}

static gboolean
ask_about_group (FitSurvey *survey, guint group)
{
  guint n_fit = 0;

  if (!ask_about_members (survey, group))
    return FALSE;
  for (guint i = 0; i < count_members (survey, group); i++)
    {
      const gint32 value = survey->values[place_of_member (survey, group, i)];

      n_fit += value != FIT_COLUMN_UNFIT;
      survey->best = MAX (survey->best, value);
    }
  if (survey->findings[group] == FIT_UNSURE)
    survey->n_fit += n_fit;
  survey->findings[group] = FIT_ASKED;
  return TRUE;
}

/* Asks about the nodes of all groups of which it is not sure how many fit, and
 * then about those that may be among the best. */
static gboolean
ask_about_nodes (FitSurvey *survey)
{
  const guint n = survey->sector->n_groups;

  for (guint g = 0; g < n; g++)
    if (survey->findings[g] == FIT_UNSURE && !ask_about_group (survey, g))
      return FALSE;
  for (guint next = 0; next < n;)
    {
      gint32 most = survey->best;

      next = n;
      for (guint g = 0; g < n; g++)
        if (survey->findings[g] == FIT_ALL_FIT && survey->most[g] >= most)
          {
            most = survey->most[g];
            next = g;
          }
      if (next < n && !ask_about_group (survey, next))
        return FALSE;
    }
  return TRUE;
}

/* -- the sector ------------------------------------------------------------ */

/* Returns: whether the groups of a sector are as its nodes are */
static gboolean
update_sector (FitWindow *window, guint number, FitSector *sector,
               const FitPlainNodes *blocks)
{
  FitCache *cache = window->cycle->cache;
  const guint first = number * FIT_SECTOR_BLOCKS;
  const FitNodeKinds *kinds = window->told != NULL || sector->kinds_version > 0
                                  ? fit_cache_node_kinds (cache)
                                  : NULL;
  FitSectorKinds of_sector;

  if (sector->state == FIT_SECTOR_NEW || sector->any_changed)
    for (guint b = 0; b < FIT_SECTOR_BLOCKS; b++)
      fit_window_know_block (window, (first + b) * FIT_PLAIN_NODES);
  if (kinds != NULL)
    of_sector = (FitSectorKinds){
      .version = fit_node_kinds_version (kinds),
      .of = fit_node_kinds_of (kinds),
      .nodes = window->list + number * FIT_SECTOR_NODES,
    };
  return fit_sector_update (sector, blocks, kinds != NULL ? &of_sector : NULL);
}

gboolean
fit_survey_begin (FitSurvey *survey, FitWindow *window, guint number)
{
  FitClassColumns *columns = fit_cache_class_columns (window->cycle->cache);
  FitSector *sector = fit_class_columns_sector (columns, number);

  survey->window = window;
  survey->sector = sector;
  survey->blocks
      = fit_class_columns_plain (columns, number * FIT_SECTOR_BLOCKS);
  survey->n_fit = 0;
  survey->best = FIT_COLUMN_UNFIT;
  if (!update_sector (window, number, sector, survey->blocks))
    return FALSE;
  if (ask_about_groups (survey))
    return TRUE;
  window->by_groups = FALSE;
  return FALSE;
}

/* A block of neighbours is asked with less effort.  If that happens often, groups are
 * not asked again. */
gboolean
fit_survey_is_too_much (const FitSurvey *survey, gint32 least)
{
  FitWindow *window = survey->window;
  guint n = 0;

  for (guint g = 0; g < survey->sector->n_groups; g++)
    if (survey->findings[g] == FIT_UNSURE
        || (survey->findings[g] == FIT_ALL_FIT && survey->most[g] >= least))
      n += count_members (survey, g);
  window->n_asked_groups++;
  if (n <= FIT_SECTOR_NODES / 4)
    return FALSE;
  window->n_vain++;
  if (4 * window->n_vain > window->n_asked_groups + 4)
    window->by_groups = FALSE;
  return TRUE;
}

/* Returns: FALSE if the values of the nodes matter */
static gboolean
survey_sector (FitSurvey *survey, FitWindow *window, guint number)
{
  if (!window->by_groups || !fit_survey_begin (survey, window, number)
      || fit_survey_is_too_much (survey, survey->best))
    return FALSE;
  window->only_best = !survey->any_raws && ask_about_nodes (survey);
  return window->only_best;
}

/* Marks the nodes that get the most, if @marks is not NULL.  Returns: how many
 * they are */
static guint
mark_best (const FitSurvey *survey, guint64 *marks)
{
  guint n_best = 0;

  for (guint g = 0; g < survey->sector->n_groups; g++)
    {
      const gboolean all = survey->findings[g] == FIT_ALL_EQUAL
                           && survey->least[g] == survey->best;

      if (all && marks == NULL)
        n_best += count_members (survey, g);
      else if (all || survey->findings[g] == FIT_ASKED)
        for (guint i = 0; i < count_members (survey, g); i++)
          {
            const guint place = place_of_member (survey, g, i);

            if (!all && survey->values[place] != survey->best)
              continue;
            n_best++;
            if (marks != NULL)
              marks[place / FIT_PLAIN_NODES] |= G_GUINT64_CONSTANT (1)
                                                << place % FIT_PLAIN_NODES;
          }
    }
  return n_best;
}

guint
fit_window_survey (FitWindow *window, guint number)
{
  FitColumnBlock *known = &fit_class_column_sectors (window->column)[number];
  gint32 values[FIT_SECTOR_NODES];
  FitSurvey survey;

  survey.values = values;
  if (!survey_sector (&survey, window, number))
    return FIT_BLOCK_UNKNOWN;
  window->surveyed = TRUE;
  *known = (FitColumnBlock){ survey.best, (guint16) mark_best (&survey, NULL),
                             (guint16) survey.n_fit };
  return known->n_fit;
}

guint
fit_window_find_best (FitWindow *window, guint number, guint turn)
{
  guint64 marks[FIT_SECTOR_BLOCKS] = { 0 };
  gint32 values[FIT_SECTOR_NODES];
  FitSurvey survey;
  guint b = 0;

  survey.values = values;
  /* As before, for nothing has changed. */
  if (!fit_survey_begin (&survey, window, number) || !ask_about_nodes (&survey))
    g_return_val_if_reached (0);
  mark_best (&survey, marks);
  while (turn >= (guint) __builtin_popcountll (marks[b]))
    turn -= (guint) __builtin_popcountll (marks[b++]);
  for (; turn > 0; turn--)
    marks[b] &= marks[b] - 1;
  return b * FIT_PLAIN_NODES + (guint) __builtin_ctzll (marks[b]);
}

/* -- all values ------------------------------------------------------------ */

static void
write_group (const FitSurvey *survey, guint group, guint begin)
{
  const FitFinding finding = survey->findings[group];
  const guint16 *places
      = survey->sector->members + survey->sector->begins[group];
  const guint n = count_members (survey, group);
  FitClassColumn *column = survey->window->column;
  gint32 *values = column->values + begin;
  const gint32 value
      = finding == FIT_NONE_FIT ? FIT_COLUMN_UNFIT : survey->least[group];

  if (finding == FIT_NONE_FIT || finding == FIT_ALL_EQUAL)
#pragma GCC unroll 4
    for (guint i = 0; i < n; i++)
      values[places[i]] = value;
  else
#pragma GCC unroll 4
    for (guint i = 0; i < n; i++)
      values[places[i]] = survey->values[places[i]];
  for (guint k = 0; k < FIT_COLUMN_RAWS && n > 0; k++)
    {
      const gint32 raw = survey->raws[k][group];

      if (raw == 0)
        continue;
      for (guint i = 0; i < n; i++)
        fit_class_column_set_raw (column, k, begin + places[i], raw);
    }
}

/* Goes on with what the rules say of labels. */
static void
write_labels (FitWindow *window, guint begin)
{
  const gint32 *labels = fit_window_know_labels (window, begin);
  FitClassColumn *column = window->column;

  for (guint i = 0; i < FIT_COLUMN_BLOCK; i++)
    if (labels[i] == FIT_COLUMN_UNFIT)
      column->values[begin + i] = FIT_COLUMN_UNFIT;
    else if (labels[i] > 0)
      fit_class_column_set_raw (column, window->labels_raw, begin + i,
                                labels[i]);
}

void
fit_window_write_sector (FitWindow *window, guint number)
{
  const guint first = number * FIT_SECTOR_BLOCKS;
  const FitColumnBlock *blocks = fit_class_column_blocks (window->column);
  gint32 values[FIT_SECTOR_NODES];
  FitSurvey survey;

  survey.values = values;
  for (guint b = 0; b < FIT_SECTOR_BLOCKS; b++)
    if (blocks[first + b].n_fit != FIT_BLOCK_STALE)
      return;
  if (!window->by_groups || !fit_survey_begin (&survey, window, number)
      || fit_survey_is_too_much (&survey, G_MININT32))
    return;
  for (guint g = 0; g < survey.sector->n_groups; g++)
    if ((survey.findings[g] == FIT_ALL_FIT || survey.findings[g] == FIT_UNSURE)
        && !ask_about_members (&survey, g))
      return;
  fit_class_column_begin_blocks (window->column, first, FIT_SECTOR_BLOCKS);
  for (guint g = 0; g < survey.sector->n_groups; g++)
    write_group (&survey, g, number * FIT_SECTOR_NODES);
  for (guint b = first; b < first + FIT_SECTOR_BLOCKS; b++)
    {
      if (window->labels != NULL)
        write_labels (window, b * FIT_COLUMN_BLOCK);
      fit_window_read_block (window, b * FIT_COLUMN_BLOCK);
    }
}

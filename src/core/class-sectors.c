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
#include "core/class-window.h"

#include <string.h>

typedef enum
{
  NONE_FIT,
  ALL_EQUAL, /* they fit, and get the same */
  ALL_FIT,
  UNSURE, /* some may fit */
  ASKED,  /* about each */
} Finding;

typedef struct
{
  FitWindow *window;
  const FitSector *sector;
  const FitPlainNodes *blocks;
  Finding findings[FIT_SECTOR_GROUPS];
  gint32 least[FIT_SECTOR_GROUPS]; /* that each node of a group gets */
  gint32 most[FIT_SECTOR_GROUPS];
  gint32 raws[FIT_COLUMN_RAWS][FIT_SECTOR_GROUPS];
  gboolean any_raws; /* that are not 0 */
  gint32
      values[FIT_SECTOR_NODES]; /* by place, of nodes that were asked about */
  guint n_fit;
  gint32 best;
} Survey;

/* -- groups ---------------------------------------------------------------- */

static guint
count_members (const Survey *survey, guint group)
{
  return survey->sector->n_members[group];
}

static guint
place_of_member (const Survey *survey, guint group, guint i)
{
  return survey->sector->members[survey->sector->begins[group] + i];
}

/* Begins with what the rules say that are by_traits.  Returns: FALSE if that is
 * too much */
static gboolean
take_facts (Survey *survey, FitPlainAnswers *least, FitPlainAnswers *most)
{
  const guint n_scaled = survey->window->n_scaled;
  const FitTraitsFacts *facts = NULL;

  memset (survey->raws, 0, sizeof survey->raws);
  survey->any_raws = FALSE;
  for (guint g = 0; g < survey->sector->n_groups; g++)
    {
      const guint place = place_of_member (survey, g, 0);

      if (facts == NULL || facts->traits != survey->sector->emptiest.traits[g])
        facts = fit_window_facts (survey->window,
                                  &survey->blocks[place / FIT_PLAIN_NODES],
                                  place % FIT_PLAIN_NODES);
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
      least->totals[g / 2][g % 2] = most->totals[g / 2][g % 2]
          = (gdouble) facts->sum;
      least->unfit[g / 2][g % 2] = most->unfit[g / 2][g % 2]
          = facts->fits ? 0 : -1;
    }
  return TRUE;
}

/* Returns: FALSE if a rule cannot tell */
static gboolean
ask_rules (const Survey *survey, FitPlainAnswers *least, FitPlainAnswers *most)
{
  const FitWindow *window = survey->window;
  const FitPlainBounds nodes
      = { &survey->sector->emptiest, &survey->sector->fullest };

  for (guint k = 0; k < window->n_runs; k++)
    {
      const FitPredicateRun *run = &window->runs[k];
      const FitPredicateInfo *info = run->predicate->info;

      if (info->check_plain == NULL
          || !info->check_plain (run, nodes.emptiest, most)
          || !info->check_plain (run, nodes.fullest, least))
        return FALSE;
    }
  for (guint k = 0; k < window->n_scores; k++)
    {
      const FitScoreRun *score = &window->scores[k];
      const FitPriorityInfo *info = score->run.priority->info;

      if (info->bound_plain == NULL
          || !info->bound_plain (&score->run, &nodes, (gdouble) score->weight,
                                 least, most))
        return FALSE;
    }
  return TRUE;
}

static void
note_group (Survey *survey, guint g, const FitPlainAnswers *least,
            const FitPlainAnswers *most)
{
  const guint n = count_members (survey, g);

  survey->findings[g] = NONE_FIT;
  if (n == 0 || most->unfit[g / 2][g % 2] != 0)
    return;
  survey->findings[g] = UNSURE;
  survey->most[g] = (gint32) most->totals[g / 2][g % 2];
  if (least->unfit[g / 2][g % 2] != 0)
    return;
  survey->least[g] = (gint32) least->totals[g / 2][g % 2];
  survey->findings[g]
      = survey->least[g] == survey->most[g] ? ALL_EQUAL : ALL_FIT;
  survey->n_fit += n;
  survey->best = MAX (survey->best, survey->least[g]);
}

static gboolean
ask_about_groups (Survey *survey)
{
  const gsize size = sizeof (FitPair) * survey->sector->emptiest.pairs;
  FitPlainAnswers least, most;

  memset (least.totals, 0, size);
  memset (least.unfit, 0, size);
  memset (most.totals, 0, size);
  memset (most.unfit, 0, size);
  if (!take_facts (survey, &least, &most) || !ask_rules (survey, &least, &most))
    return FALSE;
  for (guint g = 0; g < survey->sector->n_groups; g++)
    note_group (survey, g, &least, &most);
  return TRUE;
}

/* -- nodes ----------------------------------------------------------------- */

static gboolean
ask_about_members (Survey *survey, guint group)
{
  const guint n = count_members (survey, group);
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
        {
          const guint place = place_of_member (survey, group, k);

          fit_plain_nodes_copy (&nodes, k - i,
                                &survey->blocks[place / FIT_PLAIN_NODES],
                                place % FIT_PLAIN_NODES);
        }
      if (!fit_window_ask (survey->window, &nodes, end - i, values))
        return FALSE;
      for (guint k = i; k < end; k++)
        survey->values[place_of_member (survey, group, k)] = values[k - i];
    }
  return TRUE;
}

static gboolean
ask_about_group (Survey *survey, guint group)
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
  if (survey->findings[group] == UNSURE)
    survey->n_fit += n_fit;
  survey->findings[group] = ASKED;
  return TRUE;
}

/* Asks about the nodes of all groups of which it is not sure how many fit, and
 * then about those that may be among the best. */
static gboolean
ask_about_nodes (Survey *survey)
{
  const guint n = survey->sector->n_groups;

  for (guint g = 0; g < n; g++)
    if (survey->findings[g] == UNSURE && !ask_about_group (survey, g))
      return FALSE;
  for (guint next = 0; next < n;)
    {
      gint32 most = survey->best;

      next = n;
      for (guint g = 0; g < n; g++)
        if (survey->findings[g] == ALL_FIT && survey->most[g] >= most)
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

/* Asks about the groups.  Returns: FALSE if there are none, or the rules cannot
 * tell */
static gboolean
begin_survey (Survey *survey, FitWindow *window, guint number)
{
  FitClassColumns *columns = fit_cache_class_columns (window->cycle->cache);
  FitSector *sector = fit_class_columns_sector (columns, number);
  const guint first = number * FIT_SECTOR_BLOCKS;

  survey->window = window;
  survey->sector = sector;
  survey->blocks = fit_class_columns_plain (columns, first);
  survey->n_fit = 0;
  survey->best = FIT_COLUMN_UNFIT;
  if (sector->state == FIT_SECTOR_NEW || sector->any_changed)
    for (guint b = 0; b < FIT_SECTOR_BLOCKS; b++)
      fit_window_know_block (window, (first + b) * FIT_PLAIN_NODES);
  if (!fit_sector_update (sector, survey->blocks))
    return FALSE;
  window->by_groups = ask_about_groups (survey);
  return window->by_groups;
}

/* Is it too much to ask about all nodes that may get @least or more, and are not
 * known to get the same as the others of their group?  A block of neighbours is
 * asked with less effort.  If that happens often, groups are not asked again. */
static gboolean
is_too_much (const Survey *survey, gint32 least)
{
  FitWindow *window = survey->window;
  guint n = 0;

  for (guint g = 0; g < survey->sector->n_groups; g++)
    if (survey->findings[g] == UNSURE
        || (survey->findings[g] == ALL_FIT && survey->most[g] >= least))
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
survey_sector (Survey *survey, FitWindow *window, guint number)
{
  if (!window->by_groups || !begin_survey (survey, window, number)
      || is_too_much (survey, survey->best))
    return FALSE;
  window->only_best = !survey->any_raws && ask_about_nodes (survey);
  return window->only_best;
}

/* Marks the nodes that get the most, if @marks is not NULL.  Returns: how many
 * they are */
static guint
mark_best (const Survey *survey, guint64 *marks)
{
  guint n_best = 0;

  for (guint g = 0; g < survey->sector->n_groups; g++)
    {
      const gboolean all = survey->findings[g] == ALL_EQUAL
                           && survey->least[g] == survey->best;

      if (all && marks == NULL)
        n_best += count_members (survey, g);
      else if (all || survey->findings[g] == ASKED)
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
  Survey survey;

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
  Survey survey;
  guint b = 0;

  /* As before, for nothing has changed. */
  if (!begin_survey (&survey, window, number) || !ask_about_nodes (&survey))
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
write_group (const Survey *survey, guint group, guint begin)
{
  const Finding finding = survey->findings[group];
  const guint16 *places
      = survey->sector->members + survey->sector->begins[group];
  const guint n = count_members (survey, group);
  FitClassColumn *column = survey->window->column;
  gint32 *values = column->values + begin;
  const gint32 value
      = finding == NONE_FIT ? FIT_COLUMN_UNFIT : survey->least[group];

  if (finding == NONE_FIT || finding == ALL_EQUAL)
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
  Survey survey;

  for (guint b = 0; b < FIT_SECTOR_BLOCKS; b++)
    if (blocks[first + b].n_fit != FIT_BLOCK_STALE)
      return;
  if (!window->by_groups || !begin_survey (&survey, window, number)
      || is_too_much (&survey, G_MININT32))
    return;
  for (guint g = 0; g < survey.sector->n_groups; g++)
    if ((survey.findings[g] == ALL_FIT || survey.findings[g] == UNSURE)
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

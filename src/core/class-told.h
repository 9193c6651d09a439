/* class-told.h - what groups of similar nodes tell of the nodes of a search
 * (private to core/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/class-window.h"

typedef enum
{
  FIT_NONE_FIT,
  FIT_ALL_EQUAL, /* they fit, and get the same */
  FIT_ALL_FIT,
  FIT_UNSURE, /* some may fit */
  FIT_ASKED,  /* about each */
} FitFinding;

/* What rules that look at one node say of the groups of a sector. */
typedef struct
{
  FitWindow *window;
  const FitSector *sector;
  const FitPlainNodes *blocks;
  FitFinding findings[FIT_SECTOR_GROUPS];
  gint32 least[FIT_SECTOR_GROUPS]; /* that each node of a group gets */
  gint32 most[FIT_SECTOR_GROUPS];
  gint32 raws[FIT_COLUMN_RAWS][FIT_SECTOR_GROUPS];
  gboolean any_raws; /* that are not 0 */
  guint n_fit;       /* where that is sure */
  gint32 best;       /* the most that any of these gets at least */
  gint32 *values; /* borrowed: by place, of nodes that were asked about; set by
                        the caller */
} FitSurvey;

/* fit_survey_begin: asks about the groups of whole sector @number.  Returns: FALSE
 * if there are none, or the rules cannot tell */
gboolean fit_survey_begin (FitSurvey *survey, FitWindow *window, guint number);

/* fit_survey_is_too_much: is it too much to ask about all nodes that may get @least
 * or more, and are not known to get the same as the others of their group? */
gboolean fit_survey_is_too_much (const FitSurvey *survey, gint32 least);

/* fit_survey_ask: asks about the nodes at @n @places, which have the same traits.
 * Returns: FALSE if a score is too great */
gboolean fit_survey_ask (FitSurvey *survey, const guint16 *places, guint n);

/* fit_told_begin: sets @window->told if groups can tell all that the search wants
 * to know */
void fit_told_begin (FitWindow *window);

/* fit_told_take: takes whole sector @number, the first node of which has @place in
 * the window.  Returns: how many of its nodes fit; FIT_BLOCK_UNKNOWN if it does not
 * tell */
guint fit_told_take (FitWindow *window, guint number, guint place);

/* fit_told_score: adds up the totals.  Returns: FALSE if a rule cannot tell */
gboolean fit_told_score (FitWindow *window);

/* fit_told_select: Returns: the position of the chosen node, of several that have
 * been scored */
guint fit_told_select (FitWindow *window, FitGenericScheduler *scheduler,
                       gint64 *out_total);

/* fit_told_fill: finds out the total of each node of the window, which are in
 * @window->sums then */
void fit_told_fill (FitWindow *window);

/* objectives.h - what a cluster is measured by when a trial has ended
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache.h"
#include "simulate/replay-observer.h"
#include "tune/trial.h"

typedef enum
{
  FIT_TUNE_COUNT, /* of pods or nodes */
  FIT_TUNE_SHARE, /* in hundredths of a percent */
} FitTuneUnit;

typedef struct
{
  const char *name;    /* as the option and documents have it */
  const char *heading; /* of a column */
  const char *what;    /* for people: "pods that have a node at the end" */
  gboolean more;       /* is more better? */
  FitTuneUnit unit;
} FitTuneObjectiveInfo;

/* fit_tune_objective_info: Returns: (transfer none): row of the table */
const FitTuneObjectiveInfo *
fit_tune_objective_info (FitTuneObjective objective);

/* What a search is about, in the order in which it was asked for. */
typedef struct
{
  guint n;
  FitTuneObjective of[FIT_TUNE_OBJECTIVES];
} FitTuneGoals;

/* fit_tune_goals_parse: @lists: (nullable) NULL-terminated: names, separated by
 * commas; NULL: the usual ones.  Fails with FIT_ERROR_USAGE */
gboolean fit_tune_goals_parse (char *const *lists, FitTuneGoals *out,
                               GError **error);

/* fit_tune_goals_have: is @objective among them? */
gboolean fit_tune_goals_have (const FitTuneGoals *goals,
                              FitTuneObjective objective);

/* fit_tune_gain: by how much @value of @objective is better than @other;
 * negative: it is worse */
gint64 fit_tune_gain (FitTuneObjective objective, gint64 value, gint64 other);

/* fit_tune_value_text: Returns: (transfer full): "812", "12.34 %" */
char *fit_tune_value_text (FitTuneObjective objective, gint64 value);

/* -- measuring ------------------------------------------------------------- */

/* Where each pod of a replay went. */
typedef struct _FitTunePlaces FitTunePlaces;

FitTunePlaces *fit_tune_places_new (void);
void fit_tune_places_free (FitTunePlaces *places);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitTunePlaces, fit_tune_places_free)

/* fit_tune_places_observer: @places must live as long */
FitReplayObserver fit_tune_places_observer (FitTunePlaces *places);

/* fit_tune_places_error: Returns: (transfer none) (nullable): why an attempt
 * failed: then nobody knows where the pod would have gone, and the replay says
 * nothing */
const GError *fit_tune_places_error (const FitTunePlaces *places);

/* fit_tune_places_seen: Returns: how many pods were tried */
guint fit_tune_places_seen (const FitTunePlaces *places);

/**
 * fit_tune_measure:
 * @places: of a replay that has ended
 * @today: (nullable): those by the rules as they are
 * @cache: the cluster at the end
 *
 * Everything but FIT_TUNE_DRAINABLE_NODES, and FIT_TUNE_MOVED without @today.
 */
void fit_tune_measure (const FitTunePlaces *places, const FitTunePlaces *today,
                       const FitCache *cache, FitTuneOutcome *out);

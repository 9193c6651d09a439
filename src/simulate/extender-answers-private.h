/* extender-answers-private.h - a recording in memory
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"
#include "simulate/extender-answers.h"

typedef enum
{
  FIT_SAID_PASSES, /* for bind: is bound */
  FIT_SAID_DROPPED,
  FIT_SAID_FAILS,
  FIT_SAID_UNRESOLVABLE,
  FIT_SAID_SCORE,
  FIT_SAID_VICTIMS,
} FitSaidKind;

/* The answer for some nodes. */
typedef struct
{
  FitSaidKind kind;
  const char *text; /* for FAILS and UNRESOLVABLE */
  gint64 score;
  guint n_victims;
  const char **victims; /* "NAMESPACE/NAME", patterns */
  gboolean has_violations;
  gint64 n_violations; /* without: as many as the scheduler counted */

  GHashTable *names;   /* owned: the nodes by name; strings are in the arena */
  GPtrArray *patterns; /* owned, of GPatternSpec: the nodes by pattern */
} FitSaidRule;

/* The answers for some pods. */
typedef struct
{
  const char *pod;
  GPatternSpec *pattern; /* (nullable) owned; NULL: @pod is NAMESPACE/NAME */
  gint64 call;           /* 0: every call */
  const char *error;     /* (nullable): the call fails */
  guint n_rules;
  FitSaidRule *rules;
  gboolean has_order;
  guint n_order;
  const char **order; /* the nodes that are left, in order */
} FitSaidEntry;

/* All answers of one extender for one verb. */
typedef struct
{
  gboolean given;
  guint n_entries;
  FitSaidEntry *entries;
  GHashTable *by_pod; /* owned: NAMESPACE/NAME -> owned GArray of entry
                         indexes */
  GArray *by_pattern; /* owned: indexes of the entries with a pattern */
  GHashTable *calls;  /* owned: NAMESPACE/NAME -> number of calls so far */
} FitSaidVerb;

typedef struct
{
  GPatternSpec *url_prefix; /* owned */
  FitSaidVerb verbs[FIT_EXTENDER_N_VERBS];
} FitSaidExtender;

struct _FitExtenderAnswers
{
  char *source;    /* owned */
  FitArena *arena; /* owned: memory of everything not marked as owned */
  guint n_extenders;
  FitSaidExtender *extenders;
  FitExtenderCalls calls;
};

/* fit_extender_answers_init_calls: initialises @answers->calls */
void fit_extender_answers_init_calls (FitExtenderAnswers *answers);

/* fit_is_pattern: does @text contain a * or a ? */
gboolean fit_is_pattern (const char *text);

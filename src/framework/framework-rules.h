/* framework-rules.h - how the framework differs between releases (private to
 * framework/)
 *
 * A framework looks up its rules once.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/pod.h"
#include "releases/behaviour.h"
#include "framework/status.h"
#include "rules/points.h"

/* What a message is about: a FitExtensionPoint, or */
typedef enum
{
  FIT_TEXT_NORMALIZE = FIT_POINT_LAST, /* a part of Score */
  FIT_TEXT_SCORE_RANGE,                /* the same */
  FIT_TEXT_ADD_POD,                    /* extensions of PreFilter */
  FIT_TEXT_REMOVE_POD,
  FIT_TEXT_WAIT,         /* a wait at Permit has ended */
  FIT_TEXT_WAIT_TIMEOUT, /* it has timed out */
  FIT_TEXT_CREATE,       /* creating a plugin */
  FIT_TEXT_ABSENT,
  FIT_TEXT_EXTENDS, /* a plugin lacks the function */
  FIT_TEXT_LAST,
} FitFrameworkTopic;

/* The wording of a message.  "{plugin}", "{pod}" and "{full}" (the pod with its
 * namespace) stand for quoted names, "{name}" for the unquoted name of the
 * plugin, "{point}" for the release's name of the point, "{message}" for the
 * message. */
typedef struct
{
  const char *rejected; /* for an unschedulable status, which keeps its code;
                           NULL: use @failed */
  const char *failed;   /* (nullable) for an error; NULL: there is none */
} FitFrameworkTexts;

typedef struct
{
  FitRelease release;
  FitBehaviour behaviour;
  gint64 max_score;
  FitFrameworkTexts texts[FIT_TEXT_LAST];
} FitFrameworkRules;

void fit_framework_rules_init (FitFrameworkRules *rules, FitRelease release);

/* fit_framework_point_word: Returns: (transfer none): the text for "{point}" */
const char *fit_framework_point_word (const FitFrameworkRules *rules,
                                      FitExtensionPoint point);

/* The values for a text; unused ones may be NULL. */
typedef struct
{
  const char *plugin;
  const FitPod *pod;
  const char *point;
  const char *message;
} FitTextWords;

/* fit_text_fill: Returns: (transfer full) */
char *fit_text_fill (const char *text, const FitTextWords *words);

/**
 * fit_framework_word_status:
 * @given: (transfer full): the status from @plugin; not success
 *
 * Returns: the status for the scheduler: a rejection, or FIT_STATUS_ERROR
 */
FitStatus fit_framework_word_status (const FitFrameworkRules *rules,
                                     guint topic, const char *plugin,
                                     const FitPod *pod, FitStatus *given);

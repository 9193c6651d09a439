/* framework-rules.h - in what releases run and say things differently (private
 * to framework/)
 *
 * A framework looks its rules up once.
 */
#pragma once

#include "framework/plugin.h"

G_BEGIN_DECLS

typedef enum
{
  /* Permit does not hold up a cycle; waiting pods have a time per plugin, and
   * go on when all of these have allowed it. */
  FIT_RULE_SPLIT_PERMIT = 1 << 0,
  /* Unreserve is a part of Reserve, asked in reverse order. */
  FIT_RULE_RESERVE_UNDOES = 1 << 1,
  /* A plugin is in a list once; one list sorts the queue and some list binds. */
  FIT_RULE_STRICT_LISTS = 1 << 2,
  /* Weights come from the list of Score, not from the last that names the
   * plugin. */
  FIT_RULE_SCORE_WEIGHTS = 1 << 3,
  /* Weighted scores cannot overflow: of no plugin... */
  FIT_RULE_GUARDS_SUM = 1 << 4,
  /* PreFilter plugins may leave only some nodes. */
  FIT_RULE_NODE_SUBSETS = 1 << 5,
  /* Filters are asked all; the answers are merged. */
  FIT_RULE_ALL_FILTERS = 1 << 6,
  /* Skip at PreFilter spares the plugin its filter... */
  FIT_RULE_PRE_FILTER_SKIPS = 1 << 7,
  /* ...and at PreScore its scores. */
  FIT_RULE_PRE_SCORE_SKIPS = 1 << 8,
  /* After a PreFilter plugin that rejects the pod others are asked. */
  FIT_RULE_PRE_FILTER_GOES_ON = 1 << 9,
  /* Plugins that make room: UnschedulableAndUnresolvable ends it, and the last
   * nomination that decides is kept. */
  FIT_RULE_ROOM_MODES = 1 << 10,
} FitFrameworkRule;

/* What is spoken about: a point, or */
typedef enum
{
  FIT_TEXT_NORMALIZE = FIT_POINT_LAST, /* a part of Score */
  FIT_TEXT_SCORE_RANGE,                /* the same */
  FIT_TEXT_ADD_POD,                    /* extensions of PreFilter */
  FIT_TEXT_REMOVE_POD,
  FIT_TEXT_WAIT,         /* the end of a wait at Permit */
  FIT_TEXT_WAIT_TIMEOUT, /* the same, when its time was over */
  FIT_TEXT_CREATE,       /* making a plugin */
  FIT_TEXT_ABSENT,
  FIT_TEXT_EXTENDS, /* a plugin without the function */
  FIT_TEXT_LAST,
} FitFrameworkTopic;

/* What is made of a message.  "{plugin}", "{pod}" and "{full}" (the pod with its
 * namespace) stand for quoted names, "{name}" for that of the plugin as it is,
 * "{point}" for what the release calls a point, "{message}" for the message. */
typedef struct
{
  const char *rejected; /* of an unschedulable status, which keeps its code;
                           NULL: as failed */
  const char *failed;   /* (nullable) of an error; NULL: there is none */
} FitFrameworkTexts;

typedef struct
{
  FitRelease release;
  guint bits; /* of FitFrameworkRule */
  gint64 max_score;
  FitFrameworkTexts texts[FIT_TEXT_LAST];
} FitFrameworkRules;

void fit_framework_rules_init (FitFrameworkRules *rules, FitRelease release);

static inline gboolean
fit_framework_rule (const FitFrameworkRules *rules, FitFrameworkRule rule)
{
  return (rules->bits & rule) != 0;
}

/* fit_framework_point_word: Returns: (transfer none): for "{point}" */
const char *fit_framework_point_word (const FitFrameworkRules *rules,
                                      FitExtensionPoint point);

/* What fills a text; what it does not need may be NULL. */
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
 * @given: (transfer full): what @plugin said; not success
 *
 * Returns: what the scheduler is told: a rejection, or FIT_STATUS_ERROR
 */
FitStatus fit_framework_word_status (const FitFrameworkRules *rules,
                                     guint topic, const char *plugin,
                                     const FitPod *pod, FitStatus *given);

G_END_DECLS

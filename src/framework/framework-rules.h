/* framework-rules.h - how the framework differs between releases (private to
 * framework/)
 *
 * A framework looks up its rules once.
 */
#pragma once

#include "framework/plugin.h"

G_BEGIN_DECLS

typedef enum
{
  /* Permit does not block the cycle.  Waiting pods have a timeout per plugin,
   * and continue when all of these plugins have allowed it. */
  FIT_RULE_SPLIT_PERMIT = 1 << 0,
  /* Unreserve is part of Reserve, called in reverse order. */
  FIT_RULE_RESERVE_UNDOES = 1 << 1,
  /* A list names a plugin at most once.  There must be a QueueSort plugin and a
   * Bind plugin. */
  FIT_RULE_STRICT_LISTS = 1 << 2,
  /* A plugin's weight comes from the list of Score, not from the last list that
   * names the plugin. */
  FIT_RULE_SCORE_WEIGHTS = 1 << 3,
  /* Weighted scores cannot overflow, whatever the plugins. */
  FIT_RULE_GUARDS_SUM = 1 << 4,
  /* PreFilter plugins may restrict the nodes to check. */
  FIT_RULE_NODE_SUBSETS = 1 << 5,
  /* All Filter plugins run, and their statuses are merged. */
  FIT_RULE_ALL_FILTERS = 1 << 6,
  /* A plugin that returns Skip at PreFilter is skipped at Filter... */
  FIT_RULE_PRE_FILTER_SKIPS = 1 << 7,
  /* ...and one that does so at PreScore is skipped at Score. */
  FIT_RULE_PRE_SCORE_SKIPS = 1 << 8,
  /* After a PreFilter plugin has rejected the pod, the others still run. */
  FIT_RULE_PRE_FILTER_GOES_ON = 1 << 9,
  /* Among PostFilter plugins, UnschedulableAndUnresolvable ends the sequence,
   * and the last decided nomination is kept. */
  FIT_RULE_ROOM_MODES = 1 << 10,
} FitFrameworkRule;

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

G_END_DECLS

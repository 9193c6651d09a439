/* queue-rules.c - the table of differences of the queue, by release */
#include "queue/queue-rules.h"

/* A rule may have several rows. */
static const struct
{
  FitQueueRule rule;
  FitSpan span;
} rows[] = {
  { FIT_QUEUE_RULE_ATTEMPTS, FIT_SINCE (18) },
  { FIT_QUEUE_RULE_MANAGED_FIELDS, FIT_SINCE (19) },
  { FIT_QUEUE_RULE_SAME_VERSION, FIT_SINCE (20) },
  { FIT_QUEUE_RULE_UPDATE_WAITS, FIT_SINCE (21) },
  { FIT_QUEUE_RULE_ASSUMED_KEPT, FIT_SINCE (22) },
  { FIT_QUEUE_RULE_FINALIZERS, FIT_SINCE (22) },
  { FIT_QUEUE_RULE_EVENTS, FIT_SINCE (22) },
  { FIT_QUEUE_RULE_NODE_CHECK, FIT_SINCE (22) },
  { FIT_QUEUE_RULE_ACTIVATE, FIT_SINCE (22) },
  { FIT_QUEUE_RULE_LONG_STAY, FIT_SINCE (24) },
  { FIT_QUEUE_RULE_PRE_ENQUEUE, FIT_SINCE (26) },
  { FIT_QUEUE_RULE_HINTS, FIT_SINCE (28) },
  /* Off by default for a while because of its memory use, until that was
   * fixed. */
  { FIT_QUEUE_RULE_HINTS_ON, { FIT_RELEASE (28, 0), FIT_RELEASE (28, 6) } },
  { FIT_QUEUE_RULE_HINTS_ON, FIT_SINCE (32) },
  { FIT_QUEUE_RULE_HINTS_SUFFICE, FIT_SINCE (32) },
  { FIT_QUEUE_RULE_UNEXPLAINED, FIT_SINCE (29) },
  { FIT_QUEUE_RULE_EVERY_CHANGE, FIT_SINCE (30) },
  { FIT_QUEUE_RULE_POD_CHANGES, FIT_SINCE (31) },
  { FIT_QUEUE_RULE_RESOURCE_LABELS, FIT_SINCE (32) },
  { FIT_QUEUE_RULE_POP_FROM_BACKOFF, FIT_SINCE (33) },
  { FIT_QUEUE_RULE_LATE_END, FIT_SINCE (33) },
  { FIT_QUEUE_RULE_ERRORS_APART, FIT_SINCE (34) },
};

gboolean
fit_queue_rule (FitQueueRule rule, FitRelease release)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].rule == rule && fit_span_has (rows[i].span, release))
      return TRUE;
  return FALSE;
}

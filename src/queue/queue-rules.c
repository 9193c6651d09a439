/* queue-rules.c - the table of differences of the queue, by release */
#include "queue/queue-rules.h"

#define FOR_GOOD G_MAXINT

/* A rule may have several rows. */
static const struct
{
  FitQueueRule rule;
  FitRelease from;
  FitRelease until; /* the first release without it */
} rows[] = {
  { FIT_QUEUE_RULE_ATTEMPTS, FIT_RELEASE (18, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_MANAGED_FIELDS, FIT_RELEASE (19, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_SAME_VERSION, FIT_RELEASE (20, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_UPDATE_WAITS, FIT_RELEASE (21, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_ASSUMED_KEPT, FIT_RELEASE (22, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_FINALIZERS, FIT_RELEASE (22, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_EVENTS, FIT_RELEASE (22, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_NODE_CHECK, FIT_RELEASE (22, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_ACTIVATE, FIT_RELEASE (22, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_LONG_STAY, FIT_RELEASE (24, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_PRE_ENQUEUE, FIT_RELEASE (26, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_QUIET_CLOSE, FIT_RELEASE (28, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_HINTS, FIT_RELEASE (28, 0), FOR_GOOD },
  /* Off by default for a while because of its memory use, until that was
   * fixed. */
  { FIT_QUEUE_RULE_HINTS_ON, FIT_RELEASE (28, 0), FIT_RELEASE (28, 6) },
  { FIT_QUEUE_RULE_HINTS_ON, FIT_RELEASE (32, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_HINTS_SUFFICE, FIT_RELEASE (32, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_UNEXPLAINED, FIT_RELEASE (29, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_EVERY_CHANGE, FIT_RELEASE (30, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_POD_CHANGES, FIT_RELEASE (31, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_RESOURCE_LABELS, FIT_RELEASE (32, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_POP_FROM_BACKOFF, FIT_RELEASE (33, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_LATE_END, FIT_RELEASE (33, 0), FOR_GOOD },
  { FIT_QUEUE_RULE_ERRORS_APART, FIT_RELEASE (34, 0), FOR_GOOD },
};

gboolean
fit_queue_rule (FitQueueRule rule, FitRelease release)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].rule == rule && release >= rows[i].from
        && release < rows[i].until)
      return TRUE;
  return FALSE;
}

/* kinds.c - which function runs the cases of a kind
 * SPDX-License-Identifier: Apache-2.0 */
#include "conformance.h"

static const struct
{
  const char *kind;
  json_object *(*run) (const ConformanceCase *c);
} kinds[] = {
  { "evaluate", conformance_evaluate },
  { "sequence", conformance_sequence },
  { "policy", conformance_policy },
  { "preempt", conformance_preempt },
  { "profile", conformance_profile },
  { "migration", conformance_migration },
  { "defaults", conformance_defaults },
  { "events", conformance_events },
  { "config", conformance_configuration },
  { "queue-event", conformance_queue_event },
};

json_object *
conformance_run (const ConformanceCase *c, const char *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_strcmp0 (kind, kinds[i].kind) == 0)
      return kinds[i].run (c);
  return NULL;
}

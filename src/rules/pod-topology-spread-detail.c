/* pod-topology-spread-detail.c - explains why a node does not satisfy a spread
 * constraint
 * Tests: tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/pod-topology-spread.h"
#include "api/names.h"

#include <string.h>

/* The number of values to show for a topology key. */
#define FIRST_VALUES 8

/* Returns: (transfer full): "a: 3, b: 1", for values with pods */
static char *
describe_counts (const FitTopology *topology, guint slot, const gint32 *counts)
{
  const guint n = fit_topology_n_values (topology, slot);
  GString *out = g_string_new (NULL);
  guint shown = 0;

  for (guint32 value = 1; value < n; value++)
    {
      if (counts[value] == 0)
        continue;
      if (shown++ < FIRST_VALUES)
        g_string_append_printf (out, "%s%s: %d", shown > 1 ? ", " : "",
                                fit_topology_value (topology, slot, value),
                                counts[value]);
    }
  if (shown > FIRST_VALUES)
    g_string_append_printf (out, ", and %u more", shown - FIRST_VALUES);
  return g_string_free (out, FALSE);
}

void
fit_explain_missing_key (const char *key, FitDetail *detail)
{
  fit_detail_say (detail, "the node has no label %s", key);
  fit_detail_say_common (detail, "no label %s", key);
  fit_detail_add_fact (detail, "topologyKey", key);
}

void
fit_explain_spread (const FitTopology *topology, guint slot,
                    const gint32 *counts, const FitSpreadCount *spread,
                    FitDetail *detail)
{
  const char *key = spread->constraint->topology_key;
  const gint32 max_skew = spread->constraint->max_skew;
  const gint64 skew = spread->count + spread->self - spread->least;
  const gboolean by_host = strcmp (key, FIT_LABEL_HOSTNAME) == 0;
  g_autofree char *all = describe_counts (topology, slot, counts);
  g_autofree char *where
      = spread->least_value != NULL
            ? g_strdup_printf (" in %s=%s", key, spread->least_value)
            : g_strdup ("");

  fit_detail_say (
      detail,
      "%s=%s has %" G_GINT64_FORMAT " pod%s%s%s, the least is "
      "%" G_GINT64_FORMAT "%s: skew %" G_GINT64_FORMAT " exceeds maxSkew %d",
      key, spread->value, spread->count, spread->count == 1 ? "" : "s",
      spread->selects != NULL ? " with " : "",
      spread->selects != NULL ? spread->selects : "", spread->least, where,
      skew, max_skew);
  fit_detail_say_common (
      detail, "%s%s%s: skew %" G_GINT64_FORMAT " exceeds maxSkew %d", key,
      by_host ? "" : "=", by_host ? "" : spread->value, skew, max_skew);
  if (spread->least_value != NULL)
    fit_detail_advise (detail,
                       "make room%s, or raise maxSkew to "
                       "%" G_GINT64_FORMAT,
                       where, skew);
  else
    fit_detail_advise (detail, "raise maxSkew to %" G_GINT64_FORMAT, skew);
  if (spread->selector != NULL)
    fit_detail_add_change (detail, &(FitChange){ .type = FIT_CHANGE_FEWER,
                                                 .key = key,
                                                 .value = spread->value,
                                                 .selector = spread->selector,
                                                 .amount = skew - max_skew });
  fit_detail_add_fact (detail, "topologyKey", key);
  fit_detail_add_fact (detail, "topologyValue", spread->value);
  fit_detail_add_fact (detail, "selector", spread->selects);
  fit_detail_add_number (detail, "count", spread->count);
  fit_detail_add_number (detail, "least", spread->least);
  fit_detail_add_fact (detail, "leastValue", spread->least_value);
  fit_detail_add_number (detail, "skew", skew);
  fit_detail_add_number (detail, "maxSkew", max_skew);
  fit_detail_add_fact (detail, "counts", all);
}

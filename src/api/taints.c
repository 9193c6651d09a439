/* taints.c - which toleration tolerates which taint
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/taints.h"

#include <string.h>

#include "api/names.h"

static const char *const effect_names[] = {
  [FIT_EFFECT_NONE] = "",
  [FIT_EFFECT_NO_SCHEDULE] = "NoSchedule",
  [FIT_EFFECT_PREFER_NO_SCHEDULE] = "PreferNoSchedule",
  [FIT_EFFECT_NO_EXECUTE] = "NoExecute",
  [FIT_EFFECT_OTHER] = "(unknown)",
};
G_STATIC_ASSERT (G_N_ELEMENTS (effect_names) == FIT_EFFECT_OTHER + 1);

/* Reads an int64 without a plus sign, leading zeros or "-0". */
static gboolean
read_integer (const char *text, gint64 *out)
{
  const char *digits = *text == '-' ? text + 1 : text;

  if (*digits == '\0' || digits[strspn (digits, "0123456789")] != '\0')
    return FALSE;
  if (*digits == '0' && (digits[1] != '\0' || digits != text))
    return FALSE;
  return g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, out, NULL);
}

gboolean
fit_toleration_tolerates (const FitToleration *toleration,
                          const FitTaint *taint)
{
  gint64 limit, value;

  if (toleration->effect != FIT_EFFECT_NONE
      && toleration->effect != taint->effect)
    return FALSE;
  if (toleration->key[0] != '\0' && toleration->key != taint->key)
    return FALSE;
  if (toleration->op == FIT_TOLERATION_EXISTS)
    return TRUE;
  /* An empty key with Equal matches any key, but the value must still match. */
  if (toleration->op == FIT_TOLERATION_EQUAL)
    return toleration->value == taint->value;
  if (toleration->op == FIT_TOLERATION_INVALID)
    return FALSE;
  if (!read_integer (toleration->value, &limit)
      || !read_integer (taint->value, &value))
    return FALSE;
  return toleration->op == FIT_TOLERATION_LT ? value < limit : value > limit;
}

gboolean
fit_tolerations_tolerate (const FitToleration *tolerations, guint n,
                          const FitTaint *taint)
{
  for (guint i = 0; i < n; i++)
    if (fit_toleration_tolerates (&tolerations[i], taint))
      return TRUE;
  return FALSE;
}

const FitTaint *
fit_find_untolerated (const FitToleration *tolerations, guint n,
                      const FitTaint *taints, guint n_taints, guint effects)
{
  /* Two long lists mostly have one order: what comes next is looked at first. */
  guint next = n;

  for (guint i = 0; i < n_taints; i++)
    {
      if (!(effects >> taints[i].effect & 1))
        continue;
      if (next < n && fit_toleration_tolerates (&tolerations[next], &taints[i]))
        {
          next++;
          continue;
        }
      next = 0;
      while (next < n
             && !fit_toleration_tolerates (&tolerations[next], &taints[i]))
        next++;
      if (next == n)
        return &taints[i];
      next++;
    }
  return NULL;
}

FitTaintEffect
fit_taint_effect_parse (const char *text)
{
  if (text == NULL)
    return FIT_EFFECT_NONE;
  for (guint i = FIT_EFFECT_NONE; i < FIT_EFFECT_OTHER; i++)
    if (g_str_equal (text, effect_names[i]))
      return (FitTaintEffect) i;
  return FIT_EFFECT_OTHER;
}

const char *
fit_taint_effect_name (FitTaintEffect effect)
{
  return (guint) effect < G_N_ELEMENTS (effect_names) ? effect_names[effect]
                                                      : "(unknown)";
}

/* Taints that the node lifecycle controller sets, and the conditions behind
 * them. */
static const struct
{
  const char *key;
  const char *condition; /* (nullable): NULL: the node is cordoned */
} meanings[] = {
  { "node.kubernetes.io/not-ready", "Ready" },
  { "node.kubernetes.io/unreachable", "Ready" },
  { "node.kubernetes.io/memory-pressure", "MemoryPressure" },
  { "node.kubernetes.io/disk-pressure", "DiskPressure" },
  { "node.kubernetes.io/pid-pressure", "PIDPressure" },
  { "node.kubernetes.io/network-unavailable", "NetworkUnavailable" },
  { FIT_TAINT_UNSCHEDULABLE, NULL },
};

gboolean
fit_taint_is_set_by_kubernetes (const FitTaint *taint,
                                const char **out_condition)
{
  for (guint i = 0; i < G_N_ELEMENTS (meanings); i++)
    if (strcmp (meanings[i].key, taint->key) == 0)
      {
        *out_condition = meanings[i].condition;
        return TRUE;
      }
  return FALSE;
}

/* modern-pods.c - what rules make of fields that v1.16 does not know
 * SPDX-License-Identifier: Apache-2.0 */
#include "assembly/modern-pods.h"

#include "assembly/scheduled-pods.h"

FitModernResult
fit_modern_result (const FitModernRules *rules, const FitProfile *profile,
                   const FitModernField *field)
{
  const FitConfiguration *configuration = rules->configuration;
  const FitModernUse use
      = fit_rules_modern_use (configuration, profile, rules->mode);
  gboolean counted = ((guint) rules->flags & field->flags) != 0;

  if (use.waits & (guint) field->bit)
    return FIT_MODERN_HELD;
  if (use.unanswered & (guint) field->bit)
    return FIT_MODERN_REFUSED;
  if (field->by_rule)
    counted = configuration != NULL
                  ? fit_modern_field_read (field, configuration->target.release,
                                           configuration->target.gates)
                        && fit_profile_has_any (profile, field->plugin)
                  : rules->mode != FIT_MODERN_STRICT_LEGACY;
  return counted ? FIT_MODERN_COUNTED : FIT_MODERN_IGNORED;
}

const char *
fit_modern_result_name (FitModernResult result)
{
  static const char *const names[] = {
    [FIT_MODERN_IGNORED] = "ignored",
    [FIT_MODERN_COUNTED] = "counted",
    [FIT_MODERN_HELD] = "held",
    [FIT_MODERN_REFUSED] = "refused",
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FIT_MODERN_RESULTS);

  return names[result];
}

char *
fit_modern_tell (const FitModernRules *rules, const FitModernField *field,
                 FitModernResult result, const char *whose)
{
  const FitConfiguration *configuration = rules->configuration;
  static const char *const legacy[] = {
    [FIT_MODERN_IGNORED] = "they do not count (--modern-objects=strict-legacy)",
    [FIT_MODERN_COUNTED]
    = "they count, since a pod cannot run where they do not fit "
      "(--modern-objects=honour)",
    [FIT_MODERN_HELD] = "such pods are not tried while they have them, since "
                        "the API server refuses to bind them",
    [FIT_MODERN_REFUSED] = "such pods stay pending",
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (legacy) == FIT_MODERN_RESULTS);
  if (configuration == NULL)
    return g_strdup_printf ("%s %s (%s), which v1.16 does not know: %s", whose,
                            field->field, field->what, legacy[result]);
  if (result != FIT_MODERN_IGNORED)
    return NULL;
  return g_strdup_printf (
      "%s %s (%s), which %s does not read%s", whose, field->field, field->what,
      fit_release_name (configuration->target.release),
      fit_span_has (field->span, configuration->target.release)
          ? " with these feature gates and plugins"
          : "");
}

/* modern-pods.h - what a set of rules makes of each field that v1.16 does not
 * know, and the words for it
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/configuration.h"
#include "rules/modern-objects.h"

typedef enum
{
  FIT_MODERN_IGNORED,
  FIT_MODERN_COUNTED, /* it changes what the pod counts */
  FIT_MODERN_HELD,    /* the pod is not tried while it has it */
  FIT_MODERN_REFUSED, /* there is no answer about the pod */
  FIT_MODERN_RESULTS,
} FitModernResult;

/* The rules.  Borrowed. */
typedef struct
{
  const FitConfiguration *configuration; /* (nullable) */
  FitModernObjects mode;                 /* without it */
  FitDecodeFlags flags;                  /* with which objects are read */
} FitModernRules;

/* fit_modern_result: of @field in pods of @profile (nullable: without a
 * configuration) */
FitModernResult fit_modern_result (const FitModernRules *rules,
                                   const FitProfile *profile,
                                   const FitModernField *field);

/* fit_modern_result_name: "ignored", "counted", "held", "refused" */
const char *fit_modern_result_name (FitModernResult result);

/* fit_modern_tell: Returns: (transfer full) (nullable): what is said once of
 * @field, of which @whose tells: "pod default/web has"; NULL if the rules treat
 * it as their release does, and know it */
char *fit_modern_tell (const FitModernRules *rules, const FitModernField *field,
                       FitModernResult result, const char *whose);

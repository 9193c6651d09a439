/* modern-objects.h - what a set of rules makes of fields that v1.16 does not
 * know
 *
 * The table in modern-objects.c has those that hold a pod back, change what it
 * counts, or take the decision to other objects than pods and nodes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/decode-flags.h"
#include "api/pod.h"
#include "releases/behaviour.h"

/* How the rules of v1.16 treat objects with such fields. */
typedef enum
{
  FIT_MODERN_STRICT_LEGACY, /* as v1.16 does: it ignores them */
  FIT_MODERN_HONOUR,        /* they count as in the release that reads them */
  FIT_MODERN_REFUSE,        /* such pods are not placed */
} FitModernObjects;

/* One field. */
typedef struct
{
  FitModernFields bit; /* of fit_modern_fields_of() */
  const char *field;   /* "spec.resourceClaims" */
  const char *what;    /* "resource claims" */
  FitSpan span;        /* of releases whose scheduler reads it... */
  FitGate gate;        /* ...if this gate is on; FIT_GATE_NONE: always... */
  const char *plugin;  /* (nullable) ...and the profile runs this plugin */
  guint flags;         /* FitDecodeFlags that make it count */
  gboolean waits;      /* the pod waits for somebody else */
  gboolean by_rule;    /* a predicate beside those of the Policy makes it
                          count, whatever becomes of pods with other fields */
} FitModernField;

/* fit_modern_fields_of: Returns: FitModernFields that @object has */
guint fit_modern_fields_of (FitKind kind, gconstpointer object);

/* fit_modern_fields: Returns: (transfer none) */
const FitModernField *fit_modern_fields (guint *out_n);

/* fit_modern_field_evaluated: can fitsched tell what the field makes of a
 * decision? */
gboolean fit_modern_field_evaluated (const FitModernField *field);

/* fit_modern_field_read: does the scheduler of @release read it, with these
 * gates and if it runs the plugin? */
gboolean fit_modern_field_read (const FitModernField *field, FitRelease release,
                                FitFeatureGates gates);

/* What holds pods back, as FitModernFields.  All zero: nothing. */
typedef struct
{
  guint waits;      /* with one of these a pod is not tried, and nothing is said
                       about it */
  guint unanswered; /* with one of these there is no answer about it */
  gboolean refuses; /* because FIT_MODERN_REFUSE says so */
} FitModernUse;

/* fit_modern_use: of the rules of v1.16 */
FitModernUse fit_modern_use (FitModernObjects mode);

/* fit_modern_flags: the flags with which the rules of v1.16 read objects, as
 * @release means them */
FitDecodeFlags fit_modern_flags (FitModernObjects mode, FitRelease release);

/* fit_modern_waits: does @pod wait for somebody else? */
static inline gboolean
fit_modern_waits (const FitModernUse *use, const FitPod *pod)
{
  return (pod->spec->modern & use->waits) != 0;
}

/* fit_modern_answers: can there be an answer about @pod?
 * Returns: FALSE with FIT_ERROR_NOT_EVALUATED */
gboolean fit_modern_answers (const FitModernUse *use, const FitPod *pod,
                             GError **error);

/* status.h - the result of a plugin call
 *
 * A code and an explanation: one text, or from v1.18 on several reasons.  All
 * zero is success.
 *
 * Source: kube-scheduler v1.16 framework/v1alpha1 Status, v1.28
 * framework/interface.go.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_STATUS_SUCCESS,
  FIT_STATUS_ERROR,                          /* internal failure */
  FIT_STATUS_UNSCHEDULABLE,                  /* rejected; preemption may help */
  FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE, /* rejected; preemption cannot
                                                help */
  FIT_STATUS_WAIT,                           /* Permit only */
  FIT_STATUS_SKIP, /* Bind; from v1.27 on PreFilter and PreScore */
  FIT_STATUS_LAST,
} FitStatusCode;

/* All zero is success. */
typedef struct
{
  FitStatusCode code;
  char *message;      /* (nullable) owned: all reasons; NULL is "" */
  GPtrArray *reasons; /* (nullable) owned, of char *; NULL if @message is the
                         only reason */
  const char *plugin; /* (nullable) borrowed: the plugin that rejected or
                         failed, if known */
} FitStatus;

/* fit_status: Returns: a status with a formatted message */
FitStatus fit_status (FitStatusCode code, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* fit_status_from_error: FIT_STATUS_ERROR with the message of @error, which is
 * freed; success if @error is NULL */
FitStatus fit_status_from_error (GError *error);

void fit_status_clear (FitStatus *status);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitStatus, fit_status_clear)

/* fit_status_steal: Returns: the value of @status, and resets that to
 * success */
FitStatus fit_status_steal (FitStatus *status);

/* fit_status_message: Returns: (transfer none): never NULL; reasons are joined
 * with ", " */
const char *fit_status_message (const FitStatus *status);

/* fit_status_reasons: Returns: (transfer none) (nullable): @out_n texts */
const char *const *fit_status_reasons (const FitStatus *status, guint *out_n);

/* fit_status_add_reason: adds a copy of @reason */
void fit_status_add_reason (FitStatus *status, const char *reason);

/**
 * fit_status_merge:
 *
 * Adds @other, which must not be success.  Its reasons come last.  An error
 * outweighs FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE, which outweighs all
 * other codes.
 */
void fit_status_merge (FitStatus *status, const FitStatus *other);

/* fit_status_unschedulable: is it one of the two unschedulable codes? */
gboolean fit_status_unschedulable (const FitStatus *status);

/* fit_status_code_name: "Success", "Error", "Unschedulable", ... */
const char *fit_status_code_name (FitStatusCode code);

G_END_DECLS

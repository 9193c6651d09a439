/* status.h - what a plugin answers
 *
 * Source: kube-scheduler v1.16 framework/v1alpha1 Status.
 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_STATUS_SUCCESS,
  FIT_STATUS_ERROR,                          /* internal failure */
  FIT_STATUS_UNSCHEDULABLE,                  /* rejected; preemption may help */
  FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE, /* rejected; it cannot help */
  FIT_STATUS_WAIT,                           /* Permit only */
  FIT_STATUS_SKIP,                           /* Bind only */
  FIT_STATUS_LAST,
} FitStatusCode;

/* All zero is success. */
typedef struct
{
  FitStatusCode code;
  char *message; /* (nullable) owned: NULL is "" */
} FitStatus;

/* fit_status: with a formatted message */
FitStatus fit_status (FitStatusCode code, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* fit_status_from_error: FIT_STATUS_ERROR with the message of @error, which is
 * freed; success when @error is NULL */
FitStatus fit_status_from_error (GError *error);

void fit_status_clear (FitStatus *status);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitStatus, fit_status_clear)

/* fit_status_message: Returns: (transfer none): never NULL */
const char *fit_status_message (const FitStatus *status);

/* fit_status_unschedulable: one of the two codes that say so */
gboolean fit_status_unschedulable (const FitStatus *status);

/* fit_status_code_name: "Success", "Error", "Unschedulable", ... */
const char *fit_status_code_name (FitStatusCode code);

G_END_DECLS

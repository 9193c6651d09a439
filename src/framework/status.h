/* status.h - what a plugin answers
 *
 * A code, and why: one text, or from v1.18 on several reasons.  Zero is
 * success.
 *
 * Source: kube-scheduler v1.16 framework/v1alpha1 Status, v1.28
 * framework/interface.go.
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
  FIT_STATUS_SKIP, /* Bind; from v1.26 on PreFilter, from v1.27 on PreScore */
  FIT_STATUS_LAST,
} FitStatusCode;

/* All zero is success. */
typedef struct
{
  FitStatusCode code;
  char *message;      /* (nullable) owned: NULL is ""; all reasons */
  GPtrArray *reasons; /* (nullable) owned, of char *: NULL where @message is the
                         only one */
  const char *plugin; /* (nullable) borrowed: the plugin that has rejected or
                         failed, where a framework knows */
} FitStatus;

/* fit_status: with a formatted message */
FitStatus fit_status (FitStatusCode code, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* fit_status_from_error: FIT_STATUS_ERROR with the message of @error, which is
 * freed; success when @error is NULL */
FitStatus fit_status_from_error (GError *error);

void fit_status_clear (FitStatus *status);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitStatus, fit_status_clear)

/* fit_status_steal: Returns: what @status was; that is success then */
FitStatus fit_status_steal (FitStatus *status);

/* fit_status_message: Returns: (transfer none): never NULL; reasons are joined
 * with ", " */
const char *fit_status_message (const FitStatus *status);

/* fit_status_reasons: Returns: (transfer none) (nullable): @out_n texts */
const char *const *fit_status_reasons (const FitStatus *status, guint *out_n);

/* fit_status_add_reason: one more; @reason is copied */
void fit_status_add_reason (FitStatus *status, const char *reason);

/**
 * fit_status_merge:
 *
 * Adds what @other says, which is not success: its reasons come last; an error
 * outweighs FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE, which outweighs all
 * others.
 */
void fit_status_merge (FitStatus *status, const FitStatus *other);

/* fit_status_unschedulable: one of the two codes that say so */
gboolean fit_status_unschedulable (const FitStatus *status);

/* fit_status_code_name: "Success", "Error", "Unschedulable", ... */
const char *fit_status_code_name (FitStatusCode code);

G_END_DECLS

/* status.c - creates, merges and words the results of plugin calls
 * SPDX-License-Identifier: Apache-2.0 */
#include "framework/status.h"

FitStatus
fit_status (FitStatusCode code, const char *format, ...)
{
  FitStatus status = { .code = code };
  va_list arguments;

  va_start (arguments, format);
  status.message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return status;
}

FitStatus
fit_status_from_error (GError *error)
{
  FitStatus status = { .code = FIT_STATUS_SUCCESS };

  if (error != NULL)
    {
      status.code = FIT_STATUS_ERROR;
      status.message = g_steal_pointer (&error->message);
      g_error_free (error);
    }
  return status;
}

void
fit_status_clear (FitStatus *status)
{
  g_free (status->message);
  g_clear_pointer (&status->reasons, g_ptr_array_unref);
  *status = (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

FitStatus
fit_status_steal (FitStatus *status)
{
  const FitStatus taken = *status;

  *status = (FitStatus){ .code = FIT_STATUS_SUCCESS };
  return taken;
}

const char *
fit_status_message (const FitStatus *status)
{
  return status->message != NULL ? status->message : "";
}

const char *const *
fit_status_reasons (const FitStatus *status, guint *out_n)
{
  if (status->reasons != NULL)
    {
      *out_n = status->reasons->len;
      return (const char *const *) status->reasons->pdata;
    }
  *out_n = status->message != NULL;
  return status->message != NULL ? (const char *const *) &status->message
                                 : NULL;
}

void
fit_status_add_reason (FitStatus *status, const char *reason)
{
  char *joined;

  if (status->message == NULL)
    {
      status->message = g_strdup (reason);
      return;
    }
  if (status->reasons == NULL)
    {
      status->reasons = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (status->reasons, g_strdup (status->message));
    }
  g_ptr_array_add (status->reasons, g_strdup (reason));
  joined = g_strdup_printf ("%s, %s", status->message, reason);
  g_free (status->message);
  status->message = joined;
}

static gboolean
given (FitStatusCode code, const FitStatus *a, const FitStatus *b)
{
  return a->code == code || b->code == code;
}

void
fit_status_merge (FitStatus *status, const FitStatus *other)
{
  guint n;
  const char *const *reasons = fit_status_reasons (other, &n);

  if (given (FIT_STATUS_ERROR, status, other))
    status->code = FIT_STATUS_ERROR;
  else if (given (FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE, status, other))
    status->code = FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE;
  else
    status->code = other->code;
  if (status->plugin == NULL)
    status->plugin = other->plugin;
  for (guint i = 0; i < n; i++)
    fit_status_add_reason (status, reasons[i]);
}

gboolean
fit_status_unschedulable (const FitStatus *status)
{
  return status->code == FIT_STATUS_UNSCHEDULABLE
         || status->code == FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE;
}

const char *
fit_status_code_name (FitStatusCode code)
{
  static const char *const names[] = {
    [FIT_STATUS_SUCCESS] = "Success",
    [FIT_STATUS_ERROR] = "Error",
    [FIT_STATUS_UNSCHEDULABLE] = "Unschedulable",
    [FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE]
    = "UnschedulableAndUnresolvable",
    [FIT_STATUS_WAIT] = "Wait",
    [FIT_STATUS_SKIP] = "Skip",
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FIT_STATUS_LAST);
  return names[code];
}

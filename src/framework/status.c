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
  *status = (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

const char *
fit_status_message (const FitStatus *status)
{
  return status->message != NULL ? status->message : "";
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

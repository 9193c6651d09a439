/* messages.c - messages to the thread of the scheduler
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/daemon-private.h"

#define NS_PER_MS G_GINT64_CONSTANT (1000000)

void
fit_daemon_post (FitDaemon *daemon, const FitMessage *message)
{
  fit_mailbox_put (daemon->messages, g_memdup2 (message, sizeof *message));
}

void
fit_daemon_note (const FitDaemon *daemon, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  daemon->options.note (text, daemon->options.data);
}

void
fit_daemon_post_note (const char *text, gpointer daemon)
{
  fit_daemon_post (daemon, &(const FitMessage){ .type = FIT_MESSAGE_NOTE,
                                                .text = g_strdup (text) });
}

void
fit_daemon_later (FitDaemon *daemon, guint ms, GDestroyNotify func,
                  GDestroyNotify destroy, gpointer data)
{
  fit_daemon_post (
      daemon, &(const FitMessage){
                  .type = FIT_MESSAGE_LATER,
                  .due_ns = g_get_monotonic_time () * 1000 + ms * NS_PER_MS,
                  .func = func,
                  .destroy = destroy,
                  .data = data,
              });
}

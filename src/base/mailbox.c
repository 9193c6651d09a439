/* mailbox.c - a queue through which threads send items to another thread
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/mailbox.h"

#include "base/monitor.h"

struct _FitMailbox
{
  GDestroyNotify destroy; /* (nullable) */
  FitMonitor monitor;
  GQueue items; /* owned, under the lock */
};

FitMailbox *
fit_mailbox_new (GDestroyNotify destroy)
{
  FitMailbox *mailbox = g_new0 (FitMailbox, 1);

  mailbox->destroy = destroy;
  fit_monitor_init (&mailbox->monitor);
  return mailbox;
}

void
fit_mailbox_free (FitMailbox *mailbox)
{
  gpointer item;

  if (mailbox == NULL)
    return;
  while ((item = g_queue_pop_head (&mailbox->items)) != NULL)
    if (mailbox->destroy != NULL)
      mailbox->destroy (item);
  fit_monitor_clear (&mailbox->monitor);
  g_free (mailbox);
}

void
fit_mailbox_put (FitMailbox *mailbox, gpointer item)
{
  fit_monitor_lock (&mailbox->monitor);
  g_queue_push_tail (&mailbox->items, item);
  fit_monitor_changed (&mailbox->monitor);
  fit_monitor_unlock (&mailbox->monitor);
}

gpointer
fit_mailbox_take (FitMailbox *mailbox, gint64 until_us)
{
  gpointer item;

  fit_monitor_lock (&mailbox->monitor);
  while ((item = g_queue_pop_head (&mailbox->items)) == NULL && until_us > 0
         && fit_monitor_wait (&mailbox->monitor, until_us))
    continue;
  fit_monitor_unlock (&mailbox->monitor);
  return item;
}

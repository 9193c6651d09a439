/* mailbox.h - a queue through which threads send items to another thread
 *
 * A GAsyncQueue that the thread sanitizer can see into (monitor.h).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

typedef struct _FitMailbox FitMailbox;

/* fit_mailbox_new: @destroy: (nullable): for items that nobody takes */
FitMailbox *fit_mailbox_new (GDestroyNotify destroy);

/* fit_mailbox_free: no other thread may use @mailbox any more */
void fit_mailbox_free (FitMailbox *mailbox);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitMailbox, fit_mailbox_free)

/* fit_mailbox_put: from any thread.  @item: (transfer full), not NULL */
void fit_mailbox_put (FitMailbox *mailbox, gpointer item);

/* fit_mailbox_take: the first item, after waiting for it until @until_us of the
 * monotonic clock; 0: not at all, G_MAXINT64: forever.
 * Returns: (transfer full) (nullable): NULL if none has come */
gpointer fit_mailbox_take (FitMailbox *mailbox, gint64 until_us);

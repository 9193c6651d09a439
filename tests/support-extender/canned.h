/* canned.h - a server that says certain bytes, whether they are HTTP or not
 *
 * For what no proper server would do.  Runs in a thread of the test.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* What is said to one request. */
typedef struct
{
  const char *bytes; /* borrowed */
  gssize len;        /* -1: up to the NUL */
  gboolean closes;   /* the connection, afterwards */
} CannedReply;

typedef struct _CannedServer CannedServer;

/* canned_server_new: requests get @replies in turn; when there are none left,
 * the last one */
CannedServer *canned_server_new (const CannedReply *replies, guint n);
void canned_server_free (CannedServer *server);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CannedServer, canned_server_free)

/* canned_server_url: Returns: (transfer full): "http://127.0.0.1:PORT/" */
char *canned_server_url (const CannedServer *server);

/* canned_server_requests: how many came in completely */
guint canned_server_requests (CannedServer *server);

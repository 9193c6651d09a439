/* replay-server.h - answers requests with what was recorded, in order
 *
 * It understands nothing: a request gets the first answer that is left, whatever it
 * asks for, unless the answer says for which requests it is, or a function of the
 * test chooses.  It cuts, delays and goes silent where an answer says so.  What does
 * not work fails the test.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

#include "tests/support/cmocka.h"

typedef enum
{
  REPLAY_WHOLE,   /* and the connection is kept */
  REPLAY_CUT,     /* the connection ends before the body does */
  REPLAY_SILENT,  /* nothing more comes, and nothing ends */
  REPLAY_ENDLESS, /* the last piece again and again */
} ReplayEnd;

typedef struct
{
  const char *to;            /* (nullable) only to requests with this in them */
  guint status;              /* 0: the connection ends without a word */
  const char *headers;       /* (nullable) "Name: value\r\n" */
  const char *const *pieces; /* (nullable) of the body, sent one by one */
  ReplayEnd end;
  guint delay_ms;        /* before the answer */
  gboolean held;         /* nothing is said before replay_server_release() */
  gboolean without_head; /* silent from the beginning */
  gboolean raw;          /* @pieces are all that is sent, head and all */
  char **owned;          /* (nullable) of replay_load() */
} ReplayAnswer;

/* replay_load: the recorded exchange tests/client/data/NAME.json; to be handed
 * over to a server, which frees it */
ReplayAnswer replay_load (const char *name);

typedef struct _ReplayServer ReplayServer;

/* replay_server_new: @answers: copied; more than these get no word */
ReplayServer *replay_server_new (const ReplayAnswer *answers, guint n);

/* ReplayChoose: what @request, head and body, gets; runs on threads of the server,
 * one at a time.  What the answer owns is freed. */
typedef ReplayAnswer (*ReplayChoose) (const char *request, gpointer data);

/* replay_server_new_for: @data: borrowed */
ReplayServer *replay_server_new_for (ReplayChoose choose, gpointer data);
void replay_server_free (ReplayServer *server);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ReplayServer, replay_server_free)

/* replay_server_release: what is held may go, now and from now on */
void replay_server_release (ReplayServer *server);

/* replay_server_url: Returns: (transfer none): "http://127.0.0.1:PORT" */
const char *replay_server_url (const ReplayServer *server);

/* replay_server_next: Returns: (transfer full): the next request that came, head
 * and body; waits for it */
char *replay_server_next (ReplayServer *server);

/* replay_server_count: takes the requests that came and were not taken yet.
 * Returns: how many */
guint replay_server_count (ReplayServer *server);

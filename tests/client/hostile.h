/* hostile.h - answers of an API server that means harm, for all who read answers
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/client/replay-server.h"

/* In no message, whatever the server says. */
#define HOSTILE_TOKEN "canary-7e41d2"

typedef struct
{
  const char *name;
  gboolean is_large; /* objects that are right, as many as a list may have */
  ReplayAnswer answer;
} HostileAnswer;

/* hostile_answers: Returns: (transfer none): all of them */
const HostileAnswer *hostile_answers (guint *out_n);

/* hostile_misfits: Returns: (transfer full): texts, owned: the JSON @right with each of
 * its values, on every level, replaced by one of another type */
GPtrArray *hostile_misfits (const char *right);

/* hostile_is_chosen: is answer number @i tried where the same is done @k-th?  A quarter
 * of them is, each time another one, by FIT_TEST_SEED in the environment; with
 * FIT_TEST_LONG=1 all are. */
gboolean hostile_is_chosen (guint i, guint k);

/* A server of which some requests get one hostile answer, and all others what is
 * right. */
typedef struct
{
  const char *needle; /* in the first line of a request */
  const char *body;   /* (nullable): what it gets; NULL: what was sent */
  gboolean is_open;   /* and nothing ends */
  guint status;       /* 0: 200 */
} HostileFact;

typedef struct
{
  const char *needle;          /* in the requests that get @answer ... */
  guint times;                 /* ... so often at first */
  const HostileAnswer *answer; /* borrowed */
  const HostileFact *facts;    /* borrowed: the first that fits; then 404 */
  guint n_facts;
  gboolean facts_first;    /* what a fact is for never gets @answer */
  guint given;             /* how often it was: hostile_server_given() */
  ReplayServer *server;    /* owned */
  ReplayServer *elsewhere; /* owned: where redirects lead */
  char *redirect;          /* owned */
} HostileServer;

/* hostile_server_start: @server: filled up to @n_facts */
void hostile_server_start (HostileServer *server);

/* hostile_server_given: how often @server gave its answer, while it runs, too */
guint hostile_server_given (HostileServer *server);

/* hostile_server_stop: nobody must have gone elsewhere */
void hostile_server_stop (HostileServer *server);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HostileServer, hostile_server_stop)

/* assert_clear: @text tells what is wrong in a few words, without secrets and
 * without what moves a terminal */
void assert_clear (const char *name, const char *text);

/* is_sanitized: needs more memory than others */
gboolean is_sanitized (void);

/* assert_memory: the process never took more than @mib; nothing under sanitizers */
void assert_memory (guint mib);

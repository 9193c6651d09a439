/* extender-process.h - starts and controls extender-server (server.h)
 *
 * What does not work fails the test.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <json-c/json.h>

#include "net/http.h"
#include "tests/support/cmocka.h"

typedef struct
{
  GPid pid; /* 0: gone */
  int hold; /* the server lives until this is closed */
  guint port;
  guint control_port;
  gboolean tls;
  FitHttpClient *control; /* owned */
} ExtenderProcess;

/* extender_process_new: @cert, @key and @client_ca are paths, NULL for plain
 * HTTP or for clients that need no certificate */
ExtenderProcess *extender_process_new (const char *cert, const char *key,
                                       const char *client_ca);

/* extender_process_free: ends it, and finds out that it ended well */
void extender_process_free (ExtenderProcess *process);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtenderProcess, extender_process_free)

/* extender_process_kill: the process is gone at once, as after a crash */
void extender_process_kill (ExtenderProcess *process);

/* extender_process_url: Returns: (transfer full): prefix of the URL of
 * @behaviour, "ext" or "slow:300" */
char *extender_process_url (const ExtenderProcess *process,
                            const char *behaviour);

/* extender_process_set: "reject", "favourite", "spare" or "answer" */
void extender_process_set (ExtenderProcess *process, const char *name,
                           const char *value);

/* extender_process_take_log: Returns: (transfer full): {"connections": N,
 * "requests": [{"method", "path", "headers", "server_name", "body"}]} since
 * the last time */
json_object *extender_process_take_log (ExtenderProcess *process);

/* extender_process_take_connections: Returns: connections since the last
 * time */
guint extender_process_take_connections (ExtenderProcess *process);

/* extender_process_setup, extender_process_teardown: one that speaks plain HTTP, for a
 * group of tests, in *@state */
int extender_process_setup (void **state);
int extender_process_teardown (void **state);

typedef struct
{
  ExtenderProcess *one, *two; /* owned */
} ExtenderProcesses;

/* extender_processes_setup, extender_processes_teardown: likewise, ExtenderProcesses */
int extender_processes_setup (void **state);
int extender_processes_teardown (void **state);

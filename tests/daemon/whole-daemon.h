/* whole-daemon.h - a daemon and its API server, which replays answers
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/mailbox.h"
#include "daemon/daemon-private.h"
#include "tests/client/replay-server.h"

#define LEASES "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases"
#define LEASE                                                                \
  "{\"kind\":\"Lease\",\"apiVersion\":\"coordination.k8s.io/v1\","           \
  "\"metadata\":{\"name\":\"kube-scheduler\",\"namespace\":\"kube-system\"," \
  "\"resourceVersion\":\"1\"},\"spec\":{}}"

#define NODE(name, version, spec)                                     \
  "{\"metadata\":{\"name\":\"" name "\",\"uid\":\"" name              \
  "\",\"resourceVersion\":\"" version "\"},\"spec\":{" spec           \
  "},\"status\":{\"allocatable\":{\"cpu\":\"8\",\"memory\":\"8Gi\","  \
  "\"pods\":\"110\"},\"conditions\":[{\"type\":\"Ready\",\"status\":" \
  "\"True\"}]}}"
#define POD                                                               \
  "{\"kind\":\"Pod\",\"apiVersion\":\"v1\","                              \
  "\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\",\"uid\":\"u1\"," \
  "\"resourceVersion\":\"2\"},\"spec\":{\"schedulerName\":"               \
  "\"default-scheduler\",\"containers\":[{\"name\":\"main\"}]},"          \
  "\"status\":{\"phase\":\"Pending\"}}"

typedef struct
{
  GArray *answers;   /* of ReplayAnswer */
  GPtrArray *texts;  /* owned: what they consist of */
  FitPolicy *policy; /* (nullable): rules, until they begin, in the place of
                        the defaults */
  ReplayServer *server;
  FitDaemon *daemon;
  GThread *thread;
  GPtrArray *asked;  /* of char *, owned: all requests so far */
  FitMailbox *notes; /* owned, of char *, owned */
  FitMailbox *ended; /* the same: "METHOD PATH" of requests that have ended */
} WholeDaemon;

/* whole_daemon_init: will answer everything but lists of nodes: there is a pod
 * that waits, and nothing else */
void whole_daemon_init (WholeDaemon *scene);

/* whole_daemon_list: will answer the list of a kind of that @version: "0", of the
 * cache; "", of the store */
ReplayAnswer *whole_daemon_list (WholeDaemon *scene,
                                 const FitApiResource *resource,
                                 const char *version, const char *items);

const FitApiResource *whole_daemon_resource (FitKind kind);

/* whole_daemon_watch: will tell the first watch of @resource, once the server is
 * released, that @item was "ADDED" or the like, and nothing after it */
void whole_daemon_watch (WholeDaemon *scene, const FitApiResource *resource,
                         const char *event, const char *item);

/* whole_daemon_begin: starts both */
void whole_daemon_begin (WholeDaemon *scene, gboolean leader_elect);

/* whole_daemon_end: as an operator does */
void whole_daemon_end (WholeDaemon *scene);

/* whole_daemon_await: Returns: (transfer none): the next request that has @text
 * in it */
const char *whole_daemon_await (WholeDaemon *scene, const char *text);

/* whole_daemon_await_note: Returns: (transfer full): the next note that has @text
 * in it */
char *whole_daemon_await_note (WholeDaemon *scene, const char *text);

/* whole_daemon_await_ended: waits until a request with @text in its "METHOD PATH"
 * has ended, and is counted */
void whole_daemon_await_ended (WholeDaemon *scene, const char *text);

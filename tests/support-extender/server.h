/* server.h - an extender for tests: a program of its own
 *
 *   extender-server [CERT KEY [CLIENT-CA]]
 *
 * It listens on two ports of this machine and prints their numbers in one
 * line: that of the extender (HTTPS when it has a certificate) and that of
 * its control (always HTTP).  It ends when its standard input does.
 *
 * A path is /BEHAVIOUR[:ARGUMENT]/VERB; server.c lists the behaviours.  The
 * control takes PUT /NAME with a value (reject, favourite, spare, answer, binder), and
 * GET and DELETE of /log.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>
#include <json-c/json.h>
#include <pthread.h>

/* What tests set; under the lock. */
typedef struct
{
  pthread_mutex_t lock;
  pthread_cond_t changed;
  char *reject;    /* owned: node that filter takes out */
  char *favourite; /* owned: node that prioritize gives 10 */
  char *spare;     /* owned: node that preempt takes out */
  char *answer;    /* owned: said word by word by the behaviour "answer" */
  char *binder;    /* owned: program that binds: NAMESPACE POD NODE */
  guint connections;
  guint waiting;         /* requests at the barrier */
  guint generation;      /* of the barrier: how often it has opened */
  json_object *requests; /* owned: a list, the oldest first */
} Server;

/* answer_request: what a well-behaved extender says.  Returns: (transfer
 * full): JSON; NULL when the verb or the request makes no sense */
char *answer_request (Server *server, const char *verb, const char *body);

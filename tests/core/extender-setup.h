/* extender-setup.h - a cluster and extenders that are asked about it
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/extenders.h"
#include "tests/support-extender/extender-process.h"
#include "tests/support/cluster.h"

#include <json-c/json.h>

#define BY_NAME ",\"nodeCacheCapable\":true"

/* The JSON of an object whose uid is its name. */
#define TEXT(name)                                                          \
  "{\"metadata\":{\"name\":\"" name "\",\"uid\":\"" name "\"},\"spec\":{}," \
  "\"status\":{}}"
#define POD_TEXT TEXT ("pending")

typedef struct
{
  Cluster cluster;
  GHashTable *texts; /* owned: name of a pod or node -> its JSON */
  gsize max_reply_bytes;
  FitRelease release;
  const FitExtenderCalls *calls; /* (nullable) borrowed: instead of HTTP */
  FitExtenderObserver observer;
  GPtrArray *policies;  /* owned, of FitPolicy */
  GPtrArray *extenders; /* owned, of FitExtender */
} Setup;

/* setup_init: the objects of @manifest; each gets a short text as its JSON */
void setup_init (Setup *setup, const char *manifest);
void setup_clear (Setup *setup);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Setup, setup_clear)

/* setup_add: an extender of the Policy entry {"urlPrefix": @url, @more}.
 * Returns: (transfer none) */
FitExtender *setup_add (Setup *setup, const char *url, const char *more);

/* setup_add_at: the same of @process, which is to behave like that */
FitExtender *setup_add_at (Setup *setup, ExtenderProcess *process,
                           const char *behaviour, const char *more);

/* setup_forget: lets the process in *@state forget what it was asked and told:
 * a setup of cmocka */
int setup_forget (void **state);

/* setup_nodes: the nodes of the cluster whose names are in @names, with blanks
 * between them.  Returns: (transfer container) */
GPtrArray *setup_nodes (const Setup *setup, const char *names);

/* node_names: Returns: (transfer full): the names of @nodes with blanks between
 * them */
char *node_names (const FitNodeInfo *const *nodes, guint n);

/* assert_same_json: the order of members does not matter */
void assert_same_json (json_object *found, json_object *expected);

/* assert_last_request: takes the log of @process, which holds one request, with
 * that path and a body like @body */
void assert_last_request (ExtenderProcess *process, const char *path,
                          const char *body);

/* with_url: Returns: (transfer full): @text with @url in the place of each "@" */
char *with_url (const char *text, const char *url);

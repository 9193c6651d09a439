/* run-process.h - fitsched run as a process, and the API server of a test
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/cli/hostile-process.h"
#include "tests/serving/served.h"

/* In tests with a server of their own: nodes, a pod with 100m, lists. */
#define RUN_NODE                                                        \
  "{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"    \
  "\"a\",\"uid\":\"a\",\"resourceVersion\":\"1\"},\"status\":{"         \
  "\"allocatable\":{\"cpu\":\"4\",\"memory\":\"8Gi\",\"pods\":\"20\"}," \
  "\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}"
#define RUN_CONFIGURATION                                        \
  "{\"kind\":\"KubeSchedulerConfiguration\",\"apiVersion\":"     \
  "\"kubescheduler.config.k8s.io/v1\",\"leaderElection\":{"      \
  "\"leaderElect\":false},\"clientConnection\":{\"kubeconfig\":" \
  "\"kubeconfig\"}}"
#define REQUESTS(cpu) "\"resources\":{\"requests\":{\"cpu\":\"" cpu "\"}}"

typedef struct
{
  ReplayServer *server;
  char *directory;
  char *log;
  guint port; /* of its pages */
  GPid process;
} RunProcess;

/* run_process_begin: in a directory with "kubeconfig", "config.json" and
 * "policy.json"; @choose (@data) answers for the server */
void run_process_begin (RunProcess *run, ReplayChoose choose, gpointer data,
                        const char *policy, const char *arguments);
void run_process_clear (RunProcess *run);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RunProcess, run_process_clear)

/* run_process_log: Returns: (transfer full): so far */
char *run_process_log (const RunProcess *run);

/* run_process_await: waits until @text is in the log */
void run_process_await (const RunProcess *run, const char *text);

/* run_answer: with a copy of @body */
ReplayAnswer run_answer (guint status, const char *body);

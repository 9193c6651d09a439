/* bed.h - what plays the rest of a cluster for the tests on a real API server
 *
 * Everything talks to the server directly, never through the fault proxy, and
 * goes on when the server restarts.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"
#include "client/api-client.h"

/* -- requests -------------------------------------------------------------- */

/* Requests, a limited number of them at a time. */
typedef struct _BedSender BedSender;

/* BedDone: on the thread of the client.  @status: 0: there was no answer */
typedef void (*BedDone) (guint status, const char *body, gpointer data);

BedSender *bed_sender_new (FitApiClient *client);

/* bed_send: from any thread.  @body (nullable), @done (nullable) */
void bed_send (BedSender *sender, const char *method, const char *path,
               const char *body, BedDone done, gpointer data);

/* bed_send_sure: tries again until there is an answer that is not 429 or 5xx */
void bed_send_sure (BedSender *sender, const char *method, const char *path,
                    const char *body);

/* bed_drain: waits until nothing is under way */
void bed_drain (BedSender *sender);

/* -- watches --------------------------------------------------------------- */

/* On the thread of the client.  @raw is the line, or the list, as it came. */
typedef struct
{
  void (*listed) (const FitValue *list, const char *raw, gsize len,
                  gpointer data);
  void (*event) (const char *type, const FitValue *object, const char *raw,
                 gsize len, gpointer data);
  gpointer data;
} BedWatchFuncs;

/* bed_watch: lists and watches what is at @path for as long as the process
 * lives */
void bed_watch (FitApiClient *client, const char *path,
                const BedWatchFuncs *funcs);

/* -- objects --------------------------------------------------------------- */

/* bed_get: the string at @path, "metadata.name", or "" */
const char *bed_get (const FitValue *object, const char *path);

/* bed_at: (nullable): the value at @path */
const FitValue *bed_at (const FitValue *object, const char *path);

/* -- commands -------------------------------------------------------------- */

/* They return exit statuses; @argv[0] is the command. */
int bed_kubelet (FitApiClient *client, int argc, char **argv);
int bed_load (FitApiClient *client, int argc, char **argv);
int bed_flow (FitApiClient *client, int argc, char **argv);
int bed_bind (FitApiClient *client, int argc, char **argv);
int bed_await (FitApiClient *client, int argc, char **argv);
int bed_record (FitApiClient *client, int argc, char **argv);
int bed_check (FitApiClient *client, int argc, char **argv);

/* bed_options: parses @entries.  Returns: FALSE after telling why not */
gboolean bed_options (const GOptionEntry *entries, int *argc, char ***argv);

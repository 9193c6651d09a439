/* reflector.h - follows all objects of a kind on an API server
 *
 * Lists, then watches; lists again when a watch is too old.  What it sees is
 * decoded where it arrives, on the thread of the client, and handed to
 * functions there.
 *
 * Source: client-go tools/cache reflector of 1.18 and later, by its behaviour.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "client/api-client.h"
#include "client/retry-delay.h"
#include "client/list-stream.h"
#include "client/api-resources.h"

/* They run on the thread of the client. */
typedef struct
{
  /* @objects (transfer full), of @kind: all there are; what is not among them
   * is gone */
  void (*listed) (FitKind kind, GPtrArray *objects, gpointer data);

  /* @object (transfer full): it is new, or has changed; @gone: it is deleted,
   * or is not selected any more */
  void (*changed) (FitKind kind, gconstpointer object, gboolean gone,
                   gpointer data);

  /* Once for each period of trouble.  The reflector goes on trying.
   * @unreachable: there was no answer, whatever the kind. */
  void (*trouble) (const char *text, gboolean unreachable, gpointer data);

  /* (nullable) After trouble: the server answers as it should again. */
  void (*recovered) (gpointer data);

  gpointer data; /* borrowed */
} FitReflectorSink;

typedef struct _FitReflector FitReflector;

/* How long it waits, and after which time a watch that has brought nothing is
 * not suspicious. */
typedef struct
{
  FitRetryDelay delay;
  guint short_watch_ms;
} FitReflectorPatience;

/* All but the sink may be zero. */
typedef struct
{
  FitReflectorSink sink;
  FitDecodeFlags flags;
  FitListRoom *room; /* (nullable) borrowed: what its lists and those of others
                        with the same client may take together */
  const FitListLimits
      *limits; /* (nullable) borrowed during the call: instead of
                                  FIT_LIST_LIMITS_INIT */
  const FitReflectorPatience *patience; /* (nullable) the same */
} FitReflectorOptions;

/* fit_reflector_new: @resource: copied.  Nothing happens before
 * fit_reflector_start().  @client is borrowed and must be freed first. */
FitReflector *fit_reflector_new (FitApiClient *client,
                                 const FitApiResource *resource,
                                 const FitReflectorOptions *options);
void fit_reflector_free (FitReflector *reflector);

/* fit_reflector_start: lists what the server has in its cache, maybe of a
 * moment ago */
void fit_reflector_start (FitReflector *reflector);

/**
 * fit_reflector_refresh:
 *
 * Lists what is stored now, and watches from there.  The reflector drops
 * whatever it was doing or waiting for: all that it hands over after this call
 * was read after it.  Also starts one that was not started.  A refusal counts
 * as it does at the start.
 *
 * Only from a function of fit_api_client_call_later().
 */
void fit_reflector_refresh (FitReflector *reflector);

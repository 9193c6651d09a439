/* reflector.h - all objects of a kind, as an API server has them from now on
 *
 * Lists, then watches; lists again when a watch is too old.  What it sees is
 * decoded where it arrives, on the thread of the client, and handed to
 * functions there.
 *
 * Source: client-go tools/cache reflector of 1.18 and later, by its behaviour.
 */
#pragma once

#include "client/api-client.h"
#include "client/resources.h"

G_BEGIN_DECLS

/* They run on the thread of the client. */
typedef struct
{
  /* @objects (transfer full), of @kind: all there are; what is not among them is
   * gone */
  void (*listed) (FitKind kind, GPtrArray *objects, gpointer data);

  /* @object (transfer full): it is new, or has changed; @gone: it is deleted, or
   * is not selected any more */
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

/* fit_reflector_new: @resource, @sink: copied.  Nothing happens before
 * fit_reflector_start().  @client is borrowed and must be freed first. */
FitReflector *fit_reflector_new (FitApiClient *client,
                                 const FitApiResource *resource,
                                 FitDecodeFlags flags,
                                 const FitReflectorSink *sink);
void fit_reflector_free (FitReflector *reflector);

void fit_reflector_start (FitReflector *reflector);

G_END_DECLS

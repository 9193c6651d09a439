/* list-stream.h - the body of a list: one item after the other, in any pieces
 *
 * Only the item that is not complete yet is kept.  So a list of any length
 * costs as much memory as its longest item.  What is done with the items is
 * limited by how many there may be, over all pages.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"

/* FitListItemFunc: @item: valid during the call.  Returns: FALSE with @error
 * set to stop */
typedef gboolean (*FitListItemFunc) (const FitValue *item,
                                     const char *api_version, gpointer data,
                                     GError **error);

typedef struct _FitListStream FitListStream;

/* Limits on one list, summed over its pages.  A cluster has 150,000 pods at
 * most, and the largest have some KiB each. */
typedef struct
{
  gsize bytes;   /* (1 GiB) */
  guint objects; /* (1 million) */
  guint pages;   /* (1 million): a page may be empty, and not the last */
} FitListLimits;

#define FIT_LIST_LIMITS_INIT                  \
  {                                           \
    (gsize) 1 << 30, 1000 * 1000, 1000 * 1000 \
  }

/* Limits shared by several streams, and how much they use now.  For one thread
 * only. */
typedef struct
{
  FitListLimits most;
  gsize bytes;
  guint objects;
} FitListRoom;

/* The largest clusters have some 700,000 objects of all kinds. */
#define FIT_LIST_ROOM_INIT                                      \
  {                                                             \
    .most = {.bytes = (gsize) 2 << 30, .objects = 1000 * 1000 } \
  }

/* fit_list_stream_new: @func gets the apiVersion of the list (nullable) with
 * each item.  @data: borrowed */
FitListStream *fit_list_stream_new (FitListItemFunc func, gpointer data);
void fit_list_stream_free (FitListStream *stream);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitListStream, fit_list_stream_free)

/* fit_list_stream_set_limits: instead of FIT_LIST_LIMITS_INIT */
void fit_list_stream_set_limits (FitListStream *stream,
                                 const FitListLimits *limits);

/* fit_list_stream_set_room: the lists of @stream take room in @room (borrowed),
 * too */
void fit_list_stream_set_room (FitListStream *stream, FitListRoom *room);

/* fit_list_stream_begin: another list begins, with its first page.  What there
 * was of one that was not kept takes no room any more. */
void fit_list_stream_begin (FitListStream *stream);

/* fit_list_stream_keep: the list is complete, and its objects stay: they take
 * room until another list of @stream is kept */
void fit_list_stream_keep (FitListStream *stream);

/* fit_list_stream_begin_page: another page begins, or the same one again; what
 * was incomplete is forgotten */
void fit_list_stream_begin_page (FitListStream *stream);

/* fit_list_stream_take: @bytes: as they come.  FIT_ERROR_REMOTE,
 * FIT_ERROR_LIMIT, FIT_ERROR_PARSE, or an error of the function */
gboolean fit_list_stream_take (FitListStream *stream, const char *bytes,
                               gsize len, GError **error);

/* What a list says besides its items, valid until the stream is used again. */
typedef struct
{
  const char *version; /* resourceVersion, not empty */
  const char *next;    /* (nullable) the token of the next page */
} FitListEnd;

/* fit_list_stream_end: @kind: of the items, as in "Node".  FALSE: what came is
 * no complete list of them, maybe no list at all; it is never taken for an
 * empty one */
gboolean fit_list_stream_end (FitListStream *stream, const char *kind,
                              FitListEnd *out, GError **error);

/* document-source.h - a stream of documents in JSON or YAML
 *
 * Internal to formats/.  fit_read_objects() itself walks the outermost map of a
 * document and the items of a List, so it can pass on and free each item.
 * Everything below is read in one step.  The readers for JSON and YAML
 * implement this interface for it.
 *
 * Errors have the message only; `place` returns where they happened.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/tree-builder.h"

typedef struct _FitDocumentSource FitDocumentSource;

struct _FitDocumentSource
{
  /* Moves to the root of the next document. *@out_found is FALSE at the end. */
  gboolean (*next_document) (FitDocumentSource *source, gboolean *out_found,
                             GError **error);

  /* If the next value is a container of @type, opens it in the top slot of
   * @tree. */
  gboolean (*enter) (FitDocumentSource *source, FitTreeBuilder *tree,
                     FitValueType type, gboolean *out_entered, GError **error);

  /* In a container that was entered: moves to its next element or member and
   * adds a slot (with the key) for it.  At the end *@out_more is FALSE, and the
   * container has been closed. */
  gboolean (*next) (FitDocumentSource *source, FitTreeBuilder *tree,
                    gboolean *out_more, GError **error);

  /* Reads the whole next value into the top slot. */
  gboolean (*read) (FitDocumentSource *source, FitTreeBuilder *tree,
                    GError **error);

  /* Returns: where the last error happened */
  FitTextMark (*place) (const FitDocumentSource *source);

  void (*free) (FitDocumentSource *source);

  /* Set if later values may refer to values read so far, so that their memory
   * must be kept until the document ends. */
  gboolean pinned;
};

/* fit_document_source_free: @source may be NULL */
static inline void
fit_document_source_free (FitDocumentSource *source)
{
  if (source != NULL)
    source->free (source);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitDocumentSource, fit_document_source_free)

/* fit_json_source_new: reads concatenated values from @bytes (borrowed).  Skips
 * a leading byte order mark. */
FitDocumentSource *fit_json_source_new (const char *bytes, gsize len);

/* fit_yaml_source_new: reads the documents of the stream @bytes (borrowed) */
FitDocumentSource *fit_yaml_source_new (const char *bytes, gsize len,
                                        const FitLimits *limits);

/* document-source.h - a stream of documents, whatever they are written in
 *
 * Internal to base/.  fit_read_objects() walks the outermost map of a document
 * and the items of a List itself, so that each item can be handed over and
 * forgotten; all below is read in one step.  The readers of JSON and YAML
 * offer this interface for it.
 *
 * Errors carry the bare message; `place` tells where they happened.
 */
#pragma once

#include "base/tree-builder.h"

G_BEGIN_DECLS

typedef struct _FitDocumentSource FitDocumentSource;

struct _FitDocumentSource
{
  /* Goes to the root of the next document.  *@out_found is FALSE at the end. */
  gboolean (*next_document) (FitDocumentSource *source, gboolean *out_found,
                             GError **error);

  /* If the value that comes next is a container of @type, opens it in the top
   * slot of @tree. */
  gboolean (*enter) (FitDocumentSource *source, FitTreeBuilder *tree,
                     FitValueType type, gboolean *out_entered, GError **error);

  /* In a container that was entered: goes to its next element or member and
   * adds a slot (with the key) for it.  *@out_more is FALSE at its end; then
   * the container has been closed. */
  gboolean (*next) (FitDocumentSource *source, FitTreeBuilder *tree,
                    gboolean *out_more, GError **error);

  /* Reads the value that comes next, whole, into the top slot. */
  gboolean (*read) (FitDocumentSource *source, FitTreeBuilder *tree,
                    GError **error);

  /* Where the last error happened. */
  FitTextMark (*place) (const FitDocumentSource *source);

  void (*free) (FitDocumentSource *source);

  /* Set when values read so far may be referred to by later ones, so that
   * their memory must be kept until the document ends. */
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

G_END_DECLS

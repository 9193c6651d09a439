/* snapshot.h - what a cluster holds, as one file
 *
 * A snapshot is a List of the kinds that a scheduler reads.  It begins with an
 * object of kind Snapshot, which says where the rest comes from and which kinds
 * could not be read.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/selector.h"
#include "base/error.h"
#include "formats/value.h"

/* The kind of the first object; its apiVersion is FIT_API_VERSION. */
#define FIT_SNAPSHOT_KIND "Snapshot"

typedef struct _FitSnapshot FitSnapshot;

FitSnapshot *fit_snapshot_new (void);
void fit_snapshot_free (FitSnapshot *snapshot);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitSnapshot, fit_snapshot_free)

/* fit_snapshot_choose: from now on pods without a node, in other namespaces than
 * @namespace_ (nullable) or with other labels than @selector (nullable), both
 * borrowed, are left alone: they are not added */
void fit_snapshot_choose (FitSnapshot *snapshot, const char *namespace_,
                          const FitSelector *selector);

/**
 * fit_snapshot_add:
 * @kind, @api_version: (nullable): of an object that does not have its own
 *
 * Adds a copy of @object, without what no scheduler reads and what may be
 * secret: managed fields, the annotation last-applied-configuration, commands,
 * arguments, environment and probes of containers, pod templates of controllers.
 * Objects of other kinds are counted, and left out.
 *
 * Returns: FALSE with FIT_ERROR_LIMIT
 */
gboolean fit_snapshot_add (FitSnapshot *snapshot, const FitValue *object,
                           const char *kind, const char *api_version,
                           GError **error);

/* fit_snapshot_read: adds the objects in @bytes, JSON or YAML; @source: name
 * for messages */
gboolean fit_snapshot_read (FitSnapshot *snapshot, const char *bytes, gsize len,
                            const char *source, GError **error);

/* fit_snapshot_set_origin: @server: its URL; @version: the resourceVersion of
 * all lists */
void fit_snapshot_set_origin (FitSnapshot *snapshot, const char *server,
                              const char *version);

/* fit_snapshot_note_missing: objects of @kind (borrowed) could not be read.
 * fit_snapshot_note_other_version: those of @kind were read at another
 * @version. */
void fit_snapshot_note_missing (FitSnapshot *snapshot, const char *kind,
                                const char *why);
void fit_snapshot_note_other_version (FitSnapshot *snapshot, const char *kind,
                                      const char *version);

/* A note about a kind that is missing, or read at another version. */
typedef struct
{
  const char *kind; /* borrowed */
  char *text;       /* owned: why it is missing, or its version */
} FitSnapshotNote;

/* fit_snapshot_missing: Returns: (transfer none): of FitSnapshotNote */
const GPtrArray *fit_snapshot_missing (const FitSnapshot *snapshot);

/* fit_snapshot_left_out: Returns: the number of objects of other kinds */
guint fit_snapshot_left_out (const FitSnapshot *snapshot);

/* fit_snapshot_left_alone: Returns: the number of pods that
 * fit_snapshot_choose() keeps out */
guint fit_snapshot_left_alone (const FitSnapshot *snapshot);

guint fit_snapshot_count (const FitSnapshot *snapshot);

/* fit_snapshot_to_json: Returns: (transfer full): the List, an object a line */
char *fit_snapshot_to_json (const FitSnapshot *snapshot, gsize *out_len);

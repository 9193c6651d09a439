/* snapshot-private.h - the text of a snapshot
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "snapshot/snapshot.h"

struct _FitSnapshot
{
  GString *text;               /* owned: the objects, JSON, one a line */
  guint n;                     /* objects */
  guint n_left_out;            /* objects of other kinds */
  guint n_left_alone;          /* pods that were not chosen */
  const char *namespace_;      /* (nullable) borrowed: of the chosen ones */
  const FitSelector *selector; /* (nullable) borrowed */
  char *server;                /* (nullable) owned */
  char *version;               /* (nullable) owned */
  GPtrArray *missing;          /* owned, of FitSnapshotNote */
  GPtrArray *elsewhere;        /* owned, of FitSnapshotNote: other versions */
};

/* A point to which a snapshot can be rewound. */
typedef struct
{
  gsize len;
  guint n, n_left_out, n_left_alone;
} FitSnapshotMark;

/* fit_snapshot_mark, fit_snapshot_rewind: takes out what was added since
 * @mark */
FitSnapshotMark fit_snapshot_mark (const FitSnapshot *snapshot);
void fit_snapshot_rewind (FitSnapshot *snapshot, FitSnapshotMark mark);

/* fit_snapshot_find_kind: Returns: FIT_KIND_LAST for other kinds */
FitKind fit_snapshot_find_kind (const char *name);

/* fit_snapshot_with_header: Returns: @object with these members first, as
 * kubectl writes them */
FitValue fit_snapshot_with_header (FitArena *arena, const FitValue *object,
                                   const char *kind, const char *api_version);

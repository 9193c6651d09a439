/* objects.h - reading API objects from manifests
 *
 * A FitObjects holds everything that was read, by kind, in input order.  The
 * order between kinds does not matter.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/controllers.h"
#include "api/csi.h"
#include "api/decode-flags.h"
#include "api/kinds.h"
#include "api/node.h"
#include "api/pod.h"
#include "api/restrictions.h"
#include "api/storage.h"
#include "api/workloads.h"
#include "base/limits.h"
#include "formats/source.h"
#include "base/tally.h"
#include "formats/value.h"

/* Directories that were not entered, and the manifests in them.  All zero is
 * none. */
typedef struct
{
  FitTally directories;
  guint n_files;
  gboolean more_files; /* not all were counted */
} FitUnentered;

static inline void
fit_unentered_clear (FitUnentered *unentered)
{
  fit_tally_clear (&unentered->directories);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitUnentered, fit_unentered_clear)

typedef struct
{
  GPtrArray *of[FIT_KIND_LAST]; /* owned arrays of owned references: FitNode,
                                   FitPod, FitWorkload, ... per FitKind */
  GPtrArray *controllers;       /* owned, of FitController: with
                                   FIT_DECODE_CONTROLLERS */
  GHashTable *unknown;          /* "apiVersion/kind" -> count */
  guint n_ga_only_nodes; /* nodes with GA zone/region/instance-type labels but
                            without the beta labels that v1.16 reads */
  FitTally misspelt;     /* unknown fields of Pods and Nodes that are similar to
                        known ones: "Pod default/web: spec.nodeselector
                        (nodeSelector?)" */
  FitTally odd_words;    /* words in Pods and Nodes that an API server would
                        refuse */
  guint n_unknown_words; /* how many; not all are in @odd_words */
  guint n_unknown_fields;        /* how many; not all were checked for
                                    similarity */
  FitTally skipped;              /* files of directories that were not read */
  FitUnentered unentered;        /* directories of directories */
  FitTally missing;              /* kinds that a snapshot lacks, and why */
  GArray *places[FIT_KIND_LAST]; /* owned: where the objects are in the
                                    input, see objects.c */
  GStringChunk *sources;         /* owned: names of files, in @places */
} FitObjects;

/* fit_kind_of_link: the kind and apiVersion of an object whose selfLink is
 * @link: "/api/v1/namespaces/default/pods/web".  What is not read is named by
 * its resource: "events".  @out_kind, @out_api_version: (out) (transfer full).
 * Returns: FALSE if @link (nullable) is none */
gboolean fit_kind_of_link (const char *link, char **out_kind,
                           char **out_api_version);

FitObjects *fit_objects_new (void);
void fit_objects_free (FitObjects *objects);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitObjects, fit_objects_free)

/**
 * fit_objects_read:
 * @bytes: JSON or YAML, one or more documents, including Lists
 * @source: name for messages
 *
 * Adds the objects in @bytes to @objects.  After a failure @objects holds what
 * was read before the bad object, and should not be used.  Errors: "SOURCE:
 * document N[, item I]: KIND NS/NAME: FIELD.PATH: found, expected".
 */
gboolean fit_objects_read (FitObjects *objects, const char *bytes, gsize len,
                           const char *source, FitDecodeFlags flags,
                           const FitLimits *limits, GError **error);

/**
 * fit_objects_load:
 * @path: a file, a directory (its *.json, *.yaml, *.yml and these with .gz or
 *   .zst behind, sorted by name, not recursive), a glob pattern, or "-" for
 *   standard input
 *
 * Reads manifests from @path.
 */
gboolean fit_objects_load (FitObjects *objects, const char *path,
                           FitDecodeFlags flags, const FitLimits *limits,
                           GError **error);

/* fit_objects_read_source: the same for an open input */
gboolean fit_objects_read_source (FitObjects *objects, FitSource *source,
                                  FitDecodeFlags flags, const FitLimits *limits,
                                  GError **error);

/* A file that may hold manifests. */
typedef struct
{
  gboolean found; /* found in a directory, not named by the caller */
  char path[];
} FitManifestFile;

/**
 * fit_manifest_files:
 * @out: gets FitManifestFiles, each to be freed with g_free()
 * @path: as for fit_objects_load()
 * @recursive: also directories in a directory; links to directories are not
 *   followed
 * @skipped: (nullable): gets the files of directories that have other names,
 *   but for those that begin with a dot
 * @unentered: (nullable): without @recursive, gets the directories in
 *   directories that have manifests
 *
 * FIT_ERROR_NOT_FOUND when there are none.
 */
gboolean fit_manifest_files (GPtrArray *out, const char *path,
                             gboolean recursive, FitTally *skipped,
                             FitUnentered *unentered, GError **error);

/**
 * fit_objects_add_value:
 * @value: the tree of one object
 * @kind, @api_version: (nullable): used if the object does not have them
 *
 * Decodes one object.  Unknown kinds are counted.
 */
gboolean fit_objects_add_value (FitObjects *objects, const FitValue *value,
                                const char *kind, const char *api_version,
                                FitDecodeFlags flags, GError **error);

/* fit_objects_move: appends all objects to @to, with their places; counts are
 * not moved */
void fit_objects_move (FitObjects *from, FitObjects *to);

/* fit_objects_move_counts: adds to those of @to what was counted in @from */
void fit_objects_move_counts (FitObjects *from, FitObjects *to);

/* FitObjectFilter: is @object, of the kind asked about, to be kept? */
typedef gboolean (*FitObjectFilter) (gconstpointer object, gpointer data);

/* fit_objects_keep: releases the objects of @kind that @keep does not want */
void fit_objects_keep (FitObjects *objects, FitKind kind, FitObjectFilter keep,
                       gpointer data);

/* fit_objects_prefix_place: puts "SOURCE: document N[, item I]: " before the
 * message of @error, which is about the object @index of @kind; does nothing if
 * the object was not read from a source */
void fit_objects_prefix_place (const FitObjects *objects, FitKind kind,
                               guint index, GError **error);

/**
 * fit_objects_complete:
 *
 * Completes hand-written pods like the API server's defaulting and admission:
 * namespace "default", schedulerName, requests from limits, hostPort with
 * hostNetwork, priority from PriorityClass (the system classes, those read, the
 * global default), tolerations of not-ready and unreachable nodes.  A
 * PersistentVolume without status or claim is available.  Most of this happens
 * while decoding.  This function does the part that needs other objects.  Call
 * it once, after everything is read and before anything else uses the objects.
 * A pod with an unknown PriorityClass is FIT_ERROR_SCHEMA.
 */
gboolean fit_objects_complete (FitObjects *objects, GError **error);

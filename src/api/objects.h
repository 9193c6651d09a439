/* objects.h - reading API objects from manifests
 *
 * A FitObjects holds everything that was read, per kind, in the order of
 * input.  Order between kinds carries no meaning.
 */
#pragma once

#include "api/controllers.h"
#include "api/csi.h"
#include "api/node.h"
#include "api/pod.h"
#include "api/storage.h"
#include "api/workloads.h"
#include "base/limits.h"
#include "base/source.h"
#include "base/tally.h"
#include "base/value.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_KIND_NODE,
  FIT_KIND_POD,
  FIT_KIND_SERVICE,
  FIT_KIND_REPLICATION_CONTROLLER,
  FIT_KIND_REPLICA_SET,
  FIT_KIND_STATEFUL_SET,
  FIT_KIND_PERSISTENT_VOLUME,
  FIT_KIND_PERSISTENT_VOLUME_CLAIM,
  FIT_KIND_STORAGE_CLASS,
  FIT_KIND_CSI_NODE,
  FIT_KIND_POD_DISRUPTION_BUDGET,
  FIT_KIND_PRIORITY_CLASS,
  FIT_KIND_NAMESPACE,
  FIT_KIND_CSI_DRIVER,
  FIT_KIND_CSI_STORAGE_CAPACITY,
  FIT_KIND_VOLUME_ATTACHMENT,
  FIT_KIND_LAST,
} FitKind;

/* fit_kind_name: "Node", "Pod", ... */
const char *fit_kind_name (FitKind kind);

typedef enum
{
  FIT_DECODE_DEFAULT = 0,
  FIT_DECODE_AS_IS = 1 << 0,         /* complete nothing (fit_complete_*) */
  FIT_DECODE_LEGACY_LABELS = 1 << 1, /* copy GA zone, region and instance-type
                                        labels of nodes to the beta names */
  FIT_DECODE_KEEP_RAW = 1 << 2,      /* keep the JSON: FitObjectMeta.raw */

  /* What v1.16 does not read and later releases do. */
  FIT_DECODE_NAMESPACE_SELECTORS = 1 << 3, /* of pod affinity terms */
  FIT_DECODE_SIDECARS = 1 << 4,         /* init containers that go on running */
  FIT_DECODE_SIDECAR_PORTS = 1 << 5,    /* host ports of these */
  FIT_DECODE_POD_RESOURCES = 1 << 6,    /* spec.resources of pods */
  FIT_DECODE_SIDECARS_APART = 1 << 7,   /* the defaults of sidecars count for
                                         pods without a node alone */
  FIT_DECODE_VOLUMES_BY_LABEL = 1 << 8, /* matchFields of volumes hold for
                                           every node */
  FIT_DECODE_EPHEMERAL_CLAIMS = 1 << 9, /* volumes for which a claim is made */

  FIT_DECODE_CONTROLLERS = 1 << 10, /* keep what makes pods:
                                       FitObjects.controllers */
} FitDecodeFlags;

typedef struct
{
  GPtrArray *of[FIT_KIND_LAST]; /* owned arrays of owned references: FitNode,
                                   FitPod, FitWorkload, ... per FitKind */
  GPtrArray *controllers;       /* owned, of FitController: with
                                   FIT_DECODE_CONTROLLERS */
  GHashTable *unknown;          /* "apiVersion/kind" -> count */
  guint n_ga_only_nodes; /* nodes with GA zone/region/instance-type labels but
                            without the beta labels that v1.16 reads */
  FitTally misspelt; /* fields of Pods and Nodes that are not known, but nearly
                        are: "Pod default/web: spec.nodeselector
                        (nodeSelector?)" */
  guint n_unknown_fields;        /* of which not all were looked at */
  GArray *places[FIT_KIND_LAST]; /* owned: where the objects were read */
  GStringChunk *sources;         /* owned: names of files, in @places */
} FitObjects;

FitObjects *fit_objects_new (void);
void fit_objects_free (FitObjects *objects);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitObjects, fit_objects_free)

/**
 * fit_objects_read:
 * @bytes: JSON or YAML, one or many documents, Lists included
 * @source: name for messages
 *
 * Adds what is in @bytes to @objects.  On failure @objects holds what was
 * read before the bad object; callers give up then.  Errors:
 * "SOURCE: document N[, item I]: KIND NS/NAME: FIELD.PATH: found, expected".
 */
gboolean fit_objects_read (FitObjects *objects, const char *bytes, gsize len,
                           const char *source, FitDecodeFlags flags,
                           const FitLimits *limits, GError **error);

/**
 * fit_objects_load:
 * @path: a file, a directory (its *.json, *.yaml, *.yml, sorted by name, not
 *   recursive), a glob pattern, or "-" for standard input
 *
 * Reads manifests from @path.
 */
gboolean fit_objects_load (FitObjects *objects, const char *path,
                           FitDecodeFlags flags, const FitLimits *limits,
                           GError **error);

/* fit_objects_read_source: the same for an input that is open */
gboolean fit_objects_read_source (FitObjects *objects, FitSource *source,
                                  FitDecodeFlags flags, const FitLimits *limits,
                                  GError **error);

/* fit_manifest_paths: adds to @out (of char *, owned) the files that @path
 * stands for in fit_objects_load(): itself, or those of a directory or a
 * pattern; FIT_ERROR_NOT_FOUND when there are none */
gboolean fit_manifest_paths (GPtrArray *out, const char *path, GError **error);

/**
 * fit_objects_add_value:
 * @value: the tree of one object
 * @kind, @api_version: (nullable): used when the object says nothing itself
 *
 * Decodes one object.  Unknown kinds are counted.
 */
gboolean fit_objects_add_value (FitObjects *objects, const FitValue *value,
                                const char *kind, const char *api_version,
                                FitDecodeFlags flags, GError **error);

/* fit_objects_move: moves all objects to the end of those of @to, with the places
 * where they were read; what was counted stays */
void fit_objects_move (FitObjects *from, FitObjects *to);

/* fit_objects_prefix_place: puts "SOURCE: document N[, item I]: " before the
 * message of @error, which is about the object @index of @kind; nothing where it
 * was not read from a source */
void fit_objects_prefix_place (const FitObjects *objects, FitKind kind,
                               guint index, GError **error);

/**
 * fit_objects_complete:
 *
 * Completes pods written by hand as the API server's defaulting and admission
 * would: namespace "default", schedulerName, requests from limits, hostPort
 * under hostNetwork, priority from PriorityClass (the system classes, those
 * read, the global default), tolerations of not-ready and unreachable nodes.
 * A PersistentVolume without status or claim is available.  Most of this is
 * done while decoding; what needs other objects is done here, once, after all
 * is read and before anybody else sees the objects.
 * A pod naming an unknown PriorityClass is FIT_ERROR_SCHEMA.
 */
gboolean fit_objects_complete (FitObjects *objects, GError **error);

G_END_DECLS

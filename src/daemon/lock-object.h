/* lock-object.h - the objects that serve as locks, and the records in them
 *
 * A Lease has the record in its spec, Endpoints and ConfigMaps have it as JSON
 * in an annotation.
 *
 * Source: client-go tools/leaderelection/resourcelock of 1.20.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"
#include "daemon/leader-election-steps.h"

typedef enum
{
  FIT_LOCK_LEASE,
  FIT_LOCK_ENDPOINTS,
  FIT_LOCK_CONFIG_MAP,
  FIT_LOCK_KIND_LAST,
} FitLockKind;

typedef struct
{
  const char *plural;      /* "leases": in paths, and on the command line */
  const char *kind;        /* "Lease" */
  const char *api_version; /* "coordination.k8s.io/v1" */
  const char *path;        /* "/apis/coordination.k8s.io/v1" */
  gboolean in_annotation;  /* where the record is */
} FitLockKindInfo;

/* fit_lock_kind_info: Returns: (transfer none) */
const FitLockKindInfo *fit_lock_kind_info (FitLockKind kind);

/**
 * fit_lock_kinds:
 * @name: "leases", "endpoints", "configmaps", "endpointsleases" or
 *   "configmapsleases"
 * @out_kinds: (out): all kinds: first those that @name stands for
 *
 * Returns: how many these are; 0: there is no such name
 */
guint fit_lock_kinds (const char *name,
                      FitLockKind out_kinds[FIT_LOCK_KIND_LAST]);

/**
 * fit_lock_object_read:
 * @object: of @kind, as the API server has it
 * @arena: owns the texts of @out_record
 * @out_raw: (out) (transfer full): all of the record; changes when it changes
 *
 * An object without a record has no holder.
 * Errors: FIT_ERROR_SCHEMA for a record that cannot be understood.
 */
gboolean fit_lock_object_read (FitLockKind kind, const FitValue *object,
                               FitArena *arena, FitLockRecord *out_record,
                               char **out_raw, GError **error);

/**
 * fit_lock_object_write:
 * @old: (nullable): what to change; the rest of it stays; NULL: a new object
 * @now_us: of the calendar
 *
 * Returns: (transfer full) (nullable): the object with @record, as JSON; NULL
 *   if it is too large
 */
char *fit_lock_object_write (FitLockKind kind, const FitValue *old,
                             const char *namespace_, const char *name,
                             const FitLockRecord *record, gint64 now_us);

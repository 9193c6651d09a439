/* node.h - nodes and CSINodes, as far as scheduling needs them
 *
 * Immutable, reference counted, thread-safe; fields are read-only.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/object.h"
#include "api/resources.h"
#include "api/taints.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_CONDITION_ABSENT,
  FIT_CONDITION_TRUE,
  FIT_CONDITION_FALSE,
  FIT_CONDITION_UNKNOWN, /* or any other value */
} FitConditionStatus;

typedef struct
{
  const char *type;   /* interned */
  const char *reason; /* interned, "" when absent */
  FitConditionStatus status;
  guint unused; /* 0: no padding, see base/shape.h */
} FitNodeCondition;

/* One podController signature of the preferAvoidPods annotation. */
typedef struct
{
  char *kind; /* owned */
  char *uid;  /* owned */
} FitAvoidedController;

/* What a node must be able to do for the pod, if that is more than any kubelet
 * can. */
typedef enum
{
  FIT_POD_RESTARTS_ALL = 1 << 0, /* restart all containers when one exits */
  FIT_POD_INIT_RESTARTS_ALL = 1 << 1, /* the same for an init container */
  FIT_POD_NO_HOST_USERS = 1 << 2,     /* hostUsers: false; a feature together
                                         with hostNetwork */
} FitPodFeatures;

/* What many nodes have in common. */
typedef struct
{
  FitResources allocatable;
  gint64 allowed_pods; /* allocatable "pods" */
  gboolean unschedulable;
  guint n_taints;
  FitTaint *taints;      /* owned */
  guint64 taints_digest; /* of everything in the taints, as in FitPodDigests */
  guint n_conditions;
  guint n_avoided;
  FitNodeCondition *conditions;  /* owned, in order */
  FitAvoidedController *avoided; /* owned: annotation
                          scheduler.alpha.kubernetes.io/preferAvoidPods */
  char **features;               /* (nullable) owned, NULL-terminated:
                      status.declaredFeatures */
} FitNodeTraits;

typedef struct
{
  const char *name; /* interned */
  gint64 size;      /* bytes */
} FitNodeImage;

typedef struct
{
  guint n;
  guint unused;      /* 0, as above */
  FitNodeImage of[]; /* every name of every image, in order */
} FitNodeImages;

typedef struct
{
  FIT_OBJECT_FIELDS
  const char *name;            /* interned meta.name */
  const FitNodeTraits *traits; /* interned: equal ones are one pointer */
  const FitNodeImages *images; /* (nullable) likewise; NULL if there are none */
  guint64 annotations_digest;  /* as traits->taints_digest */
} FitNode;

FIT_OBJECT_TYPE (FitNode, fit_node)

/* fit_node_cordoned: Returns: (transfer full): a copy as 'kubectl cordon'
 * leaves it: unschedulable, and with the taint of cordoned nodes */
FitNode *fit_node_cordoned (const FitNode *node);

/* A copy of a node that is being changed, however often, at the cost of one
 * copy. */
typedef struct
{
  FitNode *copy;        /* owned, with the old traits */
  FitNodeTraits traits; /* owned */
  FitLabels *labels;    /* (nullable) owned: those that are changed */
  guint room;           /* for more labels */
} FitNodeEdit;

/* fit_node_edit_begin: @node, and room for @n_labels more */
void fit_node_edit_begin (FitNodeEdit *edit, const FitNode *node,
                          guint n_labels);

/* fit_node_edit_end: Returns: (transfer full): the changed copy */
FitNode *fit_node_edit_end (FitNodeEdit *edit);

/* fit_node_edit_uncordon: as 'kubectl uncordon' leaves it: schedulable, and
 * without the taint of cordoned nodes */
void fit_node_edit_uncordon (FitNodeEdit *edit);

/* fit_node_edit_repair: the condition @type, such as "Ready", is as it should be,
 * without the taints that stand for it */
void fit_node_edit_repair (FitNodeEdit *edit, const char *type);

/* fit_node_edit_label: @value: (nullable): NULL: without the label */
void fit_node_edit_label (FitNodeEdit *edit, const char *key,
                          const char *value);

/* fit_node_edit_room: @amount more is allocatable.  @resource: as a Pod writes
 * it, or "pods"; @amount: in FitResources' units */
void fit_node_edit_room (FitNodeEdit *edit, const char *resource,
                         gint64 amount);

/* fit_node_raw: meta.raw, for FitExtenderOptions.node_json.  Returns: (transfer
 * none) (nullable) */
const char *fit_node_raw (const FitNode *node, gpointer unused);

typedef struct
{
  const char *name; /* interned */
  gboolean has_count;
  gint64 count; /* maximum number of attached volumes */
} FitCSIDriverInfo;

typedef struct
{
  FIT_OBJECT_FIELDS
  guint n_drivers;
  FitCSIDriverInfo *drivers; /* owned */
  char **migrated_plugins;   /* (nullable) owned: the annotation
                 storage.alpha.kubernetes.io/migrated-plugins split at ',' */
} FitCSINode;

FIT_OBJECT_TYPE (FitCSINode, fit_csi_node)

/* fit_csi_node_with_name: Returns: (transfer full): a copy for the node
 * @name */
FitCSINode *fit_csi_node_with_name (const FitCSINode *csi_node,
                                    const char *name);

G_END_DECLS

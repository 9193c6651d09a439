/* workloads.h - objects that select pods: services, controllers,
 * PodDisruptionBudgets
 *
 * Also PriorityClass and Namespace.  Immutable, reference counted,
 * thread-safe; fields are read-only.
 */
#pragma once

#include "api/meta.h"
#include "api/selector.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_WORKLOAD_SERVICE,
  FIT_WORKLOAD_REPLICATION_CONTROLLER,
  FIT_WORKLOAD_REPLICA_SET,
  FIT_WORKLOAD_STATEFUL_SET,
  FIT_WORKLOAD_LAST,
} FitWorkloadKind;

/* Service, ReplicationController, ReplicaSet or StatefulSet. */
typedef struct
{
  gatomicrefcount refs;
  FitObjectMeta meta;
  FitWorkloadKind kind;
  FitLabels *selector_map; /* (nullable) service, RC: as in the input; NULL =
                              nil */
  FitSelector *selector;   /* owned.  Service, RC: equality, built unvalidated
                              (NULL map: nothing).  RS, StatefulSet:
                              LabelSelector, maybe invalid */
  FitSelector *spread_selector; /* owned: for SelectorSpread.  Service, RC:
                                   validated equality (invalid = everything);
                                   RS, StatefulSet: same as @selector */
  guint n_pairs;                /* service: of @spread_selector */
  FitSelector **pairs;          /* owned: one selector for each of its
                                   requirements */
} FitWorkload;

FitWorkload *fit_workload_ref (const FitWorkload *workload);
void fit_workload_unref (const FitWorkload *workload);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitWorkload, fit_workload_unref)

typedef struct
{
  gatomicrefcount refs;
  FitObjectMeta meta;
  FitSelector *selector; /* owned; v1beta1: empty matches nothing, v1: all */
  gint32 disruptions_allowed;
  FitLabels *disrupted; /* (nullable) owned: the pods whose eviction is under
                           way, with the time of each */
} FitPodDisruptionBudget;

FitPodDisruptionBudget *fit_pdb_ref (const FitPodDisruptionBudget *pdb);
void fit_pdb_unref (const FitPodDisruptionBudget *pdb);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPodDisruptionBudget, fit_pdb_unref)

typedef struct
{
  gatomicrefcount refs;
  FitObjectMeta meta;
  gint32 value;
  gboolean global_default;
  gboolean never_preempts;
} FitPriorityClass;

FitPriorityClass *fit_priority_class_ref (const FitPriorityClass *pc);
void fit_priority_class_unref (const FitPriorityClass *pc);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPriorityClass, fit_priority_class_unref)

typedef struct
{
  gatomicrefcount refs;
  FitObjectMeta meta;
  const char *name; /* interned meta.name */
} FitNamespace;

FitNamespace *fit_namespace_ref (const FitNamespace *namespace_);
void fit_namespace_unref (const FitNamespace *namespace_);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitNamespace, fit_namespace_unref)

G_END_DECLS

/* world.h - what the scheduler reads from and writes to the outside world
 *
 * The scheduler has no network, no threads and no clock.  All that v1.16 reads
 * from and writes to the API server goes through these functions.  A
 * simulation, a test and a daemon each provide their own.
 *
 * None of them may call the scheduler.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "core/extenders.h"
#include "core/preemption.h"

/* -- tasks: what takes time ------------------------------------------------ */

typedef enum
{
  FIT_TASK_FETCH_POD,     /* read a pod again after a failed attempt */
  FIT_TASK_BIND_VOLUMES,  /* write the volume binder's decisions */
  FIT_TASK_BIND,          /* bind a pod to a node */
  FIT_TASK_DELETE_VICTIM, /* delete a pod with its own grace period; 1.33 */
  FIT_TASK_LAST,
} FitTaskType;

/* Why a victim goes: its condition DisruptionTarget. */
typedef struct
{
  const char *reason;
  char *message; /* owned by the caller */
} FitVictimNote;

/* Read-only outside the scheduler.  fit_scheduler_finish_task() ends it. */
typedef struct
{
  FitTaskType type;
  const FitPod *pod;         /* owned reference; for a binding: the assumed
                               pod */
  const char *node_name;     /* borrowed from @pod; "" for FIT_TASK_FETCH_POD */
  FitExtender *extender;     /* (nullable) borrowed; FIT_TASK_BIND: the extender
                               that binds instead of the API server */
  const GPtrArray *volumes;  /* (nullable) borrowed; FIT_TASK_BIND_VOLUMES: the
                               FitPersistentVolumes to write, with their
                               claim */
  const GPtrArray *claims;   /* (nullable) borrowed; FIT_TASK_BIND_VOLUMES: the
                               FitPersistentVolumeClaims to write, with the
                               selected node; after the volumes */
  const FitVictimNote *note; /* (nullable) borrowed; FIT_TASK_DELETE_VICTIM: to
                                be written first, if that changes the pod */
} FitTask;

/* The state of a pod that has no node according to the API server. */
typedef enum
{
  FIT_POD_UNKNOWN,   /* not a pod of this scheduler, or it has a node */
  FIT_POD_QUEUED,    /* in one of the queues */
  FIT_POD_WAITING,   /* assumed; a Permit plugin holds it back */
  FIT_POD_BINDING,   /* assumed; volumes or the pod are being bound */
  FIT_POD_BOUND,     /* assumed and bound, but not confirmed yet */
  FIT_POD_REFETCHED, /* has failed and is being refetched */
} FitPodPlace;

/* -- what is reported ------------------------------------------------------ */

/* An event as kubectl describe shows it. */
typedef struct
{
  const FitPod *regarding;
  const FitPod *related; /* (nullable) */
  gboolean warning;      /* type is Warning, not Normal */
  const char *reason;    /* "FailedScheduling", "Scheduled", "Preempted" */
  const char *action;    /* "Scheduling", "Binding", "Preempting" */
  const char *note;
} FitEvent;

typedef enum
{
  FIT_DECISION_ASSUMED,   /* a node was chosen; the pod counts on it */
  FIT_DECISION_WAITING,   /* a Permit plugin holds it back */
  FIT_DECISION_BOUND,     /* the binding was written */
  FIT_DECISION_FAILED,    /* the attempt failed: message, reason */
  FIT_DECISION_SKIPPED,   /* it is being deleted */
  FIT_DECISION_NOMINATED, /* preemption makes room on a node: victims */
  FIT_DECISION_NOMINATION_CLEARED, /* it is no longer nominated */
  FIT_DECISION_QUEUED,             /* it entered a queue: reason says why */
  FIT_DECISION_DROPPED, /* it will not be tried again: gone, or bound */
  FIT_DECISION_EXPIRED, /* assumed, bound, and never confirmed */
  FIT_DECISION_PROBLEM, /* an error that v1.16 would log */
  FIT_DECISION_LAST,
} FitDecisionType;

/* fit_decision_type_name: "assumed", "waiting", ... as in JSON */
const char *fit_decision_type_name (FitDecisionType type);

/* Valid during the call.  Fields that do not apply to the type are zero. */
typedef struct
{
  FitDecisionType type;
  gint64 time_ns;
  const FitPod *pod;     /* (nullable): FIT_DECISION_PROBLEM only */
  const char *node_name; /* (nullable) of ASSUMED, WAITING, BOUND, NOMINATED,
                            NOMINATION_CLEARED, EXPIRED; of DROPPED: the pod's
                            node */
  const char *queue;     /* (nullable) of QUEUED: "activeQ", ... */
  const char *reason;    /* (nullable) of FAILED: of the condition:
                              "Unschedulable", "SchedulerError", ...; of QUEUED:
                              what moved it */
  const char *message;   /* (nullable) of FAILED: of the condition; of DROPPED,
                             PROBLEM */
  const GError *error;   /* (nullable) of FAILED: an internal error, or
                            preemption failed; NULL: the pod was rejected, or
                            was gone before it was bound.  Of PROBLEM: in v1.16
                            preemption failed, after the attempt was reported as
                            FAILED */
  gboolean scored;       /* of ASSUMED: FALSE if only one node was left */
  gint64 score;          /* of ASSUMED */
  guint evaluated;       /* of ASSUMED, FAILED: nodes */
  guint feasible;        /* the same */
  gboolean kept_from_preempting; /* of FAILED: before DefaultPreemption another
                                    PostFilter plugin failed */
  const FitNodeVictims *victims; /* of NOMINATED */
} FitDecision;

/* -- the functions --------------------------------------------------------- */

/* All functions are required. */
typedef struct
{
  gpointer data; /* passed to all functions */

  /* Reads the pod as the API server has it now.  Returns: (transfer full)
   * (nullable): NULL with FIT_ERROR_NOT_FOUND or FIT_ERROR_REMOTE */
  FitPod *(*get_pod) (gpointer data, const char *namespace_, const char *name,
                      GError **error);

  /* Does the node exist?  FALSE with FIT_ERROR_NOT_FOUND or FIT_ERROR_REMOTE */
  gboolean (*get_node) (gpointer data, const char *name, GError **error);

  /* Writes status.nominatedNodeName; "" clears it. */
  gboolean (*set_nominated_node) (gpointer data, const FitPod *pod,
                                  const char *node_name, GError **error);

  /* Writes the condition PodScheduled=False, if that changes the pod. */
  gboolean (*set_unscheduled) (gpointer data, const FitPod *pod,
                               const char *reason, const char *message,
                               GError **error);

  /* Deletes a pod with its own grace period; up to 1.32.  @note: (nullable): to
   * be written first, if that changes the pod */
  gboolean (*delete_pod) (gpointer data, const FitPod *pod,
                          const FitVictimNote *note, GError **error);

  /* Starts @task, which stays valid until fit_scheduler_finish_task(). */
  void (*start_task) (gpointer data, const FitTask *task);

  void (*event) (gpointer data, const FitEvent *event);
  void (*decided) (gpointer data, const FitDecision *decision);
} FitWorld;

/* random-life.h - a cluster in which anything may happen, from a seed
 *
 * A fake world with pods, nodes and volumes that come, change and go; the
 * scheduler is told of it in any order that watches may have, its tasks end at
 * any time, and what it does fails as often as a test wants.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/scheduler/scheduler-scene.h"
#include "tests/support/random-objects.h"

/* What goes wrong, or comes at a bad moment. */
typedef enum
{
  TROUBLE_BIND,           /* a binding fails */
  TROUBLE_BIND_DONE,      /* it is said to have failed, but was done */
  TROUBLE_VOLUMES,        /* volumes cannot be written */
  TROUBLE_VOLUMES_DONE,   /* it is said so, but they were */
  TROUBLE_FETCH,          /* a pod cannot be read again */
  TROUBLE_GET_POD,        /* nor for preemption */
  TROUBLE_NOMINATION,     /* status.nominatedNodeName cannot be written */
  TROUBLE_CONDITION,      /* nor the condition */
  TROUBLE_VICTIM,         /* a victim cannot be deleted */
  TROUBLE_FILTER,         /* a plugin cannot answer for a node */
  TROUBLE_PLUGIN,         /* or fails or rejects at another point */
  TROUBLE_PERMIT_TIMEOUT, /* nobody allows a pod that waits */
  TROUBLE_NODE_GONE,      /* a node goes while pods are on their way to it */
  TROUBLE_DELETED,        /* a pod goes while it is on its way */
  TROUBLE_CHANGED,        /* or changes */
  TROUBLE_MADE_ANEW,      /* or goes, and another one has its name */
  TROUBLE_TAKEN,          /* or somebody else binds it */
  TROUBLE_MISSED,         /* two changes are told as one */
  TROUBLE_UNCONFIRMED,    /* a binding is not confirmed in time */
  TROUBLE_LAST,
} Trouble;

/* trouble_name: Returns: (transfer none): a few words */
const char *trouble_name (Trouble trouble);

typedef struct
{
  guint32 seed;
  guint trouble;            /* in a thousand chances; 0: nothing goes wrong */
  gboolean rich;            /* pods have claims and host ports */
  guint nodes, pods;        /* how many names there are; 0: a few */
  const char *policy;       /* (nullable) */
  const char *release;      /* (nullable): of SceneSetup */
  gboolean trusts_bindings; /* the same */
} LifeSetup;

typedef struct
{
  Scene scene;
  GRand *random;
  guint trouble;
  gboolean rich;
  FitRelease release;
  guint nodes, pods;
  guint n_made;
  guint n_trouble[TROUBLE_LAST];
  GHashTable *told;       /* owned: "NAMESPACE/NAME" -> FitPod: what the
                          scheduler was told last */
  GHashTable *told_nodes; /* owned: name -> FitNode: the same */
  guint n_node_changes;   /* how often a node that it was told of came, changed
                             its zone or went */
  GHashTable *touched;    /* owned, a set: names of pods that were told to have
                          changed while they were not queued */
  GHashTable *outlived;   /* owned, a set: names of pods that have gone while
                           they were on their way */
  GHashTable *reading; /* owned: name -> how often that pod has failed without
                          having been read again */
  GHashTable *reasons; /* owned: UID -> why it has no node */
  GString *story;      /* owned: all decisions */
  /* (nullable): told before each attempt */
  void (*before_attempt) (gpointer data);
  /* (nullable): sees decisions too */
  void (*decided) (gpointer data, const FitDecision *decision);
  gpointer data;
} Life;

void life_init (Life *life, const LifeSetup *setup);
void life_clear (Life *life);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Life, life_clear)

/* life_step: something happens */
void life_step (Life *life);

/* life_calm_down: nothing goes wrong any more, and there is time enough for
 * everything to come to an end */
void life_calm_down (Life *life);

/* life_schedule: one attempt.  Returns: FALSE when no pod was active */
gboolean life_schedule (Life *life);

/* life_change_cluster: pods, nodes, volumes or services come, change or go */
void life_change_cluster (Life *life);

/* life_run_pods: pods that were told to go do so; those on lost nodes too; some
 * end */
void life_run_pods (Life *life);

/* life_make_node: Returns: (transfer full): the node "n@number", somehow */
FitNode *life_make_node (Life *life, guint number);

/* life_below: Returns: 0 .. @n - 1 */
guint life_below (Life *life, guint n);
gboolean life_chance (Life *life, guint percent);

/* life_pods: Returns: (transfer container): all live pods, by name */
GPtrArray *life_pods (const Life *life);

/* life_is_ours: it waits for a node, as far as @pod says */
gboolean life_is_ours (const FitPod *pod);

/* life_on_its_way: it was taken out of the queue, and is not done with */
gboolean life_on_its_way (Life *life, const FitPod *pod);

/* life_fail: the test fails; tells all that was decided about @pod */
void life_fail (const Life *life, const FitPod *pod, const char *format, ...)
    G_GNUC_PRINTF (3, 4) G_GNUC_NORETURN;

/* check_places: every pod without a node is somewhere, and nowhere twice; the
 * cache counts the pods it was told of and those that are on their way */
void check_places (const Life *life);

/* detail.h - why exactly a rule rejected a node, for explanations
 *
 * A rule that rejects a node only adds a reason, which costs nothing.  For an
 * explanation, FitPredicateInfo.explain looks again, however long it takes.  It
 * finds the taint, label, pod or volume, and reports it as one sentence, as
 * facts for programs, and as changes that would remove the obstacle.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/node.h"
#include "api/pod.h"

G_BEGIN_DECLS

/* A change to a pod or a node after which a rule would no longer reject it. */
typedef enum
{
  FIT_CHANGE_TOLERATE, /* the pod tolerates @taint */
  FIT_CHANGE_UNCORDON, /* the node becomes schedulable */
  FIT_CHANGE_LABEL,    /* the node has the label @key with @value */
  FIT_CHANGE_UNLABEL,  /* the node no longer has the label @key */
  FIT_CHANGE_REPAIR,   /* the condition @key of the node is as it should be */
  FIT_CHANGE_EVICT,    /* @pod is gone from its node */
  FIT_CHANGE_WAIT,     /* @pod, which is being deleted, is gone */
  FIT_CHANGE_ROOM,     /* the node has @amount more of @resource */
  FIT_CHANGE_FEWER,    /* @amount fewer of the pods that @selector selects in
                          the namespace of the pod run where the label @key is
                          @value */
} FitChangeType;

/* All pointers are borrowed from the cluster. */
typedef struct
{
  FitChangeType type;
  const FitTaint *taint;
  const char *key;   /* interned; static for FIT_CHANGE_REPAIR */
  const char *value; /* interned, may be "" */
  const FitSelector *selector;
  const FitPod *pod;
  const char *resource; /* as FitReason.text */
  gint64 amount;
} FitChange;

/* A fact for -o json. */
typedef struct
{
  const char *name; /* static, in camelCase: "topologyKey" */
  char *text;       /* (nullable) owned; NULL: it is @number */
  gint64 number;
} FitFact;

/* Data that a rule keeps from node to node, while one pod is explained. */
typedef struct
{
  gpointer data; /* NULL at first */
  GDestroyNotify free;
} FitDetailMemo;

typedef struct
{
  char *text;    /* (nullable) owned: one sentence, without a full stop */
  char *common;  /* (nullable) owned: the sentence without what differs between
                    nodes, to group nodes by; NULL: all nodes form one group */
  char *remedy;  /* (nullable) owned: how to remove the obstacle, as an
                    imperative: "tolerate team=ml:NoSchedule" */
  GArray *facts; /* owned, of FitFact */
  GArray *changes;     /* owned, of FitChange: the changes that together would
                      remove it; empty if nothing simple would */
  FitDetailMemo *memo; /* borrowed: of the rule */
} FitDetail;

/* fit_detail_new: Returns: (transfer full): an empty detail */
FitDetail *fit_detail_new (FitDetailMemo *memo);
void fit_detail_free (FitDetail *detail);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitDetail, fit_detail_free)

/* fit_detail_say, _say_common, _advise: set text, common and remedy */
void fit_detail_say (FitDetail *detail, const char *format, ...)
    G_GNUC_PRINTF (2, 3);
void fit_detail_say_common (FitDetail *detail, const char *format, ...)
    G_GNUC_PRINTF (2, 3);
void fit_detail_advise (FitDetail *detail, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* fit_detail_add_fact, _add_number: @name is static; if a name is added twice,
 * the first counts; a @text of NULL adds nothing */
void fit_detail_add_fact (FitDetail *detail, const char *name,
                          const char *text);
void fit_detail_add_number (FitDetail *detail, const char *name, gint64 number);

/* fit_detail_add_pod: adds the name of @pod as a fact */
void fit_detail_add_pod (FitDetail *detail, const char *name,
                         const FitPod *pod);

/* fit_detail_add_change: @change is copied */
void fit_detail_add_change (FitDetail *detail, const FitChange *change);

G_END_DECLS

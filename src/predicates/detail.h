/* detail.h - what it was that made a rule refuse a node, for explanations
 *
 * A rule that refuses a node only adds a reason, which costs nothing.  When
 * somebody wants to know more, FitPredicateInfo.explain looks again, in its own
 * time, and says which taint, label, pod or volume it was, in one sentence, as
 * facts for programs, and as changes that would remove the obstacle.
 */
#pragma once

#include "api/node.h"
#include "api/pod.h"

G_BEGIN_DECLS

/* A change to a pod or a node after which a rule would not refuse any more. */
typedef enum
{
  FIT_CHANGE_TOLERATE, /* the pod tolerates @taint */
  FIT_CHANGE_UNCORDON, /* the node takes pods again */
  FIT_CHANGE_LABEL,    /* the node has the label @key with @value */
  FIT_CHANGE_UNLABEL,  /* the node does not have the label @key */
  FIT_CHANGE_EVICT,    /* @pod is gone */
  FIT_CHANGE_ROOM,     /* the node has @amount more of @resource */
} FitChangeType;

/* All pointers are borrowed from the cluster. */
typedef struct
{
  FitChangeType type;
  const FitTaint *taint;
  const char *key;   /* interned */
  const char *value; /* interned, may be "" */
  const FitPod *pod;
  const char *resource; /* as FitReason.text */
  gint64 amount;
} FitChange;

/* A fact for programs. */
typedef struct
{
  const char *name; /* static, in camelCase: "topologyKey" */
  char *text;       /* (nullable) owned; NULL: it is @number */
  gint64 number;
} FitFact;

/* What a rule remembers from one node to the next, while one pod is
 * explained. */
typedef struct
{
  gpointer data; /* NULL at first */
  GDestroyNotify free;
} FitDetailMemo;

typedef struct
{
  char *text;    /* (nullable) owned: what it was, without a full stop */
  char *common;  /* (nullable) owned: the same without what differs from node to
                    node, to count nodes by; NULL: they are counted together */
  char *remedy;  /* (nullable) owned: what would remove the obstacle, as an
                    order: "tolerate team=ml:NoSchedule" */
  GArray *facts; /* owned, of FitFact */
  GArray *changes; /* owned, of FitChange: all of them together would remove it;
                      empty when nothing simple does */
  FitDetailMemo *memo; /* borrowed: of the rule */
} FitDetail;

/* fit_detail_new: says nothing yet.  Returns: (transfer full) */
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

/* fit_detail_add_fact, _add_number: @name is static; of facts of the same name
 * the first counts; a @text of NULL adds nothing */
void fit_detail_add_fact (FitDetail *detail, const char *name,
                          const char *text);
void fit_detail_add_number (FitDetail *detail, const char *name, gint64 number);

/* fit_detail_add_pod: the name of @pod as a fact */
void fit_detail_add_pod (FitDetail *detail, const char *name,
                         const FitPod *pod);

/* fit_detail_add_change: @change is copied */
void fit_detail_add_change (FitDetail *detail, const FitChange *change);

G_END_DECLS

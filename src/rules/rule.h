/* rule.h - one rule of the scheduler, and what each release makes of it
 *
 * A rule is known to releases with profiles as a plugin.  Its descriptor,
 * fit_rule_NAME, opens the file that has its formulas, and says all
 * that differs from release to release; rules.def lists the rules.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/cluster-event.h"
#include "releases/config-version.h"
#include "rules/plugin-args.h"
#include "rules/points.h"
#include "rules/profile-plugin.h"
#include "rules/rule-migration.h"
#include "rules/signature.h"

/* The points at which the plugin can be enabled. */
typedef struct
{
  FitExtensionPoints points;
  FitSpan span;
} FitRulePoints;

/* The formula that applies from @since on, until that of a later row does. */
typedef struct
{
  FitRelease since;
  const FitPredicateInfo *info;
} FitRuleFilter;

typedef struct
{
  FitRelease since;
  const FitPriorityInfo *info;
} FitRuleScore;

/* The plugin fails every pod if the profile runs only the second half of it. */
typedef struct
{
  FitExtensionPoints needs; /* PRE_FILTER or PRE_SCORE: what it misses */
  FitRelease since;
  FitGate gate; /* that makes it read what it misses;
                          FIT_GATE_NONE: it always does */
  const char *message;
  gboolean spares_constrained; /* pods with topology spread constraints get no
                                  points instead */
  gboolean tracks_pods;        /* it misses that when a pod is removed, too */
} FitUnprepared;

/* The plugin at @point relies on itself at @needs: what comes of it if the
 * profile does not run that. */
typedef struct
{
  FitExtensionPoint point;
  FitExtensionPoint needs;
  const char *effect;
} FitRuleHalf;

/* Whether an event depends on a feature gate. */
typedef enum
{
  FIT_RULE_ALWAYS,
  FIT_RULE_HINTS,    /* SchedulerQueueingHints */
  FIT_RULE_NO_HINTS, /* with that gate off: nodes are checked, and an event may
                        be missed */
  FIT_RULE_RESIZES,  /* InPlacePodVerticalScaling */
} FitRuleCondition;

/* An event that may help pods which the plugin rejected, from 1.22 on.  If
 * there are several rows for one resource, all of them count. */
typedef struct
{
  FitClusterResource resource;
  guint actions;
  FitSpan span;
  FitRuleCondition condition;
  FitQueueingHintFunc hint; /* (nullable) */
} FitRuleEvent;

/* The weights that the rule has by default. */
typedef struct
{
  const char *priority; /* (nullable): what Policies of 1.17 to 1.22 call it */
  FitSpan span;         /* in which they know that name; without a name it has a
                           beginning, since a row of zeros ends the list */
  gint32 in_policies;   /* if one has no list; 0: not enabled then */
  gint32 in_lists;      /* in the default lists up to v1beta2... */
  gint32 in_multi;      /* ...and from v1beta3 on */
} FitRuleWeight;

/* When the default lists leave out a plugin that the release has. */
typedef struct
{
  FitExtensionPoints points; /* in the lists of these; 0: in all */
  FitSpan span;
  FitGate gate; /* FIT_GATE_NONE: always */
  gboolean on;  /* the value of the gate */
} FitRuleLeftOut;

/* Two lists of labels in the arguments of a plugin, as offsets of FitArgStrings.
 * If they are the same, it makes no difference whether a label is absent. */
typedef struct
{
  guint present;
  guint absent;
} FitRuleLabels;

/* What other places of a file set in the arguments of a plugin. */
typedef enum
{
  FIT_SETTING_NONE,
  FIT_SETTING_HARD_WEIGHT,  /* gint32: hardPodAffinitySymmetricWeight of
                               Policies and of v1alpha1 */
  FIT_SETTING_BIND_TIMEOUT, /* gint64: bindTimeoutSeconds of v1alpha1 and
                               v1alpha2 */
  FIT_SETTING_IGNORED,      /* FitArgStrings: resources that extenders handle
                               alone */
  FIT_SETTING_SPREADING,    /* const char *: "System" or "List": whether it also
                               does the work of SelectorSpread, as a gate
                               says */
} FitSetting;

/* How a plugin scores nodes by what is used of their resources. */
typedef enum
{
  FIT_USE_LEAST,
  FIT_USE_MOST,
  FIT_USE_BALANCED, /* by how alike the shares are */
  FIT_USE_RATIO,    /* by a shape */
} FitUseKind;

typedef struct
{
  FitUseKind kind;
  const char *strategy;      /* "MostAllocated", or the name of the plugin */
  const char *field;         /* in its arguments: "scoringStrategy", "" */
  FitArgResources resources; /* none without arguments */
  const FitArgShape *shape;  /* (nullable): of a ratio, if it has one */
} FitRuleUse;

/* Lists are NULL if they are empty, and end with a row of zeros. */
struct FitRule
{
  const char *name; /* of the plugin */
  /* The predicates and priorities that it replaced, the most similar one
   * first. */
  const FitPredicateInfo *const *predicates;
  const FitPriorityInfo *const *priorities;
  /* Entries of a Policy with these arguments, whatever their names, are the first
   * of these; 0: none are. */
  FitPredicateArgumentMembers predicate_argument;
  FitPriorityArgumentMembers priority_argument;
  const char *trade; /* (nullable): rules with the same trade score nodes by the
                        same criteria */
  const FitRulePoints *points; /* in order */
  const FitRuleFilter *filters;
  const FitRuleScore *scores;
  const FitUnprepared *unprepared;
  const FitRuleHalf
      *halves; /* where it does not fail, but leaves things undone */
  const FitRuleEvent *events;
  gconstpointer default_args; /* (nullable): arguments that say what it does in
                                 releases where it takes none, if not all 0 */
  const FitRuleWeight *weights;
  const FitRuleLeftOut *left_out;
  FitConfigSpan removed; /* where a configuration is told that it is removed;
                            elsewhere it may be known or unknown */
  /* Policies of 1.17 to 1.22: does it filter if there is no list of predicates,
   * and even if the list does not have it? */
  gboolean by_default;
  gboolean mandatory;
  gboolean needs_args; /* it cannot be created without arguments */
  gboolean dominates;  /* its default weight is meant to outweigh all others */
  gboolean no_hint;    /* its name does not lead to what it replaced: only the
                          suffix is missing, or that exists only with an
                          argument or a gate */
  const FitRuleLabels
      *labels; /* (nullable): by which it filters, and by which it
                                  scores */
  /* later_only: (nullable): what @args ask for that v1.16 has no equivalent for,
   * where the plugin scores, or filters.  Returns: (nullable): NULL: nothing */
  const char *(*later_only) (gconstpointer args, gboolean scores);
  FitExtensionPoints without; /* where v1.16 does without any equivalent,
                                 because what it looks at did not exist */
  /* use: (nullable): sets what @out does not have yet.  Returns: FALSE if @args
   * (nullable) do not say how it scores */
  gboolean (*use) (gconstpointer args, FitRuleUse *out);
  /* take_ratio: (nullable): makes of @args, which are the defaults, what the priority
   * does with @ratio (nullable) in the release @from */
  void (*take_ratio) (gpointer args, const FitCapacityRatioArgument *ratio,
                      FitRelease from, FitArena *arena);
  FitSetting setting; /* its arguments have, at the offset @setting_at */
  guint setting_at;
  /* For migrations. */
  const FitRuleNote *notes;
  const FitRuleOrder *orders; /* the first that is about the plugin holds */
  const FitRuleEnd *end;
  const FitRule *became; /* (nullable): the plugin that has it as @strategy */
  const char *strategy;
  const FitRule *opposite; /* (nullable): the plugin that gives the points that
                              it does not give */
  const char *effect; /* what a plugin with that strategy did, for a note that
                           it is lost: "scored nodes by its shape" */
  const char *reads;  /* (nullable): what releases without it ignore in pods:
                        "scheduling gates" */
  /* post_filter: (nullable): PostFilter of a plugin that never makes room.
   * @prepared: its PreFilter has run for the pod.  @out_fails: (out): set if it
   * returns an error.  Returns: the message */
  const char *(*post_filter) (FitFeatureGates gates, gboolean prepared,
                              gboolean *out_fails);
  FitSignFunc sign; /* (nullable): from 1.35 on; NULL: it reads nothing of a pod
                       that waits */
};

/* fit_rules: all rules, in the order in which v1.16 evaluates predicates, then
 * priorities; ends with NULL */
extern const FitRule *const fit_rules[];

/* fit_rule_find: Returns: (nullable): the rule that is the plugin @name */
const FitRule *fit_rule_find (const char *name);

/* fit_rule_of_predicate, fit_rule_of_priority: Returns: (nullable): the rule
 * that replaced the function @name */
const FitRule *fit_rule_of_predicate (const char *name);
const FitRule *fit_rule_of_priority (const char *name);

/* fit_rule_of_argument: Returns: (nullable): the rule that an entry of a Policy
 * with these @members of its argument means; NULL unless there is exactly one */
const FitRule *fit_rule_of_argument (gboolean scores, guint members);

/* fit_rule_weight: Returns: (nullable): the default weights of @rule in
 * @release */
const FitRuleWeight *fit_rule_weight (const FitRule *rule, FitRelease release);

/* fit_rule_with_setting: Returns: the rule whose arguments have @setting */
const FitRule *fit_rule_with_setting (FitSetting setting);

/* fit_rule_setting: Returns: where it is in @args of @rule */
static inline gpointer
fit_rule_setting (const FitRule *rule, gconstpointer args)
{
  return (char *) args + rule->setting_at;
}

/* fit_rule_gate: Returns: the gate that must be on where v1.16 to 1.18 are to
 * know what @rule replaced; FIT_GATE_NONE if they always do */
FitGate fit_rule_gate (const FitRule *rule);

/* fit_rule_use: sets @out to how @rule (nullable) scores by what is used.
 * @args: (nullable).  Returns: FALSE if it does not */
gboolean fit_rule_use (const FitRule *rule, gconstpointer args,
                       FitRuleUse *out);

/* fit_rule_labels: Returns: a list of labels in @args of @rule, which has them */
static inline FitArgStrings *
fit_rule_labels (const FitRule *rule, gboolean scores, gboolean present,
                 gconstpointer args)
{
  const FitRuleLabels *row = &rule->labels[scores ? 1 : 0];

  return (FitArgStrings *) ((const char *) args
                            + (present ? row->present : row->absent));
}

/* fit_rule_n_labels: Returns: how many labels both lists have */
guint fit_rule_n_labels (const FitRule *rule, gboolean scores,
                         gconstpointer args);

/* fit_in_tree_plugin_points: Returns: the points where the plugin @name can be
 * enabled in @release; 0 if that release does not have it */
FitExtensionPoints fit_in_tree_plugin_points (const char *name,
                                              FitRelease release);

/* fit_in_tree_plugin_names: Returns: (transfer container): all plugins of
 * @release, sorted by name */
GPtrArray *fit_in_tree_plugin_names (FitRelease release);

/* fit_in_tree_plugin_life: the releases that have the plugin @name.  Returns:
 * FALSE if none does */
gboolean fit_in_tree_plugin_life (const char *name, FitSpan *out);

#define FIT_RULE(identifier) extern const FitRule fit_rule_##identifier;
#include "rules/rules.def"

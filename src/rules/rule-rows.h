/* rule-rows.h - short names for the rows of a rule's descriptor (private to
 * rules); the last header that a file includes
 */
#pragma once

#include "rules/filter-formulas.h"
#include "rules/plugin-hints.h"
#include "rules/rule.h"
#include "rules/score-formulas.h"

/* Lists. */
#define FIT_ROWS(type, ...) ((const type[]){ __VA_ARGS__, { 0 } })
#define PREDICATES(...) ((const FitPredicateInfo *const[]){ __VA_ARGS__, NULL })
#define PRIORITIES(...) ((const FitPriorityInfo *const[]){ __VA_ARGS__, NULL })
#define POINTS(...) FIT_ROWS (FitRulePoints, __VA_ARGS__)
#define FILTERS(...) FIT_ROWS (FitRuleFilter, __VA_ARGS__)
#define SCORES(...) FIT_ROWS (FitRuleScore, __VA_ARGS__)
#define UNPREPARED(...) FIT_ROWS (FitUnprepared, __VA_ARGS__)
#define EVENTS(...) FIT_ROWS (FitRuleEvent, __VA_ARGS__)

/* Releases. */
#define FROM(minor) FIT_RELEASE (minor, 0)

/* Points. */
#define PE (1u << FIT_PROFILE_PRE_ENQUEUE)
#define QS (1u << FIT_PROFILE_QUEUE_SORT)
#define PF (1u << FIT_PROFILE_PRE_FILTER)
#define F (1u << FIT_PROFILE_FILTER)
#define PO (1u << FIT_PROFILE_POST_FILTER)
#define PS (1u << FIT_PROFILE_PRE_SCORE)
#define S (1u << FIT_PROFILE_SCORE)
#define R (1u << FIT_PROFILE_RESERVE)
#define PB (1u << FIT_PROFILE_PRE_BIND)
#define B (1u << FIT_PROFILE_BIND)
#define PT (1u << FIT_PROFILE_POST_BIND)

/* Events. */
#define EVENT(resource, actions, span, condition, hint)               \
  {                                                                   \
    FIT_CLUSTER_##resource, actions, span, FIT_RULE_##condition, hint \
  }
#define ADD FIT_ACTION_ADD
#define DELETE FIT_ACTION_DELETE
#define UPDATE FIT_ACTION_UPDATE
#define ALL FIT_ACTION_ALL
#define LABEL FIT_ACTION_UPDATE_NODE_LABEL
#define TAINT FIT_ACTION_UPDATE_NODE_TAINT
#define ALLOCATABLE FIT_ACTION_UPDATE_NODE_ALLOCATABLE
#define POD_LABEL FIT_ACTION_UPDATE_POD_LABEL
#define SCALE_DOWN FIT_ACTION_UPDATE_POD_SCALE_DOWN
#define TOLERATION FIT_ACTION_UPDATE_POD_TOLERATION
#define GATES FIT_ACTION_UPDATE_POD_GATES_ELIMINATED

/* Plugins that fail. */
#define NO_GATE FIT_GATE_NONE
#define NOT_FOUND(reading, key) \
  reading " \"" key "\" from cycleState: not found"

/* rule-rows.h - short names for the rows of a rule's descriptor (private to
 * rules); the last header that a file includes
 * SPDX-License-Identifier: Apache-2.0 */
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
#define HALVES(...) FIT_ROWS (FitRuleHalf, __VA_ARGS__)
#define EVENTS(...) FIT_ROWS (FitRuleEvent, __VA_ARGS__)
#define WEIGHTS(...) FIT_ROWS (FitRuleWeight, __VA_ARGS__)
#define NOTES(...) FIT_ROWS (FitRuleNote, __VA_ARGS__)
#define ORDER(...) FIT_ROWS (FitRuleOrder, { __VA_ARGS__ })
#define ORDERS(...) FIT_ROWS (FitRuleOrder, __VA_ARGS__)
#define END(...) (&(const FitRuleEnd){ __VA_ARGS__ })
#define SETTING(which, Args, member) \
  FIT_SETTING_##which, .setting_at = G_STRUCT_OFFSET (Args, member)
#define LEFT_OUT(...) (&(const FitRuleLeftOut){ __VA_ARGS__ })

/* A plugin that a configuration names although v1beta2, or v1, has no such
 * plugin any more. */
#define REMOVED(version, ...)                              \
  {                                                        \
    .since = FIT_CONFIG_##version, .releases = __VA_ARGS__ \
  }

/* The manifests of a counterexample. */
#define ORDER_NODE(name, labels, spec, images)                                    \
  "---\n{apiVersion: v1, kind: Node, metadata: {name: " name                      \
  ", labels: {kubernetes.io/hostname: " name labels "}}, spec: {" spec            \
  "}, status: {allocatable: {cpu: 10, memory: 10Gi, pods: 110}, images: [" images \
  "]}}\n"
#define ORDER_POD(name, labels, spec, requests)                       \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: " name           \
  ", labels: {" labels "}}, spec: {" spec                             \
  "containers: [{name: c, image: i, resources: {requests: {" requests \
  "}}}]}}\n"
#define ORDER_USED                                                    \
  ORDER_NODE ("n1", "", "", "")                                       \
  ORDER_NODE ("n2", "", "", "")                                       \
  ORDER_POD ("old", "", "nodeName: n1, ", "cpu: 500m, memory: 512Mi") \
  ORDER_POD ("new", "", "", "cpu: 100m, memory: 100Mi")
#define ORDER_DOMAIN(name, key)                              \
  "---\n{apiVersion: v1, kind: Node, metadata: {name: " name \
  ", labels: {\"" key "\": " name "}}, "                     \
  "status: {allocatable: {cpu: 10, memory: 10Gi, pods: 110}}}\n"
#define ORDER_SERVICE                                         \
  "---\n{apiVersion: v1, kind: Service, metadata: {name: s, " \
  "namespace: default}, spec: {selector: {app: a}}}\n"
#define ORDER_THERE(name, node) \
  ORDER_POD (name, "app: a", "nodeName: " node ", ", "")
#define ORDER_TWELVE(key, spec)                                         \
  ORDER_DOMAIN ("n1", key)                                              \
  ORDER_DOMAIN ("n2", key)                                              \
  ORDER_DOMAIN ("n3", key)                                              \
  ORDER_DOMAIN ("n4", key)                                              \
  ORDER_SERVICE ORDER_THERE ("a1", "n1") ORDER_THERE ("a2", "n1")       \
      ORDER_THERE ("a3", "n1") ORDER_THERE ("a4", "n1")                 \
          ORDER_THERE ("a5", "n1") ORDER_THERE ("b1", "n2")             \
              ORDER_THERE ("b2", "n2") ORDER_THERE ("b3", "n2")         \
                  ORDER_THERE ("b4", "n2") ORDER_THERE ("b5", "n2")     \
                      ORDER_THERE ("b6", "n2") ORDER_THERE ("c1", "n3") \
                          ORDER_POD ("new", "app: a", spec, "")
#define ORDER_OF_TEN \
  "scores are whole numbers up to 10 there, and up to 100 here: "

/* Releases. */
#define FROM(minor) FIT_RELEASE (minor, 0)

/* Points. */
#define PE FIT_AT (PRE_ENQUEUE)
#define QS FIT_AT (QUEUE_SORT)
#define PF FIT_AT (PRE_FILTER)
#define F FIT_AT (FILTER)
#define PO FIT_AT (POST_FILTER)
#define PS FIT_AT (PRE_SCORE)
#define S FIT_AT (SCORE)
#define R FIT_AT (RESERVE)
#define PB FIT_AT (PRE_BIND)
#define B FIT_AT (BIND)
#define PT FIT_AT (POST_BIND)
#define PM FIT_AT (PERMIT)
#define PG FIT_AT (PLACEMENT_GENERATE)
#define PLS FIT_AT (PLACEMENT_SCORE)
#define PGP FIT_AT (POD_GROUP_POST_FILTER)

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
#define FEATURES FIT_ACTION_UPDATE_NODE_FEATURES
#define ALLOCATABLE FIT_ACTION_UPDATE_NODE_ALLOCATABLE
#define POD_LABEL FIT_ACTION_UPDATE_POD_LABEL
#define SCALE_DOWN FIT_ACTION_UPDATE_POD_SCALE_DOWN
#define TOLERATION FIT_ACTION_UPDATE_POD_TOLERATION
#define GATES FIT_ACTION_UPDATE_POD_GATES_ELIMINATED

/* Plugins that fail. */
#define NO_GATE FIT_GATE_NONE
#define NOT_FOUND(reading, key) \
  reading " \"" key "\" from cycleState: not found"

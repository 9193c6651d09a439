/* pod-class.h - which pods are the same to the rules that look at one node
 * (private to core/)
 *
 * FitPredicateInfo.by_node and FitPriorityInfo.by_node say that a rule reads
 * nothing of a pod but what is in the key, and nothing of the cluster but one
 * node.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/cycle.h"

typedef struct
{
  guint n;
  guint room;
  guint64 *words; /* owned */
} FitPodKey;

/* fit_pod_key_begin: begins another key with @word */
void fit_pod_key_begin (FitPodKey *key, guint64 word);

/* fit_pod_class_key: appends words to @key that are the same for
 * two pods only if all by_node rules treat both alike.  Some are pointers to
 * strings of @pod.  @whole: the rules are plugins, which may read anything of
 * the spec; equal specs are one (base/intern-struct.h), so the pointer stands
 * for it */
void fit_pod_class_key (const FitPod *pod, gboolean whole, FitPodKey *key);

/* fit_pod_labels_key: the same for rules that read nothing of a node but labels
 * and name: FitPredicateInfo.check_labels() and FitPriorityInfo.by_labels */
void fit_pod_labels_key (const FitPod *pod, FitPodKey *key);

/* fit_pod_label_keys: lists in @keys, which has room for @room, the keys
 * (interned) of the labels of nodes that the pod itself asks for.  Returns: how
 * many; G_MAXUINT if they are more, or the pod asks for names of nodes */
guint fit_pod_label_keys (const FitPod *pod, const char **keys, guint room);

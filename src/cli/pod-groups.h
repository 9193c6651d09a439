/* pod-groups.h - pods without a node, grouped by message
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/pod.h"
#include "report/table-text.h"

typedef struct
{
  char *message;    /* owned */
  GPtrArray *names; /* owned, of owned NAMESPACE/NAME, as they were added */
} FitPodGroup;

typedef struct
{
  GPtrArray *groups;      /* owned, of FitPodGroup, in order of appearance */
  GHashTable *by_message; /* owned: FitPodGroup.message -> FitPodGroup */
  guint n;                /* pods added */
} FitPodGroups;

FitPodGroups *fit_pod_groups_new (void);
void fit_pod_groups_free (FitPodGroups *groups);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPodGroups, fit_pod_groups_free)

void fit_pod_groups_add (FitPodGroups *groups, const FitPod *pod,
                         const char *message);

/* fit_pod_groups_size: Returns: how many pods were added with @message */
guint fit_pod_groups_size (const FitPodGroups *groups, const char *message);

/* fit_pod_group_append: appends number, message and names; @all: all names, or
 * only a few */
void fit_pod_group_append (const FitPodGroup *group, gboolean all,
                           GString *out);

/* fit_pod_groups_json: message, number and names.  Returns: (transfer full) */
FitJson *fit_pod_groups_json (const FitPodGroups *groups);

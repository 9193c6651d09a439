/* stop-reasons.h - what keeps many pods off their nodes, summed up
 *
 * Takes the messages of pods without a node apart, "0/5 nodes are available: 3
 * Insufficient cpu, 2 node(s) were unschedulable.", and puts those together
 * that say the same apart from the numbers of nodes.  A reason that holds on
 * every node says it all: what else holds on some of them makes no group of its
 * own.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "explain/remedies.h"
#include "report/table-text.h"

/* A reason in the messages of a group. */
typedef struct
{
  char *text;        /* owned */
  guint least, most; /* nodes, in the messages that have it */
  guint n_pods;      /* whose messages have it */
} FitStopReason;

typedef struct
{
  char *message;         /* owned: of the first pod */
  gboolean differ;       /* the messages of other pods have other numbers */
  GPtrArray *names;      /* owned, of owned NAMESPACE/NAME */
  GPtrArray *reasons;    /* owned, of FitStopReason, in order of appearance */
  GHashTable *reason_of; /* owned: FitStopReason.text -> FitStopReason */
  FitRemedies *remedies; /* (nullable) owned: for the first pod; set by the
                            caller */
  guint number;          /* of the group, in order of appearance */
} FitStopGroup;

typedef struct
{
  guint n_pods;
  GPtrArray *totals; /* owned: one for each reason in all messages */

  /* private */
  GPtrArray *groups;    /* owned, of FitStopGroup, in order of appearance */
  GHashTable *by_key;   /* owned: owned key -> FitStopGroup */
  GHashTable *total_of; /* owned: text of a reason -> its total */
} FitStopReasons;

FitStopReasons *fit_stop_reasons_new (void);
void fit_stop_reasons_free (FitStopReasons *stops);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitStopReasons, fit_stop_reasons_free)

/* fit_stop_reasons_has: is there a group for @message? */
gboolean fit_stop_reasons_has (FitStopReasons *stops, const char *message);

/* fit_stop_reasons_add: @name: (transfer full).  Returns: (transfer none): the
 * group of the pod */
FitStopGroup *fit_stop_reasons_add (FitStopReasons *stops, char *name,
                                    const char *message);

/* fit_stop_reasons_groups: Returns: (transfer container): of FitStopGroup, the
 * largest first, then in order of appearance */
GPtrArray *fit_stop_reasons_groups (const FitStopReasons *stops);

/* fit_stop_reasons_table: which reason keeps how many pods off a node, and off
 * every node; at most @most reasons, the one that stops most pods first.
 * Returns: (transfer full) */
FitTable *fit_stop_reasons_table (const FitStopReasons *stops, guint most);

/* fit_stop_group_append: "5 pods: MESSAGE", with the ranges of numbers, and some
 * names */
void fit_stop_group_append (const FitStopGroup *group, GString *out);

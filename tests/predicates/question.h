/* question.h - one predicate, a pod and the nodes of a small cluster
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "predicates/metadata.h"
#include "predicates/predicates.h"
#include "tests/support/cluster.h"

typedef struct
{
  const FitPredicateInfo *info;
  const char *manifest;              /* the pod "pending" asks */
  const FitLabelsArgument *argument; /* (nullable) for info->create */
  const char *gates;                 /* (nullable): "A=true" */
} Question;

/* A predicate at work on the pod of a cluster. */
typedef struct
{
  Cluster cluster;
  FitPredicate predicate;
  FitPredicateRun run;
} Asking;

void asking_init (Asking *asking, const Question *question);
void asking_clear (Asking *asking);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Asking, asking_clear)

/* asking_answer: about @node, with @meta in place of the original metadata
 * when that is not NULL.  Returns: (transfer full): "yes", the reasons with
 * "; " between them, or "error: ..." */
char *asking_answer (const Asking *asking, const FitNodeInfo *node,
                     FitPredicateMetadata *meta);

/* expect_answer: the answer about the node named @node is @expected */
void expect_answer (const Asking *asking, const char *node,
                    const char *expected);

/* ask: @expected tells the answers of all nodes in the order in which they
 * were written, "n1: yes\nn2: node(s) had...\n" */
void ask (const Question *question, const char *expected);

/* ask_why: @expected explains the nodes with other answers than yes, "n1: TEXT\n",
 * followed by lines, where there is something to say: what nodes have in common,
 * what to do, facts and changes */
void ask_why (const Question *question, const char *expected);

/* rule-migration.h - what migrations know of a rule
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/config-version.h"
#include "rules/points.h"

typedef struct FitRule FitRule;

/* What a migration says about a plugin that works like this in @span. */
typedef struct
{
  const char *message;
  FitSpan span;
  const char *strategy;      /* (nullable): the only scoring strategy of the
                                plugin that it is about */
  FitExtensionPoints points; /* that it is about; 0: SCORE */
} FitRuleNote;

/* In a cluster that is an example: the label that an entry of a Policy names. */
#define FIT_ORDER_LABEL "@label@"

/* Does the plugin that a priority of 1.16 or earlier became rank nodes as it did?
 * Proved, or known not to be so by two nodes. */
typedef struct
{
  const char *plugin; /* (nullable): only if it became this one */
  const char *alike;  /* (nullable): why it does, whatever the nodes are */
  /* (nullable): or two nodes that it does not rank alike, and manifests of them: the
   * first two, for the only pending pod */
  const char *unlike;
  const char *cluster;
} FitRuleOrder;

/* What a migration makes of a plugin that its target does not have. */
typedef struct
{
  FitConfigSpan targets;
  const FitRule *heir;  /* (nullable): the plugin that takes its place */
  FitRelease since;     /* 0: that of @targets */
  gboolean conditional; /* nothing is lost if the condition in @message holds */
  const char *message;
} FitRuleEnd;

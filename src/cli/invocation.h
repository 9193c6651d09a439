/* invocation.h - one invocation of the program, and what its options say to all
 * verbs
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "cli/extras.h"
#include "cli/inputs.h"
#include "cli/options.h"
#include "cli/signals.h"

typedef struct _FitVerb FitVerb;
typedef struct _FitSession FitSession;

/* One invocation of the program. */
typedef struct
{
  const FitVerb *verb;
  FitOptions options;
  GPtrArray *operands;        /* of char *, borrowed from argv */
  FitExtras extras;           /* the embedding program's rules and plugins */
  FitInputs *inputs;          /* borrowed */
  FitSignals *signals;        /* borrowed */
  FitSession *ahead;          /* (nullable) borrowed: on the cluster of @inputs,
                                 open for whoever opens one first */
  gboolean rules_are_known;   /* notes about the rules were already printed */
  gboolean as_kube_scheduler; /* started under that name */
  gboolean embedded;          /* a call inside another program */
} FitInvocation;

/* fit_invocation_gates: the gates from --emulate-release and --feature-gates */
gboolean fit_invocation_gates (const FitInvocation *invocation,
                               FitFeatureGates *out_gates, GError **error);

/* fit_invocation_registry: the rules of the release and of the embedding
 * program.  Returns: (transfer full) */
FitRegistry *fit_invocation_registry (const FitInvocation *invocation,
                                      FitFeatureGates gates);

/* fit_invocation_plugins: the plugins of the embedding program.  Returns:
 * (transfer full) */
FitPluginRegistry *fit_invocation_plugins (const FitInvocation *invocation);

/* fit_invocation_decode_flags: the flags from --as-is and --legacy-labels */
FitDecodeFlags fit_invocation_decode_flags (const FitInvocation *invocation);

/* fit_invocation_check_stdin: fails if "-" is given more than once; @n_stdin:
 * how often */
gboolean fit_invocation_check_stdin (guint n_stdin, GError **error);

/* fit_invocation_count_stdin: Returns: the number of "-" in @paths (nullable,
 * NULL-terminated) */
guint fit_invocation_count_stdin (char **paths);

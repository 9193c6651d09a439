/* gate-table.h - every feature gate that kube-scheduler knows, by release
 *
 * All programs of a release know the same gates, so most of these do not affect
 * scheduling.  Releases are minor numbers from 8 on.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/gates.h"

typedef enum
{
  FIT_GATE_STAGE_NONE, /* the release does not know the gate */
  FIT_GATE_STAGE_IDLE, /* it knows it, and scheduling does not depend on it */
  FIT_GATE_STAGE_ALPHA,
  FIT_GATE_STAGE_BETA,
  FIT_GATE_STAGE_GA,
  FIT_GATE_STAGE_DEPRECATED,
} FitGateStage;

/* A gate in a release. */
typedef struct
{
  FitGateStage stage;
  gboolean on;     /* default */
  gboolean locked; /* may not be changed */
  guint since;     /* the first release with this state */
} FitGateState;

/* fit_gate_table_size: Returns: how many gates there are */
guint fit_gate_table_size (void);

/* fit_gate_table_name: Returns: (transfer none): the name of gate @index; names
 * are sorted bytewise */
const char *fit_gate_table_name (guint index);

/* fit_gate_table_gate: Returns: gate @index, or FIT_GATE_NONE if scheduling
 * does not depend on it in any release */
FitGate fit_gate_table_gate (guint index);

/* fit_gate_named: Returns: the gate @name, or FIT_GATE_NONE if scheduling does
 * not depend on a gate of that name */
FitGate fit_gate_named (const char *name);

/* fit_gate_table_state: sets @out to the state of @name in @release.  Returns:
 * FALSE if the release does not know it; @out is unchanged then */
gboolean fit_gate_table_state (const char *name, guint release,
                               FitGateState *out);

/* fit_gate_table_last_state: the same, but also for releases after the last one
 * that knows @name, which behave like that one */
gboolean fit_gate_table_last_state (const char *name, guint release,
                                    FitGateState *out);

/* fit_gate_table_first: Returns: the first release that knows @name; 0: none */
guint fit_gate_table_first (const char *name);

/* fit_gate_stage_name: Returns: "ALPHA", "BETA", "GA", "DEPRECATED" or "" */
const char *fit_gate_stage_name (FitGateStage stage);

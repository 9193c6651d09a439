/* feature-gates.h - the feature gates of every release that affect scheduling
 *
 * A set of gates is a plain value: two schedulers in one process may differ.  A
 * gate that a release does not know yet is off; one that it does not know any
 * more keeps its last value.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/gates.h"
#include "releases/release.h"

G_BEGIN_DECLS

/* A gate in a release. */
typedef struct
{
  const char *name;    /* as in --feature-gates */
  gboolean on;         /* default */
  const char *stage;   /* "ALPHA", "BETA" or "GA" */
  gboolean locked;     /* may not be changed */
  const char *summary; /* (nullable): its effect on scheduling */
  guint since;         /* the first release with this default and stage: a
                             minor number */
} FitGateInfo;

typedef struct
{
  guint64 bits[2];    /* 64 gates each, in the order of FitGate */
  FitRelease release; /* the release of these gates; 0 means v1.16 */
} FitFeatureGates;

/* fit_feature_gates_default: Returns: the defaults of v1.16 */
FitFeatureGates fit_feature_gates_default (void);

/* fit_feature_gates_with: Returns: @gates, where any @gate is @on */
static inline FitFeatureGates
fit_feature_gates_with (FitFeatureGates gates, FitGate gate, gboolean on)
{
  const guint64 bit = G_GUINT64_CONSTANT (1) << (gate % 64);

  if (on)
    gates.bits[gate / 64] |= bit;
  else
    gates.bits[gate / 64] &= ~bit;
  return gates;
}

/* fit_feature_gates_of_release: Returns: the defaults of @release */
FitFeatureGates fit_feature_gates_of_release (FitRelease release);

/* fit_feature_gates_release: Returns: the release of these gates */
static inline FitRelease
fit_feature_gates_release (FitFeatureGates gates)
{
  return gates.release != 0 ? gates.release : FIT_RELEASE_LEGACY;
}

/* fit_gate_info_in_release: the row of @gate in @release.  Returns: FALSE if
 * @release does not have it, or if scheduling does not depend on it there */
gboolean fit_gate_info_in_release (FitGate gate, FitRelease release,
                                   FitGateInfo *out_info);

static inline gboolean
fit_gate_on (FitFeatureGates gates, FitGate gate)
{
  return (gates.bits[gate / 64] >> (gate % 64)) & 1u;
}

/**
 * fit_feature_gates_parse:
 * @gates: changed on success only
 * @text: "A=true,B=false" as for --feature-gates
 *
 * Gates without an effect on scheduling are accepted and ignored.  AllAlpha, and
 * AllBeta from 1.17 on, set all gates of that stage that @text does not name,
 * wherever it names the others.  If it names a gate again, the last value counts.
 *
 * Fails with FIT_ERROR_USAGE and a hint: "missing bool value for NAME", "invalid
 * value of NAME=VALUE, err: ...", "unrecognized feature gate: NAME" if the
 * release of @gates does not know it, and "cannot set feature gate NAME to B,
 * feature is locked to B".
 */
gboolean fit_feature_gates_parse (FitFeatureGates *gates, const char *text,
                                  GError **error);

/* fit_feature_gates_set: the same for the gate @name */
gboolean fit_feature_gates_set (FitFeatureGates *gates, const char *name,
                                gboolean on, GError **error);

/* fit_feature_gates_note_unread: adds a note to @notes for each gate that does
 * not have its default value and concerns objects that fitsched does not read:
 * "the feature gate NAME=BOOL has no effect: ..." */
void fit_feature_gates_note_unread (FitFeatureGates gates, GPtrArray *notes);

G_END_DECLS

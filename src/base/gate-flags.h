/* gate-flags.h - how --feature-gates sets the gates of a release */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

/* Called for each gate that is set.  @name may be a gate that scheduling does not
 * depend on. */
typedef void (*FitGateSetFunc) (const char *name, gboolean on, gpointer data);

/**
 * fit_gate_flags_parse:
 * @text: "A=true,B=false"
 * @release: minor number
 * @set: called only if all of @text is valid
 *
 * AllAlpha, and AllBeta from 1.17 on, set all gates of that stage that @text does
 * not name, wherever it names the others.  If it names a gate again, the last
 * value counts.
 *
 * Fails with FIT_ERROR_USAGE and a hint: "missing bool value for NAME", "invalid
 * value of NAME=VALUE, err: ...", "unrecognized feature gate: NAME" if @release
 * does not know the gate, and "cannot set feature gate NAME to B, feature is
 * locked to B".
 */
gboolean fit_gate_flags_parse (const char *text, guint release,
                               FitGateSetFunc set, gpointer data,
                               GError **error);

/* fit_gate_flags_set: the same for one gate */
gboolean fit_gate_flags_set (const char *name, gboolean on, guint release,
                             FitGateSetFunc set, gpointer data, GError **error);

G_END_DECLS

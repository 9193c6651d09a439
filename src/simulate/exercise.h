/* exercise.h - a cluster that makes rules decide
 *
 * Each rule has a scene of its own: a few nodes, and a pod for which the rule
 * rejects one of them, or scores two differently.  In all else the nodes of a
 * scene are alike, and its pods select its nodes by label.  So each difference
 * between two sets of rules has a name.
 *
 * Which scenes there are, and in which order, depends on the rules alone.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/configuration.h"
#include "policy/policy.h"

typedef struct _FitExercise FitExercise;

/* fit_exercise_new: @scheduler_name: that of its pods.  Returns: (transfer
 * full) */
FitExercise *fit_exercise_new (const char *scheduler_name);
void fit_exercise_free (FitExercise *exercise);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitExercise, fit_exercise_free)

/* fit_exercise_add_rule: adds the scene of the predicate, priority or plugin
 * @type; nothing if it is unknown, or does nothing without arguments */
void fit_exercise_add_rule (FitExercise *exercise, const char *type);

/* fit_exercise_add_policy: what the arguments in @policy ask for; it must
 * outlive @exercise */
void fit_exercise_add_policy (FitExercise *exercise, const FitPolicy *policy);

/* fit_exercise_add_profile: the plugins of @profile, and what their arguments
 * ask for; it must outlive @exercise */
void fit_exercise_add_profile (FitExercise *exercise,
                               const FitProfile *profile);

/* fit_exercise_write: appends the objects to @out, as YAML documents; @prefix:
 * what all their names begin with, such as "b-", or "" */
void fit_exercise_write (const FitExercise *exercise, const char *prefix,
                         GString *out);

/* exercise.h - a cluster that makes rules decide
 *
 * For each rule a scene of its own: a few nodes, and a pod to which the rule
 * refuses one of them, or of which it scores two differently.  Whatever else
 * there is, is alike on the nodes of a scene, and the pods of a scene ask for
 * its nodes by label.  So what differs between two sets of rules has a name.
 *
 * Which scenes there are, and in which order, depends on the rules alone.
 */
#pragma once

#include "config/configuration.h"
#include "policy/policy.h"

typedef struct _FitExercise FitExercise;

/* fit_exercise_new: @scheduler_name: of whose pods.  Returns: (transfer full) */
FitExercise *fit_exercise_new (const char *scheduler_name);
void fit_exercise_free (FitExercise *exercise);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitExercise, fit_exercise_free)

/* fit_exercise_add_rule: @type: of a predicate, a priority or a plugin; of those
 * that it does not know, and of those that do nothing without arguments, nothing
 * comes */
void fit_exercise_add_rule (FitExercise *exercise, const char *type);

/* fit_exercise_add_policy: what the arguments in @policy ask for; it must
 * outlive @exercise */
void fit_exercise_add_policy (FitExercise *exercise, const FitPolicy *policy);

/* fit_exercise_add_profile: the plugins of @profile, and what their arguments ask
 * for; it must outlive @exercise */
void fit_exercise_add_profile (FitExercise *exercise,
                               const FitProfile *profile);

/* fit_exercise_write: appends the objects to @out, as YAML documents; @prefix:
 * of all their names, "" or such as "b-" */
void fit_exercise_write (const FitExercise *exercise, const char *prefix,
                         GString *out);

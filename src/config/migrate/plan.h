/* plan.h - profiles during a migration (private)
 *
 * A plan contains what a configuration should do: lists of plugins by point,
 * and typed arguments.  A source fills it in, in the form of 1.20.  Several
 * steps convert it to the target, and then it is written.  Every change adds a
 * note.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/behaviour.h"
#include "config/args-table.h"
#include "config/migrate/migration.h"
#include "policy/policy.h"

/* A Policy is first converted to the form of this release. */
#define FIT_PLAN_RELEASE FIT_RELEASE (20, 2)

typedef struct _FitPlan FitPlan;

/* A profile. */
typedef struct
{
  FitPlan *plan;
  const char *scheduler_name;
  const gint32 *percentage_of_nodes_to_score; /* (nullable) */
  GArray *lists[FIT_POINT_LAST];              /* of FitPluginEntry */
  FitProfileList multi_point;  /* out-of-tree plugins that multiPoint enables */
  GHashTable *in_multi_point;  /* their names */
  GHashTable *out_of_tree;     /* names of all out-of-tree plugins */
  GHashTable *args;            /* plugin -> struct of plugin-args.h */
  GHashTable *written_args;    /* out-of-tree plugin -> const FitValue */
  GQueue notes;                /* of FitMigrationNote, in order */
  FitExtensionPoints defaults; /* points whose lists are the defaults of a
                                release */
  gboolean brief;              /* omit lists that are the target's defaults */
  gboolean packs;              /* the defaults with MostAllocated instead of
                     LeastAllocated */
  gboolean never_preempts;     /* the defaults without DefaultPreemption */
  const FitProfile *written;   /* (nullable): its source */
  const FitPluginSet *written_multi_point; /* (nullable): as in the file */
} FitPlanProfile;

/* Where a release refuses a Policy. */
typedef enum
{
  FIT_POLICY_DECODE,
  FIT_POLICY_GATES,
  FIT_POLICY_VALIDATION,
  FIT_POLICY_FATAL, /* the process exits */
  FIT_POLICY_PANIC, /* the process crashes */
  FIT_POLICY_FRAMEWORK,
  FIT_POLICY_PROVIDER,
} FitPolicyStage;

struct _FitPlan
{
  FitArena *arena;
  GPtrArray *profiles; /* of FitPlanProfile */
  GQueue notes;        /* the same, about no profile */
  guint n_extenders;
  FitExtenderPolicy *extenders;
  FitConfigTarget form; /* of its arguments: v1beta1 of 1.20, and from
                           fit_move_profiles() on the target */

  const FitMigrationOptions *options;
  FitConfigTarget target;     /* release 0: there is none */
  FitBehaviour behaviour;     /* of the target */
  FitConfiguration *defaults; /* (nullable) owned: of the target */

  /* The source. */
  FitRelease from_release;
  const FitConfiguration *from; /* (nullable): @top, if its profiles count */
  FitConfiguration *top; /* (nullable) owned: source of the top-level fields */
  FitConfiguration *usual; /* owned, not NULL if @top is not: what an empty file
                              would mean in place of @top */

  /* From a Policy or a provider. */
  FitFeatureGates from_gates;
  gboolean from_provider;
  gboolean to_the_letter;  /* do no more and no less than the release: check the
                              files of extenders, and accept what makes it crash
                              only later */
  FitPolicy *policy;       /* (nullable) owned */
  FitPlanProfile *profile; /* (nullable): the only one */
  FitPolicyStage stage;    /* where it is, or was refused */
  GHashTable *requested; /* plugin -> weight in the Policy (as a pointer), if a
                              different one counts */
};

/* fit_plan_new: @options: must outlive the plan */
FitPlan *fit_plan_new (const FitMigrationOptions *options);
void fit_plan_free (FitPlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPlan, fit_plan_free)

/* fit_plan_add_profile: Returns: (transfer none): a new profile with empty
 * lists */
FitPlanProfile *fit_plan_add_profile (FitPlan *plan,
                                      const char *scheduler_name);

/* -- lists ----------------------------------------------------------------- */

/* fit_plan_find: Returns: the index of @plugin at @point; -1 if it is not
 * there */
gint fit_plan_find (const FitPlanProfile *profile, FitExtensionPoint point,
                    const char *plugin);

static inline gboolean
fit_plan_has (const FitPlanProfile *profile, FitExtensionPoint point,
              const char *plugin)
{
  return fit_plan_find (profile, point, plugin) >= 0;
}

/* fit_plan_weight: Returns: the weight of @plugin; 0 if it does not score */
gint32 fit_plan_weight (const FitPlanProfile *profile, const char *plugin);

/* fit_plan_set_weight: @plugin must score */
void fit_plan_set_weight (FitPlanProfile *profile, const char *plugin,
                          gint32 weight);

/* fit_plan_points: Returns: the points at which @plugin is enabled */
FitExtensionPoints fit_plan_points (const FitPlanProfile *profile,
                                    const char *plugin);

static inline gboolean
fit_plan_has_any (const FitPlanProfile *profile, const char *plugin)
{
  return fit_plan_points (profile, plugin) != 0;
}

static inline FitPluginEntry *
fit_plan_entry (const FitPlanProfile *profile, FitExtensionPoint point,
                guint index)
{
  return &g_array_index (profile->lists[point], FitPluginEntry, index);
}

/* fit_plan_is_list: is @list what @profile has at @point? */
gboolean fit_plan_is_list (const FitPlanProfile *profile,
                           FitExtensionPoint point, const FitProfileList *list);

/* fit_plan_append: appends @name to the list, unless it is there.  @name must
 * live as long as the plan.  Returns: FALSE if it was there */
gboolean fit_plan_append (FitPlanProfile *profile, FitExtensionPoint point,
                          const char *name, gint32 weight);

/* fit_plan_append_list: the same for @n of them */
void fit_plan_append_list (FitPlanProfile *profile, FitExtensionPoint point,
                           const FitPluginEntry *entries, guint n);

/* fit_plan_insert: the same at @index */
gboolean fit_plan_insert (FitPlanProfile *profile, FitExtensionPoint point,
                          guint index, const char *name, gint32 weight);

/* fit_plan_rename: renames @plugin to @name, or removes it if @name is NULL or
 * there already.  Returns: those of @points where it was */
FitExtensionPoints fit_plan_rename (FitPlanProfile *profile,
                                    FitExtensionPoints points,
                                    const char *plugin, const char *name);

static inline FitExtensionPoints
fit_plan_remove (FitPlanProfile *profile, FitExtensionPoints points,
                 const char *plugin)
{
  return fit_plan_rename (profile, points, plugin, NULL);
}

/* fit_plan_add_filter, fit_plan_add_score: adds the plugin at its point and at
 * the related points that FIT_PLAN_RELEASE has, each at the end unless it is
 * there */
void fit_plan_add_filter (FitPlanProfile *profile, const char *plugin);
void fit_plan_add_score (FitPlanProfile *profile, const char *plugin,
                         gint32 weight);

/* The points of a plugin that filters, and of one that scores. */
#define FIT_PLAN_FILTER_POINTS \
  (FIT_AT (PRE_FILTER) | FIT_AT (FILTER) | FIT_AT (RESERVE) | FIT_AT (PRE_BIND))
#define FIT_PLAN_SCORE_POINTS (FIT_AT (PRE_SCORE) | FIT_AT (SCORE))
#define FIT_PLAN_ALL_POINTS ((1u << FIT_POINT_LAST) - 1u)

/* fit_plan_is_out_of_tree: is @plugin unknown to both releases? */
static inline gboolean
fit_plan_is_out_of_tree (const FitPlanProfile *profile, const char *plugin)
{
  return g_hash_table_contains (profile->out_of_tree, plugin);
}

/* fit_plan_in_multi_point: does multiPoint enable the out-of-tree @plugin? */
static inline gboolean
fit_plan_in_multi_point (const FitPlanProfile *profile, const char *plugin)
{
  return g_hash_table_contains (profile->in_multi_point, plugin);
}

/* -- arguments ------------------------------------------------------------- */

/* fit_plan_args: Returns: (transfer none) (nullable): the arguments of
 * @plugin; NULL: the defaults */
gpointer fit_plan_args (const FitPlanProfile *profile, const char *plugin);

/* fit_plan_need_args: Returns: (transfer none): these arguments, or new ones
 * with the defaults of the plan's form, which may be changed */
gpointer fit_plan_need_args (FitPlanProfile *profile, const char *plugin);

/* fit_plan_need_setting: Returns: (transfer none): where the arguments of a
 * plugin, made if there are none, have @setting */
gpointer fit_plan_need_setting (FitPlanProfile *profile, FitSetting setting);

/* fit_plan_ignored_resources: Returns: the resources that its extenders handle
 * alone */
FitArgStrings fit_plan_ignored_resources (const FitPlan *plan);

/* -- notes ----------------------------------------------------------------- */

/* fit_plan_note: adds @note about @profile, or about the whole plan if that is
 * NULL.  Strings must last as long as the plan.  Returns: (transfer none): its
 * copy, which may be changed */
FitMigrationNote *fit_plan_note (FitPlan *plan, FitPlanProfile *profile,
                                 const FitMigrationNote *note);

/* The same with its members: FIT_PLAN_NOTE (profile, .kind = ..., ...) */
#define FIT_PLAN_NOTE(profile, ...) \
  fit_plan_note ((profile)->plan, (profile), &(FitMigrationNote){ __VA_ARGS__ })
#define FIT_PLAN_NOTE_WHOLE(plan, ...) \
  fit_plan_note ((plan), NULL, &(FitMigrationNote){ __VA_ARGS__ })

/* fit_plan_note_lists: adds a note for each entry of each list, except out-of-tree
 * plugins: it is carried over.  @path: the source of the lists; for a
 * configuration that of the list at a point is below it */
void fit_plan_note_lists (FitPlanProfile *profile, const char *path);

/* fit_plan_settle: @outcome is what becomes of the plugin called its @name, at
 * its points: sets that for the notes of @profile about them, or adds a new
 * note if there are none.  Takes time proportional to the notes of @profile. */
void fit_plan_settle (FitPlanProfile *profile, const FitMigrationNote *outcome);

/* fit_plan_forget: removes @plugin from @points, where it does nothing that the
 * target would not do without it: no note is about them any more */
void fit_plan_forget (FitPlanProfile *profile, FitExtensionPoints points,
                      const char *plugin);

/* fit_plan_change: renames the plugin called the name of @outcome to its plugin,
 * or removes it if that is NULL, and settles this for the points where it was.
 * Returns: FALSE if it was at none of them */
gboolean fit_plan_change (FitPlanProfile *profile,
                          const FitMigrationNote *outcome);

#define FIT_PLAN_SETTLE(profile, ...) \
  fit_plan_settle ((profile), &(FitMigrationNote){ __VA_ARGS__ })
#define FIT_PLAN_CHANGE(profile, ...) \
  fit_plan_change ((profile), &(FitMigrationNote){ __VA_ARGS__ })

/* fit_plan_list_notes: Returns: (transfer full): copies of all notes; their
 * strings are in @arena */
GArray *fit_plan_list_notes (const FitPlan *plan, FitArena *arena);

/* fit_plan_read_configuration: reads it as the plan's source release does, into
 * @top */
gboolean fit_plan_read_configuration (FitPlan *plan,
                                      const FitMigrationSource *source,
                                      GError **error);

/* fit_plan_from_configuration: adds the profiles and extenders of @top.  A
 * v1alpha1 configuration with a Policy has no profile: see
 * fit_configuration_names_policy(). */
void fit_plan_from_configuration (FitPlan *plan);

/* fit_configuration_names_policy: does its algorithmSource name a Policy? */
gboolean fit_configuration_names_policy (const FitConfiguration *configuration);

/* fit_plan_add_file: adds the other fields of a v1alpha1 configuration to the
 * profile from its Policy or provider */
void fit_plan_add_file (FitPlan *plan);

/* fit_plan_note_file: adds notes about top-level fields that the target does
 * not have, or has with a different default */
void fit_plan_note_file (FitPlan *plan);

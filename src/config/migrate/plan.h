/* plan.h - profiles on their way from a source to a target (private)
 *
 * A plan says what a configuration is to do: lists of plugins by point, and
 * typed arguments.  Sources fill it in, in the form of 1.20; steps make it fit
 * the target; then it is written.  Whatever happens on the way leaves a note.
 */
#pragma once

#include "config/args-table.h"
#include "config/migrate/migration.h"

G_BEGIN_DECLS

/* The release in whose form a Policy is put first. */
#define FIT_PLAN_RELEASE FIT_RELEASE (20, 2)

/* A profile. */
typedef struct
{
  const char *scheduler_name;
  const gint32 *percentage_of_nodes_to_score; /* (nullable) */
  GArray *lists[FIT_PROFILE_POINT_LAST];      /* of FitPluginEntry */
  FitProfileList multi_point; /* plugins out of tree that multiPoint enables */
  GHashTable *out_of_tree;    /* names of all plugins out of tree */
  GHashTable *args; /* plugin -> struct of plugin-args.h, or const FitValue for
                       a plugin that is not of a release */
  GPtrArray *notes; /* of GList: where the notes about it stand in the plan */
  FitProfilePoints defaults; /* points whose lists stand for the defaults of a
                                release */
  gboolean brief; /* lists that are the target's defaults are left out */
  gboolean packs; /* they have MostAllocated for LeastAllocated */
  gboolean never_preempts;   /* they are without DefaultPreemption */
  const FitProfile *written; /* (nullable): where it comes from */
} FitPlanProfile;

typedef struct
{
  FitArena *arena;
  GPtrArray *profiles; /* of FitPlanProfile */
  GQueue notes;        /* of FitMigrationNote */

  /* Where it comes from. */
  FitRelease from_release;
  const FitConfiguration *from; /* (nullable): of the profiles */
  const FitConfiguration *top;  /* (nullable): of the top-level fields */
  gboolean from_provider;
  const char *scheduler_name; /* (nullable): of the profile of a Policy */

  guint n_extenders;
  FitExtenderFile *extenders;
} FitPlan;

FitPlan *fit_plan_new (void);
void fit_plan_free (FitPlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPlan, fit_plan_free)

/* fit_plan_add_profile: Returns: (transfer none): with empty lists */
FitPlanProfile *fit_plan_add_profile (FitPlan *plan,
                                      const char *scheduler_name);

/* fit_plan_clear_lists: takes all plugins out of @profile */
void fit_plan_clear_lists (FitPlanProfile *profile);

/* -- lists ----------------------------------------------------------------- */

/* fit_plan_find: Returns: where @plugin stands at @point, -1 if it does not */
gint fit_plan_find (const FitPlanProfile *profile, FitProfilePoint point,
                    const char *plugin);

static inline gboolean
fit_plan_has (const FitPlanProfile *profile, FitProfilePoint point,
              const char *plugin)
{
  return fit_plan_find (profile, point, plugin) >= 0;
}

/* fit_plan_has_any: at any point? */
gboolean fit_plan_has_any (const FitPlanProfile *profile, const char *plugin);

static inline FitPluginEntry *
fit_plan_entry (const FitPlanProfile *profile, FitProfilePoint point,
                guint index)
{
  return &g_array_index (profile->lists[point], FitPluginEntry, index);
}

/* fit_plan_append: at the end of the list, unless it is there.  @name must last
 * as long as the plan.  Returns: FALSE if it was there */
gboolean fit_plan_append (FitPlanProfile *profile, FitProfilePoint point,
                          const char *name, gint32 weight);

/* fit_plan_insert: the same at @index */
gboolean fit_plan_insert (FitPlanProfile *profile, FitProfilePoint point,
                          guint index, const char *name, gint32 weight);

/* fit_plan_remove: Returns: the points where @plugin was among @points */
FitProfilePoints fit_plan_remove (FitPlanProfile *profile,
                                  FitProfilePoints points, const char *plugin);

/* fit_plan_rename: @plugin becomes @name in its places, and is taken out where
 * that stands already.  Returns: the points where it was */
FitProfilePoints fit_plan_rename (FitPlanProfile *profile,
                                  FitProfilePoints points, const char *plugin,
                                  const char *name);

/* fit_plan_add_filter, fit_plan_add_score: the plugin at its point and, as
 * @release has it, at those that belong to it, each at the end unless it is
 * there */
void fit_plan_add_filter (FitPlanProfile *profile, const char *plugin,
                          FitRelease release);
void fit_plan_add_score (FitPlanProfile *profile, const char *plugin,
                         gint32 weight, FitRelease release);

/* Points of a plugin that is asked at filter, or at score. */
#define FIT_PLAN_FILTER_POINTS                                 \
  ((1u << FIT_PROFILE_PRE_FILTER) | (1u << FIT_PROFILE_FILTER) \
   | (1u << FIT_PROFILE_RESERVE) | (1u << FIT_PROFILE_PRE_BIND))
#define FIT_PLAN_SCORE_POINTS \
  ((1u << FIT_PROFILE_PRE_SCORE) | (1u << FIT_PROFILE_SCORE))
#define FIT_PLAN_ALL_POINTS ((1u << FIT_PROFILE_POINT_LAST) - 1u)

/* fit_plan_is_out_of_tree: is @plugin one that no release has? */
static inline gboolean
fit_plan_is_out_of_tree (const FitPlanProfile *profile, const char *plugin)
{
  return g_hash_table_contains (profile->out_of_tree, plugin);
}

/* -- arguments ------------------------------------------------------------- */

/* fit_plan_args: Returns: (transfer none) (nullable): the arguments of
 * @plugin; NULL: the defaults */
gpointer fit_plan_args (const FitPlanProfile *profile, const char *plugin);

/* fit_plan_need_args: Returns: (transfer none): those, or new ones with the
 * defaults of @target, to be changed */
gpointer fit_plan_need_args (FitPlan *plan, FitPlanProfile *profile,
                             const char *plugin, const FitConfigTarget *target);

/* fit_plan_default_args: Returns: (transfer none) (nullable): what @plugin
 * takes when nothing is written; NULL if it takes no arguments there */
gpointer fit_plan_default_args (FitArena *arena, const char *plugin,
                                const FitConfigTarget *target);

/* -- notes ----------------------------------------------------------------- */

/* fit_plan_note: Returns: (transfer none): a new note about the whole; its other
 * members are to be filled in */
FitMigrationNote *fit_plan_note (FitPlan *plan, FitMigrationKind kind,
                                 const char *format, ...) G_GNUC_PRINTF (3, 4);

/* fit_plan_note_plugin: the same about @plugin (nullable) of @profile */
FitMigrationNote *
fit_plan_note_plugin (FitPlan *plan, const FitPlanProfile *profile,
                      FitMigrationKind kind, const char *plugin,
                      FitProfilePoints points, const char *message);

/* What became of a plugin. */
typedef struct
{
  FitMigrationKind kind;
  const char *plugin; /* as it was */
  const char *name;   /* (nullable): what stands for it now */
  FitProfilePoints points;
  FitRelease since;
  const char *message;
} FitPlanFate;

/* fit_plan_settle: keys that became this plugin of @profile at those points have
 * that fate now; a note of its own says so where there is no such key.  Costs as
 * much as @profile has notes. */
void fit_plan_settle (FitPlan *plan, const FitPlanProfile *profile,
                      const FitPlanFate *fate);

/* fit_plan_name_notes: notes about @profile say what it is called now */
void fit_plan_name_notes (const FitPlanProfile *profile);

/* fit_plan_drop_note: takes the note at @place out of the plan; the profile that
 * it is about must not have it any more */
void fit_plan_drop_note (FitPlan *plan, GList *place);

/* fit_plan_take_notes: Returns: (transfer full): of FitMigrationNote: all of
 * them, of which @plan has none then */
GArray *fit_plan_take_notes (FitPlan *plan);

/* fit_migration_note_clear: (of a GArray) */
void fit_migration_note_clear (gpointer note);

G_END_DECLS

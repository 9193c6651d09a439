/* migration.h - a scheduler's rules, rewritten for a later release
 *
 * A legacy Policy, an algorithm provider or an older KubeSchedulerConfiguration
 * becomes a KubeSchedulerConfiguration of a chosen version, for a chosen
 * release.  Nothing is changed silently: whatever is not as it was has a note.
 *
 * Source of the rules: kube-scheduler v1.17 to v1.22, which read both.
 */
#pragma once

#include "config/configuration.h"

G_BEGIN_DECLS

/* -- what to migrate ------------------------------------------------------- */

typedef enum
{
  FIT_MIGRATION_POLICY,   /* text of a Policy, or of a ConfigMap with one */
  FIT_MIGRATION_PROVIDER, /* name of an algorithm provider */
  FIT_MIGRATION_CONFIGURATION, /* text of a KubeSchedulerConfiguration */
} FitMigrationSourceKind;

typedef struct
{
  FitMigrationSourceKind kind;
  const char *name;  /* of the source for messages, such as its path; of the
                       provider for FIT_MIGRATION_PROVIDER */
  const char *bytes; /* (nullable): NULL for FIT_MIGRATION_PROVIDER */
  gsize len;

  /* The Policy that a v1alpha1 configuration names in algorithmSource;
     without it the file that is named there is read, and a ConfigMap that is
     named there is FIT_ERROR_NOT_FOUND. */
  const char *policy_bytes; /* (nullable) */
  gsize policy_len;
} FitMigrationSource;

/* The last line of releases that reads Policies. */
#define FIT_POLICY_RELEASE_LAST FIT_LINE_END (22)

/* fit_migration_source_kind: what @bytes hold: FIT_MIGRATION_CONFIGURATION if
 * the kind is KubeSchedulerConfiguration, FIT_MIGRATION_POLICY in all other
 * cases, broken text included (whoever reads it says what is wrong) */
FitMigrationSourceKind fit_migration_source_kind (const char *bytes, gsize len);

/**
 * fit_migration_release_parse:
 * @text: as fit_release_split() takes it
 *
 * The releases that may have read a source: those of fit_legacy_release_parse()
 * as FIT_RELEASE (N, 0), 1.17 and those of fit_release_parse().
 * FIT_ERROR_USAGE for any other.
 */
gboolean fit_migration_release_parse (const char *text, FitRelease *out_release,
                                      GError **error);

/* -- how ------------------------------------------------------------------- */

/* All zero but for the target is a good choice. */
typedef struct
{
  /* By whose rules the source is read; a Policy has three readings: up to
     1.16, 1.17, and 1.18 to 1.22.  0: the newest that reads it, of a
     configuration none that is newer than the target; 1.16 for a provider. */
  FitRelease from_release;
  const char *from_gates; /* (nullable): "A=true,B=false" as @from_release takes
                             it; default: as that release sets them */

  FitConfigVersion target_version; /* v1alpha2 to v1 */
  FitRelease target_release; /* 0: the newest that reads @target_version */
  const FitReleaseGates *target_gates; /* (nullable): as set by the target */

  gboolean exact; /* what stands for the defaults of a release (a provider, a
                     list that a Policy leaves out, a configuration without
                     lists) gets the lists and weights it had there, not those
                     of the target */
  gboolean full;  /* write every list and all arguments, needed or not */

  const char *scheduler_name; /* (nullable): of the profile of a Policy or a
                                 provider; default "default-scheduler" */
  const FitPluginRegistry *registry; /* (nullable): plugins of programs that
                                        link the library */
  const FitLimits *limits;           /* (nullable) */

  FitUnknownPlugins unknown_plugins; /* of a configuration: those that neither
                                        the release nor @registry has */
  gboolean only_out_of_tree; /* plugins that are in-tree in other releases are
                                refused nevertheless */
} FitMigrationOptions;

/* -- what comes out -------------------------------------------------------- */

typedef enum
{
  FIT_MIGRATION_CARRIED,     /* as it was */
  FIT_MIGRATION_CHANGED,     /* renamed or merged */
  FIT_MIGRATION_DEFAULTS,    /* a default of the source and one of the target */
  FIT_MIGRATION_OUT_OF_TREE, /* a plugin that no release has */
  FIT_MIGRATION_ADDED,       /* was not there; the target needs it */
  FIT_MIGRATION_DROPPED,     /* left out, without effect */
  FIT_MIGRATION_CONDITIONAL, /* left out, without effect unless a node carries
                                an annotation */
  FIT_MIGRATION_LOST,        /* has no equal, or only an inexact one */
  FIT_MIGRATION_ARITHMETIC,  /* is there, and computes otherwise */
  FIT_MIGRATION_EXTENDER,    /* a field of an extender is written otherwise */
  FIT_MIGRATION_DECIDE,      /* only the user can know */
  FIT_MIGRATION_KIND_LAST,
} FitMigrationKind;

/* One line of the report.  Strings that are NULL do not apply. */
typedef struct
{
  FitMigrationKind kind;
  char *path;    /* (nullable): in the source: "predicates[2]",
                    "extenders[0].httpTimeout", "profiles[0].plugins.score" */
  char *name;    /* (nullable): there: "LeastRequestedPriority" */
  char *profile; /* (nullable): schedulerName of the profile */
  char *plugin;  /* (nullable): in the target, or, where there is none, the one
                    that is meant */
  FitProfilePoints points; /* of @plugin that this is about; 0: none */
  gint64 weight_before;    /* 0: had none */
  gint64 weight_after;     /* 0: has none */
  char *args;              /* (nullable): of @plugin, a JSON object */
  char *message;           /* what happened and what to do: never NULL */
  FitRelease since;        /* the first release in which it is so; 0: all */
} FitMigrationNote;

typedef struct
{
  char *yaml; /* the file, ends with a line end */
  gsize yaml_len;
  GArray *notes; /* of FitMigrationNote: keys of the source in their order, then
                    additions, arithmetic, extenders, decisions */
  gboolean lost; /* there is a note FIT_MIGRATION_LOST */

  FitRelease from_release; /* by whose rules the source was read */
  GPtrArray *readers; /* (nullable): of FitReader, where nobody had said which
                         release that is */
  FitConfigVersion target_version;
  FitRelease target_release;
  FitConfiguration *configuration; /* @yaml as the target release reads it */
  GPtrArray *warnings; /* (nullable) owned, of char: of a configuration: what
                          lenient reading left out */
} FitMigration;

/**
 * fit_migrate:
 *
 * Errors: those of reading the source in the words of the release that reads
 * it (FIT_ERROR_PARSE, FIT_ERROR_SCHEMA, FIT_ERROR_LIMIT, FIT_ERROR_POLICY,
 * FIT_ERROR_IO, FIT_ERROR_NOT_FOUND); FIT_ERROR_USAGE for a target release that
 * does not read the target version, for gates that are unknown, or for a
 * configuration that is newer than the target; FIT_ERROR_INTERNAL if what comes
 * out is not read as it was meant.
 *
 * Returns: (transfer full) (nullable)
 */
FitMigration *fit_migrate (const FitMigrationSource *source,
                           const FitMigrationOptions *options, GError **error);

void fit_migration_free (FitMigration *migration);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitMigration, fit_migration_free)

/* fit_migration_settle_avoidance: a cluster is known, and @n_avoided of its
 * @n_nodes carry the annotation that NodePreferAvoidPods looks for: notes
 * FIT_MIGRATION_CONDITIONAL become FIT_MIGRATION_DROPPED where there are none,
 * and else FIT_MIGRATION_LOST */
void fit_migration_settle_avoidance (FitMigration *migration, guint n_nodes,
                                     guint n_avoided);

/* fit_migration_kind_name: for machines: "carried", "changed", "defaults",
 * "outOfTree", "added", "dropped", "conditional", "lost", "arithmetic",
 * "extender", "decide" */
const char *fit_migration_kind_name (FitMigrationKind kind);

G_END_DECLS

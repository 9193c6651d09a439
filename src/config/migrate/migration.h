/* migration.h - a scheduler's rules, rewritten for a later release
 *
 * A legacy Policy, an algorithm provider or an older KubeSchedulerConfiguration
 * becomes a KubeSchedulerConfiguration of a chosen version, for a chosen
 * release.  Nothing changes silently: every change has a note.
 *
 * Source of the rules: kube-scheduler v1.17 to v1.22, which read both.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/configuration.h"
#include "factory/registry.h"
#include "rules/rule-migration.h"

/* -- what to migrate ------------------------------------------------------- */

typedef enum
{
  FIT_MIGRATION_POLICY,        /* text of a Policy */
  FIT_MIGRATION_PROVIDER,      /* name of an algorithm provider */
  FIT_MIGRATION_CONFIGURATION, /* text of a KubeSchedulerConfiguration */
} FitMigrationSourceKind;

typedef struct
{
  FitMigrationSourceKind kind;
  const char *name;  /* name of the source for messages, such as its path; for
                        FIT_MIGRATION_PROVIDER the provider */
  const char *bytes; /* (nullable): NULL for FIT_MIGRATION_PROVIDER */
  gsize len;

  /* The Policy that a v1alpha1 configuration names in algorithmSource.  Without
     it, a file named there is read, and a ConfigMap named there is
     FIT_ERROR_NOT_FOUND. */
  const char *policy_bytes; /* (nullable) */
  gsize policy_len;
} FitMigrationSource;

/**
 * fit_migration_release_parse:
 * @text: as for fit_release_split()
 *
 * Accepts the releases that can read a source: those of
 * fit_legacy_release_parse() as FIT_RELEASE (N, 0), 1.17, and those of
 * fit_release_parse().  Fails with FIT_ERROR_USAGE for any other.
 */
gboolean fit_migration_release_parse (const char *text, FitRelease *out_release,
                                      GError **error);

/* -- options --------------------------------------------------------------- */

/* All fields except the target may be zero. */
typedef struct
{
  /* The release whose rules apply to the source.  A Policy can be read in three
     ways: by releases up to 1.16, by 1.17, and by 1.18 to 1.22.  0: the newest
     release that reads it, for a configuration not newer than the target; for a
     provider 1.16. */
  FitRelease from_release;
  const char *from_gates; /* (nullable): feature gates of @from_release,
                             "A=true,B=false"; default: the release's
                             defaults */

  FitConfigVersion target_version;     /* v1alpha2 to v1 */
  FitRelease target_release;           /* 0: the newest release that reads
                                @target_version */
  const FitFeatureGates *target_gates; /* (nullable): NULL: the target's
                                          defaults */

  gboolean exact; /* keep the lists and weights that the source release has by
                     default (for a provider, a list that a Policy omits, a
                     configuration without lists), instead of using the target's
                     defaults */
  gboolean full;  /* write every list and all arguments, even if not needed */

  /* The URL of a 'fitsched extender'.  What would be lost of a Policy's
     predicates and priorities is put into a Policy of its own, which extenders
     at that URL obey.  Each priority has an extender with its weight, so that
     sums are those of the Policy.  What the Policy does not name, such as the
     defaults of its release, can still be lost. */
  const char *keep_lost_url; /* (nullable) */

  const char *scheduler_name; /* (nullable): for the profile from a Policy or
                                 provider; default "default-scheduler" */
  const FitPluginRegistry *registry; /* (nullable): plugins of programs that
                                        link the library */
  const FitRegistry *rules;          /* (nullable): for a Policy: has the
                               predicates and priorities of programs that link
                               the library; those of v1.16 do not count */
  const FitLimits *limits;           /* (nullable) */

  FitUnknownPlugins unknown_plugins; /* what to do with plugins of a
                                        configuration that neither the release
                                        nor @registry has, and with entries of a
                                        Policy that only @rules has */
  gboolean only_out_of_tree; /* plugins that are in-tree in other releases are
                                refused nevertheless */
} FitMigrationOptions;

/* -- result ---------------------------------------------------------------- */

typedef enum
{
  FIT_MIGRATION_CARRIED,     /* unchanged */
  FIT_MIGRATION_CHANGED,     /* renamed or merged */
  FIT_MIGRATION_DEFAULTS,    /* a default of the source became one of the
                                target */
  FIT_MIGRATION_OUT_OF_TREE, /* a plugin or rule that no release has */
  FIT_MIGRATION_ADDED,       /* new; the target needs it */
  FIT_MIGRATION_DROPPED,     /* left out; it had no effect */
  FIT_MIGRATION_CONDITIONAL, /* left out; it had no effect unless a node has an
                                annotation */
  FIT_MIGRATION_KEPT,        /* has no equivalent; an extender keeps it */
  FIT_MIGRATION_LOST,        /* has no equivalent, or only an inexact one */
  FIT_MIGRATION_ARITHMETIC,  /* still there, but computes differently */
  FIT_MIGRATION_EXTENDER,    /* a field of an extender is spelled differently */
  FIT_MIGRATION_DECIDE,      /* the user must decide */
  FIT_MIGRATION_KIND_LAST,
} FitMigrationKind;

typedef struct _FitPolicyEntry FitPolicyEntry;

/* One line of the report.  A NULL string does not apply. */
typedef struct
{
  FitMigrationKind kind;
  const char *path; /* (nullable): place in the source: "predicates[2]",
                    "extenders[0].httpTimeout", "profiles[0].plugins.score" */
  const char
      *name; /* (nullable): name in the source: "LeastRequestedPriority" */
  const char *profile; /* (nullable): schedulerName of the profile */
  const char
      *plugin; /* (nullable): the plugin in the target; if there is none, the
                    one that corresponds to the source */
  FitExtensionPoints points; /* the points of @plugin concerned; 0: none */
  gint64 weight_before;      /* 0: it had none */
  gint64 weight_after;       /* 0: it has none */
  const char *args;          /* (nullable): the arguments of @plugin, a JSON
                              object */
  const char *message;       /* what happened and what to do; never NULL */
  FitRelease since;          /* the first release where this applies; 0: all */
  const FitRuleOrder *order; /* (nullable): of a priority: does @plugin rank
                                       nodes alike? */

  /*< private >*/

  /* (nullable): the entry of a Policy that it is about; NULL when the migration
   * is done */
  const FitPolicyEntry *entry;
} FitMigrationNote;

typedef struct
{
  FitArena *arena; /* for the strings of @notes */
  char *yaml;      /* the file, with a final newline */
  gsize yaml_len;
  GArray *notes; /* of FitMigrationNote: of each profile, its keys in the source
                    in order, then additions; after all profiles, top-level
                    fields, arithmetic, extenders, decisions */
  gboolean lost; /* TRUE if there is a note FIT_MIGRATION_LOST */

  char *kept_policy; /* (nullable) owned: with keep_lost_url: a Policy, JSON,
                        with the rules that the extender keeps */

  FitRelease from_release; /* the release whose rules were used for the
                              source */
  GPtrArray *readers; /* (nullable): of FitReader, if the caller did not choose
                         that release */
  FitConfigVersion target_version;
  FitRelease target_release;
  FitConfiguration *configuration; /* @yaml, read as the target release does */
  GPtrArray *warnings; /* (nullable) owned, of char: for a configuration: fields
                          that lenient decoding ignored */
} FitMigration;

void fit_migration_free (FitMigration *migration);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitMigration, fit_migration_free)

/* fit_migration_settle_avoidance: in the user's cluster, @n_avoided of @n_nodes
 * nodes have the annotation that NodePreferAvoidPods needs.  Notes
 * FIT_MIGRATION_CONDITIONAL become FIT_MIGRATION_DROPPED if there are no such
 * nodes, otherwise FIT_MIGRATION_LOST. */
void fit_migration_settle_avoidance (FitMigration *migration, guint n_nodes,
                                     guint n_avoided);

/* fit_migration_kind_name: as in JSON: "carried", "changed", "defaults",
 * "outOfTree", "added", "dropped", "conditional", "kept", "lost",
 * "arithmetic", "extender", "decide" */
const char *fit_migration_kind_name (FitMigrationKind kind);

/* -- migrating ------------------------------------------------------------- */

/**
 * fit_migrate:
 *
 * Errors in the source have the text of the release that reads it
 * (FIT_ERROR_PARSE, FIT_ERROR_SCHEMA, FIT_ERROR_LIMIT, FIT_ERROR_POLICY,
 * FIT_ERROR_IO, FIT_ERROR_NOT_FOUND).  FIT_ERROR_USAGE: the target release does
 * not read the target version, a gate is unknown, or a configuration is newer
 * than the target.  FIT_ERROR_INTERNAL: the result, read back, does not match
 * the plan.
 *
 * Returns: (transfer full) (nullable)
 */
FitMigration *fit_migrate (const FitMigrationSource *source,
                           const FitMigrationOptions *options, GError **error);

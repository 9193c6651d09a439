/* migration-verify.c - runs a migrated configuration against its source, as
 * each release would read them
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/migration-verify.h"

#include <string.h>

#include "base/each.h"
#include "net/secrets.h"
#include "cli/console.h"
#include "cli/diff-find.h"
#include "cli/output-file.h"
#include "cli/policy-as-plugins.h"
#include "config/migrate/migration.h"
#include "config/migrate/readers.h"

/* Both sides of the comparison, and a cluster that was generated, are read as
 * files of these names. */
#define SOURCE "the source of the migration"
#define TARGET "the result of the migration"
#define CLUSTER "the generated cluster"

/* How many small clusters are tried unless --budget says otherwise: enough for the
 * kinds of differences that are common, in a second or so. */
#define BUDGET "300"

static void
keep_text (const FitMigrationProof *proof, const char *name, const char *text,
           gsize len)
{
  fit_inputs_keep (proof->invocation->inputs, name,
                   g_memdup2 (len > 0 ? text : "", MAX (len, 1)), len);
}

/* -- what the source did --------------------------------------------------- */

typedef struct
{
  const FitMigrationProof *proof;
  FitRelease release; /* that runs it */
  FitDiffSource rules;
} Source;

/* Up to 1.17 as v1.16's rules.
 * @policy: (nullable): NULL for a provider */
static void
run_as_policy (Source *source, const char *policy, gsize len,
               FitRelease release)
{
  source->rules.release = fit_policy_release_run_as (release);
  if (policy == NULL)
    {
      source->rules.provider = source->proof->source->name;
      return;
    }
  keep_text (source->proof, SOURCE, policy, len);
  source->rules.policy = SOURCE;
}

static void
source_init (Source *source, const FitMigrationProof *proof, FitRelease release)
{
  const FitMigrationSource *what = proof->source;

  *source = (Source){
    .proof = proof,
    .release = release,
    .rules = { .name = proof->source_name,
               .feature_gates = proof->invocation->options.feature_gates },
  };
  if (what->policy_bytes != NULL)
    run_as_policy (source, what->policy_bytes, what->policy_len,
                   FIT_RELEASE_LEGACY);
  else if (what->kind == FIT_MIGRATION_CONFIGURATION)
    {
      keep_text (proof, SOURCE, what->bytes, what->len);
      source->rules.config = SOURCE;
      source->rules.release = fit_release_name (source->release);
    }
  else
    run_as_policy (source, what->bytes, what->len, release);
}

/* -- in which other releases it may run ------------------------------------ */

/* Returns: (transfer full): of Source: the source as the other releases run it
 * that read it */
static GPtrArray *
make_others (const FitMigrationProof *proof)
{
  const FitMigration *migration = proof->migration;
  GPtrArray *others = g_ptr_array_new_with_free_func (g_free);

  /* Any release decides by a configuration of its own version. */
  if (proof->source->kind != FIT_MIGRATION_POLICY || migration->readers == NULL)
    return others;
  for (guint i = migration->readers->len; i > 0; i--)
    {
      const FitReader *reader = migration->readers->pdata[i - 1];
      Source *source;

      if (!reader->reads || reader->release >= migration->from_release)
        continue;
      source = g_new0 (Source, 1);
      g_ptr_array_add (others, source);
      source_init (source, proof, reader->release);
    }
  return others;
}

/* -- rules of the program -------------------------------------------------- */

/* The migration cannot run the rules that became out-of-tree plugins, so the
 * source runs without them too. */
typedef struct
{
  const FitExtras *extras; /* of the program */
  const FitMigration *migration;
} Others;

static FitAnswer
accept_node (const FitPredicateRun *run, const FitNodeInfo *node,
             FitReasons *reasons, GError **error)
{
  return FIT_ANSWER_YES;
}

static gboolean
score_nothing (const FitPriorityRun *run, const FitNodeList *nodes,
               gint64 *scores, GError **error)
{
  memset (scores, 0, nodes->n * sizeof *scores);
  return TRUE;
}

static const FitReasonCode no_reasons[] = { 0 };
static const FitPredicateInfo no_predicate = {
  .name = "left out",
  .summary = "a predicate of the program that is left out",
  .cost = FIT_COST_CONSTANT,
  .reasons = no_reasons,
  .check = accept_node,
};
static const FitPriorityInfo no_priority = {
  .name = "left out",
  .summary = "a priority of the program that is left out",
  .weight = 1,
  .map = score_nothing,
};

static void
register_others (FitRegistry *registry, FitFeatureGates gates, gpointer data)
{
  const Others *others = data;
  const GArray *notes = others->migration->notes;

  if (others->extras->rules != NULL)
    others->extras->rules (registry, gates, others->extras->data);
  FIT_EACH_OF (const FitMigrationNote, note, notes)
    {
      if (note->kind != FIT_MIGRATION_OUT_OF_TREE || note->name == NULL
          || note->path == NULL
          || !(g_str_has_prefix (note->path, "predicates[")
               || g_str_has_prefix (note->path, "priorities[")))
        continue;
      if (fit_points_have (note->points, FIT_POINT_FILTER))
        fit_registry_add_predicate (registry, note->name, &no_predicate, NULL,
                                    NULL);
      else
        fit_registry_add_priority (registry, note->name, &no_priority,
                                   no_priority.weight, NULL, NULL, NULL);
    }
}

static void
register_plugins (FitPluginRegistry *registry, gpointer data)
{
  const Others *others = data;

  if (others->extras->plugins != NULL)
    others->extras->plugins (registry, others->extras->data);
}

/* -- the comparison -------------------------------------------------------- */

/* The options as if only the cluster had been given.  A Policy or a provider
 * has one profile. */
static FitOptions
cluster_options (const FitMigrationProof *proof)
{
  const FitOptions *options = &proof->invocation->options;

  return (FitOptions){
    .emulate_release = options->emulate_release,
    .hard_pod_affinity_symmetric_weight
    = options->hard_pod_affinity_symmetric_weight,
    .scheduler_name
    = (char *) proof->migration->configuration->profiles[0].scheduler_name,
    .profile = options->profile,
    .files = options->files,
    .pods = options->pods,
    .namespace_ = options->namespace_,
    .selector = options->selector,
    .as_is = options->as_is,
    .legacy_labels = options->legacy_labels,
    .percentage_of_nodes_to_score = options->percentage_of_nodes_to_score,
    .modern_objects = options->modern_objects,
    .tie_break = options->tie_break,
    .seed = options->seed,
    .threads = options->threads,
    .extenders = options->extenders,
    .record_extenders = options->record_extenders,
    .budget
    = fit_options_given (options, "budget") ? options->budget : (char *) BUDGET,
  };
}

/* Generates a cluster for the rules, because none was given.  Extenders are
 * skipped unless the user says otherwise, because they do not know its
 * nodes. */
static gboolean
generate (const FitMigrationProof *proof, FitOptions *options, char **paths,
          GError **error)
{
  const FitOptions *given = &proof->invocation->options;
  GString *cluster = fit_generated_cluster (proof, error);
  gboolean ok = cluster != NULL;

  if (ok && given->write_cluster != NULL)
    ok = fit_output_file_write (proof->invocation->signals,
                                given->write_cluster, FALSE, cluster->str,
                                cluster->len, error);
  if (ok)
    keep_text (proof, CLUSTER, cluster->str, cluster->len);
  if (cluster != NULL)
    g_string_free (cluster, TRUE);
  paths[0] = (char *) CLUSTER;
  paths[1] = NULL;
  options->files = paths;
  if (!fit_options_given (given, "extenders"))
    options->extenders = (char *) "skip";
  return ok;
}

/* Plugins of programs are not here.  Says so of each.  Returns: (transfer full): of
 * char (owned): their names */
static GPtrArray *
leave_out (const FitMigration *migration)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  FIT_EACH_OF (const FitMigrationNote, note, migration->notes)
    {
      if (note->kind != FIT_MIGRATION_OUT_OF_TREE || note->name == NULL
          || g_ptr_array_find_with_equal_func (names, note->name, g_str_equal,
                                               NULL))
        continue;
      g_ptr_array_add (names, g_strdup (note->name));
      fit_console_note ("--verify leaves out %s on both sides: placements "
                        "may differ",
                        note->name);
    }
  return names;
}

gboolean
fit_migration_verify (const FitMigrationProof *proof,
                      FitDiffFinding *out_finding, GError **error)
{
  const FitOptions *options = &proof->invocation->options;
  const FitMigration *migration = proof->migration;
  FitInvocation invocation = *proof->invocation;
  Source source;
  g_autoptr (GPtrArray) others_made = make_others (proof);
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  const Others others = { &proof->invocation->extras, migration };
  g_autoptr (GPtrArray) left_out = leave_out (migration);
  g_autoptr (FitRegistry) registry = fit_invocation_registry (
      proof->invocation, fit_feature_gates_default ());
  const FitStandInOptions kept = { .url = options->keep_lost,
                                   .policy = migration->kept_policy,
                                   .registry = registry };
  char *paths[2];
  const gboolean generated = options->files == NULL && options->pods == NULL;
  FitDiffSource sides[FIT_DIFF_SIDES] = { 0 };

  *out_finding = (FitDiffFinding){ 0 };
  invocation.options = cluster_options (proof);
  invocation.rules_are_known = TRUE;
  invocation.extras = (FitExtras){ .rules = register_others,
                                   .plugins = register_plugins,
                                   .data = (gpointer) &others };
  if (migration->kept_policy != NULL)
    {
      g_autofree char *name = fit_url_hide (options->keep_lost);

      fit_console_note ("--verify asks no extender at %s: the Policy for it "
                        "answers here",
                        name);
    }
  if (migration->readers == NULL)
    fit_policy_release_note (migration->from_release);
  if (generated && !generate (proof, &invocation.options, paths, error))
    return FALSE;
  source_init (&source, proof, migration->from_release);
  keep_text (proof, TARGET, migration->yaml, migration->yaml_len);
  sides[FIT_DIFF_LEFT] = source.rules;
  sides[FIT_DIFF_LEFT].covered = TRUE;
  for (guint i = 0; i < others_made->len; i++)
    g_ptr_array_add (list, &((Source *) others_made->pdata[i])->rules);
  sides[FIT_DIFF_LEFT].others = list->len > 0 ? list : NULL;
  sides[FIT_DIFF_RIGHT] = (FitDiffSource){
    .name = options->write_file != NULL ? options->write_file : "the migration",
    .config = TARGET,
    .release = fit_release_name (migration->target_release),
    .feature_gates = options->to_feature_gates,
    .kept = migration->kept_policy != NULL ? &kept : NULL,
    .covered = TRUE,
  };
  if (!fit_diff_run (&invocation, sides, out_finding, error))
    return FALSE;
  /* What one cluster does not show, others may.  No extender is asked about them. */
  invocation.options.record_extenders = NULL;
  out_finding->found = g_new0 (FitFound, 1);
  if (!fit_diff_search (&invocation, sides, out_finding->found, error))
    return FALSE;
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      g_clear_pointer (&out_finding->left_out[side], g_ptr_array_unref);
      out_finding->left_out[side] = g_ptr_array_ref (left_out);
    }
  out_finding->generated = generated;
  return TRUE;
}

/* cmd-validate.c - the verb 'fitsched validate', which finds out what each file
 * is and checks it
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/cluster-notes.h"
#include "base/each.h"
#include "cli/console.h"
#include "cli/foreign-inputs.h"
#include "cli/output.h"
#include "cli/validation.h"
#include "cli/verbs.h"
#include "config/migrate/readers.h"

/* The members of the object of a file, in order. */
static const char *const file_members[]
    = { "file",      "type",     "release",    "configVersion",
        "valid",     "message",  "readBy",     "notReadBy",
        "notes",     "warnings", "predicates", "priorities",
        "extenders", "profiles", "objects",    "configMap" };

static const FitColumn name_columns[] = {
  [FIT_VALIDATION_FILE] = { NULL, NULL, FIT_CELL_TEXT, FIT_COLUMN_NAME },
  [FIT_VALIDATION_VALID] = { NULL, NULL, FIT_CELL_BOOLEAN, FIT_COLUMN_NAME },
};

static void
validation_clear (FitValidation *validation)
{
  g_clear_pointer (&validation->registry, fit_registry_free);
  g_clear_pointer (&validation->cluster, fit_objects_free);
  g_clear_pointer (&validation->objects, fit_objects_free);
  g_clear_pointer (&validation->items, fit_json_free);
  g_clear_pointer (&validation->message, g_free);
  g_clear_pointer (&validation->readers, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitValidation, validation_clear)

/* -- manifests ------------------------------------------------------------- */

static void
add_count (FitJson *array, GString *counts, const char *name, guint n)
{
  g_autofree char *many
      = g_strconcat (name, g_str_has_suffix (name, "s") ? "es" : "s", NULL);
  FitJson *object;

  if (n == 0)
    return;
  fit_validation_append_count (counts, n, name, many);
  object = fit_json_append (array);
  fit_json_set_text (object, "kind", name);
  fit_json_set_integer (object, "count", n);
}

/* Some kinds of controllers are included in other counts. */
static FitJson *
count_objects (const FitObjects *objects, GString *counts)
{
  FitJson *array = fit_json_array ();
  g_autoptr (GHashTable) counted = g_hash_table_new (g_str_hash, g_str_equal);
  guint n_controllers[FIT_CONTROLLER_LAST] = { 0 };

  for (guint kind = 0; kind < FIT_KIND_LAST; kind++)
    {
      add_count (array, counts, fit_kind_name (kind), objects->of[kind]->len);
      g_hash_table_add (counted, (gpointer) fit_kind_name (kind));
    }
  FIT_EACH (const FitController, controller, objects->controllers)
    n_controllers[controller->kind]++;
  for (guint kind = 0; kind < FIT_CONTROLLER_LAST; kind++)
    if (!g_hash_table_contains (counted, fit_controller_kind_name (kind)))
      add_count (array, counts, fit_controller_kind_name (kind),
                 n_controllers[kind]);
  return array;
}

/* Returns: (transfer full) (nullable): "2 Pods"; "" if there is nothing to
 * count; NULL with @problem
 * @out_notes: (out) (nullable): (transfer full): what is odd about them */
static char *
read_manifests (FitValidation *validation, FitSource *source,
                GPtrArray **out_notes, FitObjects *objects, GError **problem)
{
  FitDecodeFlags flags = fit_invocation_decode_flags (validation->invocation);
  g_autoptr (GString) counts = g_string_new (NULL);

  if (!fit_foreign_check (source, problem))
    return NULL;
  if (!fit_objects_read_source (objects, source, flags, NULL, problem))
    {
      fit_foreign_explain (source, problem);
      return NULL;
    }
  validation->n_warnings += objects->misspelt.n + objects->odd_words.n;
  if (out_notes != NULL)
    {
      char *const odd[] = {
        fit_session_describe_unknown (objects->unknown),
        fit_session_describe_labels (objects, &validation->invocation->options),
        fit_cluster_note_fields (objects), fit_cluster_note_words (objects),
        fit_cluster_note_repeated (objects)
      };

      *out_notes = g_ptr_array_new_with_free_func (g_free);
      for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
        if (odd[i] != NULL)
          g_ptr_array_add (*out_notes, odd[i]);
    }
  fit_json_set (validation->item, "objects", count_objects (objects, counts));
  fit_objects_move (objects, validation->objects);
  return g_string_free (g_steal_pointer (&counts), FALSE);
}

/* Fails unless the manifests contain something for a cluster; an empty List is
 * no failure. */
static gboolean
check_recognised (const char *name, const FitInput *input,
                  const FitObjects *objects, GError **problem)
{
  g_autofree char *kinds = fit_session_list_kinds (objects->unknown);
  const char *nearest = fit_recognise_nearest (input->kind);

  if (input->problem != NULL)
    return fit_fail (problem, FIT_ERROR_SCHEMA, "%s: nothing recognised: %s",
                     name, input->problem);
  if (kinds == NULL)
    return input->has_documents
           || fit_fail (problem, FIT_ERROR_SCHEMA,
                        "%s: nothing recognised: the file is empty", name);
  g_set_error (problem, FIT_ERROR, FIT_ERROR_SCHEMA,
               "%s: nothing recognised: found objects of kinds %s, expected "
               "a Policy, a " FIT_CONFIG_KIND " or manifests of a cluster",
               name, kinds);
  if (nearest != NULL && !fit_recognise_is_manifest (input->kind))
    fit_error_add_hint (problem, "did you mean %s?", nearest);
  return FALSE;
}

static void
validate_manifests (FitValidation *validation, FitSource *source,
                    const FitInput *input, const FitValidated *file)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (GError) problem = NULL;
  g_autofree char *counts = NULL;
  g_autofree char *text = NULL;

  fit_json_set_text (validation->item, "type", "Manifests");
  counts = read_manifests (validation, source, &notes, objects, &problem);
  if (counts == NULL
      || (*counts == '\0'
          && !check_recognised (file->name, input, objects, &problem)))
    {
      fit_validation_say_invalid (validation, file->name, problem);
      return;
    }
  text = g_strdup_printf ("manifests: %s",
                          *counts != '\0' ? counts : "nothing to schedule");
  fit_validation_say_valid (validation, file, text, notes);
}

/* -- files ----------------------------------------------------------------- */

/* Returns: FALSE with an error about the command line */
static gboolean
validate_rules (FitValidation *validation, FitSource *source,
                const FitInput *input, FitValidated *file, GError **error)
{
  const FitOptions *options = &validation->invocation->options;
  g_autofree char *beside = NULL;
  g_auto (FitRulesFile) rules = { 0 };
  g_autoptr (GError) problem = NULL;

  if (!fit_rules_file_take (source, input,
                            options->policy_file ? FIT_RULES_POLICY_FILE
                                                 : FIT_RULES_ANY,
                            options, &rules, &problem))
    {
      fit_validation_say_invalid (validation, file->name, problem);
      return TRUE;
    }
  file->rules = &rules;
  if (rules.place != NULL)
    {
      /* Beside the ConfigMap that holds the rules there may be other objects. */
      g_autoptr (FitObjects) objects = fit_objects_new ();

      beside = read_manifests (validation, source, NULL, objects, &problem);
      if (beside == NULL)
        {
          fit_validation_say_invalid (validation, file->name, problem);
          return TRUE;
        }
      file->beside = *beside != '\0' ? beside : NULL;
    }
  if (!rules.generated)
    {
      /* Which releases read these rules? */
      g_autoptr (FitPluginRegistry) plugins
          = fit_invocation_plugins (validation->invocation);
      FitMigrationOptions how = { .registry = plugins };
      FitMigrationSource read = {
        .kind = rules.type == FIT_INPUT_POLICY ? FIT_MIGRATION_POLICY
                                               : FIT_MIGRATION_CONFIGURATION,
        .name = rules.name,
      };

      read.bytes = fit_rules_file_text (&rules, &read.len);
      how.unknown_plugins = fit_options_unknown_plugins (
          options, FIT_UNKNOWN_PLUGINS_KEEP, &how.only_out_of_tree);
      validation->readers = fit_readers_new (&read, &how);
    }
  return rules.type == FIT_INPUT_POLICY
             ? fit_validate_policy (validation, file, error)
             : fit_validate_configuration (validation, file, error);
}

/* Returns: FALSE with an error about the command line */
static gboolean
validate_file (FitValidation *validation, const FitManifestFile *named,
               FitTally *skipped, GError **error)
{
  const FitLimits *limits = fit_limits_default ();
  FitInputs *inputs = validation->invocation->inputs;
  const gboolean is_policy = validation->invocation->options.policy_file;
  const char *path = named->path;
  FitValidated file
      = { .path = path, .name = fit_source_is_stdin (path) ? "stdin" : path };
  g_autoptr (GError) problem = NULL;
  g_autoptr (FitSource) source = fit_inputs_open (
      inputs, path, is_policy ? limits->rules_bytes : limits->document_bytes,
      &problem);
  g_auto (FitInput) input = { 0 };

  if (source != NULL)
    input = fit_recognise (source);
  if (source != NULL && named->found && !fit_rules_file_has (&input)
      && input.problem == NULL && !fit_recognise_manifests (source))
    {
      fit_tally_add (skipped, "%s", path);
      return TRUE;
    }
  validation->item = fit_json_append (validation->items);
  for (guint i = 0; i < G_N_ELEMENTS (file_members); i++)
    fit_json_set (validation->item, file_members[i], NULL);
  fit_json_set_text (validation->item, "file", file.name);
  FIT_TABLE_ADD (validation->names, fit_cell_text (file.name));
  g_clear_pointer (&validation->readers, g_ptr_array_unref);
  if (source == NULL)
    {
      if (is_policy)
        fit_policy_explain_unread (path, &problem);
      fit_validation_say_invalid (validation, file.name, problem);
      return TRUE;
    }
  if (is_policy || fit_rules_file_has (&input))
    return validate_rules (validation, source, &input, &file, error);
  validate_manifests (validation, source, &input, &file);
  return TRUE;
}

/* Creates the pods of workloads, because they refer to other objects too. */
static gboolean
complete (FitValidation *validation, FitObjects *objects, GError **error)
{
  const FitWorkloadsOptions how = {
    .flags = fit_invocation_decode_flags (validation->invocation),
    .release = FIT_RELEASE_LEGACY,
  };
  g_autoptr (FitWorkloads) workloads
      = fit_workloads_make (objects, &how, error);

  return workloads != NULL
         && (validation->invocation->options.as_is
             || fit_objects_complete (objects, error));
}

/* Reads the operands' files and the cluster that they are for. */
static gboolean
read_inputs (FitValidation *validation, GPtrArray *files, FitTally *skipped,
             FitUnentered *unentered, GError **error)
{
  const FitInvocation *invocation = validation->invocation;
  const FitOptions *options = &invocation->options;
  const FitDecodeFlags flags = fit_invocation_decode_flags (invocation);
  FitInputs *inputs = invocation->inputs;

  for (guint i = 0; i < invocation->operands->len; i++)
    if (!fit_inputs_files (inputs, files, invocation->operands->pdata[i],
                           skipped, unentered, error))
      return FALSE;
  if (options->files == NULL && options->pods == NULL)
    return TRUE;
  validation->cluster = fit_objects_new ();
  return fit_session_load_objects (inputs, validation->cluster, options->files,
                                   flags, error)
         && fit_session_load_objects (inputs, validation->cluster,
                                      options->pods, flags, error)
         && complete (validation, validation->cluster, error);
}

/* Validates the files one by one, then together: pods refer to objects in other
 * files.  Returns: FALSE with an error about the command line */
static gboolean
validate_files (FitValidation *validation, const GPtrArray *files,
                FitTally *skipped, GError **error)
{
  g_autoptr (GError) problem = NULL;

  for (guint i = 0; i < files->len; i++)
    if (!validate_file (validation, files->pdata[i], skipped, error))
      return FALSE;
  if (!complete (validation, validation->objects, &problem))
    {
      fit_validation_say_message (validation, "manifests together", problem);
      validation->message = g_strdup (problem->message);
    }
  /* Without a Policy --feature-gates were not checked yet. */
  return validation->has_configuration
         || fit_validation_rules (validation, error);
}

FitExit
fit_cmd_validate (const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;
  const GPtrArray *operands = invocation->operands;
  guint n_stdin = fit_invocation_count_stdin (options->files)
                  + fit_invocation_count_stdin (options->pods);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  g_auto (FitTally) skipped = { 0 };
  g_auto (FitUnentered) unentered = { 0 };
  g_autofree char *note = NULL, *directories = NULL;
  g_autoptr (FitReport) report = fit_output_report (invocation, "Validation");
  g_auto (FitValidation) validation = { .invocation = invocation };

  for (guint i = 0; i < operands->len; i++)
    n_stdin += fit_source_is_stdin (operands->pdata[i]);
  if (!fit_invocation_check_stdin (n_stdin, error))
    return FIT_EXIT_USAGE;
  if (!read_inputs (&validation, files, &skipped, &unentered, error))
    return FIT_EXIT_INPUT;
  validation.objects = fit_objects_new ();
  validation.text = fit_report_lines (report);
  validation.items = fit_json_array ();
  report->names = validation.names = FIT_REPORT_TABLE (report, name_columns);
  validation.all_valid = TRUE;
  if (!validate_files (&validation, files, &skipped, error))
    return FIT_EXIT_USAGE;
  if (fit_table_n_rows (validation.names) == 0)
    {
      fit_inputs_fail_skipped (operands->pdata[0], &skipped, error);
      return FIT_EXIT_INPUT;
    }
  note = fit_inputs_note_skipped (&skipped);
  directories = fit_inputs_note_unentered (&unentered);
  if (note != NULL)
    fit_console_note ("%s", note);
  if (directories != NULL)
    fit_console_note ("%s", directories);
  fit_json_set (report->data, "items", fit_json_ref (validation.items));
  fit_json_set_text (report->data, "message", validation.message);
  fit_output_print (report, invocation, error);
  return !validation.all_valid                          ? FIT_EXIT_INPUT
         : options->strict && validation.n_warnings > 0 ? FIT_EXIT_NO
                                                        : FIT_EXIT_YES;
}

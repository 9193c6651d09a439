/* cmd-validate.c - 'fitsched validate' */
#include <string.h>

#include "cli/console.h"
#include "cli/input-file.h"
#include "cli/session.h"

enum
{
  COUNT_KIND,
  COUNT_COUNT,
};

static const FitColumn count_columns[] = {
  [COUNT_KIND] = { "kind", NULL, FIT_CELL_TEXT, 0 },
  [COUNT_COUNT] = { "count", NULL, FIT_CELL_INTEGER, 0 },
};

enum
{
  FILE_NAME,
  FILE_TYPE,
  FILE_VALID,
  FILE_MESSAGE,
  FILE_NOTES,
  FILE_PREDICATES,
  FILE_PRIORITIES,
  FILE_EXTENDERS,
  FILE_OBJECTS,
};

static const FitColumn file_columns[] = {
  [FILE_NAME] = { "file", NULL, FIT_CELL_TEXT, FIT_COLUMN_NAME },
  [FILE_TYPE] = { "type", NULL, FIT_CELL_TEXT, 0 },
  [FILE_VALID] = { "valid", NULL, FIT_CELL_BOOLEAN, FIT_COLUMN_NAME },
  [FILE_MESSAGE] = { "message", NULL, FIT_CELL_TEXT, 0 },
  [FILE_NOTES] = { "notes", NULL, FIT_CELL_TEXTS, 0 },
  [FILE_PREDICATES] = { "predicates", NULL, FIT_CELL_TEXTS, 0 },
  [FILE_PRIORITIES] = { "priorities", NULL, FIT_CELL_TEXTS, 0 },
  [FILE_EXTENDERS] = { "extenders", NULL, FIT_CELL_TEXTS, 0 },
  [FILE_OBJECTS] = { "objects", NULL, FIT_CELL_TABLE, 0 },
};

enum
{
  MEMBER_ITEMS,
  MEMBER_MESSAGE,
};

static const FitColumn member_columns[] = {
  [MEMBER_ITEMS] = { "items", NULL, FIT_CELL_TABLE, 0 },
  [MEMBER_MESSAGE] = { "message", NULL, FIT_CELL_TEXT, 0 },
};

/* The work and what it has found. */
typedef struct
{
  const FitInvocation *invocation; /* borrowed */
  FitFeatureGates gates;
  FitRegistry *registry;
  FitObjects *objects; /* of all manifests */
  FitTable *files;     /* in @record */
  FitTable *record;
  GString *text; /* for people */
  gboolean all_valid;
} Validation;

static void
validation_clear (Validation *validation)
{
  g_clear_pointer (&validation->registry, fit_registry_free);
  g_clear_pointer (&validation->objects, fit_objects_free);
  g_clear_pointer (&validation->record, fit_table_free);
  if (validation->text != NULL)
    g_string_free (validation->text, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Validation, validation_clear)

/* --- text ----------------------------------------------------------------- */

/* "name: ok (text)" and the notes below it. */
static void
say_valid (Validation *validation, const char *name, const char *text,
           const GPtrArray *notes)
{
  g_string_append_printf (validation->text, "%s: ok (%s)\n", name, text);
  for (guint i = 0; i < notes->len; i++)
    g_string_append_printf (validation->text, "  note: %s\n",
                            (char *) notes->pdata[i]);
  fit_table_set_boolean (validation->files, FILE_VALID, TRUE);
  fit_table_set_texts (validation->files, FILE_NOTES, notes);
}

static void
say_message (Validation *validation, const char *name, const GError *problem)
{
  g_auto (GStrv) lines = g_strsplit (problem->message, "\n", -1);

  g_string_append_printf (validation->text, "%s: not valid\n", name);
  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (validation->text, "  %s\n", lines[i]);
  validation->all_valid = FALSE;
}

static void
say_invalid (Validation *validation, const char *name, const GError *problem)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new ();

  say_message (validation, name, problem);
  fit_table_set_boolean (validation->files, FILE_VALID, FALSE);
  fit_table_set_text (validation->files, FILE_MESSAGE, problem->message);
  fit_table_set_texts (validation->files, FILE_NOTES, notes);
}

static void
append_count (GString *text, guint n, const char *one, const char *many)
{
  g_string_append_printf (text, "%s%u %s", text->len > 0 ? ", " : "", n,
                          n == 1 ? one : many);
}

/* --- a Policy ------------------------------------------------------------- */

static FitAlgorithm *
build_algorithm (const Validation *validation, const char *path, GError **error)
{
  g_autoptr (FitCache) cache = fit_cache_new (validation->gates);
  const FitAlgorithmOptions options
      = { .cache = cache, .hard_pod_affinity_symmetric_weight = 1 };
  FitPolicy *policy = fit_policy_load (path, NULL, error);

  if (policy == NULL)
    return NULL;
  return fit_algorithm_new_from_policy (validation->registry, policy, &options,
                                        error);
}

static gboolean
in_policy (const GPtrArray *entries, const char *name)
{
  for (guint i = 0; i < entries->len; i++)
    if (strcmp (((FitPredicatePolicy *) entries->pdata[i])->name, name) == 0)
      return TRUE;
  return FALSE;
}

static void
add_note (GPtrArray *notes, const char *text, const GPtrArray *names)
{
  g_autoptr (GString) note = g_string_new (text);

  for (guint i = 0; names != NULL && i < names->len; i++)
    g_string_append_printf (note, "%s%s", i > 0 ? ", " : "",
                            (char *) names->pdata[i]);
  g_ptr_array_add (notes, g_strdup (note->str));
}

static void
note_predicates (GPtrArray *notes, const FitAlgorithm *algorithm)
{
  const FitPolicy *policy = algorithm->policy;
  g_autoptr (GPtrArray) idle = g_ptr_array_new ();
  g_autoptr (GPtrArray) added = g_ptr_array_new ();

  for (guint i = 0; i < algorithm->predicates->len; i++)
    {
      const FitPredicate *predicate = algorithm->predicates->pdata[i];

      if (!g_ptr_array_find (algorithm->ordered, predicate, NULL))
        g_ptr_array_add (idle, (gpointer) predicate->name);
      if (policy->predicates != NULL
          && !in_policy (policy->predicates, predicate->name))
        g_ptr_array_add (added, (gpointer) predicate->name);
    }
  if (idle->len > 0)
    add_note (notes, "accepted but never evaluated by v1.16: ", idle);
  if (added->len > 0)
    add_note (notes, "added because mandatory: ", added);
}

static GPtrArray *
policy_notes (const FitAlgorithm *algorithm)
{
  const FitPolicy *policy = algorithm->policy;
  GPtrArray *notes = g_ptr_array_new_with_free_func (g_free);

  if (policy->internal_form)
    add_note (notes,
              "without apiVersion and kind this is the internal form, in which "
              "v1.16 knows other field names",
              NULL);
  if (policy->predicates == NULL)
    add_note (notes, "no list of predicates: those of " FIT_DEFAULT_PROVIDER,
              NULL);
  if (policy->priorities == NULL)
    add_note (notes, "no list of priorities: those of " FIT_DEFAULT_PROVIDER,
              NULL);
  note_predicates (notes, algorithm);
  return notes;
}

/* The names of @rules, structs that begin with their name. */
static void
set_names (FitTable *table, guint column, const GPtrArray *rules)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < rules->len; i++)
    g_ptr_array_add (names, *(gpointer *) rules->pdata[i]);
  fit_table_set_texts (table, column, names);
}

static void
validate_policy (Validation *validation, const char *path, const char *name)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (FitAlgorithm) algorithm
      = build_algorithm (validation, path, &problem);
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (GString) counts = g_string_new (NULL);
  g_autofree char *text = NULL;

  fit_table_set_text (validation->files, FILE_TYPE, "Policy");
  if (algorithm == NULL)
    {
      say_invalid (validation, name, problem);
      return;
    }
  notes = policy_notes (algorithm);
  append_count (counts, algorithm->predicates->len, "predicate", "predicates");
  append_count (counts, algorithm->priorities->len, "priority", "priorities");
  if (algorithm->extenders->len > 0)
    append_count (counts, algorithm->extenders->len, "extender", "extenders");
  text = g_strdup_printf ("Policy: %s", counts->str);
  say_valid (validation, name, text, notes);
  set_names (validation->files, FILE_PREDICATES, algorithm->predicates);
  set_names (validation->files, FILE_PRIORITIES, algorithm->priorities);
  set_names (validation->files, FILE_EXTENDERS, algorithm->extenders);
}

/* --- manifests ------------------------------------------------------------ */

static GPtrArray *
manifest_notes (const FitObjects *objects, gboolean legacy_labels)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func (g_free);
  char *unknown = fit_session_describe_unknown (objects->unknown);
  char *labels = legacy_labels ? NULL : fit_session_describe_labels (objects);

  if (unknown != NULL)
    g_ptr_array_add (notes, unknown);
  if (labels != NULL)
    g_ptr_array_add (notes, labels);
  return notes;
}

static FitTable *
count_objects (const FitObjects *objects, GString *counts)
{
  FitTable *table = FIT_TABLE_NEW (count_columns);

  for (guint kind = 0; kind < FIT_KIND_LAST; kind++)
    {
      const char *name = fit_kind_name (kind);
      g_autofree char *many
          = g_strconcat (name, g_str_has_suffix (name, "s") ? "es" : "s", NULL);
      guint n = objects->of[kind]->len;

      if (n == 0)
        continue;
      append_count (counts, n, name, many);
      fit_table_add_row (table);
      fit_table_set_text (table, COUNT_KIND, name);
      fit_table_set_integer (table, COUNT_COUNT, n);
    }
  return table;
}

static void
validate_manifests (Validation *validation, const char *path, const char *name)
{
  FitDecodeFlags flags = fit_session_decode_flags (validation->invocation);
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (GString) counts = g_string_new (NULL);
  g_autoptr (GError) problem = NULL;
  g_autofree char *text = NULL;

  fit_table_set_text (validation->files, FILE_TYPE, "Manifests");
  if (!fit_objects_load (objects, path, flags, NULL, &problem))
    {
      say_invalid (validation, name, problem);
      return;
    }
  notes = manifest_notes (objects, flags & FIT_DECODE_LEGACY_LABELS);
  fit_table_set_table (validation->files, FILE_OBJECTS,
                       count_objects (objects, counts));
  text = g_strdup_printf (
      "manifests: %s", counts->len > 0 ? counts->str : "nothing to schedule");
  say_valid (validation, name, text, notes);
  fit_objects_move (objects, validation->objects);
}

/* --- files ---------------------------------------------------------------- */

static void
validate_file (Validation *validation, const char *path)
{
  const char *name = strcmp (path, "-") == 0 ? "stdin" : path;
  FitInputType type = FIT_INPUT_POLICY;
  g_autoptr (GError) problem = NULL;

  fit_table_add_row (validation->files);
  fit_table_set_text (validation->files, FILE_NAME, name);
  if (!validation->invocation->options.policy_file
      && !fit_input_detect (path, &type, &problem))
    say_invalid (validation, name, problem);
  else if (type == FIT_INPUT_POLICY)
    validate_policy (validation, path, name);
  else
    validate_manifests (validation, path, name);
}

/* What pods say about objects of other files. */
static void
validate_together (Validation *validation)
{
  g_autoptr (GError) problem = NULL;

  if (validation->invocation->options.as_is
      || fit_objects_complete (validation->objects, &problem))
    return;
  say_message (validation, "manifests together", problem);
  fit_table_set_text (validation->record, MEMBER_MESSAGE, problem->message);
}

static void
append_text (gconstpointer data, const FitTextStyle *style, GString *out)
{
  const Validation *validation = data;

  g_string_append (out, validation->text->str);
}

FitExit
fit_cmd_validate (const FitInvocation *invocation, GError **error)
{
  g_autoptr (GPtrArray) paths = NULL;
  g_auto (Validation) validation = { .invocation = invocation };

  if (!fit_session_gates (invocation, &validation.gates, error))
    return FIT_EXIT_USAGE;
  paths = fit_input_expand (invocation->operands, error);
  if (paths == NULL)
    return FIT_EXIT_INPUT;
  validation.registry = fit_session_registry (invocation, validation.gates);
  validation.objects = fit_objects_new ();
  validation.text = g_string_new (NULL);
  validation.files = FIT_TABLE_NEW (file_columns);
  validation.record = FIT_TABLE_NEW (member_columns);
  validation.all_valid = TRUE;
  fit_table_add_row (validation.record);
  fit_table_set_table (validation.record, MEMBER_ITEMS, validation.files);
  for (guint i = 0; i < paths->len; i++)
    validate_file (&validation, paths->pdata[i]);
  validate_together (&validation);
  fit_output_print (&(FitOutput){ "Validation", validation.record,
                                  validation.files, append_text, &validation },
                    invocation->options.output, error);
  return validation.all_valid ? FIT_EXIT_YES : FIT_EXIT_INPUT;
}

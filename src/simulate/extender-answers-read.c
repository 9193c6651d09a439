/* extender-answers-read.c - parses a recording
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/extender-answers-private.h"

#include "policy/fields.h"
#include "policy/yaml-keys.h"

#include <string.h>

/* -- the file -------------------------------------------------------------- */

/* Lists may be long, with one entry per pod and one name per node, so they are
 * read element by element. */
typedef struct
{
  const char *api_version;
  const char *kind;
  const FitValue *extenders;
} FileText;

typedef struct
{
  const char *url_prefix;
  const FitValue *verbs[FIT_EXTENDER_N_VERBS];
} ExtenderText;

typedef struct
{
  const char *pod;
  gint64 call;
  const char *error; /* (nullable), like all fields here */
  const FitValue *nodes;
  const FitValue *order;
} EntryText;

typedef struct
{
  const FitValue *names;
  gboolean passes;
  gboolean dropped;
  const char *fails;
  const char *unresolvable;
  const FitValue *score;
  const FitValue *victims;
  const FitValue *violations;
} RuleText;

#define FIELD FIT_CONFIG_FIELD

static const FitConfigField file_fields[] = {
  FIELD ("apiVersion", STRING, FileText, api_version),
  FIELD ("kind", STRING, FileText, kind),
  FIELD ("extenders", RAW, FileText, extenders),
};
static const FitConfigTable file_table
    = FIT_CONFIG_TABLE (FileText, file_fields);

static const FitConfigField extender_fields[] = {
  FIELD ("urlPrefix", STRING, ExtenderText, url_prefix),
  FIELD ("filter", RAW, ExtenderText, verbs[FIT_EXTENDER_FILTER]),
  FIELD ("prioritize", RAW, ExtenderText, verbs[FIT_EXTENDER_PRIORITIZE]),
  FIELD ("preempt", RAW, ExtenderText, verbs[FIT_EXTENDER_PREEMPT]),
  FIELD ("bind", RAW, ExtenderText, verbs[FIT_EXTENDER_BIND]),
};
static const FitConfigTable extender_table
    = FIT_CONFIG_TABLE (ExtenderText, extender_fields);

static const FitConfigField entry_fields[] = {
  FIELD ("pod", STRING, EntryText, pod, .fallback = "\"*\""),
  FIELD ("call", INT64, EntryText, call),
  FIELD ("error", STRING, EntryText, error),
  FIELD ("nodes", RAW, EntryText, nodes),
};
static const FitConfigTable entry_table
    = FIT_CONFIG_TABLE (EntryText, entry_fields);

static const FitConfigField filter_entry_fields[] = {
  FIELD ("pod", STRING, EntryText, pod, .fallback = "\"*\""),
  FIELD ("call", INT64, EntryText, call),
  FIELD ("error", STRING, EntryText, error),
  FIELD ("nodes", RAW, EntryText, nodes),
  FIELD ("order", RAW, EntryText, order),
};
static const FitConfigTable filter_entry_table
    = FIT_CONFIG_TABLE (EntryText, filter_entry_fields);

static const FitConfigField filter_fields[] = {
  FIELD ("names", RAW, RuleText, names),
  FIELD ("passes", BOOL, RuleText, passes),
  FIELD ("fails", STRING, RuleText, fails),
  FIELD ("unresolvable", STRING, RuleText, unresolvable),
  FIELD ("dropped", BOOL, RuleText, dropped),
};
static const FitConfigField prioritize_fields[] = {
  FIELD ("names", RAW, RuleText, names),
  FIELD ("score", RAW, RuleText, score),
};
static const FitConfigField preempt_fields[] = {
  FIELD ("names", RAW, RuleText, names),
  FIELD ("victims", RAW, RuleText, victims),
  FIELD ("numPDBViolations", RAW, RuleText, violations),
  FIELD ("dropped", BOOL, RuleText, dropped),
};
static const FitConfigField bind_fields[] = {
  FIELD ("names", RAW, RuleText, names),
  FIELD ("binds", BOOL, RuleText, passes),
};

/* The fields that an entry of a verb may have. */
static const struct
{
  const FitConfigTable *entry;
  FitConfigTable rule;
  const char *answers; /* for messages */
} verb_tables[FIT_EXTENDER_N_VERBS] = {
  [FIT_EXTENDER_FILTER]
  = { &filter_entry_table, FIT_CONFIG_TABLE (RuleText, filter_fields),
      "passes: true, fails, unresolvable, dropped: true" },
  [FIT_EXTENDER_PRIORITIZE]
  = { &entry_table, FIT_CONFIG_TABLE (RuleText, prioritize_fields), "score" },
  [FIT_EXTENDER_PREEMPT]
  = { &entry_table, FIT_CONFIG_TABLE (RuleText, preempt_fields),
      "victims, dropped: true" },
  [FIT_EXTENDER_BIND]
  = { &entry_table, FIT_CONFIG_TABLE (RuleText, bind_fields), "binds: true" },
};

/* -- lists ----------------------------------------------------------------- */

/* The state while a recording is read. */
typedef struct
{
  FitExtenderAnswers *answers;
  FitConfigReader reader;
  FitExtenderVerb verb; /* the verb of the current entries */
} Reading;

typedef gboolean (*ReadElement) (Reading *reading, const FitValue *value,
                                 gpointer out, GError **error);

/* Reads the list @value (nullable) of the field @name into a new array. */
static gboolean
read_list (Reading *reading, const char *name, const FitValue *value,
           gsize element_size, ReadElement read_element, gpointer out_items,
           GError **error)
{
  FitConfigReader *reader = &reading->reader;
  const FitStep above = { .up = reader->decoder.path, .name = name };
  FitStep step = { .up = &above };
  gboolean done = TRUE;
  char *items;

  reader->decoder.path = &above;
  if (value != NULL && value->type != FIT_VALUE_LIST)
    done = fit_config_mismatch (reader, value, "a list", error);
  items = fit_arena_alloc0 (reading->answers->arena,
                            element_size
                                * (value != NULL ? MAX (value->n, 1) : 1));
  memcpy (out_items, &items, sizeof items);
  reader->decoder.path = &step;
  for (guint i = 0; done && value != NULL && i < value->n; i++)
    {
      step.index = i;
      done = read_element (reading, &value->items[i], items + i * element_size,
                           error);
    }
  reader->decoder.path = above.up;
  return done;
}

static gboolean
read_text (Reading *reading, const FitValue *value, gpointer out,
           GError **error)
{
  if (value->type != FIT_VALUE_STRING)
    return fit_config_mismatch (&reading->reader, value, "a string", error);
  *(const char **) out = value->text;
  return TRUE;
}

/* Reports a missing field.  Returns: FALSE with the error */
static gboolean
fail_missing (Reading *reading, const FitValue *where, const char *field,
              const char *expected, GError **error)
{
  FitConfigReader *reader = &reading->reader;
  const FitStep step = { .up = reader->decoder.path, .name = field };

  reader->decoder.path = &step;
  fit_config_fail (reader, where, error, "found nothing, expected %s",
                   expected);
  reader->decoder.path = step.up;
  return FALSE;
}

/* -- rules ----------------------------------------------------------------- */

static gboolean
read_integer (Reading *reading, const char *name, const FitValue *value,
              gint64 *out, GError **error)
{
  FitConfigReader *reader = &reading->reader;
  const FitStep step = { .up = reader->decoder.path, .name = name };
  gboolean done = TRUE;

  reader->decoder.path = &step;
  if (value->type != FIT_VALUE_NUMBER
      || !g_ascii_string_to_signed (value->text, 10, G_MININT64, G_MAXINT64,
                                    out, NULL))
    done = fit_config_mismatch (reader, value, "an integer", error);
  reader->decoder.path = step.up;
  return done;
}

static gboolean
read_rule (Reading *reading, const FitValue *value, gpointer out,
           GError **error)
{
  FitConfigReader *reader = &reading->reader;
  FitSaidRule *rule = out;
  RuleText text = { 0 };
  const char **names;
  guint n;

  rule->names = g_hash_table_new (g_str_hash, g_str_equal);
  rule->patterns
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_pattern_spec_free);
  if (!fit_config_read (reader, &verb_tables[reading->verb].rule, value, &text,
                        error))
    return FALSE;
  if (text.names == NULL)
    return fail_missing (reading, value, "names",
                         "a list of names of nodes or patterns with * and ?",
                         error);
  n = text.passes + text.dropped + (text.fails != NULL)
      + (text.unresolvable != NULL) + (text.score != NULL)
      + (text.victims != NULL);
  if (n != 1)
    return fit_config_fail (reader, value, error,
                            "found %s, expected one of %s",
                            n == 0 ? "no answer" : "several answers",
                            verb_tables[reading->verb].answers);
  rule->kind = text.passes                 ? FIT_SAID_PASSES
               : text.dropped              ? FIT_SAID_DROPPED
               : text.fails != NULL        ? FIT_SAID_FAILS
               : text.unresolvable != NULL ? FIT_SAID_UNRESOLVABLE
               : text.score != NULL        ? FIT_SAID_SCORE
                                           : FIT_SAID_VICTIMS;
  rule->text = text.fails != NULL ? text.fails : text.unresolvable;
  if (text.score != NULL
      && !read_integer (reading, "score", text.score, &rule->score, error))
    return FALSE;
  if (text.violations != NULL && text.victims == NULL)
    return fit_config_fail (reader, value, error,
                            "found numPDBViolations without victims");
  rule->has_violations = text.violations != NULL;
  if (rule->has_violations
      && !read_integer (reading, "numPDBViolations", text.violations,
                        &rule->n_violations, error))
    return FALSE;
  if (text.victims != NULL
      && !read_list (reading, "victims", text.victims, sizeof (char *),
                     read_text, &rule->victims, error))
    return FALSE;
  rule->n_victims = text.victims != NULL ? text.victims->n : 0;
  if (!read_list (reading, "names", text.names, sizeof *names, read_text,
                  &names, error))
    return FALSE;
  for (guint i = 0; i < text.names->n; i++)
    if (fit_is_pattern (names[i]))
      g_ptr_array_add (rule->patterns, g_pattern_spec_new (names[i]));
    else
      g_hash_table_add (rule->names, (gpointer) names[i]);
  return TRUE;
}

/* -- entries --------------------------------------------------------------- */

static gboolean
read_entry (Reading *reading, const FitValue *value, gpointer out,
            GError **error)
{
  FitConfigReader *reader = &reading->reader;
  const FitConfigTable *table = verb_tables[reading->verb].entry;
  FitSaidEntry *entry = out;
  EntryText text = { 0 };

  fit_config_fill (reader, table, &text);
  if (!fit_config_read (reader, table, value, &text, error))
    return FALSE;
  if (text.call < 0)
    return fit_config_fail (
        reader, value, error,
        "call: found %" G_GINT64_FORMAT ", expected 1 or more", text.call);
  if (text.error != NULL && (text.nodes != NULL || text.order != NULL))
    return fit_config_fail (reader, value, error,
                            "found error and nodes, expected one of them");
  if (text.error == NULL && text.nodes == NULL)
    return fit_config_fail (reader, value, error,
                            "found no answer, expected nodes or error");
  entry->pod = text.pod;
  if (fit_is_pattern (text.pod) || strchr (text.pod, '/') == NULL)
    entry->pattern = g_pattern_spec_new (text.pod);
  entry->call = text.call;
  entry->error = text.error;
  entry->has_order = text.order != NULL;
  entry->n_rules = fit_value_n_items (text.nodes);
  entry->n_order = fit_value_n_items (text.order);
  return read_list (reading, "nodes", text.nodes, sizeof *entry->rules,
                    read_rule, &entry->rules, error)
         && read_list (reading, "order", text.order, sizeof *entry->order,
                       read_text, &entry->order, error);
}

static gboolean
read_verb (Reading *reading, FitExtenderVerb number, const FitValue *value,
           FitSaidVerb *verb, GError **error)
{
  verb->given = value != NULL;
  verb->by_pod = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                        (GDestroyNotify) g_array_unref);
  verb->by_pattern = g_array_new (FALSE, FALSE, sizeof (guint));
  verb->calls = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  verb->n_entries = fit_value_n_items (value);
  reading->verb = number;
  if (!read_list (reading, fit_extender_verb_name (number), value,
                  sizeof *verb->entries, read_entry, &verb->entries, error))
    return FALSE;
  for (guint i = 0; i < verb->n_entries; i++)
    {
      const FitSaidEntry *entry = &verb->entries[i];
      GArray *numbers = verb->by_pattern;

      if (entry->pattern == NULL)
        numbers = g_hash_table_lookup (verb->by_pod, entry->pod);
      if (numbers == NULL)
        {
          numbers = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (verb->by_pod, (gpointer) entry->pod, numbers);
        }
      g_array_append_val (numbers, i);
    }
  return TRUE;
}

static gboolean
read_extender (Reading *reading, const FitValue *value, gpointer out,
               GError **error)
{
  FitSaidExtender *extender = out;
  ExtenderText text = { 0 };

  if (!fit_config_read (&reading->reader, &extender_table, value, &text, error))
    return FALSE;
  if (text.url_prefix == NULL)
    return fail_missing (reading, value, "urlPrefix",
                         "that of the extender, or a pattern with * and ?",
                         error);
  extender->url_prefix = g_pattern_spec_new (text.url_prefix);
  for (guint i = 0; i < FIT_EXTENDER_N_VERBS; i++)
    if (!read_verb (reading, i, text.verbs[i], &extender->verbs[i], error))
      return FALSE;
  return TRUE;
}

/* -- the whole ------------------------------------------------------------- */

static gboolean
check_member (Reading *reading, const FitValue *root, const char *name,
              const char *expected, GError **error)
{
  const FitValue *value = fit_value_get (root, name);
  FitConfigReader *reader = &reading->reader;
  const FitStep step = { .up = reader->decoder.path, .name = name };
  gboolean done = TRUE;

  if (value == NULL)
    return fail_missing (reading, root, name, expected, error);
  reader->decoder.path = &step;
  if (value->type != FIT_VALUE_STRING || strcmp (value->text, expected) != 0)
    done = fit_config_mismatch (reader, value, expected, error);
  reader->decoder.path = step.up;
  return done;
}

FitExtenderAnswers *
fit_extender_answers_parse (const char *bytes, gsize len, const char *source,
                            GError **error)
{
  g_autoptr (FitExtenderAnswers) answers = g_new0 (FitExtenderAnswers, 1);
  Reading reading = { .answers = answers };
  FileText text = { 0 };
  const FitValue *root;

  answers->arena = fit_arena_new ();
  answers->source = g_strdup (source);
  fit_extender_answers_init_calls (answers);
  root = fit_yaml_parse (answers->arena, bytes, len, NULL, error);
  reading.reader.arena = answers->arena;
  reading.reader.source = answers->source;
  if (root == NULL)
    return fit_blame_null (error, "%s: ", source);
  if (!fit_yaml_check_keys (bytes, len, source, error))
    return NULL;
  /* The type of the file is checked before its contents. */
  if (root->type != FIT_VALUE_MAP)
    {
      fit_config_mismatch (&reading.reader, root, "an object", error);
      return NULL;
    }
  if (!check_member (&reading, root, "kind", FIT_EXTENDER_ANSWERS_KIND, error)
      || !check_member (&reading, root, "apiVersion",
                        FIT_EXTENDER_ANSWERS_VERSION, error)
      || !fit_config_read (&reading.reader, &file_table, root, &text, error))
    return NULL;
  if (text.extenders == NULL)
    {
      fail_missing (&reading, root, "extenders", "a list", error);
      return NULL;
    }
  answers->n_extenders
      = text.extenders->type == FIT_VALUE_LIST ? text.extenders->n : 0;
  if (!read_list (&reading, "extenders", text.extenders,
                  sizeof *answers->extenders, read_extender,
                  &answers->extenders, error))
    return NULL;
  return g_steal_pointer (&answers);
}

static void
clear_verb (FitSaidVerb *verb)
{
  g_clear_pointer (&verb->by_pod, g_hash_table_unref);
  g_clear_pointer (&verb->by_pattern, g_array_unref);
  g_clear_pointer (&verb->calls, g_hash_table_unref);
  for (guint i = 0; verb->entries != NULL && i < verb->n_entries; i++)
    {
      const FitSaidEntry *entry = &verb->entries[i];

      g_clear_pointer (&verb->entries[i].pattern, g_pattern_spec_free);
      for (guint k = 0; entry->rules != NULL && k < entry->n_rules; k++)
        {
          g_clear_pointer (&entry->rules[k].names, g_hash_table_unref);
          g_clear_pointer (&entry->rules[k].patterns, g_ptr_array_unref);
        }
    }
}

void
fit_extender_answers_free (FitExtenderAnswers *answers)
{
  if (answers == NULL)
    return;
  for (guint i = 0; answers->extenders != NULL && i < answers->n_extenders; i++)
    {
      g_clear_pointer (&answers->extenders[i].url_prefix, g_pattern_spec_free);
      for (guint j = 0; j < FIT_EXTENDER_N_VERBS; j++)
        clear_verb (&answers->extenders[i].verbs[j]);
    }
  fit_arena_free (answers->arena);
  g_free (answers->source);
  g_free (answers);
}

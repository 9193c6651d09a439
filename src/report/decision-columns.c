/* decision-columns.c - turns explanations, node by node, into sets of nodes
 * with one verdict and columns of points
 * SPDX-License-Identifier: Apache-2.0 */
#include "report/decision-columns.h"

#include "api/names.h"
#include "api/texts.h"
#include "core/outcome.h"

struct _FitDecisionColumns
{
  FitDictionary *nodes;   /* borrowed */
  FitDictionary *reasons; /* owned */
  FitDictionary *rules;   /* owned: "WEIGHT NAME" */
  FitJson *items;         /* owned */
  GHashTable *names_of; /* owned: NAMESPACE/NAME of the first pod of an item ->
                             borrowed array of names */
};

FitDecisionColumns *
fit_decision_columns_new (FitDictionary *nodes)
{
  FitDecisionColumns *columns = g_new (FitDecisionColumns, 1);

  *columns = (FitDecisionColumns){
    .nodes = nodes,
    .reasons = fit_dictionary_new (),
    .rules = fit_dictionary_new (),
    .items = fit_json_array (),
    .names_of = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
  };
  return columns;
}

void
fit_decision_columns_free (FitDecisionColumns *columns)
{
  if (columns == NULL)
    return;
  fit_dictionary_free (columns->reasons);
  fit_dictionary_free (columns->rules);
  fit_json_free (columns->items);
  g_hash_table_unref (columns->names_of);
  g_free (columns);
}

/* -- nodes ----------------------------------------------------------------- */

/* Which nodes of an explanation have which verdict. */
typedef struct
{
  FitDecisionColumns *columns;
  const FitExplanation *explanation;
  FitDictionary *sets; /* owned: the numbers of reasons, "0,3" */
  guint *set_of;     /* owned: by node, one more than the number of its set, or
                          0 */
  gint *feasible_of; /* owned: by node, its index among the feasible, or -1 */
  GString *set;      /* owned: of the node that is looked at */
  guint n;
} Verdicts;

static void
verdicts_clear (Verdicts *verdicts)
{
  fit_dictionary_free (verdicts->sets);
  g_free (verdicts->set_of);
  g_free (verdicts->feasible_of);
  g_string_free (verdicts->set, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Verdicts, verdicts_clear)

/* FitBarFunc */
static void
add_bar (const FitBar *bar, gpointer data)
{
  Verdicts *verdicts = data;
  const char *text = bar->message != NULL && *bar->message != '\0'
                         ? bar->message
                     : bar->name != NULL ? bar->name
                                         : "rejected";

  g_string_append_printf (
      verdicts->set, "%s%u", verdicts->set->len > 0 ? "," : "",
      fit_dictionary_number (verdicts->columns->reasons, text));
}

static void
look_at (Verdicts *verdicts, const FitNodeVerdict *verdict)
{
  const FitExplanation *explanation = verdicts->explanation;
  const gint node
      = fit_dictionary_find (verdicts->columns->nodes, verdict->node->name);
  const gint feasible = fit_explanation_feasible (explanation, verdict);

  if (node < 0)
    return;
  verdicts->feasible_of[node] = feasible;
  g_string_truncate (verdicts->set, 0);
  /* One that fits may not have been needed. */
  if (feasible < 0
      && (!verdict->fits || fit_explanation_stopped (explanation, verdict)))
    fit_explanation_bars (explanation, verdict, add_bar, verdicts);
  if (verdicts->set->len > 0)
    verdicts->set_of[node]
        = fit_dictionary_number (verdicts->sets, verdicts->set->str) + 1;
}

static Verdicts
look (FitDecisionColumns *columns, const FitExplanation *explanation)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  const guint n = fit_dictionary_size (columns->nodes);
  Verdicts verdicts = { .columns = columns,
                        .explanation = explanation,
                        .sets = fit_dictionary_new (),
                        .set_of = g_new0 (guint, n),
                        .feasible_of = g_new (gint, n),
                        .set = g_string_new (NULL),
                        .n = n };

  for (guint i = 0; i < n; i++)
    verdicts.feasible_of[i] = -1;
  for (guint i = 0; i < evaluation->n_verdicts; i++)
    look_at (&verdicts, &evaluation->verdicts[i]);
  return verdicts;
}

static FitJson *
rejected_json (const Verdicts *verdicts)
{
  const guint n_sets = fit_dictionary_size (verdicts->sets);
  g_autoptr (GPtrArray) nodes
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  FitJson *array = fit_json_array ();

  for (guint s = 0; s < n_sets; s++)
    g_ptr_array_add (nodes, g_array_new (FALSE, FALSE, sizeof (guint)));
  for (guint i = 0; i < verdicts->n; i++)
    if (verdicts->set_of[i] > 0)
      g_array_append_val ((GArray *) nodes->pdata[verdicts->set_of[i] - 1], i);
  for (guint s = 0; s < n_sets; s++)
    {
      FitJson *object = fit_json_append (array);
      g_autofree char *numbers
          = g_strdup_printf ("[%s]", fit_dictionary_text (verdicts->sets, s));

      fit_json_set (object, "reasons", fit_json_from_text (numbers));
      fit_json_set (object, "nodes", fit_ranges_json (nodes->pdata[s]));
    }
  return array;
}

/* @names: of char, borrowed */
static FitJson *
named_nodes_json (const FitDecisionColumns *columns, const GPtrArray *names)
{
  const guint n = fit_dictionary_size (columns->nodes);
  g_autofree gboolean *is_named = g_new0 (gboolean, n);
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < names->len; i++)
    {
      const gint node = fit_dictionary_find (columns->nodes, names->pdata[i]);

      if (node >= 0)
        is_named[node] = TRUE;
    }
  for (guint i = 0; i < n; i++)
    if (is_named[i])
      g_array_append_val (numbers, i);
  return fit_ranges_json (numbers);
}

/* -- points ---------------------------------------------------------------- */

static guint
rule_number (const FitDecisionColumns *columns, const FitVoter *voter)
{
  g_autofree char *key
      = g_strdup_printf ("%" G_GINT64_FORMAT " %s", voter->weight, voter->name);

  return fit_dictionary_number (columns->rules, key);
}

/* Adds the points of one rule, or only to @common, if it gives every node the
 * same. */
static void
add_points (const Verdicts *verdicts, const GArray *feasible, guint number,
            FitJson *rules, FitJson *values, gint64 *common)
{
  const FitExplanation *explanation = verdicts->explanation;
  const FitVoter voter = fit_explanation_voter (explanation, number, NULL);
  g_autofree gint64 *points = g_new (gint64, feasible->len);
  gint64 least = G_MAXINT64, most = G_MININT64;

  for (guint i = 0; i < feasible->len; i++)
    {
      const guint node = g_array_index (feasible, guint, i);

      points[i] = fit_evaluation_points (explanation->evaluation, number,
                                         (guint) verdicts->feasible_of[node]);
      least = MIN (least, points[i]);
      most = MAX (most, points[i]);
    }
  if (feasible->len == 0)
    return;
  *common = (gint64) ((guint64) *common + (guint64) least);
  if (least == most)
    return;
  for (guint i = 0; i < feasible->len; i++)
    points[i] = (gint64) ((guint64) points[i] - (guint64) least);
  fit_json_add_integer (rules, rule_number (verdicts->columns, &voter));
  fit_json_add (values, fit_json_column (points, feasible->len));
}

/* Returns: (transfer full) (nullable): NULL if nothing was scored */
static FitJson *
points_json (const Verdicts *verdicts, const GArray *feasible)
{
  const FitEvaluation *evaluation = verdicts->explanation->evaluation;
  FitJson *object, *rules, *values;
  gint64 common = 0;

  if (evaluation->totals == NULL)
    return NULL;
  object = fit_json_object ();
  rules = fit_json_array ();
  values = fit_json_array ();
  for (guint v = 0; v < fit_evaluation_n_voters (evaluation); v++)
    add_points (verdicts, feasible, v, rules, values, &common);
  fit_json_set (object, "rules", rules);
  fit_json_set (object, "values", values);
  fit_json_set_integer (object, "common", common);
  return object;
}

static void
set_node (FitJson *object, const char *key, const FitDecisionColumns *columns,
          const char *name)
{
  const gint node
      = name != NULL ? fit_dictionary_find (columns->nodes, name) : -1;

  fit_json_set_number (object, key, node >= 0, node);
}

static void
set_decision (FitJson *object, const Verdicts *verdicts)
{
  const FitDecisionColumns *columns = verdicts->columns;
  const FitExplanation *explanation = verdicts->explanation;
  const FitEvaluation *evaluation = explanation->evaluation;
  const gboolean scored = evaluation->chosen >= 0 && evaluation->totals != NULL;
  const gboolean leads = scored && explanation->runner_up >= 0;
  const gboolean decided = leads && explanation->deciding >= 0;
  g_autoptr (GPtrArray) tied = g_ptr_array_new ();

  fit_json_set_number (object, "total", scored,
                       scored ? evaluation->totals[evaluation->chosen] : 0);
  set_node (object, "runnerUp", columns,
            leads ? evaluation->feasible[explanation->runner_up]->name : NULL);
  fit_json_set_number (object, "margin", leads, explanation->margin);
  if (decided)
    {
      const FitVoter voter = fit_explanation_voter (
          explanation, (guint) explanation->deciding, NULL);

      fit_json_set_integer (object, "deciding", rule_number (columns, &voter));
    }
  else
    fit_json_set (object, "deciding", NULL);
  for (guint i = 0; scored && evaluation->n_best > 1 && i < evaluation->n_best;
       i++)
    g_ptr_array_add (
        tied, (gpointer) evaluation->feasible[evaluation->best[i]]->name);
  fit_json_set (object, "tied", named_nodes_json (columns, tied));
}

/* -- pods ------------------------------------------------------------------ */

static void
add_request (FitJson *array, const char *resource, gint64 amount)
{
  FitJson *pair;
  g_autofree char *text = NULL;

  if (amount == 0)
    return;
  pair = fit_json_array ();
  text = fit_amount_format (resource, amount);
  fit_json_add_text (pair, resource);
  fit_json_add_text (pair, text);
  fit_json_add (array, pair);
}

static void
set_remedies (FitJson *object, const FitDecisionColumns *columns,
              const FitRemedies *remedies)
{
  FitJson *array = fit_json_array (), *scattered = fit_json_array ();

  for (guint i = 0; remedies != NULL && i < remedies->remedies->len; i++)
    {
      const FitRemedy *remedy = remedies->remedies->pdata[i];
      FitJson *entry = fit_json_append (array);

      fit_json_set_text (entry, "text", remedy->text);
      fit_json_set_boolean (entry, "certain", remedies->whole);
      fit_json_set (entry, "nodes", named_nodes_json (columns, remedy->nodes));
    }
  for (guint i = 0; remedies != NULL && remedies->scattered != NULL
                    && i < remedies->scattered->len;
       i++)
    {
      g_autofree char *text = fit_scattered_describe (
          &g_array_index (remedies->scattered, FitScattered, i));

      fit_json_add_text (scattered, text);
    }
  fit_json_set (object, "remedies", array);
  fit_json_set_text (object, "nearest",
                     remedies != NULL ? remedies->nearest : NULL);
  fit_json_set (object, "scattered", scattered);
}

void
fit_decision_columns_add (FitDecisionColumns *columns,
                          const FitExplanation *explanation)
{
  g_autofree char *name = fit_pod_full_name (explanation->pod);
  FitJson *names
      = explanation->same_as != NULL
            ? g_hash_table_lookup (columns->names_of, explanation->same_as)
            : NULL;
  const FitResources *asked = &explanation->pod->spec->requests;
  FitJson *object, *requests;
  const char *node;
  g_auto (Verdicts) verdicts = { 0 };
  g_autoptr (GArray) feasible = NULL;

  if (names != NULL)
    {
      fit_json_add_text (names, name);
      return;
    }
  object = fit_json_append (columns->items);
  names = fit_json_array ();
  fit_json_add_text (names, name);
  fit_json_set (object, "pods", names);
  node = fit_explanation_node (explanation);
  verdicts = look (columns, explanation);
  feasible = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < verdicts.n; i++)
    if (verdicts.feasible_of[i] >= 0)
      g_array_append_val (feasible, i);
  fit_json_set_text (object, "outcome",
                     explanation->foreign == NULL
                         ? fit_outcome_name (fit_outcome (
                             node, fit_explanation_error (explanation)))
                         : NULL);
  set_node (object, "node", columns, node);
  fit_json_set_text (object, "message", fit_explanation_message (explanation));
  fit_json_set_integer (object, "evaluated",
                        explanation->evaluation->evaluated);
  requests = fit_json_array ();
  add_request (requests, FIT_RESOURCE_CPU, asked->milli_cpu);
  add_request (requests, FIT_RESOURCE_MEMORY, asked->memory);
  add_request (requests, FIT_RESOURCE_EPHEMERAL_STORAGE,
               asked->ephemeral_storage);
  for (guint i = 0; i < asked->n_scalars; i++)
    add_request (requests, asked->scalars[i].name, asked->scalars[i].value);
  fit_json_set (object, "requests", requests);
  fit_json_set (object, "feasible", fit_ranges_json (feasible));
  fit_json_set (object, "rejected", rejected_json (&verdicts));
  fit_json_set (object, "points", points_json (&verdicts, feasible));
  set_decision (object, &verdicts);
  set_remedies (object, columns, explanation->remedies);
  g_hash_table_insert (columns->names_of, g_steal_pointer (&name), names);
}

void
fit_decision_columns_add_alike (FitDecisionColumns *columns, const FitPod *pod,
                                const FitPod *like)
{
  g_autofree char *name = fit_pod_full_name (pod);
  g_autofree char *first = fit_pod_full_name (like);

  fit_json_add_text (g_hash_table_lookup (columns->names_of, first), name);
}

/* -- all ------------------------------------------------------------------- */

static FitJson *
rules_json (const FitDictionary *rules)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0; i < fit_dictionary_size (rules); i++)
    {
      char *name;
      const gint64 weight
          = g_ascii_strtoll (fit_dictionary_text (rules, i), &name, 10);
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "name", name + 1);
      fit_json_set_integer (object, "weight", weight);
    }
  return array;
}

FitJson *
fit_decision_columns_json (const FitDecisionColumns *columns, guint left_out,
                           const char *why)
{
  FitJson *object = fit_json_object ();

  fit_json_set (object, "rules", rules_json (columns->rules));
  fit_json_set (object, "reasons", fit_dictionary_json (columns->reasons));
  fit_json_set (object, "items", fit_json_ref (columns->items));
  fit_json_set_integer (object, "leftOut", left_out);
  fit_json_set_text (object, "leftOutText", why);
  return object;
}

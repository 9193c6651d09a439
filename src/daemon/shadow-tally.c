/* shadow-tally.c - how often other schedulers decide as these rules do
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/shadow-tally.h"

#include <string.h>

#include "api/times.h"
#include "base/each.h"
#include "formats/json-build.h"

/* The differences that one rule has made. */
typedef struct
{
  char *name; /* owned */
  guint n;
  guint of[FIT_SHADOW_RESULTS];
} Rule;

struct _FitShadowTally
{
  gint64 since_us;
  guint of[FIT_SHADOW_RESULTS];
  GHashTable *rules; /* name (borrowed) -> Rule (owned) */
  GQueue last;       /* of FitShadowFinding, owned: the latest at the tail */
};

static void
free_rule (gpointer data)
{
  Rule *rule = data;

  g_free (rule->name);
  g_free (rule);
}

FitShadowTally *
fit_shadow_tally_new (void)
{
  FitShadowTally *tally = g_new0 (FitShadowTally, 1);

  tally->since_us = g_get_real_time ();
  tally->rules
      = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, free_rule);
  return tally;
}

void
fit_shadow_tally_free (FitShadowTally *tally)
{
  if (tally == NULL)
    return;
  g_hash_table_unref (tally->rules);
  g_queue_clear_full (&tally->last, (GDestroyNotify) fit_shadow_finding_free);
  g_free (tally);
}

/* -- counting -------------------------------------------------------------- */

void
fit_shadow_tally_add (FitShadowTally *tally, FitShadowFinding *finding)
{
  tally->of[finding->result]++;
  if (!fit_shadow_differs (finding->result))
    {
      fit_shadow_finding_free (finding);
      return;
    }
  if (finding->rule != NULL)
    {
      Rule *rule = g_hash_table_lookup (tally->rules, finding->rule);

      if (rule == NULL)
        {
          rule = g_new0 (Rule, 1);
          rule->name = g_strdup (finding->rule);
          g_hash_table_insert (tally->rules, rule->name, rule);
        }
      rule->n++;
      rule->of[finding->result]++;
    }
  g_queue_push_tail (&tally->last, finding);
  if (tally->last.length > FIT_SHADOW_MOST_DIFFERENCES)
    fit_shadow_finding_free (g_queue_pop_head (&tally->last));
}

static guint
n_compared (const FitShadowTally *tally)
{
  guint n = 0;

  for (guint i = 0; i < FIT_SHADOW_RESULTS; i++)
    n += i != FIT_SHADOW_NOT_COMPARED ? tally->of[i] : 0;
  return n;
}

static guint
n_agreed (const FitShadowTally *tally)
{
  return tally->of[FIT_SHADOW_AGREED] + tally->of[FIT_SHADOW_EQUALLY_GOOD];
}

static gint
by_number (gconstpointer a, gconstpointer b)
{
  const Rule *x = *(const Rule *const *) a, *y = *(const Rule *const *) b;

  if (x->n != y->n)
    return x->n > y->n ? -1 : 1;
  return strcmp (x->name, y->name);
}

/* Returns: (transfer container): of Rule, most differences first */
static GPtrArray *
sorted_rules (const FitShadowTally *tally)
{
  GPtrArray *rules = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer rule;

  g_hash_table_iter_init (&iter, tally->rules);
  while (g_hash_table_iter_next (&iter, NULL, &rule))
    g_ptr_array_add (rules, rule);
  g_ptr_array_sort (rules, by_number);
  return rules;
}

/* -- JSON ------------------------------------------------------------------ */

static void
set_time (FitJson *object, const char *key, gint64 us)
{
  g_autofree char *text = fit_time_format (us * 1000);

  fit_json_set_text (object, key, text);
}

static FitJson *
results_json (const guint *of, gboolean all)
{
  FitJson *object = fit_json_object ();

  for (guint i = 0; i < FIT_SHADOW_RESULTS; i++)
    if (all || of[i] > 0)
      fit_json_set_integer (object, fit_shadow_result_name (i), of[i]);
  return object;
}

/* Returns: (nullable): NULL: they, or we, have no node */
static FitJson *
choice_json (const char *node, gboolean scored, gint64 total)
{
  FitJson *object;

  if (node == NULL)
    return NULL;
  object = fit_json_object ();
  fit_json_set_text (object, "node", node);
  fit_json_set_number (object, "score", scored, total);
  return object;
}

static FitJson *
differences_json (const FitShadowTally *tally)
{
  FitJson *array = fit_json_array ();

  for (const GList *item = tally->last.head; item != NULL; item = item->next)
    {
      const FitShadowFinding *finding = item->data;
      const FitObjectMeta *meta = &finding->pod->meta;
      FitJson *object = fit_json_append (array);
      FitJson *votes = fit_json_array ();

      set_time (object, "time", finding->time_us);
      fit_json_set_text (object, "namespace", meta->namespace_);
      fit_json_set_text (object, "name", meta->name);
      fit_json_set_text (object, "uid", meta->uid);
      fit_json_set_text (object, "result",
                         fit_shadow_result_name (finding->result));
      fit_json_set (
          object, "here",
          choice_json (finding->ours, finding->scored, finding->total_ours));
      fit_json_set (object, "there",
                    choice_json (finding->theirs, finding->scored,
                                 finding->total_theirs));
      fit_json_set_text (object, "rule", finding->rule);
      fit_json_set_text (object, "reason", finding->reason);
      FIT_EACH_OF (const FitShadowVote, vote, finding->votes)
        {
          FitJson *counted = fit_json_append (votes);

          fit_json_set_text (counted, "rule", vote->rule);
          fit_json_set_integer (counted, "here", vote->ours);
          fit_json_set_integer (counted, "there", vote->theirs);
        }
      fit_json_set (object, "votes", votes);
    }
  return array;
}

/* Percent with one decimal, rounded down: 100 only if all agree. */
static char *
agreement (const FitShadowTally *tally)
{
  const guint n = n_compared (tally);
  guint tenths;

  if (n == 0)
    return NULL;
  tenths = (guint) ((guint64) n_agreed (tally) * 1000 / n);
  return g_strdup_printf ("%u.%u", tenths / 10, tenths % 10);
}

char *
fit_shadow_tally_json (const FitShadowTally *tally)
{
  g_autofree char *percent = agreement (tally);
  g_autoptr (GPtrArray) rules = sorted_rules (tally);
  g_autoptr (FitJson) document = fit_document_new ("ShadowReport");
  FitJson *array = fit_json_array ();
  GString *out = g_string_new (NULL);

  set_time (document, "since", tally->since_us);
  set_time (document, "until", g_get_real_time ());
  fit_json_set_integer (document, "compared", n_compared (tally));
  fit_json_set (document, "agreementPercent", fit_json_from_text (percent));
  fit_json_set (document, "results", results_json (tally->of, TRUE));
  FIT_EACH (const Rule, rule, rules)
    {
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "rule", rule->name);
      fit_json_set_integer (object, "differences", rule->n);
      fit_json_set (object, "results", results_json (rule->of, FALSE));
    }
  fit_json_set (document, "rules", array);
  fit_json_set (document, "lastDifferences", differences_json (tally));
  fit_document_append (document, out);
  return g_string_free (out, FALSE);
}

/* -- text ------------------------------------------------------------------ */

GStrv
fit_shadow_tally_text (const FitShadowTally *tally)
{
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  g_autoptr (GPtrArray) rules = sorted_rules (tally);
  g_autofree char *percent = agreement (tally);
  g_autofree char *head = g_strdup_printf (
      "compared %u decisions: %u agreed, %u equally good, %u different; "
      "agreement %s%s",
      n_compared (tally), tally->of[FIT_SHADOW_AGREED],
      tally->of[FIT_SHADOW_EQUALLY_GOOD], n_compared (tally) - n_agreed (tally),
      percent != NULL ? percent : "-", percent != NULL ? " %" : "");
  g_autofree char *others = NULL;

  g_strv_builder_add (lines, head);
  FIT_EACH (const Rule, rule, rules)
    {
      g_autoptr (GString) line = g_string_new (NULL);

      g_string_append_printf (line, "%s: %u difference%s", rule->name, rule->n,
                              rule->n == 1 ? "" : "s");
      for (guint k = 0, shown = 0; k < FIT_SHADOW_RESULTS; k++)
        if (rule->of[k] > 0)
          g_string_append_printf (line, "%s%s %u", shown++ > 0 ? ", " : ": ",
                                  fit_shadow_result_name (k), rule->of[k]);
      g_strv_builder_add (lines, line->str);
    }
  if (tally->of[FIT_SHADOW_UNSCHEDULABLE_THERE] > 0)
    {
      others = g_strdup_printf ("unschedulable only there: %u",
                                tally->of[FIT_SHADOW_UNSCHEDULABLE_THERE]);
      g_strv_builder_add (lines, others);
    }
  if (tally->of[FIT_SHADOW_NOT_COMPARED] > 0)
    {
      g_autofree char *line = g_strdup_printf (
          "not compared: %u", tally->of[FIT_SHADOW_NOT_COMPARED]);

      g_strv_builder_add (lines, line);
    }
  return g_strv_builder_end (lines);
}

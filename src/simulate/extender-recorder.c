/* extender-recorder.c - records the answers of extenders
 *
 * Keeps what each call says about each node.  If all calls about a pod agree,
 * they are written as one entry.  If not, each is written with its number.
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/extender-answers-private.h"

#include "api/texts.h"
#include "base/each.h"
#include "formats/value-json.h"

#include <string.h>

/* The answer of a call for a node. */
typedef struct
{
  char *node;   /* owned */
  char *answer; /* owned: the fields of a rule, as YAML */
} Said;

typedef struct
{
  GPtrArray *said;  /* owned, of Said */
  char *error;      /* (nullable) owned: the call failed */
  GPtrArray *order; /* (nullable) owned, of char *: the nodes that are left, if
                       not in the order of the request */
} Call;

typedef struct
{
  char *pod;        /* owned: NAMESPACE/NAME */
  GPtrArray *calls; /* owned, of Call */
} Pod;

typedef struct
{
  GPtrArray *pods;    /* owned, of Pod, in the order they came */
  GHashTable *by_pod; /* owned: NAMESPACE/NAME -> Pod */
} Verb;

typedef struct
{
  char *url_prefix; /* owned */
  Verb verbs[FIT_EXTENDER_N_VERBS];
} Extender;

struct _FitExtenderRecorder
{
  GPtrArray *extenders; /* owned, of Extender, in the order they came */
  FitExtenderCalls calls;
};

/* -- memory ---------------------------------------------------------------- */

static void
free_said (gpointer data)
{
  Said *said = data;

  g_free (said->node);
  g_free (said->answer);
  g_free (said);
}

static void
free_call (gpointer data)
{
  Call *call = data;

  g_ptr_array_unref (call->said);
  g_free (call->error);
  g_clear_pointer (&call->order, g_ptr_array_unref);
  g_free (call);
}

static void
free_pod (gpointer data)
{
  Pod *pod = data;

  g_free (pod->pod);
  g_ptr_array_unref (pod->calls);
  g_free (pod);
}

static void
free_extender (gpointer data)
{
  Extender *extender = data;

  for (guint i = 0; i < FIT_EXTENDER_N_VERBS; i++)
    {
      g_hash_table_unref (extender->verbs[i].by_pod);
      g_ptr_array_unref (extender->verbs[i].pods);
    }
  g_free (extender->url_prefix);
  g_free (extender);
}

/* -- keeping --------------------------------------------------------------- */

static Extender *
find_extender (FitExtenderRecorder *recorder, const char *url_prefix)
{
  Extender *extender;

  for (guint i = 0; i < recorder->extenders->len; i++)
    {
      extender = recorder->extenders->pdata[i];
      if (strcmp (extender->url_prefix, url_prefix) == 0)
        return extender;
    }
  extender = g_new0 (Extender, 1);
  extender->url_prefix = g_strdup (url_prefix);
  for (guint i = 0; i < FIT_EXTENDER_N_VERBS; i++)
    {
      extender->verbs[i].pods = g_ptr_array_new_with_free_func (free_pod);
      extender->verbs[i].by_pod = g_hash_table_new (g_str_hash, g_str_equal);
    }
  g_ptr_array_add (recorder->extenders, extender);
  return extender;
}

/* Returns: (transfer none): the call that was just made */
static Call *
begin_call (FitExtenderRecorder *recorder, FitExtenderVerb number,
            const FitExtenderQuestion *question)
{
  Extender *extender
      = find_extender (recorder, fit_extender_name (question->extender));
  Verb *verb = &extender->verbs[number];
  g_autofree char *name = fit_pod_full_name (question->pod);
  Pod *pod = g_hash_table_lookup (verb->by_pod, name);
  Call *call = g_new0 (Call, 1);

  if (pod == NULL)
    {
      pod = g_new0 (Pod, 1);
      pod->pod = g_steal_pointer (&name);
      pod->calls = g_ptr_array_new_with_free_func (free_call);
      g_hash_table_insert (verb->by_pod, pod->pod, pod);
      g_ptr_array_add (verb->pods, pod);
    }
  call->said = g_ptr_array_new_with_free_func (free_said);
  g_ptr_array_add (pod->calls, call);
  return call;
}

/* @answer: (transfer full) */
static void
say (Call *call, const char *node, char *answer)
{
  Said *said = g_new (Said, 1);

  *said = (Said){ g_strdup (node), answer };
  g_ptr_array_add (call->said, said);
}

/**
 * finish_call:
 * @problem: (nullable) (transfer full): the call failed
 *
 * A call that could not be made is not recorded.
 *
 * Returns: (transfer none) (nullable): the call, to add answers to; NULL on
 *   failure
 */
static Call *
finish_call (FitExtenderRecorder *recorder, FitExtenderVerb verb,
             const FitExtenderQuestion *question, GError *problem,
             GError **error)
{
  Call *call = NULL;

  if (!g_error_matches (problem, FIT_ERROR, FIT_ERROR_UNASKED))
    call = begin_call (recorder, verb, question);
  if (problem == NULL)
    return call;
  if (call != NULL)
    call->error = g_strdup (problem->message);
  g_propagate_error (error, problem);
  return NULL;
}

static char *
quoted (const char *key, const char *text)
{
  GString *out = g_string_new (key);

  g_string_append (out, ": ");
  fit_json_append_string (out, text);
  return g_string_free (out, FALSE);
}

/* -- filter ---------------------------------------------------------------- */

static void
record_order (Call *call, const FitExtenderQuestion *question,
              const FitExtenderSelection *selection)
{
  guint i = 0, j = 0;

  for (; i < selection->n_kept && j < question->n_nodes; j++)
    i += question->nodes[j] == selection->kept[i];
  if (i == selection->n_kept)
    return;
  call->order = g_ptr_array_new_with_free_func (g_free);
  for (i = 0; i < selection->n_kept; i++)
    g_ptr_array_add (call->order, g_strdup (selection->kept[i]->name));
}

static void
record_selection (Call *call, const FitExtenderQuestion *question,
                  const FitExtenderSelection *selection)
{
  g_autoptr (GHashTable) kept = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) reasons = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < selection->n_kept; i++)
    g_hash_table_add (kept, (gpointer) selection->kept[i]);
  for (guint i = 0; i < selection->n_rejected; i++)
    g_hash_table_insert (reasons, selection->rejected[i].node_name,
                         &selection->rejected[i]);
  for (guint i = 0; i < question->n_nodes; i++)
    {
      const FitNodeInfo *node = question->nodes[i];
      const FitExtenderRejection *reason
          = g_hash_table_lookup (reasons, node->name);

      say (call, node->name,
           g_hash_table_contains (kept, node) ? g_strdup ("passes: true")
           : reason != NULL
               ? quoted (reason->unresolvable ? "unresolvable" : "fails",
                         reason->message)
               : g_strdup ("dropped: true"));
    }
  record_order (call, question, selection);
}

static gboolean
record_filter (const FitExtenderQuestion *question,
               FitExtenderSelection *out_selection, gpointer recorder,
               GError **error)
{
  Call *call;
  GError *problem = NULL;

  fit_extender_ask_filter (question, out_selection, &problem);
  call = finish_call (recorder, FIT_EXTENDER_FILTER, question, problem, error);
  if (call == NULL)
    return FALSE;
  record_selection (call, question, out_selection);
  return TRUE;
}

/* -- the other verbs ------------------------------------------------------- */

static gboolean
record_prioritize (const FitExtenderQuestion *question, gint64 *out_scores,
                   gpointer recorder, GError **error)
{
  Call *call;
  GError *problem = NULL;

  fit_extender_ask_prioritize (question, out_scores, &problem);
  call = finish_call (recorder, FIT_EXTENDER_PRIORITIZE, question, problem,
                      error);
  if (call == NULL)
    return FALSE;
  for (guint i = 0; i < question->n_nodes; i++)
    say (call, question->nodes[i]->name,
         g_strdup_printf ("score: %" G_GINT64_FORMAT, out_scores[i]));
  return TRUE;
}

/* The number of violated budgets is written if it is not what the scheduler
 * said, as @candidate. */
static char *
describe_victims (const FitNodeVictims *victims,
                  const FitNodeVictims *candidate, gboolean counts)
{
  GString *out = g_string_new ("victims: [");

  for (guint i = 0; i < victims->n_victims; i++)
    {
      g_autofree char *name = fit_pod_full_name (victims->victims[i]);

      g_string_append (out, i > 0 ? ", " : "");
      fit_json_append_string (out, name);
    }
  g_string_append_c (out, ']');
  if (counts && victims->n_pdb_violations != candidate->n_pdb_violations)
    g_string_append_printf (out, "\n      numPDBViolations: %" G_GINT64_FORMAT,
                            victims->n_pdb_violations);
  return g_string_free (out, FALSE);
}

static gboolean
record_preempt (const FitExtenderQuestion *question, GArray **out_candidates,
                gpointer recorder, GError **error)
{
  Call *call;
  g_autoptr (GHashTable) left = g_hash_table_new (NULL, NULL);
  GError *problem = NULL;

  fit_extender_ask_preempt (question, out_candidates, &problem);
  call = finish_call (recorder, FIT_EXTENDER_PREEMPT, question, problem, error);
  if (call == NULL)
    return FALSE;
  for (guint i = 0; i < (*out_candidates)->len; i++)
    {
      FitNodeVictims *victims
          = &g_array_index (*out_candidates, FitNodeVictims, i);

      g_hash_table_insert (left, (gpointer) victims->node, victims);
    }
  FIT_EACH_OF (const FitNodeVictims, candidate, question->candidates)
    {
      const FitNodeVictims *victims
          = g_hash_table_lookup (left, candidate->node);

      say (call, candidate->node->name,
           victims != NULL ? describe_victims (
               victims, candidate,
               fit_extender_counts_violations (question->extender))
                           : g_strdup ("dropped: true"));
    }
  return TRUE;
}

static gboolean
record_bind (const FitExtenderQuestion *question, gpointer recorder,
             GError **error)
{
  Call *call;
  GError *problem = NULL;

  fit_extender_ask_bind (question, &problem);
  call = finish_call (recorder, FIT_EXTENDER_BIND, question, problem, error);
  if (call == NULL)
    return FALSE;
  say (call, question->node_name, g_strdup ("binds: true"));
  return TRUE;
}

/* -- writing --------------------------------------------------------------- */

/* Do all calls about a pod give the same answers for the same nodes? */
static gboolean
is_steady (const GPtrArray *calls)
{
  g_autoptr (GHashTable) answers = g_hash_table_new (g_str_hash, g_str_equal);
  const char *error = ((Call *) calls->pdata[0])->error;

  FIT_EACH (const Call, call, calls)
    {
      if (g_strcmp0 (call->error, error) != 0
          || (call->order != NULL && calls->len > 1))
        return FALSE;
      FIT_EACH (const Said, said, call->said)
        {
          const char *before = g_hash_table_lookup (answers, said->node);

          if (before != NULL && strcmp (before, said->answer) != 0)
            return FALSE;
          g_hash_table_insert (answers, said->node, said->answer);
        }
    }
  return TRUE;
}

static void
append_names (GString *out, const GPtrArray *names)
{
  g_string_append_c (out, '[');
  for (guint i = 0; i < names->len; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      fit_json_append_string (out, names->pdata[i]);
    }
  g_string_append (out, "]\n");
}

/* Writes one rule for each answer, with its nodes. */
static void
append_rules (GString *out, Call *const *calls, guint n_calls)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) by_answer = g_hash_table_new_full (
      g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GPtrArray) answers = g_ptr_array_new ();

  for (guint i = 0; i < n_calls; i++)
    FIT_EACH (Said, said, calls[i]->said)
      {
        GPtrArray *names = g_hash_table_lookup (by_answer, said->answer);

        if (!g_hash_table_add (seen, said->node))
          continue;
        if (names == NULL)
          {
            names = g_ptr_array_new ();
            g_hash_table_insert (by_answer, said->answer, names);
            g_ptr_array_add (answers, said->answer);
          }
        g_ptr_array_add (names, said->node);
      }
  g_string_append (out, answers->len > 0 ? "    nodes:\n" : "    nodes: []\n");
  for (guint i = 0; i < answers->len; i++)
    {
      g_string_append (out, "    - names: ");
      append_names (out, g_hash_table_lookup (by_answer, answers->pdata[i]));
      g_string_append_printf (out, "      %s\n", (char *) answers->pdata[i]);
    }
}

/* @number: of the call; 0: for every call */
static void
append_entry (GString *out, const char *pod, Call *const *calls, guint n_calls,
              guint number)
{
  fit_json_append_printf (out, "  - pod: %s\n", pod);
  if (number > 0)
    g_string_append_printf (out, "    call: %u\n", number);
  if (calls[0]->error != NULL)
    {
      fit_json_append_printf (out, "    error: %s\n", calls[0]->error);
      return;
    }
  append_rules (out, calls, n_calls);
  if (calls[0]->order != NULL)
    {
      g_string_append (out, "    order: ");
      append_names (out, calls[0]->order);
    }
}

static void
append_verb (GString *out, FitExtenderVerb number, const Verb *verb)
{
  if (verb->pods->len > 0)
    g_string_append_printf (out, "  %s:\n", fit_extender_verb_name (number));
  FIT_EACH (const Pod, pod, verb->pods)
    {
      Call *const *calls = (Call *const *) pod->calls->pdata;

      if (is_steady (pod->calls))
        append_entry (out, pod->pod, calls, pod->calls->len, 0);
      else
        for (guint c = 0; c < pod->calls->len; c++)
          append_entry (out, pod->pod, &calls[c], 1, c + 1);
    }
}

char *
fit_extender_recorder_text (const FitExtenderRecorder *recorder)
{
  GString *out = g_string_new ("apiVersion: " FIT_EXTENDER_ANSWERS_VERSION "\n"
                               "kind: " FIT_EXTENDER_ANSWERS_KIND "\n");

  g_string_append (out, recorder->extenders->len > 0 ? "extenders:\n"
                                                     : "extenders: []\n");
  FIT_EACH (const Extender, extender, recorder->extenders)
    {
      fit_json_append_printf (out, "- urlPrefix: %s\n", extender->url_prefix);
      for (guint v = 0; v < FIT_EXTENDER_N_VERBS; v++)
        append_verb (out, v, &extender->verbs[v]);
    }
  return g_string_free (out, FALSE);
}

/* -- the recorder ---------------------------------------------------------- */

FitExtenderRecorder *
fit_extender_recorder_new (void)
{
  FitExtenderRecorder *recorder = g_new0 (FitExtenderRecorder, 1);

  recorder->extenders = g_ptr_array_new_with_free_func (free_extender);
  recorder->calls = (FitExtenderCalls){
    .filter = record_filter,
    .prioritize = record_prioritize,
    .preempt = record_preempt,
    .bind = record_bind,
    .data = recorder,
  };
  return recorder;
}

void
fit_extender_recorder_free (FitExtenderRecorder *recorder)
{
  if (recorder == NULL)
    return;
  g_ptr_array_unref (recorder->extenders);
  g_free (recorder);
}

const FitExtenderCalls *
fit_extender_recorder_calls (const FitExtenderRecorder *recorder)
{
  return &recorder->calls;
}

/* question.c - asks one predicate about a pod and nodes in YAML
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/predicates/question.h"
#include "predicates/metadata-build.h"
#include "tests/support/detail-text.h"

#include <string.h>

void
asking_init (Asking *asking, const Question *question)
{
  const FitPredicateInfo *info = question->info;
  Cluster *cluster = &asking->cluster;
  g_autoptr (GError) error = NULL;
  FitFactoryArgs args;

  memset (asking, 0, sizeof *asking);
  cluster_init (cluster, question->manifest, question->gates);
  assert_non_null (cluster->pending);
  args = (FitFactoryArgs){ .cache = cluster->cache,
                           .gates = fit_cache_gates (cluster->cache),
                           .hard_pod_affinity_symmetric_weight = 1 };
  asking->predicate = (FitPredicate){ .name = fit_intern (info->name),
                                      .info = info,
                                      .gates = args.gates,
                                      .cache = args.cache };
  if (info->create != NULL
      && !info->create (&args, question->argument, &asking->predicate.data,
                        &error))
    fail_msg ("%s", error->message);
  asking->run = (FitPredicateRun){
    .predicate = &asking->predicate,
    .meta = fit_predicate_metadata_new (cluster->cache, cluster->pending,
                                        cluster->arena, NULL, 0),
  };
  if (info->prepare != NULL)
    info->prepare (&asking->run);
}

void
asking_clear (Asking *asking)
{
  if (asking->predicate.info != NULL
      && asking->predicate.info->free_data != NULL)
    asking->predicate.info->free_data (asking->predicate.data);
  if (asking->predicate.name != NULL)
    fit_intern_unref (asking->predicate.name);
  cluster_clear (&asking->cluster);
}

static char *
join_reasons (const FitReasons *reasons)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < reasons->n; i++)
    {
      g_autofree char *reason = fit_reason_format (&reasons->items[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", reason);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* A reason that is not on the closed list of the predicate would be a surprise
 * to whoever reads the documentation. */
static void
check_reasons (const FitPredicateInfo *info, const FitReasons *reasons)
{
  for (guint i = 0; i < reasons->n; i++)
    {
      const FitReasonCode *given = info->reasons;

      while (*given != 0 && *given != reasons->items[i].code)
        given++;
      if (*given == 0)
        fail_msg ("%s gives reason %s, which it does not announce", info->name,
                  fit_reason_code_name (reasons->items[i].code));
    }
}

/* Many nodes at a time: the same answer, and what is excluded stays so. */
static void
check_nodes (const FitPredicateRun *run, const FitNodeInfo *node,
             gboolean expected)
{
  const FitNodeInfo *nodes[] = { node, node };
  gboolean excluded[] = { FALSE, TRUE };

  if (run->predicate->info->check_nodes == NULL)
    return;
  run->predicate->info->check_nodes (run, nodes, G_N_ELEMENTS (nodes),
                                     excluded);
  assert_int_equal (!excluded[0], expected);
  assert_true (excluded[1]);
}

char *
asking_answer (const Asking *asking, const FitNodeInfo *node,
               FitPredicateMetadata *meta)
{
  FitPredicateRun run = asking->run;
  g_autoptr (GError) error = NULL;
  FitReasons reasons;
  FitAnswer answer;

  fit_reasons_init (&reasons, asking->cluster.arena);
  if (meta != NULL)
    run.meta = meta;
  answer = run.predicate->info->check (&run, node, &reasons, &error);
  check_reasons (run.predicate->info, &reasons);
  /* A predicate that skips itself must have been right about it. */
  if (run.skip && meta == NULL)
    assert_int_equal (answer, FIT_ANSWER_YES);
  if (answer == FIT_ANSWER_ERROR)
    return g_strdup_printf ("error: %s", error->message);
  assert_null (error);
  assert_true ((answer == FIT_ANSWER_YES) == (reasons.n == 0));
  check_nodes (&run, node, answer == FIT_ANSWER_YES);
  return answer == FIT_ANSWER_YES ? g_strdup ("yes") : join_reasons (&reasons);
}

void
expect_answer (const Asking *asking, const char *node, const char *expected)
{
  g_autofree char *answer
      = asking_answer (asking, cluster_node (&asking->cluster, node), NULL);

  assert_string_equal (answer, expected);
}

void
ask (const Question *question, const char *expected)
{
  g_auto (Asking) asking = { 0 };
  g_autoptr (GString) answers = g_string_new (NULL);

  asking_init (&asking, question);
  for (guint i = 0; i < fit_cache_n_slots (asking.cluster.cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (asking.cluster.cache, i);
      g_autofree char *answer = NULL;

      if (node->node == NULL)
        continue;
      answer = asking_answer (&asking, node, NULL);
      g_string_append_printf (answers, "%s: %s\n", node->name, answer);
    }
  if (strcmp (answers->str, expected) != 0)
    fail_msg ("%s\n%s says\n%sinstead of\n%s", question->manifest,
              question->info->name, answers->str, expected);
}

void
ask_why (const Question *question, const char *expected)
{
  g_auto (Asking) asking = { 0 };
  g_autoptr (GString) answers = g_string_new (NULL);
  FitDetailMemo memo = { 0 };

  asking_init (&asking, question);
  for (guint i = 0; i < fit_cache_n_slots (asking.cluster.cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (asking.cluster.cache, i);
      FitReasons reasons;

      fit_reasons_init (&reasons, asking.cluster.arena);
      if (node->node == NULL
          || question->info->check (&asking.run, node, &reasons, NULL)
                 != FIT_ANSWER_NO)
        continue;
      for (guint k = 0; k < reasons.n; k++)
        {
          g_autoptr (FitDetail) detail = fit_detail_new (&memo);

          question->info->explain (&asking.run, node, &reasons.items[k],
                                   detail);
          g_string_append_printf (answers, "%s: ", node->name);
          detail_text_append (answers, detail);
        }
    }
  if (memo.free != NULL)
    memo.free (memo.data);
  if (strcmp (answers->str, expected) != 0)
    fail_msg ("%s\n%s explains\n%sinstead of\n%s", question->manifest,
              question->info->name, answers->str, expected);
}

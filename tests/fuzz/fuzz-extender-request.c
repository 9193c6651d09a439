/* fuzz-extender-request.c - any bytes are a question to an extender, which has an
 * answer or an error
 *
 * The first byte says which question.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include "algorithmprovider/defaults.h"
#include "answering/answers.h"
#include "cluster/cache.h"

static const char policy[]
    = "{\"predicates\":[{\"name\":\"CheckServiceAffinity\",\"argument\":"
      "{\"serviceAffinity\":{\"labels\":[\"rack\"]}}}],\"priorities\":[{"
      "\"name\":\"spread\",\"weight\":2,\"argument\":{\"serviceAntiAffinity\":"
      "{\"label\":\"rack\"}}}],\"apiVersion\":\"v1\",\"kind\":\"Policy\"}";

static const char objects[]
    = "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":["
      "{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\","
      "\"labels\":{\"rack\":\"1\"}}},"
      "{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"b\"}}]}";

static FitCache *
make_cache (FitFeatureGates gates)
{
  FitCache *cache = fit_cache_new (gates);
  FitObjects *nodes = fit_objects_new ();
  const GPtrArray *all = nodes->of[FIT_KIND_NODE];

  if (!fit_objects_read (nodes, objects, sizeof objects - 1, "nodes",
                         FIT_DECODE_AS_IS, NULL, NULL))
    g_assert_not_reached ();
  for (guint i = 0; i < all->len; i++)
    fit_cache_add_node (cache, all->pdata[i]);
  fit_objects_free (nodes);
  return cache;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const FitFeatureGates gates = fit_feature_gates_default ();
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (FitRegistry) registry = fit_registry_new_default (gates);
  g_autoptr (FitCache) cache = make_cache (gates);
  g_autoptr (FitAnswerer) answerer = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (FitQuestion) question = { 0 };
  GString *answer;

  if (size == 0)
    return 0;
  answerer = fit_answerer_new (
      registry, fit_policy_parse (policy, sizeof policy - 1, "p", NULL, NULL),
      &(const FitAlgorithmOptions){ .cache = cache,
                                    .hard_pod_affinity_symmetric_weight = 1 },
      &error);
  g_assert_no_error (error);
  if (!fit_question_parse (&question, arena, data[0] % FIT_QUESTION_LAST,
                           (const char *) data + 1, size - 1, FIT_DECODE_AS_IS,
                           &error))
    {
      g_assert_nonnull (error);
      return 0;
    }
  answer = fit_answer_question (answerer, &question, NULL, &error);
  g_assert ((answer == NULL) == (error != NULL));
  if (answer != NULL)
    g_string_free (answer, TRUE);
  return 0;
}

/* test-node-affinity-predicate.c - MatchNodeSelector: the selector and the required node affinity must both match
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/predicates/question.h"

#define NODES                              \
  NODE ("n1", "disk: ssd, cores: '8'", "") \
  NODE ("n2", "disk: hdd", "") NODE ("n3", "", "")

#define NO "node(s) didn't match node selector"
#define ANSWERS(n1, n2, n3) "n1: " n1 "\nn2: " n2 "\nn3: " n3 "\n"

/* A pod with required node affinity. */
#define WITH_TERMS(terms)                                  \
  NODES PENDING ("", "affinity: {nodeAffinity: {" REQUIRED \
                     "{nodeSelectorTerms: [" terms "]}}}")
#define EXPRESSION(key, op, values) \
  "{key: " key ", operator: " op ", values: [" values "]}"
#define LABELS_TERM(expressions) "{matchExpressions: [" expressions "]}"

static const struct
{
  const char *manifest;
  const char *expected;
} rows[] = {
  /* clang-format off */
  { NODES PENDING ("", ""), ANSWERS ("yes", "yes", "yes") },
  { NODES PENDING ("", "nodeSelector: {}"), ANSWERS ("yes", "yes", "yes") },
  { NODES PENDING ("", "nodeSelector: {disk: ssd}"), ANSWERS ("yes", NO, NO) },
  { NODES PENDING ("", "nodeSelector: {disk: hdd, cores: '8'}"), ANSWERS (NO, NO, NO) },
  /* One entry that is not valid switches the whole selector off. */
  { NODES PENDING ("", "nodeSelector: {disk: ssd, '-bad-': x}"), ANSWERS ("yes", "yes", "yes") },
  { WITH_TERMS (LABELS_TERM (EXPRESSION ("disk", "In", "ssd, hdd"))), ANSWERS ("yes", "yes", NO) },
  { WITH_TERMS (LABELS_TERM (EXPRESSION ("disk", "NotIn", "ssd"))), ANSWERS (NO, "yes", "yes") },
  { WITH_TERMS (LABELS_TERM (EXPRESSION ("disk", "Exists", ""))), ANSWERS ("yes", "yes", NO) },
  { WITH_TERMS (LABELS_TERM (EXPRESSION ("disk", "DoesNotExist", ""))), ANSWERS (NO, NO, "yes") },
  { WITH_TERMS (LABELS_TERM (EXPRESSION ("cores", "Gt", "'007'"))), ANSWERS ("yes", NO, NO) },
  { WITH_TERMS (LABELS_TERM (EXPRESSION ("cores", "Gt", "'8'"))), ANSWERS (NO, NO, NO) },
  { WITH_TERMS (LABELS_TERM (EXPRESSION ("cores", "Lt", "'9'"))), ANSWERS ("yes", NO, NO) },
  /* A negative number is no label value, so the term matches nothing. */
  { WITH_TERMS (LABELS_TERM (EXPRESSION ("cores", "Gt", "'-5'"))), ANSWERS (NO, NO, NO) },
  /* Terms are ORed; one that is not valid does not harm the others. */
  { WITH_TERMS (LABELS_TERM (EXPRESSION ("disk", "In", "")) ", "
                LABELS_TERM (EXPRESSION ("disk", "In", "hdd"))), ANSWERS (NO, "yes", NO) },
  { WITH_TERMS (""), ANSWERS (NO, NO, NO) },
  { WITH_TERMS ("{}"), ANSWERS (NO, NO, NO) },
  { WITH_TERMS ("{matchFields: [" EXPRESSION ("metadata.name", "In", "n3") "]}"), ANSWERS (NO, NO, "yes") },
  { WITH_TERMS ("{matchFields: [" EXPRESSION ("metadata.name", "In", "n2, n3") "]}"), ANSWERS (NO, NO, NO) },
  { WITH_TERMS ("{matchFields: [" EXPRESSION ("metadata.uid", "NotIn", "x") "]}"), ANSWERS ("yes", "yes", "yes") },
  /* clang-format on */
};

static void
test_selector_and_required_affinity (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ask (&(const Question){ .info = &fit_match_node_selector,
                            .manifest = rows[i].manifest },
         rows[i].expected);
}

static void
test_both_must_match (void **state)
{
  ask (
      &(const Question){
          .info = &fit_match_node_selector,
          .manifest = NODES PENDING (
              "",
              "nodeSelector: {disk: ssd}, affinity: {nodeAffinity: {" REQUIRED
              "{nodeSelectorTerms: [" LABELS_TERM (
                  EXPRESSION ("disk", "In", "hdd")) "]}}}") },
      ANSWERS (NO, NO, NO));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_selector_and_required_affinity),
    cmocka_unit_test (test_both_must_match),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

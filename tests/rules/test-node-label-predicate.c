/* test-node-label-predicate.c - CheckNodeLabelPresence: labels that must or must not be there
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/predicates/question.h"

#define NODES              \
  PENDING ("", "")         \
  NODE ("none", "", "")    \
  NODE ("a", "a: '1'", "") \
  NODE ("b", "b: ''", "") NODE ("both", "a: '2', b: '2'", "")

#define LACKS "node(s) didn't have the requested labels"

static void
expect (const char *const *labels, gboolean presence, const char *expected)
{
  const FitLabelsArgument argument = { labels, presence };

  ask (&(const Question){ .info = &fit_check_node_label_presence,
                          .manifest = NODES,
                          .argument = &argument },
       expected);
}

static void
test_all_labels_must_be_there (void **state)
{
  expect ((const char *const[]){ "a", "b", NULL }, TRUE,
          "none: " LACKS "\na: " LACKS "\nb: " LACKS "\nboth: yes\n");
}

/* Values do not matter, not even an empty one. */
static void
test_none_of_the_labels_may_be_there (void **state)
{
  expect ((const char *const[]){ "a", "b", NULL }, FALSE,
          "none: yes\na: " LACKS "\nb: " LACKS "\nboth: " LACKS "\n");
  expect ((const char *const[]){ "b", NULL }, FALSE,
          "none: yes\na: yes\nb: " LACKS "\nboth: " LACKS "\n");
}

static void
test_no_labels_ask_for_nothing (void **state)
{
  const char *const none[] = { NULL };

  expect (none, TRUE, "none: yes\na: yes\nb: yes\nboth: yes\n");
  expect (none, FALSE, "none: yes\na: yes\nb: yes\nboth: yes\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_all_labels_must_be_there),
    cmocka_unit_test (test_none_of_the_labels_may_be_there),
    cmocka_unit_test (test_no_labels_ask_for_nothing),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

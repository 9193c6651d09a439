/* test-image-locality-priority.c - nodes that have the images
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

#define HOLDS(name, images) \
  NODE_WITH (name, "labels: {}", "", "images: [" images "]")
#define IMAGE(name, mebibytes) "{names: [" name "], sizeBytes: " mebibytes "}"

/* Sizes of which a half, spread over two of four nodes, is between the bounds:
 * 23 MiB and 1000 MiB. */
#define CLUSTER                                                            \
  HOLDS ("a", IMAGE ("'big:v1'", "2097152000") ", " IMAGE ("'mid:latest'", \
                                                           "1048576000"))  \
  HOLDS ("b", IMAGE ("'big:v1', 'h:5000/mid:latest'",                      \
                     "1") ", " IMAGE ("'mid:latest'", "1"))                \
  HOLDS ("c", IMAGE ("'small:v1'", "48234496"))                            \
  HOLDS ("d", "")

static void
assert_locality (const char *spec, const char *expected)
{
  g_autofree char *manifest
      = g_strdup_printf (CLUSTER PENDING ("", "%s"), spec);
  const Scenario scenario
      = { .info = &fit_image_locality_priority, .manifest = manifest };

  scenario_assert (&scenario, expected);
}

/* The first node to have an image decides about its size.  When it did, it was
 * the only one, so it sees a quarter of the size where "b" sees a half. */
static void
test_one_image (void **state)
{
  assert_locality ("containers: [{name: c, image: 'big:v1'}]", "4 10 0 0");
  assert_locality ("containers: [{name: c, image: 'mid:latest'}]", "2 4 0 0");
  assert_locality ("containers: [{name: c, image: 'small:v1'}]", "0 0 0 0");
}

static void
test_tag_defaults_to_latest (void **state)
{
  assert_locality ("containers: [{name: c, image: mid}]", "2 4 0 0");
  assert_locality ("containers: [{name: c, image: 'h:5000/mid'}]", "0 0 0 0");
}

static void
test_containers_add_up (void **state)
{
  assert_locality ("containers: [{name: c, image: mid}, {name: d, image: mid}]",
                   "4 10 0 0");
  assert_locality ("containers: [{name: c, image: mid}, {name: d, image: x}]",
                   "2 4 0 0");
}

static void
test_init_containers_do_not_count (void **state)
{
  assert_locality ("initContainers: [{name: c, image: 'big:v1'}]", "0 0 0 0");
}

static void
test_resolution (void **state)
{
  const Scenario scenario = {
    .info = &fit_image_locality_priority,
    .manifest
    = CLUSTER PENDING ("", "containers: [{name: c, image: 'big:v1'}]"),
    .max_score = 100,
  };

  scenario_assert (&scenario, "48 100 0 0");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_one_image),
    cmocka_unit_test (test_tag_defaults_to_latest),
    cmocka_unit_test (test_containers_add_up),
    cmocka_unit_test (test_init_containers_do_not_count),
    cmocka_unit_test (test_resolution),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

/* test-score-image-locality.c - nodes that have the images */
#include "tests/rules/score-scene.h"

#define HOLDS(name)                        \
  NODE_WITH (name, "labels: {}", "",       \
             "images: [{names: ['i:v1'], " \
             "sizeBytes: 104857600}]")
#define USES "containers: [{name: c, image: 'i:v1'}]"
#define USES_TWICE \
  "containers: [{name: c, image: 'i:v1'}, {name: d, image: 'i:v1'}]"

static void
test_number_of_nodes (void **state)
{
  const ScoreScene scene
      = { .plugin = "ImageLocality",
          .manifest = HOLDS ("a") HOLDS ("b") PENDING ("", USES) };

  score_scene_in (&scene, "1.28.3", "2 7");
  score_scene_in (&scene, "1.29.1", "7 7");
}

static void
test_limit_by_containers (void **state)
{
  const ScoreScene scene = { .plugin = "ImageLocality",
                             .manifest = HOLDS ("a") PENDING ("", USES_TWICE) };

  score_scene_in (&scene, "1.18.2", "18");
  score_scene_in (&scene, "1.19.0-rc.4", "8");
  score_scene_in (&scene, "1.34.1", "8");
}

static void
test_init_containers (void **state)
{
  const ScoreScene scene
      = { .plugin = "ImageLocality",
          .manifest = HOLDS ("a")
              PENDING ("", USES ", initContainers: [{name: i, image: 'i:v1'}, "
                                "{name: j, image: other}]") };

  score_scene_in (&scene, "1.29.1", "7");
  /* twice the size, three times the limit */
  score_scene_in (&scene, "1.30.1", "5");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_number_of_nodes),
    cmocka_unit_test (test_limit_by_containers),
    cmocka_unit_test (test_init_containers),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

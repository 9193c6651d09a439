/* test-score-volume-binding.c - nothing to say about volumes */
#include "tests/rules/score-scene.h"

static void
test_nothing (void **state)
{
  ScoreScene scene
      = { .plugin = "VolumeBinding",
          .manifest = NODE ("a", "", "") NODE ("b", "", "") PENDING ("", "") };

  score_scene_in (&scene, "1.23.3", "0 0");
  score_scene_in (&scene, "1.29.1", "0 0");
  score_scene_in (&scene, "1.30.1", "skipped");
  scene.score_only = TRUE;
  score_scene_in (&scene, "1.30.1", "0 0");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_nothing),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

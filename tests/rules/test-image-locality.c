/* test-image-locality.c - nodes that have the images
 * SPDX-License-Identifier: Apache-2.0 */
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

/* One container, whose image no node has, and two volumes of the same image. */
static void
test_images_of_volumes (void **state)
{
#define MOUNTS(name, image) \
  "{name: " name ", image: {reference: '" image "', pullPolicy: Always}}"
  const ScoreScene scene
      = { .plugin = "ImageLocality",
          .manifest = HOLDS ("a") NODE ("b", "", "")
              PENDING ("", "containers: [{name: c, image: other}], volumes: "
                           "[" MOUNTS ("x", "i:v1") ", " MOUNTS (
                               "y", "i:v1") ", {name: z, emptyDir: {}}]") };

  (void) state;
  score_scene_in (&scene, "1.35.6", "0 0");
  score_scene_in (&scene, "1.36.3", "7 0");
#undef MOUNTS
}

/* The first 23 MiB do not count, whether they are one image or several. */
static void
test_sum_of_images (void **state)
{
#define IMAGE(name, bytes) "{names: ['" name ":v1'], sizeBytes: " bytes "}"
#define USE(name) "{name: " name ", image: '" name ":v1'}"
#define HAS(images) NODE_WITH ("m", "labels: {}", "", "images: [" images "]")
  ScoreScene scene
      = { .plugin = "ImageLocality",
          .manifest
          = HAS (IMAGE ("a", "24117248") ", " IMAGE ("b", "104857600"))
              PENDING ("", "containers: [" USE ("a") ", " USE ("b") "]") };

  (void) state;
  score_scene_in (&scene, "1.28.3", "5");
  score_scene_in (&scene, "1.29.1", "5");
  scene.manifest = HAS (IMAGE ("a", "23068672") ", " IMAGE (
      "b", "23068672") ", " IMAGE ("c", "23068672"))
      PENDING ("", "containers: [" USE ("a") ", " USE ("b") ", " USE ("c") "]");
  score_scene_in (&scene, "1.28.3", "1");
  score_scene_in (&scene, "1.29.1", "1");
#undef HAS
#undef USE
#undef IMAGE
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_number_of_nodes),
    cmocka_unit_test (test_limit_by_containers),
    cmocka_unit_test (test_init_containers),
    cmocka_unit_test (test_images_of_volumes),
    cmocka_unit_test (test_sum_of_images),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

/* test-trial-file.c - trials as text, and text that is no longer what it was
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/error.h"
#include "tests/support/cmocka.h"
#include "tests/tune/search.h"
#include "tune/trial-file.h"

typedef struct
{
  FitTuneSpace *space;
  GArray *trials; /* two generations, all done */
  FitTuneFile file;
} Scene;

static void
set_up (Scene *scene)
{
  const FitTuneOptions options = { 5, 60, 20 };

  *scene = (Scene){ .space = search_space () };
  scene->trials = g_array_new (FALSE, TRUE, sizeof (FitTuneTrial));
  for (guint i = 0; i < 2; i++)
    {
      fit_tune_next (scene->trials, scene->space, &search_goals, &options);
      search_judge (scene->trials);
    }
  scene->file = (FitTuneFile){ .key = "key",
                               .goals = &search_goals,
                               .space = scene->space };
}

static void
tear_down (Scene *scene)
{
  fit_tune_space_free (scene->space);
  g_array_unref (scene->trials);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, tear_down)

/* Reads the generations, and what came of them in two parts.
 * Returns: (transfer full) */
static GArray *
read_back (Scene *scene)
{
  GArray *trials = g_array_new (FALSE, TRUE, sizeof (FitTuneTrial));

  for (guint generation = 0; generation < 2; generation++)
    for (guint part = 0; part < 3; part++)
      {
        g_autoptr (GError) error = NULL;
        g_autofree char *text = NULL;

        scene->file.generation = generation;
        scene->file.outcomes = part > 0;
        text = fit_tune_file_text (&scene->file, scene->trials, part % 2, 2);
        fit_tune_file_read (&scene->file, text, strlen (text), trials, &error);
        assert_null (error);
      }
  return trials;
}

static void
test_trials_come_back (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (GArray) trials = NULL;

  set_up (&scene);
  trials = read_back (&scene);
  assert_int_equal (trials->len, scene.trials->len);
  assert_memory_equal (trials->data, scene.trials->data,
                       trials->len * sizeof (FitTuneTrial));
}

/* fails: does the text not read?  It must say why then. */
static gboolean
fails (const Scene *scene, const char *text, gsize len, const char *why)
{
  g_autoptr (GArray) trials = g_array_copy (scene->trials);
  g_autoptr (GError) error = NULL;

  if (fit_tune_file_read (&scene->file, text, len, trials, &error))
    return FALSE;
  assert_int_equal (error->code, FIT_ERROR_SCHEMA);
  if (why != NULL)
    assert_non_null (strstr (error->message, why));
  return TRUE;
}

/* Whatever byte is changed, and wherever the file is cut. */
static void
test_damage_is_noticed (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autofree char *text = NULL;
  gsize len;

  set_up (&scene);
  scene.file.outcomes = TRUE;
  text = fit_tune_file_text (&scene.file, scene.trials, 0, 1);
  len = strlen (text);
  assert_false (fails (&scene, text, len, NULL));
  for (gsize i = 0; i + 1 < len; i++)
    {
      const char before = text[i];

      assert_true (fails (&scene, text, i, "damaged"));
      text[i] ^= 1;
      assert_true (fails (&scene, text, len, "damaged"));
      text[i] = before;
    }
}

static void
test_other_files_are_noticed (void **state)
{
  g_auto (Scene) scene = { 0 };
  FitTuneFile other;
  g_autofree char *text = NULL;
  g_autofree char *changed = NULL;

  set_up (&scene);
  scene.file.outcomes = TRUE;
  text = fit_tune_file_text (&scene.file, scene.trials, 0, 1);
  other = scene.file;
  scene.file.key = "another";
  assert_true (fails (&scene, text, strlen (text), "another search"));
  scene.file = other;
  scene.file.generation = 1;
  assert_true (fails (&scene, text, strlen (text), "generation 1"));
  scene.file = other;
  scene.file.outcomes = FALSE;
  assert_true (fails (&scene, text, strlen (text), "TuneGeneration"));
  scene.file = other;
  g_array_index (scene.trials, FitTuneTrial, 3)
      .outcome.of[FIT_TUNE_ZONE_SKEW]++;
  changed = fit_tune_file_text (&scene.file, scene.trials, 0, 1);
  g_array_index (scene.trials, FitTuneTrial, 3)
      .outcome.of[FIT_TUNE_ZONE_SKEW]--;
  assert_true (fails (&scene, changed, strlen (changed),
                      "something else has come of trial 3"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_trials_come_back),
    cmocka_unit_test (test_damage_is_noticed),
    cmocka_unit_test (test_other_files_are_noticed),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

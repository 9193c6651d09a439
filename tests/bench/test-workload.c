/* test-workload.c - a workload is the same bytes today as when the decisions
 * of decisions.tsv were taken on it
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/objects.h"
#include "tests/bench/workload.h"
#include "tests/support/cmocka.h"

/* clang-format off */
static const struct
{
  Workload workload;
  const char *cluster; /* SHA-256 */
  const char *pending;
} known[] = {
  { { 100, 230, 50, 4, 1, WORKLOAD_BASIC },
    "b0f26fcbf63b71ca83330f2436ecc51e8cd225c9f922ffa86598b2c394b80682",
    "06d65cffb794664d0d2afa1e76983138a2c3a7cf09a078b87cceb16a2cb1732f" },
  { { 100, 230, 50, 4, 1, WORKLOAD_NODE_AFFINITY },
    "b98470447cc0e7fddab67d2bd067137e318d2eca2538ceea8bf2400548cd5d50",
    "3cafdc60521f754552294ec299eeda27f9b4198ad387c7982999de21505983e3" },
  { { 100, 230, 50, 4, 1, WORKLOAD_POD_AFFINITY },
    "9e827814f68e5f4246b4070670346b95d90847c9525f44481a9a0ded53bc8aa2",
    "718b29fc1f1db3573928bd403349e65a1d46cac330a5775042ef93069dc6429e" },
  { { 100, 230, 50, 4, 1, WORKLOAD_POD_ANTI_AFFINITY },
    "e2d7e293aa520a0f732ef907033acac6a13a549ab7faa045bebec0d026840bc7",
    "90a85e069017574c95d30f959f98bbb4f2d40ed4149dbeeb31ec6462d3b16623" },
  { { 100, 230, 50, 4, 1, WORKLOAD_PREFERRED_AFFINITY },
    "f64b5cd924a83912d09de5ec342e3a007f22a0c9b89c38b41286d8e796e18bc0",
    "90687aa3bbc7c0072eaf306b684f55e0a1aedc168bc400e2ad64ef48525e932f" },
  { { 100, 230, 50, 4, 1, WORKLOAD_SELECTOR_SPREAD },
    "1b733eb142c850c656bcc4b65c08ad04331bd3de6191ccaabb8912da5d077fe9",
    "06d65cffb794664d0d2afa1e76983138a2c3a7cf09a078b87cceb16a2cb1732f" },
  { { 100, 230, 50, 4, 1, WORKLOAD_TAINTS },
    "7a4d136bb2ad9c5d93186c9508f4f8378e2c024c0ea5da8f73cf4df9fe462d31",
    "43453d1f3291e368028d2aa480fda5d44084c01a4359ce3cb7a045f3d9bffd43" },
  { { 100, 230, 50, 4, 1, WORKLOAD_MIXED },
    "95adc5cb8bbd40c29eebc47cbb626a27f90842bda6b99a040eb6d9741f6990bd",
    "3a975454170ae70c6d80be4d2e46ce3e7b1cee23bae06890577bd923cdae5e55" },
  { { 7, 80, 33, 3, 42, WORKLOAD_MIXED },
    "2aa58cdfb5cfc326f0d07defa137302ed6422e4235f1f028914f630d1ea4b6bb",
    "6338960cb7ba07b32ebc283caa58cfe9eaa379aebbc48ac11181f3a3dcfba102" },
};
/* clang-format on */

/* @text: (transfer full) */
static void
assert_digest (GString *text, const char *expected)
{
  g_autofree char *digest
      = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text->str, -1);

  assert_string_equal (digest, expected);
  g_string_free (text, TRUE);
}

static void
bytes_never_change (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      assert_digest (workload_cluster (&known[i].workload), known[i].cluster);
      assert_digest (workload_pending (&known[i].workload), known[i].pending);
    }
}

/* @text: (transfer full) */
static void
read_list (FitObjects *objects, GString *text)
{
  assert_true (fit_objects_read (objects, text->str, text->len, "workload",
                                 FIT_DECODE_AS_IS, NULL, NULL));
  g_string_free (text, TRUE);
}

static void
lists_hold_what_was_asked_for (void **state)
{
  Workload workload = known[G_N_ELEMENTS (known) - 1].workload;
  g_autoptr (FitObjects) objects = fit_objects_new ();

  read_list (objects, workload_cluster (&workload));
  assert_int_equal (objects->of[FIT_KIND_NODE]->len, workload.nodes);
  assert_int_equal (objects->of[FIT_KIND_SERVICE]->len, 20);
  assert_int_equal (objects->of[FIT_KIND_POD]->len, workload.existing);
  read_list (objects, workload_pending (&workload));
  assert_int_equal (objects->of[FIT_KIND_POD]->len,
                    workload.existing + workload.pods);

  workload.existing = 0;
  workload.pods = 0;
  workload.template_ = WORKLOAD_BASIC;
  g_clear_pointer (&objects, fit_objects_free);
  objects = fit_objects_new ();
  read_list (objects, workload_cluster (&workload));
  read_list (objects, workload_pending (&workload));
  assert_int_equal (objects->of[FIT_KIND_NODE]->len, workload.nodes);
  assert_int_equal (objects->of[FIT_KIND_POD]->len, 0);
}

static void
templates_have_names (void **state)
{
  WorkloadTemplate template_ = WORKLOAD_LAST;

  for (guint i = 0; i < WORKLOAD_LAST; i++)
    {
      assert_true (workload_template_parse (
          workload_template_name ((WorkloadTemplate) i), &template_));
      assert_int_equal (template_, i);
    }
  assert_false (workload_template_parse ("no-such-template", &template_));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (bytes_never_change),
    cmocka_unit_test (lists_hold_what_was_asked_for),
    cmocka_unit_test (templates_have_names),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

/* test-images.c - images are counted on the nodes that report them
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/images.h"

#include "tests/support/cluster.h"

#define WITH_IMAGES(name, images) \
  NODE_WITH (name, "", "", "images: [" images "]")
#define IMAGE(name, size) "{names: [" name "], sizeBytes: " size "}"

static int
setup (void **state)
{
  *state = fit_images_new ();
  return 0;
}

static int
teardown (void **state)
{
  fit_images_free (*state);
  return 0;
}

static void
set_node (FitImages *images, guint index, const char *manifest)
{
  g_autoptr (FitNode) node = node_from (manifest);

  fit_images_set_node (images, index, node);
}

static gint
by_node (gconstpointer a, gconstpointer b)
{
  const FitImageOnNode *x = a, *y = b;

  return (gint) x->node - (gint) y->node;
}

/* @expected: "SIZE: NODE=COUNT NODE=COUNT", nodes in ascending order; "" when
 * no node has the image. */
static void
expect (const FitImages *images, const char *name, const char *expected)
{
  g_autoptr (Interned) interned = fit_intern (name);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree FitImageOnNode *sorted = NULL;
  const FitImageOnNode *found;
  gint64 size;
  guint n;

  found = fit_images_lookup (images, interned, &size, &n);
  if (found != NULL)
    {
      g_string_append_printf (text, "%" G_GINT64_FORMAT ":", size);
      sorted = g_memdup2 (found, n * sizeof *found);
      qsort (sorted, n, sizeof *sorted, by_node);
      for (guint i = 0; i < n; i++)
        g_string_append_printf (text, " %u=%u", sorted[i].node,
                                sorted[i].num_nodes);
    }
  assert_string_equal (text->str, expected);
}

static void
test_unknown_image_is_nowhere (void **state)
{
  expect (*state, "a:1", "");
  set_node (*state, 0, WITH_IMAGES ("n0", IMAGE ("'a:1'", "10")));
  expect (*state, "b:1", "");
}

/* A node remembers how many had the image when it came itself; the counts of
 * those that came before go stale. */
static void
test_counts_are_those_of_the_moment (void **state)
{
  set_node (*state, 0, WITH_IMAGES ("n0", IMAGE ("'a:1'", "10")));
  set_node (*state, 1, WITH_IMAGES ("n1", IMAGE ("'a:1'", "10")));
  set_node (*state, 2, WITH_IMAGES ("n2", IMAGE ("'a:1'", "10")));
  expect (*state, "a:1", "10: 0=1 1=2 2=3");
  set_node (*state, 0, WITH_IMAGES ("n0", IMAGE ("'a:1'", "10")));
  expect (*state, "a:1", "10: 0=3 1=2 2=3");
}

static void
test_first_reporter_tells_the_size (void **state)
{
  set_node (*state, 0, WITH_IMAGES ("n0", IMAGE ("'a:1'", "10")));
  set_node (*state, 1, WITH_IMAGES ("n1", IMAGE ("'a:1'", "99")));
  expect (*state, "a:1", "10: 0=1 1=2");
  /* Still, after it has withdrawn its own report... */
  set_node (*state, 0, WITH_IMAGES ("n0", IMAGE ("'b:1'", "7")));
  expect (*state, "a:1", "10: 1=2");
  /* ...until nobody has the image any more. */
  set_node (*state, 1, WITH_IMAGES ("n1", ""));
  expect (*state, "a:1", "");
  set_node (*state, 1, WITH_IMAGES ("n1", IMAGE ("'a:1'", "99")));
  expect (*state, "a:1", "99: 1=1");
}

static void
test_every_name_of_an_image_counts (void **state)
{
  set_node (*state, 0, WITH_IMAGES ("n0", IMAGE ("'a:1', 'a:2'", "10")));
  set_node (*state, 1, WITH_IMAGES ("n1", IMAGE ("'a:2'", "10")));
  expect (*state, "a:1", "10: 0=1");
  expect (*state, "a:2", "10: 0=1 1=2");
}

static void
test_repeated_name_counts_once (void **state)
{
  set_node (*state, 0,
            WITH_IMAGES ("n0", IMAGE ("'a:1', 'a:1'",
                                      "10") ", " IMAGE ("'b:1', 'a:1'", "20")));
  set_node (*state, 1, WITH_IMAGES ("n1", IMAGE ("'a:1'", "10")));
  expect (*state, "a:1", "10: 0=1 1=2");
  expect (*state, "b:1", "20: 0=1");
}

static void
test_node_that_goes_withdraws_all_it_had (void **state)
{
  const char *both = IMAGE ("'a:1'", "10") ", " IMAGE ("'b:1'", "20");
  g_autofree char *manifest = g_strconcat (
      "---\n{apiVersion: v1, kind: Node, metadata: {name: node}, "
      "status: {images: [",
      both, "]}}", NULL);

  for (guint i = 0; i < 4; i++)
    set_node (*state, i, manifest);
  /* From the front, the middle and the end of the list. */
  fit_images_set_node (*state, 0, NULL);
  expect (*state, "a:1", "10: 1=2 2=3 3=4");
  fit_images_set_node (*state, 2, NULL);
  expect (*state, "b:1", "20: 1=2 3=4");
  fit_images_set_node (*state, 3, NULL);
  expect (*state, "a:1", "10: 1=2");
  fit_images_set_node (*state, 3, NULL);
  fit_images_set_node (*state, 1, NULL);
  expect (*state, "a:1", "");
  expect (*state, "b:1", "");
}

/* As if each node reported the image when most had it. */
static void
test_most_bytes (void **state)
{
  g_autoptr (Interned) image = fit_intern ("a:1");
  g_autoptr (Interned) none = fit_intern ("none:1");

  set_node (*state, 0, WITH_IMAGES ("n0", IMAGE ("a:1", "100")));
  assert_int_equal (fit_images_most_bytes (*state, none, 4), 0);
  assert_int_equal (fit_images_most_bytes (*state, image, 4), 25);
  assert_int_equal (fit_images_most_bytes (*state, image, 1), 100);
  set_node (*state, 1, WITH_IMAGES ("n1", IMAGE ("a:1", "100")));
  set_node (*state, 2, WITH_IMAGES ("n2", IMAGE ("a:1", "100")));
  assert_int_equal (fit_images_most_bytes (*state, image, 4), 75);
  fit_images_set_node (*state, 1, NULL);
  assert_int_equal (fit_images_most_bytes (*state, image, 4), 75);
}

/* Sizes that a count cannot be computed from, and those beside them. */
static void
test_most_bytes_of_strange_sizes (void **state)
{
  static const struct
  {
    const char *size;
    gint64 most; /* on both of 2 nodes */
  } rows[] = {
    { "-1", -1 },
    { "-9223372036854775808", -1 },
    { "0", 0 },
    { "1", 1 },
    { "4611686018427387904", G_GINT64_CONSTANT (4611686018427387904) },
    { "9223372036854775807", -1 }, /* 2^63 as a floating point number */
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (Interned) image = fit_intern ("a:1");
      g_autofree char *manifest = g_strdup_printf (
          WITH_IMAGES ("n0", IMAGE ("a:1", "%s")), rows[i].size);

      set_node (*state, 0, manifest);
      set_node (*state, 1, manifest);
      assert_int_equal (fit_images_most_bytes (*state, image, 2), rows[i].most);
      fit_images_set_node (*state, 0, NULL);
      fit_images_set_node (*state, 1, NULL);
    }
}

/* A node that has moved into a gap is found there, and so is the next one, if
 * they have the image at different places of their lists. */
static void
test_gaps_are_filled_in_any_order (void **state)
{
#define A IMAGE ("'a:1'", "10")
#define B IMAGE ("'b:1'", "20")
  for (guint i = 0; i < 3; i++)
    set_node (*state, i, WITH_IMAGES ("n0", A));
  set_node (*state, 3, WITH_IMAGES ("n3", B ", " A));
  set_node (*state, 5, WITH_IMAGES ("n5", B));
  fit_images_set_node (*state, 0, NULL);
  set_node (*state, 4, WITH_IMAGES ("n4", A ", " B));
  expect (*state, "a:1", "10: 1=2 2=3 3=4 4=4");
  expect (*state, "b:1", "20: 3=1 4=3 5=2");
  fit_images_set_node (*state, 1, NULL);
  expect (*state, "a:1", "10: 2=3 3=4 4=4");
  fit_images_set_node (*state, 4, NULL);
  expect (*state, "a:1", "10: 2=3 3=4");
  expect (*state, "b:1", "20: 3=1 5=2");
  fit_images_set_node (*state, 3, NULL);
  expect (*state, "a:1", "10: 2=3");
  expect (*state, "b:1", "20: 5=2");
#undef A
#undef B
}

#define TEST(name) cmocka_unit_test_setup_teardown (name, setup, teardown)

int
main (void)
{
  const struct CMUnitTest tests[] = {
    TEST (test_unknown_image_is_nowhere),
    TEST (test_counts_are_those_of_the_moment),
    TEST (test_first_reporter_tells_the_size),
    TEST (test_every_name_of_an_image_counts),
    TEST (test_repeated_name_counts_once),
    TEST (test_node_that_goes_withdraws_all_it_had),
    TEST (test_most_bytes),
    TEST (test_most_bytes_of_strange_sizes),
    TEST (test_gaps_are_filled_in_any_order),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

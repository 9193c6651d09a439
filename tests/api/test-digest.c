/* What a pod says, as numbers: order is nothing, every scalar counts.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/api/read.h"

#include "api/digest.h"
#include "formats/value-edit.h"
#include "tests/support/random-objects.h"

/* All kinds of values, on all levels. */
static const char rich[]
    = "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p','namespace':'n',"
      "'uid':'u','resourceVersion':'7','generation':3,'deletionTimestamp':"
      "'2020-01-01T00:00:00Z','deletionGracePeriodSeconds':30,'labels':{'a':"
      "'b','app.kubernetes.io/name':'a rather long value of a label'},"
      "'annotations':{'x':'y','long/annotation':'{}'},'finalizers':['f','g'],"
      "'ownerReferences':[{'kind':'Job','name':'j','controller':true}],"
      "'managedFields':[{'manager':'m','fields':{'f:spec':{}}}]},"
      "'spec':{'nodeName':'n1','priority':0,'hostNetwork':false,"
      "'containers':[{'name':'c','image':'i','args':['','a','ab','abc','abcd',"
      "'abcdefg','abcdefgh','abcdefghi','abcdefghijklmnop',[1,-2.5,null,true]],"
      "'env':[{'name':'E','value':''}],'resources':{'requests':{'cpu':'1',"
      "'memory':'1Gi'}}},{'name':'d'}],'nodeSelector':{'status':'s','nodeName':"
      "'in the map'},'unknown':{'annotations':{'deep':{'er':0.1}}}},"
      "'status':{'phase':'Running','nominatedNodeName':'n2','conditions':"
      "[{'type':'Ready','status':'True'}],'podIP':'10.0.0.1',"
      "'containerStatuses':[{'ready':true,'conditions':'not those'}]},"
      "'resourceVersion':'no metadata','more':[{'kind':'k'}]}";

/* What does not count everywhere, by the beginning of its path. */
static const struct
{
  const char *path;
  gboolean in_object;
  gboolean in_echo;
} blanked[] = {
  { "/apiVersion", FALSE, FALSE },
  { "/kind", FALSE, FALSE },
  { "/metadata/resourceVersion", FALSE, FALSE },
  { "/metadata/deletionTimestamp", FALSE, FALSE },
  { "/metadata/generation", FALSE, TRUE },
  { "/metadata/annotations", TRUE, FALSE },
  { "/metadata/finalizers", TRUE, FALSE },
  { "/spec/nodeName", FALSE, FALSE },
  { "/status/conditions", FALSE, FALSE },
  { "/status/nominatedNodeName", FALSE, FALSE },
  { "/status/", FALSE, TRUE },
};

/* A copy of a tree, changed or in another order. */
typedef struct
{
  FitArena *arena;
  GRand *random; /* (nullable): shuffles members */
  gint target;   /* which scalar is changed; -1: none */
  gint scalars;  /* seen so far */
  char *changed; /* (nullable) owned: path of the one that was changed */
} Copy;

static void
copy_clear (Copy *copy)
{
  g_free (copy->changed);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Copy, copy_clear)

static void
change_scalar (Copy *copy, FitValue *value, const char *path)
{
  if (value->type == FIT_VALUE_NULL || copy->scalars++ != copy->target)
    return;
  copy->changed = g_strdup (path);
  if (value->type == FIT_VALUE_BOOL)
    {
      value->boolean = !value->boolean;
      return;
    }
  value->text = fit_arena_strndup (copy->arena, value->text, value->n + 1);
  if (value->n > 0 && copy->target % 2 == 0)
    ((char *) value->text)[value->n / 2] ^= 1;
  else
    ((char *) value->text)[value->n++] = '5';
}

static FitValue
copy_value (Copy *copy, const FitValue *value, const char *path)
{
  FitValue result = *value;
  FitValue *items = fit_arena_newn (copy->arena, FitValue, value->n);
  FitMember *members = fit_arena_newn (copy->arena, FitMember, value->n);

  if (value->type != FIT_VALUE_LIST && value->type != FIT_VALUE_MAP)
    {
      change_scalar (copy, &result, path);
      return result;
    }
  for (guint i = 0; i < value->n; i++)
    {
      const gboolean is_map = value->type == FIT_VALUE_MAP;
      g_autofree char *below
          = is_map ? g_strconcat (path, "/", value->members[i].key, NULL)
                   : g_strdup (path);
      guint place = i;

      if (!is_map)
        {
          items[i] = copy_value (copy, &value->items[i], below);
          continue;
        }
      if (copy->random != NULL)
        {
          place = (guint) g_rand_int_range (copy->random, 0, (gint) i + 1);
          members[i] = members[place];
        }
      members[place] = value->members[i];
      members[place].value = copy_value (copy, &value->members[i].value, below);
    }
  if (value->type == FIT_VALUE_MAP)
    result.members = members;
  else
    result.items = items;
  return result;
}

static FitPodDigests
digests_of (const FitValue *pod)
{
  FitDecoder decoder = { 0 };
  FitPodDigests digests = { 0 };

  assert_true (fit_digest_pod (&decoder, pod, &digests, NULL));
  return digests;
}

static const FitValue *
parse (FitArena *arena, const char *text)
{
  g_autofree char *bytes = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  const FitValue *value
      = fit_json_parse (arena, bytes, strlen (bytes), NULL, NULL, &error);

  if (value == NULL)
    fail_msg ("%s", error->message);
  return value;
}

static void
assert_same (const FitValue *a, const FitValue *b)
{
  const FitPodDigests x = digests_of (a), y = digests_of (b);

  assert_true (x.object == y.object);
  assert_true (x.echo == y.echo);
}

static void
assert_counts (const FitPodDigests *before, const FitValue *changed,
               const char *path)
{
  const FitPodDigests after = digests_of (changed);
  gboolean in_object = TRUE, in_echo = TRUE;

  for (guint i = G_N_ELEMENTS (blanked); i-- > 0;)
    if (g_str_has_prefix (path, blanked[i].path))
      {
        in_object = blanked[i].in_object;
        in_echo = blanked[i].in_echo;
      }
  if ((before->object != after.object) != in_object)
    fail_msg ("%s: counts in the object: %d", path, !in_object);
  if ((before->echo != after.echo) != in_echo)
    fail_msg ("%s: counts in the echo: %d", path, !in_echo);
}

/* Returns: how many scalars there are */
static gint
change_each (const char *text)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *pod = parse (arena, text);
  const FitPodDigests before = digests_of (pod);

  for (gint target = 0;; target++)
    {
      g_auto (Copy) copy = { .arena = arena, .target = target };
      FitValue changed = copy_value (&copy, pod, "");

      if (copy.changed == NULL)
        return target;
      assert_counts (&before, &changed, copy.changed);
    }
}

static void
shuffle (const char *text, GRand *random)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *pod = parse (arena, text);
  g_auto (Copy) copy = { .arena = arena, .random = random, .target = -1 };
  FitValue shuffled = copy_value (&copy, pod, "");

  assert_same (pod, &shuffled);
}

static void
test_every_scalar_counts (void **state)
{
  assert_int_equal (change_each (rich), 53);
}

static guint64
digest_of (const char *text)
{
  FitDecoder decoder = { 0 };
  const FitValue value = fit_value_of_text (text);
  const FitValue list = { .type = FIT_VALUE_LIST, .n = 1, .items = &value };
  guint64 digest = 0;

  assert_true (fit_digest_value (&decoder, &list, &digest, NULL));
  return digest;
}

/* Texts are hashed in words; none leaves a byte out. */
static void
test_every_byte_counts (void **state)
{
  static const char all[] = "abcdefghijklmnopqrst";

  for (gsize n = 0; n < sizeof all; n++)
    {
      g_autofree char *text = g_strndup (all, n);
      const guint64 before = digest_of (text);

      for (gsize i = 0; i < n; i++)
        {
          text[i] = 'X';
          if (digest_of (text) == before)
            fail_msg ("%s is as before", text);
          text[i] = all[i];
        }
      assert_true (digest_of (text) == before);
    }
}

static void
test_order_of_members_does_not_count (void **state)
{
  const guint32 seed = random_seed (0);
  GRand *random = g_rand_new_with_seed (seed);

  for (guint i = 0; i < random_runs (50); i++)
    shuffle (rich, random);
  g_rand_free (random);
}

static void
test_random_pods (void **state)
{
  for (guint run = 0; run < random_runs (20); run++)
    {
      GRand *random = g_rand_new_with_seed (random_seed (run));
      g_autofree char *pod = random_pod (
          random, "p", "n1", RANDOM_TERMS | RANDOM_RULES | RANDOM_SPREAD);

      assert_true (change_each (pod) > 3);
      shuffle (pod, random);
      g_rand_free (random);
    }
}

static void
test_null_is_absent (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();

  assert_same (parse (arena, "{'metadata':{'name':'p'}}"),
               parse (arena, "{'metadata':{'name':'p','labels':null,"
                             "'creationTimestamp':null},'spec':null,"
                             "'status':{},'x':null}"));
}

/* What stands elsewhere is not the same, and neither is another type. */
static void
test_places_and_types_differ (void **state)
{
  static const char *const texts[] = {
    "{'metadata':{'a':'1'}}",
    "{'spec':{'a':'1'}}",
    "{'status':{'a':'1'}}",
    "{'a':'1'}",
    "{'spec':{'a':1}}",
    "{'spec':{'a':true}}",
    "{'spec':{'a':false}}",
    "{'spec':{'a':''}}",
    "{'spec':{'a':[]}}",
    "{'spec':{'a':{}}}",
    "{'spec':{'a':['1']}}",
    "{'spec':{'a':[['1']]}}",
    "{'spec':{'a':['1','1']}}",
    "{'spec':{'a':['1',null]}}",
    "{'spec':{'a':{'1':'1'}}}",
    "{'spec':{'a':['b','c']}}",
    "{'spec':{'a':['c','b']}}",
    "{'spec':{'a':['bc']}}",
    "{'spec':{'a':{'b':'c','d':'e'}}}",
    "{'spec':{'a':{'b':'e','d':'c'}}}",
    "{'spec':{'a':{'b':'c'},'d':'e'}}",
  };
  g_autoptr (FitArena) arena = fit_arena_new ();

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (guint j = 0; j < i; j++)
      {
        FitPodDigests a = digests_of (parse (arena, texts[i]));
        FitPodDigests b = digests_of (parse (arena, texts[j]));

        if (a.echo == b.echo)
          fail_msg ("%s\n%s", texts[i], texts[j]);
      }
}

/* Ten texts of 1 MiB, each of them ten times, and so on, in a small tree. */
static void
test_aliases_are_bounded (void **state)
{
  static const char head[] = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n"
                             "x0: &x0 ";
  g_autoptr (GString) text = g_string_new (head);
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 1024 * 1024; i++)
    g_string_append_c (text, 'a');
  for (guint i = 1; i < 5; i++)
    {
      g_string_append_printf (text, "\nx%u: &x%u [", i, i);
      for (guint j = 0; j < 10; j++)
        g_string_append_printf (text, "*x%u,", i - 1);
      g_string_append_c (text, ']');
    }
  g_string_append_c (text, '\n');
  assert_false (fit_objects_read (objects, text->str, text->len, "test",
                                  FIT_DECODE_DEFAULT, NULL, &error));
  assert_int_equal (error->code, FIT_ERROR_LIMIT);
  assert_string_equal (error->message,
                       "test: document 1: Pod default/p: too large once its "
                       "aliases are expanded");
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_every_scalar_counts),
    cmocka_unit_test (test_every_byte_counts),
    cmocka_unit_test (test_order_of_members_does_not_count),
    cmocka_unit_test (test_random_pods),
    cmocka_unit_test (test_null_is_absent),
    cmocka_unit_test (test_places_and_types_differ),
    cmocka_unit_test (test_aliases_are_bounded),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

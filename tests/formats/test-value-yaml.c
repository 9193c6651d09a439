/* test-value-yaml.c - values are written as YAML that reads back as the same tree
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/value-yaml.h"

#include "tests/formats/value-text.h"

#include "formats/value.h"
#include "tests/support/cmocka.h"

static const struct
{
  const char *json; /* ' stands for " */
  const char *yaml;
} rows[] = {
  { "null", "null\n" },
  { "true", "true\n" },
  { "false", "false\n" },
  { "1.5", "1.5\n" },
  { "'a b'", "\"a b\"\n" },
  { "'web'", "web\n" },
  { "[]", "[]\n" },
  { "{}", "{}\n" },
  { "[1,'a',null]", "- 1\n- a\n- null\n" },
  { "{'a':1,'b':{},'c':[]}", "a: 1\nb: {}\nc: []\n" },
  { "{'a':{'b':{'c':1,'d':2}},'e':3}", "a:\n  b:\n    c: 1\n    d: 2\ne: 3\n" },
  { "{'a':[1,2],'b':[{'c':1,'d':2},{'e':3}]}",
    "a:\n- 1\n- 2\nb:\n- c: 1\n  d: 2\n- e: 3\n" },
  { "[[1,2],[[3],[]],{'a':[4]}]",
    "- - 1\n  - 2\n- - - 3\n  - []\n- a:\n  - 4\n" },
  { "{'a':{'b':[{'c':[1]},2]}}", "a:\n  b:\n  - c:\n    - 1\n  - 2\n" },
  /* what would be no string */
  { "['yes','No','ON','off','y','N','true','False','null','NULL','~','']",
    "- \"yes\"\n- \"No\"\n- \"ON\"\n- \"off\"\n- \"y\"\n- \"N\"\n- \"true\"\n"
    "- \"False\"\n- \"null\"\n- \"NULL\"\n- \"~\"\n- \"\"\n" },
  { "['1','0x1f','-','.inf','1e3','2020-01-01']",
    "- \"1\"\n- \"0x1f\"\n- \"-\"\n- \".inf\"\n- \"1e3\"\n- \"2020-01-01\"\n" },
  { "['a: b','a #b','a\\nb','*a','&a','!a','a:','{a}','a,b']",
    "- \"a: b\"\n- \"a #b\"\n- \"a\\nb\"\n- \"*a\"\n- \"&a\"\n- \"!a\"\n"
    "- \"a:\"\n- \"{a}\"\n- \"a,b\"\n" },
  /* what is one */
  { "['yesterday','a-b_c.d/e0','Z','truefalse','v1.16']",
    "- yesterday\n- a-b_c.d/e0\n- Z\n- truefalse\n- v1.16\n" },
  { "{'on':1,'a b':2,'':3,'example.com/x':4}",
    "\"on\": 1\n\"a b\": 2\n\"\": 3\nexample.com/x: 4\n" },
};

static void
test_values (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitArena) arena = fit_arena_new ();
      g_autofree char *json = g_strdelimit (g_strdup (rows[i].json), "'", '"');
      const FitValue *value
          = fit_json_parse (arena, json, strlen (json), NULL, NULL, NULL);
      g_autofree char *text = value_to_text (value);
      g_autofree char *yaml = fit_value_to_yaml (value);
      g_autofree char *again = NULL;

      assert_string_equal (yaml, rows[i].yaml);
      value = fit_yaml_parse (arena, yaml, strlen (yaml), NULL, NULL);
      assert_non_null (value);
      again = value_to_text (value);
      assert_string_equal (again, text);
    }
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_values),
  };

  return cmocka_run_group_tests_name ("value-yaml", tests, NULL, NULL);
}

/* test-json-build.c - documents of output, as JSON and as YAML
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/json-build.h"

#include "base/limits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define REPLACEMENT "\357\277\275"

static FitJson *
document (void)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  FitJson *root = fit_document_new ("Report");
  FitJson *list = fit_json_array ();

  g_ptr_array_add (texts, (gpointer) "a/b");
  g_ptr_array_add (texts, (gpointer) "\377");
  fit_json_set_text (root, "text", "x\377y");
  fit_json_set_text (root, "none", NULL);
  fit_json_set_integer (root, "integer", G_MININT64);
  fit_json_set_number (root, "known", TRUE, 7);
  fit_json_set_number (root, "unknown", FALSE, 7);
  fit_json_set_boolean (root, "boolean", TRUE);
  fit_json_set_texts (root, "texts", texts);
  fit_json_set_texts (root, "noTexts", NULL);
  fit_json_set_boolean (fit_json_append (list), "first", FALSE);
  fit_json_set_boolean (fit_json_append (list), "first", TRUE);
  fit_json_set (root, "list", list);
  fit_json_set (root, "read", fit_json_from_text ("{\"on\": [1.5, \"yes\"]}"));
  fit_json_set (root, "notRead", fit_json_from_text (NULL));
  fit_json_set_integer (root, "integer", 5);
  return root;
}

static void
test_document (void **state)
{
  g_autoptr (FitJson) root = document ();
  g_autoptr (GString) json = g_string_new (NULL);
  g_autoptr (GString) yaml = g_string_new (NULL);

  fit_document_append (root, json);
  assert_string_equal (json->str, "{\n"
                                  "  \"apiVersion\": \"fitsched/v1\",\n"
                                  "  \"kind\": \"Report\",\n"
                                  "  \"text\": \"x" REPLACEMENT "y\",\n"
                                  "  \"none\": null,\n"
                                  "  \"integer\": 5,\n"
                                  "  \"known\": 7,\n"
                                  "  \"unknown\": null,\n"
                                  "  \"boolean\": true,\n"
                                  "  \"texts\": [\n"
                                  "    \"a/b\",\n"
                                  "    \"" REPLACEMENT "\"\n"
                                  "  ],\n"
                                  "  \"noTexts\": null,\n"
                                  "  \"list\": [\n"
                                  "    {\n"
                                  "      \"first\": false\n"
                                  "    },\n"
                                  "    {\n"
                                  "      \"first\": true\n"
                                  "    }\n"
                                  "  ],\n"
                                  "  \"read\": {\n"
                                  "    \"on\": [\n"
                                  "      1.5,\n"
                                  "      \"yes\"\n"
                                  "    ]\n"
                                  "  },\n"
                                  "  \"notRead\": null\n"
                                  "}\n");
  fit_yaml_append (root, yaml);
  assert_string_equal (yaml->str, "apiVersion: fitsched/v1\n"
                                  "kind: Report\n"
                                  "text: \"x" REPLACEMENT "y\"\n"
                                  "none: null\n"
                                  "integer: 5\n"
                                  "known: 7\n"
                                  "unknown: null\n"
                                  "boolean: true\n"
                                  "texts:\n"
                                  "- a/b\n"
                                  "- \"" REPLACEMENT "\"\n"
                                  "noTexts: null\n"
                                  "list:\n"
                                  "- first: false\n"
                                  "- first: true\n"
                                  "read:\n"
                                  "  \"on\":\n"
                                  "  - 1.5\n"
                                  "  - \"yes\"\n"
                                  "notRead: null\n");
}

/* Objects as deep as input may be have some levels around them; what is deeper
 * is JSON, which is YAML, too. */
static void
test_deep_documents (void **state)
{
  const guint most = fit_limits_default ()->depth + 20;

  for (guint depth = most; depth <= most + 1; depth++)
    {
      g_autofree char *open = g_strnfill (depth, '[');
      g_autofree char *close = g_strnfill (depth, ']');
      g_autofree char *json = g_strconcat (open, "1", close, NULL);
      g_autoptr (GString) text = g_string_new (NULL);

      fit_yaml_append_text (json, strlen (json), text);
      if (depth == most)
        assert_true (g_str_has_suffix (text->str, "- - - 1\n"));
      else
        assert_string_equal (text->str, json);
    }
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_document),
    cmocka_unit_test (test_deep_documents),
  };

  return cmocka_run_group_tests_name ("json-build", tests, NULL, NULL);
}

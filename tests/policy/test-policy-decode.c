/* test-policy-decode.c - what v1.16 makes of the text of a policy file
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/policy/policy-test.h"

static const FitPredicatePolicy *
predicate (const FitPolicy *policy, guint i)
{
  assert_non_null (policy->predicates);
  assert_true (i < policy->predicates->len);
  return policy->predicates->pdata[i];
}

static const FitPriorityPolicy *
priority (const FitPolicy *policy, guint i)
{
  assert_non_null (policy->priorities);
  assert_true (i < policy->priorities->len);
  return policy->priorities->pdata[i];
}

static const FitExtenderPolicy *
extender (const FitPolicy *policy, guint i)
{
  assert_true (i < policy->extenders->len);
  return policy->extenders->pdata[i];
}

static void
check_strings (const char *const *strings, const char *joined)
{
  g_autofree char *found = g_strjoinv (",", (char **) strings);

  assert_string_equal (found, joined);
}

static void
test_nothing_is_defaulted (void **state)
{
  g_autoptr (FitPolicy) policy = parse ("{" V1 "}");

  (void) state;
  assert_null (policy->predicates);
  assert_null (policy->priorities);
  assert_int_equal (policy->extenders->len, 0);
  assert_int_equal (policy->hard_pod_affinity_symmetric_weight, 0);
  assert_false (policy->always_check_all_predicates);
  assert_false (policy->internal_form);
  assert_string_equal (policy->source, "p");
}

static void
test_absent_and_empty_lists (void **state)
{
  g_autoptr (FitPolicy) policy
      = parse ("{" V1 ",\"predicates\":null,\"priorities\":[]}");

  (void) state;
  assert_null (policy->predicates);
  assert_non_null (policy->priorities);
  assert_int_equal (policy->priorities->len, 0);
}

static void
test_predicates (void **state)
{
  g_autoptr (FitPolicy) policy
      = parse ("{" V1 ",\"kind\":\"Policy\",\"predicates\":[\n"
               " {\"name\":\"HostName\"},\n"
               " {\"name\":\"A\",\"argument\":{\"serviceAffinity\":"
               "{\"labels\":[\"zone\",\"rack\"]}}},\n"
               " {\"name\":\"B\",\"argument\":{\"labelsPresence\":"
               "{\"labels\":[\"ssd\"],\"presence\":true}}},\n"
               " {\"name\":\"C\",\"argument\":null},\n"
               " null]}");

  (void) state;
  assert_int_equal (policy->predicates->len, 5);
  assert_string_equal (predicate (policy, 0)->name, "HostName");
  assert_false (predicate (policy, 0)->has_argument);
  assert_int_equal (predicate (policy, 0)->place.line, 2);
  assert_int_equal (predicate (policy, 0)->place.column, 2);
  assert_true (predicate (policy, 1)->has_argument);
  assert_int_equal (predicate (policy, 1)->members,
                    FIT_PREDICATE_ARGUMENT_SERVICE_AFFINITY);
  check_strings (predicate (policy, 1)->service_affinity_labels, "zone,rack");
  assert_int_equal (predicate (policy, 2)->members,
                    FIT_PREDICATE_ARGUMENT_LABELS_PRESENCE);
  check_strings (predicate (policy, 2)->presence_labels, "ssd");
  assert_true (predicate (policy, 2)->presence);
  assert_false (predicate (policy, 3)->has_argument);
  assert_string_equal (predicate (policy, 4)->name, "");
}

static void
test_arguments_are_counted (void **state)
{
  g_autoptr (FitPolicy) policy = parse (
      "{" V1 ",\"predicates\":["
      "{\"name\":\"None\",\"argument\":{}},"
      "{\"name\":\"Other\",\"argument\":{\"other\":{\"x\":1}}},"
      "{\"name\":\"Both\",\"argument\":{\"serviceAffinity\":{\"labels\":"
      "[\"a\"]},\"labelsPresence\":{}}}],"
      "\"priorities\":[{\"argument\":{\"labelPreference\":null}}]}");

  (void) state;
  assert_true (predicate (policy, 0)->has_argument);
  assert_int_equal (predicate (policy, 0)->members, 0);
  assert_true (predicate (policy, 1)->has_argument);
  assert_int_equal (predicate (policy, 1)->members, 0);
  assert_int_equal (predicate (policy, 2)->members,
                    FIT_PREDICATE_ARGUMENT_SERVICE_AFFINITY
                        | FIT_PREDICATE_ARGUMENT_LABELS_PRESENCE);
  assert_true (priority (policy, 0)->has_argument);
  assert_int_equal (priority (policy, 0)->members, 0);
}

static void
test_priorities (void **state)
{
  g_autoptr (FitPolicy) policy = parse (
      "{" V1 ",\"priorities\":["
      "{\"name\":\"EqualPriority\",\"weight\":9223372036854775807},"
      "{\"name\":\"A\",\"weight\":-3,\"argument\":{\"serviceAntiAffinity\":"
      "{\"label\":\"zone\"}}},"
      "{\"name\":\"B\",\"argument\":{\"labelPreference\":{\"label\":\"ssd\","
      "\"presence\":true}}}]}");

  (void) state;
  assert_int_equal (priority (policy, 0)->weight, G_MAXINT64);
  assert_int_equal (priority (policy, 1)->weight, -3);
  assert_string_equal (priority (policy, 1)->anti_affinity_label, "zone");
  assert_int_equal (priority (policy, 2)->weight, 0);
  assert_string_equal (priority (policy, 2)->preference_label, "ssd");
  assert_true (priority (policy, 2)->preference_presence);
}

static void
test_capacity_ratio (void **state)
{
  g_autoptr (FitPolicy) policy = parse (
      "{" V1 ",\"priorities\":[{\"argument\":"
      "{\"requestedToCapacityRatioArguments\":{"
      "\"shape\":[{\"utilization\":20,\"score\":3},null,{\"score\":10}],"
      "\"resources\":[{\"name\":\"cpu\",\"weight\":3},{}]}}},"
      "{\"argument\":{\"requestedToCapacityRatioArguments\":"
      "{\"utilizationShape\":[{\"utilization\":1}]}}}]}");
  const FitPriorityPolicy *first = priority (policy, 0);

  (void) state;
  assert_int_equal (first->members,
                    FIT_PRIORITY_ARGUMENT_REQUESTED_TO_CAPACITY_RATIO);
  assert_int_equal (first->ratio.shape.n, 3);
  assert_int_equal (first->ratio.shape.points[0].utilization, 20);
  assert_int_equal (first->ratio.shape.points[0].score, 3);
  assert_int_equal (first->ratio.shape.points[1].score, 0);
  assert_int_equal (first->ratio.shape.points[2].score, 10);
  assert_string_equal (first->ratio.resources.items[0].name, "cpu");
  assert_int_equal (first->ratio.resources.items[0].weight, 3);
  assert_string_equal (first->ratio.resources.items[1].name, "");
  assert_int_equal (priority (policy, 1)->ratio.shape.n, 0);
}

static void
test_extender_of_release_1_7 (void **state)
{
  g_autoptr (FitPolicy) policy = parse (
      "{" V1 ",\"extenders\":[{\"urlPrefix\":\"/prefix\",\"filterVerb\":"
      "\"filter\",\"prioritizeVerb\":\"prioritize\",\"weight\":1,\"BindVerb\":"
      "\"bind\",\"enableHttps\":true,\"tlsConfig\":{\"Insecure\":true},"
      "\"httpTimeout\":1,\"nodeCacheCapable\":true}]}");
  const FitExtenderPolicy *first = extender (policy, 0);

  (void) state;
  assert_string_equal (first->url_prefix, "/prefix");
  assert_string_equal (first->filter_verb, "filter");
  assert_string_equal (first->prioritize_verb, "prioritize");
  assert_string_equal (first->preempt_verb, "");
  assert_string_equal (first->bind_verb, "bind");
  assert_int_equal (first->weight, 1);
  assert_true (first->enable_https);
  assert_true (first->tls->insecure);
  assert_string_equal (first->tls->ca_file, "");
  assert_string_equal (first->tls->ca_data, "");
  assert_int_equal (first->http_timeout_ns, 1);
  assert_true (first->node_cache_capable);
  assert_false (first->ignorable);
}

static void
test_extenders_ignore_case (void **state)
{
  g_autoptr (FitPolicy) policy = parse (
      "{" V1 ",\"extenders\":[{\"URLPREFIX\":\"x\",\"BINDverb\":\"b\","
      "\"preemptverb\":\"p\",\"IGNORABLE\":true,"
      "\"managedre\u017fources\":[{\"NAME\":\"a.b/c\",\"ignoredbyScheduler\":"
      "true}],\"TLSConfig\":{\"SERVERNAME\":\"n\",\"certfile\":\"c\","
      "\"KEYFILE\":\"k\",\"cafile\":\"a\",\"CADATA\":\"Zm9v\","
      "\"certdata\":\"\",\"keyData\":null}},null]}");
  const FitExtenderPolicy *first = extender (policy, 0);
  const FitManagedResource *resource = &first->managed_resources[0];

  (void) state;
  assert_string_equal (first->url_prefix, "x");
  assert_string_equal (first->bind_verb, "b");
  assert_string_equal (first->preempt_verb, "p");
  assert_true (first->ignorable);
  assert_string_equal (resource->name, "a.b/c");
  assert_true (resource->ignored_by_scheduler);
  assert_string_equal (first->tls->server_name, "n");
  assert_string_equal (first->tls->cert_file, "c");
  assert_string_equal (first->tls->key_file, "k");
  assert_string_equal (first->tls->ca_file, "a");
  assert_string_equal (first->tls->ca_data, "Zm9v");
  assert_string_equal (first->tls->cert_data, "");
  assert_string_equal (first->tls->key_data, "");
  assert_string_equal (extender (policy, 1)->url_prefix, "");
  assert_null (extender (policy, 1)->tls);
}

static void
test_case_counts_elsewhere (void **state)
{
  g_autoptr (FitPolicy) policy
      = parse ("{" V1 ",\"Predicates\":[{\"name\":\"A\"}],"
               "\"priorities\":[{\"Name\":\"A\",\"Weight\":2}],"
               "\"Extenders\":[{\"urlPrefix\":\"x\"}],"
               "\"extenderConfigs\":[{\"urlPrefix\":\"x\"}],"
               "\"AlwaysCheckAllPredicates\":true}");

  (void) state;
  assert_null (policy->predicates);
  assert_string_equal (priority (policy, 0)->name, "");
  assert_int_equal (priority (policy, 0)->weight, 0);
  assert_int_equal (policy->extenders->len, 0);
  assert_false (policy->always_check_all_predicates);
}

static void
test_unknown_members_are_ignored (void **state)
{
  g_autoptr (FitPolicy) policy = parse (
      "{" V1 ",\"whatever\":{\"a\":[1]},\"predicates\":[{\"name\":\"A\","
      "\"weight\":\"x\"}],\"extenders\":[{\"urlPrefix\":\"x\",\"zone\":1}]}");

  (void) state;
  assert_string_equal (predicate (policy, 0)->name, "A");
  assert_string_equal (extender (policy, 0)->url_prefix, "x");
}

static void
test_scalars (void **state)
{
  static const struct
  {
    const char *text;
    gint32 weight;
  } cases[] = {
    { "7", 7 },
    { "-7", -7 },
    { "-0", 0 },
    { "4294967297", 1 },
    { "4294967296", 0 },
    { "2147483648", G_MININT32 },
    { "-4294967299", -3 },
    { "null", 0 },
  };

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text
          = g_strdup_printf ("{" V1 ",\"alwaysCheckAllPredicates\":true,"
                             "\"hardPodAffinitySymmetricWeight\":%s}",
                             cases[i].text);
      g_autoptr (FitPolicy) policy = parse (text);

      assert_int_equal (policy->hard_pod_affinity_symmetric_weight,
                        cases[i].weight);
      assert_true (policy->always_check_all_predicates);
    }
}

static void
test_internal_names (void **state)
{
  g_autoptr (FitPolicy) policy = parse (
      "{\"kind\":\"Policy\",\"apiVersion\":\"__internal\","
      "\"Predicates\":[{\"Name\":\"HostName\",\"name\":5}],"
      "\"Priorities\":[{\"Name\":\"A\",\"Weight\":3,\"Argument\":"
      "{\"RequestedToCapacityRatioArguments\":{\"UtilizationShape\":"
      "[{\"Utilization\":1,\"Score\":2}]}}}],"
      "\"ExtenderConfigs\":[{\"URLPrefix\":\"http://x\",\"urlprefix\":\"y\","
      "\"EnableHTTPS\":true,\"HTTPTimeout\":9,\"TLSConfig\":{\"CAFile\":\"f\"}"
      "}],\"HardPodAffinitySymmetricWeight\":5}");

  (void) state;
  assert_string_equal (predicate (policy, 0)->name, "HostName");
  assert_int_equal (priority (policy, 0)->weight, 3);
  assert_int_equal (priority (policy, 0)->ratio.shape.n, 1);
  assert_string_equal (extender (policy, 0)->url_prefix, "http://x");
  assert_true (extender (policy, 0)->enable_https);
  assert_int_equal (extender (policy, 0)->http_timeout_ns, 9);
  assert_string_equal (extender (policy, 0)->tls->ca_file, "f");
  assert_int_equal (policy->hard_pod_affinity_symmetric_weight, 5);
  refuse ("{\"HardPodAffinitySymmetricWeight\":4294967297}",
          "invalid policy: p: line 1, column 35: "
          "HardPodAffinitySymmetricWeight: found number 4294967297, expected "
          "an integer of 32 bits");
}

/* A later list is decoded over the earlier one, element by element. */
static void
test_repeated_keys_in_json (void **state)
{
  g_autoptr (FitPolicy) policy = parse (
      "{" V1 ",\"predicates\":[{\"name\":\"A\",\"argument\":{"
      "\"serviceAffinity\":{\"labels\":[\"zone\"]}}},{\"name\":\"B\"}],"
      "\"predicates\":[{\"name\":\"C\"}],"
      "\"priorities\":[{\"name\":\"P\",\"weight\":2,\"weight\":3},"
      "{\"name\":\"Q\",\"weight\":5,\"weight\":null}],"
      "\"priorities\":[null,{\"name\":null},{\"name\":\"R\"}],"
      "\"extenders\":[{\"urlPrefix\":\"a\",\"urlPrefix\":null,"
      "\"tlsConfig\":{\"serverName\":\"n\"}}],"
      "\"extenders\":[{\"filterVerb\":\"f\",\"tlsConfig\":{\"caFile\":\"c\"}}]"
      "}");

  (void) state;
  assert_int_equal (policy->predicates->len, 1);
  assert_string_equal (predicate (policy, 0)->name, "C");
  assert_true (predicate (policy, 0)->has_argument);
  check_strings (predicate (policy, 0)->service_affinity_labels, "zone");
  assert_int_equal (policy->priorities->len, 3);
  assert_string_equal (priority (policy, 0)->name, "P");
  assert_int_equal (priority (policy, 0)->weight, 3);
  assert_string_equal (priority (policy, 1)->name, "");
  assert_int_equal (priority (policy, 1)->weight, 5);
  assert_string_equal (priority (policy, 2)->name, "R");
  assert_string_equal (extender (policy, 0)->url_prefix, "a");
  assert_string_equal (extender (policy, 0)->filter_verb, "f");
  assert_string_equal (extender (policy, 0)->tls->server_name, "n");
  assert_string_equal (extender (policy, 0)->tls->ca_file, "c");
}

static void
test_repeated_arguments_in_json (void **state)
{
  g_autoptr (FitPolicy) policy = parse (
      "{" V1 ",\"predicates\":["
      "{\"argument\":{\"labelsPresence\":{\"labels\":[\"a\"],\"presence\":true"
      "}},\"argument\":{\"serviceAffinity\":{},\"labelsPresence\":"
      "{\"labels\":[\"b\",\"c\"]}}},"
      "{\"argument\":{\"labelsPresence\":{\"presence\":true}},"
      "\"argument\":null,\"argument\":{\"labelsPresence\":{}}}],"
      "\"priorities\":[{\"argument\":{\"requestedToCapacityRatioArguments\":{"
      "\"shape\":[{\"utilization\":1,\"score\":2},{}],"
      "\"shape\":[{\"score\":3}]}}}],"
      "\"extenders\":[{\"managedResources\":[{\"name\":\"a\"}],"
      "\"managedResources\":[],\"managedResources\":[{}],"
      "\"tlsConfig\":{\"caFile\":\"c\"},\"tlsConfig\":null}]}");
  const FitUtilizationPoint *shape = priority (policy, 0)->ratio.shape.points;
  const FitManagedResource *resource
      = &extender (policy, 0)->managed_resources[0];

  (void) state;
  assert_int_equal (predicate (policy, 0)->members,
                    FIT_PREDICATE_ARGUMENT_SERVICE_AFFINITY
                        | FIT_PREDICATE_ARGUMENT_LABELS_PRESENCE);
  check_strings (predicate (policy, 0)->presence_labels, "b,c");
  assert_true (predicate (policy, 0)->presence);
  assert_false (predicate (policy, 1)->presence);
  assert_int_equal (priority (policy, 0)->ratio.shape.n, 1);
  assert_int_equal (shape[0].utilization, 1);
  assert_int_equal (shape[0].score, 3);
  assert_string_equal (resource->name, "");
  assert_null (extender (policy, 0)->tls);
}

static void
test_repeated_keys_in_yaml (void **state)
{
  g_autoptr (FitPolicy) policy
      = parse ("apiVersion: v1\n"
               "predicates: [{name: A, argument: {serviceAffinity: {}}}]\n"
               "predicates: [{name: C}]\n"
               "extenders: [{urlPrefix: low, URLPREFIX: high}]\n");

  (void) state;
  assert_string_equal (predicate (policy, 0)->name, "C");
  assert_false (predicate (policy, 0)->has_argument);
  assert_string_equal (extender (policy, 0)->url_prefix, "low");
}

static void
test_yaml (void **state)
{
  g_autoptr (FitPolicy) policy = parse ("# a comment\n"
                                        "---\n"
                                        "apiVersion: v1\n"
                                        "kind: Policy\n"
                                        "predicates:\n"
                                        "- name: 'yes'\n"
                                        "priorities:\n"
                                        "- {name: A, weight: 1.0}\n"
                                        "- {name: B, weight: 1e2}\n"
                                        "- {name: C, weight: 0x10}\n"
                                        "- {name: D, weight: 010}\n"
                                        "alwaysCheckAllPredicates: yes\n"
                                        "---\n"
                                        "apiVersion: v1\n"
                                        "predicates: 5\n");

  (void) state;
  assert_string_equal (predicate (policy, 0)->name, "yes");
  assert_int_equal (predicate (policy, 0)->place.line, 6);
  assert_int_equal (priority (policy, 0)->weight, 1);
  assert_int_equal (priority (policy, 1)->weight, 100);
  assert_int_equal (priority (policy, 2)->weight, 16);
  assert_int_equal (priority (policy, 3)->weight, 8);
  assert_true (policy->always_check_all_predicates);
}

static void
test_types_are_strict (void **state)
{
  static const struct
  {
    const char *member;
    const char *message;
  } cases[] = {
    { "\"priorities\":[{\"weight\":\"1\"}]",
      "44: priorities[0].weight: found string \"1\", expected an integer\n"
      "hint: write the number without quotes: 1" },
    { "\"priorities\":[{\"weight\":1.0}]",
      "44: priorities[0].weight: found number 1.0, expected an integer\nhint: write a whole number, without a decimal point or an exponent" },
    { "\"priorities\":[{\"weight\":1e2}]",
      "44: priorities[0].weight: found number 1e2, expected an integer\nhint: write a whole number, without a decimal point or an exponent" },
    { "\"priorities\":[{\"weight\":9223372036854775808}]",
      "44: priorities[0].weight: found number 9223372036854775808, expected "
      "an integer of 64 bits" },
    { "\"priorities\":[{\"weight\":-9223372036854775809}]",
      "44: priorities[0].weight: found number -9223372036854775809, expected "
      "an integer of 64 bits" },
    { "\"priorities\":[{\"weight\":true}]",
      "44: priorities[0].weight: found boolean true, expected an integer" },
    { "\"priorities\":[{\"name\":5}]",
      "42: priorities[0].name: found number 5, expected a string\n"
      "hint: put it in quotes" },
    { "\"priorities\":[{\"name\":[]}]",
      "42: priorities[0].name: found a list, expected a string" },
    { "\"priorities\":{}",
      "33: priorities: found an object, expected a list\nhint: write for "
      "example [{\"name\": \"LeastRequestedPriority\", \"weight\": 1}]" },
    { "\"priorities\":[{\"argument\":\"x\"}]",
      "46: priorities[0].argument: found string \"x\", expected an object\n"
      "hint: write for example {\"labelPreference\": {\"label\": \"ssd\", "
      "\"presence\": true}}" },
    { "\"predicates\":[\"HostName\"]",
      "34: predicates[0]: found string \"HostName\", expected an object\n"
      "hint: write for example {\"name\": \"PodFitsResources\"}" },
    { "\"predicates\":[{\"argument\":{\"serviceAffinity\":[]}}]",
      "65: predicates[0].argument.serviceAffinity: found a list, expected an "
      "object\nhint: write for example {\"labels\": [\"zone\"]}" },
    { "\"predicates\":[{\"argument\":{\"serviceAffinity\":{\"labels\":\"z\"}"
      "}}]",
      "75: predicates[0].argument.serviceAffinity.labels: found string \"z\", "
      "expected a list of strings\nhint: write a list: [\"z\"]" },
    { "\"predicates\":[{\"argument\":{\"serviceAffinity\":{\"labels\":[1]}}}]",
      "76: predicates[0].argument.serviceAffinity.labels[0]: found number 1, "
      "expected a string\nhint: put it in quotes" },
    { "\"alwaysCheckAllPredicates\":\"True\"",
      "47: alwaysCheckAllPredicates: found string \"True\", expected true or "
      "false\nhint: write it in lower case and without quotes" },
    { "\"alwaysCheckAllPredicates\":\"FALSE\"",
      "47: alwaysCheckAllPredicates: found string \"FALSE\", expected true or "
      "false\nhint: write it in lower case and without quotes" },
    { "\"alwaysCheckAllPredicates\":\"yes\"",
      "47: alwaysCheckAllPredicates: found string \"yes\", expected true or "
      "false" },
    { "\"alwaysCheckAllPredicates\":1",
      "47: alwaysCheckAllPredicates: found number 1, expected true or false" },
    { "\"extenders\":[{\"Ignorable\":\"true\"}]",
      "46: extenders[0].Ignorable: found string \"true\", expected true or "
      "false\nhint: write it in lower case and without quotes" },
    { "\"extenders\":[{\"weight\":1.5}]",
      "43: extenders[0].weight: found number 1.5, expected an integer\nhint: write a whole number, without a decimal point or an exponent" },
    { "\"extenders\":[{\"tlsConfig\":true}]",
      "46: extenders[0].tlsConfig: found boolean true, expected an object\n"
      "hint: write for example {\"caFile\": "
      "\"/etc/kubernetes/pki/extender-ca.crt\"}" },
    { "\"extenders\":[{\"tlsConfig\":\"-----BEGIN\"}]",
      "46: extenders[0].tlsConfig: found string \"***\", expected an object\n"
      "hint: write for example {\"caFile\": "
      "\"/etc/kubernetes/pki/extender-ca.crt\"}" },
    { "\"extenders\":[{\"managedResources\":[\"a\"]}]",
      "54: extenders[0].managedResources[0]: found string \"a\", expected an "
      "object\nhint: write for example {\"name\": \"example.com/gpu\"}" },
  };

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{" V1 ",%s}", cases[i].member);
      g_autofree char *message = g_strdup_printf (
          "invalid policy: p: line 1, column %s", cases[i].message);

      refuse (text, message);
    }
}

static void
test_durations (void **state)
{
  static const struct
  {
    const char *timeout;
    const char *hint;
  } cases[] = {
    { "\"5s\"", "write nanoseconds: 5000000000" },
    { "\"1m30s\"", "write nanoseconds: 90000000000" },
    { "\"1.5s\"", "write nanoseconds: 1500000000" },
    { "\"500ms\"", "write nanoseconds: 500000000" },
    { "\"2h\"", "write nanoseconds: 7200000000000" },
    { "\"7\xc2\xb5s\"", "write nanoseconds: 7000" },
    { "\"soon\"", "write nanoseconds: 5000000000 is 5 seconds" },
    { "\"5000000000\"", "write the number without quotes: 5000000000" },
    { "\"99999999999999999999h\"",
      "write nanoseconds: 5000000000 is 5 seconds" },
    { "true", "write nanoseconds: 5000000000 is 5 seconds" },
  };

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "{" V1 ",\"extenders\":[{\"httpTimeout\":%s}]}", cases[i].timeout);
      g_autofree char *hint
          = g_strdup_printf (", expected an integer\nhint: %s", cases[i].hint);

      refuse_like (text, FIT_ERROR_SCHEMA,
                   "invalid policy: p: line 1, column 48: "
                   "extenders[0].httpTimeout: found ",
                   hint);
    }
}

static void
test_base64 (void **state)
{
  static const char *const bad[]
      = { "***", "Zg", "Zg=", "Z===", "Zm9=v", "====", "Zm9v!", "Zm9v=", "=" };
  g_autoptr (FitPolicy) policy = parse (
      "{" V1 ",\"extenders\":[{\"tlsConfig\":{\"caData\":\"Zg==\\r\\n\","
      "\"keyData\":\"Zm8=\",\"certData\":\"+/+/\"}}]}");
  const FitExtenderTLS *tls = extender (policy, 0)->tls;

  (void) state;
  assert_string_equal (tls->ca_data, "Zg==");
  assert_string_equal (tls->key_data, "Zm8=");
  assert_string_equal (tls->cert_data, "+/+/");
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "{" V1 ",\"extenders\":[{\"tlsConfig\":{\"caData\":\"%s\"}}]}",
          bad[i]);

      refuse_like (text, FIT_ERROR_SCHEMA, "invalid policy: p: line 1, ",
                   ", expected a string in base64");
    }
  refuse_like ("{" V1 ",\"extenders\":[{\"tlsConfig\":{\"caData\":"
               "\"-----BEGIN CERTIFICATE-----\"}}]}",
               FIT_ERROR_SCHEMA, "invalid policy: ", "keyFile or caFile");
}

static void
test_yaml_booleans_for_strings (void **state)
{
  (void) state;
  refuse ("apiVersion: v1\npriorities:\n- name: yes\n  weight: 1\n",
          "invalid policy: p: line 3, column 9: priorities[0].name: found "
          "boolean true, expected a string\n"
          "hint: put the text in quotes; without them YAML reads yes, no, on, "
          "off, y, n, true and false as booleans");
}

static void
test_long_values_are_cut (void **state)
{
  g_autofree char *x = g_strnfill (59, 'x');
  g_autofree char *text = g_strdup_printf (
      "{" V1 ",\"alwaysCheckAllPredicates\":\"%s\xc3\xa4tail\"}", x);
  g_autofree char *end
      = g_strdup_printf ("found string \"%s...\", expected true or false", x);

  (void) state;
  refuse_like (text, FIT_ERROR_SCHEMA, "invalid policy: p: ", end);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_nothing_is_defaulted),
    cmocka_unit_test (test_absent_and_empty_lists),
    cmocka_unit_test (test_predicates),
    cmocka_unit_test (test_arguments_are_counted),
    cmocka_unit_test (test_priorities),
    cmocka_unit_test (test_capacity_ratio),
    cmocka_unit_test (test_extender_of_release_1_7),
    cmocka_unit_test (test_extenders_ignore_case),
    cmocka_unit_test (test_case_counts_elsewhere),
    cmocka_unit_test (test_unknown_members_are_ignored),
    cmocka_unit_test (test_scalars),
    cmocka_unit_test (test_internal_names),
    cmocka_unit_test (test_repeated_keys_in_json),
    cmocka_unit_test (test_repeated_arguments_in_json),
    cmocka_unit_test (test_repeated_keys_in_yaml),
    cmocka_unit_test (test_yaml),
    cmocka_unit_test (test_types_are_strict),
    cmocka_unit_test (test_durations),
    cmocka_unit_test (test_base64),
    cmocka_unit_test (test_yaml_booleans_for_strings),
    cmocka_unit_test (test_long_values_are_cut),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

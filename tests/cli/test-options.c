/* The command line and the table it is read by.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/options.h"
#include "cli/verbs.h"
#include "tests/support/cmocka.h"

/* migrate has options of its own by names that other verbs use, too. */
#define ALL_GROUPS                                                     \
  (~(guint) (FIT_GROUP_MIGRATE | FIT_GROUP_REPORT | FIT_GROUP_SNAPSHOT \
             | FIT_GROUP_ASKED))

typedef struct
{
  FitOptions options;
  GPtrArray *operands;
  GError *error;
} Parsed;

static void
parsed_clear (Parsed *parsed)
{
  fit_options_clear (&parsed->options);
  g_ptr_array_unref (parsed->operands);
  g_clear_error (&parsed->error);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parsed, parsed_clear)

/* @line: arguments with single blanks between */
static gboolean
parse (Parsed *parsed, guint groups, const char *line)
{
  g_auto (GStrv) args = g_strsplit (line, " ", -1);
  gboolean done;

  *parsed = (Parsed){ .operands = g_ptr_array_new_with_free_func (g_free) };
  fit_options_init (&parsed->options);
  done = fit_options_parse (&parsed->options, groups, args, parsed->operands,
                            &parsed->error);
  for (guint i = 0; i < parsed->operands->len; i++)
    parsed->operands->pdata[i] = g_strdup (parsed->operands->pdata[i]);
  return done;
}

static void
test_defaults (void **state)
{
  g_auto (Parsed) parsed;

  assert_true (parse (&parsed, ALL_GROUPS, "--help"));
  assert_true (parsed.options.help);
  assert_null (parsed.options.policy);
  assert_null (parsed.options.files);
  assert_int_equal (parsed.options.hard_pod_affinity_symmetric_weight, 1);
  assert_string_equal (parsed.options.scheduler_name, "default-scheduler");
  assert_int_equal (parsed.options.percentage_of_nodes_to_score, 0);
  assert_int_equal (parsed.options.tie_break, FIT_TIE_BREAK_ROUND_ROBIN);
  assert_int_equal (parsed.options.output, FIT_FORMAT_TABLE);
  assert_int_equal (parsed.options.threads, 1);
}

static void
test_given (void **state)
{
  g_auto (Parsed) parsed, policy;

  assert_true (parse (&parsed, ALL_GROUPS, "--threads 1 --alone -o table -h"));
  assert_true (parsed.options.help);
  assert_true (fit_options_given (&parsed.options, "threads"));
  assert_true (fit_options_given (&parsed.options, "alone"));
  assert_true (fit_options_given (&parsed.options, "output"));
  assert_false (fit_options_given (&parsed.options, "seed"));
  assert_false (fit_options_given (&parsed.options, "scheduler-name"));
  assert_true (parse (&policy, FIT_GROUP_RULES, "--policy x"));
  assert_true (fit_options_given (&policy.options, "policy"));
  fit_options_forget (&policy.options, "policy");
  assert_false (fit_options_given (&policy.options, "policy"));
}

static void
test_forms (void **state)
{
  static const char *const lines[] = {
    "-o json", "-ojson", "-o=json", "--output json", "--output=json",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_auto (Parsed) parsed;

      assert_true (parse (&parsed, ALL_GROUPS, lines[i]));
      assert_int_equal (parsed.options.output, FIT_FORMAT_JSON);
      assert_int_equal (parsed.operands->len, 0);
    }
}

static void
test_operands (void **state)
{
  g_auto (Parsed) parsed;

  assert_true (parse (&parsed, ALL_GROUPS, "a -f x b - -f - -- --all -f"));
  assert_int_equal (parsed.operands->len, 5);
  assert_string_equal (parsed.operands->pdata[0], "a");
  assert_string_equal (parsed.operands->pdata[1], "b");
  assert_string_equal (parsed.operands->pdata[2], "-");
  assert_string_equal (parsed.operands->pdata[3], "--all");
  assert_string_equal (parsed.operands->pdata[4], "-f");
  assert_int_equal (g_strv_length (parsed.options.files), 2);
  assert_string_equal (parsed.options.files[0], "x");
  assert_string_equal (parsed.options.files[1], "-");
  assert_false (parsed.options.all);
}

/* "_" stands for "-", but not in a value; an argument may be empty. */
static void
test_underscores (void **state)
{
  g_auto (Parsed) parsed;

  assert_true (parse (&parsed, ALL_GROUPS, "--as_is  --scheduler_name=a_b"));
  assert_true (parsed.options.as_is);
  assert_string_equal (parsed.options.scheduler_name, "a_b");
  assert_int_equal (parsed.operands->len, 1);
  assert_string_equal (parsed.operands->pdata[0], "");
}

static void
test_values (void **state)
{
  g_auto (Parsed) parsed;

  assert_true (parse (&parsed, ALL_GROUPS,
                      "--policy a --policy=b=c --seed 4294967295 --alone "
                      "--as-is --as-is=false --tie-break random --threads 64 "
                      "--feature-gates A=true --feature-gates B=false "
                      "--hard-pod-affinity-symmetric-weight -5"));
  assert_string_equal (parsed.options.policy, "b=c");
  assert_int_equal (parsed.options.seed, G_MAXUINT32);
  assert_true (parsed.options.alone);
  assert_false (parsed.options.as_is);
  assert_int_equal (parsed.options.tie_break, FIT_TIE_BREAK_RANDOM);
  assert_int_equal (parsed.options.threads, 64);
  assert_int_equal (g_strv_length (parsed.options.feature_gates), 2);
  assert_int_equal (parsed.options.hard_pod_affinity_symmetric_weight, -5);
}

static void
test_flags (void **state)
{
  static const char *const yes[]
      = { "true", "True", "TRUE", "t", "T", "1", "raw" };
  static const char *const no[] = { "false", "False", "FALSE", "f", "F", "0" };

  for (guint i = 0; i < G_N_ELEMENTS (yes); i++)
    {
      g_auto (Parsed) parsed;
      g_autofree char *line = g_strconcat ("--version=", yes[i], NULL);

      assert_true (parse (&parsed, ALL_GROUPS, line));
      assert_int_equal (parsed.options.run.version, TRUE);
    }
  for (guint i = 0; i < G_N_ELEMENTS (no); i++)
    {
      g_auto (Parsed) parsed;
      g_autofree char *line = g_strconcat ("--version --version=", no[i], NULL);

      assert_true (parse (&parsed, ALL_GROUPS, line));
      assert_int_equal (parsed.options.run.version, FALSE);
    }
}

static const struct
{
  const char *name;
  gint64 least, most;
} limits[] = {
  { "hard-pod-affinity-symmetric-weight", -2147483648, 2147483647 },
  { "percentage-of-nodes-to-score", 0, 100 },
  { "seed", 0, 4294967295 },
  { "threads", 1, 64 },
  { "kube-api-qps", 0, 1000000 },
  { "kube-api-burst", 1, 1000000 },
  { "secure-port", 0, 65535 },
  { "port", 0, 65535 },
  { "v", -128, 127 },
  { "bind-latency", 0, 3600000 },
  { "max-events", 0, 2147483647 },
  { "replicas", 0, 2147483647 },
};

static gboolean
parse_number (Parsed *parsed, const char *name, gint64 number)
{
  g_autofree char *line
      = g_strdup_printf ("--%s %" G_GINT64_FORMAT, name, number);

  return parse (parsed, ALL_GROUPS, line);
}

static void
test_limits (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      const char *name = limits[i].name;
      g_auto (Parsed) least, most, less, more;
      g_autofree char *message = g_strdup_printf (
          "option --%s: \"%" G_GINT64_FORMAT
          "\" is not a number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
          name, limits[i].most + 1, limits[i].least, limits[i].most);

      assert_true (parse_number (&least, name, limits[i].least));
      assert_true (parse_number (&most, name, limits[i].most));
      assert_false (parse_number (&less, name, limits[i].least - 1));
      assert_false (parse_number (&more, name, limits[i].most + 1));
      assert_string_equal (more.error->message, message);
    }
}

/* Values that are no whole numbers. */
static void
test_amounts (void **state)
{
  g_auto (Parsed) parsed, zero;

  assert_true (
      parse (&parsed, ALL_GROUPS, "--kube-api-qps 2.5 --shutdown-grace 1m30s"));
  assert_true (parsed.options.run.kube_api_qps == 2.5);
  assert_int_equal (parsed.options.run.shutdown_grace, 90000000000);
  assert_true (parse (&zero, ALL_GROUPS, "--shutdown-grace 0s"));
  assert_int_equal (zero.options.run.shutdown_grace, 0);
}

static const struct
{
  const char *line;
  const char *message;
} refused[] = {
  { "--polcy x", "unknown option --polcy; did you mean --policy?" },
  { "--outptu=json", "unknown option --outptu; did you mean --output?" },
  { "--xeed 1", "unknown option --xeed; did you mean --seed?" },
  { "--seex 1", "unknown option --seex; did you mean --seed?" },
  { "--zzzzzz", "unknown option --zzzzzz" },
  { "-z", "unknown option -z" },
  { "-hx", "unknown option -hx" },
  { "--policy", "option --policy needs a value: --policy FILE" },
  { "--policy --all", "option --policy needs a value: --policy FILE" },
  { "-f", "option -f needs a value: -f CLUSTER" },
  { "--seed 4294967296",
    "option --seed: \"4294967296\" is not a number from 0 to 4294967295" },
  { "--seed 1x", "option --seed: \"1x\" is not a number from 0 to 4294967295" },
  { "--seed=", "option --seed: \"\" is not a number from 0 to 4294967295" },
  { "--threads 65", "option --threads: \"65\" is not a number from 1 to 64" },
  { "--tie-break first",
    "option --tie-break: \"first\" is not one of round-robin, random" },
  { "--all=yes", "option --all: \"yes\" is not true or false" },
  { "--version=yes", "option --version: \"yes\" is not true, false or raw" },
  { "--shutdown-grace -1s", "option --shutdown-grace: \"-1s\" is not a "
                            "duration like \"100ms\" or \"1m30s\"" },
  { "--shutdown-grace 1", "option --shutdown-grace: \"1\" is not a duration "
                          "like \"100ms\" or \"1m30s\"" },
  { "--kube-api-qps=",
    "option --kube-api-qps: \"\" is not a number from 0 to 1000000" },
  { "--kube-api-qps 1x",
    "option --kube-api-qps: \"1x\" is not a number from 0 to 1000000" },
  { "-policy", "unknown option -policy" },
  { "-zoo=x", "unknown option -zoo" },
  { "--zzzzzz=x", "unknown option --zzzzzz" },
};

static void
test_refused (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_auto (Parsed) parsed;

      assert_false (parse (&parsed, ALL_GROUPS, refused[i].line));
      assert_true (g_error_matches (parsed.error, FIT_ERROR, FIT_ERROR_USAGE));
      assert_string_equal (parsed.error->message, refused[i].message);
    }
}

/* The same option may be about something else for another verb. */
static void
test_shared_names (void **state)
{
  g_auto (Parsed) other, migrate;

  assert_true (parse (&other, FIT_GROUP_OUTPUT, "-o json --output yaml"));
  assert_int_equal (other.options.output, FIT_FORMAT_YAML);
  assert_true (parse (&migrate, FIT_GROUP_MIGRATE | FIT_GROUP_REPORT,
                      "--write yaml -o markdown --scheduler-name mine"));
  assert_int_equal (migrate.options.output, FIT_FORMAT_TABLE);
  assert_string_equal (migrate.options.write_file, "yaml");
  assert_int_equal (migrate.options.migrate_format, FIT_MIGRATE_MARKDOWN);
  assert_int_equal (migrate.options.report_format, FIT_REPORT_AUTO);
  assert_string_equal (migrate.options.profile_name, "mine");
  assert_string_equal (migrate.options.scheduler_name, "default-scheduler");
}

/* -o and --output are one option, a format, wherever they exist. */
static void
test_output_is_a_format (void **state)
{
  FIT_EACH_OPTION (info, FIT_ALL_GROUPS)
    {
      assert_int_equal (info->letter == 'o',
                        strcmp (info->name, "output") == 0);
      if (info->letter == 'o')
        {
          assert_string_equal (info->value, "FORMAT");
          assert_int_equal (info->type, FIT_OPTION_CHOICE);
        }
    }
  for (const FitVerb *verb = fit_verbs; verb->name != NULL; verb++)
    {
      g_auto (Parsed) parsed;

      if (parse (&parsed, verb->groups, "--output new.yaml"))
        fail_msg ("%s takes a file for a format", verb->name);
    }
}

/* An error names the option as it was written, and where files go. */
static void
test_written (void **state)
{
  g_auto (Parsed) letter, joined, name, file, plain, missing, renamed;

  assert_false (parse (&letter, FIT_GROUP_OUTPUT, "-o x"));
  assert_string_equal (letter.error->message,
                       "option -o: \"x\" is not one of table, wide, json, "
                       "yaml, name, html");
  assert_false (parse (&joined, FIT_GROUP_LOGS, "-vx"));
  assert_true (g_str_has_prefix (joined.error->message, "option -v: \"x\""));
  assert_false (parse (&name, FIT_GROUP_SEARCH, "--tie_break=x"));
  assert_true (g_str_has_prefix (name.error->message, "option --tie_break: "));
  assert_false (parse (&missing, FIT_GROUP_CLUSTER, "-f"));
  assert_string_equal (missing.error->message,
                       "option -f needs a value: -f CLUSTER");
  assert_false (parse (&file, FIT_GROUP_REPORT, "-o new.yaml"));
  assert_string_equal (file.error->message,
                       "option -o: \"new.yaml\" is not one of yaml, json, "
                       "text, markdown, html\n"
                       "hint: to write to this file: --write new.yaml");
  assert_false (parse (&plain, FIT_GROUP_OUTPUT, "--output new.yaml"));
  assert_null (strstr (plain.error->message, "--write"));
  assert_false (parse (&renamed, FIT_GROUP_SNAPSHOT, "--format yaml"));
  assert_string_equal (renamed.error->message,
                       "unknown option --format; did you mean --output?");
}

static void
test_groups (void **state)
{
  g_auto (Parsed) parsed;

  assert_false (parse (&parsed, FIT_GROUP_OUTPUT, "--all"));
  assert_string_equal (parsed.error->message, "unknown option --all");
}

/* Options that end as what is given, but only those of the verb. */
static void
test_longer (void **state)
{
  g_auto (Parsed) two, one, short_, letter, similar;

  assert_false (parse (&two, FIT_GROUP_COMPARE, "--policy x"));
  assert_string_equal (two.error->message,
                       "unknown option --policy; did you mean --left-policy "
                       "or --right-policy?");
  assert_false (parse (&one, FIT_GROUP_SERVING, "--kubeconfig"));
  assert_string_equal (one.error->message,
                       "unknown option --kubeconfig; did you mean "
                       "--authentication-kubeconfig or "
                       "--authorization-kubeconfig?");
  assert_false (parse (&short_, FIT_GROUP_COMPARE, "-policy"));
  assert_string_equal (short_.error->message, "unknown option -policy");
  assert_false (parse (&letter, FIT_GROUP_COMPARE, "-f x"));
  assert_string_equal (letter.error->message, "unknown option -f");
  assert_false (parse (&similar, FIT_GROUP_RULES, "--polcy x"));
  assert_string_equal (similar.error->message,
                       "unknown option --polcy; did you mean --policy?");
}

static void
test_forget (void **state)
{
  g_auto (Parsed) parsed;

  assert_true (parse (&parsed, ALL_GROUPS, "--seed 7 --alone"));
  fit_options_forget (&parsed.options, "seed");
  assert_false (fit_options_given (&parsed.options, "seed"));
  assert_int_equal (parsed.options.seed, 7);
  assert_true (fit_options_given (&parsed.options, "alone"));
}

static void
test_unknown_plugins (void **state)
{
  g_auto (Parsed) silent, given;
  gboolean only_out_of_tree;

  assert_true (parse (&silent, ALL_GROUPS, ""));
  assert_int_equal (fit_options_unknown_plugins (&silent.options,
                                                 FIT_UNKNOWN_PLUGINS_KEEP,
                                                 &only_out_of_tree),
                    FIT_UNKNOWN_PLUGINS_KEEP);
  assert_true (only_out_of_tree);
  assert_true (parse (&given, FIT_GROUP_RULES, "--unknown-plugins error"));
  assert_int_equal (fit_options_unknown_plugins (&given.options,
                                                 FIT_UNKNOWN_PLUGINS_KEEP,
                                                 &only_out_of_tree),
                    FIT_UNKNOWN_PLUGINS_ERROR);
  assert_false (only_out_of_tree);
}

/* Every option is in one group that has a title, and every verb can tell its
 * options apart. */
/* No two options of a verb have the same name, letter or field. */
static void
assert_verb_is_unambiguous (const FitVerb *verb)
{
  FIT_EACH_OPTION (one, verb->groups)
    FIT_EACH_OPTION (other, verb->groups)
      if (other < one)
        {
          assert_string_not_equal (one->name, other->name);
          assert_true (one->letter == 0 || one->letter != other->letter);
          assert_true (one->offset != other->offset
                       || (one->type == FIT_OPTION_NAMED
                           && other->type == FIT_OPTION_NAMED)
                       || g_str_has_prefix (one->help, "accepted"));
        }
}

static void
test_table (void **state)
{
  FIT_EACH_OPTION (info, FIT_ALL_GROUPS)
    {
      assert_int_equal (__builtin_popcountll (info->group), 1);
      assert_non_null (fit_option_group_title (info->group));
      assert_true (info->letter == 0 || g_ascii_isalpha (info->letter));
      assert_int_equal (info->value != NULL, info->type != FIT_OPTION_FLAG);
      assert_true (info->words != NULL || info->type != FIT_OPTION_CHOICE);
      assert_true (info->words == NULL || info->type == FIT_OPTION_CHOICE
                   || info->type == FIT_OPTION_STRING
                   || info->type == FIT_OPTION_FLAG);
      /* Nobody reads an option's help after that of the option above it. */
      assert_false (g_str_has_prefix (info->help, "the same"));
    }
  for (const FitVerb *verb = fit_verbs; verb->name != NULL; verb++)
    {
      assert_verb_is_unambiguous (verb);
      assert_true (verb->groups & FIT_GROUP_GENERAL);
      assert_non_null (verb->run);
      assert_non_null (verb->examples[0].command);
    }
}

/* What --help calls the values are the values that can be written. */
static void
test_brief_words (void **state)
{
  guint n_found = 0;

  FIT_EACH_OPTION (info, FIT_ALL_GROUPS)
    if (strcmp (info->name, "extenders") == 0
        || strcmp (info->name, "output") == 0)
      for (guint j = 0; info->words != NULL && info->words[j] != NULL;
           j++, n_found++)
        assert_non_null (strstr (info->brief, info->words[j]));
  assert_int_not_equal (n_found, 0);
}

static void
test_help (void **state)
{
  const FitOptionInfo *info = fit_option_after (NULL, FIT_GROUP_OUTPUT);
  g_autofree char *synopsis = fit_option_synopsis (info);
  g_autofree char *help = fit_option_help (info);

  assert_string_equal (synopsis, "-o, --output FORMAT");
  assert_string_equal (help, "how to print the result: table, wide, "
                             "json, yaml, name, html (default: "
                             "table)");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_defaults),
    cmocka_unit_test (test_given),
    cmocka_unit_test (test_forms),
    cmocka_unit_test (test_operands),
    cmocka_unit_test (test_values),
    cmocka_unit_test (test_refused),
    cmocka_unit_test (test_groups),
    cmocka_unit_test (test_output_is_a_format),
    cmocka_unit_test (test_written),
    cmocka_unit_test (test_shared_names),
    cmocka_unit_test (test_table),
    cmocka_unit_test (test_help),
    cmocka_unit_test (test_brief_words),
    cmocka_unit_test (test_underscores),
    cmocka_unit_test (test_flags),
    cmocka_unit_test (test_limits),
    cmocka_unit_test (test_amounts),
    cmocka_unit_test (test_longer),
    cmocka_unit_test (test_forget),
    cmocka_unit_test (test_unknown_plugins),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}

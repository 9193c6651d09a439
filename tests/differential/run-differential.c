/* run-differential.c - compares what this library says to random cases with another program, or with itself
 *
 * With --oracle COMMAND each case is given to COMMAND on standard input, which
 * prints what it expects.  Without, the library answers in a second way of its
 * own: rules as plugins, and pods one by one, each in a cluster that was built
 * for it.  --digests compares nothing: it sums up the answers, to compare them
 * with those of another day.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/conformance/conformance.h"
#include "tests/differential/random-case.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#define ATTEMPTS 100
#define CASES_PER_DIGEST 50
#define DIGEST_LETTERS 12
#define NO_ANSWER 77
#define CHECK_COLUMNS "FITSCHED_CHECK_COLUMNS"

typedef struct
{
  const char *oracle;  /* (nullable) */
  const char *release; /* (nullable): that of all cases with a configuration */
  const char *write;   /* (nullable): a directory for the cases */
  const char *files;   /* (nullable): a directory for rules and clusters */
  guint seed;
  guint count;
  gboolean digests;  /* sum up the answers instead of comparing them */
  GChecksum *digest; /* (nullable): of the answers so far */
} Options;

typedef struct
{
  guint compared;
  guint differ;
  guint unanswered;
} Tally;

/* -- what the library says ------------------------------------------------- */

static const char *
kind_of (json_object *json)
{
  return json_object_get_string (json_object_object_get (json, "kind"));
}

static gboolean
is_configuration (json_object *json)
{
  return g_strcmp0 (kind_of (json), "config") == 0;
}

/* What becomes of a configuration, without the question; @why: (nullable): it
 * is refused.  Returns: (transfer full) */
static json_object *
only_verdict (json_object *answer, const char *why)
{
  json_object *verdict = json_object_new_object ();

  json_object_object_add (
      verdict, "ok", json_object_get (json_object_object_get (answer, "ok")));
  json_object_object_add (
      verdict, "profiles",
      json_object_get (json_object_object_get (answer, "profiles")));
  json_object_object_add (verdict, "error",
                          why != NULL ? json_object_new_string (why) : NULL);
  json_object_put (answer);
  return verdict;
}

/* Returns: (transfer full); @problem is set when the case cannot be used */
static json_object *
ask_library (json_object *json, char **problem)
{
  const char *text
      = json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN);
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) error = NULL;
  const ConformanceCase c = {
    .path = "case",
    .json = json,
    .arena = arena,
    .value = fit_json_parse (arena, text, strlen (text), NULL, NULL, &error),
    .problem = problem,
    .release
    = json_object_get_string (json_object_object_get (json, "kubernetes")),
  };
  json_object *answer;

  if (c.value == NULL)
    {
      *problem = g_strdup (error->message);
      return NULL;
    }
  answer = conformance_run (&c, kind_of (json));
  if (is_configuration (json) && !json_object_object_get_ex (json, "ok", NULL))
    {
      /* To refuse it is an answer. */
      answer = only_verdict (answer, *problem);
      g_clear_pointer (problem, g_free);
    }
  return answer;
}

/* Rules that are refused are cases of the kind "policy". */
static gboolean
is_refused (json_object *answer)
{
  return json_object_is_type (answer, json_type_array)
         && json_object_is_type (json_object_array_get_idx (answer, 0),
                                 json_type_string);
}

/* -- the second way -------------------------------------------------------- */

/* The node of a pod that fits depends on how many came before. */
static void
drop_turn (json_object *answer)
{
  for (gsize i = 0; i < json_object_array_length (answer); i++)
    {
      json_object *entry = json_object_array_get_idx (answer, i);

      if (json_object_object_get (entry, "scheduledOn") != NULL)
        json_object_object_add (entry, "scheduledOn",
                                json_object_new_boolean (TRUE));
    }
}

/* Each pod by itself.  Returns: (transfer full) */
static json_object *
ask_one_by_one (json_object *json, char **problem)
{
  json_object *pending = json_object_object_get (json, "pending");
  json_object *all = json_object_new_array ();

  for (gsize i = 0; i < json_object_array_length (pending); i++)
    {
      json_object *alone = NULL, *asking = json_object_new_array (), *answer;

      json_object_deep_copy (json, &alone, NULL);
      json_object_array_add (
          asking, json_object_get (json_object_array_get_idx (pending, i)));
      json_object_object_add (alone, "pending", asking);
      answer = ask_library (alone, problem);
      json_object_array_add (
          all, json_object_get (json_object_array_get_idx (answer, 0)));
      json_object_put (answer);
      json_object_put (alone);
    }
  return all;
}

/* What a sequence says last, if its rules decide otherwise as plugins.
 * Returns: (nullable) */
static const char *
last_words (json_object *answer)
{
  const gsize n = json_object_is_type (answer, json_type_array)
                      ? json_object_array_length (answer)
                      : 0;
  json_object *last = n > 0 ? json_object_array_get_idx (answer, n - 1) : NULL;

  return json_object_is_type (last, json_type_string)
             ? json_object_get_string (last)
             : NULL;
}

/* With the gate BalanceAttachedNodeVolumes, an alpha one, a score counts the
 * volumes of the pod before, as in v1.16. */
static gboolean
counts_pod_before (json_object *json)
{
  json_object *gates = json_object_object_get (
      json_object_object_get (json, "config"), "featureGates");

  return json_object_object_get (gates, "BalanceAttachedNodeVolumes") != NULL
         || json_object_object_get (gates, "AllAlpha") != NULL;
}

/* Each search is made twice, in the columns of classes of pods and without
 * them.  Returns: (transfer full) */
static json_object *
ask_twice (json_object *json, char **problem)
{
  json_object *answer;

  g_setenv (CHECK_COLUMNS, "1", TRUE);
  answer = ask_library (json, problem);
  g_unsetenv (CHECK_COLUMNS);
  return answer;
}

/* Sequences and events of v1.16 have compared themselves with plugins.
 * Returns: (transfer full) (nullable) */
static char *
compare_with_itself (json_object *json, json_object *answer)
{
  static const char *const independent[]
      = { "evaluate", "profile", "preempt", NULL };
  g_autofree char *problem = NULL;
  json_object *other;
  char *difference;

  if (json_object_object_get_ex (json, "kubernetes", NULL)
      && !is_configuration (json)
      && !g_strv_contains (independent, kind_of (json))
      && !g_str_equal (kind_of (json), "queue-event"))
    {
      other = ask_twice (json, &problem);
      difference = first_difference (other, answer, "with columns checked");
      json_object_put (other);
      return difference;
    }
  if (!g_strv_contains (independent, kind_of (json))
      || counts_pod_before (json))
    return g_strdup (last_words (answer));
  other = ask_one_by_one (json, &problem);
  drop_turn (answer);
  drop_turn (other);
  difference = first_difference (other, answer, "one by one");
  json_object_put (other);
  return difference;
}

/* -- the oracle ------------------------------------------------------------ */

/* Returns: (transfer full) (nullable): NULL: it gives no answer, or @problem */
static json_object *
ask_oracle (const char *command, const char *path, char **problem)
{
  const char *argv[]
      = { "sh", "-c", "exec sh -c \"$2\" <\"$1\"", "sh", path, command, NULL };
  g_autofree char *out = NULL;
  g_autoptr (GError) error = NULL;
  json_object *answer;
  int status = 0;

  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL,
                     NULL, &out, NULL, &status, &error))
    {
      *problem = g_strdup (error->message);
      return NULL;
    }
  if (WIFEXITED (status) && WEXITSTATUS (status) == NO_ANSWER)
    return NULL;
  answer = status == 0 ? json_tokener_parse (out) : NULL;
  if (answer == NULL)
    *problem = g_strdup_printf ("the oracle %s",
                                status == 0 ? "did not print JSON" : "failed");
  return answer;
}

/* Verdicts about configurations are compared as conformance cases are: the words
 * of a refusal may differ, and the names of arguments.
 * Returns: (transfer full) (nullable) */
static char *
compare_verdicts (json_object *json, json_object *expected)
{
  json_object *whole = NULL, *answer;
  char *problem = NULL, *difference;

  json_object_deep_copy (json, &whole, NULL);
  json_object_object_foreach (expected, key, value)
  {
    json_object_object_add (whole, key, json_object_get (value));
  }
  if (!json_object_object_get_ex (whole, "profiles", NULL))
    json_object_object_add (whole, "profiles", NULL);
  answer = ask_library (whole, &problem);
  difference = problem != NULL ? problem
                               : first_difference (whole, answer, "expected");
  json_object_put (answer);
  json_object_put (whole);
  return difference;
}

/* Returns: (transfer full) (nullable): the difference; @answered: unless there
 * is nothing to compare */
static char *
compare_with_oracle (const char *command, const char *path, json_object *json,
                     json_object *answer, gboolean *answered)
{
  char *difference = NULL;
  json_object *expected = ask_oracle (command, path, &difference);

  *answered = expected != NULL || difference != NULL;
  if (expected != NULL)
    difference = is_configuration (json)
                     ? compare_verdicts (json, expected)
                     : first_difference (expected, answer, "expected");
  json_object_put (expected);
  return difference;
}

/* -- files ----------------------------------------------------------------- */

/* Writes a value as NAME-PART.json.  @value: (nullable): nothing to write.
 * Returns: FALSE if that fails */
static gboolean
write_part (const char *directory, const char *name, const char *part,
            json_object *value)
{
  g_autofree char *file = g_strdup_printf ("%s-%s.json", name, part);
  g_autofree char *path = g_build_filename (directory, file, NULL);

  return value == NULL
         || json_object_to_file_ext (path, value, JSON_C_TO_STRING_PRETTY) == 0;
}

/* Returns: (transfer full) (nullable): the Policy or configuration of a case */
static json_object *
rules_of (json_object *json)
{
  json_object *config = json_object_object_get (json, "config");
  json_object *text = is_configuration (json)
                          ? json_object_object_get (json, "text")
                          : json_object_object_get (config, "policyText");
  json_object *rules = json_object_object_get (config, "policy");

  if (text != NULL)
    return json_tokener_parse (json_object_get_string (text));
  return json_object_get (
      rules != NULL ? rules : json_object_object_get (config, "configuration"));
}

/* The pending pods become a part of the cluster.  Returns: FALSE if it cannot be
 * written */
static gboolean
write_files (const char *directory, const char *name, json_object *json)
{
  json_object *rules = rules_of (json), *cluster = NULL;
  json_object *objects = json_object_object_get (json, "objects");
  json_object *pending = json_object_object_get (json, "pending");
  gboolean written;

  if (json_object_is_type (objects, json_type_object))
    json_object_deep_copy (objects, &cluster, NULL);
  for (gsize i = 0; cluster != NULL && i < json_object_array_length (pending);
       i++)
    json_object_array_add (
        json_object_object_get (cluster, "items"),
        json_object_get (json_object_array_get_idx (pending, i)));
  written = write_part (directory, name, "rules", rules)
            && write_part (directory, name, "cluster", cluster);
  json_object_put (rules);
  json_object_put (cluster);
  return written;
}

/* -- one case -------------------------------------------------------------- */

static void
compare (const Options *options, json_object *json, json_object *answer,
         Tally *tally)
{
  const char *name
      = json_object_get_string (json_object_object_get (json, "name"));
  g_autofree char *file = g_strconcat (name, ".json", NULL);
  g_autofree char *path = g_build_filename (
      options->write != NULL ? options->write : g_get_tmp_dir (), file, NULL);
  g_autofree char *difference = NULL;
  gboolean answered = TRUE;

  if ((options->oracle != NULL || options->write != NULL)
      && json_object_to_file_ext (path, json, JSON_C_TO_STRING_PRETTY) != 0)
    difference = g_strdup_printf ("cannot write %s", path);
  else if (options->files != NULL && !write_files (options->files, name, json))
    difference = g_strdup_printf ("cannot write into %s", options->files);
  else if (options->oracle != NULL)
    difference
        = compare_with_oracle (options->oracle, path, json, answer, &answered);
  else
    difference = compare_with_itself (json, answer);
  if (options->oracle != NULL && options->write == NULL)
    (void) remove (path);
  tally->compared += answered;
  tally->unanswered += !answered;
  tally->differ += difference != NULL;
  if (difference != NULL)
    g_print ("DIFFERS %s: %s\n", name, difference);
}

static void
run_case (const Options *options, const char *kind, guint32 seed, Tally *tally)
{
  for (guint attempt = 0; attempt < ATTEMPTS; attempt++)
    {
      json_object *json
          = random_case_new (kind, options->release, seed, attempt);
      g_autofree char *problem = NULL;
      json_object *answer = ask_library (json, &problem);
      const gboolean usable
          = !is_refused (answer)
            && (problem == NULL || g_str_has_prefix (problem, "as plugins"));

      if (usable && options->digest != NULL)
        g_checksum_update (options->digest,
                           (const guchar *) json_object_to_json_string_ext (
                               answer, JSON_C_TO_STRING_PLAIN),
                           -1);
      else if (usable && problem != NULL && options->oracle == NULL)
        {
          g_print ("DIFFERS %s-%u: %s\n", kind, seed, problem);
          tally->compared++;
          tally->differ++;
        }
      else if (usable)
        compare (options, json, answer, tally);
      json_object_put (answer);
      json_object_put (json);
      if (usable)
        return;
    }
}

/* Prints a digest of each CASES_PER_DIGEST answers. */
static void
print_digests (const Options *options, const char *kind)
{
  for (guint i = 0; i < options->count; i += CASES_PER_DIGEST)
    {
      const guint n = MIN (options->count - i, CASES_PER_DIGEST);
      g_autoptr (GChecksum) digest = g_checksum_new (G_CHECKSUM_SHA256);
      Options how = *options;
      Tally tally = { 0 };

      how.digest = digest;
      for (guint k = i; k < i + n; k++)
        run_case (&how, kind, options->seed + k, &tally);
      g_print ("%s %u-%u %.*s\n", kind, options->seed + i,
               options->seed + i + n - 1, DIGEST_LETTERS,
               g_checksum_get_string (digest));
    }
}

/* -- answering ------------------------------------------------------------- */

/* The other side of --oracle.  Returns: the exit status */
static int
answer_input (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *problem = NULL;
  char buffer[4096];
  size_t n;
  json_object *json, *answer;

  while ((n = fread (buffer, 1, sizeof buffer, stdin)) > 0)
    g_string_append_len (text, buffer, (gssize) n);
  json = json_tokener_parse (text->str);
  answer = json_object_is_type (json, json_type_object)
               ? ask_library (json, &problem)
               : NULL;
  if (answer != NULL && problem == NULL)
    g_print ("%s\n",
             json_object_to_json_string_ext (answer, JSON_C_TO_STRING_PLAIN));
  else
    g_printerr ("run-differential: %s\n",
                problem != NULL ? problem : "standard input is no case");
  json_object_put (json);
  json_object_put (answer);
  return answer != NULL && problem == NULL ? 0 : 3;
}

/* -- options --------------------------------------------------------------- */

static const char help[]
    = "usage: ./dev differential [--oracle COMMAND] [--write DIRECTORY] "
      "[--files DIRECTORY]\n"
      "                          [--release VERSION] [--seed N] [--count N] "
      "[KIND...]\n"
      "       ./dev differential --digests [--release VERSION] [--seed N] "
      "[--count N]\n"
      "                          [KIND...]\n"
      "       ./dev differential --answer\n"
      "\n"
      "Makes random cases as tests/conformance has them, and compares what "
      "fitsched\n"
      "says to them with what another program says.\n"
      "\n"
      "  KIND               evaluate, sequence, preempt, policy, profile, "
      "events,\n"
      "                     queue-event, config, profile-sequence or "
      "profile-events\n"
      "                     (sequence and events under a configuration); "
      "without any,\n"
      "                     all of them\n"
      "  --oracle COMMAND   a shell command: gets a case on standard input, "
      "prints\n"
      "                     the value of its member \"expected\"; exits with 77 "
      "if it\n"
      "                     has no answer\n"
      "  --write DIRECTORY  keep the cases there, as KIND-SEED.json\n"
      "  --files DIRECTORY  keep its rules and its cluster there, as "
      "KIND-SEED-rules.json\n"
      "                     and KIND-SEED-cluster.json, for the command "
      "fitsched\n"
      "  --release VERSION  (v1.36.3) the release of all cases with a "
      "configuration;\n"
      "                     they have the fields that the newest releases add\n"
      "  --seed N           the seed of the first case of each kind (1)\n"
      "  --count N          how many cases of each kind (200)\n"
      "  --digests          do not compare: print a digest of each 50 answers\n"
      "  --answer           read one case, print what fitsched says: so an "
      "older\n"
      "                     fitsched can be the oracle\n"
      "  --help             this text\n"
      "\n"
      "Without --oracle, fitsched answers in a second way: a Policy as plugins "
      "(sequence,\n"
      "events), each pod in a cluster built for it alone (evaluate, preempt, "
      "profile),\n"
      "with and without what it knows of classes of pods (profile-sequence,\n"
      "profile-events).\n"
      "\n"
      "Exit status: 0 all are equal, 1 some differ or none was compared, 2 "
      "wrong usage.\n"
      "\n"
      "Examples:\n"
      "  ./dev differential --count 1000 --seed 5000 sequence\n"
      "  ./dev differential --oracle './scheduler-1.16 --case' evaluate "
      "preempt\n";

static int
usage (const char *problem)
{
  g_printerr ("dev: differential: %s; see ./dev differential --help\n",
              problem);
  return 2;
}

static gboolean
parse_number (const char *text, guint *number)
{
  guint64 value;

  if (text == NULL
      || !g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT32, &value, NULL))
    return FALSE;
  *number = (guint) value;
  return TRUE;
}

/* Returns: (nullable): what is wrong; the kinds are left from *@first on */
static const char *
parse_options (int argc, char **argv, Options *options, int *first)
{
  int i = 1;

  while (i < argc && g_str_has_prefix (argv[i], "--"))
    {
      const char *value = i + 1 < argc ? argv[i + 1] : NULL;

      if (strcmp (argv[i], "--digests") == 0)
        {
          options->digests = TRUE;
          i++;
          continue;
        }
      if (strcmp (argv[i], "--oracle") == 0 && value != NULL)
        options->oracle = value;
      else if (strcmp (argv[i], "--release") == 0 && value != NULL)
        options->release = value;
      else if (strcmp (argv[i], "--write") == 0 && value != NULL)
        options->write = value;
      else if (strcmp (argv[i], "--files") == 0 && value != NULL)
        options->files = value;
      else if (!(strcmp (argv[i], "--seed") == 0
                 && parse_number (value, &options->seed))
               && !(strcmp (argv[i], "--count") == 0
                    && parse_number (value, &options->count)))
        return "unknown option, or one without a good value";
      i += 2;
    }
  *first = i;
  for (; i < argc; i++)
    if (!g_strv_contains (random_case_kinds (), argv[i]))
      return "unknown kind of cases";
  return NULL;
}

int
main (int argc, char **argv)
{
  Options options = { .seed = 1, .count = 200 };
  Tally tally = { 0 };
  int first = 1;
  const char *problem, *const *kinds;

  if (argc == 2 && strcmp (argv[1], "--help") == 0)
    {
      g_print ("%s", help);
      return 0;
    }
  if (argc == 2 && strcmp (argv[1], "--answer") == 0)
    return answer_input ();
  problem = parse_options (argc, argv, &options, &first);
  if (problem != NULL)
    return usage (problem);
  kinds = first < argc ? (const char *const *) argv + first
                       : random_case_kinds ();
  for (; *kinds != NULL; kinds++)
    if (options.digests)
      print_digests (&options, *kinds);
    else
      for (guint i = 0; i < options.count; i++)
        run_case (&options, *kinds, options.seed + i, &tally);
  if (options.digests)
    return 0;
  g_print ("%u compared, %u differ, %u without an answer\n", tally.compared,
           tally.differ, tally.unanswered);
  return tally.differ > 0 || tally.compared == 0 ? 1 : 0;
}

#include "cli/input-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/value.h"
#include "config/config-version.h"

#define COPY_BYTES 65536

/* --- directories ---------------------------------------------------------- */

static gint
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
is_manifest_name (const char *name)
{
  return g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".yaml")
         || g_str_has_suffix (name, ".yml");
}

static gboolean
expand_directory (GPtrArray *out, const char *path, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (is_manifest_name (name))
      g_ptr_array_add (found, g_build_filename (path, name, NULL));
  g_ptr_array_sort (found, compare_paths);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (out, found->pdata[i]);
  if (found->len > 0)
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
               "no .json, .yaml or .yml file in directory \"%s\"", path);
  return FALSE;
}

GPtrArray *
fit_input_expand (const GPtrArray *paths, GError **error)
{
  g_autoptr (GPtrArray) out = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < paths->len; i++)
    {
      const char *path = paths->pdata[i];

      if (!g_file_test (path, G_FILE_TEST_IS_DIR))
        g_ptr_array_add (out, g_strdup (path));
      else if (!expand_directory (out, path, error))
        return NULL;
    }
  return g_steal_pointer (&out);
}

/* --- standard input ------------------------------------------------------- */

static gboolean
fail (const char *what, const char *path, GError **error)
{
  int code = errno;

  g_set_error (error, FIT_ERROR, FIT_ERROR_IO, "cannot %s \"%s\": %s", what,
               path, g_strerror (code));
  return FALSE;
}

static gboolean
copy_stdin (FILE *spool)
{
  g_autofree char *buffer = g_malloc (COPY_BYTES);
  const gsize limit = fit_limits_default ()->document_bytes;
  gsize total = 0;
  gssize n;

  while ((n = read (STDIN_FILENO, buffer, COPY_BYTES)) != 0)
    {
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0 || fwrite (buffer, 1, (gsize) n, spool) != (gsize) n)
        return FALSE;
      total += (gsize) n;
      if (total > limit)
        {
          errno = EFBIG;
          return FALSE;
        }
    }
  return fflush (spool) == 0;
}

/* A pipe can be read only once, so a file without a name takes its place. */
gboolean
fit_input_rewind_stdin (GError **error)
{
  FILE *spool;
  gboolean done;

  if (lseek (STDIN_FILENO, 0, SEEK_SET) == 0)
    return TRUE;
  spool = tmpfile ();
  if (spool == NULL)
    return fail ("read", "stdin", error);
  done = copy_stdin (spool) && dup2 (fileno (spool), STDIN_FILENO) >= 0
         && lseek (STDIN_FILENO, 0, SEEK_SET) == 0;
  if (!done)
    fail ("read", "stdin", error);
  fclose (spool);
  return done;
}

static gboolean
read_all (int fd, GByteArray *out)
{
  g_autofree guint8 *buffer = g_malloc (COPY_BYTES);
  const gsize limit = fit_limits_default ()->document_bytes;
  gssize n;

  while ((n = read (fd, buffer, COPY_BYTES)) != 0)
    {
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;
      if (out->len + (gsize) n > limit)
        {
          errno = EFBIG;
          return FALSE;
        }
      g_byte_array_append (out, buffer, (guint) n);
    }
  return TRUE;
}

GBytes *
fit_input_read (const char *path, GError **error)
{
  const gboolean is_stdin = strcmp (path, "-") == 0;
  const int fd = is_stdin ? STDIN_FILENO : open (path, O_RDONLY | O_CLOEXEC);
  g_autoptr (GByteArray) out = g_byte_array_new ();
  gboolean done;

  if (fd < 0)
    {
      fail ("open", path, error);
      return NULL;
    }
  done = read_all (fd, out) || fail ("read", is_stdin ? "stdin" : path, error);
  if (!is_stdin)
    close (fd);
  return done ? g_byte_array_free_to_bytes (g_steal_pointer (&out)) : NULL;
}

/* --- the first object ----------------------------------------------------- */

void
fit_input_clear (FitInput *input)
{
  g_clear_pointer (&input->api_version, g_free);
}

typedef struct
{
  gboolean seen;
  FitInput input;
} FirstObject;

/* Members of a Policy; v1.16 reads it without regard to case and, in the
 * internal form, without apiVersion and kind. */
static gboolean
has_policy_member (const FitValue *value)
{
  static const char *const names[]
      = { "predicates", "priorities", "extenders" };

  for (guint i = 0; value->type == FIT_VALUE_MAP && i < value->n; i++)
    for (guint j = 0; j < G_N_ELEMENTS (names); j++)
      if (g_ascii_strcasecmp (value->members[i].key, names[j]) == 0)
        return TRUE;
  return FALSE;
}

static gboolean
is_policy (const FitValue *value)
{
  const char *kind = fit_value_get_string (value, "kind");

  if (kind == NULL)
    return has_policy_member (value);
  if (strcmp (kind, "ConfigMap") == 0)
    return fit_value_get (fit_value_get (value, "data"), "policy.cfg") != NULL;
  return strcmp (kind, "Policy") == 0;
}

static gboolean
look_at_first (const FitValue *value, const FitObjectPlace *place,
               gpointer data, GError **error)
{
  FirstObject *first = data;
  const char *kind = fit_value_get_string (value, "kind");

  first->seen = TRUE;
  if (place->item < 0 && is_policy (value))
    first->input.type = FIT_INPUT_POLICY;
  else if (place->item < 0 && g_strcmp0 (kind, FIT_CONFIG_KIND) == 0)
    {
      first->input.type = FIT_INPUT_CONFIGURATION;
      first->input.api_version
          = g_strdup (fit_value_get_string (value, "apiVersion"));
    }
  g_set_error (error, FIT_ERROR, FIT_ERROR_INTERNAL, "seen enough");
  return FALSE;
}

/* What stands behind @key, one word, somewhere in text that is no object.
 * Returns: (transfer full) (nullable) */
static char *
find_word (const char *bytes, gsize len, const char *key)
{
  g_autofree char *pattern = g_strdup_printf (
      "(?:^|[{,])[ \t]*\"?%s\"?[ \t]*:[ \t]*\"?([\\w./]+)", key);
  g_autoptr (GRegex) regex
      = g_regex_new (pattern, G_REGEX_RAW | G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  return g_regex_match_full (regex, bytes, (gssize) len, 0, 0, &match, NULL)
             ? g_match_info_fetch (match, 1)
             : NULL;
}

static FitInput
detect (const char *bytes, gsize len)
{
  FirstObject first = { FALSE, { FIT_INPUT_MANIFESTS, NULL } };
  const gsize enough = MIN (len, COPY_BYTES);
  g_autoptr (GError) problem = NULL;
  g_autofree char *kind = NULL;

  if (fit_read_objects (bytes, len, "", NULL, look_at_first, &first, &problem)
      || first.seen)
    return first.input;
  kind = find_word (bytes, enough, "kind");
  if (g_strcmp0 (kind, "Policy") == 0)
    first.input.type = FIT_INPUT_POLICY;
  if (g_strcmp0 (kind, FIT_CONFIG_KIND) != 0)
    return first.input;
  first.input.type = FIT_INPUT_CONFIGURATION;
  first.input.api_version = find_word (bytes, enough, "apiVersion");
  return first.input;
}

gboolean
fit_input_detect (const char *path, FitInput *out_input, GError **error)
{
  const gboolean is_stdin = strcmp (path, "-") == 0;
  GMappedFile *file;
  int fd = STDIN_FILENO;

  if (is_stdin && !fit_input_rewind_stdin (error))
    return FALSE;
  if (!is_stdin && (fd = open (path, O_RDONLY | O_CLOEXEC)) < 0)
    return fail ("open", path, error);
  file = g_mapped_file_new_from_fd (fd, FALSE, NULL);
  if (!is_stdin)
    close (fd);
  if (file == NULL)
    return fail ("read", path, error);
  *out_input = (FitInput){ FIT_INPUT_MANIFESTS, NULL };
  if (g_mapped_file_get_length (file) > 0)
    *out_input = detect (g_mapped_file_get_contents (file),
                         g_mapped_file_get_length (file));
  g_mapped_file_unref (file);
  return TRUE;
}

/* fuzz-list.c - any bytes as the pages of a list, in any pieces
 *
 * The first byte chooses how they are cut, the second where a page ends.  However
 * they are cut, the same items come of them, and what is taken for a list is JSON.
 * SPDX-License-Identifier: Apache-2.0 */
#include <glib.h>
#include <string.h>

#include "formats/value-json.h"
#include "client/list-stream.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/pieces.h"

static gboolean
take (const FitValue *item, const char *api_version, gpointer data,
      GError **error)
{
  GString *told = data;

  g_string_append (told, api_version != NULL ? api_version : "-");
  return fit_value_append_json (told, item, told->len + (1 << 20), error);
}

static gboolean
take_piece (gpointer stream, const char *bytes, gsize len, GError **error)
{
  return fit_list_stream_take (stream, bytes, len, error);
}

/* Adds what is told of a page.  Returns: FALSE if it is none */
static gboolean
feed (FitListStream *stream, GString *told, const char *bytes, gsize len,
      gsize step)
{
  g_autoptr (GError) error = NULL;
  FitListEnd end;
  gboolean fine;

  fit_list_stream_begin_page (stream);
  fine = feed_pieces (take_piece, stream, bytes, len, step, &error)
         && fit_list_stream_end (stream, "Node", &end, &error);
  g_assert_true (fine == (error == NULL));
  if (fine)
    g_string_append_printf (told, "%s %s\n", end.version,
                            end.next ? end.next : "-");
  else
    g_string_append (told, error->message);
  return fine;
}

/* Returns: (transfer full): what is told of two pages */
static char *
read_pages (const char *bytes, gsize len, gsize first, gsize step)
{
  static const FitListLimits limits
      = { .bytes = 1 << 30, .objects = 50, .pages = 2 };
  GString *told = g_string_new (NULL);
  g_autoptr (FitListStream) stream = fit_list_stream_new (take, told);

  fit_list_stream_set_limits (stream, &limits);
  fit_list_stream_begin (stream);
  if (feed (stream, told, bytes, first, step))
    {
      g_autoptr (FitArena) arena = fit_arena_new ();
      g_autoptr (GError) error = NULL;

      g_assert_true (fit_json_parse (arena, bytes, first, NULL, NULL, &error)
                         != NULL
                     || error->code == FIT_ERROR_LIMIT);
      feed (stream, told, bytes + first, len - first, step);
    }
  return g_string_free (told, FALSE);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *whole = NULL;
  g_autofree char *pieces = NULL;
  const char *bytes = (const char *) data + 2;
  gsize first;

  if (size < 2)
    return 0;
  size -= 2;
  first = size - size * data[1] / 255;
  whole = read_pages (bytes, size, first, size + 1);
  pieces = read_pages (bytes, size, first, 1 + data[0]);
  g_assert_cmpstr (whole, ==, pieces);
  return 0;
}

/* fuzz-watch.c - any bytes as the body of a watch, in any pieces
 *
 * The first byte chooses the kind, the second how the others are cut.  However
 * they are cut, the same events come of them.
 * SPDX-License-Identifier: Apache-2.0 */
#include <glib.h>
#include <string.h>

#include "client/watch-stream.h"
#include "scheduler/live-objects.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/pieces.h"

static const FitKind kinds[]
    = { FIT_KIND_POD, FIT_KIND_NODE, FIT_KIND_POD_DISRUPTION_BUDGET,
        FIT_KIND_PERSISTENT_VOLUME_CLAIM };

/* What is told, with the kind that is expected. */
typedef struct
{
  FitKind kind;
  GString *text;
} Told;

static void
tell (const FitWatchEvent *event, gpointer data)
{
  const Told *told = data;
  const gboolean has_object
      = event->type == FIT_WATCH_CHANGED || event->type == FIT_WATCH_GONE;

  g_assert_true ((event->object != NULL) == has_object);
  g_string_append_printf (told->text, "%d %s %s %u\n", (int) event->type,
                          event->version ? event->version : "-",
                          event->message ? event->message : "-", event->code);
  if (event->object == NULL)
    return;
  g_string_append (told->text, fit_object_meta (event->object)->name);
  fit_object_unref ((gpointer) event->object);
}

static gboolean
take_piece (gpointer stream, const char *bytes, gsize len, GError **error)
{
  return fit_watch_stream_take (stream, bytes, len, error);
}

/* Returns: (transfer full): what is told of it */
static char *
feed (FitKind kind, const char *bytes, gsize len, gsize step)
{
  Told told = { kind, g_string_new (NULL) };
  g_autoptr (FitWatchStream) stream
      = fit_watch_stream_new (kind, FIT_DECODE_AS_IS, tell, &told);
  g_autoptr (GError) error = NULL;
  gboolean fine;

  fit_watch_stream_begin (stream);
  fine = feed_pieces (take_piece, stream, bytes, len, step, &error);
  g_assert_true (fine == (error == NULL));
  if (error != NULL)
    g_string_append (told.text, error->message);
  return g_string_free (told.text, FALSE);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *whole = NULL;
  g_autofree char *pieces = NULL;
  const char *bytes = (const char *) data + 2;
  FitKind kind;

  if (size < 2)
    return 0;
  kind = kinds[data[0] % G_N_ELEMENTS (kinds)];
  whole = feed (kind, bytes, size - 2, size);
  pieces = feed (kind, bytes, size - 2, 1 + data[1]);
  g_assert_cmpstr (whole, ==, pieces);
  return 0;
}

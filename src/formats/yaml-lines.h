/* yaml-lines.h - the events of YAML as programs write it
 *
 * Internal to base/.  kubectl and Go's libraries write block style in ASCII,
 * without anchors, tags and comments beside values.  Such text is read line by
 * line here, several times faster than by libyaml.  At the first line that is
 * anything else, or wrong, this reader stops, and libyaml reads the document
 * from its beginning.  So this reader needs no errors, and gives only events
 * that libyaml would give.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/tree-builder.h"

#include <yaml.h>

typedef struct
{
  yaml_event_type_t type;
  FitTextMark mark;   /* where it begins */
  const char *anchor; /* (nullable) borrowed, of a value or an alias */
  const char *tag;    /* (nullable) borrowed, of a scalar */
  const char *text;   /* borrowed, of a scalar; may lack the NUL */
  gsize len;
  gboolean plain; /* a scalar without quotes or tag */
} FitYamlEvent;

typedef struct
{
  const char *bytes; /* borrowed */
  gsize len;
  gsize longest; /* bytes of a scalar */
  gsize at;      /* the next line begins here */
  guint32 line;  /* its number, from 1 */

  gsize document; /* where the document of the last event begins */
  guint32 document_line;
  guint n_given; /* events of this document */

  GArray *events;    /* owned; FitYamlEvent, of the lines that were read */
  guint next;        /* in @events */
  GArray *blocks;    /* owned; the open lists and maps, outermost first */
  gboolean within;   /* inside a document */
  gboolean due;      /* the last key has no value yet... */
  FitTextMark colon; /* ...after this */
  GString *folded;   /* owned: text of the last line that is not as in @bytes */
} FitYamlLines;

void fit_yaml_lines_init (FitYamlLines *lines, const char *bytes, gsize len,
                          const FitLimits *limits);
void fit_yaml_lines_clear (FitYamlLines *lines);

/* fit_yaml_lines_next: @out_event is valid until the next call.  Returns: FALSE
 * if libyaml must go on, after the @n_given events of this document that it has
 * given */
gboolean fit_yaml_lines_next (FitYamlLines *lines, FitYamlEvent *out_event);

/* value.h - a JSON or YAML document as a tree, without loss
 *
 * json-c's tree loses what Kubernetes' decoders depend on: the literal of a
 * number (a quantity may be a bare number), repeated keys (a repeated list is
 * decoded on top of the earlier one) and positions.  So both the JSON tokenizer
 * and libyaml's events build this tree, and there is one decoder for both.
 *
 * Values are immutable and live in the arena they were read into.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/limits.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_VALUE_NULL,
  FIT_VALUE_BOOL,
  FIT_VALUE_NUMBER,
  FIT_VALUE_STRING,
  FIT_VALUE_LIST,
  FIT_VALUE_MAP,
  FIT_VALUE_LAST,
} FitValueType;

typedef struct _FitValue FitValue;
typedef struct _FitMember FitMember;

struct _FitValue
{
  FitValueType type;
  gboolean boolean; /* of a BOOL */
  guint32 line;     /* where the value begins, counted from 1 */
  guint32 column;   /* counted from 1: bytes in JSON, characters in YAML */
  guint32 n;        /* bytes of text, elements of a list, members of a map */
  union
  {
    const char *text;         /* STRING: UTF-8, no NUL inside (U+0000 reads as
                                 U+FFFD).  NUMBER: a JSON number literal */
    const FitValue *items;    /* LIST */
    const FitMember *members; /* MAP, in document order, repeated keys kept */
  };
};

/* The place of something in a file, for messages; 0 if it is not in a file. */
typedef struct
{
  guint32 line;
  guint32 column;
} FitPlace;

struct _FitMember
{
  const char *key;
  guint32 key_len;
  guint32 line;
  guint32 column;
  gboolean repeated; /* an earlier member of the same name was dropped by a
                        reader that keeps only the last one */
  FitValue value;
};

/**
 * fit_value_type_name:
 *
 * Returns: "null", "boolean", "number", "string", "list" or "object"
 */
const char *fit_value_type_name (FitValueType type);

/* fit_value_type_text: the same for a sentence: "null", "a boolean", "a
 * list" */
const char *fit_value_type_text (FitValueType type);

/* fit_names_equal: would Go's encoding/json read @key as the field @name
 * (ASCII)?  Ignores letter case, including that of the two non-ASCII letters
 * that fold to k and s. */
gboolean fit_names_equal (const char *key, const char *name);

/**
 * fit_value_get:
 * @map: (nullable): any value
 * @key: NUL-terminated
 *
 * Returns: (nullable): the last member named @key (byte-wise), or NULL if there
 *   is none or @map is not a MAP
 */
const FitValue *fit_value_get (const FitValue *map, const char *key);

/**
 * fit_value_get_string:
 *
 * Returns: (nullable): the text of the last member @key if it is a STRING
 */
const char *fit_value_get_string (const FitValue *map, const char *key);

/* fit_value_n_items: @list: (nullable): any value.  Returns: how many items it
 * has; 0 if it is no LIST */
static inline guint32
fit_value_n_items (const FitValue *list)
{
  return list != NULL && list->type == FIT_VALUE_LIST ? list->n : 0;
}

/**
 * FitObjectPlace: the place of an object in the input
 */
typedef struct
{
  const char *source;    /* file name or "stdin" (borrowed) */
  guint document;        /* counted from 1 within the source */
  gint item;             /* index within a List, -1 outside of one */
  const char *list_kind; /* (nullable) kind of the List, e.g. "PodList" */
  const char *list_api_version; /* (nullable) */
} FitObjectPlace;

/**
 * FitObjectFunc:
 * @value: one document, or one element of "items" if the document is a List
 *   (kind "List" or ending in "List"); valid only during the call
 *
 * Returns: FALSE with @error set to stop reading
 */
typedef gboolean (*FitObjectFunc) (const FitValue *value,
                                   const FitObjectPlace *place, gpointer data,
                                   GError **error);

/**
 * fit_read_objects:
 * @bytes: JSON or YAML text; JSON if the first byte that is neither blank nor
 *   part of a byte order mark is '{' or '[', otherwise YAML
 * @source: name used in errors and places
 * @limits: (nullable)
 *
 * Streams the objects of concatenated JSON values or of a multi-document YAML
 * stream.  An element of a List is passed on as soon as it is complete, if it
 * has its own kind or the kind of the List is known; in its place, what is not
 * known yet is NULL.  So the largest object limits memory use, not the input.
 * Elements that must wait for the kind of their List count as one object.
 * Empty documents are skipped, and so is a List without items.  Errors are
 * "SOURCE: document N: line L, column C: ...".
 *
 * JSON is read strictly (RFC 8259); YAML 1.1 scalars are resolved like in
 * v1.16's YAML library: y/yes/on are booleans, 0x10 and 010 integers, 1e2 a
 * number, timestamps strings.  Anchors, aliases and merge keys ("<<") are
 * expanded within @limits.
 *
 * Returns: TRUE on success
 */
gboolean fit_read_objects (const char *bytes, gsize len, const char *source,
                           const FitLimits *limits, FitObjectFunc func,
                           gpointer data, GError **error);

/**
 * fit_json_parse:
 * @arena: owns the result
 * @offset: (inout) (nullable): where to start; afterwards just after the value.
 *   If NULL, anything but blanks after the value is an error.
 *
 * Parses one JSON value strictly.  If Go has a fixed text for an error
 * ("unexpected end of JSON input", "invalid character 'x' after top-level
 * value", ...), that is used, followed by " (line L, column C)".
 *
 * Returns: (nullable): the tree, or NULL with FIT_ERROR_PARSE or
 *   FIT_ERROR_LIMIT
 */
const FitValue *fit_json_parse (FitArena *arena, const char *bytes, gsize len,
                                gsize *offset, const FitLimits *limits,
                                GError **error);

/**
 * fit_yaml_parse:
 *
 * Parses the first document of a YAML 1.1 stream; an empty stream is NULL
 * (type).  Numbers become JSON literals as Go would print them after conversion
 * (0x10 -> 16, 1.0 -> 1, 1e2 -> 100, .5 -> 0.5).  Map keys that are not strings
 * are converted to strings; null is rejected, as in v1.16.  If a key is
 * repeated, the last one counts.
 *
 * Returns: (nullable): the tree, or NULL with FIT_ERROR_PARSE or
 *   FIT_ERROR_LIMIT
 */
const FitValue *fit_yaml_parse (FitArena *arena, const char *bytes, gsize len,
                                const FitLimits *limits, GError **error);

G_END_DECLS

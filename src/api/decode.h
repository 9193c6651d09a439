/* decode.h - table-driven decoding of value trees into structs
 *
 * Each kind has a table of rows {name, type, offset}; this module does the
 * rest.  The rules are those of v1.16's decoder: field names match exactly
 * (unless @any_case says otherwise), unknown fields are ignored, types are
 * strict, null means absent, and the last one of repeated keys counts.
 *
 * A struct must be cleared before decoding.  After a failure it is partly
 * filled in; its owner clears it as usual.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/decode-flags.h"
#include "api/field-facts.h"
#include "formats/value.h"

/* The limit for labels, resources and the like in one map: far more than an API
 * server's object can have, but few enough for linear search. */
#define FIT_MAX_MAP_ENTRIES 4096

/* One step of the path to the value being decoded. */
typedef struct _FitStep FitStep;
struct _FitStep
{
  const FitStep *up;
  const char *name; /* name of a member; NULL in a list */
  guint index;      /* in a list */
};

/* FitLookFunc: @key is looked up in the map @map, be it there or not */
typedef void (*FitLookFunc) (const FitValue *map, const char *key,
                             gpointer data);

/* The state while an object is decoded.  Belongs to one thread. */
typedef struct
{
  FitDecodeFlags flags;
  gboolean any_case;       /* the letter case of field names is ignored, as Go
                              does in JSON */
  const char *api_version; /* of the object */
  const FitStep *path;     /* (nullable): NULL at the top of the object */
  FitArena *scratch;       /* for arrays needed only while decoding the
                              object */
  const FitLimits *limits; /* (nullable) borrowed */
  FitLookFunc look;        /* (nullable): is told what decoders read */
  gpointer look_data;
} FitDecoder;

/**
 * FitDecodeFunc:
 * @value: (nullable): NULL if absent or null
 * @out: place for the result, cleared
 */
typedef gboolean (*FitDecodeFunc) (FitDecoder *decoder, const FitValue *value,
                                   gpointer out, GError **error);

typedef struct _FitField FitField;

/* A word and what it means. */
typedef struct
{
  const char *text; /* (nullable): NULL: any other, which ends the table */
  gint value;
} FitWord;

typedef struct _FitType FitType;

/* How a value is decoded: by a function, by a table of words or by one of
 * fields. */
struct _FitType
{
  gsize size;           /* of the result */
  FitDecodeFunc decode; /* (nullable) */
  const FitWord *words; /* (nullable) */
  const FitField *fields;
  guint n_fields;
  gboolean required; /* of fields: neither absent nor null */

  /* For those who walk the tables. */
  FitTexts texts;       /* of a value; unsaid: what follows from the members */
  const FitType *inner; /* (nullable): how @decode reads the value, or each
                           element of a list */
  const FitType *also;  /* (nullable): reads the same map */
  const char *const *others; /* (nullable): the fields that the API has had
                                besides, up to 1.34; NULL: unknown */
};

typedef enum
{
  FIT_FIELD_ONE,
  FIT_FIELD_ONE_SEEN,     /* the same, and whether it is there */
  FIT_FIELD_EVERY,        /* each element of a list into the same place */
  FIT_FIELD_LIST,         /* a separate array */
  FIT_FIELD_SCRATCH_LIST, /* array in the scratch arena */
  FIT_FIELD_SCRATCH_MAP,  /* the same of a map: an element for each key, which
                             is its first member */
  FIT_FIELD_NOT_READ,     /* not decoded here: the row only says what it is */
  FIT_FIELD_MARK, /* the same; a bit says whether there is anything in it */
} FitFieldShape;

struct _FitField
{
  const char *name;
  guint len;
  FitFieldShape shape;
  const FitType *type;
  guint offset; /* of the result, of a list: of the pointer to its array */
  guint count;  /* of an array: offset of its (guint) length; with
                   FIT_FIELD_ONE_SEEN: of a gboolean; FIT_FIELD_MARK: the bit */

  /* See field-facts.h. */
  FitTexts texts; /* unsaid: those of the type */
  FitNameClass names;
  FitPodReader reader;
  const char *const *words; /* (nullable): those that the API takes */
};

/* The arguments after those that are named are further members, such as
 * .names = FIT_NAME_NODE. */
#define FIT_FIELD_ROW(name_, shape_, type_, offset_, count_, ...)             \
  {                                                                           \
    .name = name_, .len = sizeof (name_) - 1, .shape = shape_, .type = type_, \
    .offset = offset_, .count = count_, __VA_ARGS__                           \
  }

#define FIT_FIELD(name, type, Struct, member, ...)                            \
  FIT_FIELD_ROW (name, FIT_FIELD_ONE, type, G_STRUCT_OFFSET (Struct, member), \
                 0, __VA_ARGS__)

/* A field that is decoded into several members of the same struct. */
#define FIT_FIELD_WHOLE(name, type, ...) \
  FIT_FIELD_ROW (name, FIT_FIELD_ONE, type, 0, 0, __VA_ARGS__)

/* @seen (gboolean) says whether the field is there. */
#define FIT_FIELD_SEEN(name, type, Struct, member, seen, ...) \
  FIT_FIELD_ROW (name, FIT_FIELD_ONE_SEEN, type,              \
                 G_STRUCT_OFFSET (Struct, member),            \
                 G_STRUCT_OFFSET (Struct, seen), __VA_ARGS__)

#define FIT_FIELD_SEEN_WHOLE(name, type, Struct, seen, ...) \
  FIT_FIELD_ROW (name, FIT_FIELD_ONE_SEEN, type, 0,         \
                 G_STRUCT_OFFSET (Struct, seen), __VA_ARGS__)

/* @func is called for each element of the list, with the same place; it reads
 * the element as @inner says. */
#define FIT_FIELD_EACH(name, func, inner, Struct, member, ...)            \
  FIT_FIELD_EACH_AT (name, func, inner, G_STRUCT_OFFSET (Struct, member), \
                     __VA_ARGS__)
#define FIT_FIELD_EACH_WHOLE(name, func, inner, ...) \
  FIT_FIELD_EACH_AT (name, func, inner, 0, __VA_ARGS__)
#define FIT_FIELD_EACH_AT(name, func, inner_, offset, ...)                    \
  FIT_FIELD_ROW (                                                             \
      name, FIT_FIELD_EVERY,                                                  \
      (&(const FitType) FIT_TYPE_FUNC (char, func, .inner = inner_)), offset, \
      0, __VA_ARGS__)

#define FIT_FIELD_ARRAY(shape, name, type, Struct, n, member, ...)    \
  FIT_FIELD_ROW (name, shape, type, G_STRUCT_OFFSET (Struct, member), \
                 G_STRUCT_OFFSET (Struct, n), __VA_ARGS__)

/* A field that is not decoded, but has to be kept in an anonymous snapshot, or
 * whose own fields are checked for misspellings. */
#define FIT_FIELD_UNREAD(name, type, ...) \
  FIT_FIELD_ROW (name, FIT_FIELD_NOT_READ, type, 0, 0, __VA_ARGS__)

/* What may follow in a row: whose names the texts are, which words the API
 * takes, who reads it. */
#define FIT_NAMES(class_) .names = FIT_NAME_##class_
#define FIT_WORDS(...) \
  .words = (const char *const[]) { __VA_ARGS__, NULL }
#define FIT_READ_BY(who) .reader = FIT_POD_READER_##who

/* And in a type: the fields that the API has besides its own. */
#define FIT_OTHERS(...) \
  .others = (const char *const[]) { __VA_ARGS__, NULL }
#define FIT_NO_OTHERS \
  .others = (const char *const[]) { NULL }

#define FIT_TYPE_FIELDS(Struct, fields_, ...)       \
  {                                                 \
    .size = sizeof (Struct), .fields = fields_,     \
    .n_fields = G_N_ELEMENTS (fields_), __VA_ARGS__ \
  }

/* A pointer to such a type, for a row. */
#define FIT_STRUCT(Struct, ...) \
  (&(const FitType) FIT_TYPE_FIELDS (Struct, __VA_ARGS__))

#define FIT_TYPE_REQUIRED(Struct, fields) \
  FIT_TYPE_FIELDS (Struct, fields, .required = TRUE)

#define FIT_TYPE_FUNC(Struct, func, ...)                 \
  {                                                      \
    .size = sizeof (Struct), .decode = func, __VA_ARGS__ \
  }

/* A string of which the words in a table are known, as a gboolean or an enum;
 * what is absent is the word "". */
#define FIT_TYPE_WORDS(words_)             \
  {                                        \
    .size = sizeof (gint), .words = words_ \
  }

extern const FitType fit_type_bool;     /* gboolean */
extern const FitType fit_type_int32;    /* gint32 */
extern const FitType fit_type_int64;    /* gint64 */
extern const FitType fit_type_text;     /* const char *, borrowed; "" */
extern const FitType fit_type_string;   /* char *, owned; "" when absent */
extern const FitType fit_type_strv;     /* char **, owned; NULL when absent */
extern const FitType fit_type_interned; /* const char *; "" when absent */
extern const FitType fit_type_quantity; /* FitQuantity; 0 when absent */
extern const FitType fit_type_time;     /* gint64; FIT_TIME_NONE */
extern const FitType fit_type_value;    /* const FitValue *; NULL when absent */

/* fit_decode: decodes @value as @type; an absent struct decodes like one
 * without members */
gboolean fit_decode (FitDecoder *decoder, const FitType *type,
                     const FitValue *value, gpointer out, GError **error);

/* fit_decode_list: decodes the list @value into the array that @field
 * describes */
gboolean fit_decode_list (FitDecoder *decoder, const FitField *field,
                          const FitValue *value, gpointer out, GError **error);

/* fit_decode_each: calls @func with the same @data for each element of the list
 * @value; null elements are passed as NULL */
gboolean fit_decode_each (FitDecoder *decoder, const FitValue *value,
                          FitDecodeFunc func, gpointer data, GError **error);

/* fit_decode_get: fit_value_get() for decoders: what they look up by hand */
const FitValue *fit_decode_get (const FitDecoder *decoder, const FitValue *map,
                                const char *key);

/* fit_decode_member: decodes the value of @member of a map as @type */
gboolean fit_decode_member (FitDecoder *decoder, const FitMember *member,
                            const FitType *type, gpointer out, GError **error);

/* fit_decode_expect: is @value (nullable) absent or of type @type?  If not,
 * fails with "found ..., expected ..." */
gboolean fit_decode_expect (FitDecoder *decoder, const FitValue *value,
                            FitValueType type, GError **error);

/* fit_decode_expect_map: the same for a map of at most FIT_MAX_MAP_ENTRIES */
gboolean fit_decode_expect_map (FitDecoder *decoder, const FitValue *value,
                                GError **error);

/* fit_decode_fail: sets an error for the current path.  Returns: FALSE */
gboolean fit_decode_fail (FitDecoder *decoder, FitErrorCode code,
                          GError **error, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

/* fit_decode_path: Returns: (transfer full): "spec.containers[0].image", the
 * current path; "" at the top */
char *fit_decode_path (const FitDecoder *decoder);

/* -- walking the tables ---------------------------------------------------- */

/* fit_type_described: the type that says what is inside values of @type: that
 * which a function decodes, or @type itself */
const FitType *fit_type_described (const FitType *type);

/* fit_type_find: Returns: (nullable): the row of the field @name of maps of
 * @type */
const FitField *fit_type_find (const FitType *type, const char *name,
                               guint len);

/* fit_field_texts: what an anonymous snapshot does with values of @field */
FitTexts fit_field_texts (const FitField *field);

/* fit_base64_decode: base64 in the standard alphabet with padding; line breaks
 * are skipped, as Go does.  Returns: (transfer full) (nullable): NULL if it is
 * not that */
GBytes *fit_base64_decode (const char *text);

/* fit_value_describe: Returns: (transfer full): @value in a message: "null",
 * "number 1.5", "string \"5s\"", "a list" */
char *fit_value_describe (const FitValue *value);

/* fit_text_shorten: Returns: (transfer full): what a message shows of @text:
 * all of it, or its first 60 bytes and "..." */
char *fit_text_shorten (const char *text);

/* fit_decode_mismatch: sets the error "found @value, expected @expected", for
 * NULL "found nothing".  Returns: FALSE */
gboolean fit_decode_mismatch (FitDecoder *decoder, const FitValue *value,
                              const char *expected, GError **error);

/* fit_decode_refuse: the same for the field @path, such as "metadata.name", of a
 * document that no decoder reads */
gboolean fit_decode_refuse (const char *path, const FitValue *value,
                            const char *expected, GError **error);

static inline gboolean
fit_decoder_completes (const FitDecoder *decoder)
{
  return (decoder->flags & FIT_DECODE_AS_IS) == 0;
}

/* fields.h - table-driven reading and writing of structs (private)
 *
 * A row has the name of a field, its versions and releases, where it is stored,
 * and its default.  Reading, filling in and writing all walk these tables.  No
 * other code knows a field name of a Policy or a configuration.
 *
 * The strings, arrays and separate structs of a struct are all in one arena.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/decode.h"
#include "releases/config-version.h"
#include "policy/policy.h"

#include <string.h>

typedef enum
{
  FIT_CONFIG_STRING,      /* const char *; NULL without a default */
  FIT_CONFIG_BOOL,        /* gboolean */
  FIT_CONFIG_INT32,       /* gint32 */
  FIT_CONFIG_LOW_INT32,   /* gint32; in v1 up to 1.17 the low half of 64 bits */
  FIT_CONFIG_WIDE_INT32,  /* gint64; in files 32 bits */
  FIT_CONFIG_INT64,       /* gint64 */
  FIT_CONFIG_MAYBE_INT32, /* const gint32 *; NULL when absent */
  FIT_CONFIG_NUMBER,      /* gdouble */
  FIT_CONFIG_DURATION,    /* gint64, nanoseconds; in files "1m30s" */
  FIT_CONFIG_NANOSECONDS, /* gint64; in files an integer */
  FIT_CONFIG_BASE64,      /* const char *: base64 without line breaks */
  FIT_CONFIG_STRINGS,     /* const char **, NULL-terminated, and the length */
  FIT_CONFIG_OBJECT,      /* a struct embedded in the struct */
  FIT_CONFIG_PART,        /* members of the same struct; a bit of a guint tells
                             if it is present */
  FIT_CONFIG_POINTER,     /* a separate struct; NULL if absent */
  FIT_CONFIG_LIST,        /* array of structs, and the length */
  FIT_CONFIG_POINTERS,    /* GPtrArray * of structs; NULL if absent */
  FIT_CONFIG_RAW,         /* const FitValue *: as in the file; NULL if absent */
  FIT_CONFIG_TYPE_LAST,
} FitConfigType;

typedef enum
{
  FIT_CONFIG_EMPTY_IS_ABSENT = 1 << 0, /* "", 0 and [] mean the default */
  FIT_CONFIG_WRITE_EMPTY = 1 << 1,     /* write "", 0 and [] too */
  FIT_CONFIG_WRITE_NULL = 1 << 2,      /* ...as null */
  FIT_CONFIG_OMIT = 1 << 3,     /* in memory, shown as a file: "" and 0 are left
                                 out, at any depth */
  FIT_CONFIG_SECRET = 1 << 4,   /* in memory: written as FIT_SECRET */
  FIT_CONFIG_API = 1 << 5,      /* a type of the API: its fields have the same
                                 names in memory */
  FIT_CONFIG_ANY_CASE = 1 << 6, /* LIST, POINTERS: of v1; letter case is ignored
                                    in the elements, at any depth */
} FitConfigFlags;

typedef struct _FitConfigTable FitConfigTable;

typedef struct
{
  const char *name;
  const char *go_name; /* (nullable): in Go, if that is not @name with a capital
                          letter */
  FitConfigType type;
  guint offset;
  guint count;                 /* STRINGS, LIST: offset of the length (guint) */
  guint bit;                   /* PART: which one of the guint at offset */
  guint written;               /* offset of a FitPlace for its place in the
                                  file; 0: none */
  guint key;                   /* offset of a const char * for its name as the
                                  file spells it; 0: none */
  const FitConfigTable *table; /* OBJECT, PART, POINTER, LIST, POINTERS */
  const char *fallback;        /* (nullable): the default, as JSON */
  const char *example;         /* (nullable): an element or object, for hints */
  guint flags;                 /* FitConfigFlags */
  FitConfigSpan span;
  FitSpan memory; /* the releases that have the field in memory; empty: those
                     that have it in the newest version */
  gint order;     /* in memory: less than 0: before all others, more: after
                     them; 0: in the order of the members */
} FitConfigField;

/* A row for a member of @Struct; more of it may follow. */
#define FIT_CONFIG_FIELD(name_, type_, Struct, member, ...)   \
  {                                                           \
    .name = name_, .type = FIT_CONFIG_##type_,                \
    .offset = G_STRUCT_OFFSET (Struct, member), ##__VA_ARGS__ \
  }

/* The same for a list of structs. */
#define FIT_CONFIG_STRUCTS(name_, table_, Struct, n_, member, ...) \
  {                                                                \
    .name = name_, .type = FIT_CONFIG_LIST, .table = table_,       \
    .offset = G_STRUCT_OFFSET (Struct, member),                    \
    .count = G_STRUCT_OFFSET (Struct, n_), ##__VA_ARGS__           \
  }

struct _FitConfigTable
{
  gsize size; /* size of the struct */
  const FitConfigField *rows;
  guint n_rows;
  gint place; /* offset of a FitPlace, or FIT_NO_PLACE */
};

#define FIT_NO_PLACE (-1)

#define FIT_CONFIG_TABLE(Struct, rows_)                                     \
  {                                                                         \
    .size = sizeof (Struct), .rows = rows_, .n_rows = G_N_ELEMENTS (rows_), \
    .place = FIT_NO_PLACE                                                   \
  }

/* A table and its rows.  @place_: FIT_NO_PLACE or an offset */
#define FIT_CONFIG_ROWS(table, Struct, place_, ...) \
  FIT_CONFIG_ROWS_OF (static, table, Struct, place_, __VA_ARGS__)

/* The same with the storage class @scope. */
#define FIT_CONFIG_ROWS_OF(scope, table, Struct, place_, ...)                 \
  static const FitConfigField table##_rows[] = { __VA_ARGS__ };               \
  scope const FitConfigTable table = { .size = sizeof (Struct),               \
                                       .rows = table##_rows,                  \
                                       .n_rows = G_N_ELEMENTS (table##_rows), \
                                       .place = place_ }

/* How to read or write a file. */
typedef struct
{
  FitArena *arena; /* memory for the result and the tree it is read from */
  FitConfigVersion version;
  FitRelease release;
  gboolean lenient;     /* unknown and repeated fields become warnings */
  gboolean ignore_case; /* of field names */
  gboolean internal;    /* structs as they are in memory: read with Go's names;
                           written in the order of members, everything, and as
                           null what was not in the file */
  gboolean as_file;     /* ...but written under the names of files, without what
                           those leave out */
  gboolean omit;        /* ...nor "" and 0: in a field with FIT_CONFIG_OMIT */
  FitPolicy *policy;    /* (nullable): a Policy is read: its ignored and
                           repeated fields are noted in it */
  const char *source;   /* name of the file, for messages */
  GPtrArray *warnings;  /* (nullable): of owned char */
  FitDecoder decoder;   /* its path is the current position */
  const FitConfigField *field; /* (nullable): whose value is read */
} FitConfigReader;

/* fit_config_read: decodes the members of the map @value on top of @out */
gboolean fit_config_read (FitConfigReader *reader, const FitConfigTable *table,
                          const FitValue *value, gpointer out, GError **error);

/* fit_config_fill: sets @out, which must be cleared, to the result of reading
 * an empty map */
void fit_config_fill (FitConfigReader *reader, const FitConfigTable *table,
                      gpointer out);

/* fit_config_fail: sets FIT_ERROR_SCHEMA "SOURCE: line L, column C: PATH:
 * MESSAGE".
 * Returns: FALSE */
gboolean fit_config_fail (FitConfigReader *reader, const FitValue *value,
                          GError **error, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

/* fit_config_mismatch: sets "... found @value, expected @expected".  Returns:
 * FALSE */
gboolean fit_config_mismatch (FitConfigReader *reader, const FitValue *value,
                              const char *expected, GError **error);

/* fit_config_refuse: sets *@error to @problem (transfer full), or adds a warning
 * if decoding is lenient.  Returns: FALSE if @error is set */
gboolean fit_config_refuse (FitConfigReader *reader, GError *problem,
                            GError **error);

/* fit_config_add_hint: *@error says that @value does not fit the field that
 * @reader reads.  Appends how to write the value correctly, if that can be
 * guessed. */
void fit_config_add_hint (const FitConfigReader *reader, const FitValue *value,
                          GError **error);

/* fit_config_quote: Returns: (transfer full): @text in quotes; only its
 * beginning if it is long */
char *fit_config_quote (const char *text);

/* fit_config_write: Returns: (transfer none): the map that reads as @base, in
 * the arena of @reader, in the order of the table */
const FitValue *fit_config_write (FitConfigReader *reader,
                                  const FitConfigTable *table,
                                  gconstpointer base);

/* fit_config_pointer: Returns: the pointer that a struct has at @at */
static inline gpointer
fit_config_pointer (gconstpointer at)
{
  gpointer pointer;

  memcpy (&pointer, at, sizeof pointer);
  return pointer;
}

/* fit_config_is_empty: is the field @field of @base empty? */
gboolean fit_config_is_empty (const FitConfigField *field, gconstpointer base);

/* fit_config_problem: appends a message to those about a whole file */
void fit_config_problem (GPtrArray *problems, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* -- for fields-*.c only --------------------------------------------------- */

/* fit_config_is_here: has the version and release of @reader the field? */
static inline gboolean
fit_config_is_here (const FitConfigReader *reader, const FitConfigField *field)
{
  return fit_config_span_has (&field->span, reader->version, reader->release);
}

/* fit_config_name_of: Returns: (transfer none): what @reader calls @field, maybe
 * in its arena */
static inline const char *
fit_config_name_of (const FitConfigReader *reader, const FitConfigField *field)
{
  char *capital;

  if (!reader->internal || reader->as_file)
    return field->name;
  if (field->go_name != NULL)
    return field->go_name;
  capital = fit_arena_strdup (reader->arena, field->name);
  *capital = g_ascii_toupper (*capital);
  return capital;
}

/* fit_config_is_named: is @key the name of @field for @reader? */
static inline gboolean
fit_config_is_named (const FitConfigReader *reader, const FitConfigField *field,
                     const char *key)
{
  const char *name = reader->internal && field->go_name != NULL ? field->go_name
                                                                : field->name;

  if (reader->ignore_case || reader->decoder.any_case)
    return fit_names_equal (key, name);
  return *key == (reader->internal ? g_ascii_toupper (*name) : *name)
         && strcmp (key + 1, name + 1) == 0;
}

/* fit_config_place_mismatch: puts the place of @value before *@error, and adds a
 * hint that says how to write it.  Returns: FALSE */
gboolean fit_config_place_mismatch (FitConfigReader *reader,
                                    const FitValue *value, GError **error);

/* fit_config_refuse_unknown, fit_config_refuse_repeated: @member is no field of
 * @table, or one that came before: sets @error, adds a warning, or notes it in
 * the Policy.  @field: (nullable): only for a Policy.  Returns: FALSE if @error
 * is set */
gboolean fit_config_refuse_unknown (FitConfigReader *reader,
                                    const FitConfigTable *table,
                                    const FitMember *member, GError **error);
gboolean fit_config_refuse_repeated (FitConfigReader *reader,
                                     const FitConfigField *field,
                                     const FitMember *member, GError **error);

extern const FitConfigTable fit_policy_fields; /* a whole document */

/* An extender of a Policy, or of a configuration. */
extern const FitConfigTable fit_extender_fields;

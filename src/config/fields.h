/* fields.h - structs and their text in files, driven by tables (private)
 *
 * A row says under which name a member stands, in which versions and releases,
 * where it is kept and what it is when nobody says.  Reading, filling in and
 * writing all walk these tables; nothing else knows a field name.
 *
 * Structs hold strings, arrays and structs of their own in one arena.
 */
#pragma once

#include "api/decode.h"
#include "config/config-version.h"
#include "config/profile-file.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_CONFIG_STRING,      /* const char *; NULL where there is no default */
  FIT_CONFIG_BOOL,        /* gboolean */
  FIT_CONFIG_INT32,       /* gint32 */
  FIT_CONFIG_INT64,       /* gint64 */
  FIT_CONFIG_MAYBE_INT32, /* const gint32 *; NULL when absent */
  FIT_CONFIG_NUMBER,      /* gdouble */
  FIT_CONFIG_DURATION,    /* gint64, nanoseconds, written "1m30s" */
  FIT_CONFIG_NANOSECONDS, /* gint64, written as an integer */
  FIT_CONFIG_BASE64,      /* const char *: as written, and valid */
  FIT_CONFIG_STRINGS,     /* const char **, and its length */
  FIT_CONFIG_OBJECT,      /* a struct inside of the struct */
  FIT_CONFIG_POINTER,     /* a struct of its own; NULL when absent */
  FIT_CONFIG_LIST,        /* array of structs, and its length */
  FIT_CONFIG_RAW,         /* const FitValue *: as written; NULL when absent */
  FIT_CONFIG_TYPE_LAST,
} FitConfigType;

typedef enum
{
  FIT_CONFIG_EMPTY_IS_ABSENT = 1 << 0, /* "", 0 and [] read as the default */
  FIT_CONFIG_WRITE_EMPTY = 1 << 1,     /* "", 0, [] are written all the same */
  FIT_CONFIG_WRITE_NULL = 1 << 2,      /* ... as null */
  FIT_CONFIG_READ_ONLY = 1 << 3,       /* never written */
} FitConfigFlags;

typedef struct _FitConfigTable FitConfigTable;

typedef struct
{
  const char *name;
  FitConfigType type;
  guint offset;
  guint count;                 /* STRINGS, LIST: offset of the length (guint) */
  const FitConfigTable *table; /* OBJECT, POINTER, LIST */
  const char *fallback;        /* (nullable): the default, as JSON */
  const char *expected;        /* (nullable): words for messages */
  guint flags;                 /* FitConfigFlags */
  FitConfigSpan span;
} FitConfigField;

struct _FitConfigTable
{
  gsize size; /* of the struct */
  const FitConfigField *rows;
  guint n_rows;
  gint place; /* offset of a FitConfigPlace, -1 for none */
};

#define FIT_CONFIG_TABLE(Struct, rows_)                                     \
  {                                                                         \
    .size = sizeof (Struct), .rows = rows_, .n_rows = G_N_ELEMENTS (rows_), \
    .place = -1                                                             \
  }

#define FIT_CONFIG_TABLE_WITH_PLACE(Struct, rows_)                          \
  {                                                                         \
    .size = sizeof (Struct), .rows = rows_, .n_rows = G_N_ELEMENTS (rows_), \
    .place = (gint) G_STRUCT_OFFSET (Struct, place)                         \
  }

/* How a file is read or written. */
typedef struct
{
  FitArena *arena; /* takes what is read, with the tree it is read from */
  FitConfigVersion version;
  FitRelease release;
  gboolean lenient;     /* unknown and repeated fields become warnings */
  gboolean ignore_case; /* of field names */
  const char *source;   /* name of the file, for messages */
  GPtrArray *warnings;  /* (nullable): of owned char */
  FitDecoder decoder;   /* its path is where we are */
} FitConfigReader;

/* fit_config_read: the members of the map @value over what @out has */
gboolean fit_config_read (FitConfigReader *reader, const FitConfigTable *table,
                          const FitValue *value, gpointer out, GError **error);

/* fit_config_fill: sets @out, cleared before, to what an empty map reads as */
void fit_config_fill (FitConfigReader *reader, const FitConfigTable *table,
                      gpointer out);

/* fit_config_fail: "SOURCE: line L, column C: PATH: MESSAGE", FIT_ERROR_SCHEMA.
 * Returns: FALSE */
gboolean fit_config_fail (FitConfigReader *reader, const FitValue *value,
                          GError **error, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

/* fit_config_mismatch: "... found @value, expected @expected".  Returns: FALSE */
gboolean fit_config_mismatch (FitConfigReader *reader, const FitValue *value,
                              const char *expected, GError **error);

/* fit_config_quote: Returns: (transfer full): @text in quotes, or its beginning
 * where it is long */
char *fit_config_quote (const char *text);

/* fit_config_write: Returns: (transfer none): the map that @base reads from, in
 * the arena of @reader; rows as in the table */
const FitValue *fit_config_write (FitConfigReader *reader,
                                  const FitConfigTable *table,
                                  gconstpointer base);

/* fit_config_is_empty: does @base hold nothing in the member of @field? */
gboolean fit_config_is_empty (const FitConfigField *field, gconstpointer base);

/* fit_config_duration_parse: "1m30s", "1.5h", "100ms", "0", as Go reads a
 * time.Duration.  Returns: FALSE when it is none or out of range */
gboolean fit_config_duration_parse (const char *text, gint64 *out_ns);

/* fit_config_base64_is_valid: standard alphabet, padded; line breaks count for
 * nothing */
gboolean fit_config_base64_is_valid (const char *text);

G_END_DECLS

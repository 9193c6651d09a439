/* policy-fields.h - the members of a Policy document, as tables (private)
 *
 * A row says under which name a member stands in a v1 file and in the internal
 * form, what type it has, and where it is kept.  Reading a document is walking
 * its members and these tables; nothing else knows a field name.
 */
#pragma once

#include "policy/policy.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_FIELD_STRING,    /* char *, never NULL                                 */
  FIT_FIELD_BOOL,      /* gboolean                                           */
  FIT_FIELD_INT64,     /* gint64                                             */
  FIT_FIELD_DURATION,  /* gint64, nanoseconds                                */
  FIT_FIELD_INT32,     /* gint32: 64 bits in v1, narrowed by wrapping        */
  FIT_FIELD_BASE64,    /* GBytes *, NULL when absent                         */
  FIT_FIELD_STRINGS,   /* char **, never NULL                                */
  FIT_FIELD_OBJECT,    /* kept in the same struct; a bit says if it is there */
  FIT_FIELD_ALLOCATED, /* a struct of its own, NULL when absent              */
  FIT_FIELD_LIST,      /* GPtrArray of structs                               */
  FIT_FIELD_ARRAY,     /* GArray of structs                                  */
  FIT_FIELD_LAST,
} FitFieldType;

typedef struct _FitFieldTable FitFieldTable;

typedef struct
{
  const char *name;    /* in a v1 file, e.g. "httpTimeout"             */
  const char *go_name; /* in the internal form, e.g. "HTTPTimeout"     */
  FitFieldType type;
  gsize offset; /* OBJECT: of the word of flags                 */
  guint bit;    /* OBJECT: which flag                           */
  const FitFieldTable
      *table;                /* OBJECT, ALLOCATED, LIST, ARRAY: what is in it */
  gpointer (*create) (void); /* ALLOCATED, LIST: a new struct                */
  void (*destroy) (gpointer); /* ALLOCATED, LIST: frees it                    */
  gboolean nullable;          /* LIST: NULL when absent, not just empty       */
  gboolean any_case;          /* LIST: letter case is ignored in the elements
                                 of a v1 file, at any depth                   */
  gsize written; /* offset of a FitPolicyPlace that says whether and where it
                    stands in the file; 0: of no interest                     */
  FitLegacyRelease since; /* the first release that reads it, 0: all      */
  const char *example;    /* (nullable): an element, for hints            */
} FitFieldRow;

struct _FitFieldTable
{
  const FitFieldRow *rows;
  guint n_rows;
  gssize place; /* offset of a FitPolicyPlace, -1 for none */
};

/* Of FitPolicy: the members of a document. */
extern const FitFieldTable fit_policy_fields;

/* fit_field_pointer, fit_field_set_pointer: the pointer to an ALLOCATED struct;
 * copied, because its type is not known here */
gpointer fit_field_pointer (const FitFieldRow *row, gconstpointer base);
void fit_field_set_pointer (const FitFieldRow *row, gpointer base,
                            gpointer pointer);

/* fit_field_clear: sets the field of @row in @base to what an absent member
 * reads as */
void fit_field_clear (const FitFieldRow *row, gpointer base);

G_END_DECLS

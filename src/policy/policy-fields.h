/* policy-fields.h - tables of the fields of a Policy document (private)
 *
 * Each row has the name of a field in a v1 file and in the internal form, its
 * type, and where it is stored.  The decoder walks a document and these tables.
 * No other code knows a field name.
 */
#pragma once

#include "policy/policy.h"

typedef enum
{
  FIT_POLICY_STRING,    /* char *, never NULL                                 */
  FIT_POLICY_BOOL,      /* gboolean                                           */
  FIT_POLICY_INT64,     /* gint64                                             */
  FIT_POLICY_DURATION,  /* gint64, nanoseconds                                */
  FIT_POLICY_INT32,     /* gint32; v1 has 64 bits, which are truncated */
  FIT_POLICY_BASE64,    /* GBytes *, NULL if absent */
  FIT_POLICY_STRINGS,   /* char **, never NULL                                */
  FIT_POLICY_OBJECT,    /* part of the same struct; a flag tells if it is
                          present */
  FIT_POLICY_ALLOCATED, /* a separate struct, NULL if absent */
  FIT_POLICY_LIST,      /* GPtrArray of structs                               */
  FIT_POLICY_ARRAY,     /* GArray of structs                                  */
  FIT_POLICY_LAST,
} FitPolicyType;

typedef struct _FitPolicyTable FitPolicyTable;

typedef struct
{
  const char *name;    /* in a v1 file, e.g. "httpTimeout"             */
  const char *go_name; /* in the internal form, e.g. "HTTPTimeout"     */
  FitPolicyType type;
  gsize offset; /* OBJECT: offset of the flags */
  guint bit;    /* OBJECT: which flag                           */
  const FitPolicyTable *table; /* OBJECT, ALLOCATED, LIST, ARRAY: its fields */
  gboolean nullable;           /* LIST: NULL if absent, not just empty */
  gboolean any_case;           /* LIST: letter case is ignored in the elements
                                 of a v1 file, at any depth                   */
  gsize written;       /* offset of a FitPlace for its place in the file; 0:
                    none */
  FitSpan span;        /* the releases that read it */
  const char *example; /* (nullable): an example element, for hints */
} FitPolicyRow;

struct _FitPolicyTable
{
  const FitPolicyRow *rows;
  guint n_rows;
  gssize place;         /* offset of a FitPlace; -1 for none */
  gsize size;           /* of the struct */
  GDestroyNotify clear; /* frees what a struct owns */
  GDestroyNotify free;  /* ...and the struct */
};

extern const FitPolicyTable fit_policy_fields; /* a whole document */
extern const FitPolicyTable fit_predicate_fields;
extern const FitPolicyTable fit_priority_fields;
extern const FitPolicyTable fit_extender_fields;

/* fit_policy_table_init: gives a struct of zeros the values of absent fields */
void fit_policy_table_init (const FitPolicyTable *table, gpointer base);

/* fit_policy_table_new: Returns: (transfer full): such a struct */
gpointer fit_policy_table_new (const FitPolicyTable *table);

/* fit_policy_row_pointer, fit_policy_row_set_pointer: the pointer to an ALLOCATED struct,
 * whose type is not known here */
gpointer fit_policy_row_pointer (const FitPolicyRow *row, gconstpointer base);
void fit_policy_row_set_pointer (const FitPolicyRow *row, gpointer base,
                                 gpointer pointer);

/* fit_policy_row_clear: sets the field of @row in @base to the value of an absent
 * field */
void fit_policy_row_clear (const FitPolicyRow *row, gpointer base);

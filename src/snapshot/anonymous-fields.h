/* anonymous-fields.h - which fields an anonymous snapshot keeps, and how
 */
#pragma once

#include "api/objects.h"
#include "snapshot/new-names.h"

typedef enum
{
  FIT_FIELD_KEEP,        /* numbers, times, amounts, words of the API */
  FIT_FIELD_NAME,        /* a name of a class */
  FIT_FIELD_OBJECT,      /* a map with fields of its own */
  FIT_FIELD_LABELS,      /* a map of labels */
  FIT_FIELD_EXPRESSION,  /* a requirement on labels */
  FIT_FIELD_TOPOLOGY,    /* a requirement without an operator */
  FIT_FIELD_RESOURCES,   /* a map of amounts by resource */
  FIT_FIELD_BY_NAME,     /* a map of times by names of a class */
  FIT_FIELD_ANNOTATIONS, /* a map of which only some members are kept */
  FIT_FIELD_PLUGINS,     /* a text: plugins, separated by commas */
  FIT_FIELD_PAIRS,       /* a text: labels, KEY=VALUE, separated by commas */
  FIT_FIELD_OWNERS,      /* a text: JSON about owners to be avoided */
  FIT_FIELD_IMAGE,
  FIT_FIELD_LEAVE_OUT, /* decoders read it, but no decision depends on it */
} FitFieldRule;

typedef struct _FitAnonymousField FitAnonymousField;

/* Where the value is a list, its elements are meant. */
struct _FitAnonymousField
{
  const char *name; /* NULL ends the table */
  FitFieldRule rule;
  FitNameClass class_;
  const FitAnonymousField *fields; /* of an OBJECT, or of ANNOTATIONS */
  const char *reason;              /* of what is left out: why */
};

/* fit_anonymous_fields: the members of an object besides apiVersion and kind */
const FitAnonymousField *fit_anonymous_fields (FitKind kind);

/* fit_anonymous_owners: those of the annotation preferAvoidPods */
const FitAnonymousField *fit_anonymous_owners (void);

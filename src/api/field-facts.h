/* field-facts.h - what a field of an object says about itself, besides how it
 * is decoded
 *
 * The tables of the decoders (FitField of decode.h) are the only lists of the
 * fields of objects.  A row there also says which words the API takes, which
 * is for misspellings (known-fields.c), what becomes of its texts in an
 * anonymous snapshot (src/snapshot/anonymize.c), and who reads it, which tells
 * the class of a pod (src/core/pod-class.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What a name stands for.  A name with several classes is renamed as the first
 * of them in this order. */
typedef enum
{
  FIT_NAME_NONE,
  FIT_NAME_NODE,
  FIT_NAME_NAMESPACE,
  FIT_NAME_POD,
  FIT_NAME_OBJECT,
  FIT_NAME_CLAIM,
  FIT_NAME_VOLUME,
  FIT_NAME_CLASS,
  FIT_NAME_DRIVER,
  FIT_NAME_SCHEDULER,
  FIT_NAME_CONTAINER,
  FIT_NAME_IMAGE,
  FIT_NAME_RESOURCE,
  FIT_NAME_KEY,
  FIT_NAME_VALUE,
  FIT_NAME_UID,
  FIT_NAME_DISK,
  FIT_NAME_ADDRESS,
  FIT_NAME_WORD,
  FIT_NAME_LAST,
} FitNameClass;

/* What an anonymous snapshot does with a value. */
typedef enum
{
  FIT_TEXTS_UNSAID,
  FIT_TEXTS_KEPT,        /* numbers, times, amounts, words of the API */
  FIT_TEXTS_NAMES,       /* names of a class */
  FIT_TEXTS_OWN_NAME,    /* the name of the object, whose class is its kind's */
  FIT_TEXTS_FIELDS,      /* a map with fields of its own */
  FIT_TEXTS_LABELS,      /* a map of labels */
  FIT_TEXTS_REQUIREMENT, /* on labels: key, values, and maybe an operator */
  FIT_TEXTS_RESOURCES,   /* a map of amounts by resource */
  FIT_TEXTS_BY_NAME,     /* a map of times by names of a class */
  FIT_TEXTS_PLUGINS,     /* a text: plugins, separated by commas */
  FIT_TEXTS_PAIRS,       /* a text: labels, KEY=VALUE, separated by commas */
  FIT_TEXTS_JSON,        /* a text: JSON with the fields of the type */
  FIT_TEXTS_IMAGE,
  FIT_TEXTS_LEFT_OUT, /* no decision depends on it */
} FitTexts;

/* Who reads a field of a pod.  Without plugins, pods that differ only in fields
 * that node rules do not read are of one class. */
typedef enum
{
  FIT_POD_READER_UNSAID,      /* that of the field it is in */
  FIT_POD_READER_NODE_RULES,  /* rules about the pod and one node */
  FIT_POD_READER_OTHER_RULES, /* only rules that also read further objects or
                                 compare nodes, and plugins */
  FIT_POD_READER_NO_RULE,     /* the queue, preemption, admission, reports */
} FitPodReader;

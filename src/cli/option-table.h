/* option-table.h - the table of options
 *
 * The parser, --help, the manual pages, completion and questions of programs use
 * this table.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/option-values.h"

typedef enum
{
  FIT_OPTION_FLAG,     /* gboolean */
  FIT_OPTION_STRING,   /* char *: the last one counts */
  FIT_OPTION_STRINGS,  /* char **: all values */
  FIT_OPTION_NAMED,    /* char **: all values, each as "NAME=VALUE": several
                          options share the place */
  FIT_OPTION_INTEGER,  /* gint64 within limits */
  FIT_OPTION_NUMBER,   /* gdouble within limits */
  FIT_OPTION_DURATION, /* gint64, nanoseconds, not negative; "1m30s" */
  FIT_OPTION_CHOICE,   /* an enum: index of the word */
} FitOptionType;

/* The candidates that completion offers for a value. */
typedef enum
{
  FIT_COMPLETE_NOTHING,
  FIT_COMPLETE_FILES,
  FIT_COMPLETE_PROVIDERS,
  FIT_COMPLETE_RELEASES,
  FIT_COMPLETE_GATES,
  FIT_COMPLETE_CODES, /* codes of warnings */
  FIT_COMPLETE_PODS,  /* pods in the files of -f and --pods */
  FIT_COMPLETE_VERBS,
} FitCompletion;

typedef struct
{
  const char *name;  /* without the dashes */
  char letter;       /* 0: none */
  const char *value; /* (nullable): the name of its value in help */
  FitOptionType type;
  FitOptionGroups group;
  gsize offset;             /* in FitOptions */
  const char *otherwise;    /* (nullable): the default, as on the command
                               line */
  gint64 least, most;       /* of an INTEGER or a NUMBER */
  const char *const *words; /* NULL-terminated: all values of a CHOICE,
                               suggestions for a STRING, a value of a FLAG
                               that means true */
  FitCompletion completion; /* of a value whose name does not say it: see
                               fit_option_completion() */
  gboolean local;     /* for command lines only: it writes a file, or says where
                        something is printed */
  gboolean of_answer; /* it only says what is asked about a cluster, or how the
                         answer is printed: with it, the same is read, by the
                         same rules */
  const char *brief;  /* (nullable) a few words for --help; without them, only
                        --help-all lists the option */
  const char *help;   /* one sentence, lower case, no full stop */
} FitOptionInfo;

#define FIT_ALL_GROUPS ((FitOptionGroups) -1)

/* FIT_EACH_OPTION (info, groups) runs the statement after it for each row of the
 * table that is in one of @groups.  fit_option_after: Returns: (transfer none)
 * (nullable): the first of them after @info (nullable) */
const FitOptionInfo *fit_option_after (const FitOptionInfo *info,
                                       FitOptionGroups groups);
#define FIT_EACH_OPTION(info, groups)                               \
  for (const FitOptionInfo *info = fit_option_after (NULL, groups); \
       info != NULL; info = fit_option_after (info, groups))

/* fit_option_number: Returns: its index in the table */
guint fit_option_number (const FitOptionInfo *info);

/* fit_option_find: @name: of @len bytes, which may have "_" for "-", as
 * kube-scheduler takes it.  Returns: (transfer none) (nullable): the option of
 * @groups */
const FitOptionInfo *fit_option_find (FitOptionGroups groups, const char *name,
                                      gsize len);

/* fit_option_group_title: @group one bit of FitOptionGroups */
const char *fit_option_group_title (FitOptionGroups group);

/* fit_option_completion: Returns: the candidates for its value: files if that is
 * called FILE, DIRECTORY and so on */
FitCompletion fit_option_completion (const FitOptionInfo *info);

/* fit_option_synopsis: Returns: (transfer full): "-o, --output FORMAT" */
char *fit_option_synopsis (const FitOptionInfo *info);

/* fit_option_help: Returns: (transfer full): the help text with choices and
 * default */
char *fit_option_help (const FitOptionInfo *info);

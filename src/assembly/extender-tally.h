/* extender-tally.h - how extenders were called, and their failures
 *
 * v1.16 silently ignores some failures; this module counts them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/json-build.h"
#include "core/extender.h"

/* How the extenders of the rules are called. */
typedef enum
{
  FIT_EXTENDERS_ASK,
  FIT_EXTENDERS_SKIP,
  FIT_EXTENDERS_FAIL,
  FIT_EXTENDERS_FILE,
} FitExtenderMode;

/* One kind of failure and its number. */
typedef struct
{
  char *name; /* owned: name of the extender */
  FitExtenderVerb verb;
  gboolean unasked; /* the extender was not called */
  gboolean ignored; /* the attempts went on without the answer */
  guint count;
  GError *error; /* owned: the first of them */
} FitExtenderFailure;

typedef struct
{
  FitExtenderMode mode;
  GPtrArray *names;    /* owned, of char *: the extenders of the rules */
  GPtrArray *failures; /* owned, of FitExtenderFailure: one per extender, verb
                          and consequence */
} FitExtenderTally;

void fit_extender_tally_init (FitExtenderTally *tally, FitExtenderMode mode);
void fit_extender_tally_clear (FitExtenderTally *tally);

/* fit_extender_tally_add: adds the extenders of the rules; of
 * FitExtenderPolicy */
void fit_extender_tally_add (FitExtenderTally *tally,
                             const GPtrArray *extenders);

/* fit_extender_tally_count: counts a failure of @extender; arguments as for
 * FitExtenderObserver */
void fit_extender_tally_count (FitExtenderTally *tally,
                               const FitExtender *extender,
                               FitExtenderVerb verb, const GError *problem);

/* fit_extender_tally_ignored: Returns: (transfer container): the failures that
 * were ignored, of FitExtenderFailure */
GPtrArray *fit_extender_tally_ignored (const FitExtenderTally *tally);

/* fit_extender_tally_set_json: sets the member "extenders": those of one set of
 * rules or of two sides; sets nothing if the rules have none */
void fit_extender_tally_set_json (const FitExtenderTally *const *tallies,
                                  guint n, FitJson *document);

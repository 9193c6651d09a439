/* extender-tally.h - who answered for extenders, and what they failed to do
 *
 * v1.16 passes over some failures without a word; here they are counted.
 */
#pragma once

#include "base/table.h"
#include "core/extender.h"

G_BEGIN_DECLS

/* Who answers for the extenders of the rules. */
typedef enum
{
  FIT_EXTENDERS_ASK,
  FIT_EXTENDERS_SKIP,
  FIT_EXTENDERS_FAIL,
  FIT_EXTENDERS_FILE,
} FitExtenderMode;

/* One kind of failure, however often. */
typedef struct
{
  char *name; /* owned: of the extender */
  FitExtenderVerb verb;
  gboolean unasked; /* it was not even asked */
  guint count;
  char *message; /* owned: of the first time */
} FitExtenderFailure;

typedef struct
{
  FitExtenderMode mode;
  GPtrArray *names;    /* owned, of char *: the extenders of the rules */
  GPtrArray *failures; /* owned, of FitExtenderFailure: one per extender and
                          verb */
} FitExtenderTally;

void fit_extender_tally_init (FitExtenderTally *tally, FitExtenderMode mode);
void fit_extender_tally_clear (FitExtenderTally *tally);

/* fit_extender_tally_add: the rules have these; of FitExtenderPolicy */
void fit_extender_tally_add (FitExtenderTally *tally,
                             const GPtrArray *extenders);

/* fit_extender_tally_count: @extender failed once more; arguments as those of
 * FitExtenderObserver */
void fit_extender_tally_count (FitExtenderTally *tally,
                               const FitExtender *extender,
                               FitExtenderVerb verb, const GError *problem);

/* fit_extender_tally_table: the extenders of one set of rules or of two sides.
 * Returns: (transfer full) (nullable): NULL where the rules have none */
FitTable *fit_extender_tally_table (const FitExtenderTally *const *tallies,
                                    guint n);

/* fit_extender_tally_record: one row with the member "extenders".  Returns:
 * (transfer full) (nullable) */
FitTable *fit_extender_tally_record (const FitExtenderTally *tally);

G_END_DECLS

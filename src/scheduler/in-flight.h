/* in-flight.h - the pods that are on their way (private to scheduler/)
 *
 * A flight is something that goes on with one pod between two calls of the
 * scheduler: its binding, or its being read again.  It has at most one task
 * under way and one alarm set.  Several flights of one namespace and name may
 * be there at a time: a pod may be deleted and made anew meanwhile, or fail
 * twice before it was read again.
 */
#pragma once

#include "scheduler/scheduler.h"

G_BEGIN_DECLS

typedef struct _FitFlight FitFlight;

/* What a kind of flight does when something happens. */
typedef struct
{
  /* its task has ended */
  void (*landed) (FitScheduler *scheduler, FitFlight *flight, const FitPod *pod,
                  const GError *problem);
  /* its alarm goes off */
  void (*woken) (FitScheduler *scheduler, FitFlight *flight);
  void (*free) (FitFlight *flight);
} FitFlightKind;

struct _FitFlight
{
  FitTask task; /* the first member; its pod tells the flight's name */
  const FitFlightKind *kind;
  FitPodPlace place;
  gint64 alarm_ns;
  guint64 alarm_sequence; /* greater for alarms that were set later */
  GSequenceIter *alarm;   /* (nullable) */
};

typedef struct _FitInFlight FitInFlight;

FitInFlight *fit_in_flight_new (void);

/* fit_in_flight_free: frees the flights too */
void fit_in_flight_free (FitInFlight *in_flight);

/* fit_in_flight_add: @flight (transfer full) */
void fit_in_flight_add (FitInFlight *in_flight, FitFlight *flight);

/* fit_in_flight_steal: takes @flight out, (transfer full) to the caller, and
 * its alarm off */
void fit_in_flight_steal (FitInFlight *in_flight, FitFlight *flight);

/* fit_in_flight_named: Returns: (transfer none) (nullable): of FitFlight: those
 * with the namespace and name of @pod, the oldest first */
const GQueue *fit_in_flight_named (const FitInFlight *in_flight,
                                   const FitPod *pod);

/* fit_in_flight_wake_at: sets the alarm of @flight, which has none */
void fit_in_flight_wake_at (FitInFlight *in_flight, FitFlight *flight,
                            gint64 when_ns);

/* fit_in_flight_next_alarm: Returns: G_MAXINT64 when no alarm is set */
gint64 fit_in_flight_next_alarm (const FitInFlight *in_flight);

/* fit_in_flight_take_due: Returns: (transfer none) (nullable): a flight whose
 * alarm goes off by @now_ns, the earliest first; the alarm is off then */
FitFlight *fit_in_flight_take_due (FitInFlight *in_flight, gint64 now_ns);

G_END_DECLS

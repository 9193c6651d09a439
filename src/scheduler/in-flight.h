/* in-flight.h - pods with work in progress (private to scheduler/)
 *
 * A flight is work on one pod that continues between two calls of the
 * scheduler: its binding, refetching it, or deleting it for another pod.  It has at most one running task
 * and one alarm.  Several flights may have the same namespace and name: a pod
 * may be deleted and recreated meanwhile, or fail twice before it was
 * refetched.
 */
#pragma once

#include "scheduler/scheduler.h"

G_BEGIN_DECLS

typedef struct _FitFlight FitFlight;

/* The callbacks of a kind of flight. */
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
  FitTask task; /* the first member; its pod gives the flight its name */
  const FitFlightKind *kind;
  FitPodPlace place;
  gint64 alarm_ns;
  guint64 alarm_sequence; /* increases with every alarm set */
  GSequenceIter *alarm;   /* (nullable) */
};

typedef struct _FitInFlight FitInFlight;

FitInFlight *fit_in_flight_new (void);

/* fit_in_flight_free: frees the flights too */
void fit_in_flight_free (FitInFlight *in_flight);

/* fit_in_flight_add: @flight (transfer full) */
void fit_in_flight_add (FitInFlight *in_flight, FitFlight *flight);

/* fit_in_flight_steal: removes @flight, (transfer full) to the caller, and
 * clears its alarm */
void fit_in_flight_steal (FitInFlight *in_flight, FitFlight *flight);

/* fit_in_flight_named: Returns: (transfer none) (nullable): the FitFlights with
 * the namespace and name of @pod, oldest first */
const GQueue *fit_in_flight_named (const FitInFlight *in_flight,
                                   const FitPod *pod);

/* fit_in_flight_wake_at: sets the alarm of @flight, which must have none */
void fit_in_flight_wake_at (FitInFlight *in_flight, FitFlight *flight,
                            gint64 when_ns);

/* fit_in_flight_next_alarm: Returns: the time of the first alarm; G_MAXINT64 if
 * none is set */
gint64 fit_in_flight_next_alarm (const FitInFlight *in_flight);

/* fit_in_flight_take_due: Returns: (transfer none) (nullable): a flight whose
 * alarm is due by @now_ns, the earliest first; clears its alarm */
FitFlight *fit_in_flight_take_due (FitInFlight *in_flight, gint64 now_ns);

G_END_DECLS

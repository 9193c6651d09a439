/* signature.h - whether the rules of a profile can tell two pods apart
 *
 * From 1.35 on a rule signs a pod: it writes down what it reads of it, in an
 * order of its own.  Pods with the same signature get the same answers from the
 * same nodes, so one of them can use what was found out for another one
 * (core/batch.h).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/pod.h"

/* FitSignFunc: appends what a rule with @args (nullable) reads of @pod.
 * Returns: FALSE if that depends on other pods, too, so that no list of nodes
 * can be used again */
typedef gboolean (*FitSignFunc) (const FitPod *pod, gconstpointer args,
                                 GString *signature);

/* A rule of a profile. */
typedef struct
{
  FitSignFunc sign;
  gconstpointer args; /* (nullable) borrowed */
} FitSigner;

/* fit_sign_pod: @signers: of FitSigner.  Returns: (transfer full) (nullable):
 * NULL if one of them cannot tell */
char *fit_sign_pod (const GArray *signers, const FitPod *pod);

/* fit_sign_sorted: appends @parts (transfer full), of char, in an order that
 * depends on nothing but them; the same twice is the same as once if @set */
void fit_sign_sorted (GPtrArray *parts, gboolean set, GString *signature);

/* What several rules read: FitSignFuncs without arguments. */
gboolean fit_sign_requests (const FitPod *pod, gconstpointer args,
                            GString *signature);
gboolean fit_sign_tolerations (const FitPod *pod, gconstpointer args,
                               GString *signature);
gboolean fit_sign_volumes (const FitPod *pod, gconstpointer args,
                           GString *signature);

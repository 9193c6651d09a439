/* inter-pod-affinity.h - what the files of InterPodAffinity share (private to
 * them)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define FIT_AFFINITY_SCORE_SUMMARY \
  "nodes near pods that attract the pod, far from those that repel it"

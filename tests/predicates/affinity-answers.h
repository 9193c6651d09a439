/* affinity-answers.h - what MatchInterPodAffinity may answer
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define ANY_AFFINITY "node(s) didn't match pod affinity/anti-affinity; "
#define NO_AFFINITY ANY_AFFINITY "node(s) didn't match pod affinity rules"
#define NO_ANTI ANY_AFFINITY "node(s) didn't match pod anti-affinity rules"
#define NO_EXISTING \
  ANY_AFFINITY "node(s) didn't satisfy existing pods anti-affinity rules"

/* Zones a and b, racks 1 and 2, and a node that has neither. */
#define TOPOLOGY                        \
  NODE ("a1", "zone: a, rack: '1'", "") \
  NODE ("a2", "zone: a, rack: '2'", "") \
  NODE ("b2", "zone: b, rack: '2'", "") NODE ("none", "", "")

#define ANSWERS(a1, a2, b2, none) \
  "a1: " a1 "\na2: " a2 "\nb2: " b2 "\nnone: " none "\n"
#define EVERYWHERE(answer) ANSWERS (answer, answer, answer, answer)

#define WEB "app: web"
#define AFFINE(affinity) "affinity: {" affinity "}"

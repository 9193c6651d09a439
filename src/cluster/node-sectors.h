/* node-sectors.h - neighbours in groups of similar nodes, which rules can say
 * something about at once
 *
 * A sector is FIT_SECTOR_BLOCKS blocks of plain nodes.  Its nodes are sorted by
 * their traits and by what is in use, and cut into groups, of which it is known
 * what is least and most in use on any of their nodes.  Rules that get better or
 * worse the more is in use say from these what any node of a group can get.
 * Where most nodes are alike, they are one group.
 *
 * To sort nodes takes as long as asking rules about each of them some dozen times,
 * so a sector is sorted when it has been asked for as often.  A node that changes
 * becomes a group of its own.  When there is no room for another group, the
 * sector has to be sorted again.  Whatever the groups are, each
 * node is in one of them, and within its bounds; so which groups there are makes
 * no difference to any answer.
 *
 * Memory: 12 bytes per node.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/plain-nodes.h"

#define FIT_SECTOR_BLOCKS 16
#define FIT_SECTOR_NODES (FIT_SECTOR_BLOCKS * FIT_PLAIN_NODES)
#define FIT_SECTOR_GROUPS FIT_PLAIN_NODES

typedef enum
{
  FIT_SECTOR_NEW,    /* not sorted */
  FIT_SECTOR_SORTED, /* all nodes are in groups */
  FIT_SECTOR_STRANGE /* some node is not plain, or there are too many traits */
} FitSectorState;

typedef struct
{
  FitSectorState state;
  guint n_groups;
  FitPlainNodes emptiest; /* by group */
  FitPlainNodes fullest;
  guint16 n_members[FIT_SECTOR_GROUPS];
  guint16 begins[FIT_SECTOR_GROUPS]; /* where the members of a group begin */
  guint16 members[FIT_SECTOR_NODES + FIT_SECTOR_GROUPS]; /* places of nodes in
                                                            the sector */
  guint8 group_of[FIT_SECTOR_NODES];                     /* by place */
  guint64 changed[FIT_SECTOR_BLOCKS]; /* a bit for each node: it has changed */
  gboolean any_changed;
  guint n_asked; /* how often it was asked for before it was sorted */
} FitSector;

/* fit_sector_changed: the node at @place has changed */
void fit_sector_changed (FitSector *sector, guint place);

/* fit_sector_update: @blocks: the FIT_SECTOR_BLOCKS blocks of the sector, with
 * the numbers of all nodes as they are.  Returns: FALSE if the sector is strange,
 * or not worth the effort yet */
gboolean fit_sector_update (FitSector *sector, const FitPlainNodes *blocks);

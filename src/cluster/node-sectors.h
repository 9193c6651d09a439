/* node-sectors.h - neighbours in groups of similar nodes, which rules can say
 * something about at once
 *
 * A sector is FIT_SECTOR_BLOCKS blocks of plain nodes.  Its nodes are sorted by
 * their traits and by what is in use, and cut into groups.  Where most nodes are
 * alike, they are one group.  Of groups of unlike nodes it is known what is least
 * and most in use on any of these: rules that get better or worse the more is in
 * use say from that what any node of the group can get.  The members of a group
 * that are of one kind (node-kinds.h) follow each other, if the caller asks for
 * kinds and they are not too many.
 *
 * To sort nodes takes as long as asking rules about each of them some dozen times,
 * so a sector is sorted when it has been asked for as often.  A node that changes
 * becomes a group of its own.  When there is no room for another group, the
 * sector has to be sorted again.  Whatever the groups are, each
 * node is in one of them, and within its bounds; so which groups there are makes
 * no difference to any answer.
 *
 * Memory: 18 bytes per node.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/plain-nodes.h"

#define FIT_SECTOR_BLOCKS 16
#define FIT_SECTOR_NODES (FIT_SECTOR_BLOCKS * FIT_PLAIN_NODES)
#define FIT_SECTOR_GROUPS FIT_PLAIN_NODES
#define FIT_SECTOR_RUNS 256

typedef enum
{
  FIT_SECTOR_NEW,    /* not sorted */
  FIT_SECTOR_SORTED, /* all nodes are in groups */
  FIT_SECTOR_STRANGE /* some node is not plain, or there are too many traits */
} FitSectorState;

/* Members of a group that are of one kind. */
typedef struct
{
  guint16 group;
  guint16 kind;
  guint16 begin; /* where they begin among all members */
  guint16 n;
} FitSectorRun;

/* The kinds of the nodes of a sector. */
typedef struct
{
  guint version;        /* not 0 */
  const guint16 *of;    /* by node index */
  const guint32 *nodes; /* the index of each, by place */
} FitSectorKinds;

typedef struct
{
  FitSectorState state;
  guint n_groups;
  FitPlainNodes groups; /* by group: the numbers of a member */
  guint n_unlike;       /* groups with unlike members */
  guint8 unlike[FIT_SECTOR_GROUPS];
  FitPlainNodes emptiest; /* of each of these */
  FitPlainNodes fullest;
  guint16 n_members[FIT_SECTOR_GROUPS];
  guint16 begins[FIT_SECTOR_GROUPS]; /* where the members of a group begin */
  guint16 members[FIT_SECTOR_NODES + FIT_SECTOR_GROUPS]; /* places of nodes in
                                                            the sector */
  guint n_runs;
  FitSectorRun runs[FIT_SECTOR_RUNS]; /* those of a group follow each other */
  guint8 run_of[FIT_SECTOR_NODES];    /* by place */
  guint kinds_version;                /* 0: runs do not tell of kinds */
  gboolean many_kinds;                /* nor do they if there were too many */
  guint64 changed[FIT_SECTOR_BLOCKS]; /* a bit for each node: it has changed */
  gboolean any_changed;
  guint n_asked; /* how often it was asked for before it was sorted */
} FitSector;

/* fit_sector_fetch: fetches from memory what is read first of a sector, which may
 * have as many groups and runs as @like: with very many nodes, waiting for it takes
 * longer than reading it */
void fit_sector_fetch (const FitSector *sector, const FitSector *like);

/* fit_sector_changed: the node at @place has changed */
void fit_sector_changed (FitSector *sector, guint place);

/* fit_sector_update: @blocks: the FIT_SECTOR_BLOCKS blocks of the sector, with
 * the numbers of all nodes as they are.  @kinds: (nullable): must not be NULL once
 * it was not.  Returns: FALSE if the sector is strange, or not worth the effort
 * yet */
gboolean fit_sector_update (FitSector *sector, const FitPlainNodes *blocks,
                            const FitSectorKinds *kinds);

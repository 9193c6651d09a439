// The answers as the views ask for them: a cluster, decisions, and what follows from them.

/**
 * @typedef {{name: string, unit: string, allocatable: number[], before: number[], after: number[]}} Resource
 * @typedef {{pods: string[], outcome: string, node: ?number, rejected: {reasons: number[], nodes: number[][]}[],
 *            feasible: number[][], points: ?object, remedies: object[]}} Decision
 */

/** The cluster of an answer: of its columns, or of the nodes in its summary. */
class Cluster {
  constructor(columns) {
    this.names = columns.names;
    this.size = columns.names.length;
    this.zones = columns.zones ?? {values: [], of: []};
    this.groups = columns.groups ?? {label: null, values: [], of: []};
    /** @type {Resource[]} */
    this.resources = list(columns.resources);
    this.pods = columns.pods ?? null;
    this.podsLeftOut = columns.podsLeftOut ?? 0;
    this.cordoned = this.flags(columns.cordoned);
    this.notReady = this.flags(columns.notReady);
    this.added = indexesOf(columns.new);
    this.taints = list(columns.taints).filter(t => t.taint !== 'node.kubernetes.io/unschedulable:NoSchedule');
    this.tainted = this.flags(this.taints.flatMap(t => t.nodes));
    this.indexByName = new Map(this.names.map((name, i) => [name, i]));
    this.isNew = new Set(indexesOf(this.pods?.new));
    this.fresh = new Int32Array(this.size);
    this.podsOf = this.pods && this.names.map(() => []);
    this.pods?.of.forEach((node, pod) => {
      this.podsOf[node]?.push(pod);
      this.fresh[node] += this.isNew.has(pod);
    });
  }

  flags(ranges) {
    const flags = new Uint8Array(this.size);
    indexesOf(ranges).forEach(i => { flags[i] = 1; });
    return flags;
  }

  resource(name) { return this.resources.find(r => r.name === name); }
  zoneOf(node) { return this.zones.values[this.zones.of[node]] ?? null; }
  groupOf(node) { return this.groups.values[this.groups.of[node]] ?? null; }
  taintsOf(node) { return this.taints.filter(t => list(t.nodes).some(([a, b]) => a <= node && node <= b)).map(t => t.taint); }
  isOpen(node) { return !this.cordoned[node] && !this.notReady[node]; }
  free(resource, node) { return Math.max(0, resource.allocatable[node] - resource.after[node]); }

  /** The share of a resource that is requested on a node; null where the node has none of it. */
  share(resource, node) {
    const all = resource.allocatable[node];
    return all > 0 ? resource.after[node] / all : resource.after[node] > 0 ? 1 : null;
  }

  total(resource, column = 'after') {
    const all = sum(resource.allocatable);
    return all > 0 ? sum(resource[column]) / all : null;
  }

  /**
   * What is stranded on a node: the share of its memory (or cpu) that would be left when the rest of its cpu (or
   * memory) is used up, by pods that ask for both as the node has them.
   */
  stranded(node) {
    const cpu = this.resource('cpu'), memory = this.resource('memory');
    if (!cpu || !memory || !this.isOpen(node) || !(cpu.allocatable[node] > 0) || !(memory.allocatable[node] > 0))
      return {share: 0, resource: null, amount: 0};
    const freeCpu = this.free(cpu, node) / cpu.allocatable[node], freeMemory = this.free(memory, node) / memory.allocatable[node];
    const resource = freeMemory >= freeCpu ? memory : cpu;
    const share = Math.abs(freeMemory - freeCpu);
    return {share, resource, other: resource === cpu ? memory : cpu, amount: Math.round(share * resource.allocatable[node])};
  }
}

/** Members of the nodes in a summary: what a node has, and what is requested; in that of a diff, by the left rules and the right ones. */
const SUMMED = [['cpu', 'milli', 'allocatableMilliCpu', 'requestedMilliCpu'], ['memory', 'bytes', 'allocatableMemoryBytes', 'requestedMemoryBytes'],
  ['pods', 'count', 'allocatablePods', 'pods']];
const BOTH_SUMMED = [['cpu', 'milli', 'allocatableMilliCpu', 'leftRequestedMilliCpu', 'rightRequestedMilliCpu'],
  ['memory', 'bytes', 'allocatableMemoryBytes', 'leftRequestedMemoryBytes', 'rightRequestedMemoryBytes']];

/** The nodes in a summary, as columns. */
function columnsOfSummary(nodes, members) {
  const column = member => nodes.map(n => n[member] ?? 0);
  return {names: nodes.map(n => n.name), resources: members.map(([name, unit, all, before, after = before]) =>
    ({name, unit, allocatable: column(all), before: column(before), after: column(after)}))};
}

function clusterOf(answer) {
  if (Array.isArray(answer.cluster?.names) && answer.cluster.names.length > 0)
    return new Cluster(answer.cluster);
  const nodes = list(answer.summary?.nodes);
  return nodes.length > 0 && nodes[0].allocatablePods !== undefined ? new Cluster(columnsOfSummary(nodes, SUMMED)) : null;
}

/** What became of one pod on every node: reads the columns of a decision once. */
class Verdicts {
  /** @param {Decision} decision */
  constructor(decision, size) {
    this.decision = decision;
    this.points = new Float64Array(size).fill(NaN);
    this.rejectedBy = new Int32Array(size).fill(-1);
    this.fits = new Uint8Array(size);
    this.fitting = indexesOf(decision.feasible);
    this.column = new Map(this.fitting.map((node, k) => [node, k]));
    const values = list(decision.points?.values), common = decision.points?.common ?? 0;
    this.fitting.forEach((node, k) => {
      this.fits[node] = 1;
      this.points[node] = common + sum(values.map(v => v[k] ?? 0));
    });
    list(decision.rejected).forEach((r, i) => indexesOf(r.nodes).forEach(node => { this.rejectedBy[node] = i; }));
  }

  reasonsOn(node) { return this.decision.rejected?.[this.rejectedBy[node]]?.reasons ?? []; }

  /** The points of a rule (its place among those that differ) on a node, beside those that every node that fits gets. */
  pointsOf(place, node) { return this.decision.points.values[place][this.column.get(node)] ?? 0; }

  /** Nodes that fit, best first; the chosen one before others with as many points. */
  ranking() {
    const chosen = this.decision.node;
    return this.ranked ??= this.fitting.slice().sort((a, b) => (this.points[b] - this.points[a]) || (b === chosen) - (a === chosen) || a - b);
  }
}

/** All decisions of an answer, by pod. */
class Decisions {
  constructor(columns, size) {
    this.size = size;
    this.rules = list(columns?.rules);
    this.reasons = list(columns?.reasons);
    /** @type {Decision[]} */
    this.items = list(columns?.items);
    this.leftOutText = columns?.leftOutText ?? null;
    this.byPod = new Map();
    this.items.forEach(item => list(item.pods).forEach(pod => this.byPod.set(pod, item)));
  }

  verdictsOf(decision) { return decision.verdicts ??= new Verdicts(decision, this.size); }

  /** Classes of equal pods that have no node, those with most pods first. */
  pending() { return this.pendingItems ??= this.items.filter(i => i.node === null && i.outcome !== 'placed').sort((a, b) => b.pods.length - a.pods.length); }

  /** Each reason of a decision with its nodes, most nodes first. */
  reasonsOf(decision) {
    const nodes = new Map();
    for (const rejected of list(decision.rejected))
      for (const reason of rejected.reasons)
        nodes.set(reason, (nodes.get(reason) ?? 0) + sizeOf(rejected.nodes));
    return [...nodes].map(([reason, n]) => ({reason, text: this.reasons[reason] ?? '?', nodes: n})).sort((a, b) => b.nodes - a.nodes);
  }

  /** A letter for each reason of a decision, so that the map needs no colour to tell them apart. */
  lettersOf(decision) {
    const letters = new Map(), taken = new Set();
    for (const {reason, text} of this.reasonsOf(decision)) {
      const wanted = (LETTERS.find(([words]) => words.test(text))?.[1] ?? '') + text.toUpperCase().replace(/[^A-Z]/g,
        '') + 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
      const letter = [...wanted].find(l => !taken.has(l)) ?? '?';
      taken.add(letter);
      letters.set(reason, letter);
    }
    return letters;
  }
}

const LETTERS = [[/unschedulable/, 'U'], [/taint/, 'T'], [/cpu/, 'C'], [/memory/, 'M'], [/gpu/, 'G'], [/selector|affinity$/, 'S'],
  [/pod affinity|anti-affinity/, 'A'], [/port/, 'P'], [/volume|disk/i, 'V'], [/pods/, 'N'], [/left out/, 'L']];

/** What pods of a decision lack, as words: "cpu and memory"; others: the reason with most nodes. */
function lackOf(decisions, decision) {
  const reasons = decisions.reasonsOf(decision);
  const scarce = reasons.filter(r => /^(Insufficient |Too many pods)/.test(r.text)).map(r => r.text.replace(/^Insufficient /, '').replace(/^Too many pods.*/, 'pods')).sort();
  return scarce.length > 0 ? sentence(scarce) : reasons[0]?.text ?? 'unknown';
}

/**
 * What one more node would do, as it was tried: for each group of nodes the pods that found a place on it, most first.
 * Zones where the same pods would are one offer.
 * @returns {{group: number, like: number, pods: number, zones: string[], taken: {decision: Decision, pods: number}[]}[]}
 */
function oneMoreNode(cluster, decisions, kinds) {
  const offers = new Map();
  for (const one of kinds) {
    const node = cluster.indexByName.get(one?.like), group = cluster.groups.of[node] ?? -1;
    const known = list(one?.pods).filter(p => decisions.byPod.has(p)), key = JSON.stringify([group, known]);
    if (node === undefined || known.length === 0)
      continue;
    if (!offers.has(key)) {
      const taken = [...groupBy(known, p => decisions.byPod.get(p))].map(([decision, ps]) => ({decision, pods: ps.length}));
      offers.set(key, {group, like: node, pods: known.length, zones: [], taken});
    }
    offers.get(key).zones.push(cluster.zoneOf(node));
  }
  return [...offers.values()].sort((a, b) => b.pods - a.pods || a.group - b.group);
}

/** The nodes that strand most, worst first. */
function mostWasteful(cluster) {
  const nodes = Array.from({length: cluster.size}, (_, node) => ({node, ...cluster.stranded(node)}));
  return nodes.filter(n => n.share >= 0.005).sort((a, b) => b.share - a.share || b.amount - a.amount || a.node - b.node);
}

/** "shop/web-3" */
const podName = item => (item.namespace ? `${item.namespace}/${item.name}` : String(item.name));

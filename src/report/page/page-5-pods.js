// Answers about pods (Simulation, Explanation): how full, why there, why not, what is waste.

/**
 * @typedef {{doc: number, mode: ?string, pod: ?string, node: ?number, reason: ?string, at: ?number}} State   what the address says
 * @typedef {{key: string, name: string, item: ?object, at: ?number, decision: ?Decision}} Pod   what the answer says about it, its place
 *            among the pods on nodes, and why it is where it is; the key is its name, or "NAME #2" if another pod has the name
 */

/** What is common to answers that have a map: pods, nodes, and the questions about them. */
class ClusterView {
  constructor(answer) {
    this.answer = answer;
    this.home = 'cpu';
    this.cluster = clusterOf(answer);
    this.decisions = new Decisions(answer.decisions, this.cluster?.size ?? 0);
    /** @type {Map<string, Pod>} */
    this.pods = new Map();
    this.readPods();
  }

  /** Brings together what the answer, its cluster and its decisions say about each pod. */
  readPods() {
    const {cluster, answer} = this;
    this.answered(list(answer.items)).forEach(item => this.addPod(podName(item), {item}));
    this.keys = [];
    const places = [...list(cluster?.pods?.names).keys()]; // a new pod may have the name of one that was there
    places.sort((a, b) => cluster.isNew.has(b) - cluster.isNew.has(a)).forEach(at => {
      const name = cluster.pods.names[at], node = cluster.names[cluster.pods.of[at]];
      this.keys[at] = Object.assign(this.findPod(name, p => p.at === undefined && p.item?.node === node) ?? this.addPod(name, {}), {at}).key;
    });
    this.decisions.items.forEach(d => list(d.pods).forEach(name => {
      const node = d.node === null ? null : cluster?.names[d.node], isFree = p => !p.decision;
      const pod = this.findPod(name, p => isFree(p) && this.nodeOf(p) === node) ?? this.findPod(name, p => isFree(p) && p.item)
        ?? (node === null || !cluster?.pods ? this.addPod(name, {}) : null); // or else it went on from there
      if (pod)
        pod.decision = d;
      if (pod && !pod.item)
        pod.item = {name, node, score: d.total, outcome: d.outcome, message: d.message, evaluatedNodes: d.evaluated, feasibleNodes: sizeOf(d.feasible)};
    }));
  }

  /** The items that are pods of their own. */
  answered(items) { return items; }

  addPod(name, facts) {
    let key = name;
    for (let n = 2; this.pods.has(key); n++)
      key = `${name} #${n}`;
    this.pods.set(key, {key, name, ...facts});
    return this.pods.get(key);
  }

  /** The first pod of this name that is as asked. */
  findPod(name, is) {
    let pod = this.pods.get(name);
    for (let n = 2; pod && !(pod.name === name && is(pod)); n++)
      pod = this.pods.get(`${name} #${n}`);
    return pod;
  }

  /** The name of its node, or null. */
  nodeOf(pod) { return (pod.item ? pod.item.node : this.cluster.names[this.cluster.pods.of[pod.at]]) ?? null; }

  /** Which moment the map shows. */
  get when() { return 'after all pods were scheduled'; }

  isKnown(pod) { return this.pods.has(pod); }

  /** Everything that can be searched. */
  names() {
    const pods = [...this.pods.values()].map(p => ({name: p.name, pod: p.key, what: this.whatIs(p), later: !p.item}));
    return [...pods.filter(p => !p.later), ...list(this.cluster?.names).map((name, node) => ({name, node, what: 'node'})), ...pods.filter(p => p.later)];
  }

  /** "pending pod"; of pods that share a name also which of them. */
  whatIs(pod) {
    const kind = pod.item && !pod.item.node ? 'pending pod' : pod.item || this.cluster.isNew.has(pod.at) ? 'pod' : 'running pod';
    return this.pods.has(`${pod.name} #2`) ? [`${kind}${pod.key.slice(pod.name.length)}`, this.nodeOf(pod)].filter(Boolean).map(t => short(t, 40)).join(' on ')
      : kind;
  }

  about() {
    const {cluster} = this;
    if (!cluster)
      return [];
    const running = cluster.pods ? cluster.pods.names.length - cluster.isNew.size : null;
    const zones = cluster.zones.values.length;
    return [`${count(cluster.size - cluster.added.length, 'node')}${zones > 0 ? ` in ${count(zones, 'zone')}` : ''}`,
      running !== null && `${count(running, 'pod')} ${running === 1 ? 'was' : 'were'} running`,
      cluster.podsLeftOut > 0 && `the names of ${count(cluster.podsLeftOut, 'pod')} are left out`].filter(Boolean);
  }

  /** The resources that are worth a button: cpu, memory, pods, and others of which something is requested. */
  resources() { return list(this.cluster?.resources).filter(r => ['cpu', 'memory', 'pods'].includes(r.name) || r.after.some(v => v > 0)); }

  modes() {
    if (!this.cluster)
      return [];
    const modes = this.resources().map(r => ({mode: r.name, label: r.name}));
    return this.cluster.resource('cpu') && this.cluster.resource('memory') ? [...modes, {mode: 'waste', label: 'waste'}] : modes;
  }

  figures() {
    const {cluster} = this, cpu = cluster?.resource('cpu'), memory = cluster?.resource('memory');
    return cpu && memory ? [this.useFigure(cpu), this.largestFigure(cpu, memory), this.strandedFigure(), this.closedFigure()] : [];
  }

  useFigure(cpu) {
    const more = this.resources().filter(r => r !== cpu && r.name !== 'pods').slice(0, 3);
    const others = more.map(r => `${percent(this.cluster.total(r) ?? 0)} ${short(r.name, 30)}`);
    return figure(`${percent(this.cluster.total(cpu) ?? 0)} cpu`, `${sentence(others)} requested`);
  }

  largestFigure(cpu, memory) {
    const {cluster} = this, open = [...cluster.names.keys()].filter(n => cluster.isOpen(n));
    const best = open.reduce((a, b) => (cluster.free(cpu, b) > cluster.free(cpu, a) ? b : a), open[0]);
    if (best === undefined)
      return figure('No room', 'no node takes new pods');
    return figure(`${quantity(cluster.free(cpu, best), 'milli')} cpu`,
      `free on one node at most, with ${quantity(cluster.free(memory, best), 'bytes')} memory (${short(cluster.names[best], 30)})`);
  }

  strandedFigure() {
    const by = new Map();
    for (let node = 0; node < this.cluster.size; node++) {
      const {resource, amount} = this.cluster.stranded(node);
      if (amount > 0)
        by.set(resource, (by.get(resource) ?? 0) + amount);
    }
    const worth = ([resource, amount]) => amount / sum(resource.allocatable);
    const [most, other] = [...by].sort((a, b) => worth(b) - worth(a));
    if (!most)
      return figure('Nothing stranded', 'cpu and memory are used in step');
    const lost = most[0].name === 'memory' ? 'cpu' : 'memory';
    return figure(`${quantity(most[1], most[0].unit)} ${most[0].name}`,
      `stranded: free on nodes that run out of ${lost} first${other ? `; ${quantity(other[1], other[0].unit)} ${other[0].name} the other way round` : ''}`);
  }

  closedFigure() {
    const {cluster} = this, cordoned = sum(cluster.cordoned), broken = sum(cluster.notReady), tainted = sum(cluster.tainted);
    return figure(`${grouped(cordoned)} cordoned`, [broken > 0 && `${grouped(broken)} not ready`,
        `${count(tainted, 'node')} with taints`].filter(Boolean).join(', '));
  }

  /** What the map shows: its heading, its look and its legend. @param {State} state */
  scene(state) {
    const pod = this.pods.get(state.pod);
    const scene = pod?.decision ? this.podScene(state, pod.decision) : state.mode === 'waste' ? this.wasteScene() : this.fullScene(state.mode, pod);
    const rings = scene.look.rings ??= {};
    if (state.node !== null && !list(rings.ring).includes(state.node))
      rings.seen = [state.node];
    return scene;
  }

  fullScene(mode, pod) {
    const {cluster} = this, resource = cluster.resource(mode) ?? cluster.resources[0];
    const anyNew = cluster.fresh.some(n => n > 0), anyClosed = cluster.cordoned.some(Boolean) || cluster.notReady.some(Boolean),
      anyLack = resource.allocatable.some(a => !(a > 0));
    const share = n => cluster.share(resource, n);
    const chosen = pod ? [cluster.indexByName.get(this.nodeOf(pod))].filter(n => n !== undefined) : [];
    return {
      title: `How full the nodes are: ${resource.name}`,
      hint: `${percent(cluster.total(resource) ?? 0)} of all ${resource.name === 'pods' ? 'places for pods are taken' : `${resource.name} is requested`}, ${this.when}.`,
      legend: [ramp('empty', 'full'), anyLack && swatch('none', 'has none of it'), anyClosed && swatch('hatch', 'cordoned or not ready'),
        anyNew && cluster.size <= 2600 && swatch('dot', 'got new pods'), cluster.added.length > 0 && swatch('dashed', 'added'), chosen.length > 0 && swatch('ringed', 'chosen')], look: {
        shade: n => (!cluster.isOpen(n) ? 'hatch' : share(n) === null ? 'none' : shadeOf(share(n))),
        text: n => (share(n) === null ? '' : percent(share(n)).slice(0, -1)),
        long: n => (!cluster.isOpen(n) ? this.stateOf(n) : share(n) === null ? `no ${short(resource.name, 14)}` : `${percent(share(n))} full`),
        dot: n => cluster.fresh[n] > 0, rings: {ring: chosen, second: cluster.added},
        says: n => this.says(n, share(n) === null ? `no ${resource.name}`
          : `${percent(share(n))} of ${quantity(resource.allocatable[n], resource.unit)} ${resource.name} requested`)}};
  }

  stateOf(node) { return [this.cluster.cordoned[node] && 'cordoned', this.cluster.notReady[node] && 'not ready'].filter(Boolean).join(', '); }

  says(node, verdict) {
    const {cluster} = this, fresh = cluster.fresh[node];
    return `${short(cluster.names[node], 80)}: ${[verdict, this.stateOf(node), fresh > 0 && count(fresh, 'new pod'), [cluster.groupOf(node), cluster.zoneOf(node)].filter(Boolean).map(t => short(t, 40)).join(', ')].filter(Boolean).join(' · ')}`;
  }

  wasteScene() {
    const {cluster} = this, waste = Array.from({length: cluster.size}, (_, n) => cluster.stranded(n));
    const words = n => (waste[n].share < 0.005 ? 'nothing stranded' : `${percent(waste[n].share)} of its ${waste[n].resource.name} stranded`);
    return {
      title: 'What is wasted',
      hint: 'Stranded is what would be left of the free memory when the free cpu is used up, or of cpu when memory is, by pods that ask for both as the node has them.',
      legend: [ramp('none', 'half or more'), swatch('hatch', 'cordoned or not ready'),
        this.cluster.size <= 160 && this.cluster.size > 24 && 'M: memory, C: cpu, in percent of the node'], look: {
        shade: n => (!cluster.isOpen(n) ? 'hatch' : shadeOf(Math.min(0.99, waste[n].share * 2))),
        text: n => (waste[n].share < 0.005 ? '' : `${waste[n].resource.name[0].toUpperCase()}${Math.round(waste[n].share * 100)}`),
        long: n => (!cluster.isOpen(n) ? this.stateOf(n) : waste[n].share < 0.005 ? 'nothing' : `${percent(waste[n].share)} ${waste[n].resource.name}`),
        says: n => this.says(n, words(n))}};
  }

  podScene(state, decision) {
    const verdicts = this.decisions.verdictsOf(decision), placed = verdicts.fitting.length > 0 && decision.node !== null;
    const scene = this[placed ? 'placedScene' : 'rejectedScene'](state, decision, verdicts), meets = this.meets(state, verdicts);
    Object.assign(scene.look, {faded: state.reason === null ? null : n => !meets(n), says: n => this.says(n, this.verdictOn(verdicts, n))});
    return {title: ['The cluster as ', nameOf(state.pod), ' sees it'], ...scene};
  }

  /** Whether the chosen reason speaks against a node. */
  meets(state, verdicts) { return n => verdicts.reasonsOn(n).some(r => this.decisions.reasons[r] === state.reason); }

  preempts(victims) {
    return list(victims).length > 0 && el('p', null, `It preempts ${some(victims.map(v => short(isPlain(v) ? v : podName(v), 60)))}.`);
  }

  placedScene(state, decision, verdicts) {
    const {cluster} = this, points = verdicts.fitting.map(n => verdicts.points[n]);
    const low = points.reduce((a, b) => Math.min(a, b), Infinity), high = points.reduce((a, b) => Math.max(a, b), -Infinity);
    const shade = n => (verdicts.fits[n] ? (high > low ? shadeOf((verdicts.points[n] - low) / (high - low) * 0.999) : 'u3')
      : verdicts.rejectedBy[n] >= 0 ? 'hatch' : 'none');
    const others = verdicts.rejectedBy.some(r => r >= 0), skipped = decision.evaluated < cluster.size;
    return {hint: verdicts.fitting.length > 1
        ? `${count(verdicts.fitting.length, 'node')} fit; their points decide.${others ? ' Hatched nodes reject the pod.' : ''}`
        : 'One node fits. Hatched nodes reject the pod.',
      legend: [high > low && ramp(`fewest points (${grouped(low)})`, `most (${grouped(high)})`), swatch('ringed', 'chosen'),
        decision.runnerUp !== null && swatch('dashed', 'second'), others && swatch('hatch', 'rejected'), skipped && swatch('none', 'not looked at')], look: {
        shade, text: n => (verdicts.fits[n] ? (decision.points ? String(verdicts.points[n]) : '✓') : ''),
        long: n => (verdicts.fits[n] ? (decision.points ? count(verdicts.points[n], 'point') : 'fits') : this.against(verdicts, n)),
        rings: {ring: [decision.node], second: [decision.runnerUp]}}};
  }

  /** What a node says to a pod. */
  verdictOn(verdicts, node) {
    const reasons = verdicts.reasonsOn(node).map(r => this.decisions.reasons[r]);
    if (reasons.length > 0)
      return sentence(reasons);
    if (!verdicts.fits[node])
      return 'was not looked at';
    return verdicts.decision.points ? `${count(verdicts.points[node], 'point')}${node === verdicts.decision.node ? ', chosen' : ''}`
      : `fits${node === verdicts.decision.node ? ', chosen' : ''}`;
  }

  /** What speaks against a node, in few words. */
  against(verdicts, node) {
    const {length} = verdicts.reasonsOn(node);
    return length > 1 ? `${length} reasons` : short(briefReason(this.verdictOn(verdicts, node)), 15);
  }

  rejectedScene(state, decision, verdicts) {
    const letters = this.decisions.lettersOf(decision), faults = n => verdicts.reasonsOn(n).length;
    const meets = this.meets(state, verdicts), kinds = ['none', 'u4', 'u2', 'u1'], most = Math.max(0, ...list(decision.rejected).map(r => r.reasons.length));
    return {hint: state.reason === null
        ? 'The stronger the color of a node, the nearer it is to taking the pod. A letter is the one reason that is left, a number says how many there are.'
        : `${count(verdicts.rejectedBy.reduce((s, _, n) => s + meets(n), 0), 'node')}: ${state.reason}`,
      legend: state.reason !== null ? [swatch('u4', 'this reason alone'), swatch('u3', 'this reason among others'), swatch('u1', 'other reasons')]
        : [swatch('u4', 'one reason against it'), swatch('u2', 'two'), most > 2 && swatch('u1', 'three or more'),
        verdicts.fitting.length > 0 && swatch('won', 'fits')], look: {
        shade: n => (verdicts.fits[n] ? 'won' : state.reason === null ? kinds[Math.min(3, faults(n))] : !meets(n) ? 'u1' : faults(n) === 1 ? 'u4' : 'u3'),
        text: n => (verdicts.fits[n] ? '✓' : faults(n) === 1 ? letters.get(verdicts.reasonsOn(n)[0]) : faults(n) > 1 ? String(faults(n)) : ''),
        long: n => this.against(verdicts, n)}};
  }

  /** The panel beside the map. @param {State} state */
  panel(state, go) {
    if (state.pod !== null)
      return [this.podPanel(state, go), state.node !== null && this.cluster ? this.nodePanel(state, go) : null];
    if (state.node !== null)
      return [this.nodePanel(state, go)];
    return state.mode === 'waste' ? [this.wastePanel(go)] : [this.pendingPanel(go), this.oneMorePanel(go)];
  }

  pendingPanel(go) {
    const pending = this.decisions.pending(), reasons = this.reasonsOfAnswer();
    const head = el('h2', null, 'Why pods stay pending');
    if (pending.length > 0)
      return el('section', {id: 'why-pending'}, head, el('p', {class: 'hint'}, 'Pods that are alike, most first. Choose one to see what each node says.'),
        folded(pending, 12, d => this.pendingRow(d, go), 'kind of pods', 'kinds of pods'));
    if (reasons.length > 0)
      return el('section', {id: 'why-pending'}, head, el('p', {class: 'hint'}, 'Pods with the same reasons, most first.'),
        folded(reasons.slice().sort((a, b) => b.count - a.count), 12, r => podsEntry(list(r.pods), r.count, r.message), 'reason'));
    return el('section', {id: 'why-pending'}, el('h2', null, 'No pod is pending'), el('p', {class: 'hint'},
        this.listed().length > 0 ? 'Every pod found a node. Choose one in the table, and the map shows the cluster as that pod sees it.'
        : 'There was nothing to schedule. Choose a node on the map to see what is on it.'));
  }

  /** Why pods are pending, for answers without decisions: of the summary, or of the pods themselves. */
  reasonsOfAnswer() {
    const said = list(this.answer.summary?.reasons), lost = this.listed().filter(p => !p.item.node);
    return said.length > 0 ? said : [...groupBy(lost, ({item}) => item.message ?? notPlaced(item))].map(([message, pods]) =>
      ({message, count: pods.length, pods: pods.map(p => p.name)}));
  }

  /** The pods that the answer is about, besides those that run anyway. */
  listed() { return [...this.pods.values()].filter(p => p.item); }

  pendingRow(decision, go) {
    const [first] = decision.pods, n = decision.pods.length, [help] = list(decision.remedies);
    return appendAll(entry(podLink(first, go), n > 1 && `×${grouped(n)}`, decision.message ? reasonsIn(decision.message) : upperFirst(String(decision.outcome)),
      {'data-pods': n}), help && el('p', {class: 'hint ok'}, `Would help: ${remedyText(help)}.`));
  }

  oneMorePanel(go) {
    const {cluster, decisions} = this, kinds = this.answer.oneMoreNode;
    if (!cluster || decisions.pending().length === 0)
      return null;
    const offers = this.offers ??= oneMoreNode(cluster, decisions, list(kinds)), waiting = sum(decisions.pending().map(d => d.pods.length));
    const lacks = [...groupBy(decisions.pending(), d => lackOf(decisions, d))].map(([lack, ds]) =>
      ({lack, pods: sum(ds.map(d => d.pods.length))})).sort((a, b) => b.pods - a.pods);
    const lacking = el('p', {class: 'hint'}, `What they lack: ${some(lacks.map(l => `${l.lack} (${count(l.pods, 'pod')})`), 4)}.`);
    const results = offers.length === 0 ? [el('p', null, 'Nowhere: one more node like any of these would take none of the pending pods.'), lacking]
      : [el('ol', {class: 'rows'}, offers.slice(0, 4).map(o => this.offerRow(o, waiting, go))), lacking,
        el('p', {class: 'hint'}, 'Each was tried with all rules, and with the pods that DaemonSets would put on the node. The option --nodes-needed tries more of them.')];
    return el('section', {id: 'one-more-node'}, el('h3', null, 'Where would one more node help most?'), kinds ? results
      : [el('p', {class: 'hint'}, 'This was not tried, since it would take long, or since extenders decide, too. The option --nodes-needed of simulate tries it.'),
        lacking]);
  }

  offerRow(offer, waiting, go) {
    const {cluster} = this, all = new Set();
    cluster.groups.of.forEach((g, n) => { if (g === offer.group) all.add(cluster.zoneOf(n)); });
    const zones = offer.zones.filter(z => z !== null), where = zones.length > 0 && (zones.length < all.size || all.size === 1)
      ? ` in ${sentence(zones.map(z => short(z, 30)))}` : '';
    const group = cluster.groups.values[offer.group] ?? cluster.names[offer.like];
    const taken = offer.taken.map(t => (t.pods > 1 ? `${grouped(t.pods)} pods like ${short(t.decision.pods[0], 40)}` : short(t.decision.pods[0], 40)));
    return entry([linkTo(nameOf(group), `offer ${group}`, () => go({node: offer.like, pod: null, reason: null})), where],
      `${grouped(offer.pods)} of ${grouped(waiting)}`, `would take ${some(taken, 3)}`, {'data-pods': offer.pods, 'data-group': group});
  }

  wastePanel(go) {
    const worst = this.worst ??= mostWasteful(this.cluster), {cluster} = this;
    const free = (resource, node) => `${quantity(cluster.free(resource, node), resource.unit)} ${resource.name}`;
    if (worst.length === 0)
      return el('section', {id: 'most-wasteful'}, el('h2', null, 'Nothing is stranded'),
        el('p', {class: 'hint'}, 'On every node cpu and memory are used in step.'));
    return el('section', {id: 'most-wasteful'}, el('h2', null, 'The most wasteful nodes'),
      el('p', {class: 'hint'}, 'By the share of the node that is stranded.'), folded(worst, 10, w => entry(this.nodeLink(w.node, go), percent(w.share),
          `${quantity(w.amount, w.resource.unit)} ${w.resource.name} would be left when its ${w.other.name} is used up (free: ${free(w.resource, w.node)}, ${free(w.other, w.node)})`,
          {'data-node': cluster.names[w.node]}), 'node'));
  }

  podPanel(state, go) {
    const pod = this.pods.get(state.pod), {item, at, decision} = pod, head = this.podHead(pod, go);
    if (!item) {
      const node = this.cluster.pods.of[at];
      return el('section', {id: 'pod'}, head, this.cluster.isNew.has(at)
        ? [el('p', {class: 'verdict', id: 'verdict'}, 'Goes to ', this.nodeLink(node, go), this.goesBy ?? '', '.'),
          this.decisions.leftOutText && el('p', {class: 'hint'}, this.decisions.leftOutText)]
        : el('p', {class: 'hint'}, 'It was running before anything was scheduled, on ', this.nodeLink(node, go), '.'));
    }
    if (!decision)
      return el('section', {id: 'pod'}, head, this.briefly(item, go));
    const alike = decision.pods.length - 1;
    const requests = el('p', {class: 'hint'},
      `Requests ${requestsText(decision.requests)}.${alike > 0 ? ` ${count(alike, 'other pod')} ${alike === 1 ? 'is' : 'are'} equal to it.` : ''}`);
    return el('section', {id: 'pod'}, head, requests, decision.node !== null ? this.whyHere(state, decision, go) : this.whyNot(state, decision, go));
  }

  podHead(pod, go) {
    const twins = [...this.pods.values()].filter(p => p.name === pod.name && p !== pod);
    return [el('h2', {tabindex: -1}, nameOf(pod.name, 600)), twins.length > 0 && el('p', {class: 'hint', id: 'twins'}, 'Not the only pod of this name: ',
      twins.slice(0, 5).map((p, i) => [i > 0 && ', ', linkTo(this.whatIs(p), `twin ${p.key}`, () => go({pod: p.key, node: null, reason: null}))]), '.')];
  }

  nodeLink(node, go) { return linkTo(nameOf(this.cluster.names[node]), `node ${node}`, () => go({node})); }

  /** A pod whose decision is not in this page. */
  briefly(item, go) {
    const node = this.cluster?.indexByName.get(item.node);
    const goes = item.node && ['Goes to ', node === undefined ? nameOf(item.node) : this.nodeLink(node, go),
      typeof item.score === 'number' ? ` with ${count(item.score, 'point')}` : '', '.'];
    return [el('p', {class: `verdict${item.node ? '' : ' bad'}`, id: 'verdict'}, goes || notPlaced(item)),
      item.message && el('p', null, reasonsIn(item.message)), item.node && typeof item.feasibleNodes === 'number'
        && el('p', null, `It fits on ${grouped(item.feasibleNodes)} of ${count(item.evaluatedNodes, 'node')}.`),
      this.preempts(item.victims),
      list(item.remedies).length > 0 && el('section', {class: 'help', id: 'would-help'}, el('h3', null, 'What would help'), tree(item.remedies, '', 1)),
      this.decisions.leftOutText && el('p', {class: 'hint'}, this.decisions.leftOutText),
      lazily('All that the answer says about this pod', () => tree(item))];
  }

  whyHere(state, decision, go) {
    const {cluster} = this, verdicts = this.decisions.verdictsOf(decision), best = verdicts.ranking();
    const alone = best.length === 1;
    return [el('p', {class: 'verdict', id: 'verdict'}, 'Goes to ', el('span', {class: 'new'}, this.nodeLink(decision.node, go)),
        alone ? ', the only node that fits' : decision.points ? ` with ${count(verdicts.points[decision.node], 'point')}` : '', '.'),
      el('p', {id: 'margin'}, this.marginText(decision, go, alone)), decision.points && !alone && this.bars(decision, verdicts, best, go),
      decision.points && decision.runnerUp !== null && this.comparison(decision, verdicts),
      this.reasonList(state, decision, go, alone ? 'Why the others do not fit' : 'Nodes that reject it'), cluster.size > decision.evaluated
        && el('p', {class: 'hint'}, `${grouped(decision.evaluated)} of ${count(cluster.size, 'node')} were looked at; that was enough.`)];
  }

  marginText(decision, go, alone) {
    if (alone || decision.runnerUp === null)
      return alone ? null : 'Which node came second is not known.';
    const rule = this.decisions.rules[decision.deciding]?.name, tied = list(decision.tied).length;
    if (!decision.margin)
      return tied > 2 ? `${count(tied, 'node')} have the same points; the turn decided.`
        : ['The second, ', this.nodeLink(decision.runnerUp, go), ', has as many points; the turn decided.'];
    return [`${count(decision.margin, 'point')} ahead of the second, `, this.nodeLink(decision.runnerUp, go),
      rule ? ['; ', nameOf(rule), ' made the difference.'] : '.'];
  }

  /** The best nodes, each a bar of the points by rule that tell it from others. */
  bars(decision, verdicts, best, go) {
    const {points} = decision, shown = best.slice(0, 9), apart = n => Math.max(0, verdicts.points[n] - points.common);
    const most = Math.max(1, ...shown.map(apart));
    const kind = k => `r${k % 8}`, rule = k => short(this.decisions.rules[points.rules[k]]?.name ?? '?', 60);
    const used = points.rules.map((_, k) => k).filter(k => points.values[k].some(v => v !== 0));
    const bar = n => el('div', {class: 'stack', role: 'img', 'aria-label': used.map(k => `${rule(k)} ${verdicts.pointsOf(k, n)}`).join(', '),
        style: {width: `${apart(n) / most * 100}%`}},
      used.filter(k => verdicts.pointsOf(k, n) > 0).map(k =>
        el('i', {class: kind(k), title: `${rule(k)}: ${verdicts.pointsOf(k, n)}`, style: {'flex-grow': verdicts.pointsOf(k, n)}})));
    return [el('div', {class: 'bars', id: 'bars'},
        shown.map(n => [el('span', {class: n === decision.node ? 'new' : null}, this.nodeLink(n, go)), bar(n),
            el('span', {class: 'amount'}, grouped(verdicts.points[n]))])),
      best.length > shown.length && el('p', {class: 'hint'}, `and ${count(best.length - shown.length, 'more node')} with fewer or as many`),
      el('div', {class: 'keys'}, used.map(k => swatch(kind(k), rule(k)))), points.common > 0 && el('p', {class: 'hint'},
        `The bars leave out ${count(points.common, 'point')} that every node that fits gets.`)];
  }

  comparison(decision, verdicts) {
    const {points} = decision, signed = v => (v > 0 ? `+${grouped(v)}` : grouped(v));
    const rows = points.rules.map((rule, k) =>
      ({rule, here: verdicts.pointsOf(k, decision.node), there: verdicts.pointsOf(k, decision.runnerUp)})).filter(r => r.here !== 0 || r.there !== 0);
    const cells = r => [[nameOf(this.decisions.rules[r.rule]?.name ?? '?'),
        r.rule === decision.deciding && el('span', {class: 'tag new'}, 'decides')], grouped(r.here), grouped(r.there), signed(r.here - r.there)];
    return rows.length > 0 && [el('h3', null, 'The chosen node and the second, beyond what every node that fits gets'),
      sheet([{text: 'Rule'}, {text: 'Chosen', number: true}, {text: 'Second', number: true}, {text: 'Ahead', number: true}],
        [...rows.map(cells), ['every node that fits', grouped(points.common), grouped(points.common), '0']], 'Points by rule')];
  }

  reasonList(state, decision, go, title) {
    const reasons = this.decisions.reasonsOf(decision);
    if (reasons.length === 0)
      return null;
    const letters = decision.node === null ? this.decisions.lettersOf(decision) : null;
    const row = r => el('li', {style: {padding: '0'}, 'data-nodes': r.nodes},
      el('button', {type: 'button', class: 'reason', 'data-key': `reason ${r.text}`, 'aria-pressed': String(state.reason === r.text),
          on: {click: () => go({reason: state.reason === r.text ? null : r.text})}},
      el('span', {class: 'split'}, el('span', null, letters && el('span', {class: 'letter'}, letters.get(r.reason)), r.text),
        el('b', null, count(r.nodes, 'node')))));
    return [el('h3', null, title), el('ul', {class: 'rows', id: 'reasons'}, reasons.map(row))];
  }

  whyNot(state, decision, go) {
    const remedies = list(decision.remedies);
    return [el('p', {class: 'verdict bad', id: 'verdict'}, decision.outcome === 'unschedulable'
        ? `It fits on none of ${count(this.cluster?.size ?? decision.evaluated, 'node')}.` : notPlaced(decision)),
      decision.outcome !== 'unschedulable' && decision.message && el('p', null, decision.message),
      this.reasonList(state, decision, go, 'Why not? Choose a reason to see its nodes'),
      list(decision.scattered).map(text => el('p', null, upperFirst(stopped(readable(text))))),
      decision.nearest && el('p', {class: 'hint'}, 'Nearest: ', readable(decision.nearest)),
      remedies.length > 0 && el('section', {class: 'help', id: 'would-help'}, el('h3', null, 'What would help'), remedies.map(r => this.remedy(r, go)))];
  }

  remedy(remedy, go) {
    const nodes = indexesOf(remedy.nodes), names = nodes.slice(0, 4).map((n, i) => [i > 0 && ', ', this.nodeLink(n, go)]);
    return el('p', null, upperFirst(remedyText(remedy)),
      nodes.length > 0 && [nodes.length > 1 ? `, on any of ${count(nodes.length, 'node')}: ` : ', on ', names, nodes.length > 4 && ' and others'],
      '. ', el('span', {class: 'dim'}, remedy.certain ? 'Tried, and it works.' : 'Tried; whether it is enough is not certain.'));
  }

  nodePanel(state, go) {
    const {cluster} = this, {node} = state, taints = cluster.taintsOf(node);
    const facts = [cluster.groupOf(node), cluster.zoneOf(node), this.stateOf(node)].filter(Boolean).map(t => short(t, 80)).join(', ');
    const waste = cluster.stranded(node);
    return el('section', {id: 'node'}, el('h2', {tabindex: -1, style: state.pod !== null ? {'margin-top': '20px'} : {}}, nameOf(cluster.names[node], 600)),
      el('p', {class: 'hint'}, facts,
        taints.length > 0 && `${facts ? ', ' : ''}${taints.length > 1 ? 'taints' : 'taint'} ${some(taints.map(t => short(t, 90)), 5)}`),
      this.podOnNode(state), cluster.resources.filter(r => r.allocatable[node] > 0 || r.after[node] > 0).map(r => this.nodeMeter(r, node)),
      waste.share >= 0.05 && el('p', {class: 'hint'},
        `${quantity(waste.amount, waste.resource.unit)} ${waste.resource.name} is stranded: it would be left when the ${waste.other.name} is used up.`),
      this.podsOnNode(node, go));
  }

  /** What this node says to the chosen pod. */
  podOnNode(state) {
    const decision = this.pods.get(state.pod)?.decision;
    if (!decision)
      return null;
    const verdicts = this.decisions.verdictsOf(decision), rejects = verdicts.reasonsOn(state.node).length > 0;
    const behind = verdicts.fits[state.node] && decision.points && state.node !== decision.node
      ? `, ${grouped(verdicts.points[decision.node] - verdicts.points[state.node])} fewer than the chosen node` : '';
    return el('p', {class: rejects ? 'bad' : null, id: 'node-verdict'}, rejects ? 'Rejects the pod: ' : 'For the pod: ',
      this.verdictOn(verdicts, state.node), behind, '.');
  }

  requested(resource, node) { return quantity(resource.after[node], resource.unit); }

  nodeMeter(resource, node) {
    const {cluster} = this, pods = cluster.podsOf?.[node], column = cluster.pods?.[resource.name];
    const right = `${this.requested(resource, node)} of ${quantity(resource.allocatable[node], resource.unit)}`;
    const parts = pods && column ? pods.map(p => ({size: column[p] ?? 0, kind: cluster.isNew.has(p) ? 'fresh' : null,
          title: `${short(cluster.pods.names[p], 100)}: ${quantity(column[p] ?? 0, resource.unit)}`}))
      : [{size: resource.before[node]}, {size: resource.after[node] - resource.before[node], kind: 'fresh'}];
    return meter(short(resource.name, 60), right, parts, resource.allocatable[node]);
  }

  podsOnNode(node, go) {
    const {cluster} = this, pods = cluster.podsOf?.[node];
    if (!pods)
      return cluster.podsLeftOut > 0 ? el('p', {class: 'hint'}, `The names of the pods are left out: there are ${grouped(cluster.podsLeftOut)}.`) : null;
    if (pods.length === 0)
      return el('p', {class: 'hint'}, 'No pod is on it.');
    const {cpu, memory} = cluster.pods,
      sorted = pods.slice().sort((a, b) => cluster.isNew.has(b) - cluster.isNew.has(a) || (cpu?.[b] ?? 0) - (cpu?.[a] ?? 0));
    const row = p => [[linkTo(nameOf(this.keys[p]), `pod ${this.keys[p]}`, () => go({pod: this.keys[p], node, reason: null})),
        cluster.isNew.has(p) && el('span', {class: 'tag new'}, 'new')], quantity(cpu?.[p], 'milli'), quantity(memory?.[p], 'bytes')];
    return [el('h3', null, count(pods.length, 'pod')), sheet([{text: 'Pod'}, {text: 'cpu', number: true}, {text: 'memory', number: true}],
        sorted.slice(0, 250).map(row), 'Pods on the node'), pods.length > 250 && el('p', {class: 'hint'}, `and ${grouped(pods.length - 250)} more`)];
  }

  tables(go, state) { return [this.podsTable('pods', this.tableTitle(), go, state), ...this.nodesTable(go, state), this.fragments(), restOf(this.answer)].filter(Boolean); }

  podsTable(id, title, go, state) {
    const rows = this.listed();
    rows.sort((a, b) => Boolean(a.item.node) - Boolean(b.item.node));
    const number = v => (typeof v === 'number' ? v : -1);
    return this.long(id, title, rows, [
        {head: 'Pod', by: r => r.key, cell: r => nameOf(r.key)}, {head: 'Node', by: r => r.item.node ?? '',
          cell: r => (r.item.node ? nameOf(r.item.node) : el('span', {class: 'bad'}, notPlaced(r.item).replace(/[.]$/, '').toLowerCase()))},
        {head: 'Score', number: true, width: '70px', minor: true, by: r => number(r.item.score), cell: r => plainText(r.item.score ?? null)},
        {head: 'Fits on', number: true, width: '84px', by: r => number(r.item.feasibleNodes),
          cell: r => (typeof r.item.feasibleNodes === 'number' ? grouped(r.item.feasibleNodes) : '–')},
        {head: 'Requests', width: '32%', minor: true, cell: r => (r.decision ? requestsText(r.decision.requests) : this.requestsOnNode(r))}],
      r => go({pod: r.key, node: null, reason: null}), {label: 'Pods that were scheduled', chosen: r => r.key === state().pod,
        hint: this.cluster ? 'Choose a pod, and the map shows the cluster as that pod sees it.' : null});
  }

  /** A long table in a section; of more, see LongTable. */
  long(id, title, rows, columns, choose = null, {hint = null, ...more} = {}) {
    const table = rows.length > 0 && new LongTable({id, label: title, rows, columns, choose, ...more});
    return table && {table, section: el('section', {'aria-labelledby': `${id}-title`}, el('h2', {id: `${id}-title`}, title),
      hint && el('p', {class: 'hint'}, hint), table.element)};
  }

  /** What --fragments says. */
  fragments() {
    const rows = list(this.answer.fragmentation).flatMap(f => list(f.rows).map(r => ({...r, resource: f.resource})));
    const amount = key => ({head: upperFirst(key), number: true, by: r => r[key], cell: r => quantity(r[key], this.cluster?.resource(r.resource)?.unit)});
    return this.long('fragments', 'What is free, and how much of it is stranded', rows, [...['resource', 'zone', 'group', 'state'].map(key =>
      ({head: upperFirst(key), cell: r => nameOf(r[key] ?? 'none')})), ...['free', 'stranded', 'largest'].map(amount)]);
  }

  /** What the map shows, as rows. */
  nodesTable(go, state) {
    const {cluster} = this;
    if (!cluster)
      return [];
    const share = r => ({head: short(r.name, 20), number: true, width: '70px', minor: !['cpu', 'memory'].includes(r.name),
        by: n => cluster.share(r, n) ?? -1,
        cell: n => (cluster.share(r, n) === null ? '–' : r.name === 'pods' ? grouped(r.after[n]) : percent(cluster.share(r, n)))});
    const strands = cluster.resource('cpu') && cluster.resource('memory')
      ? [{head: 'Stranded', number: true, width: '80px', by: n => cluster.stranded(n).share,
        cell: n => (cluster.isOpen(n) ? percent(cluster.stranded(n).share) : '–')}] : [];
    return [this.long('nodes', 'Nodes', [...cluster.names.keys()], [
      {head: 'Node', by: n => cluster.names[n], cell: n => nameOf(cluster.names[n])},
        {head: 'Group', minor: true, by: n => cluster.groupOf(n) ?? '', cell: n => cluster.groupOf(n) ?? ''},
        {head: 'Zone', minor: true, by: n => cluster.zoneOf(n) ?? '', cell: n => cluster.zoneOf(n) ?? ''},
      ...this.resources().slice(0, 4).map(share), ...strands, {head: 'State', width: '90px', minor: true, by: n => this.stateOf(n),
        cell: n => this.stateOf(n)}], n => go({node: n}),
    {chosen: n => n === state().node, hint: `What is requested on each, ${this.when}. The head of a column sorts.`})].filter(Boolean);
  }

  /** What a pod without a decision requests, as far as its node tells. */
  requestsOnNode({at}) {
    const {cpu, memory} = this.cluster?.pods ?? {};
    return [cpu?.[at] > 0 && `${quantity(cpu[at], 'milli')} cpu`, memory?.[at] > 0 && `${quantity(memory[at], 'bytes')} memory`].filter(Boolean).join(', ');
  }

  tableTitle() { return 'Pods that were scheduled'; }
}

/** "0/6 nodes are available: 1 x, 2 y." as "1 x, 2 y." */
const reasonsIn = message => upperFirst(String(message).replace(/^0\/\d+ nodes are available: /, ''));

/** What a kube-scheduler calls a reason, for a small square. */
const briefReason = text => text.replace(/^Insufficient /, 'too little ').replace(/^node\(s\) (were |had |didn't match (node )?)?/, '');

/** Amounts such as 19709512Ki in a unit that is read at a glance. */
function readable(text, round = Math.round) {
  return String(text).replace(/\b(\d{5,})(Ki|Mi|m)\b/g, (_, digits, unit) => (unit !== 'm' ? inBytes(Number(digits) * {Ki: 2 ** 10, Mi: 2 ** 20}[unit], round)
    : digits.length < 6 ? `${digits}m` : grouped(round(Number(digits) / 1000))));
}

/** What would help; amounts are rounded up, so that it still does. */
const remedyText = remedy => readable(remedy.text, Math.ceil).replace(/[.]$/, '');

function notPlaced(item) {
  if (item.outcome === null)
    return 'Is for another scheduler.';
  if (item.outcome === 'unschedulable' || item.outcome === undefined)
    return 'Fits nowhere.';
  return item.outcome === 'error' ? `Ended with an error${item.errorCode ? ` (${item.errorCode})` : ''}.` : `${upperFirst(wordsOf(item.outcome))}.`;
}

class SimulationView extends ClusterView {
  headline() {
    const {pods = 0, placed = 0, unschedulable = 0, withErrors = 0, preempted = 0, refused = 0} = this.answer.summary ?? {};
    const lost = [unschedulable > 0 && `${grouped(unschedulable)} ${unschedulable === 1 ? 'fits' : 'fit'} nowhere.`,
      withErrors > 0 && `${grouped(withErrors)} ended with an error.`, refused > 0 && `${grouped(refused)} ${refused === 1 ? 'was' : 'were'} refused.`,
        preempted > 0 && `${count(preempted, 'running pod')} ${preempted === 1 ? 'was' : 'were'} preempted.`].filter(Boolean);
    if (pods === 0)
      return ['No pod was pending.', ...lost.map(l => [' ', el('em', null, l)])];
    const found = placed === pods ? `${pods === 1 ? 'The pod' : `All ${grouped(pods)} pods`} found a node.` : placed === 0
      ? `None of ${count(pods, 'pod')} found a node.` : `${grouped(placed)} of ${count(pods, 'pod')} found a node.`;
    return [found, ...lost.map(l => [' ', el('em', null, l)])];
  }

  about() {
    const {tieBreak, seed} = this.answer, ties = `among nodes with equal points: ${tieBreak}${typeof seed === 'number' ? `, seed ${seed}` : ''}`;
    return [...super.about(), tieBreak && (tieBreak === 'round-robin' ? 'nodes with equal points take turns' : ties),
      ...list(this.answer.notes).filter(isPlain).slice(0, 3)].filter(Boolean);
  }
}

class ExplanationView extends ClusterView {
  constructor(answer) {
    super(answer);
    this.onlyPod = this.listed().length === 1 ? this.listed()[0].key : null;
  }

  headline() {
    const all = this.listed(), placed = all.filter(p => p.item.node).length, [only] = all;
    if (all.length === 1)
      return [nameOf(short(only.name, 80)), ...(placed === 1 ? [' goes to ', nameOf(short(only.item.node, 80)), '.']
        : [' ', el('em', null, notPlaced(only.item).toLowerCase())])];
    const lost = all.length - placed;
    return [placed > 0 ? `${grouped(placed)} of ${count(all.length, 'pod')} ${placed === 1 ? 'has' : 'have'} a node.`
      : `${count(all.length, 'pod')} ${all.length === 1 ? 'waits' : 'wait'} for a node.`,
      lost > 0 && [' ', el('em', null, `${grouped(lost)} ${lost === 1 ? 'fits' : 'fit'} nowhere.`)]];
  }

  tableTitle() { return 'Pods that were explained'; }
}

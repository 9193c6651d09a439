// The other answers: what changes (Diff), what becomes of rules (Migration, Validation), and questions of capacity.

/** What all views have: an answer, and sometimes why it is shown in this way. */
class View {
  constructor(answer, why) { Object.assign(this, {answer, why}); }
}

/** Members that a view shows in its own way; the rest of an answer is folded under it, so that nothing is lost. */
const SHOWN = ['apiVersion', 'kind', 'cluster', 'decisions', 'oneMoreNode', 'items', 'summary', 'notes', 'curve', 'verdict', 'verification', 'configuration', 'stay', 'assumed', 'tieBreak', 'seed', 'fragmentation'];

function restOf(answer, shown = SHOWN, label = null) {
  const rest = Object.fromEntries(Object.entries(answer).filter(([k, v]) => !shown.includes(k) && v !== null && !(Array.isArray(v) && v.length === 0)));
  const rests = text => lazily(text, () => tree(rest));
  return Object.keys(rest).length > 0 && (label ? rests(label) : el('section', {'aria-label': 'Everything else'}, rests('Everything else that the answer says')));
}

const notesOf = answer => list(answer.notes).filter(isPlain).map(note => el('p', {class: 'hint'}, upperFirst(stopped(String(note)))));

/** "policy.json (Policy, 1.16)" */
const sideName = side =>
  (side ? `${short(side.name ?? side.type ?? '?', 60)}${side.release ? ` (${[side.type, side.release].filter(Boolean).join(', ')})` : ''}` : '?');

const CAUSES = {feasibility: 'only one side rejects a node', scores: 'the sides rank nodes differently', tie: 'the turn among nodes with equal points',
  search: 'one side had found enough nodes before', error: 'an attempt failed with an error', scheduler: 'only one side tries the pod',
  follows: 'it follows from another move', first: 'the first decision that differs', later: 'a later decision', divided: 'its scheduler has other nodes', assumed: 'only what was assumed differs'};
const CHANGES = {moved: 'goes to another node', 'started fitting': 'fits only by the right rules',
  'stopped fitting': 'no longer fits by the right rules', 'other course': 'takes another course', 'not compared': 'was not compared'};

/** Two sides: which pods move, why, and what that does to the nodes. */
class DiffView extends ClusterView {
  constructor(answer) {
    super(answer);
    this.home = 'changes';
    this.goesBy = ' by the rules of both sides';
    this.partly = !this.cluster && list(answer.summary?.nodes).length > 0;
    if (this.partly)
      this.cluster = new Cluster(columnsOfSummary(answer.summary.nodes, BOTH_SUMMED));
    const at = side => this.cluster?.indexByName.get(side?.node);
    const changed = list(answer.items).map(item => ({from: at(item.left), to: at(item.right), pod: podName(item)})).filter(m => m.from !== m.to);
    this.gained = countBy(changed.map(m => m.to));
    this.lost = countBy(changed.map(m => m.from));
    this.moved = changed.filter(m => m.from !== undefined && m.to !== undefined);
  }

  answered(items) { return items.map(item => ({...item, node: item.right?.node ?? null})); }

  get when() { return 'by the right rules'; }

  headline() {
    const {pods = 0, moved = 0, startedFitting = 0, stoppedFitting = 0, otherCourse = 0} = this.answer.summary ?? {};
    const parts = [moved > 0 && `${count(moved, 'pod')} would go to another node.`, startedFitting > 0 && `${grouped(startedFitting)} would fit only then.`,
      otherCourse > 0 && `${grouped(otherCourse)} would take another course.`, this.answer.division?.podsThatBreakRules > 0 && `${grouped(this.answer.division.podsThatBreakRules)} would break a rule of the whole cluster.`].filter(Boolean);
    const worse = stoppedFitting > 0 && el('em', null, `${grouped(stoppedFitting)} would no longer fit.`);
    if (parts.length === 0 && !worse)
      return [pods > 0 ? `Nothing changes: ${count(pods, 'pod')} ${pods === 1 ? 'goes' : 'go'} where ${pods === 1 ? 'it' : 'they'} went.`
        : upperFirst(stopped(this.answer.verdict ?? 'No pod was pending'))];
    return [`Of ${count(pods, 'pod')}, `, parts.join(' ').replace(/ pods?(?= would)/, ''), worse && [parts.length > 0 ? ' ' : '', worse]];
  }

  about() { return this.answer.upgrade?.refusal || !this.answer.left ? [] : [`left: ${sideName(this.answer.left)}`, `right: ${sideName(this.answer.right)}${this.answer.division ? `, ${count(list(this.answer.division.schedulers).length, 'scheduler')} with nodes of their own` : ''}`, ...super.about().slice(0, this.partly ? 0 : 1)]; }

  figures() {
    const s = this.answer.summary, use = list(s?.use).slice(0, 2);
    if (!s)
      return [];
    const placed = figure(s.leftPlaced === s.rightPlaced ? `${grouped(s.leftPlaced ?? 0)} placed`
      : `${grouped(s.leftPlaced ?? 0)} → ${grouped(s.rightPlaced ?? 0)}`, s.leftPlaced === s.rightPlaced
      ? 'pods have a node by the rules of both sides' : 'pods have a node, by the left and the right rules');
    return [figure(`${grouped(s.same ?? 0)} stay`, `of ${count(s.pods ?? 0, 'pod')} go to the same node by both sides`), placed,
      ...use.map(u => figure(`${u.leftMostPercent}% → ${u.rightMostPercent}%`,
          `${u.resource} on the fullest node (${u.leftPercent}% → ${u.rightPercent}% of all)`))];
  }

  modes() { return [{mode: 'changes', label: 'changes'}, ...super.modes().filter(m => m.mode !== 'waste')]; }

  /** Both sides of a resource: the squares are those of the right one. */
  fullScene(mode) {
    const {cluster} = this, scene = super.fullScene(mode, null), resource = cluster.resource(mode) ?? cluster.resources[0],
      left = resource.left ?? resource.before;
    const share = n => (resource.allocatable[n] > 0 ? left[n] / resource.allocatable[n] : null), {shade} = scene.look;
    const both = n => (share(n) === null ? `no ${short(resource.name, 14)}` : arrow(percent(share(n)), percent(cluster.share(resource, n))));
    const amount = v => quantity(v, resource.unit), all = sum(resource.allocatable);
    scene.title = `How full the nodes are, by the left and the right rules: ${resource.name}`;
    scene.hint = all > 0 && `${arrow(percent(sum(left) / all), percent(cluster.total(resource)))} of all. The shade of a node is that of the right side.`;
    scene.legend = [...scene.legend.slice(0, 3), cluster.size <= 2600 && swatch('dot', 'differs')];
    Object.assign(scene.look, {dot: n => left[n] !== resource.after[n], long: n => (shade(n) === 'hatch' ? this.stateOf(n) : both(n)),
      says: n => this.says(n, `${arrow(amount(left[n]), amount(resource.after[n]))} of ${amount(resource.allocatable[n])} ${resource.name} (${both(n)})`)});
    return scene;
  }

  requested(resource, node) { return arrow(quantity((resource.left ?? resource.before)[node], resource.unit), super.requested(resource, node)); }

  scene(state) {
    if (state.mode !== 'changes' && state.pod === null)
      return super.scene(state);
    const pod = this.pods.get(state.pod), item = pod?.item, at = side => this.cluster.indexByName.get(side?.node);
    const stays = item ? undefined : this.cluster.pods?.of[pod?.at];
    const shown = state.pod === null ? this.moved : this.moved.filter(m => m.pod === pod.name);
    const change = n => (this.gained.get(n) ?? 0) - (this.lost.get(n) ?? 0), any = n => this.gained.has(n) || this.lost.has(n);
    const both = n => [this.gained.has(n) && `+${this.gained.get(n)}`, this.lost.has(n) && `−${this.lost.get(n)}`].filter(Boolean).join(' ');
    const touched = n => shown.some(m => m.from === n || m.to === n);
    return {
      title: state.pod !== null ? ['Where ', nameOf(state.pod), ' goes'] : this.partly ? 'Nodes whose pods change' : 'What changes',
      hint: stays !== undefined ? 'It goes to this node by the rules of both sides.'
        : state.pod !== null ? 'From the node that the left rules choose to the one of the right rules.' : shown.length > 60 ? 'Pods that a node gains and loses.'
        : 'Pods that a node gains and loses; a line goes from the left node of a pod to its right one, which has the dot.',
      legend: [swatch('won', 'gains pods'), swatch('lost', 'loses pods'), swatch('u3', 'as many come as go'),
        !this.partly && swatch('u0', 'no change'), state.pod !== null && swatch('ringed', item ? 'its right node' : 'its node'),
        item && swatch('dashed', 'its left node')], look: {
        shade: n => (!any(n) ? 'u0' : change(n) > 0 ? 'won' : change(n) < 0 ? 'lost' : 'u3'),
        faded: stays !== undefined ? n => n !== stays : state.pod === null || shown.length === 0 ? null : n => !touched(n),
        text: n => (change(n) !== 0 ? `${change(n) > 0 ? '+' : '−'}${Math.abs(change(n))}` : any(n) ? '±0' : ''), // both would not fit a square
        long: n => (any(n) ? `${both(n)} ${Math.abs(change(n)) === 1 ? 'pod' : 'pods'}` : 'no change'), moves: shown.length > 60 ? [] : shown,
        rings: {ring: [item ? at(item.right) : stays], second: [at(item?.left)], seen: [state.node]},
        says: n => this.says(n, any(n) ? `${both(n)} pods` : 'no change')}};
  }

  panel(state, go) {
    if (state.pod !== null)
      return [this.pods.get(state.pod).item ? this.changedPod(this.pods.get(state.pod).item, go) : this.podPanel(state, go),
        state.node !== null && this.nodePanel(state, go)];
    return state.node !== null ? [this.changesOn(state.node, go), this.nodePanel(state, go)] : [this.causes(go), this.balance(), this.upgrade()];
  }

  /** What another release makes of a configuration that nobody edits. */
  upgrade() {
    const {from, to, refusal, hint, changes, steps} = this.answer.upgrade ?? {};
    return from !== undefined && el('section', {id: 'upgrade'}, el('h2', null, `The configuration, from ${from} to ${to}`),
      refusal && el('p', null, refusal), hint && el('p', {class: 'hint'}, 'hint: ', hint),
      folded(list(changes), 10, c => el('li', null, c.setting, ': ', arrow(c.left ?? 'absent', c.right ?? 'absent')), 'setting'),
      list(steps).length > 0 && sheet([{text: 'From'}, {text: 'To'}, {text: 'Settings', number: true}, {text: 'Pods'}],
      steps.map(s => [s.from, s.to, s.changes === null ? '–' : grouped(s.changes), s.refusal ? 'would not start' : s.pods ?? 'not compared']),
      'Release by release'));
  }

  causes(go) {
    if (!this.answer.items)
      return false;
    const changed = list(this.answer.items).filter(i => i.change && i.change !== 'same'),
      groups = [...groupBy(changed, i => i.cause ?? i.change)].sort((a, b) => b[1].length - a[1].length);
    if (groups.length === 0)
      return el('section', {id: 'moved'}, el('h2', null, 'No pod moves'));
    return el('section', {id: 'moved'}, el('h2', null, 'What moves, and why'),
      groups.map(([cause, items]) => [el('h3', null, upperFirst(CAUSES[cause] ?? CHANGES[cause] ?? wordsOf(cause)), ` (${grouped(items.length)})`),
      folded(items, 10, i => el('li', {'data-pod': podName(i)}, podLink(podName(i), go),
        el('p', {class: 'hint'}, nameOf(i.left?.node ?? 'no node'), ' → ', nameOf(i.right?.node ?? 'no node'), i.why && [': ', i.why])), 'pod')]));
  }

  balance() {
    const use = list(this.answer.summary?.use), p = v => (typeof v === 'number' ? `${v}%` : '–');
    return use.length > 0 && el('section', {id: 'balance'}, el('h3', null, 'Balance of both sides'),
      sheet([{text: 'Requested'}, {text: 'Left', number: true}, {text: 'Right', number: true}, {text: 'Fullest, left', number: true},
          {text: 'Right', number: true}],
      use.map(u => [u.resource, p(u.leftPercent), p(u.rightPercent), p(u.leftMostPercent), p(u.rightMostPercent)]), 'Use of both sides'));
  }

  changesOn(node, go) {
    const name = this.cluster.names[node], here = list(this.answer.items).filter(i => i.left?.node === name || i.right?.node === name);
    return el('section', null, el('h2', null, `Changes on `, nameOf(name)),
      el('ul', {class: 'rows'}, here.map(i => el('li', null, linkTo(nameOf(podName(i)), `pod ${podName(i)}`, () => go({pod: podName(i), node})),
      el('p', {class: 'hint'}, i.right?.node === name ? ['comes from ', nameOf(i.left?.node ?? 'no node')] : ['goes to ',
          nameOf(i.right?.node ?? 'no node')])))), here.length === 0 && el('p', {class: 'hint'}, 'None.'));
  }

  changedPod(item, go) {
    const at = side => { const node = this.cluster?.indexByName.get(side?.node); return node === undefined ? nameOf(side?.node ?? 'no node')
      : this.nodeLink(node, go); };
    const votes = list(item.evidence?.votes).filter(v => v.shift !== 0), totals = item.evidence;
    return el('section', {id: 'pod'}, el('h2', {tabindex: -1}, nameOf(podName(item))),
      el('p', {class: 'verdict', id: 'verdict'}, at(item.left), ' → ', at(item.right)),
      el('p', null, upperFirst(CHANGES[item.change] ?? wordsOf(item.change ?? '')),
        item.cause ? `: ${CAUSES[item.cause] ?? wordsOf(item.cause)}.` : '.'), item.why && el('p', {id: 'margin'}, upperFirst(stopped(item.why))),
      item.followsFrom && el('p', {class: 'hint'}, 'It follows from what becomes of ',
        linkTo(nameOf(item.followsFrom), `pod ${item.followsFrom}`, () => go({pod: item.followsFrom, node: null})), '.'),
        [item.left, item.right].map(s => s?.message && el('p', {class: 'hint'}, reasonsIn(s.message))),
      votes.length > 0 && [el('h3', null, 'Points for the left node and the right one, by rule'),
        sheet([{text: 'Rule'}, {text: 'Left rules', number: true}, {text: 'Right rules', number: true}], votes.map(v => this.vote(v)),
          'Points by rule'),
        totals.left?.totals && sheet(null, [['All points, left rules', pair(totals.left.totals)], ['All points, right rules', pair(totals.right?.totals)]])],
      list(item.evidence?.barriers).length > 0 && [el('h3', null, 'What rejects a node on one side only'), tree(item.evidence.barriers)]);
  }

  vote(vote) {
    return [[nameOf(vote.plugin), vote.deciding && el('span', {class: 'tag new'}, 'decides')], vote.left ? pair(vote.left.points) : 'absent',
      vote.right ? pair(vote.right.points) : 'absent'];
  }

  tables(go, state) {
    const rows = list(this.answer.items);
    return [this.long('pods', 'Pods that change', rows, [
      {head: 'Pod', cell: r => nameOf(podName(r))}, {head: 'Left node', cell: r => nameOf(r.left?.node ?? 'none')},
        {head: 'Right node', cell: r => nameOf(r.right?.node ?? 'none')},
      {head: 'Why', width: '40%', minor: true, cell: r => r.why ?? CHANGES[r.change] ?? ''}], r => go({pod: podName(r), node: null, reason: null}),
      {chosen: r => podName(r) === state().pod, hint: 'Choose a pod to see the points of both sides.'}),
      ...(this.partly || rows.length === 0 ? [] : this.nodesTable(go, state)), this.fragments(), searched(this.answer.search),
      restOf(this.answer, [...SHOWN, 'search'])].filter(Boolean);
  }
}

/** What both sides say: once where they say the same. */
const arrow = (left, right) => (left === right ? left : `${left} → ${right}`);

const pair = points => (points ? `${plainText(points.leftNode ?? null)} : ${plainText(points.rightNode ?? null)}` : '–');

/** Answers whose map shows the cluster, with a question of their own (`own`: a mode) and tables of their own. */
class QuestionView extends ClusterView {
  answered() { return []; }
  panel(state, go) {
    const more = this.aside?.(go, state) ?? [];
    return state.node !== null || state.pod !== null || state.mode === 'waste' ? super.panel(state, go) : [more, notesOf(this.answer)];
  }

  modes() { return [this.own && this.cluster && {mode: this.home, label: this.own}, ...super.modes()].filter(Boolean); }
  scene(state) {
    const scene = this.own && state.mode === this.home && state.pod === null ? this.ownScene(state) : super.scene(state);
    (scene.look.rings ??= {}).seen ??= state.node === null ? [] : [state.node];
    return scene;
  }

  tables(go, state) {
    return [...list(this.ownTables?.(go, state)), this.decisions.items.length > 0 && this.podsTable('decided', 'Where each pod goes, and why', go, state), ...this.nodesTable(go, state),
      this.fragments(), restOf(this.answer)].filter(Boolean);
  }

  /** Chooses the pod that a row is about; without a decision about it, the node that the row names. */
  toPod(go, nameIn) {
    return row => { const pod = this.findPod(podName(row), p => p.decision);
      return pod ? go({pod: pod.key, node: null, reason: null}) : this.toNode(go, nameIn)?.(row); };
  }

  /** Chooses the node that a row names. */
  toNode(go, nameIn) {
    return this.cluster && (row => { const node = this.cluster.indexByName.get(nameIn(row)); if (node !== undefined) go({node, pod: null}); });
  }
}

const podCell = {head: 'Pod', cell: r => nameOf(podName(r))};

class CapacityView extends QuestionView {
  constructor(answer) {
    super(answer);
    this.own = 'copies';
    this.home = 'copies';
    this.copies = new Map(list(answer.nodes).map(n => [n.name, n.placed]));
    this.most = list(answer.nodes).reduce((most, n) => Math.max(most, n.placed ?? 0), 1);
  }

  get when() { return 'with all copies that fit'; }

  headline() {
    const {placed = 0, replicas} = this.answer, none = list(this.answer.items).filter(i => i.placed === 0).length;
    const wanted = typeof replicas === 'number' ? replicas * list(this.answer.items).length : null;
    return [wanted === null ? `${count(placed, 'copy', 'copies')} ${placed === 1 ? 'fits' : 'fit'}.`
      : `${grouped(placed)} of ${count(wanted, 'copy', 'copies')} ${placed === 1 ? 'fits' : 'fit'}.`,
      none > 0 && [' ', el('em', null, `${count(none, 'pod')} ${none === 1 ? 'fits' : 'fit'} nowhere.`)]];
  }

  ownScene() {
    const n = i => this.copies.get(this.cluster.names[i]) ?? 0;
    return {title: 'Where the copies go', hint: 'Copies on each node.', legend: [ramp('none', `most (${grouped(this.most)})`)],
      look: {shade: i => (this.cluster.isOpen(i) ? shadeOf(n(i) / this.most * 0.999) : 'hatch'), text: i => String(n(i)),
        long: i => count(n(i), 'copy', 'copies'), says: i => this.says(i, count(n(i), 'copy', 'copies'))}};
  }

  aside(go) {
    const next = i => this.findPod(`${podName(i)}-${(i.placed ?? 0) + 1}`, p => p.decision && p.decision.node === null);
    return el('section', {id: 'why-pending'}, el('h2', null, 'What keeps more from fitting'),
      el('p', {class: 'hint'}, 'How many copies of each pod fit. Choose one to see what each node says to the next copy.'), folded(list(this.answer.items), 20,
        i => entry(next(i) ? linkTo(nameOf(podName(i)), `next ${podName(i)}`, () => go({pod: next(i).key, node: null, reason: null})) : nameOf(podName(i)),
          `×${grouped(i.placed ?? 0)}`, i.reason && reasonsIn(i.reason)), 'pod'));
  }

  ownTables(go) {
    return [this.long('pods', 'Copies on nodes', list(this.answer.nodes).filter(n => n.placed > 0),
        [{head: 'Node', cell: n => nameOf(n.name)}, {head: 'Copies', number: true, width: '80px', cell: n => grouped(n.placed)},
      {head: 'Of', cell: n => list(n.copies).map(c => `${short(podName(c), 40)} ×${c.placed}`).join(', ')}], this.toNode(go, n => n.name))];
  }
}

class NodesNeededView extends QuestionView {
  constructor(answer) {
    super(answer);
    this.own = 'nodes to add';
    this.home = 'to-add';
    this.isAdded = new Set(this.cluster?.added);
  }

  get when() { return this.isAdded.size > 0 ? 'with these nodes' : 'with all pods that fit'; }

  ownScene() {
    const {cluster, isAdded} = this, pods = n => cluster.fresh[n];
    return {title: isAdded.size > 0 ? 'The cluster with the nodes that are needed' : 'The cluster with the pods that fit',
      hint: 'Pods that find a node; choose a node to see which.',
      legend: [isAdded.size > 0 && swatch('won', 'added'), swatch('u3', 'takes pods'), swatch('u0', 'takes none'),
        swatch('hatch', 'cordoned or not ready')], look: {shade: n => (isAdded.has(n) ? 'won' : pods(n) > 0 ? 'u3' : cluster.isOpen(n) ? 'u0' : 'hatch'),
        text: n => (pods(n) > 0 ? `+${pods(n)}` : ''), long: n => (isAdded.has(n) || cluster.isOpen(n) ? count(pods(n), 'new pod') : this.stateOf(n)),
        says: n => this.says(n, isAdded.has(n) && 'added')}};
  }

  headline() {
    const {nodes, enough, notHelped} = this.answer, left = sum(list(notHelped).map(n => n.count ?? 0));
    const first = nodes === 0 ? 'No more nodes are needed.' : nodes > 0 ? `${count(nodes, 'more node')} ${nodes === 1 ? 'is' : 'are'} needed.` : '';
    return [first, !enough && [' ',
        el('em', null, left > 0 ? `No number of such nodes helps ${count(left, 'pod')}.` : 'No number of such nodes helps all pods.')]];
  }

  about() { return [...super.about(), `${grouped(this.answer.placed ?? 0)} of ${count(this.answer.pods ?? 0, 'pod')} fit with these nodes`]; }

  aside() {
    const {pod, reason, notHelped} = this.answer, templates = list(this.answer.templates);
    return [el('section', null, el('h2', null, 'Nodes to add'), sheet([{text: 'Node'}, {text: 'Number', number: true}, {text: 'Free on each'}],
          templates.map(t => [nameOf(t.name), plainText(t.nodes),
            t.free ? `${quantity(t.free.cpu, 'milli')} cpu, ${quantity(t.free.memory, 'bytes')}` : '']))),
      pod && el('section', null, el('h3', null, 'With one less'), el('p', null, nameOf(podName(pod)), ' fits nowhere.'),
        reason && el('p', {class: 'hint'}, reasonsIn(reason))), list(notHelped).length > 0 && el('section', null, el('h3', null, 'Pods that are not helped'),
        folded(notHelped, 10, n => podsEntry(list(n.pods), n.count, n.message), 'reason'))];
  }

  ownTables() {
    const curve = list(this.answer.curve);
    return [curve.length > 1 && titled('Pods still pending, by nodes added', [{text: 'Nodes added', number: true}, {text: 'Pods pending', number: true}],
      curve.map(c => [grouped(c.nodes), grouped(c.pendingPods)]),
      curve.length > 2 && stepLines([{name: 'pending pods', kind: 'r0', points: curve.map(c => [c.nodes, c.pendingPods])}]))];
  }
}

/** Lines that go in steps, each {name, kind, points}; words and numbers beside them say what they are. */
function stepLines(lines) {
  const all = lines.flatMap(l => l.points), right = all.reduce((m, p) => Math.max(m, p[0]), 1), top = all.reduce((m, p) => Math.max(m, p[1]), 1);
  const step = ([x, y], i) => `${i === 0 ? 'M' : 'H'}${(x / right * 100).toFixed(2)}${i === 0 ? ' ' : 'V'}${(100 - y / top * 100).toFixed(2)}`;
  const ends = ({name, points}) => `${name} from ${grouped(points[0][1])} to ${grouped(points[points.length - 1][1])}`;
  return svgEl('svg', {class: 'curve', viewBox: '0 -3 100 106', preserveAspectRatio: 'none', role: 'img', 'aria-label': lines.map(ends).join(', ')},
    lines.map(l => svgEl('path', {class: `line-${l.kind}`, d: l.points.map(step).join('')})));
}

class CompressionView extends QuestionView {
  constructor(answer) {
    super(answer);
    this.own = 'could go';
    this.home = 'could-go';
    this.going = new Map(list(answer.items).map(i => [i.node, i]));
    this.staying = new Map(list(answer.stay).map(s => [s.node, s]));
    const at = name => this.cluster?.indexByName.get(name);
    this.moved = list(answer.items).flatMap(i => list(i.pods).map(p => ({from: at(i.node), to: at(p.node)}))).filter(m => m.from >= 0 && m.to >= 0);
  }

  get when() { return 'when the nodes that could go are drained'; }

  headline() {
    const {drained = 0, moved = 0, before} = this.answer;
    return [drained === 0 ? 'No node could be drained.'
      : `${grouped(drained)}${before?.nodes ? ` of ${count(before.nodes, 'node')}` : ''} could be drained; ${moved === 0 ? 'no pod would move' : `${count(moved, 'pod')} would move`}.`];
  }

  figures() {
    const {before, after} = this.answer;
    return before && after ? [figure(`${grouped(before.nodes)} → ${grouped(after.nodes)}`, 'nodes'),
      figure(`${before.cpuPercent}% → ${after.cpuPercent}%`, 'of cpu requested'),
      figure(`${before.memoryPercent}% → ${after.memoryPercent}%`, 'of memory requested'),
      figure(grouped(this.answer.unplacedPods ?? 0), 'pending pods fit on no node in any case')] : super.figures();
  }

  ownScene(state) {
    const shown = state.node === null ? this.moved : this.moved.filter(m => m.from === state.node || m.to === state.node);
    const go = n => this.going.has(this.cluster.names[n]), why = n => this.staying.get(this.cluster.names[n])?.reason;
    return {title: 'Nodes that could go', hint: `Choose a node that stays to see what keeps it.${this.moved.length > 0 ? ' A line goes from a node to the one that takes its pod.' : ''}`,
      legend: [swatch('won', 'could be drained'), swatch('u1', 'stays'), swatch('none', 'was not tried')],
      look: {moves: shown.length > 60 ? [] : shown, shade: n => (go(n) ? 'won' : why(n) ? 'u1' : 'none'), text: n => (go(n) ? '✓' : ''),
        long: n => (go(n) ? 'could go' : why(n) ? 'stays' : 'not tried'), says: n => this.says(n,
          go(n) ? 'could be drained' : why(n) ? `stays: ${short(why(n), 200)}` : 'was not tried')}};
  }

  aside(go) {
    return el('section', null, el('h2', null, 'Why nodes stay'), folded(list(this.answer.stay), 20,
        s => el('li', null, linkTo(nameOf(s.node), `stay ${s.node}`, () => this.toNode(go, r => r.node)?.(s)),
          el('p', {class: 'hint'}, s.pod && [nameOf(podName(s.pod)), ' '], s.reason)), 'node'));
  }

  ownTables(go) {
    const pods = list(this.answer.items).flatMap(i => list(i.pods).map(p => ({...p, from: i.node})));
    return [this.long('drained', 'Nodes that could be drained, in this order', list(this.answer.items),
        [{head: 'Node', cell: i => nameOf(i.node)}, {head: 'Pods that move', number: true, width: '130px', cell: i => grouped(list(i.pods).length)},
          {head: 'Pods that go with it', number: true, width: '160px', cell: i => grouped(i.otherPods ?? 0)}], this.toNode(go, i => i.node)),
      this.long('pods', 'Pods that would move', pods, [podCell, {head: 'From', cell: p => nameOf(p.from)}, {head: 'To', cell: p => nameOf(p.node ?? 'none')}],
        this.toPod(go, p => p.node))];
  }
}

class MovesView extends QuestionView {
  get when() { return 'when the pods have moved'; }
  headline() { return [`${grouped(this.answer.placed ?? 0)} of ${count(this.answer.pending ?? 0, 'pending pod')} fit${this.answer.placed === 1 ? 's' : ''} as it is, ${grouped(list(this.answer.steps).length)} more with ${count(this.answer.moves ?? 0, 'move')}.`]; }
  aside(go) {
    const move = (m, i) => [i > 0 && ', ', podLink(podName(m), go, 'move'), ' moves from ', nameOf(m.from), ' to ', nameOf(m.to)];
    return el('section', {id: 'steps'}, el('h2', null, 'Pods that fit then, in this order'), folded(list(this.answer.steps), 12, s =>
      entry(podLink(podName(s), go), null, ['on ', nameOf(s.node), list(s.moves).length > 0 && [', when ', s.moves.map(move)]]), 'pod'));
  }
}

/** Whether a stay on a node has begun, and has not ended, when `at` decisions have been made. */
const isThere = ({from, to}, at) => from <= at && (at < to || to === Infinity);

/** A trace, moment by moment. */
class ReplayView extends QuestionView {
  constructor(answer) {
    super(answer);
    this.own = 'moment';
    this.home = this.cluster ? 'moment' : null;
    this.events = list(answer.items).map((item, i) => ({...item, i, name: item.name ?? '?', pod: this.listed()[answer.use?.items?.[i]]}));
    this.moments = this.events.length;
    this.moment = null;
    this.placing = this.events.some(e => e.decision === 'bound') ? 'bound' : 'assumed';
  }

  headline() {
    const {bound = 0, failed = 0, preempted = 0, pending = 0, withErrors = 0} = this.answer.summary ?? {};
    const bad = [pending > 0 && `${grouped(pending)} ${pending === 1 ? 'was' : 'were'} pending in the end.`,
      withErrors > 0 && `${count(withErrors, 'attempt')} ended with an error.`].filter(Boolean);
    return [`${count(bound, 'pod')} got a node, ${count(failed, 'attempt')} failed${preempted > 0 ? `, ${count(preempted, 'pod')} ${preempted === 1 ? 'was' : 'were'} preempted` : ''}.`, pending === 0 && ' None was pending in the end.', ...bad.map(b => [' ', el('em', null, b)])];
  }

  about() { const {start, end} = this.answer.summary ?? {}; return [...super.about().slice(0, 1), start
      && `${clock(start)} to ${clock(end)}`].filter(Boolean); }

  get when() { return this.moment === null ? 'in the end' : 'at that moment'; }

  /** The pods that were decided on, came or left, each with its stays on nodes, from one number of decisions to another. */
  answered() {
    const {pods, gone, pod, node, from, to, cpu, memory} = this.answer.use ?? {}, places = groupBy(list(pod).keys(), k => pod[k]);
    const end = at => (at < 0 ? Infinity : at);
    return list(pods).map((name, number) => {
      const stays = list(places.get(number)).map(k => ({node: node[k], from: from[k], to: end(to[k]), cpu: cpu[k], memory: memory[k], pods: 1}));
      return {name, stays, gone: end(gone[number]), node: this.cluster?.names[stays.find(s => s.to === Infinity)?.node] ?? null};
    });
  }

  /** Gives pods that have left a node a place among those that are on nodes in the end. */
  readPods() {
    super.readPods();
    const {pods, isNew} = this.cluster ?? {};
    this.listed().forEach(pod => pod.item.stays.forEach(stay => {
      stay.at = stay.to === Infinity || !pods ? pod.at : this.keys.push(pod.key) - 1;
      if (stay.to < Infinity && pods)
        Object.entries({names: pod.name, of: stay.node, cpu: stay.cpu, memory: stay.memory}).forEach(([column, value]) => { pods[column][stay.at] = value; });
      if (stay.from > 0)
        isNew?.add(stay.at);
    }));
  }

  /** Lets the cluster be as it was after `at` decisions; null: in the end. */
  goTo(at) {
    const {cluster} = this;
    if (!this.answer.use?.pods || at === this.moment)
      return;
    this.end ??= {podsOf: cluster.podsOf, fresh: cluster.fresh, resources: cluster.resources};
    Object.assign(cluster, this.end);
    this.moment = at;
    if (at === null)
      return;
    const stays = this.listed().flatMap(pod => pod.item.stays), came = countBy(stays.filter(s => s.from > 0 && isThere(s, at)).map(s => s.node));
    const others = stays.filter(s => isThere(s, at) !== isThere(s, Infinity)), places = new Set(others.map(s => s.at));
    cluster.fresh = cluster.fresh.map((_, node) => came.get(node) ?? 0);
    cluster.resources = this.end.resources.filter(r => ['cpu', 'memory', 'pods'].includes(r.name)).map(r => ({...r, after: r.after.slice()}));
    cluster.podsOf = this.end.podsOf?.map(pods => pods.filter(p => !places.has(p)));
    for (const stay of others) {
      cluster.resources.forEach(r => { r.after[stay.node] += isThere(stay, at) ? stay[r.name] : -stay[r.name]; });
      if (isThere(stay, at))
        cluster.podsOf?.[stay.node].push(stay.at);
    }
  }

  nodeOf(pod) {
    const stay = pod.item?.stays.find(s => isThere(s, this.moment ?? Infinity));
    return !pod.item ? super.nodeOf(pod) : stay ? this.cluster.names[stay.node] : null;
  }

  whatIs(pod) {
    const {node, gone, stays} = pod.item ?? {node: super.nodeOf(pod)}, twin = this.pods.has(`${pod.name} #2`);
    return node ? `pod${twin ? ` on ${short(node, 40)}` : ''}` : gone < Infinity ? `pod, gone ${this.timeOf(gone)}` : stays.length > 0 ? 'pod that left' : 'pending pod';
  }

  /** When a number of decisions had been made. */
  timeOf(at) { return at === 0 ? 'from the start' : at > this.moments ? 'in the end' : `by ${clock(this.events[at - 1].time)}`; }

  scene(state) {
    this.goTo(state.at);
    return super.scene(state);
  }

  /** The slider: the number of decisions that have been made. */
  control(go) {
    const text = el('output', {for: 'slider'}), {events} = this;
    const input = el('input', {type: 'range', id: 'slider', min: 0, max: events.length, 'aria-label': 'Moment',
        on: {input: () => go({at: Number(input.value)}, true)}});
    const update = state => {
      const at = state.at ?? events.length;
      input.value = at;
      text.textContent = at === 0 ? 'before the first decision' : `${clock(events[at - 1].time)}, ${grouped(at)} of ${count(events.length, 'decision')}`;
      input.setAttribute('aria-valuetext', text.textContent);
    };
    return events.length > 0 ? {element: el('div', {id: 'moment'}, el('label', {for: 'slider'}, 'Moment'), input, text), update} : null;
  }

  /** What happened until a moment. */
  until(at) {
    const waiting = new Map(), events = this.events.slice(0, at ?? this.moments);
    for (const event of events) {
      if (event.decision === 'failed')
        waiting.set(event.pod?.key ?? podName(event), event);
      else if (['assumed', 'bound', 'skipped'].includes(event.decision))
        waiting.delete(event.pod?.key ?? podName(event));
    }
    [...waiting].forEach(([key, event]) => event.pod?.item.gone <= (at ?? this.moments + 1) && waiting.delete(key));
    return {waiting, times: countBy(events.map(e => e.decision)), got: countBy(events.filter(e => e.decision === this.placing).map(e => e.node))};
  }

  /** A pod of the trace: where it is at the moment, and what was decided about it. */
  podPanel(state, go) {
    const pod = this.pods.get(state.pod), node = this.cluster.indexByName.get(this.nodeOf(pod)), at = this.moment ?? Infinity, {stays, gone} = pod.item ?? {};
    const mine = this.events.filter(e => e.pod && e.pod === pod), waits = mine.some(e => e.i < at);
    const row = e => el('li', {'aria-current': e.i + 1 === at ? 'step' : null}, linkTo(clock(e.time), `moment ${e.i}`, () => go({at: e.i + 1})),
      ` ${wordsOf(e.decision ?? '?')}`, e.node && [' on ', nameOf(e.node)], e.message && el('p', {class: 'hint'}, reasonsIn(e.message)));
    const where = node !== undefined ? [this.moment === null ? 'In the end it is on ' : 'At that moment it is on ', this.nodeLink(node, go), '.']
      : gone <= at ? `Gone ${this.timeOf(gone)}.` : waits && stays.every(s => s.from > at) ? 'Waits for a node.' : waits ? 'Has left its node.' : 'Is not there yet.';
    return el('section', {id: 'pod'}, this.podHead(pod, go), el('p', {class: 'verdict', id: 'verdict'}, where),
      !pod.item && el('p', {class: 'hint'}, 'It was there from the start to the end.'),
      mine.length > 0 && [el('h3', null, 'What was decided about it'), el('ul', {class: 'rows', id: 'life'}, mine.map(row))]);
  }

  ownScene(state) {
    const {got} = this.until(state.at), n = i => got.get(this.cluster.names[i]) ?? 0, most = Math.max(1, ...this.until(null).got.values());
    const now = state.at ? this.cluster.indexByName.get(this.events[state.at - 1].node) : undefined;
    return {title: 'Pods that got a node until then', hint: 'The slider chooses the moment.',
      legend: [ramp('none', `most (${grouped(most)})`), now !== undefined && swatch('ringed', 'decided now'),
        swatch('hatch', 'cordoned or not ready in the end')],
      look: {shade: i => (n(i) === 0 && !this.cluster.isOpen(i) ? 'hatch' : shadeOf(n(i) / most * 0.999)), text: i => (n(i) > 0 ? String(n(i)) : ''),
        long: i => count(n(i), 'pod'), rings: {ring: [now]}, says: i => this.says(i, `${count(n(i), 'pod')} until then`)}};
  }

  aside(go, state) {
    const {waiting, times} = this.until(state.at), now = state.at ? this.events[state.at - 1] : null,
      groups = groupBy(waiting.values(), e => e.message ?? '');
    return [now && el('section', {id: 'now'}, el('h2', null, clock(now.time)),
        el('p', {class: 'verdict'}, nameOf(podName(now)), `: ${wordsOf(now.decision ?? '?')}`, now.node && [' on ', nameOf(now.node)], '.'),
        now.message && el('p', {class: 'hint'}, reasonsIn(now.message)),
      this.preempts(now.victims)),
    el('section', {id: 'so-far'}, el(now ? 'h3' : 'h2', null, now ? 'Until then' : 'What was decided'),
      sheet([{text: 'Decision'}, {text: 'Times', number: true}], [...times].map(([k, v]) => [wordsOf(k), grouped(v)]), 'Decisions until then')),
    waiting.size > 0 ? el('section', {id: 'why-pending'},
      el('h3', null, now ? `Pending then: ${grouped(waiting.size)}` : `Pending in the end: ${grouped(waiting.size)}`),
      folded([...groups].sort((a, b) => b[1].length - a[1].length), 10, ([message, items]) => podsEntry(items, items.length, message), 'reason'))
      : el('p', {class: 'hint'}, 'No pod that was tried is still pending.')];
  }

  ownTables(go, state) {
    return [this.timeLine(), this.long('events', 'What happened, in order', this.events,
      [{head: 'Time', width: '172px', cell: e => clock(e.time)}, podCell, {head: 'Decision', width: '90px', cell: e => wordsOf(e.decision ?? '')},
        {head: 'Node', minor: true, cell: e => nameOf(e.node ?? '–')}, {head: 'Why', minor: true,
          cell: e => (e.message ? reasonsIn(e.message) : '')}], e => go({at: e.i + 1, mode: null, node: null}), {chosen: e => e.i + 1 === state().at})];
  }

  timeLine() {
    const times = this.events.map(e => Date.parse(e.time)), start = times[0];
    if (times.length < 2 || times.some(Number.isNaN))
      return null;
    const line = decisions => { let n = 0; return [[0, 0], ...this.events.map((e, i) => [times[i] - start, decisions.includes(e.decision) ? ++n : n])]; };
    const other = [...new Set(this.events.map(e => e.decision))].filter(d => !['assumed', 'bound', 'failed'].includes(d));
    const lines = [['placed', [this.placing]], ['failed', ['failed']], ...other.map(d => [d, [d]])].map(([name, d], k) =>
      ({name: wordsOf(name), kind: `r${k % 8}`, points: line(d)}));
    return el('section', {id: 'time-line', 'aria-label': 'Time line'}, el('h2', null, 'How it went'), stepLines(lines),
      el('div', {class: 'split hint'}, el('span', null, clock(this.events[0].time)), el('span', null, clock(this.events[times.length - 1].time))),
      el('div', {class: 'keys'}, lines.map(l => swatch(l.kind, `${l.name}: ${grouped(l.points[l.points.length - 1][1])} in all`))));
  }
}

/** "2019-11-20T09:15:00Z" as "2019-11-20 09:15:00" */
const clock = time => String(time ?? '').replace('T', ' ').replace(/Z$/, '');

class RolloutView extends QuestionView {
  get when() { return this.answer.completes ? 'after the rollout' : 'when the rollout is stuck'; }

  headline() {
    const {completes, stuckPod} = this.answer, name = nameOf(short(podName(this.answer), 80));
    return completes ? ['The rollout of ', name, ' completes.'] : ['The rollout of ', name, ' ', el('em', null, 'gets stuck.'), stuckPod
      ? [' ', nameOf(podName(stuckPod)), ' fits nowhere.'] : ''];
  }

  aside(go) {
    const {stuckPod} = this.answer, pod = stuckPod && this.findPod(podName(stuckPod), p => p.decision);
    return stuckPod?.reason ? el('section', {id: 'why-pending'}, el('h2', null, 'Why it gets stuck'), pod && el('p', null, podLink(pod.key, go)),
      el('p', null, reasonsIn(stuckPod.reason))) : [];
  }

  ownTables(go) {
    return [list(this.answer.steps).length > 0 && el('section', {'aria-label': 'Steps'}, el('h2', null, 'Steps'), tree(this.answer.steps)),
      this.long('pods', 'New pods, in order', list(this.answer.items), [podCell, {head: 'Node', cell: i => nameOf(i.node ?? 'none')}],
        this.toPod(go, i => i.node))];
  }
}

/** What became of the entries of a configuration, losses first: kind, heading, whether it is a loss. */
const FATES = [['lost', 'Lost, or carried over only in part', true], ['decide', 'For you to decide'], ['conditional', 'Lost only under a condition'],
  ['changed', 'Done in another way'], ['outOfTree', 'Plugins that are not part of Kubernetes'], ['extender', 'Extenders'], ['dropped', 'Dropped, as it is not needed any more'], ['arithmetic', 'The target counts in another way'], ['added', 'Added for the target'],
    ['defaults', 'Defaults of the target'], ['kept', 'Kept as they are'], ['carried', 'Carried over']];

class MigrationView {
  constructor(answer) {
    this.answer = answer;
    const groups = groupBy(list(answer.items), i => i.kind ?? '?'), known = FATES.map(([kind]) => kind);
    this.fates = [...FATES, ...[...groups.keys()].filter(k => !known.includes(k)).map(k => [k, upperFirst(wordsOf(k))])].filter(([kind]) =>
      groups.has(kind)).map(([kind, heading, bad]) => ({kind, heading, bad, items: groups.get(kind)}));
  }

  number(kind) { return this.fates.find(f => f.kind === kind)?.items.length ?? 0; }

  headline() {
    const lost = this.number('lost');
    return lost > 0 ? [el('em', null, `${count(lost, 'entry', 'entries')} ${lost === 1 ? 'has' : 'have'} no exact equivalent.`),
      ` ${grouped(this.number('carried'))} carried over.`] : [this.answer.lost ? 'Something is lost.' : 'Nothing is lost.',
      ` ${count(this.number('carried'), 'entry', 'entries')} carried over.`];
  }

  about() {
    const {source, target} = this.answer;
    return [`from ${sideName(source)}`, target && `to KubeSchedulerConfiguration ${target.configVersion ?? ''} (${target.release ?? '?'})`].filter(Boolean);
  }

  figures() {
    const {verification} = this.answer, s = verification?.summary;
    return [figure(grouped(this.number('carried')), 'carried over as they are'),
      figure(grouped(this.number('changed') + this.number('arithmetic')), 'work or count in another way'),
      figure(grouped(this.number('decide')), 'left for you to decide'),
      s ? figure(`${grouped(s.same ?? 0)} of ${grouped(s.pods ?? 0)}`, 'pods go to the same node by both configurations', 'verified')
        : figure('Not verified', 'the option --verify places pods by both configurations', 'verified')];
  }

  tables() {
    const {verification, configuration} = this.answer;
    return [el('section', {id: 'fates'}, el('h2', null, 'What became of each entry'), this.fates.map(f => this.fate(f))),
      verification && this.proof(verification), searched(this.answer.search),
      configuration && el('section', {'aria-label': 'The new configuration'}, lazily('The new configuration', () => verbatim(configuration))),
        restOf(this.answer, [...SHOWN, 'source', 'target', 'lost', 'search'])].filter(Boolean);
  }

  fate({kind, heading, bad, items}) {
    const row = i => [[i.path && nameOf(i.path), i.name && [' ', nameOf(i.name)], !i.path && !i.name && el('span', {class: 'dim'}, '–')],
      [i.plugin && nameOf(i.plugin), list(i.points).length > 0 && el('span', {class: 'dim'}, ` ${list(i.points).join(', ')}`)],
      typeof i.weightBefore === 'number' && i.weightBefore !== i.weightAfter ? `${i.weightBefore} → ${plainText(i.weightAfter)}` : '',
        [upperFirst(stopped(i.message ?? '')), i.since && el('span', {class: 'dim'}, ` Since ${i.since}.`), this.order(i.order)]];
    return el('details', {open: !['carried', 'added', 'arithmetic', 'defaults', 'kept'].includes(kind), 'data-fate': kind},
      el('summary', {class: bad ? 'bad' : null}, el('b', null, heading), ` (${grouped(items.length)})`),
      scrolling(heading, ['Entry', 'Became', 'Weight', 'What to know'], items.map(row)));
  }

  /** Whether the plugin that a priority became ranks nodes as it did. */
  order(order) {
    return order && [el('p', {class: 'hint'}, `It ${order.alike ? 'ranks' : 'does not rank'} all nodes alike: ${stopped(order.reason ?? '')}`),
      order.manifests && lazily('Two nodes that show it', () => verbatim(order.manifests))];
  }

  proof(verification) {
    const moved = list(verification.items);
    return el('section', {id: 'verification'}, el('h2', null, 'Proof: the same pods placed by both configurations'),
      el('p', {class: 'verdict'}, upperFirst(stopped(verification.verdict ?? '?'))), list(verification.byRelease).length > 1
        && sheet(['Releases', 'Verdict'], verification.byRelease.map(r => [r.releases, upperFirst(stopped(r.verdict ?? ''))]), 'By release'),
      scrolling('Pods that move', ['Pod', 'Before', 'After', 'Why'],
        moved.slice(0, 500).map(i => [nameOf(podName(i)), nameOf(i.left?.node ?? 'none'), nameOf(i.right?.node ?? 'none'), i.why ?? ''])), this.coverage());
  }

  /** Rules that the pods did not put to the test. */
  coverage() {
    const idle = list(this.answer.coverage?.target?.rules).filter(r => !r.exercised);
    return idle.length > 0 && el('p', {class: 'hint'}, `These pods do not exercise ${some([...new Set(idle.map(r => r.name))], 12)}.`);
  }
}

class ValidationView extends View {
  headline() {
    const items = list(this.answer.items), bad = items.filter(i => !i.valid).length, warnings = sum(items.map(i => list(i.warnings).length));
    const first = items.length === 0 ? upperFirst(stopped(this.answer.message ?? 'Nothing was read')) : bad === items.length && bad > 0 ? ''
      : `${items.length === 1 ? 'The file is valid' : bad === 0 ? `All ${grouped(items.length)} files are valid` : `${grouped(items.length - bad)} of ${count(items.length, 'file')} ${items.length - bad === 1 ? 'is' : 'are'} valid`}${bad === 0 && warnings > 0 ? `, with ${count(warnings, 'warning')}` : ''}.`;
    return [first, bad > 0 && [first ? ' ' : '',
        el('em', null, items.length === 1 ? 'The file is not valid.' : `${grouped(bad)} ${bad === 1 ? 'is' : 'are'} not.`)]];
  }

  about() { return [this.answer.message].filter(Boolean); }

  figures() {
    const items = list(this.answer.items), all = items.flatMap(i => list(i.warnings));
    return [figure(grouped(items.length), items.length === 1 ? 'file was read' : 'files were read'),
      figure(grouped(items.filter(i => !i.valid).length), 'would not load'), figure(grouped(all.length), all.length === 1 ? 'warning' : 'warnings'),
      figure(grouped(sum(items.map(i => list(i.notes).length))), 'notes')];
  }

  tables() { return [...list(this.answer.items).map(i => this.file(i)), restOf(this.answer, [...SHOWN, 'message'])].filter(Boolean); }

  file(item) {
    const kind = [item.type, item.configVersion, item.release && `as ${item.release} reads it`].filter(Boolean).join(', ');
    const shown = ['file', 'type', 'configVersion', 'release', 'valid', 'message', 'warnings', 'notes'];
    return el('section', {'data-file': item.file, 'data-valid': String(item.valid)},
      el('div', {class: 'section-head'}, el('h2', null, nameOf(item.file ?? '?')),
        el('span', {class: `tag ${item.valid ? 'ok' : 'bad'}`}, item.valid ? 'valid' : 'not valid')), el('p', {class: 'hint'}, kind),
      item.message && paragraphs(item.message, 'bad'), list(item.warnings).length > 0 && el('ul', {class: 'rows'},
        item.warnings.map(w => el('li', null, el('div', null, el('span', {class: 'tag'}, w.code ?? 'warning'), w.line ? ` line ${w.line}: ` : ' ',
              upperFirst(stopped(w.text ?? '')), w.path && [' ', nameOf(w.path)]), w.fix && el('p', {class: 'hint'}, w.fix)))),
      list(item.notes).map(n => el('p', {class: 'hint'}, isPlain(n) ? upperFirst(stopped(String(n))) : tree(n))),
        restOf(item, shown, 'More about this file'));
  }
}

/** What a search in small clusters has found: each kind of difference, with the smallest of them. */
function searched(search) {
  const found = list(search?.found), where = search && `${count(search.clusters ?? 0, 'small cluster')} with ${count(search.pods ?? 0, 'pending pod')}`;
  return search && titled('What a search has found', ['Cause', 'Rule', {text: 'Nodes', number: true}, {text: 'Pods', number: true}, 'Smallest cluster'],
    found.map(f => [upperFirst(CAUSES[f.cause] ?? wordsOf(f.cause)), f.rule ? nameOf(f.rule) : '–', grouped(f.nodes), grouped(f.pods),
      lazily('Manifests', () => verbatim(f.manifests))]),
    el('p', {class: 'verdict'}, found.length > 0 ? `${count(found.length, 'kind')} of differences in ${where}.`
      : `No difference in ${where}, which is no proof that there is none.`));
}

/** What one set of rules does in each of many clusters. */
class SweepView extends View {
  about() { return []; }
  headline() {
    const {clusters = 0, complete = 0, pods = 0, placed = 0} = this.answer, none = pods - placed;
    return [`In ${grouped(complete)} of ${count(clusters, 'cluster')} every pod has a node.`,
      none > 0 && [' ', el('em', null, `${count(none, 'pod')} ${none === 1 ? 'has' : 'have'} none.`)]];
  }

  figures() {
    const {clusters = 0, complete = 0, pods = 0, placed = 0} = this.answer, items = list(this.answer.items);
    const fullest = (key, what) => { const [most] = items.filter(i => i[key] !== null).sort((a, b) => b[key] - a[key]);
      return figure(most ? `${most[key]}% ${what}` : '–', most ? `requested in the fullest cluster (${short(most.cluster, 40)})` : `no cluster has ${what}`); };
    return [figure(`${grouped(complete)} of ${grouped(clusters)}`, 'clusters where every pod has a node'),
      figure(`${grouped(placed)} of ${grouped(pods)}`, 'pending pods are placed'), fullest('cpuPercent', 'cpu'), fullest('memoryPercent', 'memory')];
  }

  tables() {
    const columns = [['Nodes', 'nodes'], ['Pending', 'pods'], ['Placed', 'placed'], ['Preempted', 'preempted'], ['cpu %', 'cpuPercent'], ['memory %', 'memoryPercent']];
    return [titled('What the rules do in each cluster', ['Cluster', ...columns.map(([text]) => ({text, number: true})), 'Why most of the others have no node'],
      list(this.answer.items).map(i => [nameOf(i.cluster), ...columns.map(([, key]) => plainText(i[key])), i.reason ? reasonsIn(i.reason) : '–'])),
    ...notesOf(this.answer), restOf(this.answer, [...SHOWN, 'clusters', 'complete', 'pods', 'placed'])].filter(Boolean);
  }
}

/** A search for better numbers: what each choice is good at, and which numbers matter. */
class TuningView extends View {
  value(o, outcome) { return o.unit === 'count' ? grouped(outcome?.[o.name] ?? 0) : `${((outcome?.[o.name] ?? 0) / 100).toFixed(2)}%`; }
  headline() { return [this.answer.recommended ? `Trial ${grouped(this.answer.recommended.trial)} improves on the rules as they are.` : 'No trial improves on the rules as they are.']; }
  about() { return [`${count(this.answer.trials ?? 0, 'trial')}, seed ${this.answer.seed ?? 0}`, ...list(this.answer.objectives).map(o => `${o.name}: ${o.what}`)]; }
  figures() {
    const [start] = list(this.answer.items), best = this.answer.recommended ?? start;
    return list(this.answer.objectives).map(o => figure(arrow(this.value(o, start?.outcome), this.value(o, best?.outcome)), `${o.name}, ${o.better} is better`));
  }

  tables() {
    const {objectives, items, numbers, recommended} = this.answer;
    const changes = item => list(item.changes).map(c => `${c.rule} ${c.what} ${plainText(c.to)}`).join(', ');
    return [recommended && el('section', {id: 'proof'}, el('h2', null, 'Proof: the same pods by both sets of rules'), el('p', {class: 'verdict'}, upperFirst(stopped(recommended.diff ?? '?'))), el('p', {class: 'hint'},
      el('code', null, recommended.command ?? '')), lazily('The recommended rules', () => verbatim(recommended.rules ?? ''))),
    titled('What each choice comes to', ['Trial', ...list(objectives).map(o => ({text: o.name, number: true})), 'Changes'],
      list(items).map(i => [grouped(i.trial), ...list(objectives).map(o => this.value(o, i.outcome)), [i.role && el('b', null, `${upperFirst(i.role)}. `), changes(i)]])),
    titled('Which numbers matter', ['Rule', 'Number', 'As it is', 'Recommended', 'Mattered', {text: 'Trials that differ in it alone', number: true}],
      list(numbers).map(n => [nameOf(n.rule), n.what, plainText(n.from), plainText(n.to ?? '–'), n.mattered === null ? '–' : n.mattered ? 'yes' : 'never', grouped(n.trials ?? 0)])),
    ...notesOf(this.answer), restOf(this.answer, [...SHOWN, 'trials', 'population', 'objectives', 'recommended', 'numbers'])].filter(Boolean);
  }
}

// The page itself: which answer, which view of it, the address, keys, search.

const VIEWS = {Simulation: SimulationView, Explanation: ExplanationView, Diff: DiffView, Migration: MigrationView, Validation: ValidationView, Moves: MovesView,
  Capacity: CapacityView, NodesNeeded: NodesNeededView, Compression: CompressionView, Tuning: TuningView, Sweep: SweepView, Replay: ReplayView,
  Rollout: RolloutView};

/** The whole: no question but the first of a view (its `home`), nothing chosen. */
const WHOLE = {mode: null, pod: null, node: null, reason: null, at: null};

class Page {
  constructor(answers) {
    this.answers = answers;
    this.views = answers.map(() => null);
    this.shown = null;
    this.first = true;
    this.state = {doc: 0, ...WHOLE};
  }

  start() {
    document.querySelector('header').classList.toggle('tabs', this.answers.length > 1);
    byId('documents').hidden = this.answers.length <= 1;
    fill('documents', this.answers.map((answer, doc) => el('button', {type: 'button', 'data-doc': doc, on: {click: () => this.go({doc, ...WHOLE})}},
          short(titleOf(answer, doc, this.answers), 40))));
    this.themes();
    new Search(this);
    window.addEventListener('hashchange', () => this.show());
    window.addEventListener('resize', () => this.resized());
    document.addEventListener('keydown', e => this.key(e));
    byId('skip').addEventListener('click', e => { e.preventDefault(); byId('panel').focus(); });
    this.show();
  }

  /** The view of the answer that is shown. */
  get view() { return this.views[this.state.doc] ??= viewOf(this.answers[this.state.doc]); }

  /** The state, with what the view begins with where nothing was chosen: a question, or the only pod that was asked for. */
  get seen() {
    const {state, view} = this, isWhole = state.mode === null && state.pod === null && state.node === null;
    return {...state, mode: state.mode ?? view.home ?? null, pod: isWhole ? view.onlyPod ?? null : state.pod};
  }

  /** Changes what is shown by changing the address, so that Back and links work. */
  go(change, quietly = false) {
    const address = addressOf({...this.state, pod: this.seen.pod, ...change}, this.view);
    if (!quietly) {
      location.hash = address;
      return;
    }
    history.replaceState(null, '', address);
    this.show();
  }

  /** Shows what the address says; an answer that is not as its view expects, by its members. */
  show() {
    try {
      this.draw();
    } catch (error) {
      const {doc} = this.state;
      if (this.views[doc] instanceof PlainView)
        throw error;
      this.views[doc] = new PlainView(this.answers[doc], UNEXPECTED);
      this.draw();
    }
  }

  draw() {
    this.state = stateOf(location.hash, this.answers.length, doc => this.views[doc] ??= viewOf(this.answers[doc]));
    const {view} = this, state = this.seen, go = (change, quietly) => this.go(change, quietly);
    if (this.shown !== view) {
      this.shown = view;
      this.frame(view, go);
    }
    this.paint();
    this.control?.update(state);
    const key = byId('panel').contains(document.activeElement) ? document.activeElement.dataset.key ?? '' : null;
    fill('panel', view.panel?.(state, go) ?? []);
    if (key !== null)
      this.refocus(key);
    this.tables.forEach(t => t.table?.update(true));
    document.querySelectorAll('#documents button').forEach(b => b.setAttribute('aria-pressed', String(Number(b.dataset.doc) === state.doc)));
    if (!this.first && window.innerWidth <= 1000 && (state.pod !== null || state.node !== null) && this.last !== `${state.pod} ${state.node}`)
      byId('panel').scrollIntoView({block: 'nearest'});
    this.last = `${state.pod} ${state.node}`;
    this.first = false;
  }

  /** What stays while one answer is looked at: sentence, figures, map, tables. */
  frame(view, go) {
    fill('answer', [...view.headline(), typeof view.answer?.bound?.text === 'string' && ` ${upperFirst(stopped(short(view.answer.bound.text, 300)))}`].filter(Boolean));
    fill('about', view.about().map(t => short(t, 300)).join(' · '));
    fill('assumed', list(view.answer?.assumed).map(a => el('p', null, el('b', null, 'Assumed: '), stopped(short(a?.text ?? JSON.stringify(a), 400)),
          list(a?.notes).filter(isPlain).map(n => el('span', {class: 'dim'}, ` ${upperFirst(stopped(String(n)))}`)))));
    fill('figures', view.figures?.() ?? []);
    byId('figures').hidden = byId('figures').childElementCount === 0;
    this.tables = view.tables(go, () => this.state);
    fill('tables', this.tables.map(t => t.section ?? t));
    byId('columns').classList.toggle('wide', !view.panel);
    byId('search').hidden = !view.names;
    byId('map-section').hidden = !view.cluster || !view.scene;
    this.control = view.control?.(go) ?? null;
    fill('control', this.control?.element);
    this.map = null;
    if (view.cluster && view.scene) {
      this.map = new ClusterMap(byId('map'), view.cluster,
        node => this.go({node: this.state.node === node && this.state.pod === null ? null : node}));
      this.map.layout(byId('map').clientWidth || 800);
    }
  }

  paint() {
    if (!this.map)
      return;
    const {view, map} = this, state = this.seen, scene = view.scene(state), back = state.pod !== null;
    fill('map-title', scene.title);
    fill('map-hint', scene.hint);
    fill('legend', scene.legend);
    const mode = m => el('button', {type: 'button', 'data-mode': m.mode, 'aria-pressed': String(!back && state.mode === m.mode),
        on: {click: () => this.go({...WHOLE, at: this.state.at, mode: m.mode === view.home && !view.onlyPod ? null : m.mode})}}, short(m.label, 40));
    const focused = document.activeElement?.closest?.('#modes button')?.dataset.mode, hadCursor = document.activeElement === map.cursor;
    fill('modes', view.modes().map(mode),
      back && [el('span', {class: 'gap'}), el('button', {type: 'button', id: 'leave', 'aria-pressed': 'true', 'aria-label': `Leave ${short(state.pod, 40)}`,
            on: {click: () => this.go({pod: null, node: null, reason: null, mode: view.onlyPod ? view.home : this.state.mode})}},
          el('bdi', null, short(state.pod, 40)), '✕')]);
    if (focused)
      document.querySelector(`#modes button[data-mode="${CSS.escape(focused)}"]`)?.focus();
    if (state.node !== null)
      map.at = state.node;
    map.paint(scene.look);
    if (hadCursor)
      map.cursor.focus({preventScroll: true});
    map.tell(state.node);
  }

  refocus(key) {
    const again = [...byId('panel').querySelectorAll('[data-key]')].find(e => e.dataset.key === key);
    (again ?? byId('panel').querySelector('h2[tabindex]') ?? byId('panel')).focus({preventScroll: Boolean(again)});
  }

  resized() {
    cancelAnimationFrame(this.resizing);
    this.resizing = requestAnimationFrame(() => {
      if (this.map && this.map.width !== Math.floor(byId('map').clientWidth)) {
        this.map.layout(byId('map').clientWidth);
        this.paint();
      }
      this.tables.forEach(t => t.table?.draw());
    });
  }

  /** One step back to the whole. */
  up() {
    const step = [['reason'], ['pod', 'node'], ['mode', 'at']].find(members => members.some(m => this.state[m] !== null));
    if (step)
      this.go(Object.fromEntries(step.map(m => [m, null])));
  }

  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.key === '/' && !typing) {
      event.preventDefault();
      byId('query').focus();
    } else if (event.key === 'Escape' && !typing) {
      this.up();
    }
  }

  themes() {
    const dark = window.matchMedia('(prefers-color-scheme: dark)'), root = document.documentElement, button = byId('theme');
    const set = name => {
      root.dataset.theme = name;
      button.textContent = name === 'dark' ? 'Light' : 'Dark';
      button.setAttribute('aria-label', `Change to ${name === 'dark' ? 'light' : 'dark'} colours`);
    };
    button.addEventListener('click', () => set(root.dataset.theme === 'dark' ? 'light' : 'dark'));
    dark.addEventListener('change', () => set(dark.matches ? 'dark' : 'light'));
    set(dark.matches ? 'dark' : 'light');
  }
}

/** The box that finds pods and nodes. */
class Search {
  constructor(page) {
    this.page = page;
    this.found = [];
    this.input = byId('query');
    this.input.addEventListener('input', () => this.search());
    this.input.addEventListener('keydown', e => this.key(e));
    this.input.addEventListener('blur', () => setTimeout(() => document.activeElement !== this.input && this.close(), 150));
  }

  search() {
    const words = this.input.value.trim().toLowerCase(), {view} = this.page;
    if (this.of !== view) {
      this.of = view;
      this.names = (view.names?.() ?? []).map(n => ({...n, lower: n.name.toLowerCase()}));
    }
    const starts = n => n.lower.startsWith(words) || n.lower.split('/')[1]?.startsWith(words);
    const hits = words ? this.names.filter(n => n.lower.includes(words)) : [];
    this.found = [...hits.filter(starts), ...hits.filter(n => !starts(n))].slice(0, 12);
    this.at = 0;
    this.draw(words && this.found.length === 0, hits.length);
  }

  draw(nothing, hits) {
    const {found, at, input} = this;
    fill('hits', nothing ? el('li', {class: 'dim', role: 'option', 'aria-disabled': 'true'}, 'No pod or node has such a name.')
      : found.map((n, i) => el('li', {role: 'option', id: `hit-${i}`, 'aria-selected': String(i === at),
            on: {mousedown: e => { e.preventDefault(); this.take(i); }}}, nameOf(n.name), el('span', {class: 'dim'}, n.what))),
      hits > found.length && el('li', {class: 'dim', role: 'option', 'aria-disabled': 'true'}, `and ${grouped(hits - found.length)} more`));
    byId('hits').hidden = !nothing && found.length === 0;
    input.setAttribute('aria-expanded', String(found.length > 0));
    if (found.length > 0)
      input.setAttribute('aria-activedescendant', `hit-${at}`);
    else
      input.removeAttribute('aria-activedescendant');
  }

  key(event) {
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step && this.found.length > 0) {
      event.preventDefault();
      this.at = (this.at + step + this.found.length) % this.found.length;
      document.querySelectorAll('#hits [aria-selected]').forEach((o, i) => o.setAttribute('aria-selected', String(i === this.at)));
      this.input.setAttribute('aria-activedescendant', `hit-${this.at}`);
    } else if (event.key === 'Enter' && this.found.length > 0) {
      event.preventDefault();
      this.take(this.at);
    } else if (event.key === 'Escape') {
      this.input.value = '';
      this.close();
      this.input.blur();
    }
  }

  take(i) {
    const hit = this.found[i];
    this.page.go(hit.pod !== undefined ? {pod: hit.pod, node: null, reason: null} : {node: hit.node, pod: null, reason: null});
    this.input.value = '';
    this.close();
    this.input.blur();
  }

  close() {
    this.found = [];
    this.draw(false, 0);
  }
}

/** The address of a state: "#pod=shop/web-3&node=worker-a1". */
function addressOf(state, view) {
  const {doc, pod, node} = state, parts = {answer: doc > 0 ? doc + 1 : null, pod, resource: pod === null ? state.mode : null,
    node: node !== null ? view.cluster?.names[node] ?? '' : null, reason: state.reason, at: state.at};
  return `#${Object.entries(parts).filter(([, value]) => value !== null).map(([name, value]) =>
    `${name}=${encodeURIComponent(value).replace(/%2F/g, '/')}`).join('&')}`;
}

/** @returns {State} what an address asks for, without what this page does not have */
function stateOf(hash, answers, viewAt) {
  const asked = new URLSearchParams(hash.slice(1).replaceAll('+', '%2B'));
  const doc = clamp((Number.parseInt(asked.get('answer'), 10) || 1) - 1, 0, answers - 1), view = viewAt(doc);
  const pod = asked.get('pod'), node = view.cluster?.indexByName.get(asked.get('node')), mode = asked.get('resource');
  const modes = view.modes?.() ?? [];
  return {doc, mode: modes.some(m => m.mode === mode) ? mode : null, pod: pod !== null && view.isKnown?.(pod) ? pod : null, node: node ?? null,
    reason: pod !== null ? asked.get('reason') : null,
    at: view.moments > 0 && /^\d+$/.test(asked.get('at')) ? clamp(Number(asked.get('at')), 0, view.moments) : null};
}

/** The name of a tab. */
function titleOf(answer, place, answers) {
  const kind = wordsOf(answer?.kind ?? 'Answer'), alike = answers.filter(a => a?.kind === answer?.kind);
  return alike.length > 1 ? `${kind} ${alike.indexOf(answer) + 1}` : kind;
}

const UNEXPECTED = 'Something in this answer is not as this page expects; it shows the members.';

/** Any answer as it is: for kinds that this page does not know, and for answers that are not what their kind says. */
class PlainView extends View {
  headline() { return [this.answer?.kind ? wordsOf(short(this.answer.kind, 80)) : 'An answer']; }
  about() { return [this.why]; }
  tables() { return [el('section', {'aria-label': 'The answer'}, tree(this.answer))]; }
}

function viewOf(answer) {
  const kind = VIEWS[answer?.kind];
  try {
    return kind ? tried(new kind(answer)) : new PlainView(answer, 'This page does not know this kind of answer, and shows its members.');
  } catch {
    return new PlainView(answer, UNEXPECTED);
  }
}

/** Draws everything once, so that an answer that cannot be drawn is found out at once. */
function tried(view) {
  view.headline();
  view.about();
  view.figures?.();
  if (view.cluster && view.scene)
    view.scene({doc: 0, ...WHOLE, mode: view.home});
  return view;
}

const parsed = JSON.parse(byId('answers').textContent);
const page = new Page(Array.isArray(parsed) ? parsed : [parsed]);
page.start();

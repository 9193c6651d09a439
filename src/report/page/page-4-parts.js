// Parts that several views share: a table of many rows, meters, bars, legends, a tree of unknown members.

const ROW = 27;

/**
 * A table that draws only the rows in view. Arrow keys move in it, Enter chooses; heads of columns with `by` sort.
 * @param {{id: string, label: string, columns: {head: string, cell: function, by: ?function, width: ?string, number: ?boolean, minor: ?boolean}[],
 *          rows: object[], choose: ?function(object), chosen: ?function(object): boolean}} spec
 */
class LongTable {
  constructor(spec) {
    this.spec = spec;
    this.at = 0;
    this.body = el('tbody');
    this.kinds = spec.columns.map(column => [column.number && 'number', column.minor && 'minor'].filter(Boolean).join(' ') || null);
    this.heads = spec.columns.map((column, i) => el('th', {scope: 'col', class: this.kinds[i], style: column.width ? {width: column.width} : {}},
      column.by ? el('button', {type: 'button', class: 'head', on: {click: () => this.sort(i)}}, column.head) : column.head));
    this.table = el('table', {role: spec.choose ? 'grid' : null, 'aria-label': spec.label, 'aria-rowcount': spec.rows.length + 1},
      el('thead', null, el('tr', {'aria-rowindex': 1}, this.heads)), this.body);
    this.element = el('div', {class: 'scroll', id: spec.id, on: {scroll: () => this.scrolled(), keydown: e => this.key(e)}}, this.table);
    this.draw();
  }

  /** Sorts by a column: numbers the greatest first, words from a to z; once more turns that round. */
  sort(i) {
    const {by, number} = this.spec.columns[i], again = this.sorted === i;
    this.down = again ? !this.down : Boolean(number);
    this.sorted = i;
    const keyed = this.spec.rows.map((row, k) => ({row, k, key: by(row)})), way = this.down ? -1 : 1;
    keyed.sort((a, b) => way * (number ? a.key - b.key : String(a.key).localeCompare(String(b.key), 'en', {numeric: true})) || a.k - b.k);
    this.spec.rows = keyed.map(e => e.row);
    this.heads.forEach((head, k) => (k === i ? head.setAttribute('aria-sort', this.down ? 'descending' : 'ascending') : head.removeAttribute('aria-sort')));
    this.at = 0;
    this.element.scrollTop = 0;
    this.draw();
  }

  scrolled() {
    if (!this.waiting)
      this.waiting = requestAnimationFrame(() => { this.waiting = 0; this.draw(); });
  }

  draw() {
    const {rows} = this.spec, seen = Math.ceil((this.element.clientHeight || 360) / ROW) + 8;
    const first = clamp(Math.floor(this.element.scrollTop / ROW) - 4, 0, Math.max(0, rows.length - seen)), last = Math.min(rows.length, first + seen);
    const hadFocus = this.body.contains(document.activeElement);
    this.at = clamp(this.at, 0, Math.max(0, rows.length - 1));
    const shown = [];
    for (let i = first; i < last; i++)
      shown.push(this.row(i));
    this.body.replaceChildren(...this.space(first), ...shown, ...this.space(rows.length - last));
    if (!(this.at >= first && this.at < last) && shown.length > 0 && !hadFocus)
      shown[Math.min(4, shown.length - 1)].tabIndex = 0;
    if (hadFocus)
      this.focus();
  }

  space(rows) { return rows > 0 ? [el('tr', {class: 'space', 'aria-hidden': true}, el('td', {style: {height: `${rows * ROW}px`}}))] : []; }

  row(i) {
    const {spec} = this, item = spec.rows[i];
    const cells = spec.columns.map((column, c) => el('td', {class: this.kinds[c]}, column.cell(item)));
    if (!spec.choose)
      return el('tr', {'aria-rowindex': i + 2}, cells);
    return el('tr', {role: 'row', tabindex: i === this.at ? 0 : -1, 'aria-rowindex': i + 2, 'data-row': i,
        'aria-selected': spec.chosen?.(item) ? 'true' : 'false', on: {click: () => { this.at = i; spec.choose(item); }}}, cells);
  }

  focus() { this.body.querySelector(`[data-row="${this.at}"]`)?.focus({preventScroll: true}); }

  key(event) {
    const step = {ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity}[event.key];
    const {rows, choose} = this.spec, row = event.target.closest('[data-row]');
    if (!row || !choose)
      return;
    const here = Number(row.dataset.row);
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.at = here;
      choose(rows[here]);
    } else if (step) {
      event.preventDefault();
      this.at = clamp(here + step, 0, rows.length - 1);
      this.reveal();
      this.draw();
      this.focus();
    }
  }

  /** Scrolls so that the current row is in view. */
  reveal() {
    const top = this.at * ROW, box = this.element, height = box.clientHeight - ROW * 1.5;
    if (top < box.scrollTop)
      box.scrollTop = top;
    else if (top > box.scrollTop + height - ROW)
      box.scrollTop = top - height + ROW;
  }

  /** Draws anew; if the chosen row is elsewhere, goes there. */
  update(show) {
    const {rows, chosen} = this.spec, i = show && chosen ? rows.findIndex(r => chosen(r)) : -1;
    if (i >= 0) {
      this.at = i;
      this.reveal();
    }
    this.draw();
  }
}

/** A plain table for a few rows. */
function sheet(heads, rows, label = null) {
  return el('table', {'aria-label': label},
    heads && el('thead', null, el('tr', null, heads.map(h => el('th', {scope: 'col', class: h.number ? 'number' : null}, h.text ?? h)))),
    el('tbody', null, rows.map(row => el('tr', null, row.map((cell, i) => el('td', {class: heads?.[i]?.number ? 'number' : null}, cell))))));
}

/** A table with a name, which scrolls by itself where it is too wide. */
const scrolling = (label, heads, rows) =>
  rows.length > 0 && el('div', {class: 'sheet', tabindex: 0, role: 'region', 'aria-label': label}, sheet(heads, rows, label));

/** Such a table under a heading of its own, with what is to stand between. */
const titled = (heading, heads, rows, ...first) => el('section', null, el('h2', null, heading), first, scrolling(heading, heads, rows));

const swatch = (kind, text) => el('span', {class: 'key'}, el('i', {class: `swatch ${kind}`}), text);
const ramp = (low, high) => el('span', {class: 'key'}, low, el('span', {class: 'ramp'}, [0, 1, 2, 3, 4, 5].map(i => el('i', {class: `u${i}`}))), high);
const figure = (big, small, id = null) => el('div', {class: 'figure', id}, el('b', null, big), el('span', null, small));

/** One of the six shades for a share between 0 and 1. */
const shadeOf = share => `u${clamp(Math.floor(share * 6), 0, 5)}`;

/** A bar of parts, each {size, kind, title}, of a whole. */
function meter(label, right, parts, whole) {
  const size = part => `${whole > 0 ? clamp(part.size / whole * 100, 0, 100) : 0}%`;
  return [el('div', {class: 'label'}, el('span', null, label), el('span', null, right)),
    el('div', {class: 'meter', role: 'img', 'aria-label': `${label}: ${right}`},
      parts.filter(p => p.size > 0).map(p => el('i', {class: p.kind, title: p.title, style: {width: size(p)}})))];
}

/** A row of a list: what it is about, how many of them, and a line below. */
const entry = (about, amount, below, attributes = null) =>
  el('li', attributes, el('div', {class: 'split'}, el('span', null, about), el('b', null, amount)), below && el('p', {class: 'hint'}, below));

/** Pods that have a message in common. */
const podsEntry = (pods, n, message) =>
  entry(some(pods.map(p => short(isPlain(p) ? p : podName(p), 40)), 3), `×${grouped(n)}`, message && reasonsIn(message), {'data-pods': n});

/** The first of many things, and a button that shows the rest. */
function folded(items, most, make, what) {
  const rows = el('ol', {class: 'rows'}, items.slice(0, most).map(make));
  if (items.length <= most)
    return rows;
  let shown = most;
  const label = () => `Show ${Math.min(100, items.length - shown)} more of ${count(items.length, what)}`;
  const more = el('button', {type: 'button', on: {click: () => {
    rows.append(...items.slice(shown, shown + 100).map(make));
    shown += 100;
    more.textContent = label();
    more.hidden = shown >= items.length;
  }}}, label());
  return [rows, more];
}

/** "leftMostPercent" as "left most percent" */
const wordsOf = member => String(member).replace(/([a-z0-9])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);

const isPlain = value => value === null || typeof value !== 'object';

function plainText(value, member = '') {
  if (value === null)
    return '–';
  if (typeof value === 'boolean')
    return value ? 'yes' : 'no';
  if (typeof value === 'number')
    return /Bytes$|^memory$/.test(member) ? quantity(value, 'bytes') : /MilliCpu$|^cpu$/.test(member) ? quantity(value, 'milli')
      : /Percent$/.test(member) ? `${value}%` : grouped(value);
  return value === '' ? '""' : String(value);
}

/** Anything, readable: objects as lists of members, lists of like objects as tables, deep or long parts folded. */
function tree(value, member = '', depth = 0) {
  if (isPlain(value))
    return /\n/.test(String(value)) ? verbatim(value) : el('span', {class: typeof value === 'string' ? 'clamp' : null},
      short(plainText(value, member), 4000));
  if (Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0)
    return el('span', {class: 'dim'}, 'none');
  if (depth >= 12)
    return verbatim(JSON.stringify(value).slice(0, 4000));
  if (Array.isArray(value) && value.every(isPlain))
    return el('span', null, some(value.map(v => short(plainText(v, member), 200)), 40));
  if (value.namespace !== undefined && value.name !== undefined && Object.keys(value).length === 2)
    return nameOf(podName(value));
  const inner = () => (Array.isArray(value) ? treeOfList(value, depth) : treeOfObject(value, depth));
  const isSmall = depth < 5 && Object.keys(value).length <= 12 && JSON.stringify(value).length < 500;
  return depth < 1 || isSmall ? inner() : lazily(Array.isArray(value) ? count(value.length, 'entry', 'entries')
    : some(Object.keys(value).map(k => short(wordsOf(k), 30)), 5), inner);
}

const treeOfObject = (value, depth) =>
  el('dl', null, Object.entries(value).map(([k, v]) => [el('dt', null, short(wordsOf(k), 80)), el('dd', null, tree(v, k, depth + 1))]));

function treeOfList(value, depth) {
  const members = [...new Set(value.slice(0, 200).flatMap(v => (isPlain(v) || Array.isArray(v) ? [] : Object.keys(v))))];
  if (members.length === 0 || members.length > 9 || value.some(v => isPlain(v) || Array.isArray(v)))
    return folded(value, 50, v => el('li', null, tree(v, '', depth + 1)), 'entry');
  const row = v => members.map(m => tree(v[m] ?? null, m, depth + 1));
  return el('div', {class: 'sheet', tabindex: 0, role: 'region', 'aria-label': 'Table'}, sheet(members.map(wordsOf), value.slice(0, 500).map(row)),
    value.length > 500 && el('p', {class: 'hint'}, `and ${grouped(value.length - 500)} more, which are not shown here`));
}

/** Something folded, made when it is opened. */
function lazily(label, make) {
  const details = el('details', null, el('summary', null, label));
  details.addEventListener('toggle', () => { if (details.open && details.children.length === 1) appendAll(details, [make()]); });
  return details;
}

/** Text as it stands, line by line. */
const verbatim = text => el('pre', {tabindex: 0, role: 'region', 'aria-label': 'Text'}, String(text).split('\n').map(line => [visible(line), '\n']));

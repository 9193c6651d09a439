// The map: zones as bands, groups in them, a square per node. The place of a node never changes; what a square says does.

/** @typedef {{shade: function(number): string, says: function(number): string, text: ?function(number): string,
 *    faded: ?function(number): boolean, dot: ?function(number): boolean, rings: ?Object<string, number[]>,
 *    moves: ?{from: number, to: number}[]}} Look   what the map shows */

/** Sizes of a square by the number of nodes: few nodes have room for their names. */
const SQUARES = [[24, 132, 44, 6], [160, 26, 26, 3], [700, 18, 18, 2], [2600, 12, 12, 2], [9000, 8, 8, 1], [20000, 5, 5, 1], [Infinity, 3, 3, 1]];
const BAND_GAP = 12, GROUP_GAP = 16, LABEL = 17;

class ClusterMap {
  /**
   * @param {Cluster} cluster
   * @param {function(number)} choose called with the node that was chosen
   */
  constructor(host, cluster, choose) {
    this.host = host;
    this.cluster = cluster;
    this.choose = choose;
    this.at = 0;
    this.x = new Float64Array(cluster.size);
    this.y = new Float64Array(cluster.size);
    this.order = [];
    this.cursor = el('button',
      {type: 'button', id: 'cursor', on: {click: () => choose(this.at), keydown: e => this.key(e), focus: () => this.tell(this.at)}});
    host.setAttribute('role', 'group');
    host.setAttribute('aria-label', `Map of ${count(cluster.size, 'node')}. Arrow keys move, Enter chooses.`);
  }

  /** Places the squares in `width` pixels. */
  layout(width) {
    this.width = Math.max(200, Math.floor(width));
    [, this.w, this.h, this.gap] = SQUARES.find(([most]) => this.cluster.size <= most);
    if (this.w > 100)
      this.w = Math.min(this.w, Math.floor((this.width - GROUP_GAP) / 2));
    this.pitch = this.w + this.gap;
    this.labels = [];
    this.blocks = [];
    this.order = [];
    const zones = this.bands();
    const groups = [...new Set(zones.flatMap(z => [...z.groups.keys()]))].sort((a, b) => (a < 0) - (b < 0) || a - b);
    const widest = groups.map(g => Math.max(...zones.map(z => z.groups.get(g)?.length ?? 0)));
    const least = groups.map(g => Math.ceil(Math.min(10, Math.max(3, this.groupLabel(g).length)) * 6.6 / this.pitch));
    const inLine = this.columnsInOneLine(widest, least), columns = inLine ?? this.columnsInLines(widest, least);
    this.wrapped = !inLine;
    let y = 0;
    for (const zone of zones)
      y = this.placeBand(zone, groups, columns, least, y) + BAND_GAP;
    this.height = Math.max(0, y - BAND_GAP) + 2;
  }

  bands() {
    const {cluster} = this;
    const bands = groupBy(cluster.names.keys(), node => cluster.zones.of[node] ?? -1);
    return [...bands].sort((a, b) => (a[0] < 0) - (b[0] < 0) || a[0] - b[0]).map(([zone, nodes]) => ({
      label: cluster.zones.values[zone] ?? (bands.size > 1 ? 'without a zone' : ''),
      groups: groupBy(nodes, node => cluster.groups.of[node] ?? -1)}));
  }

  groupLabel(group) { return this.cluster.groups.values[group] ?? ''; }

  /** Columns of each group if all groups of a zone stand side by side, in as few rows as fit. */
  columnsInOneLine(widest, least) {
    const room = this.width - GROUP_GAP * (widest.length - 1) + this.gap;
    const most = Math.max(...widest);
    for (let rows = 1; rows <= most * 1.2 + 1; rows = Math.max(rows + 1, Math.floor(rows * 1.05))) {
      const columns = widest.map(n => Math.ceil(n / rows));
      if (sum(columns.map((c, g) => Math.max(c, least[g]))) * this.pitch <= room)
        return columns;
    }
    return null;
  }

  columnsInLines(widest, least) {
    const all = Math.max(1, Math.floor((this.width + this.gap) / this.pitch));
    return widest.map((n, g) => Math.min(all, Math.max(least[g], Math.ceil(Math.sqrt(n * 3)))));
  }

  placeBand(zone, groups, columns, least, top) {
    let y = top, x = 0, bottom = top;
    if (zone.label) {
      this.labels.push({x: 0, y: y + 11, text: short(zone.label, Math.floor(this.width / 8)), kind: 'zone', across: this.width});
      y += LABEL;
    }
    groups.forEach((group, g) => {
      const nodes = zone.groups.get(group);
      if (!nodes && this.wrapped)
        return;
      const across = Math.max(columns[g], least[g]) * this.pitch - this.gap;
      if (x > 0 && x + across > this.width + 0.5) {
        x = 0;
        y = bottom + 8;
      }
      if (nodes)
        bottom = Math.max(bottom, this.placeGroup(group, nodes, columns[g], across, x, y));
      x += across + GROUP_GAP;
    });
    return bottom;
  }

  placeGroup(group, nodes, columns, across, x, top) {
    let y = top;
    const label = this.groupLabel(group);
    if (label) {
      this.labels.push({x, y: y + 10, text: short(label, Math.max(4, Math.floor((across + GROUP_GAP) / 7))), kind: 'group',
          across: across + GROUP_GAP - 4});
      y += LABEL - 2;
    }
    nodes.forEach((node, k) => {
      this.x[node] = x + (k % columns) * this.pitch;
      this.y[node] = y + Math.floor(k / columns) * (this.h + this.gap);
      this.order.push(node);
    });
    const rows = Math.ceil(nodes.length / columns);
    this.blocks.push({x, y, columns, rows, nodes});
    return y + rows * (this.h + this.gap) - this.gap;
  }

  /** The node at a place, or null. */
  hit(x, y) {
    for (const block of this.blocks) {
      const column = Math.floor((x - block.x) / this.pitch), row = Math.floor((y - block.y) / (this.h + this.gap));
      if (column >= 0 && column < block.columns && row >= 0 && row < block.rows)
        return block.nodes[row * block.columns + column] ?? null;
    }
    return null;
  }

  square(node) {
    const x = this.x[node], y = this.y[node], {w, h} = this;
    if (w < 10)
      return `M${x} ${y}h${w}v${h}h-${w}z`;
    const r = Math.min(5, w / 5);
    return `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 -${r} ${r}h-${w - 2 * r}a${r} ${r} 0 0 1 -${r} -${r}v-${h - 2 * r}a${r} ${r} 0 0 1 ${r} -${r}z`;
  }

  /** Draws the squares through a question: one path per shade, whatever the size of the cluster. @param {Look} look */
  paint(look) {
    this.look = look;
    const shades = groupBy(this.order, node => look.shade(node) + (look.faded?.(node) ? ' faded' : ''));
    const svg = svgEl('svg', {viewBox: `0 0 ${this.width} ${this.height}`, width: this.width, height: this.height, 'aria-hidden': 'true',
        focusable: 'false'},
      svgEl('defs', null, svgEl('pattern', {id: 'hatching', width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)'},
        svgEl('rect', {width: 6, height: 6}), svgEl('path', {d: 'M1.5 0v6'}))),
      this.labels.map(l => svgEl('svg', {x: l.x, y: l.y - 12, width: l.across, height: 16}, svgEl('text', {x: 0, y: 12, class: l.kind}, l.text))),
      [...shades].map(([shade, nodes]) => svgEl('path', {class: shade, d: nodes.map(n => this.square(n)).join('')})),
      this.dots(look), this.rings(look), this.moves(look), this.texts(look));
    svg.addEventListener('click', e => { const node = this.under(e); if (node !== null) this.take(node); });
    svg.addEventListener('mousemove', e => this.tell(this.under(e)));
    svg.addEventListener('mouseleave', () => this.tell(null));
    this.host.replaceChildren(svg, this.cursor);
    this.place();
  }

  /** Whether squares have room for a dot. */
  get hasDots() { return this.w >= 12; }

  dots(look) {
    if (!look.dot || !this.hasDots)
      return null;
    const r = this.w < 18 ? 1.8 : 3, inset = this.w < 18 ? 2.5 : 5;
    const d = this.order.filter(n => look.dot(n)).map(n =>
      `M${this.x[n] + this.w - inset - r} ${this.y[n] + inset}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 -${2 * r} 0`);
    return d.length > 0 ? svgEl('path', {class: 'dots', d: d.join('')}) : null;
  }

  rings(look) {
    return Object.entries(look.rings ?? {}).flatMap(([kind, nodes]) => nodes.filter(n => n !== null && n !== undefined).map(n =>
      svgEl('rect', {class: kind, x: this.x[n] - 1, y: this.y[n] - 1, width: this.w + 2, height: this.h + 2, rx: Math.min(5, this.w / 4)})));
  }

  moves(look) {
    const middle = n => [this.x[n] + this.w / 2, this.y[n] + this.h / 2];
    const lines = list(look.moves).map(({from, to}) => {
      const [x1, y1] = middle(from), [x2, y2] = middle(to);
      return `M${x1} ${y1}Q${(x1 + x2) / 2 + (y2 - y1) / 6} ${(y1 + y2) / 2 - (x2 - x1) / 6 - 12} ${x2} ${y2}m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0`;
    });
    return lines.length > 0 ? svgEl('path', {class: 'moves', d: lines.join('')}) : null;
  }

  texts(look) {
    if (!look.text || this.w < 24)
      return null;
    const tone = n => (/u[45]|lost|won/.test(look.shade(n)) ? 'strong' : 'weak') + (look.faded?.(n) ? ' faded' : '');
    const wide = this.w > 60;
    return svgEl('g', {class: 'in'}, this.order.map(n => {
      if (!wide)
        return svgEl('text', {x: this.x[n] + this.w / 2, y: this.y[n] + this.h / 2 + 3.5, class: tone(n)}, look.text(n) ?? '');
      return svgEl('svg', {x: this.x[n] + 8, y: this.y[n], width: this.w - 14, height: this.h},
        svgEl('text', {x: 0, y: 17, class: `left ${tone(n)}`}, short(this.cluster.names[n], Math.floor((this.w - 24) / 6.7))),
        svgEl('text', {x: 0, y: 35, class: `value ${tone(n)}`}, look.long?.(n) ?? look.text(n) ?? ''));
    }));
  }

  under(event) {
    const box = this.host.getBoundingClientRect(), scale = this.width / box.width;
    return this.hit((event.clientX - box.left) * scale, (event.clientY - box.top) * scale);
  }

  /** Shows what a square says, under the map. */
  tell(node) {
    if (node !== null)
      byId('map-says').textContent = visible(this.look.says(node));
    else if (document.activeElement !== this.cursor)
      byId('map-says').textContent = this.hint ?? '';
  }

  take(node) {
    this.at = node;
    this.place();
    this.choose(node);
  }

  /** Puts the focus overlay on the square where the keyboard is. */
  place() {
    const {cursor, at} = this, scale = this.host.clientWidth / this.width || 1;
    cursor.style.left = `${this.x[at] * scale}px`;
    cursor.style.top = `${this.y[at] * scale}px`;
    cursor.style.width = `${Math.max(6, this.w * scale)}px`;
    cursor.style.height = `${Math.max(6, this.h * scale)}px`;
    cursor.setAttribute('aria-label', visible(this.look.says(at)));
  }

  key(event) {
    const to = this.neighbour(event.key);
    if (to === null)
      return;
    event.preventDefault();
    this.at = to;
    this.place();
    this.tell(to);
    this.cursor.scrollIntoView({block: 'nearest'});
  }

  neighbour(key) {
    const {order} = this, step = {ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity}[key], rows = {ArrowUp: -1, ArrowDown: 1}[key];
    return step ? order[clamp(order.indexOf(this.at) + step, 0, order.length - 1)] : rows ? this.nearest(rows) : null;
  }

  /** The square above (-1) or below (1) that is nearest. */
  nearest(way) {
    const {at, x, y} = this, down = node => (y[node] - y[at]) * way;
    const distance = node => (down(node) > 0.5 ? down(node) * 4 + Math.abs(x[node] - x[at]) : Infinity);
    return this.order.reduce((best, node) => (distance(node) < distance(best) ? node : best), at);
  }
}

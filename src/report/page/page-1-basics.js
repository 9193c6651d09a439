// Elements, words and quantities: what every view is made of.
'use strict';

/** Characters that are not seen, or that turn the text around them. */
// eslint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** text, with unseen characters written out. Every text of the page comes through here. */
function visible(text) {
  return String(text).replace(UNSEEN, c => {
    const code = c.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}

/** text in at most `most` characters; the middle is left out, as both ends of a name tell most. */
function short(text, most = 60) {
  const seen = visible(text);
  if (seen.length <= most)
    return seen;
  const letters = [...seen], head = Math.ceil((most - 1) * 0.6);
  return letters.length <= most ? seen : `${letters.slice(0, head).join('')}…${letters.slice(letters.length - (most - 1 - head)).join('')}`;
}

function appendAll(element, ...children) {
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false && child !== '')
      element.append(child instanceof Node ? child : visible(child));
  return element;
}

/** Attributes for an element: `on` holds listeners, `style` properties; the rest are left out where null or false. */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name === 'on')
      Object.entries(value).forEach(([event, listener]) => element.addEventListener(event, listener));
    else if (name === 'style')
      Object.entries(value).forEach(([property, v]) => element.style.setProperty(property, v));
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : visible(value));
  }
  return element;
}

/** An element: el('p', {class: 'hint'}, 'text', …) */
const el = (tag, attributes, ...children) => appendAll(dress(document.createElement(tag), attributes), children);
const svgEl = (tag, attributes, ...children) => appendAll(dress(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes), children);

const byId = id => document.getElementById(id);

function fill(id, ...children) {
  byId(id).replaceChildren();
  appendAll(byId(id), children);
}

/** A name of a pod, a node or a rule; of a long one both ends, unless `most` says more. */
const nameOf = (name, most = 90) => el('bdi', {class: 'name', title: String(name).length > 24 ? short(name, 300) : null}, short(name, most));

/** A button that reads as a link. `key` lets the focus find it again after the panel was drawn anew. */
const linkTo = (label, key, go) => el('button', {type: 'button', class: 'link', 'data-key': short(key, 200), on: {click: go}}, label);

/** A link to a pod; `kind` tells two links to one pod apart. */
const podLink = (pod, go, kind = 'pod') => linkTo(nameOf(pod), `${kind} ${pod}`, () => go({pod, node: null, reason: null}));

const sum = numbers => numbers.reduce((a, b) => a + b, 0);
const clamp = (x, low, high) => Math.min(high, Math.max(low, x));
const list = value => (Array.isArray(value) ? value : []);
const grouped = n => Number(n).toLocaleString('en-US');
/** As the tables of the terminal do, a share is rounded down: what is not quite full is never 100%. */
const percent = share => `${Math.floor(share * 100 + 1e-9)}%`;

/** "1 pod", "1,234 pods" */
const count = (n, one, many = `${one}s`) => `${grouped(n)} ${n === 1 ? one : many}`;

/** "a, b and c" */
const sentence = words => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`);

/** "a, b, c and 4 more" */
const some = (words, most = 4) =>
  (words.length <= most ? sentence(words) : `${words.slice(0, most).join(', ')} and ${grouped(words.length - most)} more`);

/** Text of several lines, such as a message with a hint: a paragraph a line. */
const paragraphs = (text, kind) => String(text).split('\n').filter(Boolean).map(line => el('p', {class: kind}, upperFirst(stopped(line))));

const upperFirst = text => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether the text says something that ends with a stop; else adds one. */
const stopped = text => (/[.!?]$/.test(text) ? text : `${text}.`);

const BYTES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** 1610612736 as "1.5Gi" */
function inBytes(value, round = Math.round) {
  const power = value === 0 ? 0 : clamp(Math.floor(Math.log2(Math.abs(value)) / 10), 0, 6);
  return `${round(value / 1024 ** power * 10) / 10}${BYTES[power]}`;
}

/** An amount as kubectl writes it; unit: milli, bytes or count. */
function quantity(value, unit) {
  if (typeof value !== 'number')
    return '–';
  if (unit === 'milli')
    return value % 1000 === 0 ? grouped(value / 1000) : value > 100000 ? grouped(Math.round(value / 1000)) : `${Math.round(value)}m`;
  return unit === 'bytes' ? inBytes(value) : grouped(value);
}

/** [["cpu", "2"], ["memory", "6Gi"]] as "2 cpu, 6Gi memory" */
const requestsText = requests => list(requests).map(([name, amount]) => `${amount} ${name}`).join(', ') || 'nothing';

/** Each index in ranges, both ends included. */
function indexesOf(ranges) {
  const indexes = [];
  for (const [first, last] of list(ranges))
    for (let i = first; i <= last; i++)
      indexes.push(i);
  return indexes;
}

const sizeOf = ranges => sum(list(ranges).map(([first, last]) => last - first + 1));

/** How often each value occurs. */
const countBy = values => new Map([...groupBy(values, v => v)].map(([value, all]) => [value, all.length]));

/** The items of `items` by what `key` says of them, in order of first mention. */
function groupBy(items, key) {
  const groups = new Map();
  for (const item of items) {
    const k = key(item);
    if (!groups.has(k))
      groups.set(k, []);
    groups.get(k).push(item);
  }
  return groups;
}

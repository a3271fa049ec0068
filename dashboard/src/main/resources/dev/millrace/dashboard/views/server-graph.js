/**
 * The stages of the node as a graph, with live numbers on its nodes and edges. Data: two `Stages` replies, a second apart;
 * what counts up is shown per second. Seam: `update(reply, at)`. The drawing is made anew when the stages, the edges or the
 * room change, else only its numbers. A narrow page has it from top to bottom.
 */
import { el } from '../dom.js';
import { count, duration, number, rate, seconds } from '../format.js';
import { layout, OUTSIDE } from './server-layout.js';

const SVG = 'http://www.w3.org/2000/svg';
const NODE = { width: 176, height: 120 };
const DOOR = { width: 72, height: 40 };
const ACROSS = { door: 72, doorBreadth: 40, node: 176, breadth: 120, first: 96, layer: 280, lane: 144 };
const DOWN = { door: 40, doorBreadth: 72, node: 120, breadth: 176, first: 56, layer: 176, lane: 192 };
const ARC = 28;
const NARROW = 720;
const MARGIN = 16;

export function stageGraph() {
  const place = el('div', { class: 'stage-graph' });
  let shape = '';
  let parts = null;
  let earlier = null;
  let latest = null;

  function redraw() {
    const isNarrow = place.clientWidth > 0 && place.clientWidth < NARROW;
    const names = latest.reply.stages.map((stage) => stage.name);
    const edges = latest.reply.edges.map(({ from, to }) => ({ from, to }));
    const now = JSON.stringify([names, edges, isNarrow]);
    if (now !== shape) {
      shape = now;
      parts = draw(names, edges, isNarrow);
      place.replaceChildren(parts.svg);
    }
    fillNumbers(parts, latest, earlier);
  }

  const resized = new ResizeObserver(() => latest && redraw());
  resized.observe(place);
  return {
    element: place,
    update(reply, at) {
      earlier = latest;
      latest = { reply, at };
      redraw();
    },
    close: () => resized.disconnect(),
  };
}

function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([name, value]) => node.setAttribute(name, value));
  node.append(...children);
  return node;
}

/** Everything is placed along the path and aside of it; a narrow page has the path from top to bottom. */
function draw(names, edges, isNarrow) {
  const { places, layers, lanes } = layout(names, edges);
  const way = isNarrow ? DOWN : ACROSS;
  const isLong = (edge) => places.get(edge.to).layer - places.get(edge.from).layer > 1;
  const long = edges.filter(isLong);
  const around = MARGIN + long.length * ARC;
  const spot = (name) => {
    const { layer, lane } = places.get(name);
    return {
      along: layer === 0 ? MARGIN + way.door / 2 : MARGIN + way.door + way.first + way.node / 2 + (layer - 1) * way.layer,
      aside: around + way.breadth / 2 + lane * way.lane,
      half: (layer === 0 ? way.door : way.node) / 2,
      edge: (layer === 0 ? way.doorBreadth : way.breadth) / 2,
    };
  };
  const turned = ({ along, aside }) => (isNarrow ? { x: aside, y: along } : { x: along, y: aside });
  const whole = turned({
    along: 2 * MARGIN + way.door + way.first + way.node + (layers - 2) * way.layer,
    aside: around + MARGIN + way.breadth + (lanes - 1) * way.lane,
  });
  const lines = new Map(edges.map((edge) =>
    [key(edge), line(edge, route(spot(edge.from), spot(edge.to), isLong(edge) ? MARGIN / 2 + 4 + long.indexOf(edge) * ARC : null).map(turned))]));
  const boxes = new Map(names.map((name) => [name, box(name, turned(spot(name)))]));
  return {
    lines,
    boxes,
    svg: svg('svg', { viewBox: `0 0 ${whole.x} ${whole.y}`, width: whole.x, height: whole.y, role: 'group', 'aria-label': 'Graph of the stages' },
      svg('defs', {}, svg('marker', { id: 'stage-arrow', viewBox: '0 0 8 8', refX: '7', refY: '4', markerWidth: '8', markerHeight: '8', markerUnits: 'userSpaceOnUse', orient: 'auto-start-reverse' },
        svg('path', { d: 'M0,0 L8,4 L0,8 z', class: 'stage-arrow' }))),
      ...[...lines.values()].map((one) => one.group),
      door(turned(spot(OUTSIDE))),
      ...[...boxes.values()].map((one) => one.group)),
  };
}

function door({ x, y }) {
  return svg('g', { class: 'stage-door' },
    svg('rect', { x: x - DOOR.width / 2, y: y - DOOR.height / 2, width: DOOR.width, height: DOOR.height, rx: DOOR.height / 2 }),
    label(x, y + 4, 'outside', 'middle'));
}

/**
 * The points of a curve between two stages: its start, the point in its middle, its end, with what bends it. From side to
 * side to the next one, around all others with a `detour`, and back a little lower.
 */
function route(from, to, detour) {
  if (detour !== null) {
    const start = { along: from.along, aside: from.aside - from.edge };
    const end = { along: to.along, aside: to.aside - to.edge };
    const middle = { along: (start.along + end.along) / 2, aside: detour };
    return [start, { along: start.along, aside: detour }, middle, { along: end.along, aside: detour }, end];
  }
  const goesOn = from.along < to.along;
  const shift = goesOn ? 0 : 24;
  const start = { along: from.along + (goesOn ? from.half : -from.half), aside: from.aside + shift };
  const end = { along: to.along + (goesOn ? -to.half : to.half), aside: to.aside + shift };
  const middle = { along: (start.along + end.along) / 2, aside: (start.aside + end.aside) / 2 };
  return [start, { along: middle.along, aside: start.aside }, middle, { along: middle.along, aside: end.aside }, end];
}

function key(edge) {
  return `${edge.from} ${edge.to}`;
}

function label(x, y, words, anchor = 'start', kind = '') {
  return svg('text', { x, y, 'text-anchor': anchor, class: kind }, words);
}

/** An edge, with its number in the middle. */
function line(edge, [start, one, middle, two, end]) {
  const path = svg('path', {
    d: `M${start.x},${start.y} Q${one.x},${one.y} ${middle.x},${middle.y} Q${two.x},${two.y} ${end.x},${end.y}`,
    class: 'stage-edge', 'marker-end': 'url(#stage-arrow)',
  });
  const words = label(middle.x, middle.y + 4, '', 'middle', 'stage-edge-number');
  const pill = svg('rect', { x: middle.x - 28, y: middle.y - 9, width: 56, height: 18, rx: 9, class: 'stage-edge-pill' });
  return { path, words, group: svg('g', { 'data-edge': `${edge.from || 'outside'} to ${edge.to}` }, path, pill, words) };
}

function box(name, { x, y }) {
  const left = x - NODE.width / 2;
  const top = y - NODE.height / 2;
  const inner = left + 12;
  const right = left + NODE.width - 12;
  const row = (n, title) => {
    const value = label(right, top + 46 + n * 18, '–', 'end', 'stage-value');
    return { value, nodes: [label(inner, top + 46 + n * 18, title, 'start', 'stage-label'), value] };
  };
  const rows = { handled: row(0, 'handled'), waiting: row(1, 'waiting'), delay: row(2, 'p90 wait'), refused: row(3, 'refused') };
  const fillBar = svg('rect', { x: left + 1, y: top + NODE.height - 5, width: 0, height: 4, class: 'stage-bar' });
  const busy = svg('circle', { cx: inner + 4, cy: top + 18, r: 4, class: 'stage-busy' });
  const title = svg('title', {});
  const group = svg('g', { class: 'stage-node', 'data-stage': name }, title,
    svg('rect', { x: left, y: top, width: NODE.width, height: NODE.height, rx: 10, class: 'stage-box' }),
    busy, label(inner + 16, top + 22, name, 'start', 'stage-name'),
    ...Object.values(rows).flatMap((one) => one.nodes), fillBar);
  return { group, rows, fillBar, busy, title, width: NODE.width - 2 };
}

function fillNumbers(parts, latest, earlier) {
  const passed = earlier ? (latest.at - earlier.at) / 1000 : 0;
  const perSecond = (now, then) => (passed > 0 && then !== undefined ? Math.max(0, count(now) - count(then)) / passed : 0);
  const before = (list, same) => earlier?.reply[list].find(same);
  for (const stage of latest.reply.stages) {
    const then = before('stages', (one) => one.name === stage.name);
    showStage(parts.boxes.get(stage.name), stage, perSecond(stage.handled, then?.handled), perSecond(stage.refused, then?.refused));
  }
  for (const edge of latest.reply.edges) {
    const now = perSecond(edge.events, before('edges', (one) => key(one) === key(edge))?.events);
    const { path, words } = parts.lines.get(key(edge));
    words.textContent = rate(now);
    path.setAttribute('stroke-width', String(1.25 + Math.min(4, Math.log10(1 + now))));
    path.classList.toggle('flows', now > 0.01);
  }
}

function showStage(box, stage, handled, refused) {
  const share = stage.waiting_max > 0 ? stage.waiting / stage.waiting_max : 0;
  box.rows.handled.value.textContent = rate(handled);
  box.rows.waiting.value.textContent = number(stage.waiting);
  box.rows.delay.value.textContent = duration(seconds(stage.delay_p90));
  box.rows.refused.value.textContent = rate(refused);
  box.rows.refused.value.classList.toggle('bad', refused > 0);
  box.fillBar.setAttribute('width', String(box.width * Math.min(1, share)));
  box.fillBar.classList.toggle('high', share > 0.8);
  box.busy.classList.toggle('on', stage.handlers > 0);
  box.title.textContent = `${stage.name}: ${number(stage.handled)} handled in ${number(stage.batches)} batches of at most ${number(stage.batch_max)}; `
    + `${number(stage.waiting)} of ${number(stage.waiting_max)} wait; ${number(stage.refused)} refused since the start`;
}

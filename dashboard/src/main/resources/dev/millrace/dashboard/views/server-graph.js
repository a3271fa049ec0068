/**
 * The stages of the node as a graph, with live numbers on its nodes and edges. Data: two `Stages` replies, a second apart;
 * what counts up is shown per second. Seam: `update(reply, at)`. The drawing is made anew when the stages, the edges or the
 * room change, else only its numbers. A narrow page has it from top to bottom.
 */
import { el } from '../dom.js';
import { count, duration, number, rate, seconds } from '../format.js';
import { layout, OUTSIDE } from './server-layout.js';

const SVG = 'http://www.w3.org/2000/svg';
const NODE = { width: 176, height: 112 };
const DOOR = { width: 72, height: 40 };
const ACROSS = { layer: 280, lane: 152 };
const DOWN = { layer: 184, lane: 200 };
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

function draw(names, edges, isNarrow) {
  const { places, layers, lanes } = layout(names, edges);
  const gap = isNarrow ? DOWN : ACROSS;
  const center = (name) => {
    const { layer, lane } = places.get(name);
    const along = MARGIN + (layer === 0 ? (isNarrow ? DOOR.height : DOOR.width) / 2 : (isNarrow ? DOOR.height + 56 + NODE.height / 2 : DOOR.width + 104 + NODE.width / 2) + (layer - 1) * gap.layer);
    const aside = MARGIN + (isNarrow ? NODE.width : NODE.height) / 2 + lane * gap.lane;
    return isNarrow ? { x: aside, y: along } : { x: along, y: aside };
  };
  const size = isNarrow
    ? { width: 2 * MARGIN + NODE.width + (lanes - 1) * gap.lane, height: 2 * MARGIN + DOOR.height + 56 + NODE.height + (layers - 2) * gap.layer }
    : { width: 2 * MARGIN + DOOR.width + 104 + NODE.width + (layers - 2) * gap.layer, height: 2 * MARGIN + NODE.height + (lanes - 1) * gap.lane };
  const lines = new Map(edges.map((edge) => [key(edge), line(edge, center, places, isNarrow)]));
  const boxes = new Map(names.map((name) => [name, box(name, center(name))]));
  const door = center(OUTSIDE);
  return {
    lines,
    boxes,
    svg: svg('svg', { viewBox: `0 0 ${size.width} ${size.height}`, width: size.width, height: size.height, role: 'group', 'aria-label': 'Graph of the stages' },
      svg('defs', {}, svg('marker', { id: 'stage-arrow', viewBox: '0 0 8 8', refX: '7', refY: '4', markerWidth: '8', markerHeight: '8', markerUnits: 'userSpaceOnUse', orient: 'auto-start-reverse' },
        svg('path', { d: 'M0,0 L8,4 L0,8 z', class: 'stage-arrow' }))),
      ...[...lines.values()].map((one) => one.group),
      svg('g', { class: 'stage-door' },
        svg('rect', { x: door.x - DOOR.width / 2, y: door.y - DOOR.height / 2, width: DOOR.width, height: DOOR.height, rx: DOOR.height / 2 }),
        label(door.x, door.y + 4, 'calls', 'middle')),
      ...[...boxes.values()].map((one) => one.group)),
  };
}

function key(edge) {
  return `${edge.from} ${edge.to}`;
}

function label(x, y, words, anchor = 'start', kind = '') {
  return svg('text', { x, y, 'text-anchor': anchor, class: kind }, words);
}

/** An edge: forward from side to side, back around, with its number in the middle. */
function line(edge, center, places, isNarrow) {
  const from = center(edge.from);
  const to = center(edge.to);
  const half = edge.from === OUTSIDE ? DOOR : NODE;
  const goesOn = places.get(edge.from).layer < places.get(edge.to).layer;
  const along = isNarrow ? 'y' : 'x';
  const aside = isNarrow ? 'x' : 'y';
  const halfFrom = (isNarrow ? half.height : half.width) / 2;
  const halfTo = (isNarrow ? NODE.height : NODE.width) / 2;
  const point = (a, b) => (isNarrow ? { x: b, y: a } : { x: a, y: b });
  const shift = goesOn ? -12 : 20;
  const start = point(from[along] + (goesOn ? halfFrom : -halfFrom), from[aside] + (edge.from === OUTSIDE ? 0 : shift));
  const end = point(to[along] + (goesOn ? -halfTo : halfTo), to[aside] + shift);
  const bend = (end[along] - start[along]) / 2;
  const one = point(start[along] + bend, start[aside]);
  const two = point(end[along] - bend, end[aside]);
  const path = svg('path', {
    d: `M${start.x},${start.y} C${one.x},${one.y} ${two.x},${two.y} ${end.x},${end.y}`, class: 'stage-edge', 'marker-end': 'url(#stage-arrow)',
  });
  const middle = { x: (start.x + 3 * one.x + 3 * two.x + end.x) / 8, y: (start.y + 3 * one.y + 3 * two.y + end.y) / 8 };
  const words = label(middle.x, middle.y + 4, '', 'middle', 'stage-edge-number');
  const back = svg('rect', { x: middle.x - 30, y: middle.y - 10, width: 60, height: 20, rx: 10, class: 'stage-edge-pill' });
  return { path, words, group: svg('g', { 'data-edge': `${edge.from || 'calls'} to ${edge.to}` }, path, back, words) };
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
  const rows = { handled: row(0, 'handled'), waiting: row(1, 'waiting'), delay: row(2, 'p90 wait') };
  const refused = label(right, top + 22, '', 'end', 'stage-refused');
  const fillBar = svg('rect', { x: left + 1, y: top + NODE.height - 5, width: 0, height: 4, class: 'stage-bar' });
  const busy = svg('circle', { cx: inner + 4, cy: top + 18, r: 4, class: 'stage-busy' });
  const title = svg('title', {});
  const group = svg('g', { class: 'stage-node', 'data-stage': name }, title,
    svg('rect', { x: left, y: top, width: NODE.width, height: NODE.height, rx: 10, class: 'stage-box' }),
    busy, label(inner + 16, top + 22, name, 'start', 'stage-name'), refused,
    ...rows.handled.nodes, ...rows.waiting.nodes, ...rows.delay.nodes, fillBar);
  return { group, rows, refused, fillBar, busy, title, width: NODE.width - 2 };
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
  box.refused.textContent = refused > 0 ? `refuses ${rate(refused)}` : '';
  box.fillBar.setAttribute('width', String(box.width * Math.min(1, share)));
  box.fillBar.classList.toggle('high', share > 0.8);
  box.busy.classList.toggle('on', stage.handlers > 0);
  box.title.textContent = `${stage.name}: ${number(stage.handled)} handled in ${number(stage.batches)} batches of at most ${number(stage.batch_max)}; `
    + `${number(stage.waiting)} of ${number(stage.waiting_max)} wait; ${number(stage.refused)} refused since the start`;
}

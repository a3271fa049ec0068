/**
 * Lines over time on a canvas: sparklines in rows, and charts with axes, a legend that tells the numbers, and a read-out
 * under the pointer. Colours are those of the style sheet, read when a chart is drawn, so that dark and light just work.
 *
 * Data: a Series per chart. Seams: `sparkline`, `chart`.
 */
import { el, fill } from './dom.js';
import * as format from './format.js';
import { Series } from './series.js';

const LEFT = 56;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 20;
const SPAN_MIN = 30;

const UNITS = {
  count: format.short,
  rate: format.rate,
  seconds: (value) => format.duration(value),
  bytes: format.size,
  percent: (value) => Math.round(value) + ' %',
};

const drawn = new Set();
const redrawAll = () => drawn.forEach((redraw) => redraw());
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redrawAll);
new MutationObserver(redrawAll).observe(document.documentElement, { attributeFilter: ['data-theme'] });

function colour(element, name) {
  return name.startsWith('--') ? getComputedStyle(element).getPropertyValue(name).trim() : name;
}

/** A canvas as sharp as the screen; null while it isn't shown. */
function prepare(canvas) {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (width === 0 || height === 0) {
    return null;
  }
  const scale = devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
  }
  const pen = canvas.getContext('2d');
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  return { pen, width, height };
}

/** Draws values, the oldest first, into a canvas without axes. */
export function sparkline(canvas, values, color = '--series-1') {
  const area = prepare(canvas);
  canvas.dataset.samples = values.length;
  if (area === null || values.length === 0) {
    return;
  }
  const { pen, width, height } = area;
  const low = Math.min(...values);
  const high = Math.max(...values);
  const span = high - low || 1;
  const x = (i) => (values.length < 2 ? width - 2 : 1 + (i * (width - 3)) / (values.length - 1));
  const y = (value) => (high === low ? height / 2 : height - 2 - ((value - low) / span) * (height - 4));
  const stroke = colour(canvas, color);
  pen.beginPath();
  values.forEach((value, i) => pen.lineTo(x(i), y(value)));
  pen.strokeStyle = stroke;
  pen.lineWidth = 1.5;
  pen.lineJoin = 'round';
  pen.stroke();
  pen.lineTo(x(values.length - 1), height);
  pen.lineTo(x(0), height);
  pen.globalAlpha = 0.14;
  pen.fillStyle = stroke;
  pen.fill();
  pen.globalAlpha = 1;
  pen.beginPath();
  pen.arc(x(values.length - 1), y(values[values.length - 1]), 1.8, 0, 7);
  pen.fill();
}

/** The smallest of 1, 2, 5 × 10^n that is no less. */
function nice(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * [1, 2, 5, 10].find((step) => step * power >= value * 0.999999);
}

/**
 * A chart of the last `seconds`, or of all that there is as long as that is less.
 *
 * `unit`: count, rate, seconds, bytes, percent, or a function from a value to a text. `series`: each with a name and the
 * name of a colour in the style sheet. Returns `push(t, values)`, with t in milliseconds and a value, or null, for each
 * line; and `close()`.
 */
export function chart(container, { title, unit = 'count', series, seconds = 300 }) {
  const show = typeof unit === 'function' ? unit : UNITS[unit];
  const samples = new Series(Math.max(60, seconds * 2));
  const canvas = el('canvas', { class: 'chart-area', role: 'img', 'aria-label': title });
  const values = series.map(() => el('span', { class: 'chart-value' }, '–'));
  const when = el('span', { class: 'chart-when' });
  const legend = series.map((line, i) =>
    el('span', { class: 'chart-key' }, el('i', { class: 'swatch', style: { '--swatch': `var(${line.color})` } }), line.name, ' ', values[i]),
  );
  const figure = el('figure', { class: 'chart' }, el('figcaption', {}, el('strong', {}, title), when, el('span', { class: 'chart-keys' }, legend)), canvas);
  container.append(figure);
  let pointer = null;
  let span = SPAN_MIN;

  function redraw() {
    if (!figure.isConnected) {
      return;
    }
    const area = prepare(canvas);
    const shown = samples.within(seconds);
    span = Math.min(seconds, Math.max(SPAN_MIN, shown.length > 0 ? (samples.last.at - shown[0].at) / 1000 : 0));
    const picked = pick(area, shown);
    values.forEach((value, i) => fill(value, label((picked ?? samples.last)?.values[i])));
    fill(when, picked ? format.duration((samples.last.at - picked.at) / 1000) + ' ago' : '');
    if (area !== null) {
      draw(area, shown, picked);
    }
  }

  function label(value) {
    return value === null || value === undefined || Number.isNaN(value) ? '–' : show(value);
  }

  function pick(area, shown) {
    if (area === null || pointer === null || shown.length === 0) {
      return null;
    }
    const at = samples.last.at - (1 - (pointer - LEFT) / (area.width - LEFT - RIGHT)) * span * 1000;
    return shown.reduce((best, one) => (Math.abs(one.at - at) < Math.abs(best.at - at) ? one : best));
  }

  function draw({ pen, width, height }, shown, picked) {
    const all = shown.flatMap((sample) => sample.values).filter((value) => Number.isFinite(value));
    const part = Math.max(...all, unit === 'seconds' ? 0.004 : 1) / 4;
    const step = unit === 'bytes' ? 2 ** Math.ceil(Math.log2(part)) : nice(part);
    const top = Math.max(step, Math.ceil(Math.max(...all, 0) / step) * step);
    const now = samples.last?.at ?? 0;
    const x = (at) => width - RIGHT - ((now - at) / (span * 1000)) * (width - LEFT - RIGHT);
    const y = (value) => height - BOTTOM - (value / top) * (height - TOP - BOTTOM);
    pen.font = '11px system-ui, sans-serif';
    pen.textBaseline = 'middle';
    for (let tick = 0; tick <= top * 1.0001; tick += step) {
      const line = Math.round(y(tick)) + 0.5;
      pen.strokeStyle = colour(canvas, '--grid');
      pen.lineWidth = 1;
      stroke(pen, [[LEFT, line], [width - RIGHT, line]]);
      pen.fillStyle = colour(canvas, '--faint');
      pen.textAlign = 'right';
      pen.fillText(show(tick).replace('/s', ''), LEFT - 8, line);
    }
    pen.textBaseline = 'alphabetic';
    for (const [part, align] of [[1, 'left'], [0.5, 'center'], [0, 'right']]) {
      pen.textAlign = align;
      pen.fillText(part === 0 ? 'now' : '−' + format.duration(Math.round(span * part)), x(now - span * 1000 * part), height - 4);
    }
    series.forEach((line, i) => {
      pen.strokeStyle = colour(canvas, line.color);
      pen.lineWidth = 1.75;
      pen.lineJoin = 'round';
      const points = shown.filter((sample) => Number.isFinite(sample.values[i])).map((sample) => [x(sample.at), y(sample.values[i])]);
      stroke(pen, points);
      if (points.length > 1 && series.length === 1) {
        pen.lineTo(points[points.length - 1][0], y(0));
        pen.lineTo(points[0][0], y(0));
        pen.globalAlpha = 0.12;
        pen.fillStyle = pen.strokeStyle;
        pen.fill();
        pen.globalAlpha = 1;
      }
    });
    if (picked) {
      pen.strokeStyle = colour(canvas, '--faint');
      pen.lineWidth = 1;
      stroke(pen, [[x(picked.at), TOP], [x(picked.at), height - BOTTOM]]);
    }
  }

  function stroke(pen, points) {
    pen.beginPath();
    points.forEach(([left, top]) => pen.lineTo(left, top));
    pen.stroke();
  }

  canvas.addEventListener('pointermove', (event) => {
    pointer = event.offsetX;
    redraw();
  });
  canvas.addEventListener('pointerleave', () => {
    pointer = null;
    redraw();
  });
  const resized = new ResizeObserver(redraw);
  resized.observe(canvas);
  drawn.add(redraw);

  return {
    push(t, line) {
      samples.push(t, line);
      figure.dataset.samples = samples.length;
      redraw();
    },
    close() {
      resized.disconnect();
      drawn.delete(redraw);
    },
  };
}

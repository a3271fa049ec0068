/**
 * The head of a queue's page: name, group, state, exact sizes, what can be done to the whole queue. Data: the QueueStats of
 * the queue, or null when it holds nothing and isn't paused. Seam: `update(stats)` shows them.
 */
import { el, fill, text } from '../dom.js';
import { count, duration, number } from '../format.js';

const TILES = [
  ['tasks', 'Tasks', (stats) => number(count(stats.size.available) + count(stats.size.leased) + count(stats.size.delayed))],
  ['available', 'Available', (stats) => number(stats.size.available)],
  ['leased', 'Leased', (stats) => number(stats.size.leased)],
  ['delayed', 'Delayed', (stats) => number(stats.size.delayed)],
  ['head-age', 'Age of the first', (stats) => duration(stats.size.head_age)],
  ['lease-time', 'Mean lease time', (stats) => duration(stats.mean_lease_time)],
  ['entered', 'Came in all', (stats) => number(stats.entered)],
  ['left', 'Went in all', (stats) => number(stats.left)],
];

export const NOTHING = {
  size: { available: '0', leased: '0', delayed: '0', paused: false },
  entered: '0',
  left: '0',
  last_10s: {},
};

export function queueHeader(queue, actions) {
  const heading = el('h1', { tabindex: '-1' }, text(queue.name));
  const state = el('span', { class: 'badge', role: 'status', id: 'queue-state' });
  const live = el('span', { class: 'live-note muted', role: 'status' });
  const values = new Map(TILES.map(([key]) => [key, el('dd', { id: `size-${key}` }, '–')]));
  const pause = el('button', { type: 'button', onclick: actions.pause }, 'Pause…');

  return {
    element: el('header', { class: 'queue-head' },
      el('p', { class: 'crumbs' }, el('a', { href: '#/queues' }, 'Queues'), el('span', { 'aria-hidden': 'true' }, '/'),
        queue.group ? ['group ', text(queue.group)] : 'default group'),
      el('div', { class: 'queue-title' }, heading, state, live, el('span', { class: 'grow' }),
        el('div', { class: 'panel-buttons' },
          el('button', { type: 'button', class: 'primary', onclick: actions.enqueue }, 'Enqueue…'),
          pause,
          el('button', { type: 'button', onclick: actions.policy }, 'Policy…'),
          el('button', { type: 'button', class: 'danger outline', onclick: actions.remove }, 'Delete…'))),
      el('dl', { class: 'card facts size-tiles' }, TILES.map(([key, label]) =>
        el('div', { class: 'fact' }, el('dt', {}, label), values.get(key))))),
    focus: () => heading.focus({ preventScroll: true }),
    update(stats) {
      const shown = stats ?? NOTHING;
      TILES.forEach(([key, , value]) => change(values.get(key), value(shown)));
      const { paused } = shown.size;
      change(state, paused ? 'Paused' : stats ? 'Open' : 'Empty');
      state.className = `badge ${paused ? 'warn' : stats ? 'good' : ''}`;
      change(pause, paused ? 'Resume…' : 'Pause…');
    },
    offline(problem) {
      fill(live, problem ? `Not live: ${problem.message}` : '');
    },
  };
}

/** Screen readers hear a status only when it is another one. */
function change(element, words) {
  if (element.textContent !== words) {
    element.textContent = words;
  }
}

/**
 * The tasks of a queue by state, a page at a time. Data: pages of `Peek`; what was seen stays until somebody asks again, so
 * that nothing moves under the reader, and a note says when it is old. Seam: `sizes(size)` tells how many there are now,
 * `refresh()` looks again.
 */
import { call } from '../api.js';
import { el, fill } from '../dom.js';
import { count, number } from '../format.js';
import { failureNodes } from './queue-dialog.js';
import { segments } from './queue-segments.js';
import { COLUMNS, decoded, taskTable } from './queue-table.js';
import { taskDetails } from './queue-task.js';
import { requeueAll } from './queue-whole.js';

const PAGE_TASKS = 20;
const STATES = [['AVAILABLE', 'Available'], ['LEASED', 'Leased'], ['DELAYED', 'Delayed']];
const BY_STATE = {
  AVAILABLE: ['attempts', 'age', 'size', 'data'],
  LEASED: ['holder', 'address', 'until', 'attempts', 'data'],
  DELAYED: ['until', 'attempts', 'age', 'size', 'data'],
};
const NONE = {
  AVAILABLE: 'No task is available.',
  LEASED: 'No task is leased.',
  DELAYED: 'No task is delayed.',
};

export function tasksPanel(queue, act) {
  let state = 'AVAILABLE';
  let before = [];
  let after = null;
  let seenCount = null;
  let latest = null;
  let asked = 0;

  const choice = segments('Tasks in state', STATES, state, (chosen) => {
    state = chosen;
    before = [];
    after = null;
    refresh();
  });
  const place = el('div', { class: 'task-place' });
  const note = el('span', { class: 'muted', role: 'status' });
  const back = el('button', { type: 'button', onclick: () => turn(-1) }, '← Previous');
  const on = el('button', { type: 'button' }, 'Next →');
  const again = el('button', { type: 'button', onclick: () => refresh() }, 'Refresh');
  const requeue = el('button', { type: 'button', hidden: true, onclick: () => act(() => requeueAll(queue, null)) }, 'Requeue all…');
  let next = null;
  on.addEventListener('click', () => turn(1));

  function turn(way) {
    if (way > 0) {
      before.push(after);
      after = next;
    } else {
      after = before.pop();
    }
    refresh();
  }

  async function refresh() {
    const turnOf = ++asked;
    const shown = state;
    try {
      const page = await call('peek', { queue, state, max_tasks: PAGE_TASKS, ...(after === null ? {} : { after_pid: after }) });
      if (turnOf === asked) {
        draw(shown, page);
      }
    } catch (problem) {
      if (turnOf === asked) {
        fill(place, el('p', { class: 'problem', role: 'alert' }, failureNodes(problem)));
      }
    }
  }

  function draw(shown, page) {
    const tasks = page.tasks.map(decoded);
    next = page.more ? page.resume_pid : null;
    seenCount = latest ? count(latest[shown.toLowerCase()]) : null;
    back.disabled = before.length === 0;
    on.disabled = next === null;
    fill(place, tasks.length === 0
      ? el('p', { class: 'empty' }, page.more ? 'None on this page; go on to the next.' : NONE[shown])
      : taskTable(`${shown.toLowerCase()} tasks`, tasks, columnsOf(shown, tasks), (task) => taskDetails(queue, task, act)));
    place.dataset.state = shown;
    requeue.hidden = !tasks.some((task) => task.dead_from);
    stale();
  }

  function stale() {
    const now = latest ? count(latest[state.toLowerCase()]) : null;
    seenCount ??= now;
    const isOld = now !== null && now !== seenCount;
    note.textContent = isOld ? 'Changed since you looked.' : '';
    again.classList.toggle('primary', isOld);
  }

  return {
    element: el('section', { class: 'card panel', 'aria-label': 'Tasks' },
      el('div', { class: 'panel-head' }, el('h2', {}, 'Tasks'), choice.element, el('span', { class: 'grow' }), note, requeue, again),
      place,
      el('div', { class: 'pager' }, back, on)),
    refresh,
    sizes(size) {
      latest = size;
      STATES.forEach(([key]) => choice.note(key, number(size[key.toLowerCase()])));
      stale();
    },
  };
}

/** Why and from where are shown where tasks say it. */
function columnsOf(state, tasks) {
  const names = [...BY_STATE[state]];
  if (tasks.some((task) => task.dead_from)) {
    names.unshift('from');
  }
  if (tasks.some((task) => task.failure)) {
    names.unshift('why');
  }
  return names.map((name) => COLUMNS[name]);
}

/**
 * All queues: searched by a regular expression, sorted by the node, scrolled through however many there are.
 *
 * Data: the question (search, sort, direction), kept in the address; a Listing of its answer; samples of the rows in sight
 * for the sparklines. Rows in sight are read again every two seconds.
 */
import { el, fill, plain, queueHash, queueName } from '../dom.js';
import * as format from '../format.js';
import { Listing } from '../rows.js';
import { Series } from '../series.js';
import { sparkline } from '../chart.js';
import { VirtualTable } from '../virtual.js';

const LOOK_MILLIS = 2000;
const TYPING_MILLIS = 150;
const SCROLLING_MILLIS = 60;
const SAMPLES = 60;
const SAMPLED_MAX = 2000;

/** A regular expression of the node matches whole names; one that is typed is looked for anywhere in them. */
export function regexOf(search) {
  if (search === '') {
    return '';
  }
  const isFirst = search.startsWith('^');
  const isLast = /(^|[^\\])(\\\\)*\$$/.test(search);
  return (isFirst ? '' : '.*') + '(?:' + search.slice(isFirst ? 1 : 0, isLast ? -1 : undefined) + ')' + (isLast ? '' : '.*');
}

const keyOf = ({ group, name }) => group + '\0' + name;

export async function show(main, { query }) {
  const state = {
    search: query.get('search') ?? '',
    sort: query.get('sort') ?? 'NAME',
    descending: query.get('descending') === 'true',
  };
  const samples = new Map();
  // What is asked for, and what is shown: until the first rows of an answer are there, those before stay.
  let listing = new Listing({});
  let seen = listing;
  const timers = {};

  const search = el('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Search by regular expression: mail|news, ^eu-.*',
    'aria-label': 'Search queues by regular expression',
    'aria-describedby': 'search-problem',
    autocomplete: 'off',
    spellcheck: 'false',
    value: state.search,
  });
  const problem = el('p', { id: 'search-problem', class: 'problem', role: 'alert' });
  const found = el('span', { class: 'aside', id: 'found', role: 'status' });
  const empty = el('p', { class: 'nothing', hidden: true });
  const table = new VirtualTable({ label: 'Queues', columns: columns(samples), row: (index) => seen.row(index), onRange, onSort });
  main.append(
    el('div', { class: 'title queues-title' }, el('h1', {}, 'Queues'), found, search),
    problem,
    el('section', { class: 'card flush' }, table.element, empty),
  );

  function onRange(first, last) {
    if (seen === listing && last >= first && !listing.has(first, last)) {
      busy(true);
      clearTimeout(timers.scrolling);
      timers.scrolling = setTimeout(read, SCROLLING_MILLIS);
    }
  }

  function onSort(column) {
    state.descending = state.sort === column.sort ? !state.descending : column.sort !== 'NAME';
    state.sort = column.sort;
    ask();
  }

  function busy(isBusy) {
    table.element.setAttribute('aria-busy', String(isBusy));
  }

  /** Asks anew, from the first row on. */
  function ask() {
    listing.close();
    listing = new Listing({ all_groups: true, regex: regexOf(state.search), sort: state.sort, descending: state.descending });
    const parameters = new URLSearchParams(Object.entries(state).filter(([, value]) => value));
    history.replaceState(null, '', '#/queues?' + parameters);
    table.mark(state.sort, state.descending);
    busy(true);
    read();
  }

  /** Reads the rows in sight, and shows them. */
  async function read() {
    clearTimeout(timers.again);
    const asked = listing;
    const [first, last] = asked === seen ? table.range : [0, 0];
    try {
      if (!document.hidden && (await asked.read(first, Math.max(first, last)))) {
        shown(asked);
      }
    } catch (failure) {
      if (asked === listing) {
        fill(problem, plain(failure.message));
        search.setAttribute('aria-invalid', String(failure.code === 'INVALID'));
        busy(false);
      }
    }
    if (asked === listing) {
      clearTimeout(timers.again);
      timers.again = setTimeout(read, LOOK_MILLIS);
    }
  }

  function shown(asked) {
    fill(problem);
    search.removeAttribute('aria-invalid');
    if (seen !== asked) {
      seen = asked;
      table.toTop();
    }
    table.resize(asked.matching);
    sample();
    table.draw();
    const [first, last] = table.range;
    busy(asked.matching > 0 && !asked.has(first, last));
    const { size } = asked.total;
    const tasks = BigInt(size.available) + BigInt(size.leased) + BigInt(size.delayed);
    fill(found, `${format.number(asked.matching)} queue${asked.matching === 1 ? '' : 's'}, ${format.number(String(tasks))} tasks`);
    empty.hidden = asked.matching > 0;
    fill(empty, state.search ? 'No queue has such a name.' : 'No queue holds a task yet: millrace enqueue hello world');
  }

  function sample() {
    const [first, last] = table.range;
    const at = Date.now();
    for (let index = first; index <= last; index++) {
      const stats = listing.row(index);
      if (stats !== undefined) {
        const key = keyOf(stats.size.queue);
        const series = samples.get(key) ?? new Series(SAMPLES);
        samples.delete(key);
        samples.set(key, series);
        series.push(at, [tasksOf(stats)]);
      }
    }
    for (const key of samples.keys()) {
      if (samples.size <= SAMPLED_MAX) {
        break;
      }
      samples.delete(key);
    }
  }

  search.addEventListener('input', () => {
    state.search = search.value;
    clearTimeout(timers.typing);
    timers.typing = setTimeout(ask, TYPING_MILLIS);
  });
  search.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      table.focus(table.range[0]);
    }
  });
  ask();

  return () => {
    listing.close();
    listing = null;
    table.close();
    Object.values(timers).forEach(clearTimeout);
  };
}

function tasksOf({ size }) {
  return format.count(size.available) + format.count(size.leased) + format.count(size.delayed);
}

/** Sets the text of a cell if it is another one. */
function put(cell, value) {
  if (cell.textContent !== value) {
    cell.textContent = value;
  }
}

function columns(samples) {
  const number = (key, title, sort, value) => ({ key, title, sort, number: true, set: (cell, stats) => put(cell, value(stats)) });
  return [
    {
      key: 'name',
      title: 'Queue',
      sort: 'NAME',
      set(cell, { size }) {
        const key = keyOf(size.queue) + size.paused;
        if (cell.shownKey !== key) {
          cell.shownKey = key;
          const name = el('a', { href: queueHash(size.queue), title: plain(size.queue.name) }, queueName(size.queue));
          fill(cell, name, size.paused && el('span', { class: 'badge warn' }, 'paused'));
        }
      },
    },
    number('tasks', 'Tasks', 'TASKS', (stats) => format.number(tasksOf(stats))),
    number('available', 'Available', 'AVAILABLE', ({ size }) => format.number(size.available)),
    number('leased', 'Leased', 'LEASED', ({ size }) => format.number(size.leased)),
    number('delayed', 'Delayed', 'DELAYED', ({ size }) => format.number(size.delayed)),
    number('age', 'Oldest', 'HEAD_AGE', ({ size }) => format.duration(size.head_age)),
    number('in', 'In', 'ENQUEUED', (stats) => format.rate(stats.last_10s.enqueued)),
    number('out', 'Out', 'DEQUEUED', (stats) => format.rate(stats.last_10s.dequeued)),
    number('lease', 'Lease time', 'LEASE_TIME', (stats) => format.duration(stats.mean_lease_time)),
    {
      key: 'trend',
      title: 'Trend',
      make: () => el('canvas', { 'aria-hidden': 'true' }),
      set: (cell, { size }) => sparkline(cell.firstChild, samples.get(keyOf(size.queue))?.line(0) ?? []),
    },
  ];
}

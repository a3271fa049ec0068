/**
 * Tasks in a table, each with details that open under it. Data: tasks as the interface has them, with their bytes decoded;
 * columns { name, cell(task), class }. Seam: `details(task)` makes what opens. A narrow page shows each task as a card.
 */
import { bytes } from '../api.js';
import { el, plain } from '../dom.js';
import { age, duration, number, size } from '../format.js';
import { preview, readablePid } from './queue-text.js';
import { moment, secondsUntil } from './queue-time.js';

const PREVIEW_CHARACTERS = 72;

/** A task with its bytes as arrays. */
export function decoded(task) {
  return { ...task, pidBytes: bytes.fromBase64(task.pid), dataBytes: bytes.fromBase64(task.data ?? '') };
}

/** A PID, told apart by its look: text, hex or empty. */
export function pidNode(pid) {
  const { kind, text } = readablePid(pid);
  return el('code', { class: `pid pid-${kind}`, title: kind === 'hex' ? 'The PID is not readable text: shown as hex' : null },
    kind === 'hex' ? [el('span', { class: 'pid-mark' }, 'hex'), text] : text);
}

/** What columns there are, by name. */
export const COLUMNS = {
  holder: { name: 'Holder', class: 'holder', cell: (task) => plain(task.holder || '–') },
  address: { name: 'Address', class: 'address', cell: (task) => plain(task.address || '–') },
  until: { name: 'Until', class: 'number', cell: (task) => until(task) },
  why: { name: 'Why', class: 'why', cell: (task) => (task.failure ? plain(task.failure) : null) },
  from: { name: 'Came from', cell: (task) => (task.dead_from ? plain(task.dead_from.name) : '–') },
  attempts: { name: 'Attempts', class: 'number', cell: (task) => number(task.attempts) },
  age: { name: 'Age', class: 'number', cell: (task) => el('time', { datetime: task.enqueued, title: moment(task.enqueued) }, age(task.enqueued)) },
  size: { name: 'Size', class: 'number', cell: (task) => size(task.dataBytes.length) },
  data: { name: 'Data', class: 'data', cell: (task) => el('code', {}, preview(task.dataBytes, PREVIEW_CHARACTERS)) },
};

function until(task) {
  if (!task.deadline) {
    return '–';
  }
  const left = secondsUntil(task.deadline);
  return el('time', { datetime: task.deadline, title: left > 0 ? `in ${duration(left)}` : 'due' }, moment(task.deadline));
}

/** The table. */
export function taskTable(label, tasks, columns, details) {
  const all = [{ name: 'PID' }, ...columns];
  return el('table', { class: 'tasks', 'aria-label': label },
    el('thead', {}, el('tr', {}, all.map((column) => el('th', { scope: 'col', class: column.class }, column.name)))),
    tasks.map((task) => row(task, columns, details)));
}

/** A task and its details are one body of the table. */
function row(task, columns, details) {
  const body = el('tbody', { class: 'task' });
  const opened = el('tr', { class: 'task-opened', hidden: true }, el('td', { colspan: columns.length + 1 }));
  const toggle = el('button', { type: 'button', class: 'task-toggle', 'aria-expanded': 'false' }, pidNode(task.pidBytes));
  const open = () => {
    opened.hidden = !opened.hidden;
    toggle.setAttribute('aria-expanded', String(!opened.hidden));
    if (!opened.hidden && opened.firstChild.childElementCount === 0) {
      opened.firstChild.append(details(task));
    }
  };
  toggle.addEventListener('click', open);
  body.append(
    el('tr', { class: 'task-row' },
      el('th', { scope: 'row', class: 'task-pid' }, toggle),
      columns.map((column) => el('td', { class: column.class, 'data-label': column.name }, column.cell(task)))),
    opened);
  return body;
}

/**
 * One task with all that is known about it: its facts, its data, what can be done to it. Data: a task with its bytes
 * decoded. Seam: `act(action)` runs an action and looks again when it did something.
 */
import { el, plain, queueHash, text } from '../dom.js';
import { age, duration } from '../format.js';
import { cancel, move, requeue } from './queue-actions.js';
import { payload } from './queue-payload.js';
import { moment, secondsUntil } from './queue-time.js';

export function taskDetails(queue, task, act) {
  const button = (label, action, kind) =>
    el('button', { type: 'button', class: kind, onclick: () => act(() => action(queue, task)) }, label);
  return el('div', { class: 'task-details' },
    el('dl', { class: 'pairs' }, facts(task).map(([name, value]) => [el('dt', {}, name), el('dd', {}, value)])),
    payload(task.dataBytes),
    el('div', { class: 'panel-buttons' },
      task.dead_from && task.state === 'AVAILABLE' ? button('Requeue…', requeue, 'primary') : null,
      button('Move…', move),
      button('Cancel task…', cancel, 'danger outline')));
}

function facts(task) {
  const left = task.deadline ? secondsUntil(task.deadline) : 0;
  const due = left > 0 ? `in ${duration(left)}` : 'due now';
  return [
    ['State', task.state.toLowerCase()],
    task.state === 'LEASED' && ['Held by', text(task.holder || task.address)],
    task.state === 'LEASED' && ['Address', text(task.address || '–')],
    task.leased && ['Leased', `${moment(task.leased)}, ${age(task.leased)} ago`],
    task.deadline && [task.state === 'LEASED' ? 'Lease ends' : 'Available from', `${moment(task.deadline)}, ${due}`],
    task.state === 'LEASED' && ['Lease', el('code', {}, task.lease)],
    ['Enqueued', `${moment(task.enqueued)}, ${age(task.enqueued)} ago`],
    ['Attempts', String(task.attempts)],
    task.failure && ['Last failure', el('span', { class: 'why' }, text(task.failure))],
    task.dead_from && ['Dead letter of', el('a', { href: queueHash(task.dead_from) }, plain(task.dead_from.name))],
  ].filter(Boolean);
}

/**
 * What can be done to one task. Data: a queue { group, name }, a task as the interface has it with its bytes decoded
 * (`pidBytes`, `dataBytes`). Each says in words what will happen, does one update, and resolves with a sentence about what
 * happened, or undefined when it was left. Seam: the dialogs of queue-dialog.js, the calls of api.js.
 */
import { bytes, call } from '../api.js';
import { plain } from '../dom.js';
import { size } from '../format.js';
import { ask, Mistake } from './queue-dialog.js';
import { isSame, queueWords } from './queue-name.js';
import { fromHex, isJson, pidWords } from './queue-text.js';
import { moment, wireDuration } from './queue-time.js';

const FORMATS = [['text', 'Text'], ['json', 'JSON'], ['base64', 'Base64']];
const CONFLICTS = [
  ['KEEP', 'keep the task that is there'],
  ['REPLACE', 'replace it, and end its lease'],
  ['FAIL', 'fail, and change nothing'],
  ['AGAIN', 'run it once more if it is leased now'],
];

/** Puts a task into the queue. */
export function enqueue(queue) {
  return ask({
    title: `Enqueue into ${plain(queue.name)}`,
    lines: (typed) => [enqueueWords(queue, typed)],
    verb: 'Enqueue',
    fields: [
      { name: 'format', label: 'Data is', kind: 'choice', options: FORMATS, half: true },
      { name: 'delay', label: 'Delay', hint: 'Such as 30s, 5m, 2h. Empty: available at once.', half: true },
      { name: 'data', label: 'Data', kind: 'area' },
      { name: 'pid', label: 'PID', hint: 'Priority and identity. Empty: the node gives one, behind all it gave before.', half: true },
      { name: 'pidFormat', label: 'PID is', kind: 'choice', options: [['text', 'Text'], ['hex', 'Hex']], half: true },
      { name: 'conflict', label: 'If a task has that PID', kind: 'choice', options: CONFLICTS, when: (typed) => typed.pid !== '' },
    ],
    run: async (typed) => {
      const element = { queue, data: bytes.toBase64(dataOf(typed)) };
      const delay = wireDuration(typed.delay, 'Delay');
      if (delay) {
        element.delay = delay;
      }
      if (typed.pid !== '') {
        element.pid = bytes.toBase64(pidOf(typed));
        element.on_conflict = typed.conflict;
      }
      const reply = await call('update', { elements: [{ enqueue: element }] });
      return enqueued(reply.results[0]);
    },
  });
}

function enqueueWords(queue, typed) {
  const start = typed.delay.trim() === '' ? 'It can be leased at once.' : `It can be leased after ${typed.delay.trim()}.`;
  return `Puts a new task into the queue ${plain(queueWords(queue))}. ${start}`;
}

function enqueued(result) {
  const pid = pidWords(bytes.fromBase64(result.pid));
  const existing = (result.existing ?? '').toLowerCase();
  switch (result.outcome) {
    case 'COLLAPSED': return `Task ${pid} was there already (${existing}) and stays as it was.`;
    case 'REPLACED': return `Task ${pid} (${existing}) was replaced.`;
    case 'RUNS_AGAIN': return `Task ${pid} is leased and runs once more after that.`;
    default: return `Enqueued task ${pid}.`;
  }
}

function dataOf(typed) {
  if (typed.format === 'base64') {
    try {
      return bytes.fromBase64(typed.data.replace(/\s+/g, ''));
    } catch {
      throw new Mistake('Data: this is not base64.');
    }
  }
  if (typed.format === 'json' && !isJson(typed.data)) {
    throw new Mistake('Data: this is not JSON.');
  }
  return bytes.fromText(typed.data);
}

function pidOf(typed) {
  if (typed.pidFormat === 'text') {
    return bytes.fromText(typed.pid);
  }
  const pid = fromHex(typed.pid);
  if (pid === null) {
    throw new Mistake('PID: write two hexadecimal digits for each byte.');
  }
  return pid;
}

/** Takes a task out of the queue, whatever its state. */
export function cancel(queue, task) {
  return ask({
    title: `Cancel task ${pidWords(task.pidBytes)}?`,
    lines: [
      `Removes the task from the queue ${plain(queueWords(queue))}, with its ${size(task.dataBytes.length)} of data. This can't be undone.`,
      leaseWords(task, 'Its work will be refused with LEASE_LOST when it is done.'),
    ],
    verb: 'Cancel task',
    danger: true,
    run: async () => {
      await call('update', { elements: [{ dequeue: { queue, pid: task.pid } }] });
      return `Cancelled task ${pidWords(task.pidBytes)}.`;
    },
  });
}

function leaseWords(task, consequence) {
  return task.state === 'LEASED'
    ? `It is leased by ${plain(task.holder || task.address)} until ${moment(task.deadline)}. ${consequence}`
    : null;
}

/** Puts a task into another queue of the same group, in one step. */
export function move(queue, task) {
  return ask({
    title: `Move task ${pidWords(task.pidBytes)}`,
    lines: (typed) => [
      typed.to.trim() === ''
        ? 'Takes the task out of this queue and puts it into another one of the same group, in one step.'
        : `Takes the task out of ${plain(queueWords(queue))} and puts it into “${plain(typed.to)}”, in one step. `
          + `It keeps its data and age${typed.reset ? '; its failed attempts are forgotten.' : ' and its failed attempts.'}`,
      leaseWords(task, 'That lease ends.'),
    ],
    verb: 'Move task',
    allows: (typed) => typed.to.trim() !== '',
    fields: [
      { name: 'to', label: 'To queue', hint: queue.group ? `In group ${plain(queue.group)}.` : 'Comes into being if it is not there.' },
      { name: 'target', label: 'PID there', kind: 'choice', options: [['same', 'the same'], ['fifo', 'a new one, behind the others']] },
      { name: 'reset', label: 'Forget its failed attempts', kind: 'check' },
    ],
    run: async (typed) => {
      const target = typed.target === 'fifo' ? { to_fifo: true } : { to_pid: task.pid };
      const to = { group: queue.group, name: typed.to };
      await call('update', { elements: [{ move: { queue, pid: task.pid, to_queue: to, reset_attempts: typed.reset, ...target } }] });
      return `Moved task ${pidWords(task.pidBytes)} to “${plain(typed.to)}”.`;
    },
  });
}

/** Puts one dead letter back to where it came from, as `millrace requeue` does. */
export function requeue(queue, task) {
  const from = task.dead_from;
  return ask({
    title: `Requeue task ${pidWords(task.pidBytes)}?`,
    lines: (typed) => [
      `Moves the task back from ${plain(queueWords(queue))} to ${plain(queueWords(from))}, with its PID`
        + `${typed.keep ? ' and its failed attempts.' : ' and without failed attempts.'} It can be leased there at once.`,
      isSame(from, queue) ? null : 'If a task there has that PID by now, this one stays.',
    ],
    verb: 'Requeue task',
    fields: [{ name: 'keep', label: `Keep its ${task.attempts} failed attempt${task.attempts === 1 ? '' : 's'}`, kind: 'check' }],
    run: async (typed) => {
      await call('update', { elements: [{ move: back(queue, task, from, typed.keep) }] });
      return `Requeued task ${pidWords(task.pidBytes)} to “${plain(from.name)}”.`;
    },
  });
}

/** The move of one dead letter. */
export function back(queue, task, to, keepAttempts) {
  return { queue, pid: task.pid, to_queue: to, to_pid: task.pid, reset_attempts: !keepAttempts };
}

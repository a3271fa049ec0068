/**
 * What can be done to a whole queue: pause, resume, delete, requeue all dead letters. Data: a queue { group, name } and its
 * size as the page has it. Each says in words what will happen and resolves with a sentence, or undefined when it was left.
 */
import { call } from '../api.js';
import { plain } from '../dom.js';
import { count, number } from '../format.js';
import { back } from './queue-actions.js';
import { ask, Mistake } from './queue-dialog.js';
import { isSame, queueWords } from './queue-name.js';

const REQUEUE_PAGE_TASKS = 500;

/** Stops grants, or lets them go on. */
export function pauseOrResume(queue, size) {
  return size.paused ? resume(queue) : pause(queue);
}

function pause(queue) {
  return ask({
    title: `Pause ${plain(queue.name)}?`,
    lines: [
      `Nobody gets a new lease on tasks of ${plain(queueWords(queue))} until it is resumed.`,
      'Everything else goes on: tasks can be enqueued, and those leased now can be finished.',
    ],
    verb: 'Pause queue',
    run: async () => {
      await call('pause-queue', { queue });
      return 'Paused. Nobody gets a new lease.';
    },
  });
}

function resume(queue) {
  return ask({
    title: `Resume ${plain(queue.name)}?`,
    lines: [`Tasks of ${plain(queueWords(queue))} can be leased again, by those who wait already first.`],
    verb: 'Resume queue',
    run: async () => {
      await call('resume-queue', { queue });
      return 'Resumed. Tasks can be leased again.';
    },
  });
}

/** Takes the queue away with all its tasks. */
export function remove(queue, size) {
  const tasks = count(size.available) + count(size.leased) + count(size.delayed);
  return ask({
    title: `Delete ${plain(queue.name)}?`,
    lines: [
      tasks === 1
        ? `Deletes the queue ${plain(queueWords(queue))} with its one task, in one step. This can't be undone.`
        : `Deletes the queue ${plain(queueWords(queue))} with all its ${number(tasks)} tasks, in one step. This can't be undone.`,
      Number(size.leased) > 0 ? `${number(size.leased)} of them are leased: those leases are lost.` : null,
      size.paused ? 'The pause ends too.' : null,
    ],
    verb: 'Delete queue',
    danger: true,
    allows: (typed) => isName(typed.name, queue),
    fields: [{ name: 'name', label: 'Type the name of the queue to confirm', hint: plain(queue.name) }],
    run: async (typed) => {
      if (!isName(typed.name, queue)) {
        throw new Mistake('This is not the name of the queue.');
      }
      const reply = await call('delete-queue', { queue });
      return `Deleted the queue with ${number(reply.tasks)} task${Number(reply.tasks) === 1 ? '' : 's'}.`;
    },
  });
}

function isName(typed, queue) {
  return typed === queue.name || typed === plain(queue.name);
}

/**
 * Puts the available tasks of a queue of dead letters back, each for itself, as `millrace requeue` does. With `only`, those
 * that came from that queue.
 */
export function requeueAll(dead, only) {
  return ask({
    title: 'Requeue all dead letters?',
    lines: (typed) => [
      only
        ? `Moves every available task of ${plain(queueWords(dead))} that came from ${plain(queueWords(only))} back there.`
        : `Moves every available task of ${plain(queueWords(dead))} back to the queue that it came from.`,
      `Each keeps its PID${typed.keep ? ' and its failed attempts' : '; its failed attempts are forgotten'}. One whose PID is taken there stays.`,
    ],
    verb: 'Requeue all',
    fields: [{ name: 'keep', label: 'Keep their failed attempts', kind: 'check' }],
    run: (typed) => requeuePages(dead, only, typed.keep),
  });
}

async function requeuePages(dead, only, keep) {
  const tally = { moved: 0, stayed: 0, reason: '' };
  let after = null;
  do {
    const page = await call('peek', {
      queue: dead, state: 'AVAILABLE', without_data: true, max_tasks: REQUEUE_PAGE_TASKS, ...(after === null ? {} : { after_pid: after }),
    });
    await requeuePage(dead, page.tasks.filter((task) => !only || isSame(task.dead_from, only)), keep, tally);
    after = page.more ? page.resume_pid : null;
  } while (after !== null);
  const said = `Requeued ${number(tally.moved)} task${tally.moved === 1 ? '' : 's'}.`;
  return tally.stayed === 0 ? said : `${said} ${number(tally.stayed)} stayed; the first: ${plain(tally.reason)}`;
}

async function requeuePage(dead, tasks, keep, tally) {
  const stays = (reason) => {
    tally.stayed++;
    tally.reason ||= reason;
  };
  const calls = [];
  for (const task of tasks) {
    if (task.dead_from) {
      calls.push({ update: { elements: [{ move: back(dead, task, task.dead_from, keep) }] } });
    } else {
      stays('it does not say where it came from; move it');
    }
  }
  if (calls.length > 0) {
    const reply = await call('batch', { calls });
    for (const { problem } of reply.replies) {
      if (problem) {
        stays(problem.message);
      } else {
        tally.moved++;
      }
    }
  }
}

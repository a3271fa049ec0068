/**
 * The dead letters of a queue, and why each is one. Data: tasks of the queue that its policy names for them, or of
 * `<queue>.dead`, that say they came from this one. Seam: `show(policy)` looks; `act` runs an action.
 */
import { call } from '../api.js';
import { el, fill, plain, queueHash } from '../dom.js';
import { failureNodes } from './queue-dialog.js';
import { deadLettersOf, isSame, queueWords } from './queue-name.js';
import { COLUMNS, decoded, taskTable } from './queue-table.js';
import { taskDetails } from './queue-task.js';
import { requeueAll } from './queue-whole.js';

const PAGE_TASKS = 20;
const LOOKS_MAX = 10;

export function deadPanel(queue, act) {
  const place = el('div', { class: 'task-place' });
  const all = el('button', { type: 'button', hidden: true }, 'Requeue all…');
  const link = el('span', { class: 'muted' });
  let dead = null;
  let asked = 0;
  all.addEventListener('click', () => act(() => requeueAll(dead, queue)));

  async function show(policy, isKnown) {
    const turn = ++asked;
    dead = deadLettersOf(queue, policy);
    if (dead === null) {
      all.hidden = true;
      fill(link);
      fill(place, el('p', { class: 'empty' }, 'Tasks of this queue stay here when they fail: it is the end of the way.'));
      return;
    }
    fill(link, 'in ', el('a', { href: queueHash(dead) }, plain(dead.name)), isKnown ? '' : ', if no policy says otherwise');
    try {
      const found = await letters();
      if (turn === asked) {
        draw(found);
      }
    } catch (problem) {
      if (turn === asked) {
        fill(place, el('p', { class: 'problem', role: 'alert' }, failureNodes(problem)));
      }
    }
  }

  /** The first ones; others may lie between them when queues share their dead letters. */
  async function letters() {
    const tasks = [];
    let after = null;
    let more = true;
    for (let i = 0; more && i < LOOKS_MAX && tasks.length < PAGE_TASKS; i++) {
      const page = await call('peek', { queue: dead, max_tasks: PAGE_TASKS, ...(after === null ? {} : { after_pid: after }) });
      tasks.push(...page.tasks.filter((task) => isSame(task.dead_from, queue)));
      after = page.resume_pid;
      more = page.more;
    }
    return { tasks: tasks.map(decoded), more };
  }

  function draw({ tasks, more }) {
    all.hidden = tasks.length === 0;
    fill(place,
      tasks.length === 0
        ? el('p', { class: 'empty' }, more ? `None among the first tasks of ${plain(queueWords(dead))}.` : 'No dead letters.')
        : taskTable('dead letters', tasks, ['why', 'attempts', 'age', 'data'].map((name) => COLUMNS[name]),
          (task) => taskDetails(dead, task, act)),
      more && tasks.length > 0
        ? el('p', { class: 'muted' }, 'These are the first. ', el('a', { href: queueHash(dead) }, 'See all of them'), '.')
        : null);
  }

  return {
    element: el('section', { class: 'card panel', 'aria-label': 'Dead letters' },
      el('div', { class: 'panel-head' }, el('h2', {}, 'Dead letters'), link, el('span', { class: 'grow' }), all),
      place),
    show,
  };
}

/**
 * The page of one queue: what it holds, how it moves, who has its tasks, which are dead and why; and all that can be done to
 * it. Data: the live statistics of the queue, pages of `Peek`, the policy document. Seam: `show` fills the page and gives
 * back what ends it. Invariant: whatever strangers named or sent becomes text, never markup.
 */
import { live, look } from '../api.js';
import { el, toast } from '../dom.js';
import { enqueue } from './queue-actions.js';
import { queueCharts } from './queue-charts.js';
import { deadPanel } from './queue-dead.js';
import { failureNodes } from './queue-dialog.js';
import { NOTHING, queueHeader } from './queue-header.js';
import { isSame, patternOf } from './queue-name.js';
import { editPolicy, policiesFor, showPolicy } from './queue-policy.js';
import { tasksPanel } from './queue-tasks.js';
import { pauseOrResume, remove } from './queue-whole.js';

const LIKE_IT_MAX = 100;

export async function show(main, { group, name }) {
  const queue = { group, name };
  const question = { regex: patternOf(name), group, page_size: LIKE_IT_MAX };
  let stats = null;
  let policies = null;

  /** Runs an action; when it did something, says so and looks at everything again. */
  const act = async (action) => {
    try {
      const said = await action();
      if (said) {
        toast(said);
        await refresh();
      }
    } catch (problem) {
      toast(`${problem.code ?? 'FAILED'}: ${problem.message}`, 'bad');
    }
  };

  const setPolicy = () => act(async () => editPolicy(queue, await policiesFor(queue)));
  const header = queueHeader(queue, {
    enqueue: () => act(() => enqueue(queue)),
    pause: () => act(() => pauseOrResume(queue, (stats ?? NOTHING).size)),
    policy: setPolicy,
    remove: () => act(() => remove(queue, (stats ?? NOTHING).size)),
  });
  const charts = queueCharts();
  const tasks = tasksPanel(queue, act);
  const dead = deadPanel(queue, act);
  const policyPlace = el('div', {});
  const trouble = el('div', { class: 'problem', role: 'alert', hidden: true });
  main.replaceChildren(el('div', { class: 'queue-page' },
    header.element,
    trouble,
    charts.element,
    tasks.element,
    el('div', { class: 'panel-pair' },
      dead.element,
      el('section', { class: 'card panel', 'aria-label': 'Policy' }, el('div', { class: 'panel-head' }, el('h2', {}, 'Policy in force')), policyPlace))));

  const update = (reply) => {
    stats = reply.queues.find((one) => isSame(one.size.queue, queue)) ?? null;
    header.update(stats);
    header.offline(null);
    tasks.sizes((stats ?? NOTHING).size);
    trouble.hidden = true;
  };
  const fail = (problem) => {
    trouble.replaceChildren(...failureNodes(problem));
    trouble.hidden = false;
  };

  /** Sizes first: a page of tasks is compared with them, to tell when it is old. */
  async function refresh() {
    await lookAtStats();
    await Promise.all([tasks.refresh(), lookAtPolicy()]);
  }

  const lookAtStats = () => look('/v1/stats', question).then(update, fail);

  async function lookAtPolicy() {
    let problem = null;
    try {
      policies = await policiesFor(queue);
    } catch (failure) {
      policies = null;
      problem = failure;
    }
    showPolicy(policyPlace, queue, policies, problem, setPolicy);
    await dead.show(policies?.policy ?? null, policies !== null);
  }

  await refresh();
  const stream = live('/v1/stats/live', question, (event, data) => {
    if (event === 'stats') {
      update(data);
      charts.push(stats);
    } else if (event === 'problem') {
      fail(data);
    } else {
      header.offline(data);
    }
  });
  return () => {
    stream.close();
    charts.close();
  };
}

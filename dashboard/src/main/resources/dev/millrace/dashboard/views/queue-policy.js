/**
 * The policy that holds for a queue, in words, and a form for one of its own. Data: the policy document as `GetPolicies`
 * with the queue gives it; `holds` is the number of the policy that holds. A document is replaced as a whole, from the
 * version that was seen; what somebody else changed meanwhile is a CONFLICT and stays.
 */
import { call, look } from '../api.js';
import { el, plain, queueHash } from '../dom.js';
import { number as grouped } from '../format.js';
import { ask, failureNodes, Mistake } from './queue-dialog.js';
import { deadLettersOf, hasPattern, patternOf, queueWords } from './queue-name.js';
import { seconds, typed as asTyped, wireDuration } from './queue-time.js';

const FOREVER_SECONDS = 100 * 365 * 86_400;

/** The document, with the policy that holds for the queue as `policy`, or null. */
export async function policiesFor(queue) {
  const document = await look('/v1/policies', { queue: queue.name, group: queue.group });
  return { ...document, policy: document.holds === undefined ? null : document.policies[document.holds] };
}

/** Fills a panel with what holds. `found` is what policiesFor gave, `problem` why it gave nothing. */
export function showPolicy(place, queue, found, problem, edit) {
  if (problem) {
    place.replaceChildren(problem.code === 'PERMISSION_DENIED'
      ? el('p', { class: 'muted' }, 'You may not see policies: that needs the right admin for every queue (admin */*).')
      : el('p', { class: 'problem' }, ...failureNodes(problem)));
    return;
  }
  const { policy } = found;
  place.replaceChildren(
    el('p', { class: 'muted' }, ...origin(queue, found)),
    el('dl', { class: 'pairs' }, ...facts(queue, policy).flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)])),
    el('div', { class: 'panel-buttons' },
      el('button', { type: 'button', onclick: edit }, 'Set policy…')));
}

function origin(queue, { policy, holds, policies }) {
  if (!policy) {
    return ['No policy matches this queue: tasks are tried for ever, without limits.'];
  }
  return [
    `Policy ${holds + 1} of ${policies.length}: `,
    el('code', {}, plain(policy.queues.regex)),
    isOwn(queue, policy) ? ' — this queue’s own.' : policy.queues.all_groups ? ' — in every group.' : '',
  ];
}

function facts(queue, policy) {
  const limit = (number, unit) => (Number(number ?? 0) === 0 ? 'no limit' : `${grouped(number)} ${unit}`);
  const dead = deadLettersOf(queue, policy);
  return [
    ['Attempts', Number(policy?.max_attempts ?? 0) === 0 ? 'no limit' : `${policy.max_attempts}, then to the dead letters`],
    ['Dead letters', dead ? el('a', { href: queueHash(dead) }, plain(dead.name)) : 'none: tasks stay here'],
    ['Backoff', backoffWords(policy?.backoff)],
    ['Rate', policy?.rate ? `${policy.rate.per_second} leases/s, bursts of ${grouped(policy.rate.burst)}` : 'no limit'],
    ['Leased at a time', limit(policy?.max_leased, 'tasks')],
    ['Size', limit(policy?.max_tasks, 'tasks')],
    ['Lease time', policy?.max_lease_time ? `at most ${asTyped(policy.max_lease_time)}` : 'no limit'],
  ];
}

function backoffWords(backoff) {
  if (!backoff) {
    return 'none: tried again at once';
  }
  const most = seconds(backoff.max) >= FOREVER_SECONDS ? '' : `, at most ${asTyped(backoff.max)}`;
  return `${asTyped(backoff.initial) || '0s'}, then × ${backoff.factor}${most}`;
}

function isOwn(queue, policy) {
  return policy !== null && policy.queues.regex === patternOf(queue.name)
    && !policy.queues.all_groups && (policy.queues.group ?? '') === queue.group;
}

/** The form. It makes a policy for this queue alone, first in the document, or changes that one. */
export function editPolicy(queue, found) {
  const { policy } = found;
  const own = isOwn(queue, policy);
  const number = (value) => (Number(value ?? 0) === 0 ? '' : String(value));
  return ask({
    title: `Policy of ${plain(queue.name)}`,
    lines: (typed) => [
      typed.remove ? 'Removes the policy that this queue has of its own; the next one that matches holds, or none.' : null,
      typed.remove ? null : own
        ? `Changes the policy that the queue ${plain(queueWords(queue))} has of its own.`
        : `Puts a policy for the queue ${plain(queueWords(queue))} alone first into the document${othersWords(found.policies.length)}.`
          + (policy ? ` It takes the place of “${plain(policy.queues.regex)}” for this queue; others keep that.` : ''),
      'It holds at once, for tasks that are there too.',
    ],
    verb: 'Set policy',
    fields: [
      { name: 'attempts', label: 'Attempts', hint: 'Then to the dead letters. Empty: for ever.', value: number(policy?.max_attempts), inputmode: 'numeric', half: true },
      { name: 'dead', label: 'Dead letters go to', hint: `Empty: ${plain(queue.name)}.dead`, value: policy?.dead_letter_queue ?? '', half: true },
      { name: 'initial', label: 'First backoff', hint: 'Such as 1s. Empty: none.', value: asTyped(policy?.backoff?.initial), half: true },
      { name: 'factor', label: 'Then times', hint: 'Empty: 2.', value: number(policy?.backoff?.factor), inputmode: 'decimal', half: true },
      { name: 'most', label: 'Longest backoff', hint: 'Empty: no limit.', value: seconds(policy?.backoff?.max) >= FOREVER_SECONDS ? '' : asTyped(policy?.backoff?.max), half: true },
      { name: 'lease', label: 'Longest lease', hint: 'Such as 10m. Empty: no limit.', value: asTyped(policy?.max_lease_time), half: true },
      { name: 'rate', label: 'Leases per second', hint: 'Empty: no limit.', value: number(policy?.rate?.per_second), inputmode: 'decimal', half: true },
      { name: 'burst', label: 'Burst', hint: 'Empty: one second’s worth.', value: number(policy?.rate?.burst), inputmode: 'numeric', half: true },
      { name: 'leased', label: 'Leased at a time', hint: 'Empty: no limit.', value: number(policy?.max_leased), inputmode: 'numeric', half: true },
      { name: 'tasks', label: 'Tasks in the queue', hint: 'Empty: no limit.', value: number(policy?.max_tasks), inputmode: 'numeric', half: true },
      ...(own ? [{ name: 'remove', label: 'Remove this policy instead', kind: 'check' }] : []),
    ],
    run: async (typed) => {
      if (!hasPattern(queue.name)) {
        throw new Mistake('The name is too long for a policy of its own. Give it one whose pattern matches its beginning.');
      }
      const others = own ? found.policies.filter((_, i) => i !== found.holds) : found.policies;
      const policies = typed.remove ? others : [fromTyped(queue, typed), ...others];
      const reply = await call('set-policies', { expected_version: found.version, policies });
      return `Policies are at version ${reply.version}.`;
    },
  });
}

function othersWords(count) {
  return count === 0 ? '' : count === 1 ? ', before the one that is there' : `, before the ${count} that are there`;
}

function fromTyped(queue, typed) {
  const policy = {
    queues: { regex: patternOf(queue.name), group: queue.group },
    max_attempts: count(typed.attempts, 'Attempts'),
    dead_letter_queue: typed.dead,
    max_leased: count(typed.leased, 'Leased at a time'),
    max_tasks: count(typed.tasks, 'Tasks in the queue'),
  };
  const lease = wireDuration(typed.lease, 'Longest lease');
  const initial = wireDuration(typed.initial, 'First backoff');
  const most = wireDuration(typed.most, 'Longest backoff');
  if (lease) {
    policy.max_lease_time = lease;
  }
  if (initial) {
    policy.backoff = { initial, factor: decimal(typed.factor, 'Then times'), ...(most ? { max: most } : {}) };
  }
  if (typed.rate.trim() !== '') {
    policy.rate = { per_second: decimal(typed.rate, 'Leases per second'), burst: count(typed.burst, 'Burst') };
  }
  return policy;
}

function count(typed, what) {
  return number(typed, what, /^\d*$/, 'a whole number');
}

function decimal(typed, what) {
  return number(typed, what, /^\d*(\.\d+)?$/, 'a number');
}

function number(typed, what, shape, kind) {
  const text = typed.replaceAll(/[,\s]/g, '');
  if (!shape.test(text)) {
    throw new Mistake(`${what}: “${typed}” is not ${kind}.`);
  }
  return Number(text || '0');
}

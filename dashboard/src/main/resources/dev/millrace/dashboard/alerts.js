/**
 * What a person should know about queues, in words. Pure: from statistics to sentences, the worst first.
 *
 * An alert: {kind: 'bad' | 'warn', cause, queue, words}; the words follow the name of the queue. Where many queues
 * have the same trouble a few are named, and the last alert, without a queue, tells how many more there are.
 */
import * as format from './format.js';

const GROWTH_MIN = 1;
const EXPIRED_MIN = 0.05;
const IDLE_SECONDS = 300;
const NAMED_MAX = 3;

/** What is said of those that aren't named. */
const CAUSES = {
  orphan: 'grow, and nobody leases.',
  paused: 'are paused.',
  behind: 'grow, although they are worked on.',
  expiry: 'lose leases.',
  still: 'stand still: nobody leases.',
  dead: 'hold dead letters.',
};

/** Dead letters wait for a person: that nobody leases them is no news. */
function isDead(queue) {
  return queue.name.endsWith('.dead');
}

function alertOf(stats) {
  const { size, last_10s: now } = stats;
  const growth = now.enqueued - now.dequeued;
  const isLeased = format.count(size.leased) > 0 || now.leased >= 0.01;
  const waiting = format.count(size.available);
  if (isDead(size.queue)) {
    return waiting > 0 ? warn('dead', size, `holds ${things(size.available, 'dead letter')}.`) : null;
  }
  if (size.paused) {
    return growth >= GROWTH_MIN
      ? bad('paused', size, `is paused and grows by ${format.rate(growth)}; ${things(size.available, 'task')} wait${waiting === 1 ? 's' : ''}.`)
      : warn('paused', size, `is paused; ${things(size.available, 'task')} wait${waiting === 1 ? 's' : ''}.`);
  }
  if (growth >= GROWTH_MIN && !isLeased) {
    return bad('orphan', size, `grows by ${format.rate(growth)}, nobody leases.`);
  }
  if (growth >= GROWTH_MIN && growth > now.enqueued / 10 && stats.last_5min.enqueued - stats.last_5min.dequeued >= GROWTH_MIN / 10) {
    return warn('behind', size, `grows by ${format.rate(growth)}: ${format.rate(now.enqueued)} come, ${format.rate(now.dequeued)} are done.`);
  }
  if (now.expired >= EXPIRED_MIN) {
    return warn('expiry', size, `loses leases, ${format.rate(now.expired)}: workers die, or need longer than they lease for.`);
  }
  if (!isLeased && waiting > 0 && format.seconds(size.head_age) >= IDLE_SECONDS) {
    return warn('still', size, `stands still: nobody leases, and the oldest of ${things(size.available, 'task')} waits for ${format.duration(size.head_age)}.`);
  }
  return null;
}

function things(count, noun) {
  return `${format.number(count)} ${noun}${format.count(count) === 1 ? '' : 's'}`;
}

function bad(cause, size, words) {
  return { kind: 'bad', cause, queue: size.queue, words };
}

function warn(cause, size, words) {
  return { kind: 'warn', cause, queue: size.queue, words };
}

/** Alerts of queues, each queue once, in the order given but the bad ones first; of each cause only a few by name. */
export function alerts(queues) {
  const found = new Map();
  for (const stats of queues) {
    const key = stats.size.queue.group + '\0' + stats.size.queue.name;
    if (!found.has(key)) {
      found.set(key, alertOf(stats));
    }
  }
  const all = [...found.values()].filter((alert) => alert !== null);
  return ['bad', 'warn'].flatMap((kind) => {
    const same = all.filter((alert) => alert.kind === kind);
    return Object.keys(CAUSES).flatMap((cause) => few(same.filter((alert) => alert.cause === cause)));
  });
}

function few(alerts) {
  const more = alerts.length - NAMED_MAX;
  if (more < 2) {
    return alerts;
  }
  const { kind, cause } = alerts[0];
  return [...alerts.slice(0, NAMED_MAX), { kind, cause, queue: null, words: `And ${format.number(more)} more queues ${CAUSES[cause]}` }];
}

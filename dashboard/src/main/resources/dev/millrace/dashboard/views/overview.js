/**
 * The overview: sums over all queues, live; the longest and the slowest queues; what a person should look after.
 *
 * Data: the stream of /v1/stats/live, once a second, with the longest queues; and each few seconds the queues whose first
 * task waits longest and those that get the most.
 */
import { alerts } from '../alerts.js';
import { live, look } from '../api.js';
import { chart } from '../chart.js';
import { el, fill, queueHash, queueName } from '../dom.js';
import * as format from '../format.js';

const LOOK_MILLIS = 2000;
const TOP = 8;
const WATCHED = 50;

export async function show(main) {
  const facts = new Facts();
  const charts = el('div', { class: 'columns' });
  const warnings = el('ul', { class: 'alerts', id: 'alerts', 'aria-label': 'Alerts' });
  const longest = new TopTable('Longest queues', 'tasks', (stats) => format.number(tasks(stats)), '#/queues?sort=TASKS&descending=true');
  const slowest = new TopTable('Slowest queues', 'oldest waits', (stats) => format.duration(stats.size.head_age), '#/queues?sort=HEAD_AGE&descending=true');
  main.append(
    el('h1', { class: 'visually-hidden' }, 'Overview'),
    facts.element,
    warnings,
    charts,
    el('div', { class: 'columns' }, longest.element, slowest.element),
  );
  const sizes = chart(card(charts), {
    title: 'Tasks',
    unit: 'count',
    series: [
      { name: 'available', color: '--series-1' },
      { name: 'leased', color: '--series-2' },
      { name: 'delayed', color: '--series-4' },
    ],
  });
  const rates = chart(card(charts), {
    title: 'Tasks a second',
    unit: 'rate',
    series: [
      { name: 'enqueued', color: '--series-1' },
      { name: 'dequeued', color: '--series-3' },
      { name: 'expired', color: '--series-5' },
    ],
  });
  const watched = { longest: [], slowest: [], busiest: [] };

  function warn() {
    if (warnings.contains(document.activeElement)) {
      return;
    }
    const all = alerts([...watched.busiest, ...watched.longest, ...watched.slowest]);
    fill(
      warnings,
      all.map((alert) =>
        el('li', { class: 'alert ' + alert.kind }, el('span', {}, alert.queue && ['Queue ', el('a', { href: queueHash(alert.queue) }, queueName(alert.queue)), ' '], alert.words)),
      ),
      all.length === 0 && el('li', { class: 'alert good' }, 'Nothing needs you: no queue grows without being worked on.'),
    );
  }

  const stream = live('/v1/stats/live', { all_groups: true, sort: 'TASKS', descending: true, page_size: WATCHED }, (name, data) => {
    if (name !== 'stats') {
      return;
    }
    const { size, last_10s: now } = data.total;
    const at = Date.now();
    facts.show(data);
    sizes.push(at, [size.available, size.leased, size.delayed].map(Number));
    rates.push(at, [now.enqueued, now.dequeued, now.expired]);
    longest.show(data.queues);
    watched.longest = data.queues;
    warn();
  });

  async function lookAgain() {
    const [slow, busy] = await Promise.all([top('HEAD_AGE'), top('ENQUEUED')]).catch(() => [null, null]);
    if (slow !== null) {
      watched.slowest = slow;
      watched.busiest = busy;
      slowest.show(slow.filter((stats) => stats.size.head_age));
    }
  }
  lookAgain();
  const timer = setInterval(lookAgain, LOOK_MILLIS);

  return () => {
    stream.close();
    clearInterval(timer);
    sizes.close();
    rates.close();
  };
}

async function top(sort) {
  return (await look('/v1/stats', { all_groups: true, sort, descending: true, page_size: WATCHED })).queues;
}

function card(parent) {
  const one = el('section', { class: 'card' });
  parent.append(one);
  return one;
}

function tasks({ size }) {
  return String(BigInt(size.available) + BigInt(size.leased) + BigInt(size.delayed));
}

/** The row of sums. */
class Facts {
  constructor() {
    this.values = {};
    const names = [
      ['queues', 'Queues'],
      ['tasks', 'Tasks'],
      ['available', 'Available'],
      ['leased', 'Leased'],
      ['delayed', 'Delayed'],
      ['in', 'In'],
      ['out', 'Out'],
      ['expired', 'Expired leases'],
    ];
    this.element = el(
      'dl',
      { class: 'card facts', id: 'totals' },
      names.map(([key, name]) => {
        this.values[key] = el('dd', { 'data-total': key }, '–');
        return el('div', { class: 'fact' }, el('dt', {}, name), this.values[key]);
      }),
    );
  }

  show({ matching, total }) {
    const { size, last_10s: now } = total;
    const shown = {
      queues: format.number(matching),
      tasks: format.number(tasks(total)),
      available: format.number(size.available),
      leased: format.number(size.leased),
      delayed: format.number(size.delayed),
      in: format.rate(now.enqueued),
      out: format.rate(now.dequeued),
      expired: format.rate(now.expired),
    };
    Object.entries(shown).forEach(([key, value]) => fill(this.values[key], value));
  }
}

/** A few queues with one number each, and their rates. */
class TopTable {
  constructor(title, measure, value, all) {
    this.value = value;
    this.body = el('tbody');
    this.element = el(
      'section',
      { class: 'card' },
      el('div', { class: 'title' }, el('h2', {}, title), el('a', { class: 'aside', href: all }, 'all')),
      el(
        'table',
        { class: 'top-table', 'aria-label': title },
        el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'queue'), ['in', 'out', measure].map((name) => el('th', { class: 'number', scope: 'col' }, name)))),
        this.body,
      ),
    );
  }

  show(queues) {
    // A link that is being read or followed by keyboard stays where it is.
    const focused = this.body.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
    fill(
      this.body,
      queues.slice(0, TOP).map((stats) =>
        el(
          'tr',
          {},
          el('td', {}, el('a', { class: 'clipped', href: queueHash(stats.size.queue) }, queueName(stats.size.queue)), stats.size.paused && [' ', el('span', { class: 'badge warn' }, 'paused')]),
          el('td', { class: 'number' }, format.rate(stats.last_10s.enqueued)),
          el('td', { class: 'number' }, format.rate(stats.last_10s.dequeued)),
          el('td', { class: 'number strong' }, this.value(stats)),
        ),
      ),
      queues.length === 0 && el('tr', {}, el('td', { colspan: 4, class: 'soft' }, 'none')),
    );
    if (focused !== null) {
      [...this.body.querySelectorAll('a')].find((link) => link.getAttribute('href') === focused)?.focus();
    }
  }
}

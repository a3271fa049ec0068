/**
 * Sizes, rates and lease time of one queue over the last minutes. Data: QueueStats, one a second. Seam: `push(stats)`.
 */
import { chart } from '../chart.js';
import { el } from '../dom.js';
import { count, seconds } from '../format.js';
import { NOTHING } from './queue-header.js';

const SHOWN_SECONDS = 180;

export function queueCharts() {
  const element = el('section', { class: 'chart-row', 'aria-label': 'Charts' });
  const place = () => element.appendChild(el('div', { class: 'card chart-panel' }));
  const sizes = chart(place(), {
    title: 'Tasks',
    unit: 'count',
    seconds: SHOWN_SECONDS,
    series: [
      { name: 'available', color: '--series-1' },
      { name: 'leased', color: '--series-2' },
      { name: 'delayed', color: '--series-3' },
    ],
  });
  const rates = chart(place(), {
    title: 'Rates',
    unit: 'rate',
    seconds: SHOWN_SECONDS,
    series: [
      { name: 'enqueued', color: '--series-1' },
      { name: 'leased', color: '--series-2' },
      { name: 'dequeued', color: '--series-4' },
      { name: 'expired', color: '--series-5' },
    ],
  });
  const leaseTime = chart(place(), {
    title: 'Mean lease time',
    unit: 'seconds',
    seconds: SHOWN_SECONDS,
    series: [{ name: 'from lease to dequeue', color: '--series-2' }],
  });
  return {
    element,
    push(stats) {
      const now = Date.now();
      const { size, last_10s: rate, mean_lease_time: mean } = stats ?? NOTHING;
      sizes.push(now, [count(size.available), count(size.leased), count(size.delayed)]);
      rates.push(now, [rate.enqueued ?? 0, rate.leased ?? 0, rate.dequeued ?? 0, rate.expired ?? 0]);
      leaseTime.push(now, [mean ? seconds(mean) : null]);
    },
    close: () => [sizes, rates, leaseTime].forEach((one) => one.close()),
  };
}

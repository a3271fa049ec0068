/**
 * The node's own judgement about itself, in words. Data: `millrace_alert` by name, and whether it is ready. Seam:
 * `update(metrics)`.
 */
import { el, fill } from '../dom.js';
import { duration, number, size } from '../format.js';

const WORDS = {
  disk: (now) => `The disk is full: ${size(now.sum('millrace_disk_free_bytes'))} are free, `
    + `${size(now.sum('millrace_disk_free_bytes_limit'))} are needed. Whatever makes queues longer is refused.`,
  overlay: (now) => `${size(now.sum('millrace_overlay_bytes'))} of changes wait in memory, more than the `
    + `${size(now.sum('millrace_overlay_bytes_limit'))} allowed. Whatever makes queues longer is refused.`,
  journal_lag: (now) => `The journal keeps ${size(now.sum('millrace_journal_lag_bytes'))} for the store, which doesn’t keep up. `
    + 'A start after a crash would take long.',
  unstored_age: (now) => `A change has waited ${duration(now.sum('millrace_unstored_age_seconds'))} for the store: checkpoints don’t get through.`,
  store_errors: (now) => `${number(now.sum('millrace_store_background_errors_total'))} flushes or compactions of the store have failed. Look at the log.`,
};

export function serverAlerts() {
  const list = el('ul', { class: 'alert-list' });
  const element = el('section', { class: 'card server-alerts', 'aria-label': 'Alerts', role: 'status' }, list);
  let shown = '';
  return {
    element,
    update(now) {
      const raised = now.labelled('millrace_alert', 'name').filter((name) => now.sum('millrace_alert', { name }) > 0);
      const lines = raised.map((name) => WORDS[name]?.(now) ?? `The node raises the alert ${name}.`);
      if (now.sum('millrace_ready') === 0) {
        lines.unshift('The node is not ready: calls should not be sent here.');
      }
      element.classList.toggle('raised', lines.length > 0);
      if (lines.join() !== shown || list.childElementCount === 0) {
        shown = lines.join();
        const all = now.labelled('millrace_alert', 'name').map((name) => name.replaceAll('_', ' ')).sort();
        fill(list, lines.length > 0
          ? lines.map((line) => el('li', { class: 'alert bad' }, line))
          : el('li', { class: 'alert good' }, `All is well: ${all.join(', ')} are within their limits.`));
      }
    },
  };
}

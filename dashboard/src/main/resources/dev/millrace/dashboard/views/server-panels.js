/**
 * Panels about what the node stands on: journal, store, cache, memory, disk, calls. Data: two looks at the metrics. Seam:
 * `update(metrics, earlier)`. A value that has a limit is shown as a meter against it.
 */
import { el, fill } from '../dom.js';
import { duration, number, rate, short, size } from '../format.js';

const WARNING_SHARE = 0.8;

/** Each panel: a title, meters [label, metric, limit metric, what beyond it means, format], and facts [label, value(now, then)]. */
const PANELS = [
  {
    name: 'journal', title: 'Journal', alerts: ['journal_lag'],
    meters: [['Kept for the store', 'millrace_journal_lag_bytes', 'millrace_journal_lag_bytes_limit', size]],
    facts: [
      ['Size of its files', (now) => size(now.sum('millrace_journal_bytes'))],
      ['Segments', (now) => `${number(now.sum('millrace_journal_segments'))} and ${number(now.sum('millrace_journal_spare_segments'))} spare`],
      ['Frames', (now, then) => rate(now.perSecond(then, 'millrace_journal_frames_total'))],
      ['A commit takes', (now, then) => time(now.meanSince(then, 'millrace_commit_seconds') ?? now.meanSince(null, 'millrace_commit_seconds'))],
    ],
  },
  {
    name: 'store', title: 'Store', alerts: ['unstored_age', 'store_errors'],
    meters: [['Oldest change not stored', 'millrace_unstored_age_seconds', 'millrace_unstored_age_seconds_limit', (value) => duration(value)]],
    facts: [
      ['Size', (now) => `${size(now.sum('millrace_store_bytes'))} in ${number(now.sum('millrace_store_files'))} file${now.sum('millrace_store_files') === 1 ? '' : 's'}`],
      ['Rows, about', (now) => short(now.sum('millrace_store_rows'))],
      ['To compact', (now) => size(now.sum('millrace_store_pending_compaction_bytes'))],
      ['Takes layers', (now) => (now.sum('millrace_store_write_stopped') > 0 ? 'no: it waits for compactions' : 'yes')],
      ['Failed flushes', (now) => number(now.sum('millrace_store_background_errors_total'))],
    ],
  },
  {
    name: 'cache', title: 'Cache', alerts: [],
    meters: [
      ['Heads of queues', 'millrace_cache_bytes', 'millrace_cache_bytes_limit', size],
      ['Store’s cache', 'millrace_store_cache_bytes', 'millrace_store_cache_bytes_limit', size],
    ],
    isFullFine: true,
    facts: [
      ['Calls that had to read', (now, then) => rate(now.perSecond(then, 'millrace_store_reads_total', { kind: 'inquiry' }))],
      ['Rows read', (now, then) => rate(now.perSecond(then, 'millrace_store_reads_total', { kind: 'row' }))],
    ],
  },
  {
    name: 'memory', title: 'Memory', alerts: ['overlay'],
    meters: [
      ['Changes not stored yet', 'millrace_overlay_bytes', 'millrace_overlay_bytes_limit', size],
      ['Heap', 'jvm_memory_used_bytes', 'jvm_memory_max_bytes', size, { area: 'heap' }],
    ],
    facts: [
      ['Outside of the heap', (now) => size(now.sum('jvm_memory_used_bytes', { area: 'nonheap' }))],
      ['Buffers', (now) => size(now.sum('jvm_buffer_memory_used_bytes'))],
      ['Collecting', (now, then) => percent(now.perSecond(then, 'jvm_gc_pause_seconds_sum'))],
      ['Threads', (now) => number(now.sum('jvm_threads_live_threads'))],
    ],
  },
  {
    name: 'disk', title: 'Disk', alerts: ['disk'],
    meters: [],
    facts: [
      ['Free', (now) => size(now.sum('millrace_disk_free_bytes'))],
      ['Refuses growth below', (now) => size(now.sum('millrace_disk_free_bytes_limit'))],
      ['Used by journal and store', (now) => size(now.sum('millrace_journal_bytes') + now.sum('millrace_store_bytes'))],
    ],
  },
  {
    name: 'calls', title: 'Calls', alerts: [],
    meters: [],
    facts: [
      ['Connections', (now) => `${number(now.sum('millrace_connections', { protocol: 'grpc' }))} gRPC, ${number(now.sum('millrace_connections', { protocol: 'http' }))} HTTP`],
      ...['complete', 'lease', 'enqueue', 'look'].map((kind) => [
        { complete: 'Completions', lease: 'Leases', enqueue: 'Enqueues', look: 'Looks' }[kind],
        (now, then) => calls(now, then, kind),
      ]),
    ],
  },
];

function calls(now, then, kind) {
  const mean = now.meanSince(then, 'millrace_call_seconds', { kind });
  const often = rate(now.perSecond(then, 'millrace_call_seconds_count', { kind }));
  return mean === null ? often : `${often}, ${time(mean)} each`;
}

function time(value) {
  return value === null ? '–' : value < 0.001 ? `${Math.round(value * 1e6)} µs` : duration(value);
}

function percent(share) {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} % of the time`;
}

export function serverPanels() {
  const panels = PANELS.map((panel) => ({ panel, ...make(panel) }));
  return {
    element: el('div', { class: 'server-panels' }, panels.map(({ element }) => element)),
    update(now, then) {
      for (const { panel, meters, values, element } of panels) {
        panel.meters.forEach(([, metric, limit, format, labels], i) => meters[i].show(now.sum(metric, labels), now.sum(limit, labels), format));
        panel.facts.forEach(([, value], i) => fill(values[i], value(now, then)));
        element.classList.toggle('raised', panel.alerts.some((name) => now.sum('millrace_alert', { name }) > 0));
      }
    },
  };
}

function make(panel) {
  const meters = panel.meters.map(([label]) => meter(label, panel.isFullFine));
  const values = panel.facts.map(() => el('dd', {}, '–'));
  return {
    meters,
    values,
    element: el('section', { class: 'card server-panel', 'data-panel': panel.name, 'aria-label': panel.title },
      el('h2', {}, panel.title),
      meters.map((one) => one.element),
      el('dl', { class: 'pairs' }, panel.facts.map(([label], i) => [el('dt', {}, label), values[i]]))),
  };
}

/** A bar from nothing to the limit. */
function meter(label, isFullFine) {
  const words = el('span', { class: 'meter-words' });
  const bar = el('div', { class: 'meter-bar' });
  const track = el('div', { class: 'meter', role: 'meter', 'aria-label': label, 'aria-valuemin': '0' }, bar);
  return {
    element: el('div', { class: 'meter-row' }, el('div', { class: 'meter-head' }, el('span', {}, label), words), track),
    show(value, limit, format) {
      const isBounded = limit > 0;
      const share = isBounded ? Math.min(1, value / limit) : 0;
      fill(words, isBounded ? `${format(value)} of ${format(limit)}` : format(value));
      bar.style.setProperty('width', `${100 * share}%`);
      bar.classList.toggle('high', !isFullFine && share > WARNING_SHARE);
      track.setAttribute('aria-valuenow', String(Math.round(value)));
      track.setAttribute('aria-valuemax', String(Math.round(isBounded ? limit : value)));
      track.setAttribute('aria-valuetext', words.textContent);
    },
  };
}

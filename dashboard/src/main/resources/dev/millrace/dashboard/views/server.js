/**
 * The page of the server: the graph of its stages with live numbers, and what it stands on. Data: `GET /v1/stages` once a
 * second, `/metrics` every few seconds, both of which need the right `admin` for every queue; without it the page says so.
 * Seam: `show` fills the page and gives back what ends it.
 */
import { look, lookText } from '../api.js';
import { chart } from '../chart.js';
import { el, fill } from '../dom.js';
import { count } from '../format.js';
import { failureNodes } from './queue-dialog.js';
import { serverAlerts } from './server-alerts.js';
import { stageGraph } from './server-graph.js';
import { parseMetrics } from './server-metrics.js';
import { serverPanels } from './server-panels.js';

const STAGES_MILLIS = 1000;
const METRICS_MILLIS = 5000;
const SHOWN_SECONDS = 300;

export async function show(main) {
  const trouble = el('div', { class: 'problem', role: 'alert', hidden: true });
  const heading = el('h1', { tabindex: '-1' }, 'Server');
  const page = el('div', { class: 'server-page' }, el('header', { class: 'server-head' }, heading), trouble);
  main.replaceChildren(page);

  let first;
  try {
    first = await look('/v1/stages', { with_series: true });
  } catch (problem) {
    fill(page, el('header', { class: 'server-head' }, heading), refusal(problem));
    return () => {};
  }

  const graph = stageGraph();
  const alerts = serverAlerts();
  const panels = serverPanels();
  const chartPlace = el('div', { class: 'chart-row' });
  page.append(
    alerts.element,
    el('section', { class: 'card', 'aria-label': 'Stages' },
      el('div', { class: 'panel-head' }, el('h2', {}, 'Stages'), el('span', { class: 'muted' }, 'what calls go through, and what waits before each')),
      graph.element),
    chartPlace,
    panels.element);
  const charts = serverCharts(chartPlace, first.stages);

  const fail = (problem) => {
    trouble.replaceChildren(...failureNodes(problem));
    trouble.hidden = false;
  };
  let earlier = null;
  const lookAtStages = async () => {
    const reply = await look('/v1/stages');
    graph.update(reply, Date.now());
    trouble.hidden = true;
  };
  const lookAtMetrics = async () => {
    const now = parseMetrics(await lookText('/metrics'), Date.now());
    alerts.update(now);
    panels.update(now, earlier);
    charts.push(now, earlier);
    earlier = now;
  };
  graph.update(first, Date.now());
  const loops = [every(STAGES_MILLIS, lookAtStages, fail), every(METRICS_MILLIS, lookAtMetrics, fail)];
  await lookAtMetrics().catch(fail);
  return () => {
    loops.forEach((stop) => stop());
    graph.close();
    charts.close();
  };
}

function refusal(problem) {
  return problem.code === 'PERMISSION_DENIED'
    ? el('section', { class: 'card empty', role: 'status' },
      el('h2', {}, 'You may not see the server'),
      el('p', { class: 'muted' }, 'Its stages and metrics need the right admin for every queue (admin */*). Whoever looks after this node can give it to your token.'))
    : el('div', { class: 'problem', role: 'alert' }, failureNodes(problem));
}

/** Looks again and again, never twice at a time, and not while nobody sees the page. */
function every(millis, action, fail) {
  let hasEnded = false;
  let timer = null;
  const next = () => {
    timer = setTimeout(async () => {
      if (!document.hidden) {
        await action().catch((problem) => (hasEnded ? null : fail(problem)));
      }
      if (!hasEnded) {
        next();
      }
    }, millis);
  };
  next();
  return () => {
    hasEnded = true;
    clearTimeout(timer);
  };
}

/** Charts that begin with what the node remembers of the last minutes. */
function serverCharts(place, stages) {
  const room = () => place.appendChild(el('div', { class: 'card chart-panel' }));
  const throughput = chart(room(), {
    title: 'Handled', unit: 'rate', seconds: SHOWN_SECONDS,
    series: [{ name: 'execute', color: '--series-1' }, { name: 'journal', color: '--series-2' }, { name: 'load', color: '--series-3' }],
  });
  const commits = chart(room(), { title: 'Time of a commit', unit: 'seconds', seconds: SHOWN_SECONDS, series: [{ name: 'mean', color: '--series-2' }] });
  const heap = chart(room(), { title: 'Heap', unit: 'bytes', seconds: SHOWN_SECONDS, series: [{ name: 'used', color: '--series-1' }] });
  const series = (name) => stages.find((stage) => stage.name === name)?.series ?? [];
  const since = Date.now() - SHOWN_SECONDS * 1000;
  series('execute').forEach((moment, i) => {
    const at = Date.parse(moment.time);
    if (at >= since) {
      throughput.push(at, ['execute', 'journal', 'load'].map((name) => series(name)[i]?.handled ?? null));
      heap.push(at, [count(moment.heap_bytes)]);
    }
  });
  return {
    push(now, then) {
      if (then) {
        throughput.push(now.at, ['execute', 'journal', 'load'].map((stage) => now.perSecond(then, 'millrace_stage_events_total', { stage })));
      }
      commits.push(now.at, [now.meanSince(then, 'millrace_commit_seconds')]);
      heap.push(now.at, [now.sum('jvm_memory_used_bytes', { area: 'heap' })]);
    },
    close: () => [throughput, commits, heap].forEach((one) => one.close()),
  };
}
